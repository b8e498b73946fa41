"""Revert by model, agent and time: exactly what was meant is undone, and what it had reached is named."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from tests.faces.cli.test_handoff import hook

if TYPE_CHECKING:
    from tests.faces.cli.conftest import Desk

SMALL, LARGE = "claude-haiku-4-5-20251001", "claude-opus-4-8"


def session(desk: Desk, name: str, model: str) -> dict[str, str]:
    """Start a session with a model, and return the environment of the agent's own calls in it."""
    hook(desk, "SessionStart", name, source="startup", model=model)
    return {"CLAUDE_CODE_SESSION_ID": name, "CLAUDECODE": "1"}


def recalled(desk: Desk, query: str) -> list[str]:
    return [result["text"] for result in desk.ask("recall", query)["results"]]


def test_what_one_model_noted_is_undone_and_what_another_noted_stays(desk: Desk) -> None:
    small, large = session(desk, "s-small", SMALL), session(desk, "s-large", LARGE)
    desk.remember("Locks expire after a minute", env=small)
    desk.remember("Locks are keyed by payment", env=large)
    desk.remember("Locks are released in order")
    listed = {item["session"]: item["models"] for item in desk.ask("sessions")["sessions"]}
    assert listed == {"s-small": [SMALL], "s-large": [LARGE]}
    tried = desk.ask("revert", "--model", "claude-haiku-4-5", "--dry-run")
    assert len(tried["operations"]) == 1
    assert len(recalled(desk, "locks")) == 3
    done = desk.ask("revert", "--model", "claude-haiku-4-5")
    assert sorted(recalled(desk, "locks")) == ["Locks are keyed by payment", "Locks are released in order"]
    desk.ask("revert", *done["reverts"])
    assert len(recalled(desk, "locks")) == 3


def test_a_client_whose_hooks_name_no_model_is_asked_its_transcript(desk: Desk) -> None:
    path = desk.folder.parent / "s1.jsonl"
    lines = [{"type": "assistant", "message": {"model": name}} for name in (SMALL, LARGE, "<synthetic>")]
    path.write_text("x" * 100_000 + "\n" + "".join(json.dumps(line) + "\n" for line in lines))
    hook(desk, "SessionStart", "s1", source="startup", transcript_path=str(path))
    desk.remember("Locks expire after a minute", env={"CLAUDE_CODE_SESSION_ID": "s1", "CLAUDECODE": "1"})
    hook(desk, "Stop", "s1", last_assistant_message="Done.", transcript_path=str(path))
    assert desk.ask("sessions")["sessions"][0]["models"] == [LARGE]
    assert len(desk.ask("revert", "--model", LARGE)["operations"]) == 1


def test_a_model_that_took_over_in_a_session_answers_for_what_came_after(desk: Desk) -> None:
    agent = session(desk, "s1", LARGE)
    desk.remember("Locks are keyed by payment", env=agent)
    hook(desk, "UserPromptSubmit", "s1", prompt="Go on, please", prompt_id="p1", model=SMALL)
    desk.remember("Locks expire after a minute", env=agent)
    desk.ask("revert", "--model", SMALL)
    assert recalled(desk, "locks") == ["Locks are keyed by payment"]


def test_what_a_person_said_while_a_model_worked_is_theirs(desk: Desk) -> None:
    session(desk, "s1", SMALL)
    hook(desk, "UserPromptSubmit", "s1", prompt="Remember that locks are keyed by payment_id", prompt_id="p1")
    before = recalled(desk, "locks")
    assert before
    assert desk.ask("revert", "--model", SMALL)["operations"] == []
    assert recalled(desk, "locks") == before


def test_what_was_built_on_it_goes_with_it_and_the_commits_of_that_time_are_named(desk: Desk) -> None:
    agent = session(desk, "s1", SMALL)
    first = desk.ask("remember", "Locks expire after a minute", "--anchor", "src/locks.py", env=agent)["id"]
    line = {"text": "Timers are checked every second", "links": [f"because-of:{first}"]}
    desk.run("remember", "--jsonl", given=json.dumps(line), env=session(desk, "s2", LARGE))
    desk.write("src/locks.py", "TIMEOUT = 60\n")
    desk.commit("Expire locks")
    sha = desk.git("rev-parse", "--short", "HEAD")
    told = desk.ask("revert", "--model", SMALL, "--dry-run")
    assert len(told["derived"]) == 1
    assert told["commits"][0]["id"] == sha  # Git counts seconds: one of the same second before it may follow
    desk.ask("revert", "--model", SMALL, "--derived")
    assert recalled(desk, "locks timers") == []


def test_a_commit_after_it_had_ended_is_not_laid_at_its_door(desk: Desk) -> None:
    agent = session(desk, "s1", SMALL)
    first = desk.ask("remember", "Locks expire", "--anchor", "src/locks.py", "--at", "2020-01-01", env=agent)["id"]
    desk.ask("retract", first)
    before = desk.git("rev-parse", "--short", "HEAD")
    desk.env["GIT_COMMITTER_DATE"] = "2099-01-01T00:00:00Z"
    desk.write("src/locks.py", "TIMEOUT = 60\n")
    desk.commit("Later")
    assert [commit["id"] for commit in desk.ask("revert", "--session", "s1", "--dry-run")["commits"]] == [before]


def test_the_commits_of_a_session_that_was_given_it_are_named(desk: Desk) -> None:
    desk.remember("Locks expire after a minute", env=session(desk, "s1", SMALL))
    agent = session(desk, "s2", LARGE)
    assert desk.ask("recall", "when do locks expire", env=agent)["results"]
    hook(desk, "UserPromptSubmit", "s2", prompt="Let locks expire", prompt_id="p1")
    out = {"stdout": "[main 1234567] Let locks expire\n 1 file changed", "exit_code": 0}
    ran = {"command": "git commit -qm 'Let locks expire'"}
    hook(desk, "PostToolUse", "s2", tool_name="Bash", tool_input=ran, tool_response=out, tool_use_id="t1")
    told = desk.ask("revert", "--model", SMALL, "--dry-run")
    assert [(commit["id"], commit["session"]) for commit in told["commits"]] == [("1234567", "s2")]


def test_an_agent_and_a_stretch_of_time_narrow_it_down(desk: Desk) -> None:
    desk.remember("Locks are keyed by payment", env=session(desk, "s1", SMALL))
    assert desk.ask("revert", "--source", "agent:codex", "--since", "1h")["operations"] == []
    assert desk.ask("revert", "--source", "agent:claude-code", "--since", "1h", "--until", "30m")["operations"] == []
    assert recalled(desk, "locks")
    assert len(desk.ask("revert", "--source", "agent:claude-code", "--since", "1h")["operations"]) == 1
    assert recalled(desk, "locks") == []


def test_imported_transcripts_tell_which_model_worked(desk: Desk) -> None:
    lines = [
        {"type": "user", "uuid": "u1", "message": {"content": "hello"}},
        {"type": "assistant", "uuid": "u2", "message": {"model": LARGE, "content": [{"type": "text", "text": "Hi."}]}},
    ]
    common = {"sessionId": "old", "cwd": str(desk.folder), "timestamp": "2026-11-01T10:00:00Z"}
    path = desk.folder.parent / "old.jsonl"
    path.write_text("".join(json.dumps({**common, **line}) + "\n" for line in lines))
    desk.ask("import", "claude-code", str(path))
    assert desk.ask("sessions")["sessions"][0]["models"] == [LARGE]
