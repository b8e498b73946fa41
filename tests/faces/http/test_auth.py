"""Who comes in: pages of other sites, other machines and oversized requests do not."""

from __future__ import annotations

import json
import signal
import stat
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, urlsplit

import anyio
import pytest

from standfast.serve.http.auth import Auth, is_loopback

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.faces.http.conftest import Server


NOBODY = {"Authorization": ""}
PLACES = ("/", "/mcp", "/api/v1/status", "/metrics", "/healthz", "/nowhere")


def test_a_name_that_points_here_from_elsewhere_is_refused_everywhere(server: Server) -> None:
    for path in PLACES:
        reply = server.ask("POST" if path == "/mcp" else "GET", path, headers={"Host": "rebound.example:80"})
        assert (reply.status, reply.json["error"]["code"]) == (403, "bad-host")
    for name in ("x@localhost", "evil.example@127.0.0.1", "localhost/x", "localhost.", "[::1", "localhost:x", ""):
        reply = server.ask("GET", "/api/v1/status", headers={"Host": name})
        assert (reply.status, reply.json["error"]["code"]) == (403, "bad-host"), name
    for name in ("localhost", "127.0.0.1", "[::1]", "LocalHost"):
        assert server.ask("GET", "/api/v1/status", headers={"Host": f"{name}:{server.port}"}).status == 200


def test_a_page_of_another_site_is_refused_and_our_own_is_not(server: Server) -> None:
    for origin in (
        "https://evil.example",
        "null",
        "http://localhost:1",
        "http://[",
        "",
        f"ftp://127.0.0.1:{server.port}",
        f"http://127.0.0.1.evil:{server.port}",
    ):
        reply = server.ask("POST", "/api/v1/memories", {"text": "Planted"}, headers={"Origin": origin})
        assert (reply.status, reply.json["error"]["code"]) == (403, "bad-origin")
        assert not any(name.startswith("access-control") for name in reply.headers)
    own = {"Origin": f"http://127.0.0.1:{server.port}"}
    assert server.ask("GET", "/api/v1/status", headers=own).status == 200
    assert server.rest("GET", "/memories")["memories"] == []


def test_from_other_machines_nothing_is_answered_without_the_token(start: Callable[..., Server]) -> None:
    server = start("--host", "0.0.0.0")
    for path in PLACES:
        method = "POST" if path == "/mcp" else "GET"
        refused = server.ask(method, path, headers=NOBODY)
        assert refused.status == (200 if path == "/healthz" else 401)
        for wrong in (server.token[:-1], server.token + "x", "", "ü"):
            sent = {"Authorization": f"Bearer {wrong}".encode("latin-1").decode("latin-1")}
            assert server.ask(method, path, headers=sent).status == refused.status
    right = {"Authorization": f"bearer {server.token}"}
    assert server.ask("GET", "/api/v1/status", headers=right).status == 200
    elsewhere = server.ask("GET", "/api/v1/status", headers=right, directory=str(server.folder.parent))
    assert (elsewhere.status, elsewhere.json["error"]["code"]) == (403, "not-allowed")


def test_no_one_can_insist_on_serving_other_machines_without_tokens() -> None:
    refusal = Auth(host="0.0.0.0", token="t", token_needed=False).refuse({"host": "10.0.0.1:80"})
    assert refusal is not None
    assert refusal.status == 401


def test_other_accounts_of_this_machine_are_answered_nothing_either(server: Server) -> None:
    for path in PLACES:
        reply = server.ask("POST" if path == "/mcp" else "GET", path, headers=NOBODY)
        assert reply.status == (200 if path in ("/healthz", "/") else 401), path
    refused = server.ask("POST", "/api/v1/memories", {"text": "Deploys need no review"}, headers=NOBODY)
    assert (refused.status, refused.json["error"]["code"]) == (401, "no-token")
    assert server.rest("GET", "/memories")["memories"] == []


def test_the_agents_token_makes_nobody_the_person(server: Server) -> None:
    assert server.agent_token != server.token
    made = server.rest("POST", "/memories", {"text": "Locks expire after a minute"})["id"]
    assert server.rest("GET", f"/memories/{made}")["source"]["kind"] == "agent"
    assert server.ask("POST", "/api/v1/review/approve", {"ids": [made]}).status == 403


