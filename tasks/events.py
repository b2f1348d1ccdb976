"""The wide event of a job: one line at its end with all that operators ask of it, and nothing of its text."""

import json
from collections.abc import Mapping
from typing import Any

from tasks.results import failure, result


def wide_event(job_id: str, job: Mapping[str, str]) -> tuple[str, dict[str, Any]]:
    """Return name and fields of the event of a final job."""
    request = json.loads(job["request"])
    fields: dict[str, Any] = {
        "job_id": job_id,
        "fingerprint": job["rendering"],
        "voice": request.get("voice"),
        "formats": request.get("formats"),
        "retry_of": job.get("retry_of"),
        "whole_s": round(float(job["finished_s"]) - float(job["created_s"]), 3),
    }
    if job["state"] == "DONE":
        return "job_done", fields | _made(job_id, job)
    error = failure(job_id, job)
    if job["state"] == "CANCELLED":
        return "job_cancelled", fields | {"code": error["code"]}
    details = error["details"]
    segment = details.get("segment")
    return "job_failed", fields | {
        "code": error["code"],
        "unit": details.get("unit"),
        "segment": segment.get("spot") if isinstance(segment, Mapping) else None,
        "attempts": details.get("attempts"),
    }


def _made(job_id: str, job: Mapping[str, str]) -> dict[str, Any]:
    made = result(job_id, job, lambda _key: None)
    return {
        **made["segments"],
        **made["timing"],
        "reused": job.get("reused") == "1",
        "artifacts": len(made["artifacts"]),
        "bytes": sum(artifact["bytes"] for artifact in made["artifacts"]),
        "warnings": len(made["warnings"]),
        "unsupported": len(made["unsupported_spans"]),
    }
