"""handoff: what one session leaves for the next; and who else is at work here."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from standfast.config import load_settings
from standfast.memory import Memory
from tests.faces.cli.conftest import AGENT
from tests.program import wait_until_learned

if TYPE_CHECKING:
    from tests.faces.cli.conftest import Desk


def hook(desk: Desk, event: str, session: str = "session-one", agent: str = "claude-code", **payload: object) -> str:
    body = {"session_id": session, "cwd": str(desk.folder), "hook_event_name": event, **payload}
    done = desk.start("hook", agent, event, given=json.dumps(body).encode())
    assert done.returncode == 0, done.stderr
    if event == "SessionEnd":
        with Memory.open(desk.folder, settings=load_settings(desk.env)) as memory:
            wait_until_learned(memory)
    return done.stdout.decode()


def work(desk: Desk) -> None:
    hook(desk, "SessionStart", source="startup")
    hook(desk, "UserPromptSubmit", prompt="Make refunds idempotent", prompt_id="p1")
    inputs = {"file_path": str(desk.folder / "src/locks.py"), "old_string": "a", "new_string": "b"}
    hook(desk, "PostToolUse", tool_name="Edit", tool_input=inputs, tool_response="ok", tool_use_id="t1")
    hook(desk, "Stop", last_assistant_message="The lock is in; the retry test still fails.")


def test_an_agent_hands_over_what_it_did_and_the_next_session_is_briefed_with_it(desk: Desk) -> None:
    work(desk)
    done = desk.ask("handoff", "The retry test fails on Windows only", env=AGENT)
    assert done["files"] == ["src/locks.py"]
    assert done["session"]["session"] == "session-one"
    shown = desk.ask("show", done["id"])
    text = json.dumps(shown)
    for part in ("Windows only", "Make refunds idempotent", "retry test still fails", "src/locks.py"):
        assert part in text
    said = hook(desk, "SessionStart", "session-two", "gemini-cli", source="startup")
    assert "Windows only" in said


def test_a_person_hands_over_the_latest_session_and_lists_what_is_open(desk: Desk) -> None:
    assert desk.ask("handoff") == {"threads": []}
    assert desk.fail("handoff", "--session", "nobody", code=1)["code"] == "not-found"
    work(desk)
    first = desk.ask("handoff", "--session", "session-one")
    assert first["files"] == ["src/locks.py"]
    second = desk.ask("handoff", "Ask Ana about the ledger")
    assert [thread["id"] for thread in desk.ask("handoff")["threads"]] == [second["id"], first["id"]]
    assert "Ask Ana" in desk.run("handoff").out
    desk.ask("retract", second["id"])
    assert [thread["id"] for thread in desk.ask("handoff")["threads"]] == [first["id"]]


def test_a_call_that_was_denied_touched_no_file(desk: Desk) -> None:
    hook(desk, "SessionStart", source="startup")
    hook(desk, "UserPromptSubmit", prompt="Make refunds idempotent", prompt_id="p1")
    inputs = {"file_path": str(desk.folder / "src/locks.py"), "old_string": "a", "new_string": "b"}
    hook(desk, "PostToolUseFailure", tool_name="Edit", tool_input=inputs, error="denied", tool_use_id="t1")
    assert desk.ask("handoff", "The lock is still missing", env=AGENT)["files"] == []


def test_a_note_without_any_session_is_a_note(desk: Desk) -> None:
    done = desk.ask("handoff", "Start with the ledger")
    assert (done["session"], done["files"]) == (None, [])


def test_a_brief_says_who_else_is_at_work_and_not_who_has_left(desk: Desk) -> None:
    hook(desk, "SessionStart", "session-one", source="startup")
    hook(desk, "UserPromptSubmit", "session-one", prompt="Make refunds idempotent", prompt_id="p1")
    said = hook(desk, "SessionStart", "session-two", "gemini-cli", source="startup")
    assert "Also at work here: claude-code on main (now)" in json.loads(said)["hookSpecificOutput"]["additionalContext"]
    assert "gemini-cli" not in said
    hook(desk, "SessionEnd", "session-one", reason="exit")
    hook(desk, "SessionEnd", "session-two", "gemini-cli", reason="exit")
    assert hook(desk, "SessionStart", "session-three", source="startup") == ""


def test_an_agents_answer_never_takes_on_the_weight_of_a_person(desk: Desk) -> None:
    work(desk)
    mine = desk.ask("show", desk.ask("handoff", "Continue tomorrow")["id"])
    assert mine["source"]["kind"] == "person"
    assert "still fails" not in mine["text"]
    told = desk.ask("show", desk.ask("handoff", "--session", "session-one")["id"])
    assert told["source"]["kind"] == "agent"
    assert "still fails" in told["text"]


def test_a_handoff_names_no_files_that_were_installed(desk: Desk) -> None:
    hook(desk, "SessionStart", source="startup")
    for number, path in enumerate(("src/locks.py", "node_modules/left-pad/index.js")):
        inputs = {"file_path": str(desk.folder / path), "old_string": "a", "new_string": "b"}
        hook(desk, "PostToolUse", tool_name="Edit", tool_input=inputs, tool_response="ok", tool_use_id=f"t{number}")
    assert desk.ask("handoff", "Go on here", env=AGENT)["files"] == ["src/locks.py"]
