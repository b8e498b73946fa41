"""Candidates for recall from SQLite: full text, places, links, neighbours, vectors.

Brings documents and statistics; ranks nothing beyond what is needed to cut. Every filter of the view is part of the
query, so what a reader may not see is never counted among what they get.
"""

from __future__ import annotations

from itertools import chain

from standfast.model.ids import MemoryId
from standfast.model.moment import render_time
from standfast.store.relational.database import guarded, rounded
from standfast.store.relational.views import (
    filter_of,
    needs_aside,
    rank_addressed,
    read_addressed,
    read_document,
    shelves_of,
)
from standfast.store.sqlite.dense import Scanner, SqliteComparison
from standfast.store.sqlite.statements import load
from standfast.store.values import Addressed, Document, Statistics, View

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from datetime import datetime

    from standfast.store.sqlite.addresses import Addresses
    from standfast.store.sqlite.connect import Database

SQL = load("index")
BOUND = 500  # ids bound to one statement
CROWD = 5_000  # documents that all have the words of a question: words alone do not tell them apart
_TRIED = 4  # times as many linked memories as are wanted are looked up at first: a view hides few of them
MOST_COUNTED = 50_000  # terms whose counts are kept


@guarded
class SqliteIndex:
    """The derived search tables of one partition."""

    def __init__(self, connection: Database, addresses: Addresses) -> None:
        self._db = connection
        self._addresses = addresses
        self._scanner = Scanner(connection)
        self._counted: dict[str, int] = {}
        self._counted_in: dict[str, int] = {}

    def statistics(self, terms: Sequence[str], before: datetime | None = None) -> Statistics:
        """Return collection statistics for these terms, counted once while nothing changes."""
        if before is not None:
            return self._statistics_then(terms, render_time(before))
        meta = dict(self._db.execute(SQL["meta"]).fetchall())
        if meta != self._counted_in or len(self._counted) > MOST_COUNTED:
            self._counted, self._counted_in = {}, meta
        counted = self._counted
        for term in terms:
            if term not in counted:
                row = self._db.execute(SQL["frequency"], (term,)).fetchone()
                counted[term] = row[1] if row else 0
        frequency = {term: counted[term] for term in terms if counted[term]}
        return Statistics(meta.get("documents", 0), meta.get("length", 0), frequency)

    def _statistics_then(self, terms: Sequence[str], moment: str) -> Statistics:
        documents, length = self._db.execute(SQL["meta_then"], (moment,)).fetchone()
        counted = (
            (term, self._db.execute(SQL["frequency_then"], (_quoted(term), moment)).fetchone()) for term in terms
        )
        return Statistics(documents, length, {term: count for term, (count,) in counted if count})

    def vocabulary(self, prefix: str, limit: int) -> list[tuple[str, int]]:
        """Return the terms in use that start so, each with its number of current documents."""
        rows = self._db.execute(SQL["vocabulary"], (prefix, prefix + "\U0010ffff", limit))
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
        """Return the documents that share most with these terms, or have one of every group in `joint`.

        Of the latter, those that have one of a group in `besides` as well come first.
        """
        expression = " OR ".join([*map(_quoted, terms), *_meetings(joint, besides)])
        if not expression:
            return []
        if self._shows_all_current(view):
            return self._documents(self._best(terms, joint, _meetings(joint, besides), limit), view)
        found: list[Document] = []
        for shelf in shelves_of(view):
            clauses, values = filter_of(view, SQL["over_d"], SQL["tagged"])
            sql = f"{SQL['columns']} {SQL[shelf]}" + clauses + " ORDER BY f.rank LIMIT ?"
            found += [read_document(row) for row in self._db.execute(sql, [expression, *values, limit])]
        return found

    def placed(self, paths: Sequence[str], view: View, limit: int) -> list[Document]:
        """Return the documents anchored at these paths, newest first."""
        found: list[Document] = []
        clauses, values = filter_of(view, SQL["over_d"], SQL["tagged"])
        for path in paths:
            sql = f"{SQL['columns']} {SQL['placed']}" + " WHERE p.path = ?" + clauses + " ORDER BY d.row DESC LIMIT ?"
            found += [read_document(row) for row in self._db.execute(sql, [path, *values, limit])]
        return found

    def addressed(self, addresses: Sequence[int], limit: int) -> Iterator[Addressed]:
        """Yield what is in force at these addresses: what weighs most, then what few share an address with."""
        ranked = rank_addressed(self._addresses.near(addresses, limit), limit)
        yield from read_addressed(ranked, self._addresses.worded)

    def expect(self, addresses: Iterable[int], limit: int) -> None:
        """Prepare for being asked what stands at these addresses, one after the other, within one transaction."""
        self._addresses.expect(addresses, limit)

    def linked(self, memories: Sequence[MemoryId], view: View, limit: int) -> list[tuple[MemoryId, Document]]:
        """Return documents related to these memories, each with the memory it is related to."""
        found: list[tuple[MemoryId, Document]] = []
        clauses, values = filter_of(view, SQL["over_d"], SQL["tagged"])
        for start in range(0, len(memories), BOUND):
            some = memories[start : start + BOUND]
            listed, asked = rounded(some)
            sql = SQL["links"].format(marks=listed)
            beyond: dict[MemoryId, dict[MemoryId, None]] = {}
            for memory, other in self._db.execute(sql, [*asked, *asked]):
                ends = beyond.setdefault(memory, {})
                if len(ends) < max(limit, BOUND):
                    ends[other] = None
            first = {memory: sorted(others)[: _TRIED * limit] for memory, others in beyond.items()}
            known = self._of_memories(list(dict.fromkeys(chain.from_iterable(first.values()))), clauses, values)
            for memory, others in first.items():
                documents = [document for other in others for document in known.get(other, ())]
                if len(documents) < limit and len(others) < len(beyond[memory]):
                    rest = self._of_memories(sorted(beyond[memory])[len(others) :], clauses, values)
                    documents += chain.from_iterable(rest.values())
                found += [(memory, document) for document in documents[:limit]]
        return found

    def _of_memories(
        self, memories: Sequence[MemoryId], clauses: str, values: Sequence[object]
    ) -> dict[MemoryId, list[Document]]:
        """Return the documents of these memories that a view shows."""
        found: dict[MemoryId, list[Document]] = {}
        for start in range(0, len(memories), BOUND):
            listed, asked = rounded(memories[start : start + BOUND])
            sql = f"{SQL['columns']} {SQL['of_memories']} ({listed})" + clauses
            for row in self._db.execute(sql, [*asked, *values]):
                document = read_document(row)
                found.setdefault(document.memory, []).append(document)
        return found

    def neighbours(self, documents: Sequence[Document], view: View) -> list[tuple[int, Document]]:
        """Return the two turns before and after in the same session: (position of the document, neighbour)."""
        asked = [document for document in documents if document.session]
        if not asked:
            return []
        clauses, values = filter_of(view, SQL["over_d"], SQL["tagged"])
        sql = SQL["neighbours"].format(asked=",".join(["(?,?)"] * len(asked)), view=clauses)
        keys = [part for document in asked for part in (document.position, document.session)]
        pairs = [
            (row, beside)
            for row, *sides in self._db.execute(sql, [*keys, *values * 4])
            for beside in sides
            if beside is not None
        ]
        known = {
            document.position: document for document in self._documents(sorted({beside for _, beside in pairs}), view)
        }
        return [(row, known[beside]) for row, beside in pairs if beside in known]

    def _documents(self, rows: Sequence[int], view: View) -> list[Document]:
        clauses, values = filter_of(view, SQL["over_d"], SQL["tagged"])
        listed, asked = rounded(rows)
        sql = f"{SQL['columns']} {SQL['rows']} ({listed})" + clauses
        return [read_document(row) for row in self._db.execute(sql, [*asked, *values])]

    def compare(self, model: str, vector: bytes) -> SqliteComparison:
        """Compare a question with every vector of a model."""
        return SqliteComparison(self._scanner.scan(model, vector), self._documents)

    def models(self) -> list[str]:
        """Return the models that vectors are there of; the first has them all, as far as any does."""
        return [model for (model,) in self._db.execute(SQL["models"])]

    def _best(
        self, terms: Sequence[str], joint: Sequence[Sequence[str]], meetings: Sequence[str], limit: int
    ) -> list[int]:
        """Return the best rows by their words; of a crowd where the groups meet, only the newest are compared."""
        since = self._crowd_since(joint)
        alone = " OR ".join(map(_quoted, terms) if since else [*map(_quoted, terms), *meetings])
        rows = self._db.execute(SQL["best_current"], (alone, limit)).fetchall() if alone else []
        if since:
            rows += self._db.execute(SQL["best_since"], (meetings[0], since, limit)).fetchall()
        return list(dict.fromkeys(row for (row,) in rows))

    def _crowd_since(self, joint: Sequence[Sequence[str]]) -> int:
        """Return from which row on a crowd of documents has one of every group; 0 where there are fewer of them."""
        if not joint or any(sum(self._counted.get(term, 0) for term in group) < CROWD for group in joint):
            return 0
        row = self._db.execute(SQL["crowd"], (_meetings(joint, ())[0], CROWD)).fetchone()
        return int(row[0]) if row else 0

    def _shows_all_current(self, view: View) -> bool:
        """Tell whether a view leaves out nothing of what is current: then no row needs a look before the cut."""
        if needs_aside(view) or view.kinds or view.tags:
            return False
        shown = set(view.scopes or ())
        return all(scope in shown or ",branch:" in scope for (scope,) in self._db.execute(SQL["scopes"]))

    def terms_of(self, memories: Sequence[MemoryId]) -> list[str]:
        """Return the search terms stored for these memories, a line per field."""
        found: list[str] = []
        for memory in memories:
            for row in self._db.execute(SQL["terms_of"], (memory,)):
                found += row
        return found


def _meetings(joint: Sequence[Sequence[str]], besides: Sequence[Sequence[str]]) -> list[str]:
    """Return where groups meet. Others are named beside a term that is there anyway: what matches is ranked by."""
    groups = [f"({' OR '.join(map(_quoted, group))})" for group in joint]
    if groups and besides:
        groups.append(f"({' OR '.join(_quoted(term) for group in (joint[0], *besides) for term in group)})")
    return [f"({' AND '.join(groups)})"] if groups else []


def _quoted(term: str) -> str:
    return '"' + term.replace('"', "") + '"'
