"""The shared store: all partitions in one PostgreSQL database.

A partition is the first column of every key (`schema.sql`), so that what is kept apart in files elsewhere is kept apart
here by every statement. What belongs to this machine stays in the home.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import cached_property

from standfast.errors import StoreError
from standfast.model.ids import DeviceId
from standfast.model.moment import Clock
from standfast.store.contract import Indexer
from standfast.store.files import NoFiles
from standfast.store.home import Home
from standfast.store.postgres.catalog import PostgresCatalog
from standfast.store.postgres.connect import PostgresConnection, StoreConnections, borrow, ours
from standfast.store.postgres.distribute import distribute
from standfast.store.postgres.migrate import ensure_schema
from standfast.store.postgres.partition import PostgresPartition
from standfast.store.postgres.people import PostgresPeople

WAIT_S = 10.0
_HINT = "Back up and restore the database itself, for example with pg_dump and pg_restore."
_PURGED = (
    *("operation", "payload", "event", "session", "memory", "document", "posting", "word", "vector", "link", "tag"),
    *("place", "address", "scope", "given", "given_turn", "waiting"),
)


class PostgresStore:
    """All partitions that a team shares."""

    def __init__(
        self,
        url: str,
        *,
        home: Home,
        indexer: Indexer,
        clock: Clock,
        wait_s: float = WAIT_S,
        person: str = "",
        by_transaction: bool = False,
    ) -> None:
        import psycopg

        self.home = home
        self.clock = clock
        self.files = NoFiles(_HINT)
        self._indexer = indexer
        self._open: dict[str, PostgresPartition] = {}
        try:
            with borrow(url, wait_s, by_transaction=by_transaction) as connection:
                ensure_schema(connection)
        except psycopg.Error as error:
            raise ours(error) from error
        self._lines = StoreConnections(url, wait_s, by_transaction=by_transaction)
        self.catalog = PostgresCatalog(PostgresConnection(self._lines), clock)
        self._person = person
        self._people: PostgresPeople | None = None

    @property
    def people(self) -> PostgresPeople:
        """Who may come in, and what they did."""
        if self._people is None:
            self._people = PostgresPeople(PostgresConnection(self._lines))
        return self._people

    def release(self) -> None:
        """Give every connection back until the next call: a server has many callers and few connections."""
        for partition in self._open.values():
            partition.connection.close()
        self.catalog.close()
        if self._people is not None:
            self._people.close()
        self._lines.release()

    @cached_property
    def _own(self) -> str:
        """The partition that holds what is the caller's alone: by the name they set, else of this home only."""
        return f"user:{self._person or self.home.device}"

    @cached_property
    def device(self) -> DeviceId:
        """The id under which this store writes operations, whoever calls: a home may have a chain of its own besides.

        Of a partition there is one writer at a time, so that all of them add to one chain.
        """
        digest = hashlib.blake2b(b"device", key=self.catalog.key() or b"", digest_size=20).hexdigest()
        return DeviceId(f"d{digest[:6]}-{digest[6:13]}")

    def _place(self, key: str) -> str:
        """Return the key that a partition has among everybody's."""
        return self._own if key == "user" else key

    @property
    def is_read_only(self) -> bool:
        """Whether nothing can be written: then the server says so."""
        return False

    def partition(self, key: str) -> PostgresPartition:
        """Return a partition, made on first use."""
        found = self._open.get(key)
        if found is None:
            place = self._place(key)
            if not self.catalog.has_partition(place):
                self.catalog.note_partition(place)
            connection = PostgresConnection(self._lines, place)
            found = self._open[key] = PostgresPartition(
                connection, key, lambda: self.device, indexer=self._indexer, clock=self.clock
            )
        return found

    def find_partition(self, key: str) -> PostgresPartition | None:
        return self.partition(key) if key in self._open or self.catalog.has_partition(self._place(key)) else None

    def partitions(self) -> list[str]:
        """Return the keys of all partitions but those of other people."""
        noted = self.catalog.noted_partitions()
        return [key for key in noted if not key.startswith("user:")] + ["user"] * (self._own in noted)

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
        """Have the server write its tables anew, without what was deleted: `VACUUM` alone leaves the bytes.

        Where others do not let go of a table in time, its freed space is cleared for reuse, and the next purge does it.
        """
        del keys
        connection = PostgresConnection(self._lines)
        try:
            for table in _PURGED:
                try:
                    connection.vacuum(table, "(FULL, ANALYZE)")
                except connection.busy:
                    connection.vacuum(table)
        except connection.trouble as error:
            raise ours(error) from error
        finally:
            connection.close()

    def distribute(self) -> list[str]:
        """Spread every partition over the nodes of a Citus cluster; return the tables that are spread by now."""
        connection = PostgresConnection(self._lines)
        try:
            return distribute(connection)
        except connection.trouble as error:
            raise ours(error) from error
        finally:
            connection.close()

    def close(self) -> None:
        self.release()
        self._open.clear()
        self._lines.close()
