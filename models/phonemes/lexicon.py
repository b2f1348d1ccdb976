"""The English pronouncing lexicon: words to phonemes, with inflections made from their stems.

The data are the gold and silver word lists that the misaki package ships (Apache-2.0); they are read as files and the
package is never imported, because it wants spaCy and downloads a model. Gold was checked by people, silver was not.
All workers of a machine share one table of them (models/phonemes/words.py), opened at first use.
"""

import importlib.util
import json
import re
from collections.abc import Iterator
from pathlib import Path

from models.phonemes.inflections import ENDINGS, with_ing, with_s
from models.phonemes.names import NAMES
from models.phonemes.own_words import own_word
from models.phonemes.stress import PRIMARY, SECONDARY, with_stress
from models.phonemes.words import shared_words
from pipeline.errors import ModelMissing

_ASCII_WORD = re.compile(r"[A-Za-z']+")
_GOLD, _READINGS, _SILVER = "g", "r", "s"  # how an entry begins; readings by part of speech are JSON


class Lexicon:
    """Looks words up.

    Args:
        variant: "us" or "gb".
        folder: where the table is kept; None: in memory.

    Raises:
        ModelMissing: the word lists are not installed.
    """

    def __init__(self, variant: str = "us", folder: Path | None = None) -> None:
        self.british = variant == "gb"
        files = [_folder() / f"{variant}_{name}.json" for name in ("gold", "silver")]
        self._words = shared_words(folder, f"en-{variant}", files, lambda: entries(*files))

    def gold(self, word: str) -> str | None:
        """Return the phonemes of exactly this form when people checked it and it has only one reading."""
        entry = self._words.get(word)
        return entry[1:] if entry and entry[0] == _GOLD else None

    def lists(self, word: str) -> bool:
        """Tell whether exactly this form is listed."""
        return word in self._words

    def common(self, word: str) -> str | None:
        """Return the phonemes of exactly this form when people checked it, or it is one of ours and no name."""
        entry = self._words.get(word)
        if entry and entry[0] == _READINGS:
            return _reading(word, json.loads(entry[1:]), None, final=False)
        if entry and entry[0] == _GOLD:
            return entry[1:]
        return None if word in NAMES else own_word(word, british=self.british)

    def find(self, word: str, tag: str | None = None, *, silver: bool = True, final: bool = False) -> str | None:
        """Return the phonemes of exactly this word, or None.

        Args:
            word: in its own case; a capital or small first letter is tried both ways.
            tag: part of speech, for heteronyms.
            silver: whether the unchecked list counts.
            final: the word stands before a pause, where function words are said in full.
        """
        found = self._found(word)
        for entry in found:
            if entry[0] == _READINGS:
                return _reading(word, json.loads(entry[1:]), tag, final=final)
            if entry[0] == _GOLD:
                return entry[1:]
        return found[0][1:] if found and silver else None

    def _found(self, word: str) -> list[str]:
        """Return the entries of the forms that are listed, each with its mark in front."""
        found = [entry for form in _forms(word) if (entry := self._words.get(form)) is not None]
        acronym = word.isupper() and len(word) < 4
        own = None if found or acronym else own_word(word.lower(), british=self.british)
        return found if own is None else [_GOLD + own]

    def in_gold(self, word: str) -> bool:
        """Tell whether people checked this very form."""
        return any(entry[0] != _SILVER for entry in self._found(word))

    def knows(self, word: str) -> bool:
        """Tell whether `pronounce` has an answer: listed, a letter, or an acronym."""
        if self._found(word):
            return True
        if not (word.isascii() and word.isalpha()):
            return False
        return len(word) == 1 or word[1:].isupper()

    def spell(self, word: str) -> str | None:
        """Return a word as letter names, the last one stressed: FBI."""
        names = [self.gold(letter.upper()) for letter in word if letter.isalpha()]
        if not names or None in names:
            return None
        joined = with_stress("".join(name for name in names if name), 0)
        return PRIMARY.join(joined.rsplit(SECONDARY, 1))

    def pronounce(self, word: str, tag: str | None, level: float | None, *, final: bool = False) -> str | None:
        """Return a listed word at a level of stress; an acronym without an entry of its own is spelled."""
        acronym = False
        if word == word.upper() and not self.in_gold(word):
            word = word.lower()
            acronym = tag == "NNP"
        phonemes = self.find(word, tag, silver=not acronym, final=final)
        if phonemes is None or (acronym and PRIMARY not in phonemes):
            return self.spell(word)
        return with_stress(phonemes, level)

    def word(self, word: str, tag: str | None, level: float | None, *, final: bool = False) -> str | None:
        """Return the phonemes of a word or of an inflection of a listed word, or None.

        Args:
            word: letters and apostrophes.
            tag: part of speech; "NNP" for an acronym.
            level: of stress, see `with_stress`.
            final: the word stands before a pause.
        """
        if self._is_shouted(word, tag, level):
            word = word.lower()
        if self.knows(word):
            return self.pronounce(word, tag, level, final=final)
        for ending, stem in (("s'", word[:-2] + "'s"), ("'", word[:-1])):
            if word.endswith(ending) and self.knows(stem):
                return self.pronounce(stem, tag, level, final=final)
        return self._inflected(word, tag, level)

    def _is_shouted(self, word: str, tag: str | None, level: float | None) -> bool:
        """Tell whether a capitalised form is only the written start or emphasis of a small word."""
        lower = word.lower()
        if len(word) < 2 or word == lower or not _ASCII_WORD.fullmatch(word) or (tag == "NNP" and len(word) < 8):
            return False
        if self._found(word):
            return False
        if word != word.upper() and word[1:] != word[1:].lower():
            return False
        return self.knows(lower) or self._inflected(lower, tag, level) is not None

    def _inflected(self, word: str, tag: str | None, level: float | None) -> str | None:
        for stems, ending in ENDINGS:
            stem = next((stem for stem in stems(word) if self.knows(stem)), None)
            if stem is not None:
                verb = ending is not with_s  # recorded, recording: of the verb, as noun or adjective too
                strength = 0.5 if ending is with_ing and level is None else level
                acronym = len(stem) > 1 and stem.isupper()  # IDs, CPUs
                sound = self.pronounce(stem, "NNP" if acronym else "VB" if verb else tag, strength)
                made = ending(sound, british=self.british) if sound else None
                if made is not None:
                    return made
        return None


