"""Languages without a lexicon here, and English words that the lexicon lacks, read by espeak-ng.

Optional: phonemizer and espeak-ng are GPL-3.0-or-later, so they come with the `espeak` extra only and are imported when
a text needs them. espeak keeps one state per library and is not thread-safe: one lock, and a backend is opened at first
use, after fork.
"""

import importlib.util
import logging
import re
import threading
from typing import Any

from models.phonemes.espeak_library import copies_in_memory
from models.phonemes.types import Phonemized
from pipeline.errors import ExtraMissing
from pipeline.normalize.unread import unread

#: Our tags and espeak's names for them; any other tag is passed on as it is.
_VOICES = {"en": "en-us", "en-us": "en-us", "en-gb": "en-gb", "fr": "fr-fr", "pt": "pt-br", "zh": "cmn"}
_KOKORO = (
    ("a^ɪ", "I"), ("a^ʊ", "W"), ("d^z", "ʣ"), ("d^ʒ", "ʤ"), ("e^ɪ", "A"), ("o^ʊ", "O"), ("ə^ʊ", "Q"), ("s^s", "S"),
    ("t^s", "ʦ"), ("t^ʃ", "ʧ"), ("ɔ^ɪ", "Y"), ("^", ""), ("-", ""), ("g", "ɡ"), ("\u032a", ""),
)  # fmt: skip
_ENGLISH = (
    ("ʔˌn̩", "ʔn"), ("ʔn̩", "ʔn"), ("a^ɪ", "I"), ("a^ʊ", "W"), ("d^ʒ", "ʤ"), ("e^ɪ", "A"), ("t^ʃ", "ʧ"), ("ɔ^ɪ", "Y"),
    ("ə^l", "ᵊl"), ("ʲo", "jo"), ("ʲə", "jə"), ("ʲ", ""), ("e", "A"), ("ɚ", "əɹ"), ("r", "ɹ"), ("x", "k"), ("ç", "k"),
    ("ɐ", "ə"), ("ɬ", "l"), ("̃", ""),
)  # fmt: skip
_AMERICAN = (("o^ʊ", "O"), ("ɜːɹ", "ɜɹ"), ("ɜː", "ɜɹ"), ("ɪə", "iə"), ("ː", ""))
_BRITISH = (("e^ə", "ɛː"), ("iə", "ɪə"), ("ə^ʊ", "Q"))
# What espeak does not keep: ¿ and ¡ (the mark at the end of the sentence makes the intonation), a danda (the full stop of
# Hindi), other apostrophes and quotes. It reads brackets as a pause: they are carried over as angle quotes, which it keeps.
_CARRIED = str.maketrans({
    "¿": None, "¡": None, "।": ".", "॥": ".", "ʼ": "'", "‹": "“", "›": "”", "‐": "-", "‑": "-", "«": "“", "»": "”", "(": "«", ")": "»",
})  # fmt: skip
_LONE_DASH = re.compile(r"(?<!\w)–|–(?!\w)")
_SYLLABIC = re.compile(r"(\S)̩")


class Espeak:
    """Reads any language that espeak-ng has."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._backends: dict[tuple[str, bool], Any] = {}
        self._named: dict[tuple[str, str], bool] = {}  #: language, symbol: whether espeak has a name for it

    def __call__(self, text: str, language: str, *, raw: bool = False) -> Phonemized:
        """Read a text.

        Args:
            text: the spoken form, in one language.
            language: BCP 47 primary tag.
            raw: espeak's own IPA (piper), else Kokoro's symbols.

        Raises:
            ExtraMissing: the espeak extra is not installed, or cannot be opened here.
        """
        missing = unread(text, lambda char: self._names(char, language, tie=not raw))
        heard = text.translate({ord(char): " " for char in missing})
        sound = self._run(_LONE_DASH.sub("—", heard.translate(_CARRIED)), language, tie=not raw)
        if not raw:
            if language == "hi":  # espeak's flap, as in लड़का: its dot is no full stop
                sound = sound.replace("r.", "ɽ")
            sound = _replaced(sound, _KOKORO)
        return Phonemized(sound.replace("«", "(").replace("»", ")"), unread=missing)

    def english(self, word: str, variant: str = "us") -> str | None:
        """Return an English word in Kokoro's symbols, or None when espeak says nothing."""
        british = variant == "gb"
        sound = _replaced(self._run(word, "en-gb" if british else "en-us", tie=True), _ENGLISH)
        sound = _SYLLABIC.sub(r"ᵊ\1", sound).replace("̩", "")
        sound = _replaced(sound, _BRITISH if british else _AMERICAN)
        return sound.replace("o", "ɔ").replace("^", "").replace("g", "ɡ") or None

    def _names(self, char: str, language: str, *, tie: bool) -> bool:
        """Tell whether espeak says something for a character; letters may be silent, but belong to their word."""
        if char.isalpha() or char.isdecimal():
            return True
        if (language, char) not in self._named:
            sound = self._run(char, language, tie=tie)
            self._named[language, char] = any(symbol.isalpha() for symbol in sound)
        return self._named[language, char]

    def _run(self, text: str, language: str, *, tie: bool) -> str:
        with self._lock:
            key = (language, tie)
            if key not in self._backends:
                self._backends[key] = _open(_VOICES.get(language, language), tie=tie)
            lines = self._backends[key].phonemize([text])
        return lines[0].strip() if lines else ""


def installed() -> bool:
    """Tell whether the espeak extra is there, without importing it."""
    return all(importlib.util.find_spec(name) for name in ("phonemizer", "espeakng_loader"))


def _open(voice: str, *, tie: bool) -> Any:
    try:
        import espeakng_loader
        from phonemizer.backend import EspeakBackend
        from phonemizer.backend.espeak.wrapper import EspeakWrapper
    except ImportError as err:
        raise ExtraMissing(
            f"language {voice!r} needs an optional part that is not installed ({err.name}): "
            "pip install 'voicemill[espeak]' (GPL-3.0-or-later)",
            given=voice,
            allowed="voicemill[espeak]",
        ) from err
    EspeakWrapper.set_library(espeakng_loader.get_library_path())
    EspeakWrapper.set_data_path(espeakng_loader.get_data_path())
    copies_in_memory()
    quiet = logging.getLogger("voicemill.espeak")
    quiet.setLevel(logging.ERROR)  # it warns of every switch of language inside a word
    try:
        return EspeakBackend(
            language=voice,
            preserve_punctuation=True,
            with_stress=True,
            tie="^" if tie else False,
            language_switch="remove-flags",
            logger=quiet,
        )
    except OSError as err:
        raise ExtraMissing(f"the espeak extra is installed but cannot be opened here: {err}", given=voice) from err


def _replaced(sound: str, table: tuple[tuple[str, str], ...]) -> str:
    for old, new in table:
        sound = sound.replace(old, new)
    return sound
