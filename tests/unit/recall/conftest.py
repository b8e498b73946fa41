"""A real store with the shipped embedder."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from holdfast.model.moment import Clock
from holdfast.recall.indexer import TermIndexer
from holdfast.store.sqlite.store import SqliteStore
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
