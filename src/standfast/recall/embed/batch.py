"""Many texts at once: sums of token rows with numpy.

Owns the numpy half of the static embedder; the standard-library half in `static` gives the same vectors to within
one step of rounding. Only `static` imports this, and only when the texts are many: importing numpy is slow.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from standfast.recall.embed.table import LEAD, REST
from standfast.store.single_thread import import_numpy
from standfast.store.values import LEVELS

import_numpy()
import numpy as np  # noqa: E402 - how many threads it starts is decided at its import

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from standfast.recall.embed.table import TokenTable

# Rows gathered at a time: 16k rows of 256 floats are 16 MB, about what stays in a processor's cache.
GATHERED_ROWS = 16_384


class RowSums:
    """Adds up the rows of many texts over a table kept as floats."""

    def __init__(self, table: TokenTable) -> None:
        rows = np.frombuffer(table.buffer, np.int8, table.rows * table.dimensions, table.rows_at)
        scales = np.frombuffer(table.buffer, "<f4", table.rows, table.scales_at)
        self._rows = rows.reshape(table.rows, table.dimensions) * scales[:, None].astype(np.float32)

    def embed(self, documents: Sequence[Sequence[int]]) -> list[bytes]:
        """Return one int8 vector for the token ids of each document."""
        vectors: list[bytes] = []
        batch: list[Sequence[int]] = []
        gathered = 0
        for ids in documents:
            if batch and gathered + len(ids) > GATHERED_ROWS:
                vectors += self._embed_batch(batch)
                batch, gathered = [], 0
            batch.append(ids)
            gathered += len(ids)
        return vectors + self._embed_batch(batch) if batch else vectors

    def _embed_batch(self, batch: list[Sequence[int]]) -> list[bytes]:
        sums = np.zeros((len(batch), self._rows.shape[1]), np.float32)
        filled = [at for at, ids in enumerate(batch) if ids]
        if filled:
            sums[filled] = self._add_rows([batch[at][:LEAD] for at in filled])
        longer = [at for at, ids in enumerate(batch) if len(ids) > LEAD]
        if longer:
            sums[longer] += REST * self._add_rows([batch[at][LEAD:] for at in longer])
        return quantise_rows(sums)

    def _add_rows(self, ids: list[Sequence[int]]) -> NDArray[np.float32]:
        lengths = np.array([len(item) for item in ids])
        flat = np.concatenate([np.array(item, np.int32) for item in ids])
        found: NDArray[np.float32] = np.add.reduceat(self._rows[flat], np.cumsum(lengths) - lengths, axis=0)
        return found


def embed_rows(rows: Sequence[bytes], weights: Sequence[float], offset: float) -> bytes:
    """Return the vector of one text from its unsigned rows, added in the order that the standard library adds them."""
    table = np.frombuffer(b"".join(rows), np.uint8).reshape(len(rows), -1)
    sums = np.add.reduce(table * np.array(weights)[:, None], axis=0) - offset
    length = float(np.cumsum(sums * sums)[-1]) ** 0.5
    if not 0 < length < float("inf"):
        return bytes(len(sums))
    packed: NDArray[np.int8] = np.rint(sums * (LEVELS / length)).astype(np.int8)
    return packed.tobytes()


def quantise_rows(vectors: NDArray[np.float32]) -> list[bytes]:
    """Bring each row to unit length times 127 in signed bytes; rows without length stay zero."""
    lengths = np.sqrt(np.einsum("ij,ij->i", vectors, vectors, dtype=np.float64))
    scales = np.divide(LEVELS, lengths, out=np.zeros_like(lengths), where=lengths > 0)
    packed = np.rint(vectors * scales[:, None]).astype(np.int8)
    return [row.tobytes() for row in packed]
