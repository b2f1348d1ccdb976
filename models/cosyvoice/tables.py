"""Tables of a bundle: rows looked up by id, memory-mapped, kept as float32, float16 or int8 with a scale a row.

The exporter writes them and the run time reads them here, so that there is one rounding.
"""

from pathlib import Path
from typing import Any, Literal
from zipfile import BadZipFile, ZipFile

import numpy as np
from numpy.typing import NDArray

from models.cosyvoice.bundle import facts_of
from models.cosyvoice.facts import Bundle, FileFacts, TableFacts
from models.files import whole_file
from pipeline.errors import ModelDamaged

_INT8_MOST = 127  # symmetric: -128 is not used


class Rows:
    """A table whose rows are taken as float32. Its pages are the file's, shared by the processes of a machine."""

    def __init__(self, values: NDArray[Any], scales: NDArray[np.float32] | None) -> None:
        self._values = values
        self._scales = scales

    @property
    def shape(self) -> tuple[int, ...]:
        """Shape of the table."""
        return self._values.shape

    def take(self, ids: NDArray[np.int64] | list[int]) -> NDArray[np.float32]:
        """Return rows, shape (len(ids), width). Raises IndexError for an id that the table does not have."""
        rows = np.asarray(self._values[np.asarray(ids, dtype=np.int64)], dtype=np.float32)
        if self._scales is None:
            return rows
        scaled: NDArray[np.float32] = rows * self._scales[np.asarray(ids, dtype=np.int64), None]
        return scaled

    def whole(self) -> NDArray[np.float32]:
        """Return the whole table; meant for small ones."""
        values = np.array(self._values, dtype=np.float32)
        return values if self._scales is None else values * self._scales[:, None]


def open_table(facts: TableFacts, folder: Path) -> Rows:
    """Open a table. Raises ModelDamaged when the file is not what the manifest says."""
    values = _open(folder / facts.file.name, facts.dtype, facts.shape)
    scales = None if facts.scales is None else _open(folder / facts.scales.name, "float32", facts.shape[:1])
    return Rows(values, scales)


def open_voices(bundle: Bundle, folder: Path) -> dict[str, NDArray[np.float32]]:
    """Return the speaker embeddings by voice name, each of shape (dims.speaker,). Raises ModelDamaged."""
    path = folder / bundle.voices_file.name
    try:
        with np.load(path, allow_pickle=False) as arrays:
            found = {name: np.asarray(arrays[name]) for name in arrays.files}
    except (OSError, ValueError, EOFError, BadZipFile) as err:
        raise ModelDamaged(f"{path} holds no voices: {err}; export the bundle again", path=str(path)) from err
    for voice in bundle.voices:
        given = found.get(voice.name)
        if given is None or given.dtype != np.float32 or given.shape != (bundle.dims.speaker,):
            what = "none" if given is None else f"{given.dtype} {given.shape}"
            raise ModelDamaged(
                f"{path}: voice {voice.name}: given {what}; allowed: float32 ({bundle.dims.speaker},)", path=str(path)
            )
    return found


def write_voices(voices: dict[str, NDArray[np.float32]], path: Path) -> FileFacts:
    """Write speaker embeddings by voice name: as `np.savez` does, which takes some names for its own arguments."""
    with whole_file(path) as file, ZipFile(file, "w") as arrays:
        for name, values in voices.items():
            with arrays.open(f"{name}.npy", "w") as into:
                np.lib.format.write_array(into, np.asanyarray(values), allow_pickle=False)
    return facts_of(path)


def write_table(
    name: str, values: NDArray[np.float32], dtype: Literal["float32", "float16", "int8"], folder: Path
) -> TableFacts:
    """Write a table and return what the manifest says of it."""
    shape = tuple(int(size) for size in values.shape)
    if dtype != "int8":
        return TableFacts(dtype, shape, _write(folder / f"{name}.npy", values.astype(dtype)))
    peaks = np.abs(values).max(axis=1)
    scales = np.where(peaks > 0, peaks / _INT8_MOST, 1).astype(np.float32)
    rounded = np.rint(values / scales[:, None]).astype(np.int8)
    return TableFacts(
        dtype, shape, _write(folder / f"{name}.npy", rounded), _write(folder / f"{name}.scales.npy", scales)
    )


def _write(path: Path, values: NDArray[Any]) -> FileFacts:
    with whole_file(path) as file:
        np.save(file, np.ascontiguousarray(values), allow_pickle=False)
    return facts_of(path)


def _open(path: Path, dtype: str, shape: tuple[int, ...]) -> NDArray[Any]:
    try:
        values: NDArray[Any] = np.load(path, mmap_mode="r", allow_pickle=False)
    except (OSError, ValueError, EOFError) as err:
        raise ModelDamaged(f"{path} is not a table: {err}; export the bundle again", path=str(path)) from err
    if values.dtype != np.dtype(dtype) or values.shape != shape:
        raise ModelDamaged(
            f"{path}: given {values.dtype} {values.shape}; allowed: {dtype} {shape}; export the bundle again",
            path=str(path),
        )
    return values
