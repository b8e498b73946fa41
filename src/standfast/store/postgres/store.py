"""The shared store: all partitions in one PostgreSQL database.

A partition is the first column of every key (`schema.sql`), so that what is kept apart in files elsewhere is kept apart
here by every statement. What belongs to this machine stays in the home.
"""

from __future__ import annotations

from standfast.errors import StoreError
from standfast.store.files import NoFiles
from standfast.store.postgres.catalog import PostgresCatalog
from standfast.store.postgres.connect import PostgresConnection, connect, open_pool, ours
from standfast.store.postgres.migrate import ensure_schema
from standfast.store.postgres.partition import PostgresPartition

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from standfast.model.moment import Clock
    from standfast.store.contract import Indexer
    from standfast.store.home import Home

WAIT_S = 10.0
_HINT = "Back up and restore the database itself, for example with pg_dump and pg_restore."
_PURGED = ("operation", "payload", "event", "session", "memory", "document", "posting", "word", "vector", "link", "tag")


class PostgresStore:
    """All partitions that a team shares."""

    def __init__(self, url: str, *, home: Home, indexer: Indexer, clock: Clock, wait_s: float = WAIT_S) -> None:
        import psycopg

        self.home = home
        self.clock = clock
        self.files = NoFiles(_HINT)
        self._indexer = indexer
        self._open: dict[str, PostgresPartition] = {}
        try:
            with connect(url, wait_s) as connection:
                ensure_schema(connection)
        except psycopg.Error as error:
            raise ours(error) from error
        self._pool = open_pool(url, wait_s)
        self.catalog = PostgresCatalog(PostgresConnection(self._pool), clock)

    @property
    def is_read_only(self) -> bool:
        """Whether nothing can be written: then the server says so."""
        return False

    def partition(self, key: str) -> PostgresPartition:
        """Return a partition, made on first use."""
        found = self._open.get(key)
        if found is None:
            self.catalog.note_partition(key)
            connection = PostgresConnection(self._pool, key)
            found = self._open[key] = PostgresPartition(
                connection, key, lambda: self.home.device, indexer=self._indexer, clock=self.clock
            )
        return found

    def find_partition(self, key: str) -> PostgresPartition | None:
        """Return a partition that exists already, or None."""
        return self.partition(key) if key in self._open or self.catalog.has_partition(key) else None

    def partitions(self) -> list[str]:
        """Return the keys of all partitions."""
        return self.catalog.noted_partitions()

    def problems(self) -> list[str]:
        """Check every partition; return what is wrong."""
        found = self.catalog.problems()
        for key in self.partitions():
            try:
                found += self.partition(key).problems()
            except StoreError as error:
                found.append(f"{key}: {error.message}")
        return found

    def seal_purge(self, keys: Sequence[str]) -> None:
        """Have the server clear what was deleted out of its tables; other partitions go on working meanwhile."""
        del keys
        connection = PostgresConnection(self._pool)
        try:
            for table in _PURGED:
                connection.execute(f"VACUUM {table}")
        except connection.trouble as error:
            raise ours(error) from error
        finally:
            connection.close()

    def close(self) -> None:
        """Let go of everything."""
        for partition in self._open.values():
            partition.close()
        self._open.clear()
        self.catalog.close()
        self._pool.close()
