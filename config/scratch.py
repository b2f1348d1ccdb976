"""Where the scratch folder is, found without loading all the settings.

A container's health check asks this every few seconds; the settings' models take ten times the processor time of the
check itself. A test holds both ways to the same answer.
"""

import os
import tempfile
import tomllib
from collections.abc import Mapping
from pathlib import Path

from pipeline.errors import InvalidSettings

NAME = "VOICEMILL_WORKER__SCRATCH"


def default_scratch() -> Path:
    """Return the folder of an installation that names none."""
    return Path(tempfile.gettempdir()) / "voicemill"


def scratch_folder(config_file: Path | None = None, environ: Mapping[str, str] | None = None) -> Path:
    """Return the folder that the settings would give. Raises InvalidSettings for a file that cannot be read."""
    variables = os.environ if environ is None else environ
    try:
        if NAME in variables:
            return Path(variables[NAME])
        if f"{NAME}_FILE" in variables:
            return Path(Path(variables[f"{NAME}_FILE"]).read_text(encoding="utf-8").strip())
        named = config_file or variables.get("VOICEMILL_CONFIG")
        settings = tomllib.loads(Path(named).read_text(encoding="utf-8")) if named else {}
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as err:
        raise InvalidSettings(f"the settings cannot be read: {err}") from err
    return Path(settings.get("worker", {}).get("scratch") or default_scratch())
