"""A question's very words, among turns of conversations."""

from datetime import timedelta

import pytest

from standfast.model.kind import Kind
from standfast.store.values import View
from tests.unit.recall.notes import NOW, Notes

QUESTION = "where did Maya park the rented van"
ANSWER = "Maya: Behind the depot is where I did park the rented van."
ABOUT = "Maya: Vans for rent, parks to rent them in, parking vans, renting parks: Maya parks them all."


def say(notes: Notes, text: str, number: int) -> None:
    notes.say(text, kind=Kind.EPISODE, session=f"talk {number}")


def test_the_turn_that_begins_in_the_words_of_the_question_comes_first(notes: Notes) -> None:
    say(notes, ABOUT, 1)
    say(notes, ANSWER, 2)
    first, second = notes.ask(QUESTION).hits
    assert notes.said[first.document.memory] == ANSWER
    assert first.scores["verbatim"] > second.scores.get("verbatim", 0.0)
    assert first.score == pytest.approx(sum(first.scores.values()))
    without = [hit.score - hit.scores.get("verbatim", 0.0) for hit in (first, second)]
    assert without[1] > without[0], "nothing else put it first"


def test_words_after_the_beginning_do_not_count(notes: Notes) -> None:
    say(notes, f"Ben: {'well ' * 80} {ANSWER}", 1)
    say(notes, ABOUT, 2)
    late = next(hit for hit in notes.ask(QUESTION).hits if notes.said[hit.document.memory].startswith("Ben"))
    assert "verbatim" not in late.scores


def test_notes_beside_a_turn_are_measured_as_it_is(notes: Notes) -> None:
    notes.say("The rented van: Maya did park it where the old depot was.")
    say(notes, ABOUT, 1)
    note = next(hit for hit in notes.ask(QUESTION).hits if not hit.document.session)
    assert note.scores["verbatim"] > 0


@pytest.mark.parametrize(
    "asked",
    [{"light": True, "embedder": None}, {"view": View(before=NOW + timedelta(days=1))}],
    ids=["in a hook", "of the past"],
)
def test_hooks_and_questions_about_the_past_do_not_read_memories_again(notes: Notes, asked: dict[str, object]) -> None:
    say(notes, ANSWER, 1)
    hits = notes.ask(QUESTION, **asked).hits
    assert hits
    assert all("verbatim" not in hit.scores for hit in hits)


def test_where_nobody_talked_nothing_is_read_again(notes: Notes) -> None:
    notes.say("Maya did park the rented van behind the depot.")
    assert all("verbatim" not in hit.scores for hit in notes.ask(QUESTION).hits)
