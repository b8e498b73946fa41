"""The dense side of the embedded engine: an exact scan over all vectors of a partition.

Owns which way it is done. `lanes` needs nothing but the standard library and reads the vectors anew; `matrix` keeps
them in memory, and takes longer to import than a whole answer. So the first question of a process is answered by the
one and the following ones by the other. Both count in whole numbers: their answers are the same.
"""

from __future__ import annotations

import sys

from standfast.store.sqlite.statements import load
from standfast.store.sqlite.vectors import CHUNK

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Protocol

    from standfast.store.sqlite.connect import Database
    from standfast.store.sqlite.scan.matrix import Matrix
    from standfast.store.values import Document, View

    class Products(Protocol):
        """How close every row of a partition is to one question."""

        def nearest(self, limit: int) -> list[int]:
            """Return the rows closest to the question, best first, ties by row."""

        def cosines_of(self, wanted: list[int]) -> dict[int, float]:
            """Return the cosines of single rows."""

    Chunks = list[tuple[int, bytes]]


SQL = load("index")
FEW = 32_768  # rows; from there on the import is the smaller cost
MOST_ROWS = 4096  # rows a view may hide before we stop looking behind them


class Scanner:
    """Compares questions with the vectors of one partition."""

    def __init__(self, connection: Database) -> None:
        self._db = connection
        self._asked = 0
        self._held: Matrix | None = None

    def scan(self, model: str, query: bytes, version: int | None = None) -> Products:
        """Compare a question with all vectors; `version` is how often they were written, where that is known."""
        self._asked += 1
        if self._asked == 1 and "numpy" not in sys.modules:
            chunks = self._chunks(model)
            if len(chunks) * CHUNK <= FEW:
                from standfast.store.sqlite.scan.lanes import compare

                return compare(CHUNK, chunks, query)
        if version is None:
            version = int(self._db.execute(SQL["version"]).get)
        held = self._held
        if held is None or held.version != version or held.model != model:
            from standfast.store.single_thread import import_numpy

            import_numpy()
            from standfast.store.sqlite.scan.matrix import Matrix

            held = self._held = Matrix(CHUNK, self._chunks(model), model, version, len(query))
        return held.compare(query)

    def _chunks(self, model: str) -> Chunks:
        found: Chunks = self._db.execute(SQL["chunks"], (model,)).fetchall()
        return found


class SqliteComparison:
    """One question, compared with everything."""

    def __init__(self, products: Products, read: Callable[[Sequence[int], View], list[Document]]) -> None:
        self._products = products
        self._read = read

    def nearest(self, view: View, limit: int) -> list[Document]:
        """Return the documents closest to the question that the view allows: what it hides makes room for the next."""
        found: list[Document] = []
        asked, seen = limit, 0
        while len(found) < limit and seen < MOST_ROWS:
            best = self._products.nearest(asked)
            fresh = best[seen:]
            shown = {document.position: document for document in self._read(fresh, view)} if fresh else {}
            found += [shown[row] for row in fresh if row in shown]
            if len(best) < asked:
                break
            seen, asked = len(best), asked * 4
        return found

    def cosines(self, documents: Sequence[Document]) -> dict[int, float]:
        return self._products.cosines_of([document.position for document in documents])
