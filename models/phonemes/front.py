"""The front end of one model: language runs to the units that its graph takes.

Every run is normalized and read in its own language, and all of them become one string: a voice keeps its breath over a
foreign word, where separate passes make crumbs (measured: 14 % against 69 % errors on mixed Chinese and English).
Nothing is lost in silence: what cannot be read, symbols without a reading, and phonemes that the model has no embedding for, are
reported.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path

from models.phonemes.accent import in_mandarin
from models.phonemes.en import English
from models.phonemes.espeak import Espeak, installed
from models.phonemes.given import for_piper, from_ipa
from models.phonemes.ipa import to_espeak_ipa
from models.phonemes.ja import Japanese
from models.phonemes.lexicon import Lexicon
from models.phonemes.types import Phonemized
from models.phonemes.zh import Mandarin, chinese_words
from pipeline.errors import ExtraMissing, ModelMissing
from pipeline.normalize.common import clean, collapse
from pipeline.normalize.spoken import Normalized, in_context, normalized, read_in, says_words
from pipeline.normalize.unread import unread
from pipeline.ports import LanguageRun, Notice, Spelling, SpokenRun

_ESPEAK = frozenset({"es", "fr", "hi", "it", "pt"})
_NO_SPACE_BEFORE = frozenset(";:,.!?…”)")
_NO_SPACE_AFTER = frozenset("“(")
# A closing quote at the very end is voiced as a noise by Kokoro (-19 dBFS after `!"`); inside it only shapes the pause.
_FINAL_QUOTES = ' "“”'


class PhonemeFront:
    """Spells text for one model.

    Args:
        vocabulary: the symbols that the model has.
        languages: the languages that it speaks (BCP 47 primary tags).
        flavour: "kokoro" (its own symbols) or "piper" (espeak's IPA).
        variant: of English, "us", "gb", or "zh": American in a Mandarin voice.
        words: folder of the word lists that workers share; None: they are held in memory.
    """

    def __init__(
        self,
        vocabulary: frozenset[str],
        languages: frozenset[str],
        flavour: str = "kokoro",
        variant: str = "us",
        words: Path | None = None,
    ) -> None:
        self._vocabulary = vocabulary
        self._languages = languages
        self._piper = flavour == "piper"
        self._variant = "us" if variant == "zh" else variant
        self._in_mandarin = variant == "zh"
        self._espeak = Espeak()
        self._english = English(self._variant, self._by_espeak if installed() else None, words)
        self._mandarin = Mandarin(words)
        self._japanese = Japanese()

    def spell(self, runs: Sequence[LanguageRun]) -> Spelling:
        """Spell a text given as language runs. Raises ExtraMissing when a language's extra is not installed."""
        said: list[str] = []
        spoken: list[str] = []
        guessed: list[str] = []
        notices: list[Notice] = []
        unknown: Counter[str] = Counter()
        unsupported: list[LanguageRun] = []
        made: list[SpokenRun] = []
        for run, before, after in in_context(runs):
            written = run.text if run.alias is None else run.alias
            wordy = says_words(written, run.language, before, after)
            language = self._language(run, before, after)
            if wordy and run.phonemes is None and not self._reads(language):
                unsupported.append(run)
                continue
            normal = normalized(written, language, before, after) if wordy else Normalized(collapse(clean(written)))
            if normal.overruled:
                notices.append(Notice("normalization_overruled", run.text, run.start, run.end))
            if run.phonemes is not None:
                found = Phonemized(self._given(run.phonemes, run.language))
            else:
                found = self._phonemize(normal.text, language) if wordy else _marks_only(normal.text)
            said.append(found.phonemes)
            spoken.append(normal.text)
            made.append(SpokenRun(run.language, normal.text.strip(), run.start, run.end))
            guessed.extend(found.guessed)
            unknown.update(found.unread)
        units, lacking = self._fit(_joined(said))
        unknown.update(lacking)
        return Spelling(
            units=units,
            cost=float(len(units)),
            spoken=re.sub(r"\s+", " ", "".join(spoken)).strip(),
            unknown=dict(unknown),
            unsupported=tuple(unsupported),
            guessed=tuple(guessed),
            runs=tuple(made),
            notices=tuple(notices),
        )

    def _language(self, run: LanguageRun, before: str, after: str) -> str:
        language = read_in(run, before, after)
        return language if self._reads(language) else run.language

    def _reads(self, language: str) -> bool:
        own = {"en"} if self._piper else {"en", "zh", "ja"} | _ESPEAK
        return language in self._languages and (self._piper or language in own)

    def _phonemize(self, text: str, language: str) -> Phonemized:
        if language == "en":
            read = self._english(text)
            if self._in_mandarin:
                return replace(read, phonemes=in_mandarin(read.phonemes))
            return Phonemized(to_espeak_ipa(read.phonemes, self._variant), read.guessed) if self._piper else read
        if language == "zh" and not self._piper:
            return self._mandarin(text)
        if language == "ja" and not self._piper:
            return self._japanese(text)
        return self._espeak(text, language, raw=self._piper)

    def _given(self, ipa: str, language: str) -> str:
        return for_piper(ipa) if self._piper else from_ipa(ipa, language, self._variant)

    def _by_espeak(self, word: str) -> str | None:
        return self._espeak.english(word, self._variant)

    def _fit(self, said: str) -> tuple[str, Counter[str]]:
        """Return what the vocabulary has of a phoneme string, and a count of what it lacks."""
        if self._piper:
            said = unicodedata.normalize("NFD", said)  # piper's ids are of single code points
        unknown = Counter(symbol for symbol in said if symbol not in self._vocabulary and not symbol.isspace())
        units = "".join(symbol for symbol in said if symbol in self._vocabulary)
        units = re.sub(r" +", " ", units).strip().rstrip(_FINAL_QUOTES)
        return (units if any(symbol.isalpha() for symbol in units) else ""), unknown


def keep_words(folder: Path, languages: Sequence[str]) -> None:
    """Make the lists that workers share, so that none of them has to: their models folder may be read-only."""
    for language, made in (("en", partial(Lexicon, "us")), ("en", partial(Lexicon, "gb")), ("zh", chinese_words)):
        if language in languages:
            with suppress(ExtraMissing, ModelMissing):  # what is not installed is told when it is needed
                made(folder)


def _marks_only(text: str) -> Phonemized:
    """Carry the marks of a run without words over: they still make the pause between its neighbours.

    Signs alone (=====, ###) are a ruled line more often than words: they are reported, not read.
    """
    kept = Mandarin()(text)
    return Phonemized(kept.phonemes, unread=unread(text, lambda char: char in kept.phonemes))


def _joined(parts: Sequence[str]) -> str:
    """Join the runs' phonemes with one space, but none inside brackets or before a mark."""
    joined = ""
    for part in parts:
        if not part:
            continue
        glued = not joined or joined[-1] in _NO_SPACE_AFTER or part[0] in _NO_SPACE_BEFORE
        joined += part if glued else " " + part
    return joined
