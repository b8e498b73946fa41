"""One partition in PostgreSQL: a key in tables that all of them share."""

from __future__ import annotations

from collections.abc import Callable

from standfast.model.ids import DeviceId
from standfast.model.moment import Clock
from standfast.store.contract import Indexer, Progress
from standfast.store.postgres.connect import PostgresConnection
from standfast.store.postgres.index import PostgresIndex
from standfast.store.postgres.near import tune
from standfast.store.postgres.people import PostgresJudged
from standfast.store.postgres.projection import PostgresProjection
from standfast.store.postgres.vectors import PostgresVectors
from standfast.store.relational.exchange import TableExchange
from standfast.store.relational.journal import TableJournal
from standfast.store.relational.log import TableLog
from standfast.store.relational.memories import TableMemories
from standfast.store.relational.partition import TablePartition
from standfast.store.relational.receipts import TableReceipts


class PostgresPartition(TablePartition):
    """A partition of a shared store."""

    connection: PostgresConnection

    def __init__(
        self,
        connection: PostgresConnection,
        key: str,
        device: Callable[[], DeviceId],
        *,
        indexer: Indexer,
        clock: Clock,
    ) -> None:
        self.key = key
        self.clock = clock
        self.connection = connection
        self._indexer = indexer
        self._projection = PostgresProjection(connection, key, indexer, PostgresVectors(connection, indexer))
        self.log = TableLog(connection, key, device, clock, self._projection)
        self.memories = TableMemories(connection, self.log)
        self.index = PostgresIndex(connection)
        self.journal = TableJournal(connection, clock)
        self.receipts = TableReceipts(connection)
        self.exchange = TableExchange(connection, self.log)
        self.judged = PostgresJudged(connection)
        super().__init__()

    def _embed_all(self, model: str, progress: Progress | None = None) -> None:
        """Make all vectors again, and an approximate index of them where there are many."""
        super()._embed_all(model, progress)
        with self._lock, self._translated():
            tune(self.connection, model)

    def problems(self) -> list[str]:
        with self._lock, self._translated():
            found = [f"{self.key}: {problem}" for problem in self.log.problems()]
            return found or self._derived_problems()

    def close(self) -> None:
        with self._lock:
            self.connection.close()
