"""One partition: its transaction, and what is done alike in every relational engine.

An engine gives it the connection and the tables over it; what is about files is in `sqlite.partition`.
"""

from __future__ import annotations

from _thread import RLock  # `threading` takes a hook as long as a query
from contextlib import contextmanager, suppress

from standfast.errors import StoreError, Unavailable
from standfast.model.ids import MemoryId
from standfast.model.moment import Clock, render_time
from standfast.model.operation import Act
from standfast.store.relational.database import transaction
from standfast.store.relational.memories import forget_decoded
from standfast.store.values import CONTENT, Change, Purge, Stone

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from standfast.store.contract import Index, Indexer, Progress
    from standfast.store.relational.database import Transactional
    from standfast.store.relational.journal import TableJournal
    from standfast.store.relational.log import TableLog
    from standfast.store.relational.memories import TableMemories
    from standfast.store.relational.projection import Projection
    from standfast.store.relational.receipts import TableReceipts


BATCH = 256  # documents that a reindex embeds between two transactions


NOBODY = MemoryId("")  # whose tombstones are those of a run of words or of a session


class TablePartition:
    """A partition in tables."""

    key: str
    clock: Clock
    connection: Transactional
    log: TableLog
    memories: TableMemories
    index: Index
    journal: TableJournal
    receipts: TableReceipts
    _indexer: Indexer
    _projection: Projection

    def __init__(self) -> None:
        self._lock = RLock()
        self._sql = self.connection.statements("memories")

    @contextmanager
    def _translated(self) -> Iterator[None]:
        """Turn the driver's errors into ours."""
        try:
            yield
        except self.connection.trouble as error:
            raise self.connection.ours(error) from error

    def _before_commit(self) -> None:
        """Do what belongs to every transaction of an engine, at its end."""

    def _after_commit(self) -> None:
        """Do what an engine notes of what was acknowledged."""

    def _rebuild_whole(self, progress: Progress | None) -> None:
        self.rebuild(progress)

    @contextmanager
    def writing(self) -> Iterator[None]:
        with self._lock, self._translated():
            if self.connection.in_transaction:
                yield
                return
            with transaction(self.connection):
                self.log.forget_head()
                self._projection.begin()
                yield
                self._projection.finish()
                self._before_commit()
            self._after_commit()
            owed = self._projection.vectors.owed()
        if owed:
            self._embed_waiting(owed)

    @contextmanager
    def noting(self) -> Iterator[None]:
        """Open a write transaction for what need not outlive a power cut."""
        with self._lock, self.connection.hasty(), self.writing():
            yield

    @contextmanager
    def trying(self) -> Iterator[None]:
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

    @contextmanager
    def reading(self) -> Iterator[None]:
        with self._lock, self._translated():
            if self.connection.in_transaction:
                yield
                return
            self.connection.begin_reading()
            try:
                yield
            finally:
                self.connection.end_reading()

    def reindex(self, progress: Progress | None = None) -> int:
        """Build everything derived again from the log; return how many memories there are.

        Vectors are made batch by batch outside any transaction. Those that are there serve until all new ones are;
        what was interrupted goes on where it was.
        """
        model = self._indexer.model  # before anything is touched: it may ask an endpoint, and that may be down
        self._rebuild_whole(progress)
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
            vectors.drop_others(model)

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

    def readdress(self) -> None:
        if self._projection.is_behind():
            with self.writing():
                self._projection.readdress()

    def unfinished(self) -> list[str]:
        with self.reading():
            unaddressed = self._projection.unaddressed()
        said = "1 memory is" if unaddressed == 1 else f"{unaddressed} memories are"
        late = f"{self.key}: {said} held against others as an earlier version did, until the next writes"
        return self._waiting() + ([f"{late}; or run `standfast reindex`"] if unaddressed else [])

    def _waiting(self) -> list[str]:
        waiting = self.unembedded()
        said = "1 memory waits" if waiting == 1 else f"{waiting} memories wait"
        return [f"{self.key}: {said} for a vector; run `standfast reindex`"] if waiting else []

    def unembedded(self) -> int:
        with self._lock, self._translated():
            return self._projection.vectors.missing()

    def purge(self, purge: Purge, *, recorded: bool = True) -> None:
        """Remove content for good; `recorded` is off for copies, whose chain must not grow."""
        at = render_time(self.clock.now())
        with self.writing():
            for memory in purge.memories:
                said = purge.tombstones.get(memory) or ("",)
                self.bury(memory, [Stone(CONTENT, content, at, str(purge.source)) for content in said])
                if (
                    recorded and memory not in purge.on_record
                ):  # last: what is written before the words are gone is written with them
                    self.log.append(Change(Act.PURGE, purge.source, memory))
            self.bury(NOBODY, [Stone(kind, entry, at, str(purge.source)) for kind, entry in purge.marks])
            for key in purge.keys if purge.memories or purge.marks else ():
                self.note_key(key)
            for session in purge.sessions:
                self.journal.forget(session)
            self.journal.forget_quoted(purge.turns)
            self.journal.forget_where(purge.carries)
        forget_decoded()

    def bury(self, memory: MemoryId, stones: Sequence[Stone]) -> None:
        self.connection.executemany(
            self._sql["add_tombstone"],
            [(memory, stone.kind, stone.content, stone.at, stone.source) for stone in stones],
        )
        if memory == NOBODY:
            return
        self.log.drop_payloads(memory)
        self._projection.refresh(memory)

    def note_key(self, key: str) -> None:
        self.connection.execute(self._sql["note_key"], (key,))

    def keys(self) -> list[str]:
        with self._lock, self._translated():
            return [row[0] for row in self.connection.execute(self._sql["keys"])]

    def tombstones(self) -> list[tuple[MemoryId, Stone]]:
        rows = self.connection.execute(self._sql["tombstones"]).fetchall()
        return [(MemoryId(memory), Stone(*stone)) for memory, *stone in rows]

    def differing(self) -> list[MemoryId]:
        """Return the memories that are not kept, or cannot be found, as the log makes them."""
        with self.reading():  # all of one moment: others may be writing
            return self._projection.differing()

    def unreadable(self) -> list[str]:
        """Return which sorts of rows outside the log hold some that a disk damaged, with how many."""
        with self.reading():
            sessions, events, lacking = self.journal.damaged()
            counts = {"sessions": sessions, "events": events, "receipts": self.receipts.damaged()}
        said = [f"{count} of its {name} cannot be read as written" for name, count in counts.items() if count]
        return said + ([f"{lacking} of its sessions lack events that were recorded"] if lacking else [])

    def repair_unreadable(self) -> None:
        with self.writing():
            self.journal.repair()
            self.receipts.repair()

    def _derived_problems(self) -> list[str]:
        """Return what is wrong with what stands beside the log or is derived from it."""
        damaged = [f"{self.key}: {said}; run `standfast doctor --fix`" for said in self.unreadable()]
        found = []
        if differing := self.differing():
            said = "1 memory is" if len(differing) == 1 else f"{len(differing)} memories are"
            found.append(f"{said} not kept as the log says")
        with self.reading():
            found += self._projection.miscounted()
        derived = (f"{self.key}: {problem}; run `standfast reindex`" for problem in found)
        return [*damaged, *derived, *self._waiting()]

    def contains(self, text: str) -> bool:
        with self._lock, self._translated():
            return self.log.contains(text)
