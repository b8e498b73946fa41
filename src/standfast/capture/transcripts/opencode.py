"""OpenCode: one database with all sessions; parts of messages are JSON. What its plugin added is marked synthetic."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from standfast.capture.own_output import without_ours
from standfast.capture.transcripts.heard import Heard, files_in, read_at, tool_body
from standfast.model.session import EventKind
from standfast.store.sqlite.foreign import read_rows

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_PARTS = """
SELECT part.id, part.session_id, session.directory, part.time_created, message.data, part.data
FROM part JOIN message ON message.id = part.message_id JOIN session ON session.id = part.session_id
ORDER BY session.time_created, session.id, part.time_created, part.id
"""


def read(path: Path) -> Iterator[Heard]:
    """Yield what was asked, done and answered, a session after the other."""
    for identity, session, cwd, created, message, part in read_rows(str(path), _PARTS):
        at, told, data = read_at(created), _load(message), _load(part)
        if at is None or data.get("synthetic"):
            continue
        if data.get("type") == "text" and isinstance(data.get("text"), str):
            text = without_ours(data["text"])
            kind = EventKind.PROMPT if told.get("role") == "user" else EventKind.ANSWER
            if text:
                yield Heard(session, identity, kind, at, cwd=cwd or "", body=text, model=str(told.get("modelID") or ""))
        elif data.get("type") == "tool":
            state = data.get("state") if isinstance(data.get("state"), dict) else {}
            name, arguments = str(data.get("tool") or ""), (state or {}).get("input")
            output, failed = (state or {}).get("output"), (state or {}).get("status") == "error"
            body = tool_body(name, arguments, output, failed=failed)
            files = files_in(arguments)
            yield Heard(session, identity, EventKind.TOOL, at, cwd=cwd or "", tool=name, body=body, files=files)


def _load(text: Any) -> dict[str, Any]:
    try:
        found = json.loads(text)
    except (TypeError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}
