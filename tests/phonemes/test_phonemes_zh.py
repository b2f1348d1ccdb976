"""Mandarin to Kokoro's symbols; the expected sentences were made with misaki's v1.0 reader.

One differs on purpose: 我得走了 has děi, which misaki's dictionaries miss.
"""

import json
import sys
import tempfile
from pathlib import Path

import pytest

from models.phonemes.zh import Mandarin, syllable
from pipeline.errors import ExtraMissing

SENTENCES = json.loads((Path(__file__).parent / "mandarin.json").read_text("utf-8"))


@pytest.mark.parametrize("sentence", SENTENCES)
def test_sentences_read_as_the_model_was_trained(mandarin, sentence):
    assert mandarin(sentence).phonemes == SENTENCES[sentence]


@pytest.mark.parametrize(
    ("pinyin", "phonemes"),
    [
        ("zhong1", "ꭧʊ→ŋ"), ("shi4", "ʂɨ↘"), ("si4", "sɨ↘"), ("nv3", "ny↓"), ("yuan2", "ɥɛ↗n"), ("ju2", "ʨy↗"),
        ("wei4", "wei↘"), ("you3", "jou↓"), ("yi1", "i→"), ("er2", "ɚ↗"), ("de5", "tɤ"), ("lun2", "lwə↗n"),
        ("yong4", "jʊ↘ŋ"), ("r5", "ɻ"), ("xyz", ""), ("", ""),
    ],
)  # fmt: skip
def test_syllables(pinyin, phonemes):
    assert syllable(pinyin) == phonemes


def test_readings_depend_on_the_word(mandarin):
    assert mandarin("银行").phonemes != mandarin("行人").phonemes
    assert "ꭧʰa↗ŋ" in mandarin("长城").phonemes
    assert "ꭧa↓ŋ" in mandarin("行长").phonemes


def test_marks_carry_over_and_long_dashes_are_one(mandarin):
    assert mandarin("好，《书》——（对）……吗？").phonemes == "xau↓, “ʂu→” — (twei↘) …ma?".replace("— (", "— (")


def test_letters_are_named_and_not_leaked(mandarin):
    read = mandarin("我用abc写")
    assert read.guessed == ("abc",)
    assert "b" not in read.phonemes


def test_opening_leaves_no_cache_and_no_noise(mandarin, tmp_path, monkeypatch, capfd):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    assert Mandarin()("你好").phonemes == "ni↓xau↓"
    assert list(tmp_path.iterdir()) == []
    assert capfd.readouterr() == ("", "")


def test_a_missing_extra_names_its_install_line(monkeypatch):
    monkeypatch.setitem(sys.modules, "jieba", None)
    with pytest.raises(ExtraMissing, match=r"pip install 'voicemill\[zh\]'"):
        Mandarin()("你好")


def test_marks_alone_need_no_dictionary(monkeypatch):
    monkeypatch.setitem(sys.modules, "jieba", None)
    assert Mandarin()("，。").phonemes == ", ."
