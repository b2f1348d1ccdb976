import signal
import subprocess
import sys
import unicodedata

import numpy as np
import pytest

from models.catalog import load_catalogue
from models.options import ModelOptions
from models.tone import LEAD_S, TRAIL_S, Tone
from pipeline.errors import SynthesisError
from pipeline.ports import LanguageRun
from pipeline.voices import VoiceBlend

TONE = VoiceBlend("tone", (("tone", 1.0),))
LOW = VoiceBlend("tone", (("tone-low", 1.0),))


@pytest.fixture
def tone(options):
    return Tone(load_catalogue(options).model("tone"), options)


def runs(*texts):
    return [LanguageRun(text, "en", 0, len(text)) for text in texts]


def test_it_spells_the_text_itself_composed_and_with_white_space_collapsed(tone, voice):
    decomposed = unicodedata.normalize("NFD", "Café")

    spelling = tone.spell(runs(f"  {decomposed}\n\tau ", "lait "), voice("tone", tone=1.0))

    assert spelling.units == spelling.spoken == "Café au lait"
    assert spelling.cost == 12
    assert not spelling.unknown
    assert not spelling.unsupported


@pytest.mark.parametrize("speed", [0.5, 1.0, 2.0])
def test_audio_is_as_long_as_expected(tone, noise, speed):
    text = "It was a bright cold day, 三月 and all."

    audio = tone.synthesize(text, TONE, speed=speed, noise=noise)

    assert audio.sample_rate == 24000
    assert audio.samples.dtype == np.float32
    assert audio.duration_s == pytest.approx(tone.expected_s(len(text), speed), abs=0.002)


def test_equal_segments_give_equal_bytes_and_another_seed_other_ones(tone, noise):
    def say(seed):
        audio = tone.synthesize("hello", TONE, speed=1.0, noise=lambda s, a: noise(s, a, seed))
        return audio.samples.tobytes()

    assert say(0) == say(0)
    assert say(0) != say(1)


def test_text_and_voice_are_both_heard(tone, noise):
    def say(text, voice):
        return tone.synthesize(text, voice, speed=1.0, noise=noise).samples

    assert not np.array_equal(say("abc", TONE), say("abd", TONE))
    assert not np.array_equal(say("abc", TONE), say("abc", LOW))
    assert np.abs(say("abc", TONE)).max() <= 1.0


def test_it_begins_and_ends_in_near_silence_which_is_not_digital_zero(tone, noise):
    audio = tone.synthesize("hello", TONE, speed=1.0, noise=noise)
    lead, trail = round(LEAD_S * 24000), round(TRAIL_S * 24000)

    for edge in (audio.samples[:lead], audio.samples[-trail:]):
        assert 0 < np.abs(edge).max() < 0.001
    assert np.abs(audio.samples[lead:-trail]).max() > 0.2


def test_limits_shrink_with_slow_speech_and_do_not_grow_with_fast(tone):
    assert (tone.limits(1.0).least, tone.limits(1.0).aim, tone.limits(1.0).most) == (20, 120, 250)
    assert tone.limits(0.5).most == 125
    assert tone.limits(2.0) == tone.limits(1.0)


def test_slowness_is_slept_and_changes_no_sample(tone, options, noise, monkeypatch):
    clock = [0.0]
    naps = []

    def nap(seconds):
        naps.append(seconds)
        clock[0] += seconds

    monkeypatch.setattr("models.tone.time.monotonic", lambda: clock[0])
    monkeypatch.setattr("models.tone.time.sleep", nap)
    slow = Tone(tone.card, options.model_copy(update={"tone_rtf": 0.5}))

    audio = slow.synthesize("hello", TONE, speed=1.0, noise=noise)

    assert sum(naps) == pytest.approx(0.5 * audio.duration_s)
    assert max(naps) <= 0.05
    naps.clear()
    assert np.array_equal(tone.synthesize("hello", TONE, speed=1.0, noise=noise).samples, audio.samples)
    assert not naps


def test_nothing_and_an_unknown_voice_are_errors_of_the_text(tone, noise):
    with pytest.raises(SynthesisError, match="empty"):
        tone.synthesize("", TONE, speed=1.0, noise=noise)
    with pytest.raises(SynthesisError, match="tone-low"):
        tone.synthesize("a", VoiceBlend("tone", (("bass", 1.0),)), speed=1.0, noise=noise)
    with pytest.raises(SynthesisError, match="out of range"):
        tone.synthesize("a", TONE, speed=3.0, noise=noise)


def test_poison_kills_the_process_that_speaks_it_and_no_other_text_does(tmp_path):
    code = """
import numpy, sys
from models.loader import Loader
from models.options import ModelOptions
from pipeline.voices import VoiceBlend
tone = Loader(ModelOptions(folder=sys.argv[1], tone_poison="arsenic")).open("tone")
for text in ("tea", "tea with arsenic"):
    voice = VoiceBlend("tone", (("tone", 1.0),))
    print(len(tone.synthesize(text, voice, speed=1.0, noise=lambda s, a: numpy.random.default_rng(0)).samples), flush=True)
"""
    done = subprocess.run([sys.executable, "-c", code, str(tmp_path)], capture_output=True, text=True, check=False)

    assert done.returncode == -signal.SIGKILL
    assert len(done.stdout.split()) == 1


def test_without_poison_no_text_kills(tone, noise):
    assert ModelOptions().tone_poison == ""
    assert tone.synthesize("arsenic", TONE, speed=1.0, noise=noise).duration_s > 0
