"""How well an independent listener understands each language that a Kokoro voice speaks.

Twelve sentences of everyday narration a language, in `languages/`; a language is measured when its file is there. What
is compared is what the ear can tell: words, and where writing hides the sound, syllables (zh) or kana (ja).
"""

from dataclasses import dataclass
from pathlib import Path

import pytest

from models.loader import Loader
from pipeline.request import Request
from pipeline.say import say
from tests.quality import asr
from tests.support.weights import real_weights

pytestmark = [pytest.mark.quality, pytest.mark.weights, pytest.mark.timeout(900)]
TEXTS = Path(__file__).parent / "languages"


@dataclass(frozen=True, slots=True)
class Measure:
    voice: str
    most: float  #: errors per word (zh: per syllable, ja: per kana)


MEASURES = {
    "en": Measure("af_heart", 0.04),
    "zh": Measure("zf_xiaobei", 0.05),
    "ja": Measure("jf_alpha", 0.07),
    "es": Measure("ef_dora", 0.06),
    "fr": Measure("ff_siwis", 0.10),
    "it": Measure("if_sara", 0.05),
    "pt": Measure("pf_dora", 0.05),
}


@pytest.mark.parametrize("language", sorted(each for each in MEASURES if (TEXTS / f"{each}.txt").exists()))
def test_a_language_is_understood_as_well_as_it_should_be(language, tmp_path):
    measure = MEASURES[language]
    sentences = (TEXTS / f"{language}.txt").read_text("utf-8").splitlines()
    loader = Loader(real_weights("kokoro"))
    synthesizer = loader.open("kokoro")
    request = Request(text="", voice=measure.voice)
    wrong = length = 0
    lines = []
    for number, sentence in enumerate(sentences):
        path = tmp_path / f"{number}.wav"
        made = say(sentence.encode(), request, synthesizer=synthesizer, catalogue=loader.catalogue, output=path)
        assert made["unsupported_spans"] == made["warnings"] == []
        transcript = asr.heard(path, language)
        errors, units = asr.errors(language, sentence, transcript)
        wrong, length = wrong + errors, length + units
        lines += [f"{errors:2} of {units:2} wrong | {sentence}", f"{'':11} heard | {transcript}"] if errors else []
    loader.close()
    print("\n".join(lines))
    report = (
        f"{language} ({measure.voice}): {wrong} of {length} wrong, {wrong / length:.1%}, at most {measure.most:.0%}"
    )
    print(report)
    assert len(sentences) == 12
    assert wrong <= measure.most * length, report
