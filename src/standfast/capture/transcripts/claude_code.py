"""Claude Code: one JSON Lines file per session; a tool's result comes in a later user message.

What a person typed while the agent worked, or where they refused a tool call, stands in no message of its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from standfast.capture.own_output import without_ours
from standfast.capture.transcripts.heard import Heard, files_in, read_at, read_lines, said_by, text_of, tool_body
from standfast.model.session import EventKind

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime
    from pathlib import Path


# What the client writes before the words with which a person refused a call, and what it writes there itself.
_REFUSED, _SAID = "The user doesn't want to proceed with this tool use.", "the user said:\n"
_NOT_TYPED = "The user wants to "
_ASKS = "AskUserQuestion"


def read(path: Path) -> Iterator[Heard]:
    """Yield what was asked, done and answered."""
    calls: dict[str, dict[str, Any]] = {}
    waiting: dict[str, Heard] = {}  # typed while the agent worked, and in no message so far
    for number, record in read_lines(path):
        message, at = record.get("message"), read_at(record.get("timestamp"))
        session = record.get("sessionId")
        if record.get("type") == "queue-operation" and at is not None and isinstance(session, str):
            _queue(waiting, record, session, at)
        sent = record.get("attachment")
        if waiting and isinstance(sent, dict) and (sent.get("isMeta") or sent.get("origin")):
            waiting.pop(" ".join(str(sent.get("prompt")).split()), None)  # another agent or a plugin wrote it
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
                typed = _typed_to(name, block, record.get("toolUseResult"))
                if typed and not record.get("isSidechain"):
                    yield Heard(session, f"{identity}:said", EventKind.PROMPT, at, body=typed, **base)
        text = text_of(content)
        if waiting:
            waiting.pop(" ".join(text.split()), None)
        if text and record.get("type") in ("user", "assistant"):
            kind = said_by(record["type"], delegated=bool(record.get("isSidechain")))
            model = str(message.get("model") or "")
            yield Heard(session, key, kind, at, body=text, tokens=_tokens(message), model=model, **base)
    yield from waiting.values()


def _typed_to(name: str, block: dict[str, Any], result: Any) -> str:
    """Return what a person typed to a call: why they refused it, or an answer to a question that no option offered.

    What a server answers is its own: it may write whatever the client writes.
    """
    if name.startswith("mcp__"):
        return ""
    if block.get("is_error"):
        told = text_of(block.get("content"))
        typed = told.partition(_SAID)[2] if told.startswith(_REFUSED) else ""
        return "" if typed.startswith(_NOT_TYPED) else typed
    result = result if isinstance(result, dict) and name == _ASKS else {}
    answers, asked = result.get("answers"), result.get("questions")
    if not isinstance(answers, dict) or not isinstance(asked, list):
        return ""
    offers = [item.get("options") for item in asked if isinstance(item, dict)]
    labels = {
        str(one.get("label")) for found in offers if isinstance(found, list) for one in found if isinstance(one, dict)
    }
    given = (answer for answer in answers.values() if isinstance(answer, str))
    return "\n".join(answer for answer in given if answer not in labels and not labels.issuperset(answer.split(", ")))


def _queue(waiting: dict[str, Heard], record: dict[str, Any], session: str, at: datetime) -> None:
    """Note what was typed while the agent worked; what was taken back into the input was not said."""
    typed = without_ours(str(record.get("content") or ""))
    if record.get("operation") == "popAll":
        waiting.clear()
    elif record.get("operation") == "enqueue" and typed[:1] not in ("", "<", "{"):
        body = " ".join(typed.split())
        waiting[body] = Heard(session, f"queued:{at.isoformat()}", EventKind.PROMPT, at, body=typed)


def _tokens(message: dict[str, Any]) -> int:
    usage = message.get("usage")
    found = usage.get("output_tokens") if isinstance(usage, dict) else 0
    return found if isinstance(found, int) else 0
