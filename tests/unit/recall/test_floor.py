"""When nothing here answers."""

import random

import pytest

from standfast.model.kind import Kind
from standfast.recall.floor import floor_of
from tests.unit.recall.notes import Notes

THINGS = [
    "parser",
    "cache",
    "socket",
    "header",
    "cookie",
    "buffer",
    "timer",
    "proxy",
    "cipher",
    "packet",
    "queue",
    "thread",
    "config",
    "option",
    "backend",
]
DONE = ["fix", "add", "drop", "rework", "document", "test", "rename", "split", "guard", "speed"]


@pytest.fixture
def history(notes: Notes) -> Notes:
    """Write a history of some size, as commits tell it."""
    chance = random.Random(3)
    for number in range(900):
        one, two = chance.sample(THINGS, 2)
        notes.say(f"{chance.choice(DONE)} the {one} of the {two} in module {number % 40}", kind=Kind.EPISODE)
    notes.say("Drop the Tuesday freeze: releases ship when the soak test is green.", kind=Kind.DECISION)
    return notes


OFF_TOPIC = (
    "which vaccine schedule applies to newborn kittens",
    "how do I register a blueprint with a url prefix in flask",
    "best sourdough hydration for a rye test loaf",
    "how does the ingress controller of kubernetes read its config",
    "which timer of the oven bakes a pizza",
)
KNOWN = ("when do releases ship", "cookie header of the proxy", "is there a release freeze")


def test_only_what_is_known_here_is_answered(history: Notes) -> None:
    for question in OFF_TOPIC:
        assert not history.ask(question).hits, question
        assert not history.ask(question, embedder=None).hits, question
    for question in KNOWN:
        assert history.ask(question).hits, question


def test_words_that_hold_a_place_do_not_count_against_an_answer(history: Notes) -> None:
    history.say("Deprecation policy: a warning stays for two releases.", kind=Kind.CONVENTION)
    best = history.ask("what is usually the policy for deprecating something").hits[0]
    assert history.said[best.document.memory].startswith("Deprecation policy")
    assert best.support > 0.8


def test_what_is_far_behind_the_answer_is_counted_and_not_given(history: Notes) -> None:
    answer = history.ask("does the soak test have to be green before releases ship", limit=100)
    assert history.said[answer.hits[0].document.memory].startswith("Drop the Tuesday freeze")
    assert answer.hits[-1].score > 0.1 * answer.hits[0].score
    assert answer.withheld > 0


def test_a_handful_of_notes_has_hardly_a_floor_and_many_have_a_higher_one() -> None:
    floors = [floor_of(size, 6, light=False) for size in (4, 20, 60, 400, 1_000, 10_000, 30_000)]
    assert floors[0] == 0
    assert floors == sorted(set(floors))
    assert floor_of(60, 6, light=False, spoken=True) == 0


OWN = (
    "Refunds are capped at 500 EUR per order.", "Run the tests with `make test` from the top of the repository.",
    "The gateway is never called twice for one payment.", "Rates are read from the feed of the bank on Mondays.",
)  # fmt: skip


@pytest.mark.parametrize("many", [6, 20])
def test_a_small_store_says_nothing_to_a_question_about_something_else(notes: Notes, many: int) -> None:
    for number in range(many):
        for text in OWN:
            notes.say(f"{text} So it was agreed in week {number}.")
    for question in ("how do I bake sourdough bread", "who won the world cup in 1998", "how do I tune a guitar"):
        assert notes.ask(question).hits == ()
    for question in ("how do I run the tests", "what is the cap for refunds", "may I call the gateway twice"):
        assert notes.ask(question).hits


def test_two_words_of_a_question_with_slips_are_understood(notes: Notes) -> None:
    for text in OWN * 8:
        notes.say(text)
    best = notes.ask("how do i run teh tsts").hits[0]
    assert notes.said[best.document.memory].startswith("Run the tests")


def test_a_commit_and_what_was_proposed_from_it_take_one_place(notes: Notes) -> None:
    title, why = "Key the lock by payment", "Two refunds of one order raced in March and both were paid out."
    notes.say(f"{why}\n\nThe old key is kept for a week.", title=title, kind=Kind.EPISODE)
    notes.say(why, title=title, kind=Kind.DECISION)
    notes.say("The lock is never held for more than a second.", title=title, kind=Kind.CONVENTION)
    assert len(notes.ask("why is the lock keyed by payment").hits) == 2
