"""A unit's work, by kind: the domain's rendering under the ledger's lease."""

import resource
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

import structlog

from models.loader import Loader
from pipeline.binding import bind, publish
from pipeline.errors import ModelError, ScratchFull, ScratchUnusable, SynthesisError, VoicemillError
from pipeline.patience import PatientStore, ride_out
from pipeline.plan import Part
from pipeline.ports import ObjectStore, Synthesizer
from pipeline.recipe import Recipe, recipe_from_json, speaks
from pipeline.render import Renderer, Spoken
from pipeline.scratch import LEAST_BYTES
from pipeline.segment import Segment
from tasks.heartbeat import Heartbeat
from tasks.ledger import Lease
from tasks.notify import Notifier
from tasks.options import QueueOptions
from worker.flags import Flags
from worker.memory import require_room, resident_mb

T = TypeVar("T")
log = structlog.get_logger()
Payload = tuple[Mapping[str, Any], Mapping[str, Any] | None]


class UnitWork:
    """Does units with this process's one synthesizer."""

    def __init__(
        self,
        *,
        store: ObjectStore,
        loader: Loader,
        notifier: Notifier,
        options: QueueOptions,
        scratch: Path,
        flags: Flags,
    ) -> None:
        self._store = store
        self._loader = loader
        self._notifier = notifier
        self._options = options
        self._scratch = scratch
        self._flags = flags

    def __call__(self, lease: Lease, beat: Heartbeat) -> Payload:
        """Do a unit; return what finishes it."""
        recipe = recipe_from_json(lease.fingerprint, lease.recipe)
        self._require_current(recipe)
        renderer = Renderer(
            recipe=recipe,
            store=self._patient(beat),
            catalogue=self._loader.catalogue,
            synthesizer=self._synthesizer(recipe.canonical["model"]),
            part_s=self._options.part_s,
        )
        if lease.kind == "plan":
            return self._plan(renderer, beat), None
        if lease.kind == "part":
            return self._speak(renderer, lease, beat), None
        if lease.kind == "bind":
            duration_s = self._with_room(beat, lambda: bind(renderer, lease.number, self._scratch, beat.check))
            log.info("chapter_bound", fingerprint=lease.fingerprint, chapter=lease.number, audio_s=duration_s)
            return {}, None
        result = self._with_room(beat, lambda: publish(renderer, self._scratch, beat.check))
        log.info("rendering_published", fingerprint=lease.fingerprint, audio_s=result["audio_s"])
        return {}, result

    def _require_current(self, recipe: Recipe) -> None:
        """Raise ModelError when the models folder holds what is asked for and this process began with something else.

        The worker leaves and begins again: else the speech of a bundle that was replaced would be kept as that of the new
        one, and a voice that was added would be unknown here.
        """
        if speaks(self._loader.catalogue, recipe):
            return
        model = recipe.canonical["model"]
        if speaks(self._loader.reread(), recipe):
            raise ModelError(f"model {model!r} was replaced or added after this worker began; it begins again with it")
        log.warning("model_differs", fingerprint=recipe.fingerprint, model=model)

    def _synthesizer(self, model_id: str) -> Synthesizer:
        if not self._loader.is_open(model_id):
            require_room(self._loader.needs_mb(model_id) - resident_mb(), f"model {model_id!r}")
        return self._loader.open(model_id)

    def _patient(self, beat: Heartbeat) -> PatientStore:
        def retried(err: VoicemillError, wait_s: float) -> None:
            log.warning("store_retried", error=err.message, wait_s=wait_s)
            self._flags.store_silent()

        return PatientStore(
            self._store,
            rest=beat.rest,
            patience_s=self._options.store_patience_s,
            on_retry=retried,
            on_answer=self._flags.store_answers,
        )

    def _with_room(self, beat: Heartbeat, work: Callable[[], T]) -> T:
        """Ride out a full scratch folder as long as a silent store: another worker may be about to finish its file.

        Then a job that is too large for the disk fails. On a disk that has room for nothing any job would fail, so the
        worker leaves in its place.
        """

        def retried(err: VoicemillError, wait_s: float) -> None:
            log.warning("scratch_retried", error=err.message, wait_s=wait_s)

        def patience_of(err: VoicemillError) -> float:
            return self._options.store_patience_s if isinstance(err, ScratchFull) else 0.0

        try:
            return ride_out(work, patience_of=patience_of, rest=beat.rest, on_retry=retried)
        except ScratchFull as err:
            kind = ScratchUnusable if err.details["free_bytes"] < LEAST_BYTES else ScratchFull
            advice = "free some space, or set VOICEMILL_WORKER__SCRATCH to another disk; then retry the job"
            raise kind(f"{err.message}; {advice}", **err.details) from err

    def _plan(self, renderer: Renderer, beat: Heartbeat) -> Mapping[str, Any]:
        summary = renderer.plan(beat.check)
        priority = renderer.recipe.priority
        short = priority == "short" or (priority == "auto" and summary["parts"] <= self._options.short_parts)
        log.info(
            "plan_finished", fingerprint=renderer.recipe.fingerprint, parts=summary["parts"], segments=summary["total"]
        )
        return summary | {"queue": "short" if short else "long"}

    def _speak(self, renderer: Renderer, lease: Lease, beat: Heartbeat) -> Mapping[str, Any]:
        part = renderer.part(lease.number)
        tally = Tally(part)
        for segment in part.segments:
            beat.check(tally.before(segment))
            self._notifier.progress(lease.fingerprint)
            if segment.units:
                spoken = _utterance(renderer, segment, tally)
                if spoken.synth_s is not None:
                    tally.synthesized(spoken.synth_s, spoken.audio.duration_s)
                    log.debug(
                        "segment_synthesized",
                        segment=segment.index,
                        chapter=part.chapter,
                        synth_s=round(spoken.synth_s, 4),
                        synth_cpu_s=round(spoken.synth_cpu_s, 4),
                        audio_s=round(spoken.audio.duration_s, 3),
                    )
            tally.done += 1
        beat.report(tally.report())
        return {"chapter": part.chapter}


