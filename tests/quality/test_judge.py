"""The judge of the quality tests can tell right from wrong."""

import pytest

from tests.quality import asr


def test_the_judge_notices_what_is_missing():
    assert asr.error_rate(asr.words("one two three four"), asr.words("one two four")) == 0.25


def test_the_judge_takes_either_script_and_notices_another_syllable():
    def rate(found: str) -> float:
        return asr.error_rate(asr.syllables("银行的行长"), asr.readings(found), same=lambda wanted, got: wanted in got)

    assert [rate("银行的行长"), rate("銀行的行長"), rate("銀杏的行長")] == [0, 0, 0.2]


@pytest.mark.parametrize(
    ("language", "said", "heard", "errors"),
    [
        ("es", "¿Quién lo dijo?", "quien lo dijo", (1, 3)),
        ("es", "Llegó anoche, antes del amanecer.", "llegó a noche antes de la manecer", (0, 5)),
        ("es", "Llegó anoche.", "llegó a nube", (2, 2)),
        ("pt", "Foi à casa.", "foi a casa", (0, 3)),
        ("es", "La mamá rezó.", "la mama rezo", (2, 3)),
        ("fr", "L’homme est là.", "L'homme est là", (0, 3)),
        ("zh", "银行的行长", "銀杏的行長", (1, 5)),
        ("ja", "今日は雨です。", "きょうは雨です", (0, 8)),
        ("ja", "今日は雨です。", "今日は雪です", (2, 8)),
    ],
)
def test_errors_are_counted_in_the_unit_that_is_heard(language, said, heard, errors):
    assert asr.errors(language, said, heard) == errors
