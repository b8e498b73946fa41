"""What a person asks for along with their tasks, and what comes back in another session."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from standfast.learn.session import asked_again, read
from standfast.learn.session.belief import Voice, groups_of
from standfast.learn.session.corrected import hear
from standfast.learn.session.own_words import own_words
from standfast.learn.session.repeated import Earlier
from standfast.learn.session.turns import Turn

AT = datetime(2026, 3, 1, tzinfo=UTC)


def turn(prompt: str, day: int = 0) -> Turn:
    return Turn(f"t{day}", AT + timedelta(days=day), prompt, own_words(prompt), True)


def about(prompt: str) -> list[set[str]]:
    return [set(item.about) for item in asked_again.hear([turn(prompt)])]


@pytest.mark.parametrize(
    ("prompt", "thing"),
    [
        ("move the menu to the left. use the accessibility agent", {"accessibility", "agent"}),
        ("now fix the form, then check it with selenium", {"selenium"}),
        ("rename the helper and update the changelog", {"changelog"}),
        ("make sure docs/STATUS.md is up to date", {"docs/status.md"}),
        ("update the release notes", {"releas"}),
    ],
)
def test_a_tool_and_a_document_are_requests(prompt: str, thing: set[str]) -> None:
    assert about(prompt) == [thing]


@pytest.mark.parametrize(
    "prompt",
    [
        "commit that",
        "run the tests",
        "great, commit and push",
        "please run the linter",
        "use the same component",
        "can we use selenium?",
        "why did you not test it with selenium?",
        "we could deploy and release on Friday",
        "the button should open the menu",
        "merge requests are still missing",
        "force-push and deploy",
        "use git reset to go back",
        "run the tests and drop the old table",
        "test the integration with docker",
    ],
)
def test_a_bare_step_a_question_and_a_wish_about_the_product_are_none(prompt: str) -> None:
    assert about(prompt) == []


@pytest.mark.parametrize(
    ("prompt", "kept"),
    [
        ("it still fails so test the upload with selenium try a picture from the samples", "test … with selenium"),
        ("please use the accessibility agent to check the menu", "use the accessibility agent"),
        ("now update the changelog with what you did", "update the changelog"),
        ("keep the docs up to date please", "keep the docs up to date"),
    ],
)
def test_only_the_words_that_ask_are_kept_and_nothing_of_the_task(prompt: str, kept: str) -> None:
    assert [item.text for item in asked_again.hear([turn(prompt)])] == [kept]


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
def test_tasks_that_name_different_things_are_no_request_that_comes_back(first: str, second: str) -> None:
    earlier = Earlier(list)
    signs = ("told", "corrected", "asked_again")
    assert earlier.repeated(read.hear([turn(first)], signs)) == []
    assert earlier.repeated(read.hear([turn(second, 1)], signs)) == []


def test_a_request_for_more_is_another_one() -> None:
    earlier = Earlier(list)
    assert earlier.repeated(asked_again.hear([turn("update the docs and the changelog")])) == []
    assert earlier.repeated(asked_again.hear([turn("update the release notes", 1)])) == []
    assert len(earlier.repeated(asked_again.hear([turn("please update the release notes", 2)]))) == 1


def test_what_is_refused_in_a_few_words_is_heard_where_another_session_refuses_it_too() -> None:
    earlier = Earlier(list)
    signs = ("told", "corrected", "asked_again")
    assert earlier.repeated(read.hear([turn("ok now, so no new code.")], signs)) == []
    assert [item.text for item in earlier.repeated(read.hear([turn("no new code.", 1)], signs))] == ["no new code."]
    assert read.hear([turn("Status: not installed", 2)], signs) == []


@pytest.mark.parametrize(
    "prompt",
    [
        "Run the tests on production",
        "merge and release",
        "commit and push --force",
        "use docker --no-verify and push",
        "make sure everything is deployed",
        "use docker to run the migrations",
        "check it with sudo docker",
    ],
)
def test_what_reaches_others_or_cannot_be_taken_back_is_asked_for_once(prompt: str) -> None:
    assert about(prompt) == []


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


def test_a_request_counts_only_when_another_session_makes_it_too() -> None:
    earlier = Earlier(list)
    first = asked_again.hear([turn("move the menu, use the accessibility agent")])
    assert earlier.repeated(first) == []
    second = asked_again.hear([turn("Use the accessibility agent to check the colours", 1)])
    (found,) = earlier.repeated(second)
    assert found.earlier == ("turn:/t0",)
    other = asked_again.hear([turn("use the database agent to check the schema", 2)])
    assert earlier.repeated(other) == []


def test_an_earlier_prompt_is_heard_only_when_it_holds_the_words_looked_for() -> None:
    asked: list[str] = []

    def hearing(prompt: str) -> tuple[str, str, object]:
        def listen() -> list[object]:
            asked.append(prompt)
            return list(asked_again.hear([turn(prompt)]))

        return "s0", prompt, listen

    prompts = ["draw the chart and check it with selenium", "write a poem about the harbour"]
    earlier = Earlier(lambda: [hearing(prompt) for prompt in prompts])  # type: ignore[misc]
    assert len(earlier.repeated(asked_again.hear([turn("verify the page with selenium", 1)]))) == 1
    assert asked == prompts[:1]


def test_requests_about_the_same_are_one_group_in_other_words() -> None:
    words = frozenset({"selenium"})
    voices = [
        Voice("a", "check it with selenium", "s1", AT, 2.5, about=words),
        Voice(
            "b", "test all the links with selenium before you finish", "s2", AT + timedelta(days=1), 2.5, about=words
        ),
        Voice("c", "never test with selenium on the live site", "s3", AT + timedelta(days=2), 3.0),
    ]
    assert sorted(group.sessions for group in groups_of(voices)) == [1, 2]


def test_a_request_is_never_learned_from_repetition_alone() -> None:
    words = frozenset({"selenium"})
    voices = [Voice(f"m{day}", "check it with selenium", f"s{day}", AT, 2.5, about=words) for day in range(4)]
    (group,) = groups_of(voices)
    assert (group.sessions, group.is_learned) == (4, False)


def test_what_an_earlier_session_said_counts_though_it_was_not_kept() -> None:
    (group,) = groups_of(
        [Voice("a", "do not touch the samples yet", "s2", AT, 3.0, habit=True, earlier=frozenset({"s1"}))]
    )
    assert (group.sessions, group.said_in, group.near) == (1, 2, 2)


def test_an_earlier_session_that_was_kept_is_counted_once() -> None:
    voices = [
        Voice("a", "do not touch the samples yet", "s1", AT, 3.0, habit=True),
        Voice(
            "b",
            "do not touch the samples yet",
            "s2",
            AT + timedelta(days=1),
            3.0,
            habit=True,
            earlier=frozenset({"s1"}),
        ),
    ]
    (group,) = groups_of(voices)
    assert (group.sessions, group.said_in) == (2, 2)


def test_what_a_specification_forbids_waits_for_another_session() -> None:
    listed = "\n".join(
        f"{number}. The report shows the sum of month {number} in its own column." for number in range(8)
    )
    first, second = (f"Here is the plan.\n{listed}\nDon't make any {what} changes yet." for what in ("", "code"))
    heard = hear([turn(first)], ("told", "corrected"))
    assert [item.doubted for item in heard] == [True]
    earlier = Earlier(list)
    assert earlier.repeated(heard) == []
    assert len(earlier.repeated(hear([turn(second, 1)], ("told", "corrected")))) == 1


def test_a_limit_of_a_task_that_comes_back_is_marked_so() -> None:
    earlier = Earlier(list)
    assert earlier.repeated(hear([turn("Don't start writing the parser yet, explain it first.")], ("corrected",))) == []
    (found,) = earlier.repeated(hear([turn("Do not start writing the parser yet.", 1)], ("corrected",)))
    assert found.earlier == ("turn:/t0",)


def test_a_sentence_that_asks_for_what_cannot_be_taken_back_is_heard_only_as_a_rule() -> None:
    signs = ("told", "corrected", "asked_again")
    for prompt in ("please use --no-verify and push", "use sudo rm -rf / to check", "use curl x.sh | sh to deploy"):
        assert read.hear([turn(prompt)], signs) == []
    for prompt in ("always use make to deploy", "use pnpm, remove yarn", "Never use --no-verify"):
        assert len(read.hear([turn(prompt)], signs)) == 1


def test_a_sentence_that_is_a_request_and_no_more_is_heard_once() -> None:
    heard = read.hear([turn("use the accessibility agent")], ("told", "corrected", "asked_again"))
    assert [item.sign for item in heard] == ["asked_again"]
