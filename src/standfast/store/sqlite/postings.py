"""Postings: which current documents have a term, as arrays, ranked as the text index ranks them.

The text index counts the documents of every term anew with every question, and that is most of what a question costs
there. Here each term is read once while nothing changes. For processes that stay. Adds up as `bm25` says, so that it
does not matter which of the two answers. Must be asked only for terms that are one token there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from standfast.store.sqlite.bm25 import K1, B, count_tokens, read_totals, weigh
from standfast.store.sqlite.statements import load

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from standfast.store.sqlite.connect import Database

    Rows = NDArray[np.int64]
    Weights = NDArray[np.float64]
    Groups = Sequence[Sequence[str]]

SQL = load("index")
MOST_READ = 4_000_000  # rows of all terms: some 64 MB
BLOCK = 32  # values of which the highest stands for all
FEW = 16  # of so many documents one: where more lengths are wanted, those of all are read at once


class Postings:
    """The terms of one state of a partition, as far as they were asked for."""

    def __init__(self, connection: Database, last_row: int) -> None:
        self._db = connection
        connection.execute(SQL["current_instances"])
        self._terms: dict[str, tuple[Rows, Weights]] = {}
        self._read = 0
        self._count = last_row + 1
        self._lengths = np.zeros(self._count)
        self._documents, self._average = read_totals(connection)

    def best(self, terms: Sequence[str], groups: Groups, limit: int, *, since: int = 0) -> list[int]:
        """Return the best rows that have one of these terms, or one of every group, from a row on."""
        scores = np.zeros(self._count)  # added up in the order of the question, as the text index does
        for term in terms:
            rows, weights = self._of(term)
            scores[rows] += weights
        met = self.meeting(groups) if groups else ()
        for term in [term for group in groups for term in group] if len(met) else ():
            rows, weights = self._of(term)
            if len(rows):
                at = np.minimum(np.searchsorted(rows, met), len(rows) - 1)
                scores[met] += weights[at] * (rows[at] == met)
        scores[:since] = 0.0
        found = np.flatnonzero(scores)  # what a term weighs is more than nothing
        best: list[int] = found[highest(scores[found], limit)].tolist()
        return best

    def meeting(self, groups: Groups) -> Rows:
        """Return the rows that have one of every group, ascending."""
        met = np.ones(self._count, bool)
        for group in groups:
            has = np.zeros(self._count, bool)
            for term in group:
                has[self._of(term)[0]] = True
            met &= has
        return np.flatnonzero(met)

    def _of(self, term: str) -> tuple[Rows, Weights]:
        """Return the rows of a term, ascending, and what it weighs in each."""
        known = self._terms.get(term)
        if known is None:
            listed = self._db.execute(SQL["instances"], (term,)).get
            read = np.fromstring(listed, np.int64, sep=",") if listed else np.zeros(0, np.int64)
            read = read[: np.searchsorted(read, self._count)]  # what another process has just written comes next
            first = np.flatnonzero(np.diff(read, prepend=-1))
            known = read[first], self._weigh(read[first], np.diff(first, append=len(read)).astype(np.float64))
            self._read += len(read)
            if self._read > MOST_READ:
                self._terms, self._read = {}, len(read)
            self._terms[term] = known
        return known

    def _weigh(self, rows: Rows, often: Weights) -> Weights:
        """Return what a term weighs in rows that have it so often."""
        norm = K1 * (1 - B + B * self._lengths_of(rows) / self._average)
        weights: Weights = weigh(self._documents, len(rows)) * ((often * (K1 + 1.0)) / (often + norm))
        return weights

    def _lengths_of(self, rows: Rows) -> Weights:
        """Return how many tokens documents have; where they are few, only theirs are read."""
        unknown = rows[self._lengths[rows] == 0]
        if len(unknown):
            few = len(unknown) * FEW < self._count
            listed = "[" + ",".join(map(str, unknown.tolist())) + "]"
            read = self._db.execute(SQL["lengths_of"], (listed,)) if few else self._db.execute(SQL["lengths"])
            self._keep_lengths(*read.fetchone())
        lengths: Weights = self._lengths[rows]
        return lengths

    def _keep_lengths(self, listed: str | None, sizes: str | None) -> None:
        """Take documents, and how many tokens the columns of each have, as two lists: one row for each takes longer."""
        if not listed or not sizes:
            return
        rows, told = np.fromstring(listed, np.int64, sep=","), sizes.split(",")
        tokens = {size: count_tokens(bytes.fromhex(size)) for size in set(told)}  # many documents are as long
        there = rows < self._count  # what another process has just written comes next
        self._lengths[rows[there]] = np.array([tokens[size] for size in told], np.float64)[there]


def highest(values: NDArray[Any], limit: int) -> Rows:
    """Return where the highest of many values are, best first; of equal ones the first."""
    blocks = len(values) // BLOCK
    if not 0 < limit < blocks:
        return np.argsort(-values, kind="stable")[:limit]
    # So many blocks hold a value that is no less: among them are the highest of all, and all that tie with the last.
    tops = values[: blocks * BLOCK].reshape(blocks, BLOCK).max(axis=1)
    chosen = np.flatnonzero(values >= np.partition(tops, blocks - limit)[blocks - limit])
    return chosen[np.argsort(-values[chosen], kind="stable")[:limit]]
