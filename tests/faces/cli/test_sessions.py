"""sessions and replay: what agents did here."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
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


def test_a_long_event_is_shown_whole_where_that_is_asked_for(desk: Desk) -> None:
    hook(desk, "UserPromptSubmit", prompt=f"{'Make refunds idempotent. ' * 20}Then stop at the zebra.")
    assert "zebra" not in desk.run("replay", "abc-123").out
    assert "zebra" in desk.run("replay", "abc-123", "--full").out


def test_while_capturing_is_paused_nothing_said_is_recorded_and_only_for_as_long_as_was_asked(desk: Desk) -> None:
    [pause] = desk.ask("pause", "--capture", "--for", "2h")["paused"]
    assert (pause["capture"], pause["speak"]) == (True, False)
    left = datetime.fromisoformat(pause["until"]) - datetime.now(UTC)
    assert timedelta(hours=1) < left <= timedelta(hours=2)
    hook(desk, "UserPromptSubmit", prompt="Make refunds idempotent")
    assert {item["kind"] for item in desk.ask("replay", "abc-123")["journal"]} <= {"given"}  # what we did is on record
    desk.ask("pause", "--off")
    hook(desk, "UserPromptSubmit", prompt="Make refunds idempotent")
    assert "prompt" in {item["kind"] for item in desk.ask("replay", "abc-123")["journal"]}