def _utterance(renderer: Renderer, segment: Segment, tally: "Tally") -> Spoken:
    try:
        return renderer.utterance(segment)
    except SynthesisError as err:  # it knows the segment, but not the chapter
        raise SynthesisError(err.message, **(err.details | {"segment": tally.about(segment)})) from err


class Tally:
    """What has been done of a part, as the ledger wants to hear it: totals since the part was claimed."""

    def __init__(self, part: Part) -> None:
        self._chapter = part.chapter
        self._synthesized: list[tuple[float, float]] = []
        self.done = 0

    def synthesized(self, synth_s: float, audio_s: float) -> None:
        """Count a segment that was made, not found."""
        self._synthesized.append((synth_s, audio_s))

    def before(self, segment: Segment) -> dict[str, Any]:
        """Report up to here, and which segment comes next: should it end the process, it is known."""
        return self.report() | {"segment": self.about(segment)}

    def about(self, segment: Segment) -> dict[str, str]:
        """Name a segment: where it is, and how it begins."""
        words = " ".join(segment.text.split()[:8])
        return {"spot": f"{segment.index} of chapter {self._chapter + 1}", "words": words[:80]}

    def report(self) -> dict[str, Any]:
        """Report up to here."""
        return {
            "done": self.done,
            "chapter": self._chapter,
            "synthesized": len(self._synthesized),
            "synth_s": round(sum(each[0] for each in self._synthesized), 4),
            "audio_s": round(sum(each[1] for each in self._synthesized), 4),
            "rss": peak_rss_bytes(),
        }


def peak_rss_bytes() -> int:
    """Return the largest this process has been; macOS counts bytes where Linux counts kilobytes."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024
