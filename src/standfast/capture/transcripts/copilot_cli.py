"""Copilot CLI: events of one session; `content` is what was typed, `transformedContent` what hooks made of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from standfast.capture.transcripts.heard import Heard, files_in, read_at, read_lines, text_of, tool_body
from standfast.model.session import EventKind

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_SAID = {"user.message": EventKind.PROMPT, "assistant.message": EventKind.ANSWER}


def read(path: Path) -> Iterator[Heard]:
    """Yield what was asked, done and answered."""
    session = path.parent.name
    base: dict[str, Any] = {"cwd": "", "branch": ""}
    calls: dict[str, dict[str, Any]] = {}
    for number, record in read_lines(path):
        data, at, kind = record.get("data"), read_at(record.get("timestamp")), record.get("type")
        if not isinstance(data, dict) or at is None:
            continue
        if kind == "session.start":
            session = str(data.get("sessionId") or session)
            place = data.get("context") if isinstance(data.get("context"), dict) else {}
            base = {name: str((place or {}).get(name) or "") for name in base}
        elif kind == "tool.execution_start":
            calls[str(data.get("toolCallId"))] = data
        elif kind == "tool.execution_complete":
            call = calls.pop(str(data.get("toolCallId")), {})
            name, arguments = str(call.get("toolName") or ""), call.get("arguments")
            result = data.get("result") if isinstance(data.get("result"), dict) else {}
            body = tool_body(name, arguments, (result or {}).get("content"), failed=data.get("success") is False)
            identity = str(data.get("toolCallId"))
            yield Heard(session, identity, EventKind.TOOL, at, tool=name, body=body, files=files_in(arguments), **base)
        elif isinstance(kind, str) and kind in _SAID and (text := text_of(data.get("content"))):
            yield Heard(session, str(record.get("id") or number), _SAID[kind], at, body=text, **base)
