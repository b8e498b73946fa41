"""MCP over HTTP: the tools of stdio, in both eras, with the sessions and headers of the transport."""

from __future__ import annotations

import json
import threading
from http.client import HTTPConnection
from typing import TYPE_CHECKING, Any

import anyio
import pytest
from mcp import Client
from mcp.client.streamable_http import create_mcp_http_client, streamable_http_client
from mcp.types import ListRootsResult, Root

from tests.faces.mcp.conftest import call, hello, request

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.faces.asking import Reply
    from tests.faces.http.conftest import Server

CLAIM = "Locks are keyed by payment_id"
BOTH = {"Accept": "application/json, text/event-stream"}
VERSION = "2026-07-28"
META = {
    "io.modelcontextprotocol/protocolVersion": VERSION,
    "io.modelcontextprotocol/clientCapabilities": {},
    "io.modelcontextprotocol/clientInfo": {"name": "codex-mcp-client", "version": "1"},
}


class Talk:
    """One session."""

    def __init__(self, server: Server, **capabilities: Any) -> None:
        self.server = server
        first = server.ask("POST", "/mcp", hello(**capabilities), headers=BOTH)
        assert first.status == 200
        known = {**BOTH, "Authorization": f"Bearer {server.agent_token}", "MCP-Protocol-Version": "2025-06-18"}
        self.headers = {**known, "Mcp-Session-Id": first.headers["mcp-session-id"]}

    def send(self, message: Any) -> Reply:
        return self.server.ask("POST", "/mcp", message, headers=self.headers)

    def tool(self, name: str, **arguments: Any) -> str:
        return str(self.send(call(1, name, **arguments)).json["result"]["content"][0]["text"])


def modern(
    server: Server, method: str, *, headers: dict[str, str] | None = None, meta: Any = META, **params: Any
) -> Reply:
    """Send one request of the era without sessions."""
    name = params.get("name") or params.get("uri")
    sent = {**BOTH, "MCP-Protocol-Version": VERSION, "Mcp-Method": method, **({"Mcp-Name": name} if name else {})}
    body = request(1, method, _meta=meta, **params)
    return server.ask("POST", "/mcp", body, headers={**sent, **(headers or {})})


def test_one_session_remembers_and_another_recalls(server: Server) -> None:
    first, second = Talk(server), Talk(server)
    assert first.headers["Mcp-Session-Id"] != second.headers["Mcp-Session-Id"]
    assert "Remembered" in first.tool("remember", text=CLAIM)
    assert CLAIM in second.tool("recall", query="what are locks keyed by?")
    assert "agent:codex" in second.tool("recall", query="locks")
    assert first.send({"jsonrpc": "2.0", "method": "notifications/initialized"}).status == 202


def test_the_offer_is_the_one_of_stdio(server: Server) -> None:
    import subprocess
    import sys

    asked = [request(1, word) for word in ("tools/list", "resources/list", "resources/templates/list", "prompts/list")]
    lines = b"".join(json.dumps(item).encode() + b"\n" for item in [hello(), *asked])
    words = [sys.executable, "-m", "standfast", "mcp"]
    done = subprocess.run(words, input=lines, env=server.env, cwd=server.folder, capture_output=True, check=True)
    told = [json.loads(line) for line in done.stdout.splitlines()][1:]
    talk = Talk(server)
    assert [talk.send(item).json for item in asked] == told


def test_a_session_ends_when_it_is_deleted_and_an_unknown_one_is_not_answered(server: Server) -> None:
    talk = Talk(server)
    assert talk.server.ask("DELETE", "/mcp", headers=talk.headers).status == 204
    assert talk.send(request(1, "ping")).status == 404
    assert server.ask("DELETE", "/mcp", headers=talk.headers).status == 404
    assert server.ask("POST", "/mcp", request(1, "tools/list"), headers=BOTH).status == 400
    assert server.ask("GET", "/mcp", headers=BOTH).status == 405
    assert server.ask("POST", "/mcp", b"{", headers=BOTH).json["error"]["code"] == -32700


def test_an_unsupported_version_in_the_header_is_refused(server: Server) -> None:
    talk = Talk(server)
    talk.headers["MCP-Protocol-Version"] = "1999-01-01"
    assert talk.send(request(1, "ping")).status == 400


def test_a_client_that_takes_only_a_stream_gets_one(server: Server) -> None:
    reply = server.ask("POST", "/mcp", hello(), headers={"Accept": "text/event-stream"})
    assert reply.headers["content-type"].startswith("text/event-stream")
    assert b"data: {" in reply.body


def test_the_modern_era_needs_no_session(server: Server) -> None:
    found = modern(server, "server/discover")
    assert found.json["result"]["supportedVersions"][0] == VERSION
    assert "mcp-session-id" not in found.headers
    stored = modern(server, "tools/call", name="remember", arguments={"text": CLAIM})
    assert "Remembered" in stored.json["result"]["content"][0]["text"]
    again = modern(server, "tools/call", name="recall", arguments={"query": "locks"})
    assert "agent:codex" in again.json["result"]["content"][0]["text"]


