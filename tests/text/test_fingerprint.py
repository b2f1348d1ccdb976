"""Keys are equal exactly when what is heard is equal."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from pipeline import fingerprint as keys
from pipeline.request import Request
from pipeline.voices import ModelCard, VoiceBlend

CARD = ModelCard("m", "rev1", 24_000, ("en",), ())
SAME: dict[str, Any] = {
    "card": CARD,
    "voice": VoiceBlend("m", (("a", 0.4), ("b", 0.6))),
    "speed": 1.0,
    "units": "hɛˈloʊ",
    "seed": 0,
}


@pytest.mark.parametrize(
    "change",
    [
        {"card": replace(CARD, revision="rev2")},
        {"card": replace(CARD, id="n")},
        {"voice": VoiceBlend("m", (("a", 0.5), ("b", 0.5)))},
        {"voice": VoiceBlend("m", (("a", 1.0),))},
        {"speed": 1.05},
        {"units": "hɛˈloʊ."},
        {"seed": 1},
    ],
)
def test_whatever_changes_the_sound_changes_the_key(change):
    assert keys.segment_fingerprint(**{**SAME, **change}) != keys.segment_fingerprint(**SAME)


@pytest.mark.parametrize(
    "change",
    [
        {"speed": 1},
        {"voice": VoiceBlend("m", (("b", 0.6), ("a", 0.4)))},
        {"card": replace(CARD, languages=("en", "fr"))},
    ],
)
def test_what_is_not_heard_changes_no_key(change):
    assert keys.segment_fingerprint(**{**SAME, **change}) == keys.segment_fingerprint(**SAME)


@pytest.mark.parametrize("version", ["POSTPROCESSING_VERSION", "RENDERING_VERSION"])
def test_a_version_renews_the_renderings(version, monkeypatch):
    request = Request(voice="a", text="x").canonical("0" * 64)
    before = keys.rendering_fingerprint(request, "rev1")

    monkeypatch.setattr(keys, version, 99)

    assert keys.rendering_fingerprint(request, "rev1") != before


def test_a_rendering_is_of_one_request_and_one_model_revision():
    request = Request(voice="a", text="x", formats=("mp3", "wav"))
    again = replace(request, formats=("wav", "mp3"), metadata={"who": "cares"})

    fingerprint = keys.rendering_fingerprint(request.canonical(keys.text_sha256(b"x")), "rev1")

    assert fingerprint == keys.rendering_fingerprint(again.canonical(keys.text_sha256(b"x")), "rev1")
    assert fingerprint != keys.rendering_fingerprint(request.canonical(keys.text_sha256(b"y")), "rev1")
    assert fingerprint != keys.rendering_fingerprint(request.canonical(keys.text_sha256(b"x")), "rev2")


def test_canonical_json_is_one_spelling_and_refuses_what_json_lacks():
    assert keys.canonical_json({"b": 1, "a": "é"}) == b'{"a":"\\u00e9","b":1}'
    with pytest.raises(ValueError, match="JSON compliant"):
        keys.canonical_json(float("nan"))


def test_keys_name_folders_by_fingerprint():
    fingerprint = "ab" * 32

    assert keys.segment_key(fingerprint) == f"segments/ab/{fingerprint}.flac"
    assert keys.render_key(fingerprint, "plan.json") == f"renders/{fingerprint}/plan.json"


def test_noise_is_a_function_of_seed_segment_stage_and_attempt():
    def draw(seed: int, fingerprint: str, stage: int, attempt: int) -> list[float]:
        return list(keys.noise_for(seed, fingerprint)(stage, attempt).standard_normal(3))

    first = draw(0, "a" * 64, 0, 0)

    assert first == draw(0, "a" * 64, 0, 0)
    others = [draw(1, "a" * 64, 0, 0), draw(0, "b" * 64, 0, 0), draw(0, "a" * 64, 1, 0), draw(0, "a" * 64, 0, 1)]
    assert all(first != other for other in others)
    expected = np.random.Generator(np.random.PCG64(np.random.SeedSequence([0, int("a" * 64, 16), 0, 0])))
    assert first == list(expected.standard_normal(3))
