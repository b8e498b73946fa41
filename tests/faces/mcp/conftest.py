"""The real server process over stdio, as an agent starts it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import standfast
from tests.program import plain_env

META = {"io.modelcontextprotocol/protocolVersion": "2026-07-28"}


def request(number: int | str, method: str, **params: Any) -> dict[str, Any]:
    """Write one request."""
    return {"jsonrpc": "2.0", "id": number, "method": method, "params": params}


def hello(version: str = "2025-06-18", *, client: str = "codex-mcp-client", **capabilities: Any) -> dict[str, Any]:
    """Write the first request of the handshake."""
    info = {"name": client, "version": "1"}
    return request("hello", "initialize", protocolVersion=version, capabilities=capabilities, clientInfo=info)


def call(number: int, tool: str, **arguments: Any) -> dict[str, Any]:
    """Write one tool call."""
    return request(number, "tools/call", name=tool, arguments=arguments)


class Server:
    """`standfast mcp` in a repository; each `talk` is one run of it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "shop"
        self.folder.mkdir()
        self.env = plain_env(folder, PYTHONPATH=str(Path(standfast.__file__).parent.parent))
        subprocess.run(["git", "init", "--quiet"], cwd=self.folder, check=True, env=self.env)

    @property
    def command(self) -> list[str]:
        return [sys.executable, "-m", "standfast", "mcp"]

    def raw(self, data: bytes, *words: str) -> list[Any]:
        """Send bytes, end the input, and return every message that came back."""
        done = subprocess.run(
            [*self.command, *words],
            cwd=self.folder,
            env=self.env,
            input=data,
            capture_output=True,
            check=False,
            timeout=120,
        )
        assert done.returncode == 0, done.stderr
        return [json.loads(line) for line in done.stdout.splitlines()]

    def talk(self, *messages: Any, words: tuple[str, ...] = ()) -> list[Any]:
        """Send messages and return every message that came back."""
        return self.raw(b"".join(json.dumps(message).encode() + b"\n" for message in messages), *words)

    def tool(self, name: str, *, words: tuple[str, ...] = (), **arguments: Any) -> str:
        """Call one tool that must succeed and return its text."""
        result = self.talk(hello(), call(1, name, **arguments), words=words)[1]["result"]
        assert not result.get("isError"), result
        (part,) = result["content"]
        return str(part["text"])


@pytest.fixture
def server(tmp_path: Path) -> Server:
    return Server(tmp_path)
