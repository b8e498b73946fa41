"""The chain of the embedded log notices what was changed behind its back."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from standfast.model.moment import Clock
from standfast.recall.indexer import TermIndexer
from standfast.store.sqlite.store import SqliteStore
from tests.contract.saying import say

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from standfast.store.sqlite.partition import SqlitePartition


@pytest.fixture
def partition(tmp_path: Path) -> Iterator[SqlitePartition]:
    store = SqliteStore(tmp_path / "store", indexer=TermIndexer(None), clock=Clock())
    yield store.partition("project:p000000-0000000")
    store.close()


def test_the_chain_verifies_and_notices_a_changed_payload(partition: SqlitePartition) -> None:
    say(partition, "first")
    say(partition, "second")
    assert partition.log.problems() == []
    partition.connection.execute("UPDATE payload SET body = replace(body, 'first', 'worst')")
    assert len(partition.log.problems()) == 1


def test_the_chain_notices_a_missing_operation(partition: SqlitePartition) -> None:
    for text in ("one", "two", "three"):
        say(partition, text)
    partition.connection.execute("DELETE FROM operation WHERE number = 2")
    assert partition.log.problems()
