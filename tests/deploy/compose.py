"""The compose file as data, with its variables filled in as Compose would."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).resolve().parents[2]
COMPOSE = ROOT / "docker-compose.yml"
VARIABLE = re.compile(r"\$\{([A-Z0-9_]+):-([^}]*)\}")


def filled(variables: Mapping[str, str]) -> dict[str, Any]:
    """Return the compose file with `${NAME:-default}` replaced."""
    text = VARIABLE.sub(lambda found: variables.get(found[1]) or found[2], COMPOSE.read_text("utf-8"))
    return dict(yaml.safe_load(text))
