"""The MCP reference memory server from npm, driven over stdio for comparison; only in benches, only when asked."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from standfast.errors import Unavailable

if TYPE_CHECKING:
    from types import TracebackType

PACKAGE = "@modelcontextprotocol/server-memory"
_BATCH = 500


class ReferenceServer:
    """One running reference server with a store of its own."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._number = 0

    def __enter__(self) -> Self:
        node, script = shutil.which("node"), _find_script()
        if not node or not script:
            hint = f"Install it with `npm install {PACKAGE}` and name its folder in STANDFAST_REFERENCE."
            raise Unavailable(f"{PACKAGE} is not installed.", hint=hint)
        env = {**os.environ, "MEMORY_FILE_PATH": str(self._file)}
        self._process = subprocess.Popen(
            [node, script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=env
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
        self._ask("tools/call", {"name": "search_nodes", "arguments": {"query": word}})

    def _create(self, members: list[tuple[str, str]]) -> None:
        entities = [{"name": name, "entityType": "note", "observations": [text]} for name, text in members]
        self._ask("tools/call", {"name": "create_entities", "arguments": {"entities": entities}})

    def _ask(self, method: str, params: dict[str, Any]) -> Any:
        self._number += 1
        message = {"jsonrpc": "2.0", "id": self._number, "method": method, "params": params}
        if not self._process.stdin or not self._process.stdout:
            raise Unavailable("The reference server has no pipes.")
        self._process.stdin.write(json.dumps(message).encode() + b"\n")
        self._process.stdin.flush()
        while line := self._process.stdout.readline():
            answer = json.loads(line)
            if answer.get("id") == message["id"]:
                return answer
        raise Unavailable("The reference server ended.")


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
