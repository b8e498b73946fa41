"""The same suite for every engine: each test gets a store of each kind and expects the same answers."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from standfast.model.moment import Clock
from standfast.recall.embed import open_embedder
from standfast.recall.indexer import TermIndexer
from standfast.store.sqlite.home import SqliteHome
from standfast.store.sqlite.store import SqliteStore

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from standfast.store.contract import Indexer, Partition, Store


KEY = "project:p000000-0000000"
EMBEDDER = open_embedder("static")


class SteppingClock(Clock):
    """A clock that moves a second at every look, and can be set."""

    def __init__(self) -> None:
        self.moment = datetime(2026, 3, 1, 12, tzinfo=UTC)

    def now(self) -> datetime:
        self.moment += timedelta(seconds=1)
        return self.moment


@pytest.fixture
def clock() -> SteppingClock:
    return SteppingClock()


@pytest.fixture(params=["sqlite", "postgres"])
def open_store(
    request: pytest.FixtureRequest, tmp_path: Path, clock: SteppingClock
) -> Iterator[Callable[[Indexer], Store]]:
    """Open a store of one engine; every opening of a test sees the same store."""
    opened: list[Store] = []
    home = SqliteHome(tmp_path / "store" / "home.db")
    url = request.getfixturevalue("fresh_database") if request.param == "postgres" else ""

    def open_it(indexer: Indexer) -> Store:
        if url:
            from standfast.store.postgres.store import PostgresStore

            opened.append(PostgresStore(url, home=home, indexer=indexer, clock=clock))
        else:
            opened.append(SqliteStore(tmp_path / "store", home=home, indexer=indexer, clock=clock))
        return opened[-1]

    yield open_it
    for store in opened:
        store.close()
    home.close()


@pytest.fixture
def store(open_store: Callable[[Indexer], Store]) -> Store:
    return open_store(TermIndexer(None))


@pytest.fixture
def partition(store: Store) -> Partition:
    return store.partition(KEY)


@pytest.fixture
def dense(open_store: Callable[[Indexer], Store]) -> Partition:
    """A partition whose memories have vectors."""
    return open_store(TermIndexer(EMBEDDER)).partition(KEY)
