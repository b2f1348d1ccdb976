"""A bundle: the folder that the exporter makes of a checkpoint and that the run time reads; `bundle.json` tells of it.

Everything that is not arithmetic stands in it: dimensions, rates, which tokenizer, which files with sha256 and size. A
bundle is written once, whole, and never changed. Reading checks everything but the bytes of the files (their sizes are
checked; `verify` reads them). Field by field: docs/reference/cosyvoice.md.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError

from models.cosyvoice.facts import FORMAT, TOKENIZER_IDS, VERSION, Bundle, FileFacts, table_shapes
from models.cosyvoice.graphs import GRAPHS
from models.cosyvoice.tokenizer import LANGUAGES
from models.files import sha256_of, whole_file
from pipeline.errors import ModelDamaged, ModelMissing

MANIFEST = "bundle.json"

_ADAPTER = TypeAdapter(Bundle)


class _Form(BaseModel):
    """What is read of a manifest before anything else."""

    model_config = ConfigDict(strict=True)

    format: str = FORMAT
    version: int = VERSION


def write_bundle(bundle: Bundle, folder: Path) -> None:
    """Write the manifest, last: a folder with one is whole. Raises ModelDamaged when it does not hold together."""
    content = _ADAPTER.dump_json(bundle, indent=1, warnings="none") + b"\n"
    _check(_parsed(content, folder / MANIFEST), folder)
    with whole_file(folder / MANIFEST) as file:
        file.write(content)


def read_bundle(folder: Path) -> Bundle:
    """Read a bundle's manifest and check names, shapes and file sizes.

    Raises ModelMissing when there is none or a file is missing, ModelDamaged naming the first thing that is wrong.
    """
    path = folder / MANIFEST
    try:
        content = path.read_bytes()
    except OSError as err:
        raise ModelMissing(
            f"no bundle in {folder}: {MANIFEST} cannot be read; make it: voicemill models export", path=str(path)
        ) from err
    bundle = _parsed(content, path)
    _check(bundle, folder)
    return bundle


def verify(bundle: Bundle, folder: Path) -> list[str]:
    """Return the names of the files whose bytes are not those that were written."""
    return [file.name for file in bundle.files if sha256_of(folder / file.name) != file.sha256]


def facts_of(path: Path) -> FileFacts:
    """Return what a manifest says of a file."""
    return FileFacts(path.name, path.stat().st_size, sha256_of(path))


def first_fault(err: ValidationError) -> str:
    """Return the first thing that is wrong, where it is and what was given."""
    first = err.errors()[0]
    where = ".".join(str(part) for part in first["loc"]) or "the file"
    return f"{where}: {first['msg']} (given: {_short(first['input'])})"


def _parsed(content: bytes, path: Path) -> Bundle:
    try:
        form = _Form.model_validate_json(content)
        if (form.format, form.version) != (FORMAT, VERSION):  # what other keys mean, only that version knows
            raise ModelDamaged(
                f"{path}: format and version: given {form.format} {form.version}; allowed: {FORMAT} {VERSION}; export it "
                "again, or use the version of voicemill that made it",
                path=str(path),
            )
        return _ADAPTER.validate_json(content)
    except ValidationError as err:
        raise ModelDamaged(f"{path}: {first_fault(err)}", path=str(path)) from err


def _check(bundle: Bundle, folder: Path) -> None:
    for what, given, allowed in _faults(bundle):
        raise ModelDamaged(f"{folder / MANIFEST}: {what}: given {given}; allowed: {allowed}", path=str(folder))
    for file in bundle.files:
        path = folder / file.name
        if not path.is_file():
            raise ModelMissing(f"bundle {folder} lacks {file.name}; export it again", path=str(path))
        if path.stat().st_size != file.size_bytes:
            raise ModelDamaged(
                f"{path}: given {path.stat().st_size} bytes; allowed: {file.size_bytes} bytes", path=str(path)
            )


def _faults(bundle: Bundle) -> Iterator[tuple[str, Any, Any]]:
    """Yield what does not hold together: what, given, allowed."""
    if set(bundle.graphs) != set(GRAPHS):
        yield "graphs", ", ".join(sorted(bundle.graphs)) or "none", ", ".join(GRAPHS)
    yield from _table_faults(bundle)
    dims = bundle.dims
    if dims.lm_heads * dims.lm_head_width != dims.llm_width:
        yield "lm_heads x lm_head_width", f"{dims.lm_heads} x {dims.lm_head_width}", f"llm_width = {dims.llm_width}"
    if bundle.specials.end_of_speech != dims.speech_vocab:
        yield "end_of_speech", bundle.specials.end_of_speech, f"speech_vocab = {dims.speech_vocab}"
    least = TOKENIZER_IDS[bundle.tokenizer]
    if dims.text_vocab < least:
        yield f"tokenizer {bundle.tokenizer}", dims.text_vocab, f"a text vocabulary of {least} or more"
    names = [voice.name for voice in bundle.voices]
    if twice := sorted({name for name in names if names.count(name) > 1}):
        yield "voices", f"{', '.join(twice)} twice", "each name once"
    for voice in bundle.voices:
        if strange := set(voice.languages) - set(LANGUAGES):
            yield f"languages of voice {voice.name}", ", ".join(sorted(strange)), ", ".join(LANGUAGES)
    for file in bundle.files:
        if Path(file.name).name != file.name or file.name in {"", "."}:
            yield "file name", repr(file.name), "a name without folders"


def _table_faults(bundle: Bundle) -> Iterator[tuple[str, Any, Any]]:
    shapes = {name: table.shape for name, table in bundle.tables.items()}
    for name, shape in table_shapes(bundle.dims).items():
        if shapes.get(name) != shape:
            yield f"table {name}", shapes.get(name, "none"), shape
    for name, table in bundle.tables.items():
        if (table.dtype == "int8") != (table.scales is not None):
            yield f"table {name}", f"{table.dtype}, scales {table.scales}", "scales with int8, and only then"


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 80 else text[:79] + "…"
