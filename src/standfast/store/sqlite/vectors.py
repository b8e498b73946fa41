"""Vectors in SQLite: many in one blob, each at the place that its document's row gives it."""

from __future__ import annotations

from standfast.store.relational.vectors import TableVectors
from standfast.store.sqlite.statements import load

TYPE_CHECKING = False
if TYPE_CHECKING:
    from standfast.store.contract import Indexer
    from standfast.store.sqlite.connect import Connection

SQL = load("projection")
CHUNK = 256  # vectors per blob: 64 kB at 256 dimensions, so a small project stays small


class SqliteVectors(TableVectors):
    """Writes vectors of one partition."""

    def __init__(self, connection: Connection, indexer: Indexer) -> None:
        super().__init__(connection, indexer)
        self._file = connection

    def _clear(self, row: int) -> None:
        for (chunk,) in self._db.execute(SQL["vector_chunks"], (row // CHUNK,)).fetchall():
            self._write(chunk, {row % CHUNK: b""})

    def _sweep(self) -> None:
        for chunk, number in self._db.execute(SQL["all_chunks"]).fetchall():
            first = number * CHUNK
            there = {row - first for (row,) in self._db.execute(SQL["rows_between"], (first, first + CHUNK))}
            self._write(chunk, {place: b"" for place in range(CHUNK) if place not in there})

    def _put(self, model: str, vectors: dict[int, bytes]) -> None:
        chunks: dict[int, dict[int, bytes]] = {}
        for row, vector in vectors.items():
            chunks.setdefault(row // CHUNK, {})[row % CHUNK] = vector
        for chunk, members in chunks.items():
            self._write(self._chunk(model, chunk), members)

    def _chunk(self, model: str, chunk: int) -> int:
        found = self._db.execute(SQL["find_chunk"], (model, chunk)).get
        if found is None:
            self._db.execute(SQL["add_chunk"], (model, chunk, CHUNK * self._indexer.dimensions))
            found = self._file.last_insert_rowid()
        return int(found)

    def _write(self, chunk: int, vectors: dict[int, bytes]) -> None:
        """Write vectors to their places in a chunk; an empty one clears its place."""
        with self._file.blob_open("main", "vector", "data", chunk, True) as blob:  # noqa: FBT003
            width = blob.length() // CHUNK
            for place, vector in vectors.items():
                blob.seek(place * width)
                blob.write(vector or bytes(width))
