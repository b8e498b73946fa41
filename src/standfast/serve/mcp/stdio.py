"""MCP over stdio: one JSON message a line, in and out. Starts in a blink: `json` and `sys` are all it imports."""

from __future__ import annotations

import json
import sys

from standfast.serve.mcp.protocol import PARSE_ERROR, Dialogue, answer_safely, failure
from standfast.serve.mcp.tools import PROFILES

TYPE_CHECKING = False  # importing typing would cost the start more than the whole dialogue
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, BinaryIO

    from standfast.serve.mcp.call import Calls

LONGEST = 4 << 20  # a line longer than this is not an honest tool call
_USAGE = "usage: standfast mcp [--profile reader|agent|admin] [--store URL]\n"


def main(argv: Sequence[str]) -> int:
    """Serve until standard input ends; return the exit status."""
    options = read_options(argv)
    if options is None:
        sys.stderr.write(_USAGE)
        return 0 if "--help" in argv or "-h" in argv else 2
    act = _Lazy(options["store"])
    dialogue = Dialogue(options["profile"], act)
    reader, writer = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # nothing but the protocol may reach the client
    while True:
        line = reader.readline(LONGEST + 1)
        if not line:
            break
        answer = _answer(dialogue, line, reader)
        if answer is not None:
            try:
                writer.write(
                    json.dumps(answer, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace") + b"\n"
                )
                writer.flush()
            except (BrokenPipeError, ValueError):
                break
    act.close()
    return 0


def _answer(dialogue: Dialogue, line: bytes, reader: BinaryIO) -> Any:
    if len(line) > LONGEST and not line.endswith(b"\n"):
        while line and not line.endswith(b"\n"):
            line = reader.readline(LONGEST)
        return failure(None, PARSE_ERROR, "Message too long")
    if not line.strip():
        return None
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        return failure(None, PARSE_ERROR, "Parse error")
    return answer_safely(dialogue, message)


def read_options(argv: Sequence[str]) -> dict[str, str] | None:
    """Read the words an agent starts the server with; None for anything else, which the command line explains."""
    options = {"profile": "agent", "store": ""}
    words = list(argv)
    while words:
        word = words.pop(0)
        name, _, value = word.partition("=")
        if name not in {"--profile", "--store"} or not (value or words):
            return None
        options[name[2:]] = value or words.pop(0)
    return options if options["profile"] in PROFILES else None


class _Lazy:
    """What does the work, imported at the first call and not before."""

    def __init__(self, store: str) -> None:
        self._store = store
        self._opened: Calls | None = None

    def __call__(self, dialogue: Dialogue) -> Calls:
        if self._opened is None:
            from standfast.serve.mcp.call import Calls

            self._opened = Calls.started(store=self._store)
        self._opened.meet(dialogue.client, dialogue.roots)
        return self._opened

    def close(self) -> None:
        if self._opened is not None:
            self._opened.close()
