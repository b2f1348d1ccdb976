"""Two hubs that publish a small checkpoint under the official names, and a catalogue that pins it as it pins the official."""

import hashlib
import random
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

import pytest

from models import catalog
from models.export.cosyvoice.checkpoint import FILES
from tests.support.hub import NAMED, Behaviour, Hub, running_hub

CLONES = ("campplus.onnx", "speech_tokenizer_v1.onnx")
PUBLISHED = {name: random.Random(name).randbytes(40_000) for name in (*FILES, *CLONES)}
SHA256 = {name: hashlib.sha256(data).hexdigest() for name, data in PUBLISHED.items()}


@contextmanager
def checkpoint_hub(monkeypatch: pytest.MonkeyPatch, published: Mapping[str, bytes] = PUBLISHED) -> Iterator[Hub]:
    """Run the hubs, one of each form, and let the product fetch from nowhere else."""
    real = catalog._catalog_file()
    (raw,) = real["checkpoint"]
    files = []
    for item in raw["file"]:
        data = published.get(item["path"].rpartition("/")[2], b"")
        pin = {"sha256": hashlib.sha256(data).hexdigest()} if "sha256" in item else {}
        files.append({**item, "size": len(data), **pin})
    hubs = [{"url": f"{NAMED}/{name}/{{file}}", "listing": f"{NAMED}/{name}"} for name in ("one", "two")]
    small = {**real, "checkpoint": [{**raw, "hub": hubs, "file": files}]}
    monkeypatch.setattr(catalog, "_catalog_file", lambda: small)
    with running_hub() as hub:
        monkeypatch.setenv("HF_ENDPOINT", hub.url)
        hub.hubs = {"one": Behaviour(dict(published)), "two": Behaviour(dict(published), modelscope=True)}
        yield hub
