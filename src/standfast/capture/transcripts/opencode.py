"""OpenCode: one database with all sessions; parts of messages are JSON. What its plugin added is marked synthetic.

Older releases kept a tree of files instead: one for each session, message and part.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from standfast.capture.importers.stores.record import read_sqlite
from standfast.capture.own_output import without_ours
from standfast.capture.transcripts.heard import Heard, files_in, read_at, read_record, said_by, tool_body
from standfast.model.session import EventKind

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_NAME = re.compile(r"\w[\w.-]{0,200}")
_PARTS = """
SELECT part.id, part.session_id, session.directory, part.time_created, message.data, part.data
FROM part JOIN message ON message.id = part.message_id JOIN session ON session.id = part.session_id
ORDER BY session.time_created, session.id, part.time_created, part.id
"""

_HAS_SENDER = "SELECT name FROM pragma_table_info('session') WHERE name = 'parent_id'"
_SENT = "SELECT id FROM session WHERE parent_id IS NOT NULL"  # those of sub-agents


def read(path: Path) -> Iterator[Heard]:
    """Yield what was asked, done and answered, a session after the other."""
    if path.suffix == ".json":
        yield from _read_tree(path)
        return
    with read_sqlite(path, code="bad-transcript") as connection:
        named = list(connection.execute(_HAS_SENDER))
        sent = {name for (name,) in connection.execute(_SENT)} if named else set()
        for identity, session, cwd, created, message, part in connection.execute(_PARTS):
            told = _load(message), _load(part)
            yield from _heard(identity, session, cwd or "", created, *told, delegated=session in sent)


def _read_tree(path: Path) -> Iterator[Heard]:
    """Yield what a session of an older release holds: its messages and their parts are beside the sessions."""
    storage, record = path.absolute().parent.parent.parent, read_record(path)
    session, cwd = str(record.get("id") or path.stem), str(record.get("directory") or "")
    for message in _records(storage / "message", session):
        for part in _records(storage / "part", str(message.get("id"))):
            created = _time(part, "start") or _time(message, "created")
            yield from _heard(
                str(part.get("id")), session, cwd, created, message, part, delegated=bool(record.get("parentID"))
            )


def _records(folder: Path, name: str) -> list[dict[str, Any]]:
    """Return the records in a folder below another, in order: their names begin with the time."""
    if not _NAME.fullmatch(name):
        return []  # a path that leads elsewhere
    found = sorted((folder / name).glob("*.json"))
    return [record for path in found if path.is_file() and (record := read_record(path))]


def _time(record: dict[str, Any], name: str) -> Any:
    time = record.get("time")
    return time.get(name) if isinstance(time, dict) else None


def _heard(
    identity: str,
    session: str,
    cwd: str,
    created: Any,
    message: dict[str, Any],
    part: dict[str, Any],
    *,
    delegated: bool = False,
) -> Iterator[Heard]:
    """Yield what one part of a message says or did."""
    at = read_at(created)
    if at is None or part.get("synthetic"):
        return
    if part.get("type") == "text" and isinstance(part.get("text"), str):
        text = without_ours(part["text"])
        kind = said_by(str(message.get("role")), delegated=delegated)
        if text:
            yield Heard(session, identity, kind, at, cwd=cwd, body=text, model=str(message.get("modelID") or ""))
    elif part.get("type") == "tool":
        told = part.get("state")
        state: dict[str, Any] = told if isinstance(told, dict) else {}
        name, arguments = str(part.get("tool") or ""), state.get("input")
        body = tool_body(name, arguments, _answer(state), failed=state.get("status") == "error")
        yield Heard(session, identity, EventKind.TOOL, at, cwd=cwd, tool=name, body=body, files=files_in(arguments))


def _answer(state: dict[str, Any]) -> Any:
    """Return what a tool answered, with the exit status where it has one: the output does not say it."""
    more = state.get("metadata")
    status = more.get("exit") if isinstance(more, dict) else None
    return state.get("output") if status is None else {"output": state.get("output"), "exit_code": status}


def _load(text: Any) -> dict[str, Any]:
    try:
        found = json.loads(text)
    except (TypeError, ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}
