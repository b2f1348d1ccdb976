"""Mandarin and Cantonese sentences as they are said, with their Latin parts left to English."""

import json
from pathlib import Path

import pytest

from pipeline.language import language_runs
from pipeline.normalize.spoken import in_context, normalize, normalized, says_words

_ROWS = (Path(__file__).parents[1] / "cases" / "mandarin.jsonl").read_text("utf-8").splitlines()


def _said(text, base):
    return "".join(
        normalized(run.text, run.language, before, after).text
        if says_words(run.text, run.language, before, after)
        else run.text
        for run, before, after in in_context(language_runs(text, base))
    )


def _sound(text):
    return "".join(char.lower() for char in text if char.isalnum())


@pytest.mark.parametrize("row", [json.loads(row) for row in _ROWS], ids=lambda row: row["text"])
def test_mandarin_is_said(row):
    assert _sound(_said(row["text"], "zh")) in {_sound(expected) for expected in row["expected"]}


CANTONESE = [
    ("嗰度有26個人。", "嗰度有二十六個人。"),
    ("佢2024年3月8日下晝2點30分嚟。", "佢二零二四年三月八日下晝兩點三十分嚟。"),
    ("8:05開車", "八點零五分開車"),
    ("呢件衫$100", "呢件衫一百蚊"),
    ("呢件衫$100蚊", "呢件衫一百蚊"),
    ("呢件衫100蚊", "呢件衫一百蚊"),
    ("要HK$100先得", "要一百港元先得"),
    ("2個人食咗200蚊", "兩個人食咗二百蚊"),
    ("升咗12.5%", "升咗百分之十二點五"),
    ("超過3億2,000萬人", "超過三億兩千萬人"),
    ("12000人", "一萬兩千人"),
    ("打999報警", "打九九九報警"),
    ("電話2345-6789", "電話二三四五，六七八九"),
    ("今日-3℃", "今日零下三攝氏度"),
    ("佢重60kg", "佢重六十公斤"),
    ("你2个人讲咩嘢，要2点先返工", "你两个人讲咩嘢，要两点先返工"),
    ("第3次", "第三次"),
    ("90後", "九零後"),
    ("1/3嘅人", "三分之一嘅人"),
    ("搭5號車", "搭五號車"),
]  # fmt: skip


@pytest.mark.parametrize(("written", "expected"), CANTONESE)
def test_cantonese_is_said(written, expected):
    assert _said(written, "yue") == expected


@pytest.mark.parametrize("text", ["佢哋喺嗰度傾偈，係咪呀？", "唔使客气啦，佢哋听日嚟", "噉就冇嘢喇㗎啫嗻𠻺"])
def test_cantonese_without_figures_is_left_alone(text):
    assert normalize(text, "yue") == text


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("臺北101大樓有508公尺高，2004年完工", "臺北一百零一大樓有五百零八公尺高，二零零四年完工"),
        ("氣溫-5℃，下午2:30", "氣溫零下五攝氏度，下午兩點三十分"),
        ("他付了$20和€3.5億", "他付了二十美元和三點五億歐元"),
        ("廿年後，卅年前", "廿年後，卅年前"),
    ],
)
def test_what_is_put_into_traditional_text_is_traditional(written, expected):
    assert normalize(written, "zh") == expected


@pytest.mark.parametrize(
    "text",
    [
        "呃，啊，嗯……",
        "一会儿玩儿去",
        "《三体》的作者",
        "路易十四",
        "第十二章",
        "二十四节气",
        "他笑了——“哈哈。”",
        "廿一世纪、卅年",
        "万一百分之百",
    ],
)
def test_what_is_words_already_stays(text):
    assert normalize(text, "zh") == text


@pytest.mark.timeout(60)
@pytest.mark.parametrize("language", ["zh", "yue"])
@pytest.mark.parametrize(
    "piece",
    [
        "1",
        "1,",
        "12:30:",
        "1 000 ",
        "$1",
        "1-",
        "1～",
        "电话",
        "编号1",
        "第I",
        "路易I",
        "以1-1",
        "1、2、",
        "1°1′",
        "GB 1-",
        "2024-",
        "％",
        "km",
        "1k",
        "½",
    ],
)
def test_a_line_of_rubbish_takes_no_more_than_its_length(piece, language):
    assert normalize(piece * (100_000 // len(piece)), language)
