"""Postings: which current documents have a term, as arrays, ranked as the text index ranks them.

The text index counts the documents of every term anew with every question, and that is most of what a question costs
there. Here each term is read once while nothing changes. For processes that stay. Adds up as `bm25` says, so that it
does not matter which of the two answers. Must be asked only for terms that are one token there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from standfast.store.sqlite.bm25 import K1, B, count_tokens, read_totals, weigh
from standfast.store.sqlite.statements import load

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from standfast.store.sqlite.connect import Database

    Rows = NDArray[np.int64]
    Groups = Sequence[Sequence[str]]

SQL = load("index")
MOST_READ = 4_000_000  # rows of all terms: some 64 MB
MANY = 2_000  # documents: from here on the lengths of all are read at once


class Postings:
    """The terms of one state of a partition, as far as they were asked for."""

    def __init__(self, connection: Database, last_row: int) -> None:
        self._db = connection
        connection.execute(SQL["current_instances"])
        self._rows: dict[str, tuple[Rows, NDArray[np.float64]]] = {}
        self._read = 0
        self._lengths = np.zeros(last_row + 1)
        self._documents, self._average = read_totals(connection)

    def best(self, terms: Sequence[str], groups: Groups, limit: int, *, since: int = 0) -> list[int]:
        """Return the best rows that have one of these terms, or one of every group, from a row on."""
        shown = np.zeros(len(self._lengths), bool)
        for term in terms:
            shown[self._of(term)[0]] = True
        met = self._meeting(groups) if groups else None
        if met is not None:
            shown |= met
        found = np.flatnonzero(shown)
        if since:
            found = found[np.searchsorted(found, since) :]
        if not len(found):
            return []
        scores = self._score(found, terms, groups, met)
        return [int(row) for row in found[np.argsort(-scores, kind="stable")[:limit]]]

    def meeting(self, groups: Groups) -> Rows:
        """Return the rows that have one of every group, ascending."""
        return np.flatnonzero(self._meeting(groups))

    def _meeting(self, groups: Groups) -> NDArray[np.bool_]:
        met = np.ones(len(self._lengths), bool)
        for group in groups:
            has = np.zeros(len(self._lengths), bool)
            for term in group:
                has[self._of(term)[0]] = True
            met &= has
        return met

    def _score(
        self, found: Rows, terms: Sequence[str], groups: Groups, met: NDArray[np.bool_] | None
    ) -> NDArray[np.float64]:
        """Add up what each term weighs in each row, in the order of the question; of a group only where all meet."""
        norm = K1 * (1 - B + B * self._lengths_of(found) / self._average)
        scores = np.zeros(len(found))
        within = met[found] if met is not None else None
        for term, is_joint in [
            *((term, False) for term in terms),
            *((term, True) for group in groups for term in group),
        ]:
            rows, counts = self._of(term)
            if not len(rows):
                continue
            at = np.minimum(np.searchsorted(rows, found), len(rows) - 1)
            has = rows[at] == found
            if is_joint and within is not None:
                has &= within
            often = np.where(has, counts[at], 0.0)
            scores += weigh(self._documents, len(rows)) * ((often * (K1 + 1.0)) / (often + norm))
        return scores

    def _of(self, term: str) -> tuple[Rows, NDArray[np.float64]]:
        """Return the rows of a term, ascending, and how often each has it."""
        known = self._rows.get(term)
        if known is None:
            listed = self._db.execute(SQL["instances"], (term,)).get
            read = np.fromstring(listed, np.int64, sep=",") if listed else np.zeros(0, np.int64)
            read = read[: np.searchsorted(read, len(self._lengths))]  # what another process has just written comes next
            first = np.flatnonzero(np.diff(read, prepend=-1))
            known = read[first], np.diff(first, append=len(read)).astype(np.float64)
            self._read += len(read)
            if self._read > MOST_READ:
                self._rows, self._read = {}, len(read)
            self._rows[term] = known
        return known

    def _lengths_of(self, rows: Rows) -> NDArray[np.float64]:
        """Return how many tokens documents have."""
        unknown = rows[self._lengths[rows] == 0]
        if len(unknown):
            few = len(unknown) < MANY
            listed = "[" + ",".join(map(str, unknown.tolist())) + "]"
            read = self._db.execute(SQL["lengths_of"], (listed,)) if few else self._db.execute(SQL["lengths"])
            for row, sizes in read:
                if row < len(self._lengths):
                    self._lengths[row] = count_tokens(sizes)
        lengths: NDArray[np.float64] = self._lengths[rows]
        return lengths