def test_in_the_modern_era_every_conversation_gets_its_brief_and_only_a_named_thread_is_a_session(
    server: Server,
) -> None:
    modern(server, "tools/call", name="remember", arguments={"text": CLAIM, "kind": "convention"})
    for _ in range(2):
        told = modern(server, "tools/call", name="brief", arguments={}).json["result"]["content"][0]["text"]
        assert CLAIM in told
        assert CLAIM in modern(server, "resources/read", uri="standfast://brief").json["result"]["contents"][0]["text"]
    threaded = {**META, "threadId": "thread-7"}
    kept = modern(
        server, "tools/call", meta=threaded, name="remember", arguments={"text": "Refunds need two approvals"}
    )
    assert "Remembered" in kept.json["result"]["content"][0]["text"]
    modern(server, "tools/call", name="remember", arguments={"text": "Coupons end at midnight"})
    sessions = {operation["memory"]: operation["source"] for operation in server.command("log")["operations"]}
    assert sorted(session.get("session", "") for session in sessions.values()) == ["", "", "thread-7"]


def test_a_session_that_asks_for_its_brief_again_gets_it_whole(server: Server) -> None:
    talk = Talk(server)
    talk.tool("remember", text=CLAIM, kind="convention")
    assert CLAIM in talk.tool("brief")
    assert CLAIM in talk.tool("brief")


WRONG: list[tuple[str, dict[str, str], dict[str, Any], int, int]] = [
    ("tools/list", {"Mcp-Method": "tools/call"}, {}, 400, -32020),
    ("tools/call", {"Mcp-Name": "brief"}, {"name": "recall"}, 400, -32020),
    ("tools/call", {"MCP-Protocol-Version": "2025-06-18"}, {"name": "recall"}, 400, -32020),
    ("resources/read", {"Mcp-Name": "x"}, {"uri": "standfast://brief"}, 400, -32020),
    ("initialize", {}, {}, 404, -32601),
    ("never/heard", {}, {}, 404, -32601),
    ("resources/read", {}, {"uri": "standfast://nothing"}, 200, -32602),
]


def test_headers_that_say_something_else_than_the_message_are_refused(server: Server) -> None:
    for method, headers, params, status, code in WRONG:
        reply = modern(server, method, headers=headers, **params)
        assert (reply.status, reply.json["error"]["code"]) == (status, code), (method, headers)
    encoded = "=?base64?c3RhbmRmYXN0Oi8vYnJpZWY=?="
    assert modern(server, "resources/read", headers={"Mcp-Name": encoded}, uri="standfast://brief").status == 200


def test_a_profile_is_enforced_here_too(start: Callable[..., Server]) -> None:
    server = start("--profile", "reader")
    talk = Talk(server)
    assert "reader profile" in talk.tool("remember", text=CLAIM)
    assert [tool["name"] for tool in talk.send(request(1, "tools/list")).json["result"]["tools"]] == [
        "recall",
        "brief",
        "show",
    ]


def test_where_the_client_works_is_asked_before_its_first_call_is_done(server: Server, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    import subprocess

    subprocess.run(["git", "init", "--quiet"], cwd=other, check=True, env=server.env)
    talk = Talk(server, roots={})
    connection = HTTPConnection("127.0.0.1", server.port, timeout=120)
    body = json.dumps(call(7, "remember", text=CLAIM))
    connection.request("POST", "/mcp", body, {**talk.headers, "Content-Type": "application/json"})
    stream = connection.getresponse()
    asked = json.loads(_data(stream))
    assert asked["method"] == "roots/list"
    roots = {"jsonrpc": "2.0", "id": asked["id"], "result": {"roots": [{"uri": other.as_uri()}]}}
    assert talk.send(roots).status == 202
    assert "Remembered" in json.loads(_data(stream))["result"]["content"][0]["text"]
    connection.close()
    assert server.rest("GET", "/memories")["memories"] == []
    assert len(server.rest("GET", "/memories", directory=str(other))["memories"]) == 1
    assert CLAIM in talk.tool("recall", query="locks")


def _data(stream: Any) -> str:
    while not (line := stream.readline().decode()).startswith("data: "):
        assert line, "the stream ended"
    return str(line[6:])


def test_calls_of_many_sessions_at_once_are_all_answered(server: Server) -> None:
    said: list[str] = []

    def work(number: int) -> None:
        talk = Talk(server)
        for turn in range(3):
            said.append(talk.tool("remember", text=f"Shard {number} of ring {turn} moved to zone {number * turn}"))

    workers = [threading.Thread(target=work, args=(number,)) for number in range(6)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(60)
    assert len(said) == 18
    assert all("Remembered" in item for item in said)


@pytest.mark.parametrize("mode", ["legacy", "auto"])
def test_the_official_client_drives_it_in_both_eras(server: Server, mode: str) -> None:
    async def roots(_: Any) -> ListRootsResult:
        return ListRootsResult(roots=[Root(uri=server.folder.as_uri())])  # type: ignore[arg-type]

    async def drive() -> tuple[list[str], str, str]:
        more: Any = {"list_roots_callback": roots} if mode == "legacy" else {}
        known = create_mcp_http_client(headers={"Authorization": f"Bearer {server.agent_token}"})
        way = streamable_http_client(f"{server.told['url']}/mcp", http_client=known)
        async with known, Client(way, mode=mode, **more) as client:  # type: ignore[arg-type]
            tools = [tool.name for tool in (await client.list_tools()).tools]
            stored: Any = await client.call_tool("remember", {"text": CLAIM})
            brief: Any = await client.read_resource("standfast://brief")
            return tools, stored.content[0].text, brief.contents[0].text

    with anyio.from_thread.start_blocking_portal() as portal:
        tools, stored, brief = portal.call(drive)
    assert "recall" in tools
    assert "Remembered" in stored
    assert CLAIM in brief
