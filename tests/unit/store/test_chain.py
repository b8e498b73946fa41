"""The chain of the embedded log notices what was changed behind its back."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from standfast.model.moment import Clock
from standfast.model.operation import hash_header, verify_chain
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


def test_the_chain_notices_a_header_that_was_rewritten_with_a_hash_that_fits(partition: SqlitePartition) -> None:
    for text in ("one", "two", "three"):
        say(partition, text)
    ((header,),) = partition.connection.execute("SELECT header FROM operation WHERE number = 2").fetchall()
    forged = header.replace('"at":"20', '"at":"19')
    assert forged != header
    change = "UPDATE operation SET header = ?, hash = ? WHERE number = 2"
    partition.connection.execute(change, (forged, hash_header(forged)))
    assert any("does not link" in problem for problem in partition.log.problems())


def test_a_chain_whose_header_does_not_match_its_hash_is_not_whole(partition: SqlitePartition) -> None:
    for text in ("one", "two"):
        say(partition, text)
    rows = partition.connection.execute("SELECT header, hash FROM operation ORDER BY number").fetchall()
    assert verify_chain(rows) is None
    forged = rows[1][0].replace('"at":"20', '"at":"19')
    assert "does not match its hash" in str(verify_chain([rows[0], (forged, rows[1][1])]))