def entries(gold: Path, silver: Path) -> Iterator[tuple[str, str]]:
    """Yield every word with its entry. A heteronym is a word with readings: part of speech -> phonemes (None: spelled)."""
    listed = json.loads(gold.read_bytes())
    for word, entry in listed.items():
        yield word, _GOLD + entry if isinstance(entry, str) else _READINGS + json.dumps(entry, ensure_ascii=False)
    for word, entry in json.loads(silver.read_bytes()).items():
        if word not in listed:
            yield word, _SILVER + entry


def _reading(word: str, readings: dict[str, str | None], tag: str | None, *, final: bool) -> str | None:
    if final and "None" in readings:
        return readings["None"]
    family = _family(tag)
    if family == "NOUN" and "NOUN" not in readings and word.endswith(("ate", "fuse")):
        family = "ADJ"  # the elaborate plan: before a noun, an adjective looks like one
    return readings.get(tag or "", readings.get(family, readings["DEFAULT"]))


def _folder() -> Path:
    spec = importlib.util.find_spec("misaki")
    if spec is None or spec.origin is None:
        raise ModelMissing("the English word lists are missing: pip install 'misaki>=0.9.4'", given="misaki")
    return Path(spec.origin).parent / "data"


def _forms(word: str) -> tuple[str, ...]:
    """Return the forms under which a word may be listed: as written, then with the other first letter."""
    lower = word.lower()
    if len(word) < 2:
        return (word,)
    if word == lower:
        return (word, word.capitalize())
    return (word, lower) if word == lower.capitalize() else (word,)


def _family(tag: str | None) -> str:
    for prefix, family in (("VB", "VERB"), ("NN", "NOUN"), ("RB", "ADV"), ("JJ", "ADJ")):
        if tag and tag.startswith(prefix):
            return family
    return tag or ""
