"""`voicemill say`, in this process, with the tone voice."""

import json
import os

import pytest
import soundfile as sf

import pipeline.encode
from models.loader import Loader
from models.options import ModelOptions
from models.tone import Tone
from pipeline.errors import EncodingError
from pipeline.ports import LanguageRun, Spelling

WORD = "Анна"


class Picky(Tone):
    """Speaks no Russian and no snowman, and has no lexicon."""

    def spell(self, runs, voice):
        text = "".join(run.text for run in runs)
        left = "".join(character for character in text if character.isascii()).strip()
        at = text.find(WORD)
        unsupported = (LanguageRun(WORD, "ru", at, at + len(WORD)),) if at >= 0 else ()
        unknown = {"☃": text.count("☃")} if "☃" in text else {}
        guessed = tuple(word for word in left.split() if word.istitle())
        return Spelling(left, len(left), left, unknown=unknown, unsupported=unsupported, guessed=guessed)


@pytest.fixture
def picky(monkeypatch):
    def opened(self, model):
        return Picky(self.catalogue.model(model), ModelOptions())

    monkeypatch.setattr(Loader, "open", opened)


def say(voicemill, *arguments, **more):
    return voicemill("say", "--voice", "tone", *arguments, **more)


def test_a_text_becomes_a_file_and_nothing_else_is_left(voicemill, tmp_path):
    made = say(voicemill, "Hello, mill.", "-o", "new/hello.flac")

    assert (made.code, made.out, made.err) == (0, "new/hello.flac\n", "")
    assert sf.info(tmp_path / "new/hello.flac").format == "FLAC"
    assert [path.name for path in (tmp_path / "new").iterdir()] == ["hello.flac"]


def test_standard_input_and_an_argument_sound_the_same(voicemill, tmp_path):
    say(voicemill, "Héllo.", "-o", "a.wav")
    say(voicemill, "-", "-o", "b.wav", stdin="Héllo.".encode())

    assert (tmp_path / "a.wav").read_bytes() == (tmp_path / "b.wav").read_bytes()


def test_what_could_not_be_spoken_is_told_on_standard_error(voicemill, picky):
    made = say(voicemill, f"she saw {WORD} ☃ twice ☃ with Kvothe and Bast.", "-o", "out.wav")

    assert (made.code, made.out) == (0, "out.wav\n")
    assert made.err.splitlines() == [
        f"voicemill: not spoken, no voice here for: {WORD!r} (ru)",
        "voicemill: not spoken, unknown symbols: '☃' 2 times",
        "voicemill: read by rule, in no lexicon: Bast., Kvothe",
    ]


def test_what_could_not_be_spoken_is_in_the_json_as_in_a_jobs_result(voicemill, picky):
    made = say(voicemill, f"she saw {WORD} ☃ twice ☃ with Kvothe.\n\nAnd {WORD} again.", "-o", "out.wav", "--json")

    said = json.loads(made.out)
    assert (made.code, made.err) == (0, "")
    assert said["unsupported_spans"] == [{"text": WORD, "language": "ru"}] * 2
    assert said["warnings"] == [
        {"code": "guessed_words", "text": "And", "count": 1},
        {"code": "guessed_words", "text": "Kvothe.", "count": 1},
        {"code": "unknown_symbols", "text": "☃", "count": 2},
        {"code": "unsupported_text", "text": "ru", "count": 2},
    ]


def test_guessed_words_stay_one_short_line(voicemill, picky):
    text = " ".join(f"Name{letter}" for letter in "abcdefghijklmnopqrst")
    (line,) = say(voicemill, text, "-o", "out.wav").err.splitlines()

    assert line.endswith("Nameh and 12 more")


@pytest.mark.parametrize("step", ["_write", "_verify"])
def test_a_failure_leaves_the_file_that_was_there(voicemill, tmp_path, monkeypatch, step):
    (tmp_path / "book.mp3").write_bytes(b"yesterday's")

    def full(path, *_rest):
        path.write_bytes(b"half of it")
        raise EncodingError("the disk is full")

    monkeypatch.setattr(pipeline.encode, step, full)
    made = say(voicemill, "Hello.", "-o", "book.mp3")

    assert (made.code, made.err) == (1, "voicemill: the disk is full\n")
    assert (tmp_path / "book.mp3").read_bytes() == b"yesterday's"
    assert [path.name for path in tmp_path.iterdir()] == ["book.mp3"]


def test_a_file_that_was_there_is_replaced(voicemill, tmp_path):
    (tmp_path / "book.wav").write_bytes(b"yesterday's")

    assert say(voicemill, "Hello.", "-o", "book.wav").code == 0
    assert sf.info(tmp_path / "book.wav").frames > 0


@pytest.mark.parametrize(
    ("output", "message"),
    [
        ("book.m4a", "cannot tell the format from 'book.m4a'; endings: .wav .flac .mp3 .opus"),
        ("book", "cannot tell the format from 'book'"),
        ("folder.wav", "'folder.wav' is a folder; name a file in it"),
    ],
)
def test_an_output_that_cannot_be_is_refused_before_anything_is_spoken(voicemill, tmp_path, output, message):
    (tmp_path / "folder.wav").mkdir()
    made = say(voicemill, "Hello.", "-o", output)

    assert made.code == 2
    assert message in made.err


def test_an_argument_in_an_old_encoding_is_read_as_a_file_is(voicemill, tmp_path):
    say(voicemill, os.fsdecode("un café noir".encode("latin-1")), "-o", "old.wav")
    say(voicemill, "un café noir", "-o", "new.wav")

    assert (tmp_path / "old.wav").read_bytes() == (tmp_path / "new.wav").read_bytes()


def test_an_argument_that_is_no_text_is_refused_in_a_sentence(voicemill):
    made = say(voicemill, os.fsdecode(b"\x01\x02\xff\xfe\x03"), "-o", "out.wav", "--json")

    assert (made.code, json.loads(made.out)["error"]["code"]) == (2, "bad_document")


def test_a_text_that_looks_like_a_flag_is_a_text(voicemill):
    made = say(voicemill, "-o", "out.m4a", "--", "--json")

    assert (made.code, made.out) == (2, "")
    assert made.err.startswith("voicemill: cannot tell the format")
