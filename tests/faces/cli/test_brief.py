"""What `brief` and `up` show a person is what a session of the agent at hand is told."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.faces.cli.conftest import Desk

RULE = "Always use pnpm to install packages, never npm or yarn."


def told_at_start(desk: Desk, agent: str) -> str:
    """Start a session of an agent; return the sections it is told."""
    payload = {"session_id": f"s-{agent}", "cwd": str(desk.folder), "hook_event_name": "SessionStart"}
    done = desk.start("hook", agent, "SessionStart", given=json.dumps({**payload, "source": "startup"}).encode())
    assert done.returncode == 0
    said = json.loads(done.stdout)
    text = said["hookSpecificOutput"]["additionalContext"] if "hookSpecificOutput" in said else said.popitem()[1]
    return sections(text)


def sections(text: str) -> str:
    """Return a brief without its lead, which names who else is at work."""
    return text[text.index("\n## ") :]


@pytest.fixture
def ruled(desk: Desk) -> Desk:
    """A repository with a rule that only Cursor loads, a person's way, and what a document says."""
    desk.write(".cursor/rules/pnpm.mdc", f"---\nalwaysApply: true\n---\n\n# Use pnpm\n\n{RULE}\n")
    desk.write("CONTRIBUTING.md", "# Contributing\n\n## Style\n\n- Always use four spaces.\n")
    desk.commit("Say how to work")
    desk.run("init")
    desk.remember("To test one package: build it first, then run its tests alone.", "--kind", "procedure")
    return desk


@pytest.mark.parametrize(("agent", "told"), [("claude-code", True), ("codex", True), ("cursor", False)])
def test_the_brief_on_the_command_line_is_what_the_agent_used_here_is_told(ruled: Desk, agent: str, told: bool) -> None:
    given = told_at_start(ruled, agent)
    shown = ruled.ask("brief")
    assert (RULE in given) is told
    assert sections(shown["text"]) == given
    assert shown["agent"] == agent
    up = ruled.ask("up", "--once")["brief"]
    assert (sections(up["text"]), up["agent"]) == (given, agent)
    assert [line["text"] for line in ruled.ask("blame")["lines"]] == [
        line for line in given.splitlines() if line.startswith("- ")
    ]


def test_the_agent_may_be_named_and_the_screen_says_for_which_one_it_is(ruled: Desk) -> None:
    told_at_start(ruled, "cursor")
    assert RULE not in ruled.run("brief").out
    named = ruled.run("brief", "--agent", "codex")
    assert RULE in named.out
    assert "for a session of Codex" in named.err
    assert "What the next session of Cursor would be told" in ruled.run("up", "--once").out
    assert ruled.fail("brief", "--agent", "nobody", code=1)["code"] == "unknown-agent"


def test_before_any_session_the_brief_is_for_an_agent_that_is_connected_or_was_used(ruled: Desk) -> None:
    assert "agent" not in ruled.ask("brief")
    home = ruled.home.parent / "person"
    (home / ".codex").mkdir(parents=True)
    own = {"HOME": str(home), "USERPROFILE": str(home)}
    found = ruled.ask("brief", env=own)
    assert found["agent"] == "codex"
    assert RULE in found["text"]
    (home / ".claude").mkdir()
    ruled.run("setup", "codex", "--yes", env=own)
    assert ruled.ask("brief", env=own)["agent"] == "codex"
