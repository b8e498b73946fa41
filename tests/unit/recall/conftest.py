"""A real store with the shipped embedder."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from standfast.model.moment import Clock
from standfast.recall.indexer import TermIndexer
from standfast.store.sqlite.store import SqliteStore
from tests.unit.recall.notes import EMBEDDER, Notes


@pytest.fixture
def open_notes(tmp_path: Path) -> Iterator[Callable[[str], Notes]]:
    """Open partitions of one store by key."""
    store = SqliteStore(tmp_path / "home", indexer=TermIndexer(EMBEDDER), clock=Clock(), durability="normal")
    yield lambda key: Notes(store.partition(key))
    store.close()


@pytest.fixture
def notes(open_notes: Callable[[str], Notes]) -> Notes:
    """Open one project."""
    return open_notes("project:shop")


@pytest.fixture
def reopened(tmp_path: Path) -> Iterator[Callable[[Notes, TermIndexer], Notes]]:
    """Open a partition again, as a process with another embedder would."""
    opened: list[SqliteStore] = []

    def again(notes: Notes, indexer: TermIndexer) -> Notes:
        opened.append(SqliteStore(tmp_path / "home", indexer=indexer, clock=Clock(), durability="normal"))
        return Notes(opened[-1].partition(notes.partition.key))

    yield again
    for store in opened:
        store.close()
