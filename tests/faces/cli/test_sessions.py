"""sessions and replay: what agents did here."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.faces.cli.conftest import Desk


def hook(desk: Desk, event: str, **payload: object) -> None:
    body = {"session_id": "abc-123", "cwd": str(desk.folder), "hook_event_name": event, **payload}
    done = desk.start("hook", "claude-code", event, given=json.dumps(body).encode())
    assert done.returncode == 0, done.stderr


def test_a_session_can_be_listed_and_replayed(desk: Desk) -> None:
    hook(desk, "SessionStart", source="startup")
    hook(desk, "UserPromptSubmit", prompt="Make refunds idempotent, the key is AKIAIOSFODNN7EXAMPLQ")
    found = desk.ask("sessions")["sessions"]
    assert [(item["session"], item["agent"]) for item in found] == [("abc-123", "claude-code")]
    assert [line["session"] for line in desk.run("sessions", "--jsonl").lines] == ["abc-123"]
    played = desk.ask("replay", "abc")
    assert played["session"] == "abc-123"
    happened = [item for item in played["journal"] if item["kind"] != "given"]
    assert [item["kind"] for item in happened] == ["start", "prompt"]
    assert "idempotent" in happened[1]["body"]
    assert {"start", "prompt"} <= {line["kind"] for line in desk.run("replay", "abc-123", "--jsonl").lines}
    assert "idempotent" in desk.run("replay", "abc-123").out
    assert "abc-123" in desk.run("sessions").out


def test_no_session_is_no_error_and_an_unknown_one_is(desk: Desk) -> None:
    assert desk.ask("sessions") == {"sessions": []}
    assert desk.run("sessions").code == 0
    assert desk.fail("replay", "nobody", code=1)["code"] == "not-found"
