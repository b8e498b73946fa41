"""The same suite for every engine: each test gets a store of each kind and expects the same answers."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from standfast.model.moment import Clock
from standfast.recall.indexer import TermIndexer
from standfast.store.sqlite.store import SqliteStore

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from standfast.store.contract import Partition, Store


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


@pytest.fixture(params=["sqlite"])
def store(request: pytest.FixtureRequest, tmp_path: Path, clock: SteppingClock) -> Iterator[Store]:
    assert request.param == "sqlite"
    opened = SqliteStore(tmp_path / "store", indexer=TermIndexer(None), clock=clock)
    yield opened
    opened.close()


@pytest.fixture
def partition(store: Store) -> Partition:
    return store.partition("project:p000000-0000000")
