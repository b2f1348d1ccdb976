"""Requests over the wire: the model and the committed schema say the same."""

import json
from pathlib import Path

import jsonschema
import pytest

from pipeline.errors import EmptyText, InputError, InvalidRequest, TextTooLong, UnsupportedFormat
from tasks.messages import parse_request, request_to_json

SCHEMA = json.loads((Path(__file__).parents[2] / "tasks" / "schema" / "request.json").read_text("utf-8"))
GOOD = [
    {"version": 1, "text": "Hello.", "voice": "af_heart"},
    {"version": 1, "source": "inbox/abc/text", "voice": "af_heart:0.6+af_bella:0.4", "speed": 2},
    {"version": 1, "source": "s3://books/a/b.txt", "voice": "x", "media_type": "text/markdown", "language": "zh"},
    {"version": 1, "text": "你好。", "voice": "x", "formats": ["wav", "opus"], "options": {"mp3_kbps": 64, "seed": 7}},
    {"version": 1, "text": "a", "voice": "x", "options": {"pauses_s": {"sentence": 0.5}, "book": True}},
    {"version": 1, "text": "a", "voice": "x", "options": {"voices": {"en": "y"}, "emoji": "name"}},
    {"version": 1, "text": "a", "voice": "x", "options": {"lexicon": [{"word": "a", "ipa": "eɪ", "language": "en"}]}},
    {"version": 1, "text": "a", "voice": "x", "options": {"lexicon": [{"word": "a", "say": "b", "case": True}]}},
    {"version": 1, "text": "a", "voice": "x", "metadata": {"k": "v"}, "priority": "long", "ttl_s": 60, "webhook": None},
    {"version": 1, "id": "my-job.1", "text": "a", "voice": "x", "model": "kokoro"},
]
BAD = [
    {},
    {"version": 2, "text": "a", "voice": "x"},
    {"version": "1", "text": "a", "voice": "x"},
    {"version": 1, "text": "a"},
    {"version": 1, "voice": "x"},
    {"version": 1, "text": "a", "source": "inbox/a/b", "voice": "x"},
    {"version": 1, "text": "a", "voice": "x", "voise": "y"},
    {"version": 1, "text": "a", "voice": "x", "speed": 3},
    {"version": 1, "text": "a", "voice": "x", "speed": "1"},
    {"version": 1, "text": "a", "voice": "x", "formats": []},
    {"version": 1, "text": "a", "voice": "x", "formats": ["m4a"]},
    {"version": 1, "text": "a", "voice": "x", "options": {"steps": 3}},
    {"version": 1, "text": "a", "voice": "x", "options": {"mp3_kbps": 65}},
    {"version": 1, "text": "a", "voice": "x", "options": {"pauses_s": {"sentence": -1}}},
    {"version": 1, "text": "a", "voice": "x", "options": {"pauses_s": {"sneeze": 1}}},
    {"version": 1, "text": "a", "voice": "x", "options": {"lexicon": [{"word": "a"}]}},
    {"version": 1, "text": "a", "voice": "x", "options": {"lexicon": [{"word": "a " * 17, "say": "b"}]}},
    {"version": 1, "text": "a", "voice": "x", "options": {"lexicon": [{"word": "a", "say": "b", "ipa": "c"}]}},
    {"version": 1, "text": "a", "voice": "x", "options": {"voices": {"English": "af_heart"}}},
    {"version": 1, "text": "a", "voice": "x", "options": {"emoji": "sing"}},
    {"version": 1, "text": "a", "voice": "x", "media_type": "application/pdf"},
    {"version": 1, "text": "a", "voice": "x", "ttl_s": 1},
    {"version": 1, "text": "a", "voice": "x", "webhook": "https://example.org"},
    {"version": 1, "text": "a", "voice": "x", "metadata": {"k": 1}},
    {"version": 1, "text": "a", "voice": "x", "id": "../etc"},
    {"version": 1, "text": "a", "voice": "x" * 1001},
    {"version": 1, "text": "a", "voice": "x", "model": "x" * 201},
    {"version": 1, "text": "a", "voice": "x", "language": "x" * 101},
    {"version": 1, "text": "a", "voice": "x", "metadata": {"x" * 101: ""}},
    {"version": 1, "source": "s3://bucket/" + "x" * 2000, "voice": "x"},
    {"version": 1, "source": "file:///etc/passwd", "voice": "x"},
    {"version": 1, "source": "inbox/../secrets", "voice": "x"},
    {"version": 1, "text": "", "voice": "x"},
    "text",
    None,
]


@pytest.mark.parametrize("data", GOOD, ids=json.dumps)
def test_what_the_schema_allows_is_taken_and_survives_the_round_trip(data):
    jsonschema.validate(data, SCHEMA)
    request = parse_request(data)
    wire = request_to_json(request)
    jsonschema.validate(wire, SCHEMA)
    assert parse_request(wire) == request


@pytest.mark.parametrize("data", BAD, ids=json.dumps)
def test_what_the_schema_refuses_is_refused_with_a_named_error(data):
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(data, SCHEMA)
    with pytest.raises(InputError):
        parse_request(data)


def test_every_wrong_key_is_named_with_what_is_known():
    with pytest.raises(InvalidRequest, match=r"speed: .*\(given 9\); voise: unknown key; known: .*voice"):
        parse_request({"version": 1, "text": "a", "voice": "x", "voise": "y", "speed": 9})


def test_text_is_measured_in_bytes_of_utf_8():
    parse_request({"version": 1, "text": "字" * 21_333, "voice": "x"})
    with pytest.raises(TextTooLong, match="64,002 bytes"):
        parse_request({"version": 1, "text": "字" * 21_334, "voice": "x"})


def test_blank_text_unsupported_format_and_lone_surrogates_have_errors_of_their_own():
    with pytest.raises(EmptyText):
        parse_request({"version": 1, "text": " \n", "voice": "x"})
    with pytest.raises(UnsupportedFormat, match="offered: wav, flac, mp3, opus"):
        parse_request({"version": 1, "text": "a", "voice": "x", "formats": ["m4a"]})
    with pytest.raises(InvalidRequest, match="cannot be written as JSON in UTF-8"):
        parse_request({"version": 1, "text": "a\ud800", "voice": "x"})
