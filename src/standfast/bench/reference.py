"""Memory servers driven over stdio as an agent drives them: our own, and the MCP reference server from npm.

Only in benches, the latter only when asked.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from standfast.errors import Unavailable

PACKAGE = "@modelcontextprotocol/server-memory"
_BATCH = 500


class StdioServer:
    """One running MCP server."""

    def __init__(self, command: Sequence[str], env: Mapping[str, str]) -> None:
        self._command = command
        self._env = env
        self._number = 0

    def __enter__(self) -> Self:
        self._process = subprocess.Popen(
            self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=self._env
        )
        self._ask(
            "initialize",
            {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "bench", "version": "1"}},
        )
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe:
                pipe.close()

    def cpu_s(self) -> float:
        """Return the processor time it has taken so far; 0 where the system does not tell."""
        try:
            told = Path(f"/proc/{self._process.pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        except OSError:
            return 0.0
        return (int(told[11]) + int(told[12])) / os.sysconf("SC_CLK_TCK")

    def call(self, tool: str, **arguments: Any) -> Any:
        """Call a tool and return its answer."""
        return self._ask("tools/call", {"name": tool, "arguments": arguments})

    def _ask(self, method: str, params: dict[str, Any]) -> Any:
        self._number += 1
        message = {"jsonrpc": "2.0", "id": self._number, "method": method, "params": params}
        if not self._process.stdin or not self._process.stdout:
            raise Unavailable("The server has no pipes.")
        self._process.stdin.write(json.dumps(message).encode() + b"\n")
        self._process.stdin.flush()
        while line := self._process.stdout.readline():
            answer = json.loads(line)
            if answer.get("id") == message["id"]:
                return answer
        raise Unavailable("The server ended.")


class OwnServer(StdioServer):
    """Our own server."""

    def __init__(self, env: Mapping[str, str]) -> None:
        super().__init__([sys.executable, "-m", "standfast", "mcp"], env)

    def search(self, query: str) -> None:
        """Recall."""
        self.call("recall", query=query)


class ReferenceServer(StdioServer):
    """One running reference server with a store of its own."""

    def __init__(self, file: Path) -> None:
        node, script = shutil.which("node"), _find_script()
        if not node or not script:
            hint = f"Install it with `npm install {PACKAGE}` and name its folder in STANDFAST_REFERENCE."
            raise Unavailable(f"{PACKAGE} is not installed.", hint=hint)
        super().__init__([node, script], {**os.environ, "MEMORY_FILE_PATH": str(file)})

    def load(self, texts: list[str]) -> None:
        """Store texts in batches."""
        for at in range(0, len(texts), _BATCH):
            self._create([(f"n{at + place}", text) for place, text in enumerate(texts[at : at + _BATCH])])

    def write(self, text: str) -> None:
        """Store one text."""
        self._number += 1
        self._create([(f"w{self._number}", text)])

    def search(self, word: str) -> None:
        """Search for a word."""
        self.call("search_nodes", query=word)

    def _create(self, members: list[tuple[str, str]]) -> None:
        entities = [{"name": name, "entityType": "note", "observations": [text]} for name, text in members]
        self.call("create_entities", entities=entities)


def _find_script() -> str:
    folder = os.environ.get("STANDFAST_REFERENCE", "")
    for root in (folder, "node_modules"):
        script = Path(root) / PACKAGE / "dist" / "index.js" if root else None
        if script and script.exists():
            return str(script)
        nested = Path(root) / "node_modules" / PACKAGE / "dist" / "index.js" if root else None
        if nested and nested.exists():
            return str(nested)
    return ""
