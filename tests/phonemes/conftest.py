"""Front ends, opened once: the word lists take a while."""

import importlib.util
import os

import pytest

from models.phonemes.en import English
from models.phonemes.espeak import Espeak, installed
from models.phonemes.ja import Japanese
from models.phonemes.zh import Mandarin

#: Kokoro v1.0's symbols.
SYMBOLS = frozenset(
    ';:,.!?—…"()“” \u0303ʣʥʦʨᵝꭧAIOQSTWYᵊabcdefhijklmnopqrstuvwxyzɑɐɒæβɔɕçɖðʤəɚɛɜɟɡɥɨɪʝɯɰŋɳɲɴøɸθœɹɾɻʁɽʂʃʈʧʊʋʌɣɤχʎʒʔˈˌːʰʲ↓→↗↘ᵻ'
)


def _need(found, what):
    if not found:
        if os.environ.get("CI"):
            pytest.fail(f"{what} must be installed on CI")
        pytest.skip(f"{what} is not installed")


@pytest.fixture(scope="session")
def symbols():
    return SYMBOLS


@pytest.fixture(scope="session")
def english():
    return English()


@pytest.fixture(scope="session")
def mandarin():
    _need(all(importlib.util.find_spec(name) for name in ("jieba", "pypinyin")), "the zh extra")
    return Mandarin()


@pytest.fixture(scope="session")
def espeak():
    _need(installed(), "the espeak extra")
    return Espeak()


@pytest.fixture(scope="session")
def japanese():
    _need(importlib.util.find_spec("pyopenjtalk"), "the ja extra")
    return Japanese()
