"""Commands as a shell runs them, but in this process: starting Python anew costs more than most commands do."""

import contextlib
import io
import logging
import os
from collections.abc import Iterator, Mapping

import pytest
import structlog

from cli.main import main


def run_command(variables: Mapping[str, str], *arguments: str) -> tuple[int, str]:
    """Run a command under these settings; return its exit code and all that it printed."""
    printed = io.StringIO()
    with _logging_kept(), pytest.MonkeyPatch.context() as patch:
        for name in [name for name in os.environ if name.startswith("VOICEMILL_")]:
            patch.delenv(name)
        for name, value in variables.items():
            patch.setenv(name, value)
        with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
            code = main(arguments)
    return code, printed.getvalue()


@contextlib.contextmanager
def _logging_kept() -> Iterator[None]:
    root = logging.getLogger()
    before = (root.handlers[:], root.level)
    try:
        yield
    finally:
        root.handlers[:], root.level = before
        logging.captureWarnings(capture=False)
        structlog.reset_defaults()
