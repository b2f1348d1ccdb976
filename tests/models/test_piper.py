import numpy as np
import pytest

from models.catalog import load_entries
from models.loader import Loader
from models.piper import Piper
from pipeline.errors import ModelMissing, SynthesisError
from pipeline.ports import LanguageRun

STEM = "en_XX-fake-low"


@pytest.fixture
def piper(options, drop_piper):
    drop_piper("amy")
    return Loader(options).open("piper-amy")


@pytest.fixture
def say(piper, voice, noise):
    def speak(units="hello", *, speed=1.0, seed=0):
        generator = lambda stage, attempt: noise(stage, attempt, seed)  # noqa: E731 - two arguments bound to a third
        return piper.synthesize(units, voice("piper-amy", **{STEM: 1.0}), speed=speed, noise=generator)

    return speak


def test_phonemes_are_framed_and_padded_as_the_voice_was_trained(say):
    ids = 2 * len("hello") + 3  # ^ _ h _ e _ l _ l _ o _ $

    audio = say("hello")

    assert len(audio.samples) == 64 * ids
    assert audio.sample_rate == 22050
    table = {symbol: number for number, symbol in enumerate(["_", "^", "$", " ", ".", *"abcdefghijklmnopqrstuvwxyz"])}
    mean = (table["^"] + table["$"] + sum(table[letter] for letter in "hello")) / ids
    assert audio.samples.mean() == pytest.approx(mean * 0.001, abs=0.001)


def test_the_same_segment_gives_the_same_bytes_and_another_seed_other_ones(say):
    assert say().samples.tobytes() == say().samples.tobytes()
    assert say().samples.tobytes() != say(seed=1).samples.tobytes()


def test_both_noises_come_from_stages_of_the_caller_s_generator(piper, voice, noise):
    asked = []

    def watched(stage, attempt):
        asked.append((stage, attempt))
        return noise(stage, attempt)

    piper.synthesize("hello", voice("piper-amy", **{STEM: 1.0}), speed=1.0, noise=watched)

    assert asked == [(0, 0), (1, 0)]


def test_speech_much_longer_than_expected_still_speaks(options, drop_piper, piper_graphs, voice, noise):
    drop_piper("long", stem="long", graph=piper_graphs(samples_per_id=3000))
    piper = Loader(options).open("piper-long")

    audio = piper.synthesize("hi", voice("piper-long", long=1.0), speed=1.0, noise=noise)

    assert len(audio.samples) == 3000 * 7


def test_length_scale_is_divided_by_speed_and_noise_scales_come_from_the_voice(options, drop_piper, voice, noise):
    seen = {}

    class Spy:
        inputs = ("input", "input_lengths", "scales")

        def require(self, *names):
            assert names == self.inputs

        def run(self, feeds):
            seen.update(feeds)
            return np.zeros(10, np.float32)

    drop_piper("amy", inference={"noise_scale": 0.3, "length_scale": 1.2, "noise_w": 0.4})
    piper = Piper(load_entries(options)["piper-amy"], options)
    piper._session = Spy()  # type: ignore[assignment]  # stands in for a Session
    piper.synthesize("hi", voice("piper-amy", **{STEM: 1.0}), speed=1.5, noise=noise)

    assert seen["scales"] == pytest.approx([0.3, 0.8, 0.4])
    assert seen["input_lengths"] == [7]
    assert "sid" not in seen


def test_speakers_of_one_voice_differ(options, drop_piper, piper_graphs, voice, noise):
    drop_piper(
        "many", stem="v", graph=piper_graphs(speakers=True), num_speakers=2, speaker_id_map={"anna": 0, "carl": 1}
    )
    piper = Loader(options).open("piper-many")

    def mean(name):
        return piper.synthesize("hi", voice("piper-many", **{name: 1.0}), speed=1.0, noise=noise).samples.mean()

    assert mean("v#carl") - mean("v#anna") == pytest.approx(0.2, abs=1e-4)
    with pytest.raises(SynthesisError, match="v#anna, v#carl"):
        mean("v#berta")


def test_a_composed_symbol_is_spoken_by_its_parts_when_the_voice_knows_only_those(say):
    assert np.array_equal(say("ã").samples, say("a\u0303").samples)


@pytest.mark.parametrize(("units", "says"), [("h9", "'9'"), ("h_", "'_'"), ("", "empty")])
def test_unknown_and_framing_symbols_are_errors_of_the_text(say, units, says):
    with pytest.raises(SynthesisError, match=says):
        say(units)


def test_limits_are_phonemes_and_shrink_with_slow_speech(piper):
    assert (piper.limits(1.0).aim, piper.limits(0.5).aim) == (160, 80)


def test_a_pinned_voice_that_was_not_pulled_names_the_command(options, voice, noise):
    piper = Loader(options).open("piper-en-us-joe")

    with pytest.raises(ModelMissing, match="voicemill models pull piper-en-us-joe"):
        piper.synthesize("h", voice("piper-en-us-joe", **{"en_US-joe-medium": 1.0}), speed=1.0, noise=noise)


def test_english_is_spelled_in_the_voice_s_own_symbols_and_what_it_lacks_is_counted(piper, voice):
    spelling = piper.spell([LanguageRun("Hello world.", "en", 0, 12)], voice("piper", any=1.0))

    assert spelling.units
    assert spelling.cost == len(spelling.units)
    assert set(spelling.units) <= {symbol for symbol in piper._config.phoneme_id_map if symbol not in "^_$"}
    assert spelling.unknown  # the generated voice has no ɜ: reported, not dropped in silence
