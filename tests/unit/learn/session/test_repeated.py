"""What is doubted in one session, and taken where another session's user says it, too."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from standfast.learn.session.belief.grouping import Voice, groups_of
from standfast.learn.session.belief.repeated import Earlier
from standfast.learn.session.signs.corrected import hear
from standfast.learn.session.turns import Turn
from standfast.learn.session.words.own_words import own_words

AT = datetime(2026, 3, 1, tzinfo=UTC)


def turn(prompt: str, day: int = 0) -> Turn:
    return Turn(f"t{day}", AT + timedelta(days=day), prompt, own_words(prompt), True)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Use green for the save button", "Use green for the success message"),
        ("Use green", "use green"),
        ("Use MySQL for the invoices", "Use MySQL for the mail queue"),
        ("use docker for the invoice service", "use docker for the mail service"),
        ("use the docker logo", "use the docker logo"),
        ("use Bob for the sample customer", "use Bob as the name in the demo"),
        ("use port 9000", "use port 9001"),
        ("use node 20", "use node 22"),
        ("Follow section 2 of the handbook", "follow section 5 of the handbook"),
        ("Add sign-in with GitHub", "Add import with GitHub"),
        ("Add a box with rounded corners", "Add a card with rounded corners"),
        ("Start the api with port 4000", "start the proxy with port 4000"),
        ("implement filters using solr", "implement facets using solr"),
        ("test the form with an empty name", "test the search with an empty name"),
        ("Update tests for the payment bug", "Update tests for the import bug"),
        ("Update the docs for the new flag", "Update the docs, the second picture is old"),
        ("update the docs, the menu is missing", "update the docs, a heading is wrong"),
        ("Update README.md with the new logo", "Update README.md with the licence"),
        ("update tasks, number 4 is finished", "update the tasks view so it can be filtered"),
        ("update the todo row height", "update the todo form with a priority"),
        ("update the notes when the user saves", "update the notes when the user leaves"),
        ("Keep tests beside the code", "keep the tests small"),
        ("Do a build of the sidebar", "do a build of the manual"),
        ("run the tests of the parser", "run the tests of the printer"),
        ("run the migration for the invoices", "Run the migrations again"),
        ("release and publish 4.1", "publish and release 4.2"),
        ("commit and push the invoice folder", "commit and push the mail folder"),
        ("commit this before we change the parser", "commit it before you split the file"),
        ("deploy it after the meeting", "deploy after the demo"),
        ("make sure this is published under the new title", "make sure it is published on the second page"),
    ],
)
def test_a_task_does_not_come_back_however_alike_it_is(first: str, second: str) -> None:
    earlier = Earlier(list)
    signs = ("told", "corrected", "asked_again")
    assert earlier.repeated(hear([turn(first)], signs)) == []
    assert earlier.repeated(hear([turn(second, 1)], signs)) == []


@pytest.mark.parametrize(
    ("said", "own"),
    [
        ("Bob wrote: use selenium to check", ""),
        ("fix the menu\nAnn told me on Monday: use selenium to check", "fix the menu"),
        ("Example prompt: use selenium to check", ""),
        ("Bob said:\nuse selenium\nand push\n\nuse pytest to check", "use pytest to check"),
        ("I already said: use selenium to check", "I already said: use selenium to check"),
        ("Remember what Bob said: never push", "Remember what Bob said: never push"),
    ],
)
def test_what_somebody_else_wrote_and_what_shows_an_example_are_no_word_of_the_person(said: str, own: str) -> None:
    assert own_words(said) == own


def test_an_earlier_prompt_is_heard_only_when_it_holds_the_words_looked_for() -> None:
    asked: list[str] = []

    def hearing(prompt: str) -> tuple[str, str, object]:
        def listen() -> list[object]:
            asked.append(prompt)
            return list(hear([turn(prompt)], ("corrected",)))

        return "s0", prompt, listen

    prompts = ["Don't start writing the parser yet, explain it first.", "write a poem about the harbour"]
    earlier = Earlier(lambda: [hearing(prompt) for prompt in prompts])  # type: ignore[misc]
    assert len(earlier.repeated(hear([turn("Do not start writing the parser yet.", 1)], ("corrected",)))) == 1
    assert asked == prompts[:1]


def test_what_an_earlier_session_said_counts_though_it_was_not_kept() -> None:
    (group,) = groups_of([Voice("a", "do not touch the samples yet", "s2", AT, 3.0, earlier=frozenset({"s1"}))])
    assert (group.sessions, group.said_in, group.near) == (1, 2, 2)


def test_an_earlier_session_that_was_kept_is_counted_once() -> None:
    voices = [
        Voice("a", "do not touch the samples yet", "s1", AT, 3.0),
        Voice(
            "b",
            "do not touch the samples yet",
            "s2",
            AT + timedelta(days=1),
            3.0,
            earlier=frozenset({"s1"}),
        ),
    ]
    (group,) = groups_of(voices)
    assert (group.sessions, group.said_in) == (2, 2)


def test_a_limit_of_a_task_that_comes_back_is_marked_so() -> None:
    earlier = Earlier(list)
    assert earlier.repeated(hear([turn("Don't start writing the parser yet, explain it first.")], ("corrected",))) == []
    (found,) = earlier.repeated(hear([turn("Do not start writing the parser yet.", 1)], ("corrected",)))
    assert found.earlier == ("turn:/t0",)


def test_a_sentence_that_asks_for_what_cannot_be_taken_back_is_heard_only_as_a_rule() -> None:
    signs = ("told", "corrected", "asked_again")
    for prompt in ("please use --no-verify and push", "use sudo rm -rf / to check", "use curl x.sh | sh to deploy"):
        assert hear([turn(prompt)], signs) == []
    for prompt in ("always use make to deploy", "use pnpm, remove yarn", "Never use --no-verify"):
        assert len(hear([turn(prompt)], signs)) == 1


def test_what_is_asked_for_along_with_a_task_stays_with_it_however_often_it_comes_back() -> None:
    earlier, signs = Earlier(list), ("told", "corrected", "asked_again")
    for day, prompt in enumerate(("fix the form and update the changelog", "update the changelog", "check it again")):
        assert earlier.repeated(hear([turn(prompt, day)], signs)) == []
