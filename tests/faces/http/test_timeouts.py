"""Whoever connects and never ends asking is let go, and everybody else is answered meanwhile."""

from __future__ import annotations

import json
import socket
import threading
from contextlib import closing, suppress
from http.client import HTTPConnection, HTTPException
from typing import TYPE_CHECKING

import pytest

from standfast.config import load_settings
from standfast.model.source import Source
from standfast.serve.http import mcp, timeouts
from standfast.serve.http.run import Server

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

HALF = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nX-More: "
UNFINISHED = b"POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{"


@pytest.fixture
def port(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    monkeypatch.setattr(timeouts, "HEAD_S", 0.5)
    monkeypatch.setattr(timeouts, "REQUEST_S", 0.5)
    settings = load_settings({"STANDFAST_HOME": str(tmp_path / "home"), "STANDFAST_EMBEDDER": "off"})
    server = Server(settings, tmp_path, Source("person", "Ada"), host="127.0.0.1", port=0, token_needed=False)
    started = threading.Event()
    thread = threading.Thread(target=server.run, args=(started.set,))
    thread.start()
    started.wait(120)
    yield server.port
    server.stop()
    thread.join(120)


def _connect(port: int, said: bytes) -> socket.socket:
    made = socket.create_connection(("127.0.0.1", port), timeout=120)
    made.sendall(said)
    return made


def _is_let_go(held: socket.socket) -> bool:
    """Wait until the other side closes; what it says before that does not matter."""
    try:
        while held.recv(4096):
            pass
    except ConnectionError:
        pass
    except TimeoutError:
        return False
    finally:
        held.close()
    return True


def _health(port: int) -> int:
    """Ask whether the server answers; on a busy machine a request of ours may begin too late itself."""
    for _ in range(60):
        connection = HTTPConnection("127.0.0.1", port, timeout=120)
        with closing(connection), suppress(HTTPException, ConnectionError):
            connection.request("GET", "/healthz")
            return connection.getresponse().status
    return 0


def _be_patient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timeouts, "HEAD_S", 600.0)
    monkeypatch.setattr(timeouts, "REQUEST_S", 600.0)


@pytest.mark.parametrize("said", [b"", HALF, b"\r\n", UNFINISHED], ids=["nothing", "half a head", "a line", "no body"])
def test_a_request_that_never_ends_is_let_go(port: int, said: bytes) -> None:
    held = [_connect(port, said) for _ in range(20)]
    assert _health(port) == 200
    assert all(map(_is_let_go, held))


def _trickle(held: socket.socket) -> None:
    held.settimeout(0.1)
    for _ in range(300):
        held.sendall(b"x")
        with suppress(TimeoutError):
            held.recv(100)


def test_a_request_that_trickles_in_wins_no_time_with_every_byte(port: int) -> None:
    with _connect(port, HALF) as held, pytest.raises(ConnectionError):
        _trickle(held)


def test_more_than_may_wait_push_out_those_that_waited_longest(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    _be_patient(monkeypatch)
    monkeypatch.setattr(timeouts, "WAITING", 8)
    held = [_connect(port, HALF) for _ in range(30)]
    assert _health(port) == 200
    assert all(map(_is_let_go, held[:20]))
    held[-1].sendall(b"\r\n\r\n")
    assert held[-1].recv(15).startswith(b"HTTP/1.1 200"), "who came last is still heard"
    for item in held:
        item.close()


def test_a_connection_is_kept_for_further_requests(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    _be_patient(monkeypatch)
    connection = HTTPConnection("127.0.0.1", port, timeout=120)
    for _ in range(3):
        connection.request("GET", "/healthz")
        answer = connection.getresponse()
        assert answer.status == 200
        answer.read()
    connection.close()


def test_clients_that_do_not_say_where_they_work_keep_nobody_waiting(
    port: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _be_patient(monkeypatch)
    monkeypatch.setattr(mcp, "ROOTS_S", 600.0)
    token = (tmp_path / "home" / "agent-token").read_text().strip()
    connections = [_ask_with_roots(port, token) for _ in range(45)]  # more than the server has threads
    assert _health(port) == 200
    for connection in connections:
        connection.close()


def _ask_with_roots(port: int, token: str) -> HTTPConnection:
    """Call a tool as a client that can be asked where it works, and never answers that."""
    connection = HTTPConnection("127.0.0.1", port, timeout=120)
    told = {"protocolVersion": "2025-06-18", "capabilities": {"roots": {}}, "clientInfo": {"name": "x", "version": "1"}}
    headers = {
        "Authorization": f"Bearer {token}",
        "Content-Type": "application/json",
        "Accept": "application/json, text/event-stream",
    }
    first = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": told}
    connection.request("POST", "/mcp", json.dumps(first), headers)
    answer = connection.getresponse()
    answer.read()
    called = {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "brief", "arguments": {}}}
    connection.request(
        "POST", "/mcp", json.dumps(called), {**headers, "Mcp-Session-Id": answer.headers["Mcp-Session-Id"]}
    )
    return connection
