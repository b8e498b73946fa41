"""One partition: a file, its transaction, and the rooms over it."""

from __future__ import annotations

from pathlib import Path

from standfast.model.ids import DeviceId
from standfast.model.moment import Clock
from standfast.store.relational.exchange import TableExchange
from standfast.store.relational.journal import TableJournal
from standfast.store.relational.log import TableLog
from standfast.store.relational.partition import TablePartition
from standfast.store.relational.receipts import TableReceipts
from standfast.store.sqlite.connect import WAIT_S, Connection
from standfast.store.sqlite.errors import translated
from standfast.store.sqlite.held import Held
from standfast.store.sqlite.high_water import forget_seen, note_seen, read_seen
from standfast.store.sqlite.index import SqliteIndex
from standfast.store.sqlite.memories import SqliteMemories
from standfast.store.sqlite.migrate import ensure_schema
from standfast.store.sqlite.pages import names_gone_words, write_anew
from standfast.store.sqlite.projection import SqliteProjection

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from standfast.store.contract import Indexer, Progress
    from standfast.store.values import Purge


class SqlitePartition(TablePartition):
    """A partition in a file of its own."""

    connection: Connection
    index: SqliteIndex
    _projection: SqliteProjection

    def __init__(
        self,
        path: Path,
        key: str,
        device: Callable[[], DeviceId],
        *,
        indexer: Indexer,
        clock: Clock,
        durability: str = "full",
        wait_s: float = WAIT_S,
        is_copy: bool = False,
    ) -> None:
        self.path = path
        self.key = key
        self.connection = Connection(path, durability=durability, wait_s=wait_s)
        with translated(path):
            read_only = self.connection.read_only
            self.connection.format = ensure_schema(
                self.connection, path, "partition", read_only=read_only, keep=not is_copy
            )
        self.clock = clock
        self._indexer = indexer
        self._projection = SqliteProjection(self.connection, key, indexer)
        self.log = TableLog(self.connection, key, device, clock, self._projection)
        self._held = Held(self.connection)
        self.memories = SqliteMemories(self.connection, self.log, self._held)
        self.index = SqliteIndex(self.connection, self._projection.addresses, self._held)
        self.journal = TableJournal(self.connection, clock)
        self.receipts = TableReceipts(self.connection)
        self.exchange = TableExchange(self.connection, self.log)
        self.judged = None  # whoever has this file has the checkout too
        self.identity: Callable[[], str] | None = None  # what to note of the project this is, where it is one
        super().__init__()

    def is_replaced(self) -> bool:
        """Tell whether another file has taken the place of the one that is open; raise where there is none."""
        return not self.connection.in_transaction and self.connection.is_replaced()

    def purge(self, purge: Purge, *, recorded: bool = True) -> None:
        """Remove content for good: it is not kept at hand either."""
        super().purge(purge, recorded=recorded)
        self._held.forget()

    def _before_commit(self) -> None:
        self._note_identity()
        if self.log.rows and (lost := read_seen(self.path) - self.log.rows[0] + 1) > 0:
            self.connection.execute("INSERT OR REPLACE INTO meta (name, value) VALUES ('lost', ?)", (str(lost),))

    def _after_commit(self) -> None:
        self._projection.addresses.end()
        if self.log.rows:
            note_seen(self.path, self.log.rows[1])

    def count_lost(self) -> int:
        """Return how many operations were acknowledged here and are gone with the end of the log."""
        seen = read_seen(self.path)  # first: what others add meanwhile must not look like a loss
        last = self.last_row()
        noted = self.connection.execute("SELECT value FROM meta WHERE name = 'lost'").get
        return max(seen - last, int(noted or 0))

    def last_row(self) -> int:
        """Return the number of the last operation."""
        return int(self.connection.execute("SELECT max(row) FROM operation").get or 0)

    def accept_loss(self) -> None:
        """Count from here on: the loss is known, and noted elsewhere."""
        with self.writing():
            self.connection.execute("DELETE FROM meta WHERE name = 'lost'")
        forget_seen(self.path)

    def _rebuild_whole(self, progress: Progress | None) -> None:
        if self.log.damaged():
            from standfast.store.sqlite.damage.salvage import repair_rows

            repair_rows(self, {})
        else:
            self.rebuild(progress)

    def _note_identity(self) -> None:
        """Keep what finds this project here as well, once per opening: the catalogue may be lost."""
        note, self.identity = self.identity() if self.identity else "", None
        if not note:
            return
        kept = self.connection.execute("SELECT CAST(value AS BLOB) FROM meta WHERE name = 'project'").get
        if note.encode() != kept:
            self.connection.execute("INSERT OR REPLACE INTO meta (name, value) VALUES ('project', ?)", (note,))

    def checkpoint(self) -> bool:
        """Move the write-ahead log into the file and empty it; False when a reader kept it."""
        with self._lock, translated(self.path):
            busy, _, _ = self.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        return not busy

    def vacuum(self) -> None:
        """Rewrite the file without free space, and before that a text index that still names words that are gone."""
        with self._lock, translated(self.path):
            if names_gone_words(self.connection):
                with self.writing():
                    write_anew(self.connection)
            self.connection.execute("VACUUM")

    def problems(self) -> list[str]:
        """Check the file, the log and what is derived from it; return what is wrong."""
        if damage := self.file_damage():
            return [f"{self.key}: {line}" for line in damage]
        with self._lock, translated(self.path):
            found = [f"{self.key}: {problem}" for problem in self.log.problems()]
            if lost := self.count_lost():
                said = "1 operation that was" if lost == 1 else f"{lost} operations that were"
                found.append(f"{self.key}: {said} acknowledged here went with the end of its write-ahead log")
            return found or self._derived_problems()

    def file_damage(self) -> list[str]:
        """Check the file and the text index; return what is wrong with them. A reindex repairs none of it."""
        with self._lock, translated(self.path):
            # A connection of its own: FTS5 checks against what this one remembers of the index, which another process
            # may have changed since, and then sees corruption where there is none.
            fresh = Connection(self.path, read_only=self.connection.read_only)
            try:
                return [row[0] for row in fresh.execute("PRAGMA integrity_check(20)") if row[0] != "ok"]
            finally:
                fresh.close()

    def close(self) -> None:
        with self._lock:
            self.connection.close()
