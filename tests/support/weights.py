"""Real model weights for tests, fetched by the product once and shared by every test that needs them."""

import os
from pathlib import Path

import pytest

from models.fetch import pull
from models.options import ModelOptions
from pipeline.errors import ModelError

#: read when this is imported: during a test the environment holds nothing of ours
FOLDER = Path(
    os.environ.get("VOICEMILL_TEST_MODELS") or Path.home() / ".cache" / "voicemill-test" / "models",
).absolute()


def real_weights(*models: str) -> ModelOptions:
    """Return options of a folder that holds these models. A machine that cannot fetch them skips; CI fails."""
    options = ModelOptions(folder=FOLDER)
    try:
        for model in models:
            pull(model, options)
    except ModelError as err:
        if os.environ.get("CI"):
            raise
        pytest.skip(f"no weights: {err}")
    return options
