"""Jobs and results as a person reads them."""

import time
from collections.abc import Mapping
from textwrap import shorten
from typing import Any

from cli.output import size


def job_text(state: Mapping[str, Any]) -> str:
    """Write a job's status over a few lines."""
    lines = [f"{state['job_id']}  {state['state']}"]
    if created := state.get("created_s"):
        lines.append(f"  submitted {_local(created)}")
    if progress := state.get("progress"):
        eta = progress.get("eta_s")
        lines.append(
            f"  {progress['done']} of {progress['total'] or '?'} segments"
            + (f", about {eta:.0f} s left" if eta else "")
        )
        lines += [f"  {part['done']:>5}/{part['total']:<5} {part['title']}" for part in progress.get("chapters", [])]
    if error := state.get("error"):
        lines.append(f"  {error['code']}: {error['message']}")
    lines += [f"  {name.replace('_', ' ')} {state[name]}" for name in ("retried_as", "retry_of") if state.get(name)]
    if result := state.get("result"):
        lines += ["  " + line for line in result_text(result).splitlines()[1:]]
    return "\n".join(lines)


def result_text(result: Mapping[str, Any]) -> str:
    """Write a finished job's result over a few lines."""
    timing, segments = result["timing"], result["segments"]
    rtf = "all from the cache" if timing["rtf"] is None else f"RTF {timing['rtf']:.2f}"
    lines = [
        f"{result['job_id']}  {result['state']}",
        f"  {timing['audio_s']:.1f} s of audio, {segments['total']} segments, {segments['cached']} from the cache, {rtf}",
    ]
    lines += [
        f"  {made['kind']:<8} {made['format']:<5} {size(made['bytes']):>9}  {made['key']}"
        for made in result["artifacts"]
    ]
    lines += [f"  warning {warning['code']}: {warning['text']}" for warning in result["warnings"]]
    return "\n".join(lines)


def dropped_lines(made: Mapping[str, Any]) -> list[str]:
    """Write what `say` could not speak as it is written: a line each for texts, symbols and guessed words."""
    found = {
        "not spoken, no voice here for": [
            f"{shorten(span['text'], 40, placeholder=' …')!r} ({span['language']})"
            for span in made["unsupported_spans"]
        ],
        "not spoken, unknown symbols": [
            f"{each['text']!r}" + (f" {each['count']} times" if each["count"] > 1 else "")
            for each in made["warnings"]
            if each["code"] == "unknown_symbols"
        ],
        "read by rule, in no lexicon": [each["text"] for each in made["warnings"] if each["code"] == "guessed_words"],
    }
    return [f"{what}: {_few(items)}" for what, items in found.items() if items]


def _few(items: list[str], most: int = 8) -> str:
    rest = len(items) - most
    return ", ".join(items[:most]) + (f" and {rest} more" if rest > 0 else "")


def job_row(job: Mapping[str, Any]) -> dict[str, Any]:
    """Return a listed job as the columns that fit on a line."""
    metadata = " ".join(f"{name}={value}" for name, value in (job.get("metadata") or {}).items())
    return {**job, "submitted": _local(job["created_s"]), "metadata": metadata}


def failure_row(job: Mapping[str, Any]) -> dict[str, Any]:
    """Return a failed job as the columns that fit on a line."""
    error = job["error"] or {}
    details = error.get("details", {})
    segment = details.get("segment")
    place = f"{segment['spot']}" if isinstance(segment, Mapping) else "/".join(details.get("unit", "").split("/")[1:])
    reason = shorten(error.get("message", ""), 100, placeholder=" …")
    return {**job, "failed": _local(job["finished_s"]), "code": error.get("code"), "segment": place, "reason": reason}


def _local(seconds: float) -> str:
    return time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(seconds))
