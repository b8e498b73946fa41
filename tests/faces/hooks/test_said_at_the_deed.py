"""What a person said in an earlier session is told at the very edit or command it is about, and marked unconfirmed."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

import pytest

from tests.faces.hooks.test_learning import Agent, section

if TYPE_CHECKING:
    from tests.faces.hooks.conftest import Shop

OPTIONS = """package till

// WithRate sets how often the till is asked.
func WithRate(rate int) int {
	if rate > 0 {
		return rate
	}
	return 60
}

func WithLimit(limit int) int {
	return limit + 1
}
"""


@pytest.fixture
def agent(shop: Shop) -> Agent:
    (shop.folder / "options.go").write_text(OPTIONS)
    (shop.folder / "till.py").write_text("now = clock()\n")
    subprocess.run(["git", "add", "."], cwd=shop.folder, check=True)
    return Agent(shop)


def edit(agent: Agent, session: str, path: str, old: str, new: str) -> str:
    fields = {"file_path": str(agent.shop.folder / path), "old_string": old, "new_string": new}
    return agent.report(session, "PreToolUse", tool_name="Edit", tool_input=fields)


def test_what_was_decided_about_a_definition_is_told_once_where_it_is_edited_and_not_beside_it(agent: Agent) -> None:
    agent.hold("s1", "We decided to keep WithRate and not deprecate it, because the office depends on it.")
    assert "the office" in agent.start("s2")
    assert edit(agent, "s2", "options.go", "\treturn limit + 1\n", "\treturn limit\n") == ""
    said = edit(agent, "s2", "options.go", "func WithRate(", "// Deprecated: no more.\nfunc WithRate(")
    assert "the office" in said
    assert "unconfirmed" in said
    assert edit(agent, "s2", "options.go", "\t\treturn rate\n", "\t\treturn rate + 1\n") == ""
    whole = OPTIONS[OPTIONS.index("// WithRate") : OPTIONS.index("func WithLimit")]
    assert "the office" in edit(agent, "s3", "options.go", whole, "")


@pytest.mark.parametrize("words", ["we never use time.time()", "Never use `time.time`, the clock is frozen"])
def test_what_was_forbidden_by_its_name_is_told_where_the_lines_put_it_in(agent: Agent, words: str) -> None:
    agent.hold("s1", words)
    assert "unconfirmed" in edit(agent, "s2", "till.py", "clock()", "time.time()")
    assert edit(agent, "s3", "till.py", "clock()", "time.monotonic()") == ""
    assert edit(agent, "s4", "till.py", "clock()", "the_time()") == ""


def test_what_is_to_be_run_before_a_deed_is_told_at_the_deed(agent: Agent) -> None:
    agent.hold("s1", "Please always run `make check` before you commit")
    assert "unconfirmed" in agent.ask("s2", "git commit -m 'round totals'")
    assert agent.ask("s3", "make check && git commit -m 'round totals'") == ""
    assert agent.ask("s4", "git status") == ""


def test_a_question_about_what_was_done_together_is_no_claim(agent: Agent) -> None:
    agent.hold("s1", "work on the till", "why did we stop using the pytest asyncio mark?")
    assert "asyncio" not in agent.start("s2")
    agent.hold("s3", "work on the till", "why did you not use the pytest asyncio mark?")
    assert "asyncio" in section(agent.start("s4"), "Said in earlier sessions, unconfirmed")
