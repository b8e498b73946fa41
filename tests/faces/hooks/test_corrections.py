"""A person who corrects what memory had told never speaks for it, and what they take back does not come back."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from standfast.model.trust import Standing, Status
from tests.faces.hooks.test_learning import Agent

if TYPE_CHECKING:
    from standfast.memory import Memory
    from tests.faces.hooks.conftest import Shop

PAIRS = [
    ("Use the fast path in src/a.py", "no, do not use the fast path in src/a.py, it drops events"),
    ("Use Redis for the session cache", "no, don't use Redis for the session cache, we use memcached"),
    ("Commit messages are written in the past tense", "no, commit messages are never written in the past tense"),
    ("Log with print in scripts", "I said don't log with print in scripts"),
    ("Mock the database in tests", "no, never mock the database in tests"),
]
RULE, AGAINST = PAIRS[-1]


@pytest.fixture
def agent(shop: Shop) -> Agent:
    return Agent(shop)


def against(memory: Memory, words: str) -> set[str]:
    """Return what the memories with these words stand against."""
    every = memory.list(status=[status.value for status in Status], limit=50).shown
    links = (link for item in every if item.memory.content.text == words for link in item.memory.content.links)
    return {str(link.target) for link in links if link.kind == "contradicts"}


def kept(memory: Memory, words: str) -> list[Status]:
    """Return what became of each memory with these words."""
    every = memory.list(status=[status.value for status in Status], limit=50).shown
    return [item.memory.status for item in every if item.memory.content.text == words]


@pytest.mark.parametrize(("note", "correction"), PAIRS)
def test_a_correction_speaks_against_the_note_that_was_given_and_is_kept(
    shop: Shop, agent: Agent, note: str, correction: str
) -> None:
    with agent.memory("s0") as memory:
        done = memory.remember(note, kind="convention")
    for session in ("s1", "s2"):
        agent.hold(session, "change the header", correction)
    with shop.memory() as memory:
        shown = memory.show(done.id)
        assert [source.kind for source in shown.memory.sources] == ["agent"]
        assert shown.use is not None
        assert shown.use.corrected == 2
        assert done.id in {waiting.memory.id for waiting in memory.review()}
        assert kept(memory, correction)
        assert done.id in against(memory, correction)


def test_another_number_corrects_the_note_that_was_given(shop: Shop, agent: Agent) -> None:
    with agent.memory("s0") as memory:
        done = memory.remember("Retries are capped at 3", kind="convention")
    correction = "No, retries are capped at 5, not 3"
    agent.hold("s1", "change the header", correction)
    with shop.memory() as memory:
        shown = memory.show(done.id)
        assert shown.use is not None
        assert (len(shown.memory.sources), shown.use.corrected) == (1, 1)
        assert kept(memory, correction) == [Status.PROPOSED]


def test_a_correction_of_an_instruction_file_is_kept(shop: Shop, agent: Agent) -> None:
    (shop.folder / "AGENTS.md").write_text(f"# Rules\n\n- {RULE}.\n")
    with shop.memory() as memory:
        memory.mine()
    agent.hold("s1", "change the header", AGAINST)
    with shop.memory() as memory:
        assert kept(memory, AGAINST) == [Status.PROPOSED]


def test_a_correction_of_what_a_person_decided_is_kept_and_does_not_take_its_place(shop: Shop, agent: Agent) -> None:
    with shop.memory() as memory:
        done = memory.remember(RULE, kind="convention")
    for session in ("s1", "s2"):
        agent.hold(session, "change the header", AGAINST)
    with shop.memory() as memory:
        assert Status.PROPOSED in kept(memory, AGAINST)
        assert memory.show(done.id).memory.status is Status.ACTIVE
        assert against(memory, AGAINST) == {done.id}


def test_a_correction_is_kept_where_a_person_retracted_the_opposite(shop: Shop, agent: Agent) -> None:
    with agent.memory("s0") as memory:
        done = memory.remember(RULE, kind="convention")
    with shop.memory() as memory:
        memory.retract(done.id)
    agent.hold("s1", "change the header", AGAINST)
    with shop.memory() as memory:
        assert kept(memory, AGAINST) == [Status.PROPOSED]


def test_who_says_the_same_in_other_words_still_speaks_for_a_note(shop: Shop, agent: Agent) -> None:
    with agent.memory("s0") as memory:
        done = memory.remember("Use pnpm, not npm, to install packages", kind="convention")
    agent.hold("s1", "change the header", "no, never use npm to install packages, use pnpm")
    with shop.memory() as memory:
        shown = memory.show(done.id)
        assert [source.kind for source in shown.memory.sources] == ["agent", "session"]
        assert shown.use is not None
        assert shown.use.corrected == 0


@pytest.mark.parametrize("how", ["undo", "retract"])
def test_what_a_person_took_back_before_the_session_ended_is_not_said_again(shop: Shop, agent: Agent, how: str) -> None:
    agent.start("s1")
    words = "From now on queues hold at most nine jobs"
    told = agent.report("s1", "UserPromptSubmit", prompt=words)
    with shop.memory() as memory:
        if how == "undo":
            memory.undo()
        else:
            (shown,) = memory.newest()
            assert shown.memory.id in told
            memory.retract(shown.memory.id)
    agent.report("s1", "Stop", last_assistant_message="Done.")
    agent.report("s1", "SessionEnd", reason="exit")
    assert "nine jobs" not in agent.start("s2")
    with shop.memory() as memory:
        assert words not in {waiting.memory.content.text for waiting in memory.review()}


def test_what_a_person_approves_is_a_rule_of_theirs_without_how_it_began(shop: Shop, agent: Agent) -> None:
    agent.hold("s1", "change the header", "no, never edit the migration files by hand")
    with shop.memory() as memory:
        (waiting,) = memory.review()
        memory.approve([waiting.memory.id])
        shown = memory.show(waiting.memory.id).memory
        assert (shown.content.text, shown.status) == ("Never edit the migration files by hand", Status.ACTIVE)
        assert (shown.teller.is_person, shown.is_pinned) == (True, True)
        assert [ref.kind for ref in shown.content.evidence] == ["turn"]
    assert f"by {str(shown.teller).replace(' ', '_')}: “Never edit the migration files by hand”" in agent.start("s2")
    with shop.memory() as memory:
        memory.undo()
        assert memory.show(waiting.memory.id).memory.status is Status.PROPOSED


def test_what_needs_no_other_words_is_approved_as_it_was_said(shop: Shop, agent: Agent) -> None:
    agent.hold("s1", "change the header", "never edit the migration files by hand")
    with shop.memory() as memory:
        (waiting,) = memory.review()
        memory.approve([waiting.memory.id])
        shown = memory.show(waiting.memory.id).memory
        assert (shown.content.text, shown.revision) == ("never edit the migration files by hand", 1)
    assert ", approved" in agent.start("s2")


def test_what_a_session_did_is_not_said_to_be_touched_when_the_code_goes_on(shop: Shop, agent: Agent) -> None:
    agent.start("s1")
    agent.report("s1", "UserPromptSubmit", prompt="look at the refunds")
    call = {"tool_name": "Edit", "tool_input": {"file_path": str(shop.folder / "refunds.py")}, "tool_use_id": "t1"}
    agent.report("s1", "PostToolUse", **call, tool_response="done")
    agent.report("s1", "SessionEnd", reason="exit")
    (shop.folder / "refunds.py").write_text("def refund(payment):\n    return payment\n")
    with shop.memory() as memory:
        (shown,) = memory.list(kind="episode").shown
        assert shown.judged.standing is Standing.UNANCHORED
