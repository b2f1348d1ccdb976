"""Mandarin: what is written and what is said."""

import pytest

from pipeline.normalize import zh_numbers as say
from pipeline.normalize.spoken import normalize

CASES = [
    ("2019年10月1日", "二零一九年十月一日"),
    ("2021-06-18发布", "二零二一年六月十八日发布"),
    ("90年代的歌", "九十年代的歌"),
    ("等了3年", "等了三年"),
    ("下午3:05见", "下午三点零五分见"),
    ("增长了8.5%", "增长了百分之八点五"),
    ("10%-15%", "百分之十到百分之十五"),
    ("￥88元", "八十八元"),
    ("$20", "二十美元"),
    ("3.5亿元", "三点五亿元"),
    ("2个苹果和2月", "两个苹果和二月"),
    ("第2章", "第二章"),
    ("3-5天", "三到五天"),
    ("身高1.8m，体重70kg", "身高一点八米，体重七十公斤"),
    ("-3℃", "零下三摄氏度"),
    ("电话13900001111", "电话幺三九零零零零幺幺幺幺"),
    ("请拨打110", "请拨打幺幺零"),
    ("B12和v2", "B一二和v二"),
    ("比分2:1", "比分二比一"),
    ("1/3的人", "三分之一的人"),
    ("若x＞y", "若x大于y"),
    ("房间305", "房间三零五"),
    ("降了-1.5%", "降了负百分之一点五"),
    ("90后", "九零后"),
    ("5-3=2", "五减三等于二"),
    ("二○一九年", "二零一九年"),
    ("3½杯和⅞", "三又二分之一杯和八分之七"),
    ("第Ⅷ章§ 4.2", "第八章第四点二节"),
    ("10⁻³米", "十的负三次方米"),
    ("@小明买了5¢", "艾特小明买了五美分"),
    ("大约，~5天，3~5天", "大约，约五天，三到五天"),
    ("好®坏™ξ", "好注册商标坏商标克西"),
]


@pytest.mark.parametrize(("written", "expected"), CASES)
def test_written_mandarin_is_said(written, expected):
    assert normalize(written, "zh") == expected


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("0", "零"), ("10", "十"), ("12", "十二"), ("22", "二十二"), ("101", "一百零一"), ("110", "一百一十"),
        ("200", "两百"), ("1001", "一千零一"), ("1010", "一千零一十"), ("2000", "两千"), ("10000", "一万"),
        ("20000", "两万"), ("100001", "十万零一"), ("120000000", "一亿两千万"), ("100010000", "一亿零一万"),
    ],
)  # fmt: skip
def test_whole_numbers_have_their_zeros(written, expected):
    assert say.cardinal(written) == expected


def test_no_digit_is_left():
    said = normalize("A1、2B、3.4.5、0012、9876543210、1,000、12:34:56、7/8、5～6", "zh")
    assert not any(char.isdigit() and char.isascii() for char in said)
