"""The damage machine with real programs open: `standfast serve` and `standfast mcp` hold the store while it is damaged
and repaired. Never fewer memories afterwards, nothing acknowledged that is not there, nothing green that is not.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import urllib.error
import urllib.request
from typing import TYPE_CHECKING, Any

import pytest

from tests.fault.test_damage_machine import bits, block, cut, missing, newer

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

ROUNDS = int(os.environ.get("STANDFAST_DAMAGE_ROUNDS", "1"))
HARMS = {harm.__name__: harm for harm in (bits, block, cut, missing, newer)}
MEMORIES = 25


class Programs:
    """A home, a repository, and the programs that are open on them."""

    def __init__(self, folder: Path) -> None:
        self.home, self.repo = folder / "home", folder / "repo"
        self.repo.mkdir()
        subprocess.run(["git", "init", "-q", str(self.repo)], check=True)
        own = {"STANDFAST_HOME": str(self.home), "STANDFAST_EMBEDDER": "off", "STANDFAST_USER": "ana"}
        self.env = {**os.environ, **own}
        self.open: list[subprocess.Popen[str]] = []
        self.asked = 0

    def run(self, *words: str, given: str = "") -> tuple[int, list[Any]]:
        """Run one command; return its exit code and the lines it said that are JSON."""
        done = subprocess.run(
            [sys.executable, "-m", "standfast", *words], cwd=self.repo, env=self.env, input=given,
            capture_output=True, text=True, timeout=300, check=False,
        )  # fmt: skip
        return done.returncode, [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]

    def start(self, *words: str) -> subprocess.Popen[str]:
        program = subprocess.Popen(
            [sys.executable, "-m", "standfast", *words], cwd=self.repo, env=self.env, text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        self.open.append(program)
        return program

    def serve(self) -> str:
        """Start the server; return where it answers."""
        out = self.start("serve", "--port", "0", "--json").stdout
        assert out is not None
        return str(json.loads(out.readline())["url"]).rstrip("/")

    def post(self, url: str, text: str) -> bool:
        """Say something over HTTP; tell whether it was acknowledged."""
        head = {"Authorization": f"Bearer {(self.home / 'token').read_text().strip()}"}
        body = json.dumps({"text": text}).encode()
        request = urllib.request.Request(
            f"{url}/api/v1/memories?directory={self.repo}", body, {**head, "Content-Type": "application/json"}
        )
        try:
            with urllib.request.urlopen(request, timeout=120) as answer:
                return bool(answer.status < 300)
        except urllib.error.HTTPError:
            return False

    def ask(self, program: subprocess.Popen[str], method: str, **params: Any) -> Any:
        """Ask the MCP server and wait for its answer."""
        assert program.stdin is not None
        assert program.stdout is not None
        self.asked += 1
        program.stdin.write(json.dumps({"jsonrpc": "2.0", "id": self.asked, "method": method, "params": params}) + "\n")
        program.stdin.flush()
        for line in program.stdout:
            answer = json.loads(line)
            if answer.get("id") == self.asked:
                return answer
        return {"error": "it ended"}

    def say(self, program: subprocess.Popen[str], text: str) -> bool:
        """Remember something over MCP; tell whether it was acknowledged."""
        answer = self.ask(program, "tools/call", name="remember", arguments={"text": text})
        return "error" not in answer and not answer["result"].get("isError")

    def readable(self) -> set[str]:
        return {line["state"]["version"]["content"]["text"] for line in self.run("export")[1] if "state" in line}

    def is_worried(self) -> bool:
        """Tell whether doctor shows the store as anything but whole."""
        checks = self.run("doctor", "--json")[1][0]["checks"]
        return any(check["verdict"] != "ok" for check in checks if check["check"] == "store")

    def close(self) -> None:
        for program in self.open:
            program.kill()
            program.communicate()


@pytest.fixture
def programs(tmp_path: Path) -> Iterator[Programs]:
    programs = Programs(tmp_path)
    yield programs
    programs.close()


@pytest.mark.parametrize("seed", range(ROUNDS))
@pytest.mark.parametrize("harm", HARMS)
def test_damage_under_open_programs_never_costs_what_could_be_read(programs: Programs, harm: str, seed: int) -> None:
    chance = random.Random(f"open {harm} {seed}")
    mcp = programs.start("mcp")
    programs.ask(
        mcp, "initialize", protocolVersion="2025-06-18", capabilities={}, clientInfo={"name": "codex", "version": "1"}
    )
    lessons = (f"lesson {number} about subject{number}" for number in range(MEMORIES))
    acknowledged = {text for text in lessons if programs.say(mcp, text)}
    url = programs.serve()
    acknowledged |= {text for text in ("said over http",) if programs.post(url, text)}
    assert len(acknowledged) == MEMORIES + 1
    HARMS[harm](next((programs.home / "store").glob("project-*.db")), chance)
    before = programs.readable()
    is_seen = programs.is_worried()
    programs.run("doctor", "--fix", "--json")
    after = programs.readable()
    assert before <= after
    assert is_seen or acknowledged <= before
    assert acknowledged <= after or programs.is_worried(), "nothing is green that is not"
    late = {text for text in ("late over mcp",) if programs.say(mcp, text)}
    late |= {text for text in ("late over http",) if programs.post(url, text)}
    now = programs.readable()
    assert after | late <= now
    assert acknowledged <= now or programs.is_worried(), "nothing is green that is not"
