"""What CosyVoice is given for a text: its spoken form in our own normalization, and a language tag before it.

The tag comes after the splitting, one for each segment: a text that brings its own tag would be neither normalized nor
split. Cost is in tokens with the tag, or four a second of the speech that is expected, whichever is more: so both limits
of the model (tokens of text, seconds of audio: attention grows with their square) are kept by one number.
"""

from collections import Counter
from collections.abc import Sequence

from models.cosyvoice.tokenizer import LANGUAGES, Encode, tagged, untagged
from models.speech import phonemes_ignored
from pipeline.normalize.spoken import in_context, normalized, read_in, says_words
from pipeline.ports import LanguageRun, Limits, Notice, Spelling, SpokenRun

TOKENS_PER_S = 4.0
#: In tokens with the tag. 40 are about ten seconds, 60 fifteen at most; below ten the voice has little to go by.
LIMITS = Limits(least=10, aim=40, most=60)

#: Seconds to say a character, slow readers of each script: estimates, for nobody here has heard this model.
_HAN_S, _KANA_S, _HANGUL_S, _LETTER_S, _MARK_S = 0.23, 0.14, 0.19, 0.065, 0.2
_MARKS = frozenset(",.;:!?，。；：！？、…—")


def spell(runs: Sequence[LanguageRun], encode: Encode, *, with_tag: bool) -> Spelling:
    """Return the spoken form of language runs, tagged with the language that most of it is in."""
    said: list[str] = []
    made: list[SpokenRun] = []
    unsupported: list[LanguageRun] = []
    notices: list[Notice] = list(phonemes_ignored(runs))
    shares: Counter[str] = Counter()
    for run, before, after in in_context(runs):
        written = run.text if run.alias is None else run.alias
        language = read_in(run, before, after)
        if language not in LANGUAGES and says_words(written, run.language, before, after):
            unsupported.append(run)
            continue
        normal = normalized(written, language, before, after)
        if normal.overruled:
            notices.append(Notice("normalization_overruled", run.text, run.start, run.end))
        said.append(normal.text)
        made.append(SpokenRun(run.language, normal.text.strip(), run.start, run.end))
        shares[language] += round(1000 * seconds_of(normal.text))
    text = " ".join("".join(said).split())
    heard = any(character.isalnum() for character in text)
    units = tagged(text, max(shares, key=lambda each: shares[each])) if with_tag and heard else text
    return Spelling(
        units=units if heard else "",
        cost=max(float(len(encode(units))), TOKENS_PER_S * seconds_of(text)) if heard else 0.0,
        spoken=text,
        unsupported=tuple(unsupported),
        runs=tuple(made),
        notices=tuple(notices),
    )


def seconds_of(units: str) -> float:
    """Estimate how long a text takes to say at the voice's own pace, with or without a tag."""
    return sum(map(_seconds, untagged(units)[1]))


def _seconds(character: str) -> float:
    if character in _MARKS:
        return _MARK_S
    if character < "\u1100":
        return _LETTER_S
    if "\u3040" <= character <= "\u30ff":
        return _KANA_S
    if "\uac00" <= character <= "\ud7a3":
        return _HANGUL_S
    return _HAN_S if character.isalnum() else 0.0
