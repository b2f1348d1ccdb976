"""From a checkpoint folder to a bundle folder: graph by graph, each checked against its network, the manifest last.

A run that was stopped goes on where it was: a graph is kept when it was made of the same checkpoint, in the same way, and
its files are whole. Minutes and a few GB of memory at full size.
"""

import hashlib
import json
import shutil
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from models.cosyvoice.bundle import MANIFEST, facts_of, write_bundle
from models.cosyvoice.facts import Bundle, FileFacts, GraphFacts, Profile, Specials, Tokenizer, VoiceFacts
from models.cosyvoice.graphs import GRAPHS
from models.cosyvoice.tables import write_voices
from models.export.cosyvoice.arch import CONFIG, Arch
from models.export.cosyvoice.checkpoint import FILES, Checkpoint, read_checkpoint, require_torch
from models.export.cosyvoice.embedded import write_tables
from models.export.cosyvoice.networks import NEEDS, network
from models.export.cosyvoice.probe import Difference, Lengths, difference, feeds_of
from models.export.cosyvoice.profiles import MOST_RELATIVE, PLANS
from models.files import TEMP_PREFIX, only_one, sha256_of, sweep, whole_file
from pipeline.errors import ModelDamaged, ModelError

MODEL_ID = "cosyvoice-300m-sft"
LICENCE = "Apache-2.0"
KEPT = ".export.json"  #: what is finished, in the output folder

_FORM = 2  #: counts what this code makes of the same checkpoint
_RANKS = "multilingual.tiktoken"
_WHISPER_VOCAB = 51866
_LANGUAGES = ("zh", "en", "ja", "yue", "ko")
#: the first character of an official voice's name tells its language: 中 日 粤 英 韩
_VOICE_LANGUAGES = {"中": "zh", "日": "ja", "粤": "yue", "英": "en", "韩": "ko"}
_PROBE = Lengths(text=34, new=17, slots=64, tokens=58, frames=99)  #: other lengths than those it was traced with


@dataclass(frozen=True, slots=True)
class Progress:
    """What an export is doing."""

    graph: str
    state: str  #: "kept", "made" or "checked"
    done: int
    total: int


@dataclass(frozen=True, slots=True)
class Exported:
    """What an export gave."""

    bundle: Bundle
    folder: Path
    differences: tuple[Difference, ...]
    notes: tuple[str, ...]  #: what was tolerated in the checkpoint

    @property
    def told(self) -> str:
        """The table that a person reads."""
        rows = [f"{'GRAPH':16} {'WEIGHTS':26} {'MB':>7}  {'LARGEST ERROR':>13}  RELATIVE"]
        for each in self.differences:
            graph = self.bundle.graphs[each.graph]
            size_mb = sum(file.size_bytes for file in graph.files) / 1e6
            ways = ", ".join(graph.weights)
            rows.append(f"{each.graph:16} {ways:26} {size_mb:7.1f}  {each.most:13.1e}  {each.relative:.1e}")
        return "\n".join([*rows, f"{self.bundle.size_bytes / 1e6:.1f} MB in {self.folder}"])


OnProgress = Callable[[Progress], None]


def export(checkpoint: Path, output: Path, profile: Profile, on_progress: OnProgress | None = None) -> Exported:
    """Make a bundle.

    Raises ExtraMissing without torch, ModelMissing or ModelDamaged for what is wrong with the checkpoint, ModelError when
    the folder cannot be written.
    """
    require_torch()
    tell = on_progress or (lambda _: None)
    read = read_checkpoint(checkpoint)
    tokenizer = _tokenizer(read.arch)
    names = [*FILES, *(name for name in (CONFIG,) if (checkpoint / name).is_file())]
    sources = {name: sha256_of(checkpoint / name) for name in names}
    try:
        with only_one(output) as alone:
            if alone:
                sweep(output)
            (output / MANIFEST).unlink(missing_ok=True)  # until all is right again, this is no bundle
            graphs = _graphs(read, sources, (output, profile), tell)
            if (checkpoint / _RANKS).is_file() and tokenizer == "whisper-multilingual":
                shutil.copyfile(checkpoint / _RANKS, output / _RANKS)
            differences = _checked(read, output, profile, tell)
            bundle = Bundle(
                model=MODEL_ID,
                profile=profile,
                licence=LICENCE,
                tokenizer=tokenizer,
                dims=read.arch.dims,
                specials=Specials(start=0, task=1, end_of_speech=read.arch.speech_vocab),
                graphs=graphs,
                tables=write_tables(read, PLANS[profile].tables, output),
                voices_file=write_voices(dict(read.voices), output / "voices.npz"),
                voices=tuple(VoiceFacts(name, _languages(name)) for name in read.voices),
                checkpoint=sources,
                defaults=read.arch.defaults,
                synthetic=read.arch.synthetic,
            )
            write_bundle(bundle, output)
    except OSError as err:
        raise ModelError(f"cannot write a bundle into {output}: {err}", folder=str(output)) from err
    return Exported(bundle, output, differences, read.notes)


