"""Real clients of a team's server: the official MCP client over streamable HTTP, sync over HTTP, a login."""

from __future__ import annotations

import asyncio
import json
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Any

import pytest

from tests.faces.team.conftest import TeamServer
from tests.faces.team.issuer import Issuer

if TYPE_CHECKING:
    from pathlib import Path


def test_the_official_client_remembers_and_recalls_over_streamable_http(team: TeamServer) -> None:
    pytest.importorskip("mcp")
    from mcp import ClientSession
    from mcp.client.streamable_http import create_mcp_http_client, streamable_http_client

    token = team.token("ana", "agent", "--agent", "cloud-agent")

    async def talk() -> tuple[list[str], str, str]:
        headers = {"Authorization": f"Bearer {token}"}
        async with (
            create_mcp_http_client(headers=headers) as client,
            streamable_http_client(f"http://127.0.0.1:{team.port}/mcp", http_client=client) as streams,
            ClientSession(*streams[:2]) as session,
        ):
            await session.initialize()
            tools = [tool.name for tool in (await session.list_tools()).tools]
            kept = await session.call_tool("remember", {"text": "Refunds are signed by two people", "kind": "fact"})
            found = await session.call_tool("recall", {"query": "who signs refunds?"})
            return tools, kept.content[0].text, found.content[0].text

    tools, kept, found = asyncio.run(talk())
    assert {"recall", "remember", "brief", "show", "revise", "feedback"} <= set(tools)
    assert "purge" not in tools
    assert "signed by two" in found
    assert kept
    listed = [item["text"] for item in team.command("list")["memories"]]
    assert "Refunds are signed by two people" in listed


def rpc(team: TeamServer, token: str, method: str, session: str = "", **params: Any) -> Any:
    headers = {"Mcp-Session-Id": session} if session else {}
    body = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
    return team.ask("POST", "/mcp", body, token=token, headers=headers)


def test_a_session_goes_on_after_the_server_was_killed_and_belongs_to_its_token(team: TeamServer) -> None:
    token, other = team.token("ana", "agent"), team.token("ben", "reader")
    begun = rpc(team, token, "initialize", protocolVersion="2025-06-18", capabilities={}, clientInfo={"name": "x"})
    session = begun.headers["mcp-session-id"]
    team.stop(signal.SIGKILL)
    team.start()
    call = {"name": "remember", "arguments": {"text": "Said after the restart", "kind": "fact"}}
    assert "error" not in rpc(team, token, "tools/call", session, **call).json
    refused = rpc(team, other, "tools/call", session, **call).json
    assert refused.get("error") or refused["result"]["isError"]
    assert [item["text"] for item in team.command("list")["memories"]].count("Said after the restart") == 1


@pytest.fixture
def machine(team: TeamServer, tmp_path: Path) -> Any:
    """Another machine with a store of its own, in the same project."""

    def run(*words: str, home: str = "bens", token: str = "", code: int = 0) -> Any:
        env = {
            **team.env,
            "STANDFAST_HOME": str(tmp_path / home),
            "STANDFAST_PROJECT": "shop",
            "STANDFAST_TOKEN": token,
        }
        env.pop("STANDFAST_STORE")
        done = subprocess.run(
            [sys.executable, "-m", "standfast", *words, "--json"],
            cwd=tmp_path, env=env, capture_output=True, check=False, timeout=120,
        )  # fmt: skip
        assert done.returncode == code, done.stderr
        return json.loads(done.stdout or done.stderr)

    return run


def test_sync_over_http_moves_both_ways_and_keeps_to_the_token(team: TeamServer, machine: Any) -> None:
    url = f"http://127.0.0.1:{team.port}"
    (team.folder / "bens").mkdir()
    (team.folder / "bens" / "config.toml").write_text('user = "ben"\n')
    said = machine("remember", "Refunds are signed by two", "--kind", "decision")
    reader, maintainer = team.token("ben", "reader"), team.token("ben", "maintainer")
    assert machine("sync", "pull", "--team", url, token=reader)["scopes"][0]["added"] == 1
    error = machine("sync", "push", "--team", url, "--yes", token=reader, code=1)["error"]
    assert error["code"] == "not-allowed"
    assert machine("sync", "push", "--team", url, "--yes", token=maintainer)["scopes"][0]["added"] == 1
    assert team.rest("GET", f"/memories/{said['id']}", token=reader)["source"]["name"] == "ben"
    assert machine("sync", "pull", "--team", url, token="sft_aaaaaaaaaa_bb", code=1)["error"]["code"] == "no-token"
    agents = team.token("ben", "agent", "--agent", "codex")
    machine("remember", "Payouts are weekly", "--kind", "decision")
    refused = machine("sync", "push", "--team", url, "--yes", token=agents)["scopes"][0]["refused"]
    assert "person's words" in refused[0]["reason"]
    foreign = team.token("carl", "maintainer")
    stays = machine("sync", "push", "--team", url, "--yes", token=foreign)["scopes"][0]["stays"]
    assert "carl" in stays[0]["reason"]
    bank = team.token("ben", "admin", project="bank")
    pulled = machine("sync", "pull", "--team", url, token=bank)[
        "scopes"
    ]  # not there for them, as if nobody had pushed it
    assert [scope for scope in pulled if scope["scope"].startswith("project:")] == [], pulled
    purged = machine("purge", said["id"], "--yes")
    assert purged["proof"]["found"] == 0
    machine("sync", "push", "--team", url, "--yes", token=maintainer)
    assert team.ask("GET", f"/api/v1/memories/{said['id']}", token=reader).status == 404


def test_who_logs_in_may_do_what_they_were_granted(tmp_path: Path, fresh_database: str, issuer: Issuer) -> None:
    (tmp_path / "standfast").mkdir()
    (tmp_path / "standfast" / "config.toml").write_text(
        f'oidc_issuer = "{issuer.url}"\noidc_client = "standfast"\n', encoding="utf-8"
    )
    team = TeamServer(tmp_path, fresh_database)
    try:
        team.command("remember", "Locks are keyed by payment_id", "--kind", "decision")
        ana = {"email": "ana@example.org", "email_verified": True}
        assert team.ask("GET", "/api/v1/status", token=issuer.token(**ana)).status == 401
        team.command("token", "new", "ana@example.org", "--login", "--profile", "reader", "--project", "shop")
        assert team.ask("GET", "/api/v1/status", token=issuer.token(**ana)).status == 200
        assert team.ask("POST", "/api/v1/memories", {"text": "x y z"}, token=issuer.token(**ana)).status == 403
        bad = [
            issuer.token(**ana, exp=time.time() - 3600),
            issuer.token(**ana, aud="another"),
            issuer.token(**ana, iss="https://evil.example"),
            issuer.token(**ana, alg="none"),
            issuer.token(**ana, alg="HS256"),
            issuer.token(email="ana@example.org"),
            issuer.token(**ana)[:-8] + "AAAAAAAA",
            issuer.token(**ana).replace(".", "..", 1),
        ]
        assert [team.ask("GET", "/api/v1/status", token=item).status for item in bad] == [401] * len(bad)
        page, told = team.ask("GET", "/login"), team.ask("GET", "/login.json").json
        assert told["authorization_endpoint"] == f"{issuer.url}/authorize"
        assert f"connect-src 'self' {issuer.url}" in page.headers["content-security-policy"]
        assert "set-cookie" not in page.headers
    finally:
        team.stop()
