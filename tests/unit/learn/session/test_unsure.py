"""What is only said now and then, in words that may hold beyond their task."""

from __future__ import annotations

import pytest

from standfast.learn.session.signs import unsure
from standfast.learn.session.turns import read_turns
from tests.unit.learn.session.test_deeds import Journal

TASKS = (
    "hi, please add a retry jitter to ModelRetryStrategy so delays are not synchronized between workers",
    "a retry jitter in ModelRetryStrategy would be good so that delays are not synchronized between workers",
    "hello, add a cache for the parsed schema but not for the raw one",
    "we don't really need the browser tests for this parser",
    "for the last release I did not use the publish script",
    "keep the patch small, since the old parser is not going away",
)
RULES = (
    "no pip here, the tests only run with hatch, so the lock stays as it is",
    "we only use hatch here, so do not run pip",
    "I don't want you to edit the recorded fixtures",
    "don't edit the recorded fixtures, because they were never checked by hand",
)


def _said(text: str) -> list[str]:
    session = Journal().says(text)
    return [item.text for item in unsure.find(read_turns(session.events), ("told", "corrected"), ())]


@pytest.mark.parametrize("text", TASKS)
def test_a_piece_of_work_with_what_it_is_for_is_no_rule(text: str) -> None:
    assert _said(text) == []


@pytest.mark.parametrize("text", RULES)
def test_what_follows_from_a_reason_still_tells_how_to_work(text: str) -> None:
    assert _said(text) == [text]
