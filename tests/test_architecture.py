"""The rules that hold the house up: layers, sizes, empty package files, one error tree in every table."""

import ast
import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

from cli.exit_codes import EXIT_CODE
from pipeline import errors

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("pipeline", "models", "storage", "tasks", "worker", "cli", "config")
MODULES = sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
MOST_LINES = 250
MOST_FUNCTION_LINES = 40  # without the docstring
#: functions that may be longer, and why
LONG = {
    "tasks/app.py make_app": "a table of Celery's settings, each with its reason beside it",
}


def name_of(path):
    return str(path.relative_to(ROOT))


def test_the_layers_hold():
    code = "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports(no_cache=True))"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, timeout=120, check=False
    )

    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("path", [p for p in MODULES if p.name == "__init__.py"], ids=name_of)
def test_a_package_file_is_a_docstring_only(path):
    body = ast.parse(path.read_text(encoding="utf-8")).body

    assert len(body) == 1
    assert isinstance(body[0], ast.Expr)
    assert isinstance(body[0].value, ast.Constant)


def test_no_module_is_longer_than_the_house_allows():
    lengths = {name_of(path): len(path.read_text(encoding="utf-8").splitlines()) for path in MODULES}

    assert {name: lines for name, lines in lengths.items() if lines > MOST_LINES} == {}


def lines_of(function):
    """Lines from `def` to the end, decorators and docstring not counted."""
    first = function.body[0]
    has_docstring = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
    docstring = first.end_lineno - first.lineno + 1 if has_docstring else 0
    return function.end_lineno - function.lineno + 1 - docstring


def test_no_function_is_longer_than_the_house_allows_but_those_that_say_why():
    lengths = {
        f"{name_of(path)} {node.name}": lines_of(node)
        for path in MODULES
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
    }
    long = {name: lines for name, lines in lengths.items() if lines > MOST_FUNCTION_LINES}

    assert {name: lines for name, lines in long.items() if name not in LONG} == {}
    assert set(LONG) <= set(long), "an exception that is not needed any more"


def test_every_module_says_what_it_is():
    silent = [name_of(path) for path in MODULES if not ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))]

    assert silent == []


def test_no_folder_of_the_product_lacks_its_package_file():
    folders = {path.parent for path in MODULES}

    assert [name_of(folder) for folder in folders if not (folder / "__init__.py").exists()] == []


@pytest.mark.parametrize("package", PACKAGES)
def test_a_root_name_is_the_checkouts(package):
    spec = importlib.util.find_spec(package)

    assert spec is not None
    assert Path(str(spec.origin)).parent == ROOT / package


def test_root_names_are_the_checkouts_in_a_folder_full_of_namesakes(tmp_path):
    for package in PACKAGES:
        (tmp_path / package).mkdir()
        (tmp_path / package / "__init__.py").write_text("")
    code = f"import {', '.join(PACKAGES)}; print([m.__file__ for m in ({', '.join(PACKAGES)},)])"

    done = subprocess.run(
        [sys.executable, "-P", "-c", code],
        capture_output=True, text=True, cwd=tmp_path, timeout=60, check=True, env={"PYTHONPATH": str(ROOT)},
    )  # fmt: skip

    assert ast.literal_eval(done.stdout) == [str(ROOT / package / "__init__.py") for package in PACKAGES]


def test_exactly_one_broad_except():
    broad = [
        name_of(path)
        for path in MODULES
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ExceptHandler)
        and (node.type is None or (isinstance(node.type, ast.Name) and node.type.id == "Exception"))
    ]

    assert broad == ["tasks/units.py"]


def test_every_error_has_a_policy_an_exit_code_and_a_place_in_the_list():
    kinds = errors.every_error()

    assert set(errors.POLICY) == set(EXIT_CODE) == set(kinds)
    assert {kind.__name__ for kind in kinds} <= set(errors.__all__)
    assert len({kind.code for kind in kinds}) == len(kinds)
    assert all((kind.__doc__ or "").startswith("Raised when ") for kind in kinds)


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_what_a_module_lists_as_public_exists(path):
    tree = ast.parse(path.read_text(encoding="utf-8"))
    listed = [
        ast.literal_eval(node.value)
        for node in tree.body
        if isinstance(node, ast.Assign) and any(isinstance(t, ast.Name) and t.id == "__all__" for t in node.targets)
    ]
    defined = {
        alias.asname or alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    for node in tree.body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            defined.add(node.name)
        elif isinstance(node, (ast.Assign, ast.AnnAssign)):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            defined |= {target.id for target in targets if isinstance(target, ast.Name)}

    assert {name for names in listed for name in names} <= defined


def test_test_files_have_unique_names():
    names = [path.name for path in (ROOT / "tests").rglob("test_*.py")]

    assert len(names) == len(set(names))
