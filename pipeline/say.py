"""Speaking here and now: the same planning, utterances and encoder, without queue or store."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from pipeline.assemble import blocks
from pipeline.audio import Audio
from pipeline.binding import read_pcm, scratch_file, write_pcm
from pipeline.documents.read import read_script
from pipeline.encode import encode
from pipeline.errors import EmptyText, UnsupportedFormat
from pipeline.fingerprint import noise_for
from pipeline.plan import PlanContext, plan_script
from pipeline.ports import Synthesizer
from pipeline.request import FORMATS, Request
from pipeline.trim import finish
from pipeline.voices import Catalogue


def say(
    text: bytes,
    request: Request,
    *,
    synthesizer: Synthesizer,
    catalogue: Catalogue,
    output: Path,
    on_progress: Callable[[float], None] = lambda _audio_s: None,
) -> dict[str, Any]:
    """Speak a text into one file, its format by the file's ending; return what was made.

    Raises an InputError, SynthesisError or EncodingError. Nothing is left at `output` then.
    """
    fmt = output.suffix.lower().removeprefix(".")
    if fmt not in FORMATS:
        raise UnsupportedFormat(
            f"cannot write {output.name!r}: the ending names the format, one of {', '.join(FORMATS)}",
            given=output.name,
            allowed=list(FORMATS),
        )
    voice = catalogue.resolve(request.voice, request.model)
    context = PlanContext(
        synthesizer=synthesizer,
        voice=voice,
        language=catalogue.language_for(voice, request.language),
        speed=request.speed,
        options=request.options,
    )
    rate = synthesizer.card.sample_rate
    unsupported: list[dict[str, Any]] = []

    def utterances() -> Iterator[tuple[Audio, float]]:
        for chapter in plan_script(read_script(text, request.media_type), context):
            unsupported.extend({"text": span.text, "language": span.language} for span in chapter.unsupported)
            for segment in (each for part in chapter.parts for each in part.segments if each.units):
                noise = noise_for(request.options.seed, segment.fingerprint)
                audio = finish(synthesizer.synthesize(segment.units, voice, speed=request.speed, noise=noise))
                on_progress(audio.duration_s)
                yield audio, segment.pause_s

    with scratch_file(output.parent, f".{output.name}.pcm") as pcm:
        total = write_pcm(pcm, blocks(utterances(), rate))
        if not total:
            raise EmptyText("nothing in the text can be spoken", unsupported=unsupported)
        file = encode(output, fmt, rate, total, read_pcm(pcm), mp3_kbps=request.options.mp3_kbps)
    return {
        "file": str(output),
        "format": fmt,
        "bytes": file.bytes,
        "duration_s": file.duration_s,
        "voice": str(voice),
        "unsupported_spans": unsupported,
    }
