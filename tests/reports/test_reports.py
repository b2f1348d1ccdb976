"""Every report that is said to be right is shown right by tests that exist."""

import ast
import tomllib
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
REPORTS = [
    report
    for path in sorted(Path(__file__).parent.glob("*.toml"))
    for report in tomllib.loads(path.read_text("utf-8"))["report"]
]


def functions_of(path: Path) -> set[str]:
    tree = ast.parse(path.read_text("utf-8"))
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


def targets() -> set[str]:
    lines = (ROOT / "Makefile").read_text("utf-8").splitlines()
    return {line.partition(":")[0] for line in lines if line[:1].isalpha() and ":" in line}


@pytest.mark.parametrize("report", REPORTS, ids=[report["id"] for report in REPORTS])
def test_what_shows_a_report_right_is_there(report: dict[str, Any]):
    assert report["right"]
    assert report["shown_by"]
    for name in report["shown_by"]:
        path, _, test = name.partition("::")
        if test:
            assert test in functions_of(ROOT / path), name
        else:
            assert name.removeprefix("make ") in targets(), name


def test_a_report_is_named_once():
    assert len({report["id"] for report in REPORTS}) == len(REPORTS) >= 22
