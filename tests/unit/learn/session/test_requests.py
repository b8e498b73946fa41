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
        ("please run the linter", {"linter"}),
        ("great, commit and push", {"commit", "push"}),
        ("make sure everything is deployed", {"deploy"}),
    ],
)
def test_a_tool_a_document_a_check_and_an_act_are_requests(prompt: str, thing: set[str]) -> None:
    assert about(prompt) == [thing]


@pytest.mark.parametrize(
    "prompt",
    [
        "commit that",
        "use the same component",
        "can we use selenium?",
        "why did you not test it with selenium?",
        "we could deploy and release on Friday",
        "the button should open the menu",
        "merge requests are still missing",
    ],
)
def test_a_bare_step_a_question_and_a_wish_about_the_product_are_none(prompt: str) -> None:
    assert about(prompt) == []


def test_of_a_long_clause_only_the_words_that_ask_are_kept() -> None:
    prompt = "it still fails so test the upload with selenium try a picture from the samples folder and look at " * 2
    (found,) = asked_again.hear([turn(prompt[:200])])
    assert found.text == "test the upload with selenium"


def test_a_request_counts_only_when_another_session_makes_it_too() -> None:
    earlier = Earlier(list)
    first = asked_again.hear([turn("move the menu, use the accessibility agent")])
    assert earlier.repeated(first) == []
    second = asked_again.hear([turn("Use the accessibility agent to check the colours", 1)])
    (found,) = earlier.repeated(second)
    assert "said-before" in found.tags
    other = asked_again.hear([turn("use the database agent to check the schema", 2)])
    assert earlier.repeated(other) == []


def test_an_earlier_prompt_is_heard_only_when_it_holds_the_words_looked_for() -> None:
    asked: list[str] = []

    def hearing(prompt: str) -> tuple[str, object]:
        def listen() -> list[object]:
            asked.append(prompt)
            return list(asked_again.hear([turn(prompt)]))

        return prompt, listen

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


def test_what_an_earlier_session_said_counts_though_it_was_not_kept() -> None:
    (group,) = groups_of([Voice("a", "do not touch the samples yet", "s2", AT, 3.0, habit=True, before=1)])
    assert (group.sessions, group.said_in, group.near) == (1, 2, 2)


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
    assert "said-before" in found.tags


def test_a_sentence_that_is_a_request_and_no_more_is_heard_once() -> None:
    heard = read.hear([turn("use the accessibility agent")], ("told", "corrected", "asked_again"))
    assert [item.sign for item in heard] == ["asked_again"]
