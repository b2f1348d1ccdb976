"""The book that planning is measured with: always the same, and no sentence twice."""

import pytest

from benchmarks.book_text import book
from pipeline.documents.plain import read_plain
from pipeline.sentences import split_sentences


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_book_is_the_same_each_time_and_has_no_sentence_twice(language):
    text = book(language, 8_000)
    chapters = read_plain(text).chapters

    sentences = [
        sentence.text
        for chapter in chapters
        for block in chapter.blocks
        for sentence in split_sentences(chapter.text, block, language, 0)
    ]

    assert text == book(language, 8_000)
    assert len(chapters) == 3
    assert len(sentences) > 300
    assert len(set(sentences)) == len(sentences)
