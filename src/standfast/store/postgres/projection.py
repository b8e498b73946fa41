"""Projections in PostgreSQL: as in every engine, with the words of each document in a table of their own."""

from __future__ import annotations

from collections import Counter

from standfast.store.relational.projection import Projection


class PostgresProjection(Projection):
    """Writes derived rows of one partition."""

    def _add_terms(self, row: int, shelf: int, terms: tuple[str, ...]) -> None:
        times = Counter(word for field in terms for word in field.split())
        self._db.execute(self._sql["add_postings"], (row, list(times), list(times.values())))
        if shelf:
            self._db.execute(self._sql["count_words"], (1, sorted(times)))

    def _drop_terms(self, row: int, shelf: int, terms: tuple[str, ...]) -> None:
        self._db.execute(self._sql["drop_postings"], (row,))
        if shelf:
            words = sorted({word for field in terms for word in field.split()})
            self._db.execute(self._sql["count_words"], (-1, words))
            self._db.execute(self._sql["drop_words"], (words,))
