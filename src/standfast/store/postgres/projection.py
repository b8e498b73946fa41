"""Projections in PostgreSQL: as in every engine, with the words of each document in a table of their own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from standfast.store.relational.projection import Projection


class PostgresProjection(Projection):
    """Writes derived rows of one partition."""

    def begin(self, pending: Any = None) -> None:
        words, others = pending or ({}, None)
        self._words: dict[str, int] = words
        super().begin(others)

    def pending(self) -> Any:
        return dict(self._words), super().pending()

    def finish(self) -> None:
        """Write what was collected during the transaction: how often each word is there as well, once a word.

        A row that is changed again and again in one transaction is found more slowly each time.
        """
        super().finish()
        changed = sorted((word, change) for word, change in self._words.items() if change)
        if changed:
            words, changes = zip(*changed, strict=True)
            self._db.execute(self._sql["count_words"], (list(words), list(changes)))
            if min(changes) < 0:
                self._db.execute(self._sql["drop_words"], (list(words),))

    def _add_terms(self, row: int, shelf: int, terms: tuple[str, ...]) -> None:
        times = Counter(word for field in terms for word in field.split())
        self._db.execute(self._sql["add_postings"], (row, list(times), list(times.values())))
        self._count_words(times, shelf)

    def _drop_terms(self, row: int, shelf: int, terms: tuple[str, ...]) -> None:
        self._db.execute(self._sql["drop_postings"], (row,))
        self._count_words({word for field in terms for word in field.split()}, -shelf)

    def _count_words(self, words: Iterable[str], change: int) -> None:
        for word in words if change else ():
            self._words[word] = self._words.get(word, 0) + change
