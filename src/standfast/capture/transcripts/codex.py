"""Codex: rollout files; developer messages and the environment are its own, never a person's words."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from standfast.capture.transcripts.heard import Heard, files_in, read_at, read_lines, said_by, text_of, tool_body
from standfast.model.session import EventKind

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_OWN = ("<environment_context>", "<user_instructions>", "# AGENTS.md instructions")


def read(path: Path) -> Iterator[Heard]:
    """Yield what was asked, done and answered."""
    session = path.stem
    base: dict[str, Any] = {"cwd": "", "branch": ""}
    calls: dict[str, dict[str, Any]] = {}
    delegated = False
    for number, record in read_lines(path):
        payload, at = record.get("payload"), read_at(record.get("timestamp"))
        if not isinstance(payload, dict) or at is None:
            continue
        if record.get("type") == "session_meta":
            session = str(payload.get("id") or session)
            source = payload.get("source")
            delegated = isinstance(source, dict) and "subagent" in source
            git = payload.get("git") if isinstance(payload.get("git"), dict) else {}
            base = {"cwd": str(payload.get("cwd") or ""), "branch": str((git or {}).get("branch") or "")}
        if record.get("type") == "turn_context":
            base["model"] = str(payload.get("model") or "")
        if record.get("type") != "response_item":
            continue
        kind, key = payload.get("type"), str(payload.get("id") or number)
        if kind == "message" and payload.get("role") in ("user", "assistant"):
            text = text_of(payload.get("content"))
            if text and not text.startswith(_OWN):
                what = said_by(payload["role"], delegated=delegated)
                yield Heard(session, key, what, at, body=text, **base)
        elif kind in ("function_call", "custom_tool_call"):
            calls[str(payload.get("call_id"))] = payload
        elif kind in ("function_call_output", "custom_tool_call_output"):
            call = calls.pop(str(payload.get("call_id")), {})
            name = "__".join(filter(None, (str(call.get("namespace") or ""), str(call.get("name") or ""))))
            arguments = _arguments(call)
            body = tool_body(name, arguments, payload.get("output"))
            identity = str(payload.get("call_id"))
            yield Heard(session, identity, EventKind.TOOL, at, tool=name, body=body, files=files_in(arguments), **base)


def _arguments(call: dict[str, Any]) -> Any:
    told = call.get("arguments", call.get("input"))
    if isinstance(told, str):
        try:
            return json.loads(told)
        except ValueError:
            return told
    return told
