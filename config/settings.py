"""Every setting in one place; the only module that reads the environment.

Three layers, the later one wins: a TOML file, `VOICEMILL_…` variables, flags. Each adapter owns the model of its own
options; here they are only put side by side. A name that nobody reads is an error naming the nearest one: a misspelt
lease time that is silently ignored costs a night of wrong redeliveries.

Names: `VOICEMILL_<SECTION>__<FIELD>`; with `_FILE` at the end the value is read from that file (mounted secrets);
`VOICEMILL_BROKER_URL` and `VOICEMILL_STORE` (`file:///folder`, `s3://bucket`) are short for the two that everybody sets.
"""

import difflib
import json
import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal
from urllib.parse import unquote, urlsplit

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from config.scratch import default_scratch
from models.options import ModelOptions
from pipeline.errors import InvalidSettings
from storage.options import StorageOptions
from tasks.options import QueueOptions

PREFIX = "VOICEMILL_"
CONFIG_VARIABLE = "VOICEMILL_CONFIG"

Layer = dict[str, dict[str, Any]]  #: section -> field -> value


def _split(given: Any) -> Any:
    return tuple(given.replace(",", " ").split()) if isinstance(given, str) else given


class WorkerOptions(BaseModel):
    """How a worker process behaves on its machine."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    scratch: Path = Field(
        default_factory=default_scratch,
        description="folder for files in the making; on a disk, not on tmpfs: a long chapter as WAV is gigabytes",
    )
    models: Annotated[tuple[str, ...], BeforeValidator(_split)] = Field(
        default=(), description="models that must be here, as in `kokoro,tone`: else the worker does not start"
    )
    memory_limit_mb: int | None = Field(
        default=None, ge=0, description="a child above it is replaced after its unit; 0 = no limit of ours"
    )
    health_s: float = Field(
        default=60.0,
        gt=0,
        description="unhealthy when its broker is silent, or a queue left untouched while it idles, for this long",
    )
    prune_every_h: float = Field(
        default=6.0, ge=0, description="hours between two deletions of what is past its time, by one worker; 0: never"
    )
    segments_days: float = Field(default=0.0, ge=0, description="segments older than this are deleted; 0: none are")
    segments_gb: float = Field(
        default=0.0, ge=0, description="the oldest segments are deleted until the rest is at most this; 0: none are"
    )
    log_level: Literal["debug", "info", "warning", "error"] = Field(default="info", description="least level shown")
    log_format: Literal["auto", "json", "text"] = Field(
        default="auto", description="`auto`: text on a terminal, JSON elsewhere"
    )


class SpeechOptions(BaseModel):
    """What every job that is submitted from here has in common: a project's own."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    lexicon: Path | None = Field(
        default=None, description="pronunciations of the project (YAML, CSV or PLS); `--lexicon` adds to them"
    )


