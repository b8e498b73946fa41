"""A question about nothing in particular is answered with what a brief would say."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from standfast.recall.everything import asks_for_everything
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
