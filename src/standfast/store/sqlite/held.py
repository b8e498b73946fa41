"""Held: what was read of a partition, kept while nothing in it changes.

Owns when that is forgotten: as soon as another process or this one has written what is derived from the log, or the
file was replaced. A look that finds nothing written costs one question to the file; one that finds a receipt or an
event written, two. While this process writes, nothing is held. Neighbours: `index` and `memories` keep here what they
read, `postings` and `matrix` the arrays of processes that stay.
"""

from __future__ import annotations

from standfast.model.moment import render_time
from standfast.model.trust import Status
from standfast.store.relational.views import read_document, shelves_of, shown_in
from standfast.store.sqlite.statements import load

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from datetime import datetime
    from typing import Any

    from standfast.model.ids import MemoryId
    from standfast.model.memory import Memory
    from standfast.store.sqlite.connect import Connection
    from standfast.store.sqlite.postings import Postings
    from standfast.store.values import Document, View

SQL = load("index")
MOST_WORDS = 2_000_000  # of documents: some 20 MB
MOST = 50_000  # of each sort of small things
MOST_MEMORIES = 4_096
MOST_EXPIRING = 10_000


class Known:
    """What one state of a partition says, as far as it was asked."""

    def __init__(self, connection: Connection, meta: dict[str, Any]) -> None:
        self._db = connection
        self.meta = meta
        self.counted: dict[str, int] = {}
        self.vocabulary: dict[tuple[str, int], list[tuple[str, int]]] = {}
        self.held: dict[str, dict[Any, list[Document]]] = {"position": {}, "memory": {}}
        self.relations: dict[MemoryId, list[tuple[str, MemoryId]]] = {}
        self.memories: dict[MemoryId, Memory | None] = {}
        self.lists: dict[tuple[Any, ...], list[Memory]] = {}
        self.postings: Postings | None = None
        self._words = 0
        self._scopes: list[str] | None = None
        self._models: list[str] | None = None
        self._statuses: frozenset[str] | None = None
        self._expiring: dict[MemoryId, str] | None = None

    def keep(self, rows: Iterable[tuple[Any, ...]]) -> list[Document]:
        """Take documents as they were read, and return them."""
        read = [read_document(row) for row in rows]
        self._words += sum([document.length for document in read])
        if self._words > MOST_WORDS:
            self.held, self._words = {"position": {}, "memory": {}}, 0
        self.held["position"].update([(document.position, [document]) for document in read])
        return read

    @property
    def scopes(self) -> list[str]:
        """The scopes in use, in order."""
        if self._scopes is None:
            self._scopes = [scope for (scope,) in self._db.execute(SQL["scopes"])]
        return self._scopes

    @property
    def models(self) -> list[str]:
        """The models that vectors are there of."""
        if self._models is None:
            self._models = [model for (model,) in self._db.execute(SQL["models"])]
        return self._models

    def shelves(self, view: View) -> list[str]:
        """Return where a view may find anything, as far as statuses tell."""
        if not view.statuses or view.before is not None or view.aside or Status.ACTIVE in view.statuses:
            return shelves_of(view)
        if self._statuses is None:
            self._statuses = frozenset(status for (status,) in self._db.execute(SQL["statuses"]))
        any_over = view.now is not None and Status.EXPIRED in view.statuses and self.is_any_over(view.now)
        if not any_over and self._statuses.isdisjoint(status.value for status in view.statuses):
            return []
        return shelves_of(view, any_over=any_over)

    def is_any_over(self, moment: datetime) -> bool:
        """Tell whether the time of an active memory may be over."""
        expiring = self._ending()
        return len(expiring) >= MOST_EXPIRING or any(end <= render_time(moment) for end in expiring.values())

    def shown_in(self, view: View) -> Callable[[Document], bool] | None:
        """Return what tells whether a view shows a document; None where only the file can tell."""
        expiring = self._ending()
        if view.tags or view.before is not None or len(expiring) >= MOST_EXPIRING:
            return None
        return shown_in(view, expiring)

    def _ending(self) -> Mapping[MemoryId, str]:
        """Return when active memories stop being that, where they do."""
        if self._expiring is None:
            self._expiring = dict(self._db.execute(SQL["expiring"], (MOST_EXPIRING,)).fetchall())
        return self._expiring


class Held:
    """The state that was read last."""

    def __init__(self, connection: Connection) -> None:
        self._db = connection
        self._known: Known | None = None
        self._seen: tuple[object, int, int] | None = None
        self._moment = 0

    def look(self) -> Known | None:
        """Return what is known of the partition as it is at this moment; None while it is being written here."""
        connection = self._db
        within = connection.in_transaction
        if within and connection.is_writing:
            return None
        if within and self._moment == connection.moments and self._known is not None:
            return self._known  # of one moment, and that was looked at
        seen = (connection.real, connection.writes, connection.execute(SQL["data_version"]).get)
        if seen != self._seen:
            meta = dict(connection.execute(SQL["meta"]).fetchall())
            is_same_file = self._seen is not None and self._seen[0] is connection.real
            if self._known is None or not is_same_file or meta != self._known.meta:
                self._known = Known(connection, meta)
            self._seen = seen
        self._moment = connection.moments if within else 0
        return self._known

    def forget(self) -> None:
        """Let go of everything."""
        self._known = self._seen = None
        self._moment = 0