class Settings(BaseModel):
    """All settings, checked."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    queue: QueueOptions = Field(default_factory=QueueOptions)
    storage: StorageOptions = Field(default_factory=StorageOptions)
    models: ModelOptions = Field(default_factory=ModelOptions)
    worker: WorkerOptions = Field(default_factory=WorkerOptions)
    speech: SpeechOptions = Field(default_factory=SpeechOptions)


def load_settings(
    config_file: Path | None = None, *, environ: Mapping[str, str] | None = None, **flags: Mapping[str, Any]
) -> Settings:
    """Read file, environment and flags.

    Args:
        config_file: TOML; default: the file that `VOICEMILL_CONFIG` names, if any.
        environ: variables; default: the process's own.
        flags: sections with the fields that were given on the command line, as in `queue={"broker_url": …}`.

    Raises:
        InvalidSettings: an unknown name, a value out of range, a file that cannot be read.
    """
    variables = os.environ if environ is None else environ
    named = variables.get(CONFIG_VARIABLE)
    path = config_file or (Path(named) if named else None)
    merged: Layer = {}
    for layer in (_from_file(path) if path else {}, _from_environment(variables), flags):
        for section, fields in layer.items():
            merged.setdefault(section, {}).update(fields)
    try:
        return Settings.model_validate(merged)
    except ValidationError as err:
        raise _explained(err) from err


def setting_names() -> dict[str, tuple[str, str]]:
    """Return every long variable name with its section and field."""
    sections = {name: info.annotation for name, info in Settings.model_fields.items()}
    return {
        f"{PREFIX}{section}__{field}".upper(): (section, field)
        for section, model in sections.items()
        if isinstance(model, type) and issubclass(model, BaseModel)
        for field in model.model_fields
    }


def _from_file(path: Path) -> Layer:
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as err:
        raise InvalidSettings(f"settings file {str(path)!r} cannot be read: {err}", given=str(path)) from err
    known = setting_names()
    for section, fields in data.items():
        if not isinstance(fields, dict):
            raise InvalidSettings(
                f"settings file {str(path)!r}: {section!r} stands outside a section; "
                f"sections: {', '.join(Settings.model_fields)}",
                given=section,
            )
        for field in fields:
            if (section, field) not in known.values():
                raise _unknown(f"{section}.{field}", [".".join(name) for name in known.values()])
    return data


def _from_environment(variables: Mapping[str, str]) -> Layer:
    known = setting_names()
    short = {f"{PREFIX}BROKER_URL", f"{PREFIX}STORE", CONFIG_VARIABLE}
    found = _from_short_names(variables)
    for name, value in variables.items():
        if not name.startswith(PREFIX) or name in short:
            continue
        target, content = name, value
        if name not in known and name.removesuffix("_FILE") in known:
            target, content = name.removesuffix("_FILE"), _secret(name, value)
            if target in variables:
                raise InvalidSettings(f"{target} and {name} are both set; set one", given=name)
        if target not in known:
            raise _unknown(name, [*known, *short])
        section, field = known[target]
        found.setdefault(section, {})[field] = _parsed(name, content)
    return found


def _from_short_names(variables: Mapping[str, str]) -> Layer:
    found: Layer = {}
    if url := variables.get(f"{PREFIX}BROKER_URL"):
        found["queue"] = {"broker_url": url}
    if url := variables.get(f"{PREFIX}STORE"):
        found["storage"] = _store(url)
    return found


def _store(url: str) -> dict[str, Any]:
    parts = urlsplit(url)
    if parts.scheme == "s3" and parts.netloc and not parts.query:
        return {"kind": "s3", "bucket": parts.netloc, "prefix": parts.path.strip("/")}
    if parts.scheme == "file" and not parts.netloc and parts.path.startswith("/"):
        return {"kind": "disk", "folder": unquote(parts.path)}
    raise InvalidSettings(f"VOICEMILL_STORE is file:///FOLDER or s3://BUCKET[/PREFIX], given {url!r}", given=url)


def _secret(name: str, path: str) -> str:
    if not path.strip():
        target = name.removesuffix("_FILE")
        raise InvalidSettings(
            f"{name} is empty: it names the file that holds {target}; set it, or unset it", given=path
        )
    try:
        return Path(path).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as err:
        raise InvalidSettings(f"{name} names a file that cannot be read: {err}", given=path) from err


def _parsed(name: str, value: str) -> Any:
    """Lists and tables are written as JSON; everything else is left to the option's own type."""
    if not value.startswith(("[", "{")):
        return value
    try:
        return json.loads(value)
    except json.JSONDecodeError as err:
        raise InvalidSettings(f"{name} looks like JSON but is not: {err}", given=name) from err


def _unknown(name: str, known: list[str]) -> InvalidSettings:
    close = difflib.get_close_matches(name, known, n=1, cutoff=0.5)
    hint = f"; did you mean {close[0]}?" if close else ""
    return InvalidSettings(f"unknown setting {name}{hint}", given=name, nearest=close)


def _explained(err: ValidationError) -> InvalidSettings:
    """Say which setting is wrong. The value is not repeated: it may be a secret or a URL that holds one."""
    first = err.errors(include_url=False, include_input=False, include_context=False)[0]
    name = ".".join(str(step) for step in first["loc"])
    variable = PREFIX + "__".join(str(step) for step in first["loc"]).upper()
    return InvalidSettings(f"setting {name} ({variable}): {first['msg'].removeprefix('Value error, ')}", given=name)
