"""What a producer is told: PROGRESS meta, the result, the failure; each as its JSON Schema in `schema/` says."""

import json
from collections.abc import Callable, Mapping
from typing import Any

from tasks.ledger import Ledger

#: gives a link to an object key, or None where there is none to give
Link = Callable[[str], str | None]
ACTIVE = ("QUEUED", "RUNNING")


def progress(rendering: Mapping[str, str], chapters: Mapping[str, str], now_s: float) -> dict[str, Any]:
    """Return the PROGRESS meta of a rendering that is queued or running."""
    done, total = int(rendering.get("done", 0)), int(rendering.get("total", 0))
    eta_s = None
    if total and done and "planned_s" in rendering:
        eta_s = round((now_s - float(rendering["planned_s"])) / done * (total - done), 1)
    return {
        "state": "QUEUED" if rendering.get("state", "QUEUED") == "QUEUED" else "RUNNING",
        "chapters": [
            {
                "index": i,
                "title": chapters[f"title:{i}"],
                "done": max(0, int(chapters[f"done:{i}"])),
                "total": int(chapters[f"total:{i}"]),
            }
            for i in range(int(rendering.get("chapters", 0)))
            if f"title:{i}" in chapters
        ],
        "done": max(0, done),
        "total": total,
        "eta_s": eta_s,
    }


def result(job_id: str, job: Mapping[str, str], link: Link) -> dict[str, Any]:
    """Return the result of a DONE job. A job that was answered from a finished rendering synthesized nothing."""
    rendered = json.loads(job["result"])
    total = int(job["total"])
    reused = job.get("reused") == "1"
    synthesized = 0 if reused else min(total, int(job["synthesized"]))
    synth_s, spoken_s = (0.0, 0.0) if reused else (float(job["synth_s"]), float(job["audio_s"]))
    return {
        "job_id": job_id,
        "state": "DONE",
        "fingerprint": job["rendering"],
        "artifacts": [artifact | {"url": link(artifact["key"])} for artifact in rendered["artifacts"]],
        "segments": {"total": total, "synthesized": synthesized, "cached": total - synthesized},
        "unsupported_spans": rendered["unsupported_spans"],
        "warnings": rendered["warnings"],
        "timing": {
            "queue_wait_s": round(float(job["started_s"]) - float(job["created_s"]), 3),
            "synth_s": round(synth_s, 3),
            "audio_s": rendered["audio_s"],
            "rtf": round(synth_s / spoken_s, 4) if spoken_s else None,
            "peak_rss_bytes": int(job["peak_rss_bytes"]),
        },
    }


def failure(job_id: str, job: Mapping[str, str]) -> dict[str, Any]:
    """Return code, message and details of a FAILED or CANCELLED job."""
    if job["state"] == "CANCELLED":
        return {"code": "job_cancelled", "message": f"job {job_id!r} was cancelled", "details": {}}
    error: dict[str, Any] = json.loads(job["error"])
    return error


def job_view(ledger: Ledger, job_id: str, now_s: float, link: Link) -> dict[str, Any]:
    """Return all that is known of a job: what `status` shows. Raises JobNotFound."""
    job = ledger.job(job_id)
    view: dict[str, Any] = {
        "job_id": job_id,
        "state": job["state"],
        "fingerprint": job["rendering"],
        "created_s": float(job["created_s"]),
        "finished_s": float(job["finished_s"]) if "finished_s" in job else None,
        "retried_as": job.get("retried_as"),
        "retry_of": job.get("retry_of"),
        "metadata": json.loads(job["metadata"]),
        "progress": None,
        "result": None,
        "error": None,
    }
    if job["state"] in ACTIVE:
        view["progress"] = progress(ledger.rendering(job["rendering"]), ledger.chapters(job["rendering"]), now_s)
    elif job["state"] == "DONE":
        view["result"] = result(job_id, job, link)
    else:
        view["error"] = failure(job_id, job)
    return view
