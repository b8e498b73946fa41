"""An exact scan with numpy, over vectors that are kept in memory while nothing changes. For processes that stay."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from standfast.store.sqlite.postings import highest
from standfast.store.values import LEVELS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from standfast.store.sqlite.scan.scanner import Chunks

# Rows multiplied at a time: a quarter of a megabyte leaves room in the processor's cache for what the rest of an answer
# reads, and where the caller's numpy has threads, few of them are started. Rows are kept as bytes: in an answer nothing
# of them is in the cache, and to bring four times as much of it takes longer than to make floats of it.
BLOCK = 256


class Matrix:
    """All vectors of one model in one partition."""

    def __init__(self, per_chunk: int, chunks: Chunks, model: str, version: int, dimensions: int) -> None:
        self.model = model
        self.version = version
        if chunks:
            parts = [np.frombuffer(data, np.int8).reshape(per_chunk, -1) for _, data in chunks]
            numbers = np.array([number for number, _ in chunks], np.int64)
            self._rows = (numbers[:, None] * per_chunk + np.arange(per_chunk)).reshape(-1)
            self._matrix: NDArray[np.int8] = np.concatenate(parts)
        else:
            self._rows = np.zeros(0, np.int64)
            self._matrix = np.zeros((0, dimensions), np.int8)

    def compare(self, query: bytes) -> Products:
        """Multiply a question with every vector. Floats hold these whole numbers exactly."""
        vector = np.frombuffer(query, np.int8).astype(np.float32)
        products = np.empty(len(self._matrix), np.float32)
        floats = np.empty((BLOCK, self._matrix.shape[1]), np.float32)
        for start in range(0, len(self._matrix), BLOCK):
            block = self._matrix[start : start + BLOCK]
            np.copyto(floats[: len(block)], block)
            np.dot(floats[: len(block)], vector, out=products[start : start + BLOCK])
        return Products(self._rows, products)


class Products:
    """The product of one question with every row, rows ascending."""

    def __init__(self, rows: NDArray[np.int64], products: NDArray[np.float32]) -> None:
        self._rows = rows
        self._products = products

    def nearest(self, limit: int) -> list[int]:
        chosen = highest(self._products, limit)
        nearest: list[int] = self._rows[chosen[self._products[chosen] > 0]].tolist()
        return nearest

    def cosines_of(self, wanted: list[int]) -> dict[int, float]:
        if not len(self._rows) or not wanted:
            return {}
        at = np.minimum(np.searchsorted(self._rows, wanted), len(self._rows) - 1)
        same = (self._rows[at] == np.array(wanted)).tolist()
        values = self._products[at].tolist()
        found = zip(wanted, values, same, strict=True)
        return {row: value / (LEVELS * LEVELS) for row, value, is_there in found if is_there}
