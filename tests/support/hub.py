"""A hub in this process, over real HTTP: files at `/<hub>/<name>`, a listing at `/<hub>`, and faults as a test asks."""

import hashlib
import json
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit

from models.catalog import FileEntry, Source

#: what the product believes to ask; HF_ENDPOINT leads it to the hub of the test
NAMED = "https://huggingface.co"


@dataclass
class Behaviour:
    """How one hub answers."""

    files: dict[str, bytes] = field(default_factory=dict)
    cut_after: int | None = None  #: bytes of a body after which the connection ends
    cuts: int = 1_000_000  #: how many connections are cut
    ranges: bool = True  #: whether part of a file is given when asked for
    shift: int = 0  #: a part begins so much later than was asked
    redirect: bool = False  #: files are at another path
    status: int = 200
    modelscope: bool = False  #: the form of the listing
    announced: dict[str, str] = field(default_factory=dict)  #: instead of what is true
    listed: bool = True


@dataclass
class Hub:
    """Hubs by name, and what they were asked."""

    url: str
    hubs: dict[str, Behaviour] = field(default_factory=dict)
    asked: list[tuple[str, int]] = field(default_factory=list)  #: files by path, with the offset

    def source(self, hub: str, name: str) -> Source:
        """Return a source of a file, as the catalogue would name it."""
        return Source("url", (f"{NAMED}/{hub}/{name}",))


def file_entry(path: str, data: bytes, *sources: Source) -> FileEntry:
    """Pin some bytes."""
    return FileEntry(path, len(data), hashlib.sha256(data).hexdigest(), sources)


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    hub: Hub

    def handle_error(self, request: object, client_address: object) -> None:
        pass  # a client that was killed


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Server

    def do_GET(self) -> None:
        self.close_connection = True
        _, name, *rest = urlsplit(self.path).path.split("/")  # a proxy is asked for a whole URL
        moved = name == "moved"
        if moved:
            name, *rest = rest
        behaviour = self.server.hub.hubs.get(name)
        if behaviour is None or (rest and rest[0] not in behaviour.files):
            self.send_error(404)
        elif not rest:
            self._listing(behaviour)
        elif behaviour.redirect and not moved:
            self._answer(302, b"", {"Location": f"/moved{self.path}"})
        else:
            self._file(behaviour, behaviour.files[rest[0]])

    def _listing(self, behaviour: Behaviour) -> None:
        if not behaviour.listed:
            self.send_error(403)
            return
        true = {name: hashlib.sha256(data).hexdigest() for name, data in behaviour.files.items()}
        digests = true | behaviour.announced
        listing = (
            {"Code": 200, "Data": {"Files": [{"Path": name, "Sha256": digest} for name, digest in digests.items()]}}
            if behaviour.modelscope
            else [{"path": "README.md", "oid": "0" * 40}]
            + [{"path": name, "oid": "0" * 40, "lfs": {"oid": digest}} for name, digest in digests.items()]
        )
        self._answer(200, json.dumps(listing).encode())

    def _file(self, behaviour: Behaviour, data: bytes) -> None:
        asked = re.fullmatch(r"bytes=(\d+)-", self.headers.get("Range", ""))
        start = int(asked[1]) if asked else 0
        self.server.hub.asked.append((self.path, start))
        if behaviour.status != 200:
            self.send_error(behaviour.status)
            return
        cut = None
        if behaviour.cut_after is not None and behaviour.cuts > 0:
            behaviour.cuts -= 1
            cut = behaviour.cut_after
        if asked and behaviour.ranges:
            start += behaviour.shift
            self._answer(206, data[start:], {"Content-Range": f"bytes {start}-{len(data) - 1}/{len(data)}"}, cut)
        else:
            self._answer(200, data, {}, cut)

    def _answer(self, status: int, body: bytes, headers: dict[str, str] | None = None, cut: int | None = None) -> None:
        self.send_response(status)
        for name, value in {"Content-Length": str(len(body)), **(headers or {})}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body[:cut])

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def running_hub() -> Iterator[Hub]:
    """Run hubs on a port of this machine."""
    with _Server(("127.0.0.1", 0), _Handler) as server:
        server.hub = Hub(f"http://127.0.0.1:{server.server_address[1]}")
        thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
        thread.start()
        try:
            yield server.hub
        finally:
            server.shutdown()
            thread.join()
