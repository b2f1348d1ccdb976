"""A worker's own folder for files in the making: what a killed child left in it goes when the next one starts."""

import shutil
import time
from pathlib import Path

from worker.pulse import FOLDER as HEALTH

ABANDONED_S = 86_400.0  #: a folder that nothing was written to for a day belongs to a worker that is gone


def own_scratch(folder: Path, worker: str) -> Path:
    """Return the worker's folder, empty, after removing those of workers that are gone. Never raises OSError."""
    own = folder / worker
    shutil.rmtree(own, ignore_errors=True)
    for other in folder.glob("*") if folder.is_dir() else ():
        try:
            abandoned = other.name != HEALTH and other.is_dir() and time.time() - other.stat().st_mtime > ABANDONED_S
        except OSError:
            continue  # it went meanwhile
        if abandoned:
            shutil.rmtree(other, ignore_errors=True)
    return own
