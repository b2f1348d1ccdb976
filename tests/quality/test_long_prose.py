"""A story of 1,500 words comes out whole: as many words as were written, no sentence left out, none said twice.

The sentences are cut here by a rule of the test's own, so that a fault of the product's cutting shows.
"""

import re
from difflib import SequenceMatcher
from pathlib import Path

import pytest

from models.loader import Loader
from pipeline.normalize.spoken import normalize
from pipeline.request import Request
from pipeline.say import say
from tests.quality import asr
from tests.support.weights import real_weights

PROSE = Path(__file__).with_name("prose.md")
VOICE = "en_US-joe-medium"  # ten minutes of speech: the faster model
_END = re.compile(r"(?<=[.!?:])[”\"]?\s+|\n\n+")


def spoken_words(text: str) -> list[str]:
    """Return the words of a text, the digits that the judge likes to write as words."""
    return asr.words(normalize(text, "en"))


def sentences(prose: str) -> list[str]:
    bare = re.sub(r"(?m)^#+ ", "", prose)
    return [each for each in _END.split(bare) if spoken_words(each)]


def faults(written: list[list[str]], heard: list[str]) -> list[str]:
    """Return the sentences that were left out, and the runs of words that were said and not written.

    What was heard as other words was said all the same: a sentence is left out where the words at its place are fewer
    than half of its own.
    """
    words = [word for sentence in written for word in sentence]
    said = [0.0] * len(words)
    told = []
    for kind, start, end, from_, to in SequenceMatcher(None, words, heard, autojunk=False).get_opcodes():
        if kind in {"equal", "replace"}:
            said[start:end] = [min(1.0, (to - from_) / (end - start))] * (end - start)
        if (to - from_) - (end - start) >= 4:
            told.append("not written: " + " ".join(heard[from_:to]))
    at = 0
    for sentence in written:
        if sum(said[at : at + len(sentence)]) * 2 < len(sentence):
            told.append("left out: " + " ".join(sentence))
        at += len(sentence)
    return told


@pytest.mark.quality
@pytest.mark.weights
@pytest.mark.timeout(1800)
def test_every_sentence_of_a_story_is_said_once(tmp_path):
    prose = PROSE.read_text("utf-8")
    written = [spoken_words(sentence) for sentence in sentences(prose)]
    loader = Loader(real_weights("piper-en-us-joe"))
    synthesizer = loader.open(loader.catalogue.resolve(VOICE).model)
    made = say(
        prose.encode(),
        Request(text="", voice=VOICE, media_type="text/markdown"),
        synthesizer=synthesizer,
        catalogue=loader.catalogue,
        output=tmp_path / "story.wav",
    )
    loader.close()
    heard = spoken_words(asr.heard(tmp_path / "story.wav", "en"))
    count = sum(map(len, written))
    wrong = asr.edits([word for sentence in written for word in sentence], heard)
    print(f"{VOICE}: {made['duration_s']:.0f} s, {count} words written, {len(heard)} heard, {wrong / count:.1%} wrong")
    print("\n".join(faults(written, heard)))
    assert made["unsupported_spans"] == []
    assert count >= 1500
    assert abs(len(heard) - count) <= 0.02 * count
    assert faults(written, heard) == []


def test_the_alignment_tells_a_sentence_left_out_and_one_said_twice():
    written = [spoken_words(sentence) for sentence in sentences(PROSE.read_text("utf-8"))]
    everything = [word for sentence in written for word in sentence]
    assert len(everything) >= 1500
    assert faults(written, everything) == []
    longer = [place for place, sentence in enumerate(written) if len(sentence) >= 4]
    for place in longer[::17]:
        without = [word for at, sentence in enumerate(written) if at != place for word in sentence]
        assert faults(written, without) == ["left out: " + " ".join(written[place])]
        twice = [word for at, each in enumerate(written) for word in each * (2 if at == place else 1)]
        assert len(faults(written, twice)) == 1
