"""Claude Code: one JSON Lines file per session; a tool's result comes in a later user message."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from standfast.capture.transcripts.heard import Heard, files_in, read_at, read_lines, said_by, text_of, tool_body
from standfast.model.session import EventKind

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


def read(path: Path) -> Iterator[Heard]:
    """Yield what was asked, done and answered."""
    calls: dict[str, dict[str, Any]] = {}
    for number, record in read_lines(path):
        message, at = record.get("message"), read_at(record.get("timestamp"))
        session = record.get("sessionId")
        if not isinstance(message, dict) or at is None or not isinstance(session, str) or record.get("isMeta"):
            continue
        base: dict[str, Any] = {"cwd": str(record.get("cwd") or ""), "branch": str(record.get("gitBranch") or "")}
        key = str(record.get("uuid") or number)
        content = message.get("content")
        blocks = [item for item in content if isinstance(item, dict)] if isinstance(content, list) else []
        for block in blocks:
            if block.get("type") == "tool_use":
                calls[str(block.get("id"))] = block
            elif block.get("type") == "tool_result":
                call = calls.pop(str(block.get("tool_use_id")), {})
                name, arguments = str(call.get("name", "")), call.get("input")
                body = tool_body(name, arguments, block.get("content"), failed=bool(block.get("is_error")))
                identity = str(block.get("tool_use_id"))
                yield Heard(
                    session, identity, EventKind.TOOL, at, tool=name, body=body, files=files_in(arguments), **base
                )
        text = text_of(content)
        if text and record.get("type") in ("user", "assistant"):
            kind = said_by(record["type"], delegated=bool(record.get("isSidechain")))
            model = str(message.get("model") or "")
            yield Heard(session, key, kind, at, body=text, tokens=_tokens(message), model=model, **base)


def _tokens(message: dict[str, Any]) -> int:
    usage = message.get("usage")
    found = usage.get("output_tokens") if isinstance(usage, dict) else 0
    return found if isinstance(found, int) else 0
