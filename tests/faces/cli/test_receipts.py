"""Whatever tells an agent what a memory says leaves a receipt, in every command that prints it."""

from __future__ import annotations

import json

import pytest

from tests.faces.cli.conftest import Desk

WORDS = "Otters hold hands in the ledger"
AGENT = {"AI_AGENT": "codex"}
TELLING = [
    ["export"], ["export", "--for-others"], ["log"], ["log", "{id}"], ["diff", "{id}"], ["show", "{id}"],
    ["show", "src/locks.py"], ["list"], ["recall", "otters"], ["brief"], ["graph", "src/locks.py"], ["graph", "{id}"],
    ["blame"], ["up", "--once"], ["feedback", "{id}", "helpful"], ["restore", "{id}"],
]  # fmt: skip


@pytest.mark.parametrize("words", TELLING, ids=" ".join)
def test_an_agent_is_told_nothing_without_a_receipt(desk: Desk, words: list[str]) -> None:
    made = desk.remember(WORDS, "--kind", "decision", "--anchor", "src/locks.py")
    done = desk.run(*(word.format(id=made) for word in words), env=AGENT)
    assert WORDS in done.out + done.err
    assert "agent:codex" in {receipt["to"] for receipt in desk.ask("why", made)["receipts"]}


@pytest.mark.parametrize("words", [["log"], ["diff", "{id}"], ["blame"], ["export"]], ids=" ".join)
def test_a_person_reads_without_one(desk: Desk, words: list[str]) -> None:
    made = desk.remember(WORDS, "--kind", "decision")
    assert WORDS in desk.run(*(word.format(id=made) for word in words)).out
    assert desk.ask("why", made)["receipts"] == []


def test_why_says_for_which_cause_a_session_was_told_nothing(desk: Desk) -> None:
    desk.remember("Otters hold hands in the ledger", "--kind", "decision")
    payload = {"session_id": "s-quiet", "cwd": str(desk.folder), "tool_name": "Bash", "tool_input": {"command": "ls"}}
    given = json.dumps({**payload, "hook_event_name": "PreToolUse"}).encode()
    desk.start("hook", "claude-code", "PreToolUse", given=given)
    said = desk.run("why", "s-quiet").out
    assert "command: nothing known" in said or "command: below the floor" in said
