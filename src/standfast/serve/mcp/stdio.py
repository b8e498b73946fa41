"""MCP over stdio: one JSON message a line, in and out. Starts in a blink: `json` and `sys` are all it imports."""

from __future__ import annotations

import json
import sys

from standfast.serve.mcp.protocol import ASK_ID, PARSE_ERROR, PATIENCE_S, Dialogue, answer_safely, failure
from standfast.serve.mcp.tools import PROFILES

TYPE_CHECKING = False  # importing typing would cost the start more than the whole dialogue
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, BinaryIO

    from standfast.serve.mcp.call import Calls

LONGEST = 4 << 20  # a line longer than this is not an honest tool call
_BROKEN = object()
_USAGE = "usage: standfast mcp [--profile reader|agent|admin] [--store URL]\n"


def main(argv: Sequence[str]) -> int:
    """Serve until standard input ends; return the exit status."""
    options = read_options(argv)
    if options is None:
        sys.stderr.write(_USAGE)
        return 0 if "--help" in argv or "-h" in argv else 2
    act = _Lazy(options["store"])
    dialogue = Dialogue(options["profile"], act)
    wire = _Wire(sys.stdin.buffer, sys.stdout.buffer, dialogue)
    sys.stdout = sys.stderr  # nothing but the protocol may reach the client
    dialogue.ask = wire.ask
    while line := wire.next_line():
        answer = _answer(dialogue, line, wire)
        if answer is not None and not wire.send(answer):
            break
    act.close()
    return 0


class _Wire:
    """The two streams. While a user is asked, what else arrives waits its turn; pings are answered at once."""

    def __init__(self, reader: BinaryIO, writer: BinaryIO, dialogue: Dialogue) -> None:
        self._reader, self._writer, self._dialogue = reader, writer, dialogue
        self._waiting: list[bytes] = []
        self._arriving: Any = None  # the queue of a thread that reads, after a question was asked
        self._asked = 0

    def next_line(self) -> bytes:
        """Return the next line; nothing when the input ends."""
        if self._waiting:
            return self._waiting.pop(0)
        return self._take(None) or b""

    def rest_of_line(self) -> bytes:
        """Return more of a line that is too long."""
        return self._take(None) or b""

    def send(self, message: Any) -> bool:
        """Write one message; tell whether anybody is there."""
        try:
            self._writer.write(
                json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace") + b"\n"
            )
            self._writer.flush()
        except (BrokenPipeError, ValueError):
            return False
        return True

    def ask(self, form: dict[str, Any]) -> dict[str, Any] | None:
        """Ask the client's user and wait for the answer; None when there is none, or not in time."""
        import time

        self._asked += 1
        identity = f"{ASK_ID}{self._asked}"
        if not self.send({"jsonrpc": "2.0", "id": identity, "method": "elicitation/create", "params": form}):
            return None
        until = time.monotonic() + PATIENCE_S
        while (line := self._take(until - time.monotonic())) is not None:
            if not line:
                self._waiting.append(line)  # nobody is there any more
                return None
            message = _read(line)
            method = message.get("method", "") if isinstance(message, dict) else "none"
            if not method and message.get("id") == identity:
                result = message.get("result")
                return result if isinstance(result, dict) else None
            if method == "ping":
                self.send(answer_safely(self._dialogue, message))
                continue
            self._waiting.append(line)
            if method == "notifications/cancelled":
                break  # the call that the question belongs to is given up
        reason = {"requestId": identity, "reason": "no answer in time"}
        self.send({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": reason})
        return None

    def _take(self, patience: float | None) -> bytes | None:
        """Return the next line from the client; None when it does not come in time."""
        if patience is None and self._arriving is None:
            return self._reader.readline(LONGEST + 1)
        import queue

        if self._arriving is None:
            import threading

            self._arriving = queue.SimpleQueue()
            threading.Thread(target=self._read_on, daemon=True).start()
        try:
            return bytes(self._arriving.get(timeout=patience if patience is None else max(patience, 0)))
        except queue.Empty:
            return None

    def _read_on(self) -> None:
        """Read for as long as there is something: a line may come long after nobody waits for it any more."""
        line = b"-"
        while line:
            line = self._reader.readline(LONGEST + 1)
            self._arriving.put(line)


def _answer(dialogue: Dialogue, line: bytes, wire: _Wire) -> Any:
    if len(line) > LONGEST and not line.endswith(b"\n"):
        while line and not line.endswith(b"\n"):
            line = wire.rest_of_line()
        return failure(None, PARSE_ERROR, "Message too long")
    if not line.strip():
        return None
    message = _read(line)
    return failure(None, PARSE_ERROR, "Parse error") if message is _BROKEN else answer_safely(dialogue, message)


def _read(line: bytes) -> Any:
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return _BROKEN


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
