import numpy as np
import pytest

from models.options import ModelOptions
from tests.cosyvoice.fakes import drop_bundle

MODEL = "cosyvoice-fake"


@pytest.fixture
def options(tmp_path):
    return ModelOptions(folder=tmp_path / "models")


@pytest.fixture
def drop(options):
    """Drop a generated bundle into the models folder, as a user would."""

    def drop(name=MODEL, **changes):
        return drop_bundle(options.folder / name, **changes)

    return drop


@pytest.fixture
def noise():
    """The generator of one segment, as the pipeline makes it."""

    def make(stage, attempt, seed=0):
        return np.random.Generator(np.random.PCG64(np.random.SeedSequence([seed, 1234, stage, attempt])))

    return make
