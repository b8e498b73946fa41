"""Time in a question."""

from datetime import UTC, datetime

import pytest

from standfast.model.kind import Kind
from standfast.recall.when import read_when
from tests.unit.recall.notes import Notes

ASKED = datetime(2025, 6, 18, 12, tzinfo=UTC)  # a Wednesday


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("what broke in March?", "2025-03-01", "2025-04-01"),
        ("what broke in November?", "2024-11-01", "2024-12-01"),
        ("who joined on 3 May 2024", "2024-05-03", "2024-05-04"),
        ("who joined on May 3rd, 2024", "2024-05-03", "2024-05-04"),
        ("what shipped in 2023", "2023-01-01", "2024-01-01"),
        ("what shipped on 2024-02-29", "2024-02-29", "2024-03-01"),
        ("what did we decide yesterday", "2025-06-17", "2025-06-18"),
        ("the outage last Tuesday", "2025-06-17", "2025-06-18"),
        ("everything since April 2025", "2025-04-01", None),
        ("how was it done before 2024", None, "2024-01-01"),
        ("what changed last spring", "2025-03-01", "2025-06-01"),
        ("what changed last summer", "2024-06-01", "2024-09-01"),
        ("what broke in the winter of 2023", "2023-12-01", "2024-03-01"),
        ("what was fixed in Q1", "2025-01-01", "2025-04-01"),
        ("what was fixed in Q3 2022", "2022-07-01", "2022-10-01"),
        ("what was removed in the first half of 2024", "2024-01-01", "2024-07-01"),
    ],
)
def test_a_named_time_is_read(text: str, start: str | None, end: str | None) -> None:
    when = read_when(text, ASKED)
    assert when is not None
    assert (when.start and when.start.date().isoformat(), when.end and when.end.date().isoformat()) == (start, end)


@pytest.mark.parametrize(
    "text",
    [
        "may we march on?",
        "the last test of this file",
        "port 2024 is taken",
        "second try",
        "half of the tests",
        "our spring boot app",
        "why do tests fall over",
    ],
)
def test_words_that_only_look_like_a_time_are_not_one(text: str) -> None:
    assert read_when(text, ASKED) is None


def test_a_week_ago_is_within_what_is_read(notes: Notes) -> None:
    when = read_when("what did we change a week ago", ASKED)
    assert when is not None
    assert when.start is not None
    assert when.end is not None
    assert when.start < datetime(2025, 6, 11, tzinfo=UTC) < when.end


def test_of_two_like_memories_the_one_of_the_named_time_comes_first(notes: Notes) -> None:
    for days in (300, 200, 100, 3):
        notes.say(f"The nightly export failed, ticket {days}.", kind=Kind.EPISODE, days_ago=days)
    assert notes.found("why did the export fail last week")[0].endswith("ticket 3.")
    assert notes.found("why did the export fail about 100 days ago")[0].endswith("ticket 100.")
