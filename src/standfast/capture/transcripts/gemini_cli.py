"""Gemini CLI: a header line, then messages; a message is written again when its tools have answered.

Older releases kept a session as one record with all its messages; it says where it ran only as a hash.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from standfast.capture.transcripts.heard import Heard, files_in, read_at, read_lines, read_record, text_of, tool_body
from standfast.model.session import EventKind

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

# It says where it ran only in the words with which it opens the conversation.
_WHERE = re.compile(r"Workspace Directories:\*\*\s+- (\S[^\n]*)")


def read(path: Path) -> Iterator[Heard]:
    """Yield what was asked, done and answered."""
    session, cwd, project = path.stem, "", ""
    for record in _records(path):
        session = str(record.get("sessionId") or session)
        project = str(record.get("projectHash") or project)
        if not cwd and "$set" in record and (found := _WHERE.search(_opening(record["$set"]))):
            cwd = found.group(1).strip()
        at = read_at(record.get("timestamp"))
        if at is None or record.get("type") not in ("user", "gemini"):
            continue
        key = str(record.get("id"))
        calls = record.get("toolCalls")
        for call in calls if isinstance(calls, list) else ():
            if isinstance(call, dict):
                yield _tool(session, cwd, project, call, at)
        text = text_of(record.get("content"))
        if text and not text.startswith("<session_context>"):
            kind = EventKind.PROMPT if record["type"] == "user" else EventKind.ANSWER
            tokens = record.get("tokens")
            spent = tokens.get("output", 0) if isinstance(tokens, dict) else 0
            spent, model = spent if isinstance(spent, int) else 0, str(record.get("model") or "")
            yield Heard(session, key, kind, at, cwd=cwd, body=text, tokens=spent, model=model, project=project)


def _records(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the header and the messages of a session."""
    if path.suffix != ".json":
        yield from (record for _, record in read_lines(path))
        return
    whole = read_record(path)
    messages = whole.pop("messages", None)
    yield whole
    yield from (message for message in messages if isinstance(message, dict)) if isinstance(messages, list) else ()


def _tool(session: str, cwd: str, project: str, call: dict[str, Any], at: Any) -> Heard:
    name, arguments = str(call.get("name") or ""), call.get("args")
    body = tool_body(name, arguments, call.get("result"), failed=call.get("status") == "error")
    files = files_in(arguments)
    key = str(call.get("id"))
    return Heard(session, key, EventKind.TOOL, at, cwd=cwd, tool=name, body=body, files=files, project=project)


def _opening(change: Any) -> str:
    messages = change.get("messages") if isinstance(change, dict) else None
    first = messages[0] if isinstance(messages, list) and messages and isinstance(messages[0], dict) else {}
    return text_of(first.get("content"))
