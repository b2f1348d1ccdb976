"""Japanese: what the phonemizer would read wrongly is written out; the rest stays as it is written."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.normalize.spoken import normalize, normalized

SPOKEN = [
    # dates and times
    ("2024/5/1に行く。", "2024年5月1日に行く。"), ("2024-05-01", "2024年5月1日"), ("2024.5.1", "2024年5月1日"),
    ("5/1（水）から", "5月1日（水曜日）から"), ("5月3日（金・祝）", "5月3日（金曜日、祝日）"), ("3/4に会う", "3月4日に会う"),
    ("5/1～5/3", "5月1日から5月3日"), ("12/25は休み", "12月25日は休み"), ("4:30に", "4時30分に"), ("9:00", "9時"),
    ("12:00〜13:30", "12時から13時30分"), ("10:05:30", "10時5分30秒"), ("午前０時", "午前零時"), ("24時", "24時"), ("10時間", "10時間"),
    ("令和6年5月1日", "令和6年5月1日"), ("月～金", "月曜から金曜"), ("1990-2000年", "1990年から2000年"),
    # fractions, scores, sums
    ("3/4の確率", "4分の3の確率"), ("½", "2分の1"), ("1½", "1と2分の1"), ("3:1で", "3対1で"), ("2-1で勝利", "2対1で勝利"),
    ("2×3=6", "2かける3イコール6"), ("5-3=2", "5引く3イコール2"), ("x²", "xの2乗"),
    # digit by digit
    ("090-1234-5678に", "ゼロキューゼロ、イチニサンヨン、ゴロクナナハチに"), ("(03)1234-5678", "ゼロサン、イチニサンヨン、ゴロクナナハチ"),
    ("〒100-0001", "郵便番号イチゼロゼロ、ゼロゼロゼロイチ"), ("会員番号12345", "会員番号イチニサンヨンゴ"), ("110番", "110番"),
    # amounts, units, ranges
    ("１，２３４円", "1234円"), ("¥1,234", "1234円"), ("￥500円", "500円"), ("$100万", "100万ドル"), ("€50", "50ユーロ"),
    ("2億7,765万円", "2億7765万円"), ("10～20人", "10から20人"), ("3〜5日", "3から5日"), ("10-20%", "10から20パーセント"),
    ("第1～3章", "第1から3章"), ("-5℃", "マイナス5度"), ("気温は-5度", "気温はマイナス5度"), ("5㎏と10km", "5キログラムと10キロメートル"),
    ("5m²", "5平方メートル"), ("60km/h", "時速60キロメートル"), ("時速60km/h", "時速60キロメートル"), ("100m走", "100メートル走"),
    ("バージョン2.0.1", "バージョン2点0点1"), ("2丁目3-4", "2丁目3の4"),
    # signs and forms of characters
    ("東京～大阪", "東京から大阪"), ("東京→大阪", "東京から大阪"), ("わ～い！", "わーい！"), ("○○さん", "マルマルさん"), ("〇×", "マルバツ"),
    ("㈱日本", "株式会社日本"), ("第Ⅱ部", "第2部"), ("ﾃﾚﾋﾞ", "テレビ"), ("※注意", "コメ印、注意"), ("100‰", "100パーミル"),
    # readings in brackets
    ("お願（ねが）いします。", "お願いします。"), ("母（はは）は", "母は"), ("猫(ねこ)", "猫"), ("漢字《かんじ》", "漢字"),
    ("｜本気《マジ》で", "マジで"), ("時（とき）", "時"), ("田中（たなか）さん", "田中さん"),
    ("お母さん（おかあさん）", "お母さん"), ("食べる（たべる）", "食べる"), ("山田太郎（やまだ・たろう）", "山田太郎"),
    ("5/5は", "5月5日は"), ("25:00", "25時"), ("▲3.2%", "マイナス3.2パーセント"), ("10%〜", "10パーセント〜"), ("××さん", "バツバツさん"),
    ("え〜っと", "えーっと"),
]  # fmt: skip
LEFT_ALONE = [
    "思った（った）", "来た（きのう）", "時間がない（ない）", "行く（だめ）", "ここ～そこ",
    "雨（など）", "時間（くらい）", "彼（だれ？）", "本日（のみ）", "ここ（かな）", "会場（あるいは）", "二〇二四年", "一〇〇円", "値は1.23です。",
    "題名～副題～です。", "図-5", "3つのりんご", "20歳", "1泊2日", "三百六十五日", "人々", "2億人", "0.5", "第3章", "1日1回", "3分の1",
    "「はい」・（紙）…", "ヶ月とヵ月", "スーパーマーケット",
]  # fmt: skip


@pytest.mark.parametrize(("written", "said"), SPOKEN)
def test_what_is_written_is_said(written, said):
    assert normalized(written, "ja").text == said
    assert not normalized(written, "ja").overruled


@pytest.mark.parametrize("written", LEFT_ALONE)
def test_what_looks_alike_is_left_alone(written):
    assert normalize(written, "ja") == written


@settings(deadline=None)  # the machine may be busy
@given(st.text(st.sampled_from("あは日月本願（か）《ね》｜012〇○,.-~～:/年%¥$kmm²½→×= "), max_size=40))
def test_no_rule_loses_anything(text):
    assert not normalized(text, "ja").overruled


@pytest.mark.parametrize(
    "piece",
    ["1", "1-", "0-", "1/", "1～", "1:", "1,234,", "漢（か", "《か》", "｜あ", "～あ", "○×", "￥1", "番号1", "1 "],
)
def test_a_long_line_of_anything_is_done_in_linear_time(piece):
    def took_s(repeats):
        started = time.process_time()
        normalize(piece * repeats, "ja")
        return time.process_time() - started

    assert took_s(40_000 // len(piece)) < 100 * took_s(4_000 // len(piece)) + 1
