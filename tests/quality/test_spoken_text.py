"""What a real voice says is what was written, as an independent listener hears it."""

from pathlib import Path

import pytest

from models.loader import Loader
from models.options import ModelOptions
from pipeline.request import Request
from pipeline.say import say
from tests.quality import asr
from tests.support.weights import real_weights

pytestmark = [
    pytest.mark.quality,
    pytest.mark.weights,
    pytest.mark.timeout(900),
]  # a clean machine fetches 184 MB first
ENGLISH = """\
The mill stood where the road met the river, and for longer than anybody could remember it had turned grain into flour.

Then, one wet spring, a stranger came with a cart full of books. "I cannot eat these," said the miller. "What should I
do with them?" Nobody in that valley ever had to begin a story twice."""
MANDARIN = "今天的天气非常好，我们一起去公园散步吧。银行的行长说，这座城市的长城很有名。"


@pytest.fixture(scope="module")
def models() -> ModelOptions:
    return real_weights("kokoro", "piper-en-us-joe")


def spoken(models: ModelOptions, text: str, voice: str, output: Path) -> Path:
    loader = Loader(models)
    request = Request(text=text, voice=voice)
    model = loader.catalogue.resolve(voice).model
    made = say(text.encode(), request, synthesizer=loader.open(model), catalogue=loader.catalogue, output=output)
    assert made["unsupported_spans"] == []
    loader.close()
    return output


@pytest.mark.parametrize("voice", ["af_heart", "bm_george", "en_US-joe-medium"])
def test_english_is_understood_word_for_word(models, tmp_path, voice):
    path = spoken(models, ENGLISH, voice, tmp_path / "english.wav")
    assert asr.error_rate(asr.words(ENGLISH), asr.words(asr.heard(path, "en"))) <= 0.05


def test_mandarin_is_understood_syllable_for_syllable(models, tmp_path):
    path = spoken(models, MANDARIN, "zf_xiaobei", tmp_path / "mandarin.wav")
    found = asr.readings(asr.heard(path, "zh"))
    assert asr.error_rate(asr.syllables(MANDARIN), found, same=lambda wanted, got: wanted in got) <= 0.03


def test_a_script_that_no_voice_has_is_reported_with_its_text_and_the_rest_is_spoken(models, tmp_path):
    loader = Loader(models)
    made = say(
        "Her name was Анна, and she laughed.".encode(),
        Request(voice="af_heart"),
        synthesizer=loader.open("kokoro"),
        catalogue=loader.catalogue,
        output=tmp_path / "mixed.flac",
    )
    assert made["unsupported_spans"] == [{"text": "Анна", "language": "ru"}]
    assert made["duration_s"] > 1
