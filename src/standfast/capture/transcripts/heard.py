"""One thing heard in a transcript, and what the readers share: lines, times, texts without our own words."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from standfast.capture.own_output import is_own_call, without_ours, without_ours_in
from standfast.model.session import EventKind
from standfast.model.value import Value

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

LONGEST = 32 << 20


class Heard(Value):
    """One event of one session; `key` is the transcript's own name for it."""

    session: str
    key: str
    kind: EventKind
    at: datetime
    cwd: str = ""
    branch: str = ""
    tool: str = ""
    body: Any = ""
    files: tuple[str, ...] = ()
    tokens: int = 0
    model: str = ""
    project: str = ""  # the SHA-256 of the folder it ran in, where it says no more


def said_by(role: str, *, delegated: bool) -> EventKind:
    """Return whose words a message holds: between an agent and a sub-agent nothing is a person's, or said to one."""
    if delegated:
        return EventKind.SUBAGENT
    return EventKind.PROMPT if role == "user" else EventKind.ANSWER


def read_record(path: Path) -> dict[str, Any]:
    """Return the one record that a JSON file holds; an empty one where it holds none."""
    try:
        with path.open("rb") as file:
            record = json.loads(file.read(LONGEST))
    except (OSError, ValueError, RecursionError):
        return {}
    return record if isinstance(record, dict) else {}


def read_lines(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield the numbered records of a JSON Lines file; a torn or endless line is left out."""
    with path.open("rb") as file:
        number = 0
        while line := file.readline(LONGEST):
            number += 1
            try:
                record = json.loads(line)
            except (ValueError, RecursionError):
                continue
            if isinstance(record, dict):
                yield number, record


def read_at(value: Any) -> datetime | None:
    """Read a moment written as text or as milliseconds."""
    try:
        if isinstance(value, str):
            found = datetime.fromisoformat(value)
            return found if found.tzinfo else found.replace(tzinfo=UTC)
        if isinstance(value, (int, float)):
            return datetime.fromtimestamp(value / 1000, UTC)
    except (ValueError, OverflowError, OSError):
        return None
    return None


def text_of(content: Any) -> str:
    """Join the texts in a message's content, without what Standfast had put there."""
    if isinstance(content, str):
        return without_ours(content)
    parts = content if isinstance(content, list) else []
    texts = [part.get("text", "") for part in parts if isinstance(part, dict) and isinstance(part.get("text"), str)]
    return "\n".join(filter(None, map(without_ours, texts)))


def tool_body(name: str, arguments: Any, response: Any, *, failed: bool = False) -> dict[str, Any]:
    """Shape a tool call as hooks do; what our own tools returned stays out."""
    body = {"input": arguments, "failed": failed}
    if not is_own_call(name, arguments):
        body["response"] = without_ours_in(response)
    return body


def files_in(arguments: Any) -> tuple[str, ...]:
    """List the files that a tool's arguments name."""
    if not isinstance(arguments, dict):
        return ()
    keys = ("file_path", "filePath", "path", "absolute_path", "notebook_path", "target_file")
    return tuple(
        dict.fromkeys(arguments[key] for key in keys if isinstance(arguments.get(key), str) and arguments[key])
    )
