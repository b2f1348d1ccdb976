"""Speaking here and now: the same planning, utterances and encoder, without queue or store.

The file is made beside its place and moved there when it is whole, so a failure leaves what was there before.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path
from typing import Any

from pipeline.assemble import blocks
from pipeline.audio import Utterance
from pipeline.binding import read_pcm, write_pcm
from pipeline.documents.read import read_script
from pipeline.encode import EncodedFile, encode
from pipeline.errors import EmptyText, EncodingError, InvalidRequest, UnsupportedFormat
from pipeline.fingerprint import noise_for
from pipeline.plan import ChapterPlan, PlanContext, plan_script
from pipeline.ports import Synthesizer
from pipeline.recipe import directed
from pipeline.request import FORMATS, Request
from pipeline.scratch import scratch_file
from pipeline.script import Script
from pipeline.trim import finish
from pipeline.voices import Catalogue

Report = Callable[[dict[str, int]], None]


def say(
    text: bytes,
    request: Request,
    *,
    synthesizer: Synthesizer,
    catalogue: Catalogue,
    output: Path,
    on_progress: Report | None = None,
) -> dict[str, Any]:
    """Speak a text into one file, its format by the file's ending; return what was made and what could not be spoken.

    `on_progress` is given `{"done", "total"}` after every segment; the total is that of the chapters planned so far.

    Raises an InputError, SynthesisError, EncodingError, ScratchFull or ScratchUnusable. What was at `output` is still there then.
    """
    fmt = format_of(output)
    script = read_script(text, request.media_type)
    request = directed(request, script, catalogue)
    voice = catalogue.resolve(request.voice, request.model)
    context = PlanContext(
        synthesizer=synthesizer,
        voice=voice,
        language=catalogue.language_for(voice, request.language),
        speed=request.speed,
        options=request.options,
    )
    rate = synthesizer.card.sample_rate
    dropped = _Dropped()
    utterances = _utterances(script, context, dropped, on_progress)
    with scratch_file(output.parent, f".{output.name}.pcm") as pcm:
        total = write_pcm(pcm, blocks(utterances, rate))
        if not total:
            raise EmptyText("nothing in the text can be spoken", unsupported=dropped.spans)
        with scratch_file(output.parent, f".{output.name}.part") as path:
            file = encode(path, fmt, rate, total, read_pcm(pcm), mp3_kbps=request.options.mp3_kbps)
            _move(file, output)
    return {
        "file": str(output),
        "format": fmt,
        "bytes": file.bytes,
        "duration_s": file.duration_s,
        "voice": str(voice),
        "unsupported_spans": dropped.spans,
        "warnings": dropped.warnings(),
    }


def format_of(output: Path) -> str:
    """Return the format that a file's ending names.

    Raises:
        UnsupportedFormat: it names none.
        InvalidRequest: the path is a folder.
    """
    ending = output.suffix.lower().removeprefix(".")
    if ending not in FORMATS:
        raise UnsupportedFormat(
            f"cannot tell the format from {output.name!r}; endings: {' '.join('.' + name for name in FORMATS)}",
            given=output.name,
            allowed=list(FORMATS),
        )
    if output.is_dir():
        raise InvalidRequest(f"{str(output)!r} is a folder; name a file in it", given=str(output))
    return ending


@dataclass(slots=True)
class _Dropped:
    """What could not be spoken as it is written."""

    spans: list[dict[str, str]] = field(default_factory=list)
    counts: Counter[tuple[str, str]] = field(default_factory=Counter)

    def add(self, chapter: ChapterPlan) -> None:
        """Take in one chapter."""
        for span in chapter.unsupported:
            self.spans.append({"text": span.text, "language": span.language})
            self.counts["unsupported_text", span.language] += 1
        for note in chapter.notices:
            self.counts[note.code, note.text] += 1
        for code, found in (("unknown_symbols", chapter.unknown), ("guessed_words", chapter.guessed)):
            for text, times in found.items():
                self.counts[code, text] += times

    def warnings(self) -> list[dict[str, Any]]:
        """Return them as a job's result has them."""
        return [{"code": code, "text": text, "count": times} for (code, text), times in sorted(self.counts.items())]


def _utterances(
    script: Script, context: PlanContext, dropped: _Dropped, on_progress: Report | None
) -> Iterator[tuple[Utterance, float]]:
    """Yield the utterances of a script with the pause after each in seconds, planning a chapter at a time."""
    synthesizer = context.synthesizer
    resolve = cache(partial(Catalogue([synthesizer.card]).resolve, model_id=synthesizer.card.id))
    done = total = 0
    for chapter in plan_script(script, context):
        dropped.add(chapter)
        segments = [segment for part in chapter.parts for segment in part.segments if segment.units]
        total += len(segments)
        for segment in segments:
            noise = noise_for(context.options.seed, segment.fingerprint)
            audio = finish(
                synthesizer.synthesize(segment.units, resolve(segment.voice), speed=segment.speed, noise=noise)
            )
            done += 1
            if on_progress:
                on_progress({"done": done, "total": total})
            yield audio, segment.pause_s


def _move(file: EncodedFile, output: Path) -> None:
    try:
        file.path.replace(output)
    except OSError as err:
        raise EncodingError(f"cannot write {output}: {err.strerror}", path=str(output)) from err
