"""What an answer costs at our MCP server and at the reference memory server from npm, asked the same in turn.

    STANDFAST_REFERENCE=FOLDER python bench/rivals.py [--memories 10000]

FOLDER is where npm installed the reference server. Read ratios, not absolutes.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from standfast.bench.speed import environment_of, make_texts, spread, timed
from standfast.capture.draft import Draft
from standfast.config import Settings
from standfast.errors import StandfastError, Unavailable
from standfast.memory import Memory
from standfast.model.source import Source

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


def measure_servers(folder: Path, texts: list[str], queries: list[str]) -> dict[str, Any]:
    """Return what an agent waits for at our server and at the reference server, both warm, over stdio and with the
    same texts.

    They are asked in turn, so that what else the machine does falls on both. The other one searches for what contains
    the words as they stand, so it is asked for one word.
    """
    with ExitStack() as stack:
        own = stack.enter_context(OwnServer(environment_of(folder / "home")))
        asked: dict[str, tuple[StdioServer, Callable[[str], None]]] = {"mcp": (own, own.search)}
        found: dict[str, Any] = {}
        try:
            server = stack.enter_context(ReferenceServer(folder / "reference.jsonl"))
            server.load(texts)
            found["reference"] = {"write": spread([timed(partial(server.write, text)) for text in make_texts(20, 9)])}
            asked["reference"] = (server, lambda query: server.search(query.split()[0]))
        except StandfastError as error:
            found["reference"] = error.message
        for name, read in ask_in_turn(asked, queries).items():
            found[name] = {**found.get(name, {}), "read": read}
    return found


def ask_in_turn(
    asked: Mapping[str, tuple[StdioServer, Callable[[str], None]]], queries: list[str]
) -> dict[str, dict[str, float]]:
    """Put the same questions to servers in turn; return how long each took. The last two only warm them up."""
    for query in queries[-2:]:
        for _, search in asked.values():
            search(query)
    before = {name: server.cpu_s() for name, (server, _) in asked.items()}
    times: dict[str, list[float]] = {name: [] for name in asked}
    for place, query in enumerate(queries[:-2]):
        for name in sorted(asked, reverse=bool(place % 2)):
            times[name].append(timed(partial(asked[name][1], query)))
    spent = {name: server.cpu_s() - before[name] for name, (server, _) in asked.items()}
    return {name: {**spread(times[name]), "cpu_ms": round(spent[name] / len(times[name]) * 1000, 2)} for name in asked}


def main() -> int:
    """Load both servers with the same texts and print what each takes."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--memories", type=int, default=10_000)
    texts = make_texts(parser.parse_args().memories)
    queries = [" ".join(text.split()[1:9]) for text in make_texts(40, seed=11)]
    with tempfile.TemporaryDirectory(prefix="standfast-rivals-") as folder:
        home = Path(folder) / "home"
        settings = Settings(home=home, store_url=f"sqlite://{home / 'store'}", project="speed")
        with Memory(settings, Source("agent", "bench", session="speed"), home) as memory:
            for _ in memory.remember_many(Draft(text=text) for text in texts):
                pass
        print(json.dumps(measure_servers(Path(folder), texts, queries), indent=2))
    return 0


if __name__ == "__main__":
    sys.exit(main())
