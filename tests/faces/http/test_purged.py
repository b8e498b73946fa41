"""A server that has shown something says nothing of it any more once it was purged beside it."""

from __future__ import annotations

import json
import subprocess
import sys
from http.client import HTTPConnection
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.faces.http.conftest import Server

WORD = "zorblaxian"
SAID = f"Customer {WORD} pays forty percent less than the list price"


def hook(server: Server, event: str, session: str, **more: object) -> None:
    payload = {"session_id": session, "cwd": str(server.folder), "hook_event_name": event, **more}
    subprocess.run(
        [sys.executable, "-m", "standfast", "hook", "claude-code", event],
        cwd=server.folder, env=server.env, input=json.dumps(payload).encode(), check=True, capture_output=True,
        timeout=60,
    )  # fmt: skip


def pages(server: Server, memory: str, session: str) -> dict[str, bytes]:
    """Return every page that could mention a memory or a session, by its address."""
    asked = [
        *("/memories", f"/memories/{memory}", f"/memories/{memory}/log", f"/memories/{memory}/why"),
        *(f"/memories/{memory}/graph", "/sessions", f"/sessions/{session}", "/review", "/status", "/operations"),
        *("/receipts", f"/recall?query={WORD}", f"/recall?query={WORD}&sessions=true", "/brief", "/today", "/you"),
    ]
    own = {"Authorization": f"Bearer {server.token}"}
    found = {path: server.ask("GET", f"/api/v1{path}", headers=own).body for path in asked}
    return {**found, "/metrics": server.ask("GET", "/metrics", headers=own).body}


def test_nothing_is_shown_of_what_was_purged_beside_an_open_server(server: Server) -> None:
    made = server.command("remember", SAID, "--kind", "decision")["id"]
    hook(server, "SessionStart", "s-1", source="startup")
    hook(server, "UserPromptSubmit", "s-1", prompt=f"Give {WORD} the discount")
    before = pages(server, made, "s-1")
    assert sum(WORD.encode() in body for body in before.values()) >= 6
    stream = HTTPConnection("127.0.0.1", server.port, timeout=60)
    stream.request("GET", "/api/v1/sessions/s-1/events", headers={"Authorization": f"Bearer {server.token}"})
    reader = stream.getresponse()
    first = b""
    while b"event: session" not in first:
        first += reader.readline()
    assert WORD.encode() in first
    assert server.command("purge", "--match", WORD, "--yes")["proof"]["found"] == 0
    server.command("purge", "--session", "s-1", "--yes")
    assert [
        path for path, body in pages(server, made, "s-1").items() if WORD.encode() in body and WORD not in path
    ] == []
    assert WORD.encode() not in reader.read()  # it ends, since there is no such session any more
    stream.close()
