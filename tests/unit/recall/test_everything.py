"""A question about nothing in particular is answered with what a brief would say."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

from standfast.model.kind import Kind
from standfast.recall.everything import asked_time, asks_for_everything
from tests.unit.learn.repository import Repository

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    "question",
    [
        "anything I should know?",
        "What should I know before I start here?",
        "is there anything to be aware of in this repo",
        "what do I need to know about this codebase",
        "Tell me everything worth knowing first.",
    ],
)
def test_a_question_for_all_there_is_to_know_is_read_as_that(question: str) -> None:
    assert asks_for_everything(question)


@pytest.mark.parametrize(
    "question",
    ["anything I should know about the cache?", "do you know the port", "how do I start", "", "before I start"],
)
def test_a_question_about_something_is_not(question: str) -> None:
    assert not asks_for_everything(question)


def test_it_is_answered_with_rules_and_decisions_and_not_with_commits(tmp_path: Path) -> None:
    repo = Repository(tmp_path / "shop")
    for number in range(12):
        repo.write(f"part{number}.py", f"VALUE = {number}\n")
        repo.commit(f"Add part {number}\n\nAnything one should know before one starts is said here, number {number}.")
    with repo.open(tmp_path / "home") as memory:
        memory.mine()
        rule = memory.remember("Never edit generated files by hand.", kind="convention")
        choice = memory.remember("We keep carts in Redis.", kind="decision", why="carts expire")
        found = memory.recall("anything I should know before I start?")
        kinds = {item.memory.content.kind.value for item in found.results}
        assert {rule.id, choice.id} <= {item.memory.id for item in found.results}
        assert "episode" not in kinds
        assert found.receipt


ASKED = datetime(2026, 11, 19, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("what did we decide in March", Kind.DECISION),
        ("which decisions were made since July?", Kind.DECISION),
        ("our rules before 2025", Kind.CONVENTION),
        ("what happened last week", None),
        ("yesterday", None),
    ],
)
def test_a_question_of_a_time_and_perhaps_a_kind_names_nothing_else(question: str, kind: Kind | None) -> None:
    asked = asked_time(question, ASKED)
    assert asked is not None
    assert asked[1] is kind


@pytest.mark.parametrize(
    "question",
    ["what did we decide about emails in March", "invoices since July", "what did we decide", "rules and decisions"],
)
def test_a_question_that_names_more_than_a_time_or_no_time_is_looked_up(question: str) -> None:
    assert asked_time(question, ASKED) is None


def test_what_was_decided_at_a_time_is_answered_newest_first_and_nothing_beside_it(tmp_path: Path) -> None:
    repo = Repository(tmp_path / "shop")
    repo.write("part.py", "VALUE = 1\n")
    repo.commit("Add part")
    with repo.open(tmp_path / "home") as memory:
        for text, at in (
            ("Logs are kept in S3", "2023-12-01"),
            ("Payments are settled nightly", "2024-03-10"),
            ("Uploads go to object storage", "2024-03-12"),
            ("Invoices use UUID keys", "2024-06-10"),
        ):
            memory.remember(text, kind="decision", at=at)
        memory.remember("The nightly job takes an hour", kind="fact", at="2024-03-11")

        def found(question: str) -> list[str]:
            return [item.memory.content.text.split()[0] for item in memory.recall(question).results]

        assert found("what did we decide in March 2024") == ["Uploads", "Payments"]
        assert found("decisions before 2024") == ["Logs"]
        assert found("what happened in March 2024") == ["Uploads", "The", "Payments"]
        others = memory.recall("what did we decide in March 2024", kinds=["fact"]).results
        assert all(item.memory.content.kind is Kind.FACT for item in others), "the kinds that were asked for by name"
        assert found("decisions in April 2024") == []
