"""Spells stretches of one block's running text, as its directions ask, within what the model can be given."""

from collections import Counter
from dataclasses import dataclass, replace

from pipeline.cleaning import CJK_CHARACTER
from pipeline.normalize import common
from pipeline.normalize.unread import unread
from pipeline.ports import LanguageRun, Limits, Spelling, Synthesizer
from pipeline.staging import Directions, bare, directed_runs
from pipeline.voices import VoiceBlend


@dataclass(frozen=True, slots=True)
class BlockSpeller:
    """Spells in one voice at one pace."""

    text: str  #: of the block, running
    closes: bool  #: a heading or an item: without a mark at its end the voice would stay up
    asked: Directions
    language: str
    synthesizer: Synthesizer
    voice: VoiceBlend

    def __call__(self, start: int, end: int) -> Spelling:
        """Spell the text from `start` to `end`; marks alone are silence and not given to the model."""
        start, end = bare(self.text, start, end)
        piece = self.text[start:end]
        runs: tuple[LanguageRun, ...] = ()
        if self.asked.overrides or any(map(str.isalnum, piece)):
            runs = directed_runs(self.text, start, end, self.language, self.asked)
        if not any(any(map(str.isalnum, run.text if run.alias is None else run.alias)) for run in runs):
            return Spelling("", 0.0, "", unknown=Counter(unread(common.clean(piece), lambda _symbol: False)))
        if self.closes and end == len(self.text) and piece[-1].isalnum():
            runs = (*runs[:-1], *_closed(runs[-1], "。" if CJK_CHARACTER.match(piece[-1]) else "."))
        return self.synthesizer.spell(runs, self.voice)


def within(spelling: Spelling, piece: LanguageRun, limits: Limits) -> Spelling:
    """Return a spelling that the model can be given: without a letter it is silence, over `most` it is refused."""
    if spelling.cost > limits.most:  # a single code point or a pronunciation: everything else was cut
        return Spelling("", 0.0, "", unsupported=(piece,))
    if any(map(str.isalnum, spelling.units)):
        return spelling
    return replace(spelling, units="", cost=0.0)


def _closed(run: LanguageRun, mark: str) -> tuple[LanguageRun, ...]:
    if run.alias is None and run.phonemes is None:
        return (replace(run, text=run.text + mark),)
    return (run, LanguageRun(mark, run.language, run.end, run.end))
