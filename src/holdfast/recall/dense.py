"""The dense side: an exact scan over all vectors of a partition, kept in memory while nothing changes.

Owns the numpy half; `rank` re-scores single vectors without it. Only long-lived processes import this.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

import numpy as np

from holdfast.recall.embed.vector import LEVELS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from holdfast.store.contract import Index

# Rows turned into floats at a time: a megabyte stays in the processor's cache, and the product stays below the size at
# which BLAS starts threads; on a busy machine those wait for each other (100k rows: 6 ms of CPU, with threads 70).
BLOCK = 1024
# Up to so many rows are kept as floats, 16 MB of them: 10k rows then take 0.13 ms instead of 0.5.
FLOATS = 16_384

_scans: WeakKeyDictionary[Index, Scan] = WeakKeyDictionary()


class Scan:
    """All vectors of one model in one partition."""

    def __init__(self, index: Index, model: str, version: int, dimensions: int) -> None:
        self.model = model
        self.version = version
        per_chunk, chunks = index.vectors(model)
        if chunks:
            parts = [np.frombuffer(data, np.int8).reshape(per_chunk, -1) for _, data in chunks]
            numbers = np.array([number for number, _ in chunks], np.int64)
            self._rows = (numbers[:, None] * per_chunk + np.arange(per_chunk)).reshape(-1)
            self._matrix: NDArray[np.int8] | NDArray[np.float32] = np.concatenate(parts)
        else:
            self._rows = np.zeros(0, np.int64)
            self._matrix = np.zeros((0, dimensions), np.int8)
        if len(self._matrix) <= FLOATS:
            self._matrix = self._matrix.astype(np.float32)

    def compare(self, query: bytes) -> Found:
        """Return the cosine of every row with the query."""
        vector = np.frombuffer(query, np.int8).astype(np.float32) / (LEVELS * LEVELS)
        cosines = np.empty(len(self._matrix), np.float32)
        floats = np.empty((BLOCK, self._matrix.shape[1]), np.float32)
        for start in range(0, len(self._matrix), BLOCK):
            block = self._matrix[start : start + BLOCK]
            if block.dtype != np.float32:
                np.copyto(floats[: len(block)], block)
                block = floats[: len(block)]
            np.dot(block, vector, out=cosines[start : start + BLOCK])
        return Found(self._rows, cosines)


class Found:
    """The cosines of one query with every row of a partition, rows ascending."""

    def __init__(self, rows: NDArray[np.int64], cosines: NDArray[np.float32]) -> None:
        self._rows = rows
        self._cosines = cosines

    def nearest(self, limit: int) -> list[int]:
        """Return the rows closest to the query, best first, ties by row."""
        cosines, rows = self._cosines, self._rows
        if len(rows) > limit:
            chosen = np.argpartition(cosines, len(rows) - limit)[len(rows) - limit :]
        else:
            chosen = np.arange(len(rows))
        chosen = chosen[np.lexsort((rows[chosen], -cosines[chosen]))]
        return [int(rows[at]) for at in chosen if cosines[at] > 0]

    def cosines_of(self, wanted: list[int]) -> dict[int, float]:
        """Return the cosines of single rows."""
        if not len(self._rows) or not wanted:
            return {}
        at = np.minimum(np.searchsorted(self._rows, wanted), len(self._rows) - 1)
        same = self._rows[at] == np.array(wanted)
        values = self._cosines[at].tolist()
        return {row: value for row, value, is_there in zip(wanted, values, same.tolist(), strict=True) if is_there}


def scan(index: Index, model: str, query: bytes) -> Found:
    """Compare a query with all vectors, read once per change of the partition."""
    version = index.version()
    held = _scans.get(index)
    if held is None or held.version != version or held.model != model:
        held = _scans[index] = Scan(index, model, version, len(query))
    return held.compare(query)
