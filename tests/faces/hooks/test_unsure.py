"""What a person said that may hold in its task only fills what is left of a brief, and is told nowhere else."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from standfast.learn.session.belief.for_brief import (
    FADES_AFTER,
    LEARNED_HEADING,
    SAID_HEADING,
    UNSURE_FADES_AFTER,
    said_lines,
)
from standfast.learn.session.belief.promotion import fade_said
from standfast.model.trust import Status
from tests.faces.hooks.test_learning import Agent, section

if TYPE_CHECKING:
    from standfast.memory import Memory
    from tests.faces.hooks.conftest import Shop

UNSURE = "no, actually run the integration tests"


@pytest.fixture
def agent(shop: Shop) -> Agent:
    return Agent(shop)


def said(memory: Memory) -> list[str]:
    """Return what waits as said, in words."""
    return [item.memory.content.text for item in memory.list(status=[Status.PROPOSED.value], limit=50).shown]


@pytest.mark.parametrize(
    "words",
    [
        UNSURE,
        "make sure you edit the generated fixtures directly",
        "use the fake clock instead of sleeping in tests",
        "why didn't you run the linter before the commit?",
        "Please ask any additional questions before implementing.",
        "you do not need the docker daemon to read local files",
        "don't switch models while a task runs",
    ],
)
def test_a_plain_word_to_the_agent_is_told_to_the_next_session_where_there_is_room(agent: Agent, words: str) -> None:
    agent.hold("s1", "work on the importer", words)
    assert words.rstrip(".") in section(agent.start("s2"), SAID_HEADING)


@pytest.mark.parametrize(
    "words",
    [
        "did you actually run the integration tests?",
        "the importer still does not run the tests",
        "make sure the button shows the number of tests",
        "add a test for the importer instead of the parser",
        "use the blue to red scale",
        "no, that is an error in the build script",
        "now run the integration tests instead of building",
        "instead of a label use an icon in the header",
        "Rework the importer so that it reads every format. " * 20 + UNSURE,
        f"> {UNSURE}",
        "no quiero que abras esa tarjeta",
    ],
)
def test_a_question_a_fault_a_task_or_a_wish_about_the_product_is_not(shop: Shop, agent: Agent, words: str) -> None:
    agent.hold("s1", "work on the importer", words)
    with shop.memory() as memory:
        assert said(memory) == []


def test_it_is_told_at_no_other_moment(shop: Shop, agent: Agent) -> None:
    agent.hold("s1", "work on the importer", "use terraform apply instead of the wrapper in tests")
    agent.hold("s2", "work on the importer", UNSURE)
    with shop.memory() as memory:
        assert len(said(memory)) == 2
        assert not any(
            item.memory.content.text == UNSURE for item in memory.recall("run the integration tests").results
        )
    agent.start("s3")
    told = agent.report("s3", "UserPromptSubmit", prompt="how do I actually run the integration tests?")
    assert "actually run" not in told
    assert "wrapper" not in agent.ask("s3", "terraform apply")


def test_it_is_never_learned_however_many_sessions_say_it(shop: Shop, agent: Agent) -> None:
    for session in ("s1", "s2", "s3"):
        agent.hold(session, f"work on the importer of {session}", UNSURE)
    brief = agent.start("s4")
    assert section(brief, LEARNED_HEADING) == ""
    assert section(brief, SAID_HEADING).count("integration tests") == 1
    assert "3x" in section(brief, SAID_HEADING), "how often it was said is told"
    with shop.memory() as memory:
        assert list(memory.newest()) == []


def test_it_outdates_nothing_that_was_said_plainly(agent: Agent) -> None:
    agent.hold("s1", "work on the importer", "we always start module names with 'm_'")
    agent.hold("s2", "work on the importer", "no, use 'x_' instead of prefixing module names with 'm_'")
    assert "always start module names" in section(agent.start("s3"), SAID_HEADING)


def test_however_many_of_them_are_newer_what_was_said_plainly_is_told_first(agent: Agent) -> None:
    agent.hold("s0", "work on the importer", "never edit the migration files by hand")
    things = ("router", "cache", "mailer", "parser", "indexer", "renderer", "webhook", "search", "billing", "upload")
    things += ("scheduler", "exporter", "resizer", "gateway")
    for place, thing in enumerate(things):
        tests, checks = (
            f"no, actually run the {thing} tests",
            f"why didn't you run the {thing} checks before the commit?",
        )
        agent.hold(f"s{place + 1}", "work on the importer", tests, checks, f"use the {thing} clock instead of sleeping")
    assert "migration files" in section(agent.start("last"), SAID_HEADING)


def test_it_fades_sooner_than_what_was_said_plainly(shop: Shop, agent: Agent) -> None:
    agent.hold("s1", "work on the importer", UNSURE)
    with shop.memory() as memory:
        (waiting,) = memory.review()
        later = waiting.memory.recorded_at + UNSURE_FADES_AFTER
        assert UNSURE_FADES_AFTER < FADES_AFTER
        assert said_lines([waiting.memory], later)
        assert not said_lines([waiting.memory], later + timedelta(seconds=1))
        fade_said(memory.context.partition(memory.context.scope), later + timedelta(seconds=1))
        assert list(memory.review()) == []


def test_a_session_leaves_three_of_them_and_never_more_than_five_findings(shop: Shop, agent: Agent) -> None:
    many = [f"no, actually run the {name} tests" for name in ("unit", "smoke", "fuzz", "load", "contract")]
    agent.hold("s1", "work on the importer", *many)
    with shop.memory() as memory:
        assert len(said(memory)) == 3
    plain = [f"never commit the {name} by hand" for name in ("fixtures", "snapshots", "lock file", "changelog")]
    agent.hold("s2", "work on the exporter", *plain, *(text.replace("run", "read") for text in many))
    with shop.memory() as memory:
        assert len(said(memory)) == 8
        assert set(plain) < set(said(memory))


def test_a_person_who_switched_the_sign_off_leaves_none(shop: Shop, agent: Agent) -> None:
    shop.home.mkdir(exist_ok=True)
    (shop.home / "config.toml").write_text('signs_off = ["told", "corrected"]\n')
    agent.hold("s1", "work on the importer", UNSURE)
    with shop.memory() as memory:
        assert said(memory) == []
