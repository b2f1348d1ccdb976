"""What every test gets: an environment without the developer's own settings. Fixtures of an area live in its folder."""

import os

import pytest


@pytest.fixture(autouse=True)
def _no_settings_of_the_developer(monkeypatch):
    for name in list(os.environ):
        if name.startswith("VOICEMILL_") or name == "NO_COLOR":
            monkeypatch.delenv(name)
