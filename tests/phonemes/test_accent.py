"""English words as a Mandarin voice is given them."""

import pytest

from models.phonemes.accent import in_mandarin


@pytest.mark.parametrize(
    ("english", "given"),
    [
        ("tˈɜɹmənᵊl", "tʰˈɜɹmənᵊl"),
        ("pɹˈæktəs", "pʰɹˈæktʰəs"),
        ("mˈiɾɪŋ", "mˈitʰɪŋ"),
        ("spˈik", "spˈik"),
        ("kwˈIət", "kʰwˈIət"),
        ("dˈɑkəɹ", "dˈɑkʰəɹ"),
        ("ɡˈOld", "ɡˈOld"),
    ],
)
def test_stops_before_a_vowel_are_breathed_and_flaps_are_stops(english, given):
    assert in_mandarin(english) == given


def test_only_a_mandarin_voice_is_given_them(tmp_path):
    from models.kokoro import Kokoro
    from models.loader import Loader
    from models.options import ModelOptions
    from pipeline.language import language_runs
    from pipeline.voices import VoiceBlend

    kokoro = Loader(ModelOptions(folder=tmp_path)).open("kokoro")
    assert isinstance(kokoro, Kokoro)

    def units(voice):
        return kokoro.spell(language_runs("two teams", "en"), VoiceBlend("kokoro", ((voice, 1.0),))).units

    assert ["ʰ" in units(voice) for voice in ("zf_xiaobei", "af_heart", "bf_emma", "jf_alpha")] == [
        True,
        False,
        False,
        False,
    ]