def test_who_insists_serves_without_tokens_but_one_folder_only(start: Callable[..., Server]) -> None:
    server = start("--no-token")
    assert server.ask("GET", "/api/v1/status", headers=NOBODY).json["name"] == "shop"
    for path in ("/api/v1/status", "/mcp"):
        method = "POST" if path == "/mcp" else "GET"
        reply = server.ask(method, path, {} if method == "POST" else None, headers=NOBODY, directory=str(server.folder))
        assert (reply.status, reply.json["error"]["code"]) == (403, "not-allowed")
    assert server.ask("GET", "/api/v1/status", directory=str(server.folder)).status == 200
    words = [sys.executable, "-m", "standfast", "serve", "--host", "0.0.0.0", "--port", "0", "--no-token"]
    done = subprocess.run(words, cwd=server.folder, env=server.env, capture_output=True, check=False, timeout=60)
    assert done.returncode == 2


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.skipif(sys.platform == "win32", reason="a shell script is the browser")
def test_the_page_is_opened_with_the_token_where_no_other_account_sees_it(
    start: Callable[..., Server], tmp_path: Path, end: int
) -> None:
    browser = tmp_path / "browser"
    browser.write_text(f"#!/bin/sh\nprintf '%s' \"$1\" > '{tmp_path}/opened'\n")
    browser.chmod(0o755)
    server = start("--open", BROWSER=f"{browser} %s")
    assert server.ask("GET", "/healthz").status == 200
    opened = (tmp_path / "opened").read_text()
    assert opened.startswith("file:")
    assert server.token not in opened
    leaf = Path(unquote(urlsplit(opened).path))
    assert f"{server.told['url']}/#token={server.token}" in leaf.read_text()
    assert stat.S_IMODE(leaf.stat().st_mode) == 0o600
    assert server.end(end) == ""
    assert not leaf.exists()


def test_a_folder_that_is_none_or_cannot_be_read_is_said_to_be_none(server: Server) -> None:
    for folder in ("/nowhere", "relative", "/\0", "/" + "x" * 5000, f"{server.folder}/locks.py/x"):
        reply = server.ask("GET", "/api/v1/recall", query="x", directory=folder)
        assert (reply.status, reply.json["error"]["code"]) == (400, "no-folder")
    assert server.ask("GET", "/api/v1/recall", query="x", directory="/proc/1/root").status in (200, 400)


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX permissions")
def test_only_its_owner_reads_the_token_and_it_stays_the_same(start: Callable[..., Server]) -> None:
    server, again = start(), start()
    for name in ("token_file", "agent_token_file"):
        assert stat.S_IMODE(Path(server.told[name]).stat().st_mode) == 0o600
    assert len(server.token) >= 40
    assert (server.token, server.agent_token) == (again.token, again.agent_token)


def test_a_request_without_end_is_cut_off(server: Server) -> None:
    reply = server.ask("POST", "/api/v1/memories", b"x" * (5 << 20))
    assert (reply.status, reply.json["error"]["code"]) == (413, "too-long")
    assert server.ask("GET", "/healthz").json["status"] == "ok"


def test_every_answer_keeps_browsers_from_doing_more_than_they_should(server: Server) -> None:
    for path in PLACES:
        headers = server.ask("GET", path).headers
        assert "default-src 'none'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["cache-control"] == "no-store"


def test_a_port_that_is_taken_is_said_so(server: Server) -> None:
    words = [sys.executable, "-m", "standfast", "serve", "--port", str(server.port)]
    done = subprocess.run(words, cwd=server.folder, env=server.env, capture_output=True, check=False, timeout=60)
    assert done.returncode == 2
    assert b"no-port" in done.stderr


@pytest.mark.parametrize(
    ("host", "local"),
    [
        *((name, True) for name in ("127.0.0.1", "127.9.9.9", "::1", "[::1]", "localhost")),
        *((name, False) for name in ("0.0.0.0", "::", "10.0.0.1", "shop.example", "")),
    ],
)
def test_loopback_is_told_from_the_rest(host: str, local: bool) -> None:
    assert is_loopback(host) is local


def test_a_bug_is_answered_like_every_other_error_and_says_nothing_of_what_was_asked(tmp_path: Path) -> None:
    from standfast.config import load_settings
    from standfast.model.source import Source
    from standfast.serve.http.app import build_app
    from standfast.serve.http.auth import Auth
    from standfast.serve.http.state import ServerState as Rooms

    class Broken(Rooms):
        def folder(self, asked: str, _headers: Any) -> Path:
            raise RuntimeError(asked)

    settings = load_settings({"STANDFAST_HOME": str(tmp_path)})
    rooms = Broken(
        settings, tmp_path, person=Source("person", "ada"), auth=Auth(host="localhost", token="t", token_needed=False)
    )
    scope = {"type": "http", "method": "GET", "path": "/api/v1/status", "query_string": b"directory=secret"}
    scope |= {"headers": [(b"host", b"localhost")], "http_version": "1.1", "scheme": "http", "root_path": ""}
    sent: list[dict[str, Any]] = []

    async def drive() -> None:
        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": b""}

        async def send(message: Any) -> None:
            sent.append(message)

        await build_app(rooms)(scope, receive, send)

    with pytest.raises(RuntimeError), anyio.from_thread.start_blocking_portal() as portal:
        portal.call(drive)
    assert sent[0]["status"] == 500
    body = b"".join(item.get("body", b"") for item in sent)
    assert json.loads(body)["error"]["code"] == "bug"
    assert b"secret" not in body
