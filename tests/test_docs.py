"""The documentation says what the product does, and nothing else: compared both ways."""

import ast
import re
import subprocess
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from typer.main import get_command

from cli.exit_codes import EXIT_CODE
from cli.main import app
from config.settings import setting_names
from pipeline import errors

ROOT = Path(__file__).resolve().parent.parent
REFERENCE = ROOT / "docs" / "reference"
PACKAGES = ("pipeline", "models", "storage", "tasks", "worker", "cli", "config")
TRACKED = subprocess.run(
    ["git", "ls-files"], capture_output=True, text=True, cwd=ROOT, check=True, timeout=30
).stdout.splitlines()
PAGES = sorted(name for name in TRACKED if name.endswith(".md") and (ROOT / name).exists())


def read(name):
    return (ROOT / name).read_text(encoding="utf-8")


def commands():
    """Every command with its option names, from the live tree."""
    found = {}

    def walk(command, path):
        children = getattr(command, "commands", None)
        if children:
            for name, child in children.items():
                walk(child, [*path, name])
        else:
            options = {
                flag
                for parameter in command.params
                if parameter.param_type_name == "option"
                for flag in parameter.opts
                if flag.startswith("--") and flag != "--help"
            }
            found[" ".join(path)] = options

    walk(get_command(app), [])
    return found


def documented_commands():
    """Every `### voicemill …` heading with the flags that its section names."""
    sections = re.split(r"^### ", read("docs/reference/cli.md"), flags=re.MULTILINE)[1:]
    found = {}
    for section in sections:
        heading, _, body = section.partition("\n")
        (command,) = re.findall(r"^`voicemill ([^`]*)`", heading)
        words = command.split()
        name = " ".join(word for word in words if re.fullmatch(r"[a-z]+", word))
        body = body.split("\n## ")[0]
        flags = set(re.findall(r"--[a-z0-9][a-z0-9-]*", heading + body))
        if " -o " in heading:
            flags.add("--output")
        if "as for `say`" in body:
            flags |= {"--voice", "--model", "--lang", "--speed", "--mp3-kbps"}
        found[name] = flags
    return found


def test_every_command_is_documented_and_every_documented_command_exists():
    assert set(documented_commands()) == set(commands())


@pytest.mark.parametrize("name", sorted(commands()))
def test_the_flags_of_a_command_are_the_documented_ones(name):
    assert documented_commands()[name] == commands()[name]


def test_every_setting_is_documented_and_every_documented_setting_exists():
    rows = set(re.findall(r"^\| `(VOICEMILL_[A-Z0-9_]+)` \|", read("docs/reference/settings.md"), flags=re.MULTILINE))

    assert rows == set(setting_names())


def test_every_variable_that_a_page_names_exists():
    known = set(setting_names()) | {"VOICEMILL_BROKER_URL", "VOICEMILL_STORE", "VOICEMILL_CONFIG"}
    named = {name for page in PAGES for name in re.findall(r"VOICEMILL_[A-Z0-9]+(?:_+[A-Z0-9]+)*\b", read(page))}

    strange = {name for name in named if name not in known and name.removesuffix("_FILE") not in known}
    # a whole section may be named by its first words, as in `VOICEMILL_STORAGE__…`
    assert {name for name in strange if not any(setting.startswith(name + "__") for setting in known)} == set()


def test_the_table_of_errors_is_the_tree():
    rows = re.findall(
        r"^\| `([a-z_]+)` \| (\w+) \| .* \| (\w+) \| (\d+) \|$", read("docs/reference/errors.md"), re.MULTILINE
    )
    expected = {(kind.code, kind.__name__, errors.POLICY[kind], str(EXIT_CODE[kind])) for kind in errors.every_error()}

    assert set(rows) == expected


def test_every_error_code_that_a_page_names_exists():
    codes = {kind.code for kind in errors.every_error()}
    named = {name for page in PAGES for name in re.findall(r"`([a-z]+(?:_[a-z]+)+)`", read(page))} - {"against_full"}
    alike = {name for name in named if name.endswith(tuple("_" + code.rsplit("_", 1)[-1] for code in codes))}

    assert alike - codes - event_names()[1] == set()


