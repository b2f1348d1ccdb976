"""espeak-ng's library, a copy in memory for each backend.

espeak keeps its state in globals, so phonemizer opens a copy of the library for each backend. It copies to the folder for
temporary files: in a container that may hold no programs (noexec, as in our compose file), and a process that is killed
leaves its copies there. Linux has files without a folder; elsewhere, or where they are forbidden, phonemizer does as it
always did.
"""

import ctypes
import os
from pathlib import Path
from typing import Any

_SYNCHRONOUS = 2  #: espeak's AUDIO_OUTPUT_SYNCHRONOUS, as phonemizer asks for


def copies_in_memory() -> None:
    """Have phonemizer's next backends open their copies in memory."""
    from phonemizer.backend.espeak import wrapper
    from phonemizer.backend.espeak.api import EspeakAPI

    def opened(library: str | Path, data_path: str | Path | None) -> Any:
        try:
            copy = _in_memory(Path(library))
        except (AttributeError, OSError):  # not Linux, or not allowed
            return EspeakAPI(library, data_path)
        if copy.espeak_Initialize(_SYNCHRONOUS, 0, os.fsencode(data_path) if data_path else None, 0) <= 0:
            raise OSError("espeak-ng does not start")
        api = EspeakAPI.__new__(EspeakAPI)
        api._library, api._library_path = copy, Path(library)  # noqa: SLF001 - what its own __init__ sets
        return api

    wrapper.EspeakAPI = opened


def _in_memory(library: Path) -> ctypes.CDLL:
    # The file stays open: the loader knows a library by its path, and a number that is given again would be the old one.
    number = os.memfd_create(library.name)
    with library.open("rb") as source, open(number, "wb", closefd=False) as copy:
        copy.write(source.read())
    return ctypes.CDLL(f"/proc/self/fd/{number}")
