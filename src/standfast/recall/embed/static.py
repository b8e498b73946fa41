"""The shipped embedder: the weighted mean of int8 token rows, with nothing to download.

Owns the two ways to the same vectors: the standard library for a question or a note in a short process, numpy for
many texts. Must not read configuration. Neighbours: `words` makes token ids, `table` holds the rows; how the rows
came to be is told in docs/explanation/embedder.md.
"""

from __future__ import annotations

import sys
from operator import mul

from standfast.recall.embed.table import LEAD, REST, TokenTable
from standfast.recall.embed.vector import quantise
from standfast.recall.embed.words import Tokeniser

TYPE_CHECKING = False  # importing typing for this alone costs a short process milliseconds
if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from standfast.recall.embed.batch import RowSums

SHIPPED_TABLE = __file__.rpartition("static")[0] + "static.bin"
WAY = 1  # goes up with every change to how rows are added up: vectors made in two ways are never compared
# Importing numpy costs about as much as forty notes take in the standard library.
SMALL_BATCH = 40
_UNSIGNED = bytes((value + 128) & 0xFF for value in range(256))  # iterating bytes is twice as fast as signed views


class StaticEmbedder:
    """Embeds with a table of token rows: the shipped one, or another of the same form."""

    def __init__(self, path: str | Path = SHIPPED_TABLE) -> None:
        self._table = TokenTable(path)
        self._tokeniser = Tokeniser(self._table.vocabulary)
        self._sums: RowSums | None = None

    @property
    def model(self) -> str:
        """Name of the table and of how its rows are added up, recorded beside each vector."""
        return f"{self._table.model}.{WAY}"

    @property
    def dimensions(self) -> int:
        """Length of every vector."""
        return self._table.dimensions

    def embed_query(self, text: str) -> bytes:
        """Embed a question: all of it counts the same."""
        return self._embed_one(self._tokeniser.ids(text))

    def _embed_document(self, text: str) -> bytes:
        ids = self._tokeniser.ids(text)
        return self._embed_one(ids[:LEAD], ids[LEAD:])

    def embed(self, texts: Sequence[str]) -> list[bytes]:
        """Embed documents, with numpy when there are enough of them to pay for its import."""
        if self._sums is None and len(texts) < SMALL_BATCH and "numpy" not in sys.modules:
            return [self._embed_document(text) for text in texts]
        if len(texts) == 1:
            return [self._embed_document(texts[0])]
        if self._sums is None:
            from standfast.recall.embed.batch import RowSums

            self._sums = RowSums(self._table)
        return self._sums.embed([self._tokeniser.ids(text) for text in texts])

    def _embed_one(self, ids: list[int], rest: Sequence[int] = ()) -> bytes:
        if not ids:
            return bytes(self.dimensions)
        table = self._table
        counts: dict[int, float] = {}
        for token in ids:
            counts[token] = counts.get(token, 0.0) + 1.0
        for token in rest:
            counts[token] = counts.get(token, 0.0) + REST
        weights = [table.scale(token) * count for token, count in counts.items()]
        rows = [table.row(token).translate(_UNSIGNED) for token in counts]
        offset = 128 * sum(weights)
        if "numpy" in sys.modules:  # a process that stays has it: the same sums, to the bit
            from standfast.recall.embed.batch import embed_rows

            return embed_rows(rows, weights, offset)
        columns = zip(*rows, strict=True)
        return quantise([sum(map(mul, column, weights)) - offset for column in columns])
