"""The dense side: an exact scan over all vectors of a partition.

Owns which way it is done. `lanes` needs nothing but the standard library and reads the vectors anew; `matrix` keeps
them in memory, and takes longer to import than a whole answer. So the first question of a process is answered by the
one and the following ones by the other. Both count in whole numbers: their answers are the same.
"""

from __future__ import annotations

import sys
from weakref import WeakKeyDictionary

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    from standfast.recall.matrix import Matrix
    from standfast.store.contract import Index

    class Found(Protocol):
        """How close every row of a partition is to one question."""

        def nearest(self, limit: int) -> list[int]:
            """Return the rows closest to the question, best first, ties by row."""
            ...

        def cosines_of(self, wanted: list[int]) -> dict[int, float]:
            """Return the cosines of single rows."""
            ...


FEW = 32_768  # rows; from there on the import is the smaller cost

_kept: WeakKeyDictionary[Index, Matrix] = WeakKeyDictionary()
_asked: WeakKeyDictionary[Index, int] = WeakKeyDictionary()


def scan(index: Index, model: str, query: bytes) -> Found:
    """Compare a question with all vectors."""
    _asked[index] = _asked.get(index, 0) + 1
    if _asked[index] == 1 and "numpy" not in sys.modules:
        per_chunk, chunks = index.vectors(model)
        if len(chunks) * per_chunk <= FEW:
            from standfast.recall.lanes import compare

            return compare(per_chunk, chunks, query)
    version = index.version()
    held = _kept.get(index)
    if held is None or held.version != version or held.model != model:
        from standfast.recall.single import import_numpy

        import_numpy()
        from standfast.recall.matrix import Matrix

        held = _kept[index] = Matrix(index, model, version, len(query))
    return held.compare(query)