def _tokenizer(arch: Arch) -> Tokenizer:
    return "whisper-multilingual" if arch.text_vocab == _WHISPER_VOCAB else "bytes-tiny"


def _languages(voice: str) -> tuple[str, ...]:
    own = _VOICE_LANGUAGES.get(voice[:1])
    return (own, *(each for each in _LANGUAGES if each != own)) if own else _LANGUAGES


def _graphs(
    checkpoint: Checkpoint, sources: dict[str, str], where: tuple[Path, Profile], tell: OnProgress
) -> dict[str, GraphFacts]:
    output, profile = where
    ways = PLANS[profile].graphs
    kept = _read_kept(output)
    made: dict[str, GraphFacts] = {}
    for number, graph in enumerate(GRAPHS, 1):
        key = _key(graph, checkpoint.arch, sources, ways[graph])
        files = _whole(kept.get(graph), key, output)
        state = "kept" if files else "made"
        files = files or _make(graph, checkpoint, output, ways[graph])
        kept[graph] = {"key": key, "files": [asdict(file) for file in files]}
        with whole_file(output / KEPT) as file:
            file.write(json.dumps(kept, indent=1).encode())
        made[graph] = GraphFacts(ways[graph], files)
        tell(Progress(graph, state, number, 2 * len(GRAPHS)))
    return made


def _key(graph: str, arch: Arch, sources: dict[str, str], ways: tuple[str, ...]) -> str:
    facts = [_FORM, graph, asdict(arch), sources[f"{NEEDS[graph][0]}.pt"], ways]
    return hashlib.sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()


def _read_kept(output: Path) -> dict[str, Any]:
    """Return what an earlier run finished; nothing when that cannot be read."""
    try:
        found = json.loads((output / KEPT).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def _whole(kept: dict[str, Any] | None, key: str, output: Path) -> tuple[FileFacts, ...]:
    """Return a kept graph's files if it is the one wanted and they are as they were written."""
    if not kept or kept.get("key") != key:
        return ()
    files = tuple(FileFacts(**file) for file in kept["files"])
    for file in files:
        path = output / file.name
        if not path.is_file() or path.stat().st_size != file.size_bytes or sha256_of(path) != file.sha256:
            return ()
    return files


def _make(graph: str, checkpoint: Checkpoint, output: Path, ways: tuple[Any, ...]) -> tuple[FileFacts, ...]:
    import onnx

    from models.export.cosyvoice.quantize import quantize, save
    from models.export.cosyvoice.trace import trace

    scratch = output / f"{TEMP_PREFIX}{graph}"
    scratch.mkdir(exist_ok=True)
    try:
        trace(graph, network(graph, checkpoint), checkpoint.arch, scratch / "traced.onnx")
        model = onnx.load(str(scratch / "traced.onnx"))
        quantize(model, ways)
        files = save(model, scratch / f"{graph}.onnx")
        for name in (f"{graph}.onnx", f"{graph}.bin"):
            (output / name).unlink(missing_ok=True)
        for path in files:
            path.chmod(0o644)  # weights are written as 0600, and a worker is mostly another user
        return tuple(facts_of(path.replace(output / path.name)) for path in files)
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def _checked(checkpoint: Checkpoint, output: Path, profile: Profile, tell: OnProgress) -> tuple[Difference, ...]:
    """Run every graph beside its network, at other lengths than it was traced with."""
    found = []
    for number, graph in enumerate(GRAPHS, 1):
        feeds = feeds_of(graph, checkpoint.arch, _PROBE, seed=1)
        apart = difference(graph, output / f"{graph}.onnx", network(graph, checkpoint), feeds)
        allowed = max(MOST_RELATIVE[way] for way in PLANS[profile].graphs[graph])
        if not apart.relative <= allowed:
            raise ModelDamaged(
                f"graph {graph} of {output} does not compute what its network does: relative error given "
                f"{apart.relative:.2g}; allowed: {allowed:.2g}. Is the checkpoint whole?",
                graph=graph,
            )
        found.append(apart)
        tell(Progress(graph, "checked", len(GRAPHS) + number, 2 * len(GRAPHS)))
    return tuple(found)