def test_the_exit_codes_of_the_command_page_are_those_that_errors_give():
    listed = {int(code) for code in re.findall(r"^\| (\d+) \|", read("docs/reference/cli.md"), re.MULTILINE)}

    assert set(EXIT_CODE.values()) | {0, 130} == listed


def event_names():
    """Events: literal first arguments of `log.<level>(…)` where `log` is structlog's; and every literal string."""
    used, literals = set(), set()
    for package in PACKAGES:
        for path in (ROOT / package).rglob("*.py"):
            text = path.read_text(encoding="utf-8")
            structured = "structlog.get_logger()" in text
            for node in ast.walk(ast.parse(text)):
                if isinstance(node, ast.Constant) and isinstance(node.value, str):
                    literals.add(node.value)
                if (
                    structured
                    and isinstance(node, ast.Call)
                    and isinstance(node.func, ast.Attribute)
                    and node.func.attr in {"debug", "info", "warning", "error", "exception", "critical"}
                    and isinstance(node.func.value, ast.Name)
                    and node.func.value.id in {"log", "logger"}
                    and node.args
                    and isinstance(node.args[0], ast.Constant)
                ):
                    used.add(node.args[0].value)
    return used, literals


def test_every_event_is_documented_and_every_documented_event_exists():
    used, literals = event_names()
    documented = set(
        re.findall(r"^\| `([a-z_]+)` \| (?:debug|info|warning|error)", read("docs/reference/events.md"), re.MULTILINE)
    )

    assert used - documented == set()
    assert documented - literals == set()


def code_blocks(language):
    for page in PAGES:
        for block in re.findall(rf"^```{language}\n(.*?)^```", read(page), flags=re.MULTILINE | re.DOTALL):
            yield page, block


def test_every_voicemill_command_in_a_page_is_one_that_exists():
    known = commands()
    for page, block in code_blocks("sh"):
        for line in block.splitlines():
            command = line.split(" #")[0].strip()
            if not command.startswith("voicemill "):
                continue
            words = command.split()[1:]
            name = next((" ".join(words[:n]) for n in (2, 1) if " ".join(words[:n]) in known), None)
            assert name, f"{page}: {line}"
            flags = {word.split("=")[0] for word in words if word.startswith("--")}
            assert flags <= known[name], f"{page}: {line}"


def test_every_make_target_in_a_page_exists():
    targets = set(re.findall(r"^([a-z-]+):", read("Makefile"), flags=re.MULTILINE))
    named = {name for page in PAGES for name in re.findall(r"(?:^|`)make ([a-z-]+)", read(page), flags=re.MULTILINE)}

    assert named <= targets


def test_python_in_the_pages_compiles_and_the_readme_quotes_the_example():
    blocks = list(code_blocks("python"))
    for page, block in blocks:
        compile(block, page, "exec")
    example = read("examples/plain_celery_producer.py")

    assert [block.strip() in example for page, block in blocks if page == "README.md"] == [True]


def test_links_between_pages_lead_somewhere():
    broken = []
    for page in PAGES:
        prose = re.sub(r"```.*?```|`[^`\n]*`", "", read(page), flags=re.DOTALL)
        for target in re.findall(r"\]\(([^)\s]+)\)", prose):
            parts = urlsplit(target)
            if not parts.scheme and parts.path and not ((ROOT / page).parent / parts.path).exists():
                broken.append((page, target))

    assert broken == []


def test_decisions_are_short():
    long = {page: len(read(page).splitlines()) for page in PAGES if page.startswith("docs/adr/")}

    assert {page: lines for page, lines in long.items() if lines > 40} == {}


def test_no_committed_file_names_a_package_registry_or_a_path_of_somebodys_machine():
    registries = ["py" + "pi.org", "python" + "hosted.org", "registry." + "npmjs", "deb." + "debian.org"]
    machines = ["/" + "root/", "/" + "work/", "/tmp" + "/vm", "/home" + "/"]
    found = []
    for name in TRACKED:
        path = ROOT / name
        if not path.is_file():
            continue
        content = path.read_bytes()
        found += [(name, word) for word in [*registries, *machines] if word.encode() in content]

    assert found == []
