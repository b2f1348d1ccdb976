import numpy as np
import pytest

from models.fetch import pull_entry
from models.kokoro import Kokoro, vocabulary
from models.options import ModelOptions
from pipeline.errors import ModelDamaged, ModelMissing, SynthesisError
from pipeline.ports import LanguageRun


@pytest.fixture
def kokoro(kokoro_entry):
    pull_entry(kokoro_entry)
    return Kokoro(kokoro_entry, ModelOptions(folder=kokoro_entry.folder.parent))


def test_it_pads_the_tokens_and_takes_the_style_row_of_their_number_without_pads(kokoro, voice, noise):
    audio = kokoro.synthesize("həlˈO", voice("kokoro", af_one=1.0), speed=1.0, noise=noise)

    ids = [0, *(vocabulary()[symbol] for symbol in "həlˈO"), 0]
    expected = np.repeat(np.array(ids, np.float32) / 200 + np.float32(0.005), 240)
    assert audio.sample_rate == 24000
    np.testing.assert_allclose(audio.samples, expected, atol=1e-6)


def test_a_blend_mixes_the_style_rows_by_weight(kokoro, voice, noise):
    def mean(**parts):
        return kokoro.synthesize("hhhh", voice("kokoro", **parts), speed=1.0, noise=noise).samples.mean()

    assert mean(af_one=0.75, af_two=0.25) == pytest.approx(0.75 * mean(af_one=1.0) + 0.25 * mean(af_two=1.0), abs=1e-6)
    assert mean(af_one=1.0) != pytest.approx(mean(af_two=1.0), abs=1e-3)


def test_speed_reaches_the_graph(kokoro, voice, noise):
    def length(speed):
        return len(kokoro.synthesize("hello", voice("kokoro", af_one=1.0), speed=speed, noise=noise).samples)

    assert length(0.5) == 2 * length(1.0) == 4 * length(2.0)


def test_an_unknown_symbol_is_an_error_and_never_dropped(kokoro, voice, noise):
    with pytest.raises(SynthesisError, match="no symbol for '9', 'g'") as caught:
        kokoro.synthesize("hg9", voice("kokoro", af_one=1.0), speed=1.0, noise=noise)
    assert caught.value.details["unknown"] == ["9", "g"]


@pytest.mark.parametrize(("units", "speed", "says"), [("", 1.0, "empty"), ("h", 0.4, "speed"), ("h" * 511, 1.0, "510")])
def test_what_cannot_be_spoken_is_an_error_of_the_text(kokoro, voice, noise, units, speed, says):
    with pytest.raises(SynthesisError, match=says):
        kokoro.synthesize(units, voice("kokoro", af_one=1.0), speed=speed, noise=noise)


def test_a_text_of_as_many_phonemes_as_there_are_rows_still_speaks(kokoro, voice, noise):
    assert kokoro.synthesize("h" * 510, voice("kokoro", af_one=1.0), speed=1.0, noise=noise).duration_s > 5


def test_output_over_full_scale_is_clipped(kokoro, voice, noise):
    audio = kokoro.synthesize("a" + "ꭧ" * 500, voice("kokoro", af_one=1.0), speed=1.0, noise=noise)

    assert np.abs(audio.samples).max() <= 1.0


def test_limits_keep_slow_speech_as_long_as_fast_speech(kokoro):
    normal, slow = kokoro.limits(1.0), kokoro.limits(0.5)

    assert (normal.least, normal.aim, normal.most) == (40, 160, 220)
    assert (slow.least, slow.aim, slow.most) == (20, 80, 110)
    assert kokoro.limits(2.0) == normal
    assert kokoro.expected_s(slow.most, 0.5) <= kokoro.expected_s(normal.most, 1.0)


def test_expected_length_follows_the_measured_table(kokoro):
    for phonemes, seconds in ((43, 2.98), (99, 5.95), (141, 8.30), (195, 11.6), (293, 16.8)):
        assert kokoro.expected_s(phonemes, 1.0) == pytest.approx(seconds, rel=0.06)


def test_missing_and_damaged_voices_say_so(kokoro, kokoro_entry, voice, noise):
    path = kokoro_entry.path("voices/af_one.bin")
    path.write_bytes(b"short")
    with pytest.raises(ModelDamaged, match="af_one"):
        kokoro.synthesize("h", voice("kokoro", af_one=1.0), speed=1.0, noise=noise)
    path.unlink()
    with pytest.raises(ModelMissing, match="voicemill models pull kokoro"):
        kokoro.synthesize("h", voice("kokoro", af_one=1.0), speed=1.0, noise=noise)


def test_it_speaks_again_after_close(kokoro, voice, noise):
    first = kokoro.synthesize("h", voice("kokoro", af_one=1.0), speed=1.0, noise=noise)
    kokoro.close()

    assert np.array_equal(
        kokoro.synthesize("h", voice("kokoro", af_one=1.0), speed=1.0, noise=noise).samples, first.samples
    )


def test_the_vocabulary_is_the_model_s_own():
    table = vocabulary()

    assert len(table) == len(set(table.values())) == 114
    assert table[" "] == 16
    assert "g" not in table  # ASCII g: the model has ɡ, U+0261
    assert "ɡ" in table


def test_text_is_spelled_in_symbols_that_the_model_has(kokoro, voice):
    text = "Hello world, it is 3 o'clock."

    spelling = kokoro.spell([LanguageRun(text, "en", 0, len(text))], voice("kokoro", af_one=1.0))

    assert spelling.cost == len(spelling.units) > 15
    assert set(spelling.units) <= set(vocabulary())
    assert not spelling.unsupported


def test_a_british_voice_is_given_british_phonemes_and_the_heaviest_voice_decides(kokoro, voice):
    runs = [LanguageRun("The clerk cannot bath.", "en", 0, 22)]
    american = kokoro.spell(runs, voice("kokoro", af_one=0.6, bf_two=0.4)).units
    british = kokoro.spell(runs, voice("kokoro", af_one=0.4, bf_two=0.6)).units

    assert "ɹk" in american
    assert "klˈɑːk" in british
