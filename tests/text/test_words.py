import importlib.util
import os
import sys

import pytest

from pipeline import words
from pipeline.words import word_ends


def cut(text: str) -> list[str]:
    ends = word_ends(text, 0, len(text))
    return [text[start:end] for start, end in zip([0, *ends], ends, strict=False)]


def need(module: str) -> None:
    """Skip where a segmenter is not installed; on CI it must be."""
    if importlib.util.find_spec(module) is None:
        if os.environ.get("CI"):
            pytest.fail(f"{module} must be installed on CI")
        pytest.skip(f"{module} is not installed")


@pytest.fixture
def no_segmenters(monkeypatch):
    words._segmenter.cache_clear()
    monkeypatch.setattr(words, "find_spec", lambda name: None)
    yield
    words._segmenter.cache_clear()


def test_words_end_at_spaces_and_numbers_keep_their_units(no_segmenters):
    assert cut("a rope of 12.5 kg for 1 234 €") == ["a ", "rope ", "of ", "12.5 kg ", "for ", "1 234 €"]


@pytest.mark.parametrize(
    "text", ["今天天气很好我们去看海", "今日は天気がいいので海を見に行く", "价格1,234.56万元起", "word", "…"]
)
def test_without_segmenters_character_classes_still_cut_and_lose_nothing(no_segmenters, text):
    assert "".join(cut(text)) == text


def test_without_segmenters_closing_marks_stay_with_what_they_close(no_segmenters):
    assert not [word for word in cut("好的，是吗？）然后走了") if word[0] in "，？）"]


def test_chinese_words_are_jiebas_where_it_is_installed():
    need("jieba")

    assert "北京大学" in cut("我们北京大学的学生")
    assert "jieba" in sys.modules


def test_japanese_phrases_are_budouxs_where_it_is_installed():
    need("budoux")

    assert cut("今日は天気がとても良いですね")[0] == "今日は"
