"""Torch is needed to export, and nowhere else: not in what is installed, not in what is imported."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.heavy import heavy

ROOT = Path(__file__).resolve().parent.parent.parent
RUN_TIME = sorted(path.stem for path in (ROOT / "models" / "cosyvoice").glob("*.py") if path.stem != "__init__")


@pytest.mark.parametrize("name", ["runtime", "image", "image-all", "build", "dev"])
def test_no_torch_transformers_or_cuda_package_is_in_a_requirements_file(name):
    lines = (ROOT / "requirements" / f"{name}.txt").read_text(encoding="utf-8").splitlines()

    assert len(lines) > 4
    assert heavy(lines) == []


def test_what_is_too_heavy_is_told_by_name():
    names = [
        "torch",
        "Transformers",
        "nvidia-cublas-cu12",
        "onnxruntime-gpu==1.2",
        "onnxruntime",
        "tiktoken",
        "torchaudio",
    ]

    assert heavy(names) == ["torch", "Transformers", "nvidia-cublas-cu12", "onnxruntime-gpu==1.2", "torchaudio"]


def test_the_image_installs_only_those_files():
    dockerfile = (ROOT / "Dockerfile").read_text(encoding="utf-8")

    assert "export.txt" not in dockerfile
    assert "torch" not in dockerfile


def test_the_run_time_imports_without_torch_and_without_what_exports():
    code = (
        f"import sys\nfor name in {RUN_TIME}: __import__('models.cosyvoice.' + name)\n"
        "import models.loader, models.catalog\n"
        "heavy = [n for n in sys.modules if n.split('.')[0] in "
        "('torch', 'transformers', 'diffusers', 'triton') or n.startswith('models.export')]\nprint(heavy)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, timeout=120, check=True
    )

    assert done.stdout.strip() == "[]"


def test_torch_is_imported_inside_functions_but_for_the_networks_themselves():
    at_the_top = set()
    for path in (ROOT / "models").rglob("*.py"):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            if any(name.split(".")[0] == "torch" or ".nets" in name for name in names):
                at_the_top.add(path.relative_to(ROOT).parent.as_posix())

    assert at_the_top == {"models/export/cosyvoice/nets"}
