"""Vectors of one partition: of which model, where they are kept, and which are still to be made.

Owns the vector table, the table of what waits for one, and what `meta` says about them: `model` names whose vectors are
kept up, `filled` how far a reindex has come. A memory is stored whether or not an embedder answers, and no
endpoint is asked while the store is locked: what it is to embed waits until the transaction is over.
"""

from __future__ import annotations

from abc import ABC, abstractmethod

from standfast.errors import Unavailable
from standfast.model.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from standfast.model.ids import MemoryId
    from standfast.model.memory import Content
    from standfast.store.contract import Indexer
    from standfast.store.relational.database import Database

A_FEW = 64
_NONE = str(1 << 62)  # past every row


class Waiting(Value):
    """A document without a vector: its row, its memory, and its terms, by which it is known again."""

    row: int
    memory: MemoryId
    terms: tuple[str, str, str]


class TableVectors(ABC):
    """Which vectors a partition has and lacks; how they are kept is the engine's."""

    def __init__(self, connection: Database, indexer: Indexer) -> None:
        self._db = connection
        self._sql = connection.statements("projection")
        self._indexer = indexer
        self._fresh: dict[int, Content] = {}
        self._came = 0

    def begin(self, fresh: dict[int, Content] | None = None) -> None:
        """Start a transaction with nothing pending, or go back to what was."""
        self._fresh = fresh or {}
        self._came = 0

    def pending(self) -> dict[int, Content]:
        """Return the documents that came in and have no vector yet."""
        return dict(self._fresh)

    def add(self, row: int, content: Content) -> None:
        """Take note of a document that needs a vector."""
        self._fresh[row] = content

    def drop(self, row: int) -> None:
        """Clear the vectors of a document, of every model."""
        self._fresh.pop(row, None)
        self._db.execute(self._sql["stop_waiting"], (row,))
        self._clear(row)

    @abstractmethod
    def _clear(self, row: int) -> None:
        """Delete the vectors of a document."""

    @abstractmethod
    def _put(self, model: str, vectors: dict[int, bytes]) -> None:
        """Write vectors of a model, by the row of their document."""

    def sweep(self) -> None:
        """Clear every vector and mark that belongs to no document."""
        self._db.execute(self._sql["sweep_waiting"])
        self._sweep()

    @abstractmethod
    def _sweep(self) -> None:
        """Delete the vectors that belong to no document."""

    def finish(self) -> None:
        """Give what came in this transaction its vectors, or let it wait for them."""
        if not self._fresh:
            return
        indexer = self._indexer
        if not indexer.is_dense:
            if self._target():  # vectors of the others are there: these will be missed when it is switched on again
                self._wait(self._fresh)
            return
        self._came = len(self._fresh)
        if indexer.is_remote:
            self._wait(self._fresh)
            return
        try:
            model = indexer.model
            made = indexer.vectors(list(self._fresh.values())) if self._aim(model) == model else []
        except Unavailable:
            made = []
        if made:
            self._put(model, dict(zip(self._fresh, made, strict=True)))
        else:
            self._wait(self._fresh)

    def owed(self) -> int:
        """Return how many vectors to make after this write: of what it brought, and a few of what waited before."""
        return max(self._came, A_FEW) if self._came and self._db.execute(self._sql["any_waiting"]).get else 0

    def forget_fresh(self) -> None:
        """Leave what came in without a vector: a rebuild keeps those that are there."""
        self._fresh = {}

    def restart(self, model: str) -> None:
        """Aim at a model: all its vectors are made again, unless that was begun before and can go on.

        Those of the model before stay until then; of a model that was never finished, nothing does.
        """
        execute, target, filled = self._db.execute, self._target(), self._meta("filled")
        if target == model and filled is not None:
            return
        if target and filled is not None and execute(self._sql["has_others"], (target,)).get:
            execute(self._sql["drop_model"], (target,))
        execute(self._sql["stop_all_waiting"])
        if model:
            execute(self._sql["put_meta"], ("model", model))
            execute(self._sql["put_meta"], ("filled", "0"))
        else:
            execute(self._sql["drop_all_vectors"]).fetchall()

    def next(self, limit: int, *, marked: bool) -> list[Waiting]:
        """Return documents to embed next: those a reindex has not come to, unless `marked`; then those left behind."""
        filled = None if marked else self._meta("filled")
        if filled is not None:
            found = self._db.execute(self._sql["unfilled"], (int(filled), limit)).fetchall()
        if filled is None or not found:
            found = self._db.execute(self._sql["marked"], (limit,)).fetchall()
        return [Waiting(row, memory, (title, body, place)) for row, memory, title, body, place in found]

    def take(self, model: str, batch: Sequence[Waiting], vectors: Sequence[bytes]) -> bool:
        """Write vectors that were made meanwhile, of what is still as it was; tell whether they were wanted."""
        if self._aim(model) != model:
            return False
        filled = self._meta("filled")
        same: dict[int, bytes] = {}
        for item, vector in zip(batch, vectors, strict=True):
            if self._db.execute(self._sql["is_same"], (item.row, *item.terms)).get:
                same[item.row] = vector
                self._db.execute(self._sql["stop_waiting"], (item.row,))
            elif self._db.execute(self._sql["is_there"], (item.row,)).get:
                self._wait([item.row])
        self._put(model, same)
        if filled is not None and batch[-1].row > int(filled):
            self._db.execute(self._sql["put_meta"], ("filled", str(batch[-1].row)))
        self._db.execute(self._sql["add_to_meta"], (1, "vectors"))
        return True

    def is_aimed_at(self, model: str) -> bool:
        """Tell whether vectors of this model are wanted."""
        return (self._target() or self._db.execute(self._sql["most_chunks"]).get or model) == model

    def drop_others(self, model: str) -> bool:
        """Let go of every other model once nothing is missing; tell whether that is so."""
        filled = self._meta("filled")
        if filled is None or self._target() != model or self.missing():
            return False
        self._db.execute(self._sql["drop_meta"], ("filled",))
        self._db.execute(self._sql["drop_others"], (model,))
        self._db.execute(self._sql["add_to_meta"], (1, "vectors"))
        return True

    def missing(self) -> int:
        """Return how many memories wait for a vector of the model in use; none do where there is no dense side."""
        if not self._indexer.is_dense:
            return 0
        filled = self._meta("filled")
        if filled is None:  # nothing was ever embedded: what was written without a dense side waits too
            filled = _NONE if self._is_served(self._target() or self._db.execute(self._sql["most_chunks"]).get) else "0"
        return int(self._db.execute(self._sql["missing"], (int(filled),)).get)

    def _is_served(self, there: str | None) -> bool:
        """Tell whether the vectors that are there are those of the model in use, as far as that can be asked."""
        try:
            return bool(there) and there == self._indexer.model
        except Unavailable:
            return bool(there)

    def _aim(self, model: str) -> str:
        """Return the model whose vectors are kept up: this one, where there is none yet."""
        target = self._target()
        if not target:
            target = self._db.execute(self._sql["most_chunks"]).get
            if target is None:
                target = model
                if int(self._db.execute(self._sql["unmarked"]).get) > len(self._fresh):  # written without a dense side
                    self._db.execute(self._sql["put_meta"], ("filled", "0"))
            self._db.execute(self._sql["put_meta"], ("model", target))
        return str(target)

    def _target(self) -> str:
        return self._meta("model") or ""

    def _meta(self, name: str) -> str | None:
        found: str | None = self._db.execute(self._sql["get_meta"], (name,)).get
        return found

    def _wait(self, rows: Iterable[int]) -> None:
        self._db.executemany(self._sql["wait"], [(row,) for row in rows])
