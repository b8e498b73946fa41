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


def test_a_handful_of_notes_has_no_floor_and_many_have_a_higher_one() -> None:
    floors = [floor_of(size, 6, light=False) for size in (20, 100, 300, 1_000, 10_000, 30_000)]
    assert floors[0] == floors[1] == 0
    assert floors[1:] == sorted(set(floors))
