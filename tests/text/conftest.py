"""A synthesizer that spells without a model: what is under test is where texts are cut, not how they sound."""

from collections.abc import Callable, Sequence

import pytest

from pipeline.plan import ChapterPlan, PlanContext, plan_script
from pipeline.ports import LanguageRun, Limits, Spelling
from pipeline.request import RenderOptions
from pipeline.script import Block, Chapter, Script
from pipeline.segment import Segment
from pipeline.voices import ModelCard, Voice, VoiceBlend


class LetterSpeller:
    """Units are the text, a code point costs 1 (Han 4), Hebrew cannot be spoken."""

    card = ModelCard("letters", "1", 24_000, ("en", "zh"), (Voice("reader", "letters", ("en",), 24_000, "MIT"),))

    def __init__(self) -> None:
        self.calls = 0

    def spell(self, runs: Sequence[LanguageRun], voice: VoiceBlend) -> Spelling:
        self.calls += 1
        spoken = [run for run in runs if run.language != "he"]
        units = "".join(run.text for run in spoken)
        return Spelling(
            units,
            float(sum(4 if "\u3400" <= char <= "\u9fff" else 1 for char in units)),
            units,
            unknown={"☃": units.count("☃")} if "☃" in units else {},
            unsupported=tuple(run for run in runs if run.language == "he"),
            guessed=("Xyzzy",) if "Xyzzy" in units else (),
        )

    def limits(self, speed: float) -> Limits:
        return Limits(least=40.0, aim=160.0, most=300.0)

    def expected_s(self, cost: float, speed: float) -> float:
        return cost / 15 / speed

    def synthesize(self, units, voice, *, speed, noise):
        raise NotImplementedError

    def close(self) -> None:
        pass


@pytest.fixture
def speller() -> LetterSpeller:
    return LetterSpeller()


@pytest.fixture
def context(speller: LetterSpeller) -> PlanContext:
    return PlanContext(speller, VoiceBlend("letters", (("reader", 1.0),)), "en", 1.0, RenderOptions())


@pytest.fixture
def plan(context: PlanContext) -> Callable[[str], ChapterPlan]:
    """Plan one chapter given as its only paragraph."""

    def planned(text: str) -> ChapterPlan:
        script = Script((Chapter("", text, (Block("paragraph", 0, len(text)),)),))
        return next(plan_script(script, context))

    return planned


@pytest.fixture
def segments(plan: Callable[[str], ChapterPlan]) -> Callable[[str], list[Segment]]:
    return lambda text: [segment for part in plan(text).parts for segment in part.segments]
