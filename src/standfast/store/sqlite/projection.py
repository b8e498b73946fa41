"""Projections in SQLite: as in every engine, and what the transaction at hand puts at addresses is kept at hand."""

from __future__ import annotations

from standfast.store.relational.projection import Projection
from standfast.store.sqlite.addresses import Addresses
from standfast.store.sqlite.vectors import SqliteVectors

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from standfast.model.ids import MemoryId
    from standfast.model.memory import Content
    from standfast.store.contract import Indexer
    from standfast.store.relational.projection import Pending
    from standfast.store.sqlite.connect import Connection


class SqliteProjection(Projection):
    """Writes derived rows of one partition."""

    def __init__(self, connection: Connection, key: str, indexer: Indexer) -> None:
        self.addresses = Addresses(connection)
        super().__init__(connection, key, indexer, SqliteVectors(connection, indexer))

    def begin(self, pending: Pending | None = None) -> None:
        if pending is None:
            self.addresses.begin()
        else:
            self.addresses.forget()
        super().begin(pending)

    def _add_addresses(self, document: tuple[int, MemoryId, int], authority: int, content: Content) -> Sequence[int]:
        found = super()._add_addresses(document, authority, content)
        self.addresses.add(document, authority, found)
        return found

    def clear(self) -> None:
        self.addresses.forget()
        super().clear()

    def _drop_addresses(self, row: int) -> None:
        self.addresses.forget()
        super()._drop_addresses(row)
