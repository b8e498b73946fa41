"""Candidates for recall from PostgreSQL: words, places, links, neighbours, vectors.

Brings documents and statistics; ranks nothing beyond what is needed to cut. Every filter of the view is part of the
query, so what a reader may not see is never counted among what they get; statistics are those of the partition alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from math import log
from typing import Any

from standfast.model.ids import MemoryId
from standfast.model.moment import render_time
from standfast.store.postgres.connect import PostgresConnection
from standfast.store.postgres.vectors import written
from standfast.store.relational.database import guarded
from standfast.store.relational.views import filter_of, rank_addressed, read_addressed, read_document, shelves_of
from standfast.store.values import LEVELS, Addressed, Document, Statistics, View

_AROUND = 20  # how many times as many as wanted are looked up
_MOST_NEAR = 1000  # as far as an approximate index looks around
_CROWD = 1000  # documents with the words of a question that are looked up: words alone do not tell more of them apart
_SHELVES = {"in_current": 1, "in_aside": 0}


def _weigh(known: Statistics, terms: Sequence[str]) -> tuple[float, list[float]]:
    """Return how long documents are, and how much each term tells: the rarer the more."""
    count = max(1, known.documents, *known.frequency.values())  # inside a batch words are counted first
    there = [known.frequency.get(term, 0) for term in terms]
    weights = [max(log((count - number + 0.5) / (number + 0.5)), 1e-6) for number in there]
    return max(1.0, known.length / count), weights


@guarded
class PostgresIndex:
    """The derived search tables of one partition."""

    def __init__(self, connection: PostgresConnection) -> None:
        self._db = connection
        self._sql = connection.statements("index")

    def statistics(self, terms: Sequence[str], before: datetime | None = None) -> Statistics:
        """Return collection statistics for these terms."""
        if before is not None:
            moment = render_time(before)
            documents, length = self._db.execute(self._sql["meta_then"], (moment,)).fetchone()
            then = self._db.execute(self._sql["frequency_then"], (list(terms), moment))
            return Statistics(documents, length, dict(then))
        seen = {} if self._db.seen is None else self._db.seen
        missing = [term for term in terms if ("word", term) not in seen]
        if missing or ("all", "documents") not in seen:
            seen.update({("all", "documents"): 0, ("all", "length"): 0, **{("word", term): 0 for term in missing}})
            for what, name, count in self._db.execute(self._sql["counted"], (missing,)):
                seen[what, name] = count
        frequency = {term: seen["word", term] for term in terms if seen["word", term]}
        return Statistics(seen["all", "documents"], seen["all", "length"], frequency)

    def vocabulary(self, prefix: str, limit: int) -> list[tuple[str, int]]:
        rows = self._db.execute(self._sql["vocabulary"], (prefix, prefix + "\U0010ffff", limit))
        return [(term, documents) for term, documents in rows]

    def lexical(
        self,
        terms: Sequence[str],
        view: View,
        limit: int,
        *,
        joint: Sequence[Sequence[str]] = (),
        besides: Sequence[Sequence[str]] = (),
    ) -> list[Document]:
        asked = sorted({*terms, *(term for group in (*joint, *besides) for term in group)})
        groups = [list(terms)] * bool(terms) + [list(group) for group in joint]
        if not groups or not asked:
            return []
        met = "".join(f", {self._sql['met']} AS met{number}" for number in range(len(groups)))
        together = [f"f.met{number}" for number in range(bool(terms), len(groups))]
        matched = " OR ".join([*(["f.met0"] if terms else []), *([f"({' AND '.join(together)})"] if together else [])])
        clauses, values = self._filter(view)
        shelves = [_SHELVES[shelf] for shelf in shelves_of(view)]
        hits = self._sql["hits"].format(met=met, matched=f"({matched})")
        sql = f"{self._sql['columns']} {hits}{clauses} ORDER BY s.score DESC, d.row LIMIT ?"
        known = self.statistics(asked)
        average, weights = _weigh(known, asked)
        rarest = min(joint, key=lambda group: sum(known.frequency.get(term, 0) for term in group), default=())
        bound = [*groups, asked, weights, sorted({*terms, *rarest})]
        crowd = max(_CROWD, limit * _AROUND)
        crowded = shelves == [_SHELVES["in_current"]] and sum(known.frequency.values()) > crowd
        rows: list[Any] = []
        for most in (crowd, None) if crowded else (None,):
            rows = self._db.execute(sql, [*bound, most, average, shelves, *values, limit]).fetchall()
            if len(rows) >= limit:
                break
        return [read_document(row) for row in rows]

    def placed(self, paths: Sequence[str], view: View, limit: int) -> list[Document]:
        clauses, values = self._filter(view)
        sql = f"{self._sql['columns']} {self._sql['placed'].format(view=clauses)}"
        return [read_document(row) for row in self._db.execute(sql, [list(paths), *values, limit])]

    def addressed(self, addresses: Sequence[int], limit: int) -> Iterator[Addressed]:
        found: dict[int, list[tuple[int, int]]] = {}
        worded: dict[int, tuple[MemoryId, int]] = {}
        for memory, revision, authority, row, number in self._db.execute(
            self._sql["addressed"], (list(addresses), limit)
        ):
            found.setdefault(number, []).append((row, authority))
            worded[row] = memory, revision
        ranked = rank_addressed(list(found.values()), limit)
        return read_addressed(ranked, lambda rows: [(row, *worded[row]) for row in rows])

    def expect(self, addresses: Iterable[int], limit: int) -> None:
        """Do nothing: one statement asks for all addresses of a memory."""

    def linked(self, memories: Sequence[MemoryId], view: View, limit: int) -> list[tuple[MemoryId, Document]]:
        clauses, values = self._filter(view)
        sql = f"{self._sql['columns']} {self._sql['linked'].format(view=clauses)}"
        rows = self._db.execute(sql, [list(memories), list(memories), *values, limit])
        return [(memory, read_document(row)) for *row, memory in rows]

    def relations(self, memories: Sequence[MemoryId]) -> list[tuple[MemoryId, str, MemoryId]]:
        rows = self._db.execute(self._sql["relations"], [list(memories), list(memories)])
        return [(memory, kind, other) for memory, kind, other in rows]

    def neighbours(self, documents: Sequence[Document], view: View) -> list[tuple[int, Document]]:
        clauses, values = self._filter(view)
        within = [document for document in documents if document.session]
        asked = [[document.position for document in within], [document.session for document in within]]
        sql = self._sql["neighbours"].format(view=clauses)
        rows = self._db.execute(f"{self._sql['columns']} {sql}", [*asked, *values, *values]) if within else ()
        return [(position, read_document(row)) for *row, position in rows]

    def compare(self, model: str, vector: bytes) -> PostgresComparison:
        return PostgresComparison(self._db, model, vector)

    def models(self) -> list[str]:
        return [model for (model,) in self._db.execute(self._sql["models"])]

    def terms_of(self, memories: Sequence[MemoryId]) -> list[str]:
        return [
            line for memory in memories for row in self._db.execute(self._sql["terms_of"], (memory,)) for line in row
        ]

    def _filter(self, view: View) -> tuple[str, list[Any]]:
        return filter_of(view, self._sql["over_d"], self._sql["tagged"])


@guarded
class PostgresComparison:
    """One question, compared with everything: an exact scan of the partition's vectors, where they are."""

    def __init__(self, connection: PostgresConnection, model: str, vector: bytes) -> None:
        self._db = connection
        self._sql = connection.statements("index")
        self._model = model
        self._vector = written(vector)
        self._size = len(vector)
        self._known: dict[int, float] = {}

    def nearest(self, view: View, limit: int) -> list[Document]:
        """Return the documents closest to the question that the view allows, best first, ties by position.

        Many times as many as are wanted are looked up, in a large partition by an approximate index, and compared
        exactly; where the view leaves too few of them, everything is.
        """
        wanted = min(limit * _AROUND, _MOST_NEAR)
        if self._has_near():
            found = self._find("near", view, limit, [self._vector, self._model, self._vector, wanted])
        else:
            found = self._find("nearest", view, limit, [self._vector, self._model, wanted])
        if len(found) >= limit:
            return found
        return self._find("nearest", view, limit, [self._vector, self._model, None])

    def _has_near(self) -> bool:
        seen = self._db.seen
        if seen is not None and ("all", "documents") in seen:
            return ("all", f"near:{self._model}") in seen
        return bool(self._db.execute(self._sql["has_near"], (self._model,)).get)

    def _find(self, name: str, view: View, limit: int, bound: list[Any]) -> list[Document]:
        clauses, values = filter_of(view, self._sql["over_d"], self._sql["tagged"])
        statement = self._sql[name].replace("{size}", str(self._size))
        sql = f"{self._sql['columns']}, v.distance {statement}{clauses} ORDER BY v.distance, d.row LIMIT ?"
        found = []
        for *row, distance in self._db.execute(sql, [*bound, *values, limit], literal=name == "near"):
            found.append(read_document(row))
            self._known[found[-1].position] = _cosine(distance)
        return found

    def cosines(self, documents: Sequence[Document]) -> dict[int, float]:
        positions = [document.position for document in documents]
        missing = [position for position in positions if position not in self._known]
        if missing:
            rows = self._db.execute(self._sql["cosines"], (self._vector, self._model, missing))
            self._known.update((position, _cosine(distance)) for position, distance in rows)
        return {position: self._known[position] for position in positions if position in self._known}


def _cosine(distance: float) -> float:
    return -distance / (LEVELS * LEVELS)
