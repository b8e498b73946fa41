"""One partition: a file, its transaction, and the rooms over it."""

from __future__ import annotations

import threading
from contextlib import contextmanager, suppress
from pathlib import Path

from standfast.errors import StoreError, Unavailable
from standfast.model.ids import DeviceId, MemoryId
from standfast.model.moment import Clock, render_time
from standfast.model.operation import Act
from standfast.store.sqlite import memories as memories_module
from standfast.store.sqlite.connect import WAIT_S, Connection
from standfast.store.sqlite.errors import translated
from standfast.store.sqlite.index import SqliteIndex
from standfast.store.sqlite.journal import SqliteJournal
from standfast.store.sqlite.log import SqliteLog
from standfast.store.sqlite.memories import SqliteMemories
from standfast.store.sqlite.migrate import ensure_schema
from standfast.store.sqlite.pages import names_gone_words, write_anew
from standfast.store.sqlite.projection import Projection
from standfast.store.sqlite.receipts import SqliteReceipts
from standfast.store.values import Change, Purge

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from standfast.store.contract import Indexer, Progress


BATCH = 256  # documents that a reindex embeds between two transactions


class SqlitePartition:
    """A partition in a file of its own."""

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
    ) -> None:
        self.path = path
        self.key = key
        self.connection = Connection(path, durability=durability, wait_s=wait_s)
        with translated(path):
            read_only = self.connection.read_only
            self.connection.format = ensure_schema(self.connection, path, "partition", read_only=read_only)
        self.clock = clock
        self._indexer = indexer
        self._projection = Projection(self.connection, indexer)
        self.log = SqliteLog(self.connection, key, device, clock, self._projection)
        self.memories = SqliteMemories(self.connection, self.log)
        self.index = SqliteIndex(self.connection)
        self.journal = SqliteJournal(self.connection, clock)
        self.receipts = SqliteReceipts(self.connection)
        self.identity: Callable[[], str] | None = None  # what to note of the project this is, where it is one
        self._lock = threading.RLock()

    def is_replaced(self) -> bool:
        """Tell whether another file has taken the place of the one that is open; raise where there is none."""
        return not self.connection.in_transaction and self.connection.is_replaced()

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Open one write transaction; nothing of it is visible or kept unless it ends without an error."""
        with self._lock, translated(self.path):
            if self.connection.in_transaction:
                yield
                return
            self.connection.begin()
            self.log.forget_head()
            self._projection.begin()
            try:
                yield
                self._projection.finish()
                self._note_identity()
                self.connection.commit()
            except BaseException:
                self.connection.roll_back()
                raise
            owed = self._projection.vectors.owed()
        if owed:
            self._embed_waiting(owed)

    @contextmanager
    def trying(self) -> Iterator[None]:
        """Open a part of a write transaction that may fail by itself: then nothing of it is kept, of the rest all."""
        with self.writing():
            pending = self._projection.pending()
            self.connection.execute("SAVEPOINT trying")
            try:
                yield
            except BaseException:
                if self.connection.in_transaction:
                    self.connection.execute("ROLLBACK TO trying")
                    self.connection.execute("RELEASE trying")
                self.log.forget_head()
                self._projection.begin(pending)
                raise
            self.connection.execute("RELEASE trying")

    def _note_identity(self) -> None:
        """Keep what finds this project here as well, once per opening: the catalogue may be lost."""
        note, self.identity = self.identity() if self.identity else "", None
        if note and note != self.connection.execute("SELECT value FROM meta WHERE name = 'project'").get:
            self.connection.execute("INSERT OR REPLACE INTO meta (name, value) VALUES ('project', ?)", (note,))

    @contextmanager
    def reading(self) -> Iterator[None]:
        """Hold one snapshot for several reads."""
        with self._lock, translated(self.path):
            if self.connection.in_transaction:
                yield
                return
            self.connection.execute("BEGIN")
            try:
                yield
            finally:
                self.connection.execute("COMMIT")

    def reindex(self, progress: Progress | None = None) -> int:
        """Build everything derived again from the log; return how many memories there are.

        Vectors are made batch by batch outside any transaction. Those that are there serve until all new ones are;
        what was interrupted goes on where it was.
        """
        model = self._indexer.model  # before anything is touched: it may ask an endpoint, and that may be down
        if self.log.damaged():
            from standfast.store.sqlite.salvage import repair_rows

            repair_rows(self, {})
        else:
            self.rebuild(progress)
        self._embed_all(model, progress)
        return sum(self.memories.counts().values())

    def rebuild(self, progress: Progress | None = None) -> int:
        """Build everything but vectors again; return how many memories there are."""
        with self.writing():
            self._projection.clear()
            touched = list(self.log.rebuild())
            for done, memory in enumerate(touched, 1):
                self._projection.refresh(memory)
                if progress:
                    progress(done, len(touched))
            self._projection.vectors.forget_fresh()
            self._projection.vectors.sweep()
        return sum(self.memories.counts().values())

    def embed(self) -> None:
        """Make all vectors again."""
        self._embed_all(self._indexer.model)

    def _embed_all(self, model: str, progress: Progress | None = None) -> None:
        vectors = self._projection.vectors
        with self.writing():
            vectors.restart(model)
        if not model:
            return
        done, total = 0, self.unembedded()
        while made := self._embed_next(model, BATCH):
            done += made
            if progress:
                progress(min(done, total), total)
        with self.writing():
            vectors.settle(model)

    def _embed_next(self, model: str, limit: int, *, marked: bool = False) -> int:
        """Make the next vectors that are missing; return how many were looked at. The store is open meanwhile."""
        projection = self._projection
        with self.reading():
            wanted = projection.vectors.is_aimed_at(model)
            batch = projection.vectors.next(limit, marked=marked) if wanted else []
            contents = projection.contents(batch)
        if not batch:
            return 0
        made = self._indexer.vectors(contents)
        with self.writing():
            wanted = projection.vectors.take(model, batch, made)
        return len(batch) if wanted else 0

    def _embed_waiting(self, most: int) -> None:
        """Make vectors that were left waiting; what cannot be made now goes on waiting."""
        with suppress(Unavailable, StoreError):
            while most > 0 and (made := self._embed_next(self._indexer.model, min(most, BATCH), marked=True)):
                most -= made

    def unembedded(self) -> int:
        """Return how many memories wait for a vector."""
        with self._lock, translated(self.path):
            return self._projection.vectors.missing()

    def purge(self, purge: Purge, *, recorded: bool = True) -> None:
        """Remove content for good; `recorded` is off for copies, whose chain must not grow."""
        at = render_time(self.clock.now())
        with self.writing():
            for memory in purge.memories:
                if recorded:
                    self.log.append(Change(Act.PURGE, purge.source, memory))
                for content in purge.tombstones.get(memory) or ("",):
                    self.bury(memory, content, at, str(purge.source))
            if purge.memories and purge.key:
                self.note_key(purge.key)
            for session in purge.sessions:
                self.journal.forget(session)
            for text in purge.texts:
                self.journal.forget_text(text)

    def bury(self, memory: MemoryId, content: str, at: str, source: str) -> None:
        """Drop what a memory said and leave a tombstone."""
        self.connection.execute(memories_module.SQL["add_tombstone"], (memory, content, at, source))
        self.log.drop_payloads(memory)
        self._projection.refresh(memory)

    def note_key(self, key: str) -> None:
        """Note the fingerprint of a secret that tombstones here were made with."""
        self.connection.execute(memories_module.SQL["note_key"], (key,))

    def keys(self) -> list[str]:
        """Return the fingerprints of the secrets that tombstones here were made with."""
        with self._lock, translated(self.path):
            return [row[0] for row in self.connection.execute(memories_module.SQL["keys"])]

    def tombstones(self) -> list[tuple[MemoryId, str, str, str]]:
        """Return (memory, keyed content hash, when, who) of everything purged here."""
        found: list[tuple[MemoryId, str, str, str]] = self.connection.execute(
            memories_module.SQL["tombstones"]
        ).fetchall()
        return found

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
            return found or self._derived_problems()

    def file_damage(self) -> list[str]:
        """Check the file and the text index; return what is wrong with them. A reindex mends none of it."""
        with self._lock, translated(self.path):
            # A connection of its own: FTS5 checks against what this one remembers of the index, which another process
            # may have changed since, and then sees corruption where there is none.
            fresh = Connection(self.path, read_only=self.connection.read_only)
            try:
                return [row[0] for row in fresh.execute("PRAGMA integrity_check(20)") if row[0] != "ok"]
            finally:
                fresh.close()

    def _derived_problems(self) -> list[str]:
        found = []
        documents = self.connection.execute("SELECT count(*) FROM document WHERE shelf = 1").get
        counted = int(self.connection.execute("SELECT value FROM meta WHERE name = 'documents'").get)
        if documents != counted:
            found.append(f"{self.key}: {documents} searchable memories, but {counted} counted; run `standfast reindex`")
        if waiting := self.unembedded():
            said = "1 memory waits" if waiting == 1 else f"{waiting} memories wait"
            found.append(f"{self.key}: {said} for a vector; run `standfast reindex`")
        return found

    def contains(self, text: str) -> bool:
        """Tell whether anything but an event of the journal still contains these characters."""
        with self._lock, translated(self.path):
            return self.log.contains(text)

    def close(self) -> None:
        """Let go of the partition."""
        with self._lock:
            self.connection.close()
