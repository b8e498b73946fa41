"""Vectors in PostgreSQL: one row each, as whole numbers, so that products are exact."""

from __future__ import annotations

from standfast.store.relational.vectors import TableVectors


class PostgresVectors(TableVectors):
    """Writes vectors of one partition."""

    def _clear(self, row: int) -> None:
        self._db.execute(self._sql["drop_vector"], (row,))

    def _sweep(self) -> None:
        self._db.execute(self._sql["sweep_vectors"])

    def _put(self, model: str, vectors: dict[int, bytes]) -> None:
        rows = [(model, row, written(vector)) for row, vector in vectors.items()]
        self._db.executemany(self._sql["put_vector"], rows)


def written(vector: bytes) -> str:
    """Write a stored vector as pgvector reads it."""
    return str(memoryview(vector).cast("b").tolist())
