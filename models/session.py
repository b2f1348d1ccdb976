"""One ONNX Runtime session on the CPU, with its exceptions translated.

Defaults are for batch: one thread (a worker a core beats threads), no spinning (measured: 16 % less CPU at two threads,
no wall time lost), no memory patterns (they are kept for every input length met, and hardly one comes twice: 140 MB
less at 8 s of Kokoro). ONNX Runtime is imported here and only when a session is opened, after a worker has forked.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pipeline.errors import ModelDamaged, ModelError, ModelMissing, OutOfMemory, SynthesisError

_TYPES: dict[str, np.dtype[Any]] = {
    "tensor(float)": np.dtype(np.float32),
    "tensor(double)": np.dtype(np.float64),
    "tensor(float16)": np.dtype(np.float16),
    "tensor(int64)": np.dtype(np.int64),
    "tensor(int32)": np.dtype(np.int32),
}
_NO_MEMORY = ("Failed to allocate memory", "bad_alloc", "bad allocation")  # all kinds of errors say it
_ARENA_BYTES = 512 << 20
_ERRORS_ONLY = 3  # ONNX Runtime's log severities: 2 warns about every unused initialiser


@dataclass(frozen=True, slots=True)
class Input:
    """What a graph says of one input."""

    dtype: np.dtype[Any]
    shape: tuple[int | str | None, ...]  #: a name or None where the length is free


class Session:
    """An open session. Made by `open_session`."""

    def __init__(self, inner: Any, path: Path) -> None:
        self._inner = inner
        self._path = path
        self.inputs: Mapping[str, Input] = {
            item.name: Input(_dtype(item.type, item.name, path), tuple(item.shape)) for item in inner.get_inputs()
        }

    def require(self, *names: str) -> None:
        """Check that the graph has these inputs. Raises ModelDamaged naming those it has."""
        missing = [name for name in names if name not in self.inputs]
        if missing:
            raise ModelDamaged(
                f"graph {self._path} has no input {', '.join(missing)}; it has {', '.join(self.inputs)}",
                path=str(self._path),
            )

    def run(self, feeds: Mapping[str, Any]) -> NDArray[Any]:
        """Run the graph and return its first output. Values are cast to what the graph takes.

        Raises SynthesisError, or OutOfMemory: then the text need not be to blame.
        """
        return next(iter(self.run_all(feeds).values()))

    def run_all(self, feeds: Mapping[str, Any]) -> dict[str, NDArray[Any]]:
        """Run the graph and return its outputs by name, in the graph's order; errors as of `run`."""
        cast = {name: np.asarray(value, dtype=self.inputs[name].dtype) for name, value in feeds.items()}
        names = [item.name for item in self._inner.get_outputs()]
        with _translated():
            return dict(zip(names, map(np.asarray, self._inner.run(None, cast)), strict=True))

    def bind(self) -> "Bound":
        """Return a way to run the graph many times on memory that the caller keeps."""
        return Bound(self._inner)


class Bound:
    """A graph bound to the caller's arrays: what is written into them is what the next run reads. Nothing is copied."""

    def __init__(self, inner: Any) -> None:
        self._inner = inner
        self._binding = inner.io_binding()
        self._kept: dict[str, NDArray[Any]] = {}

    def feed(self, name: str, array: NDArray[Any]) -> None:
        """Bind an input; the array is of the graph's type, and C-contiguous."""
        self._kept[name] = array
        with _translated():
            self._binding.bind_cpu_input(name, array)

    def into(self, name: str, array: NDArray[Any]) -> None:
        """Bind an output, whose shape must be the array's."""
        self._kept[name] = array
        with _translated():
            self._binding.bind_output(name, "cpu", 0, array.dtype, array.shape, array.ctypes.data)

    def run(self) -> None:
        """Run the graph. Raises SynthesisError, or OutOfMemory."""
        with _translated():
            self._inner.run_with_iobinding(self._binding)


def open_session(path: Path, threads: int = 1, *, repack: bool = True) -> Session:
    """Open a graph. Raises ModelMissing, ModelDamaged, or ModelError when it cannot run here.

    Without `repack` weights are used as they lie in the file, whose pages all workers of a machine share, and not copied
    into the order that the processor likes best. The samples are others in their last bits.
    """
    if not path.is_file():
        raise ModelMissing(f"no graph at {path}", path=str(path))
    try:
        import onnxruntime as ort
        from onnxruntime.capi import onnxruntime_pybind11_state as state
    except (ImportError, MemoryError) as err:  # its library is 40 MB to map
        raise ModelError(f"ONNX Runtime cannot be loaded: {_first_line(err)}") from err

    options = ort.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.execution_mode = ort.ExecutionMode.ORT_SEQUENTIAL
    options.enable_mem_pattern = False
    _share_arena()
    options.add_session_config_entry("session.use_env_allocators", "1")
    options.use_deterministic_compute = True
    options.log_severity_level = _ERRORS_ONLY
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    options.add_session_config_entry("session.inter_op.allow_spinning", "0")
    options.add_session_config_entry("session.disable_prepacking", "0" if repack else "1")
    try:
        inner = ort.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    except (state.InvalidProtobuf, state.InvalidGraph, state.NoModel) as err:
        raise ModelDamaged(f"{path} is not a graph that can be run: {_first_line(err)}", path=str(path)) from err
    except _run_errors() as err:
        raise ModelError(f"cannot open {path}: {_first_line(err)}", path=str(path)) from err
    return Session(inner, path)


@contextmanager
def _translated() -> Iterator[None]:
    try:
        yield
    except _run_errors() as err:
        if isinstance(err, MemoryError) or any(words in str(err) for words in _NO_MEMORY):
            raise OutOfMemory(f"memory ran out while the model spoke this text: {_first_line(err)}") from err
        raise SynthesisError(f"the model failed on this text: {_first_line(err)}") from err


@cache
def _share_arena() -> None:
    """Give all sessions of this process one arena that begins as one large region of addresses, and cuts closely.

    By default it grows by regions of twice the size, and tensors of every length met leave gaps in each (measured,
    Kokoro up to 300 phonemes: 572 MB at most, 535 so). Addresses that are not written to take no memory. And a tensor
    is given a free piece of up to twice its size whole, unless that wastes 128 MB: here the rest is always cut off (8 MB
    less at 220 phonemes).
    """
    import onnxruntime as ort

    config = {"initial_chunk_size_bytes": _ARENA_BYTES, "max_dead_bytes_per_chunk": 1}
    info = ort.OrtMemoryInfo("Cpu", ort.OrtAllocatorType.ORT_ARENA_ALLOCATOR, 0, ort.OrtMemType.DEFAULT)
    ort.create_and_register_allocator(info, ort.OrtArenaCfg(config))


def _run_errors() -> tuple[type[Exception], ...]:
    """Every exception that ONNX Runtime throws: its own have no common base, and some are plain ones."""
    from onnxruntime.capi import onnxruntime_pybind11_state as state

    own = [kind for kind in vars(state).values() if isinstance(kind, type) and issubclass(kind, Exception)]
    return (*own, RuntimeError, ValueError, MemoryError)


def _dtype(name: str, input_name: str, path: Path) -> np.dtype[Any]:
    if name not in _TYPES:
        raise ModelError(f"graph {path}: input {input_name!r} takes {name}; allowed: {', '.join(_TYPES)}")
    return _TYPES[name]


def _first_line(err: Exception) -> str:
    return (str(err).strip().splitlines() or [type(err).__name__])[0][:300]
