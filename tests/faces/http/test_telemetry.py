"""What a server tells of its requests: how they went, and nothing of what they said."""

from __future__ import annotations

import gzip
import json
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tests.faces.http.conftest import Server

SECRET = "zanzibar"


class Collector(ThreadingHTTPServer):
    """Keeps what is sent to it."""

    def __init__(self) -> None:
        self.received: dict[str, bytes] = {}

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                whole = gzip.decompress(body) if self.headers.get("content-encoding") == "gzip" else body
                received[self.path] = received.get(self.path, b"") + whole
                self.send_response(200)
                self.end_headers()

            def log_message(self, *_: object) -> None:
                pass

        received = self.received
        super().__init__(("127.0.0.1", 0), Handler)


@pytest.fixture
def collector() -> Iterator[Collector]:
    pytest.importorskip("opentelemetry.sdk")
    running = Collector()
    thread = Thread(target=running.serve_forever, daemon=True)
    thread.start()
    yield running
    running.shutdown()
    thread.join()
    running.server_close()


def test_a_collector_gets_spans_in_the_words_of_the_conventions_and_no_content(
    tmp_path: Path, collector: Collector
) -> None:
    from tests.faces.http.conftest import Server

    server = Server(tmp_path, OTEL_EXPORTER_OTLP_ENDPOINT=f"http://127.0.0.1:{collector.server_port}")
    server.rest("POST", "/memories", {"text": f"The lock is called {SECRET}", "kind": "decision"})
    server.rest("GET", "/recall", query=f"which lock is {SECRET}")
    assert server.stop() == 0
    traces, metrics = collector.received["/v1/traces"], collector.received["/v1/metrics"]
    for word in (b"create_memory", b"search_memory", b"gen_ai.operation.name", b"/api/v1/recall"):
        assert word in traces, word
    assert b"http.server.request.duration" in metrics
    assert SECRET.encode() not in traces + metrics


def test_the_log_has_a_line_for_every_request_and_no_content(tmp_path: Path) -> None:
    from tests.faces.http.conftest import Server

    server = Server(tmp_path, "--log", "json")
    server.rest("POST", "/memories", {"text": f"The lock is called {SECRET}", "kind": "decision"})
    server.rest("GET", "/recall", query=f"which lock is {SECRET}")
    lines = [json.loads(line) for line in server.end().splitlines()]
    assert [(line["method"], line["route"], line["status"]) for line in lines] == [
        ("POST", "/api/v1/memories", 201),
        ("GET", "/api/v1/recall", 200),
    ]
    assert SECRET not in json.dumps(lines)


def test_a_server_with_a_name_answers_to_it_and_to_addresses_and_to_nothing_else(start: Callable[..., Server]) -> None:
    server = start("--host", "0.0.0.0", "--name", "memory.example.com")
    for name in ("memory.example.com", "Memory.Example.com:443", "127.0.0.1", "10.1.2.3:8765"):
        assert server.ask("GET", "/api/v1/status", headers={"Host": name}).status == 200, name
    for name in ("rebound.example", "memory.example.com.evil.example", "1.2.3.4.nip.example"):
        reply = server.ask("GET", "/api/v1/status", headers={"Host": name})
        assert (reply.status, reply.json["error"]["code"]) == (403, "bad-host"), name
