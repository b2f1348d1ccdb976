"""A peevish S3 server: SeaweedFS behind a proxy that answers some requests itself, as other servers would.

    with running_proxy(weed.endpoint_url, rule) as proxy:
        store = open_store(weed.options(endpoint_url=proxy.url))

A rule sees a request before it is passed on (`answer` is None) and again with the server's status; what it returns is
sent in place of the server's answer, None lets it through. Headers pass as they came, so signatures stay valid.
"""

import contextlib
import http.client
import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit


@dataclass(frozen=True, slots=True)
class Asked:
    """One request, before and after it was passed on."""

    method: str
    path: str
    headers: Mapping[str, str]
    status: int | None = None  #: the server's, once it has answered


Refusal = tuple[int, str]  #: HTTP status, S3 code
Rule = Callable[[Asked], Refusal | None]


@dataclass(slots=True)
class Proxy:
    """A running proxy; its rule can be changed at any time."""

    url: str
    rule: Rule


class Handler(BaseHTTPRequestHandler):
    """Asks the rule, passes on, asks the rule again."""

    protocol_version = "HTTP/1.1"
    server: "Server"

    def log_message(self, *_: object) -> None:
        """Be quiet."""

    def serve(self) -> None:
        """Answer one request."""
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        asked = Asked(self.command, self.path, dict(self.headers.items()))
        refusal = self.server.proxy.rule(asked)
        if refusal is None:
            status, headers, data = passed_on(self.server.upstream, asked, body)
            refusal = self.server.proxy.rule(replace(asked, status=status))
            if refusal is None:
                return self.reply(status, headers, data)
        status, code = refusal
        self.reply(status, [("Content-Type", "application/xml")], f"<Error><Code>{code}</Code></Error>".encode())
        return None

    do_GET = do_HEAD = do_PUT = do_POST = do_DELETE = serve  # noqa: N815 — the base class calls these names

    def reply(self, status: int, headers: list[tuple[str, str]], data: bytes) -> None:
        """Send an answer; to HEAD it has no body, and the length is that of the object."""
        self.send_response_only(status)
        for name, value in headers:
            self.send_header(name, value)
        if self.command != "HEAD":
            self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(data)


class Server(ThreadingHTTPServer):
    """One proxy's sockets."""

    daemon_threads = True

    def __init__(self, upstream: str, rule: Rule) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.upstream = urlsplit(upstream).netloc
        self.proxy = Proxy(f"http://127.0.0.1:{self.server_address[1]}", rule)


def passed_on(upstream: str, asked: Asked, body: bytes) -> tuple[int, list[tuple[str, str]], bytes]:
    """Ask the real server; return its answer."""
    with contextlib.closing(http.client.HTTPConnection(upstream, timeout=30)) as connection:
        connection.putrequest(asked.method, asked.path, skip_host=True, skip_accept_encoding=True)
        for name, value in asked.headers.items():
            if name.lower() not in {"expect", "connection"}:
                connection.putheader(name, value)
        connection.endheaders(body)
        answer = connection.getresponse()
        dropped = {"transfer-encoding", "connection"} | (set() if asked.method == "HEAD" else {"content-length"})
        kept = [(name, value) for name, value in answer.getheaders() if name.lower() not in dropped]
        return answer.status, kept, answer.read()


@contextlib.contextmanager
def running_proxy(upstream: str, rule: Rule = lambda _asked: None) -> Iterator[Proxy]:
    """Serve on loopback until the block ends."""
    server = Server(upstream, rule)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield server.proxy
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
