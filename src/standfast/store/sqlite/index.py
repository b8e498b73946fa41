"""Candidates for recall from SQLite: full text, places, links, neighbours, vectors.

Brings documents and statistics; ranks nothing beyond what is needed to cut. Every filter of the view is part of the
query, so what a reader may not see is never counted among what they get.
"""

from __future__ import annotations

import sys
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
from standfast.store.sqlite.bm25 import rank_few
from standfast.store.sqlite.held import MOST
from standfast.store.sqlite.scan.scanner import Scanner, SqliteComparison
from standfast.store.sqlite.statements import load
from standfast.store.values import Addressed, Document, Statistics, View

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from datetime import datetime
    from typing import Any

    from standfast.store.sqlite.addresses import Addresses
    from standfast.store.sqlite.connect import Connection
    from standfast.store.sqlite.held import Held, Known
    from standfast.store.sqlite.postings import Postings

SQL = load("index")
BOUND = 500  # ids bound to one statement
WORTH = 500  # documents that have a word are counted there in the time in which one that matches is ranked here
CROWD = 5_000  # documents that all have the words of a question: words alone do not tell them apart
MOST_PREFIXES = 64  # of which the words are kept
_TRIED = 4  # times as many linked memories as are wanted are looked up, where a view hides some of the first


@guarded
class SqliteIndex:
    """The derived search tables of one partition."""

    def __init__(self, connection: Connection, addresses: Addresses, held: Held) -> None:
        self._db = connection
        self._addresses = addresses
        self._held = held
        self._scanner = Scanner(connection)

    def statistics(self, terms: Sequence[str], before: datetime | None = None) -> Statistics:
        """Return collection statistics for these terms, counted once while nothing changes."""
        if before is not None:
            return self._statistics_then(terms, render_time(before))
        known = self._held.look()
        meta = known.meta if known is not None else dict(self._db.execute(SQL["meta"]).fetchall())
        counted = self._count(terms, known)
        frequency = {term: counted[term] for term in terms if counted[term]}
        return Statistics(meta.get("documents", 0), meta.get("length", 0), frequency)

    def _count(self, terms: Iterable[str], known: Known | None) -> dict[str, int]:
        """Return how many current documents have each of these terms, and others that were counted before."""
        counted = known.counted if known is not None else {}
        if len(counted) > MOST:
            counted.clear()
        asked = [term for term in terms if term not in counted]
        for start in range(0, len(asked), BOUND):
            some = asked[start : start + BOUND]
            counted.update(dict.fromkeys(some, 0))
            listed, values = rounded(some)
            counted.update(self._db.execute(SQL["frequency"].format(marks=listed), values).fetchall())
        return counted

    def _statistics_then(self, terms: Sequence[str], moment: str) -> Statistics:
        documents, length = self._db.execute(SQL["meta_then"], (moment,)).fetchone()
        counted = (
            (term, self._db.execute(SQL["frequency_then"], (_quoted(term), moment)).fetchone()) for term in terms
        )
        return Statistics(documents, length, {term: count for term, (count,) in counted if count})

    def vocabulary(self, prefix: str, limit: int) -> list[tuple[str, int]]:
        known = self._held.look()
        kept = known.vocabulary if known is not None else {}
        found = kept.get((prefix, limit))
        if found is None:
            if len(kept) > MOST_PREFIXES:
                kept.clear()
            found = self._db.execute(SQL["vocabulary"], (prefix, prefix + "\U0010ffff", limit)).fetchall()
            kept[prefix, limit] = found
        return found

    def lexical(
        self,
        terms: Sequence[str],
        view: View,
        limit: int,
        *,
        joint: Sequence[Sequence[str]] = (),
        besides: Sequence[Sequence[str]] = (),
    ) -> list[Document]:
        if not terms and not joint:
            return []
        known = self._held.look()
        if self._shows_all_current(view, known):
            return self._documents(self._best(terms, joint, besides, limit, known), view, known)
        found: list[Document] = []
        expression = " OR ".join([*map(_quoted, terms), *_meetings(joint, besides)])
        for shelf in shelves_of(view) if known is None else known.shelves(view):
            clauses, values = filter_of(view, SQL["over_d"], SQL["tagged"])
            # Ranking before the view narrows it down weighs every hit; of a few kinds only those that are left are.
            order = SQL[f"weighed_{shelf}"] if view.kinds else "ORDER BY f.rank LIMIT ?"
            sql = f"{SQL['columns']} {SQL[shelf]}{clauses} {order}"
            found += [read_document(row) for row in self._db.execute(sql, [expression, *values, limit])]
        return found

    def placed(self, paths: Sequence[str], view: View, limit: int) -> list[Document]:
        found: list[Document] = []
        clauses, values = filter_of(view, SQL["over_d"], SQL["tagged"])
        latest = " ORDER BY p.document DESC LIMIT ?"  # as the index has them: what is beyond the limit is not read
        for path in paths:
            sql = f"{SQL['columns']} {SQL['placed']}" + " WHERE p.path = ?" + clauses + latest
            found += [read_document(row) for row in self._db.execute(sql, [path, *values, limit])]
        return found

    def addressed(self, addresses: Sequence[int], limit: int) -> Iterator[Addressed]:
        ranked = rank_addressed(self._addresses.near(addresses, limit), limit)
        yield from read_addressed(ranked, self._addresses.worded)

    def expect(self, addresses: Iterable[int], limit: int) -> None:
        self._addresses.expect(addresses, limit)

    def linked(self, memories: Sequence[MemoryId], view: View, limit: int) -> list[tuple[MemoryId, Document]]:
        known = self._held.look()
        linked = self._relations(memories, known)
        beyond = {memory: sorted({other for _, other in linked[memory]})[:BOUND] for memory in sorted(set(memories))}
        found: dict[MemoryId, list[Document]] = {memory: [] for memory in beyond}
        start = 0
        for end in (limit, _TRIED * limit, BOUND):
            short = {memory: beyond[memory][start:end] for memory in beyond if len(found[memory]) < limit}
            wanted = list(dict.fromkeys(chain.from_iterable(short.values())))
            shown = self._shown("memory", wanted, view, known) if wanted else {}
            for memory, others in short.items():
                found[memory] += chain.from_iterable(shown[other] for other in others if other in shown)
            start = end
        return [(memory, document) for memory in found for document in found[memory][:limit]]

    def relations(self, memories: Sequence[MemoryId]) -> list[tuple[MemoryId, str, MemoryId]]:
        known = self._relations(memories, self._held.look())
        return [(memory, kind, other) for memory in memories for kind, other in known[memory]]

    def _relations(
        self, memories: Sequence[MemoryId], known: Known | None
    ) -> dict[MemoryId, list[tuple[str, MemoryId]]]:
        """Return the links of these memories, either way, and of others that were asked for before."""
        found = known.relations if known is not None else {}
        if len(found) > MOST:
            found.clear()
        asked = [memory for memory in memories if memory not in found]
        for start in range(0, len(asked), BOUND):
            some = asked[start : start + BOUND]
            found.update((memory, []) for memory in some)
            listed, values = rounded(some)
            for memory, kind, other in self._db.execute(SQL["relations"].format(marks=listed), [*values, *values]):
                found[memory].append((kind, other))
        return found

    def _shown(self, by: str, wanted: Sequence[Any], view: View, known: Known | None) -> dict[Any, list[Document]]:
        """Return the documents that a view shows, by what they are asked for: their `position` or their `memory`."""
        shows = known.shown_in(view) if known is not None else None
        held = known.held[by] if known is not None and shows is not None else {}
        clauses, values = filter_of(view, SQL["over_d"], SQL["tagged"]) if shows is None else ("", [])
        unread: dict[Any, list[Document]] = {key: [] for key in wanted if key not in held}
        for start in range(0, len(unread), BOUND):
            listed, asked = rounded(list(unread)[start : start + BOUND])
            rows = self._db.execute(f"{SQL['columns']} {SQL[f'by_{by}']} ({listed})" + clauses, [*asked, *values])
            for document in map(read_document, rows) if known is None or shows is None else known.keep(rows):
                unread[getattr(document, by)].append(document)
        if known is None or shows is None:
            return {key: documents for key, documents in unread.items() if documents}
        if unread:
            known.held[by].update(unread)
            held = {**held, **unread} if held is not known.held[by] else held  # it may have been let go meanwhile
        found: dict[Any, list[Document]] = {}
        for key in wanted:
            documents = held[key]
            if len(documents) > 1:
                documents = [document for document in documents if shows(document)]
            if documents and (len(documents) > 1 or shows(documents[0])):
                found[key] = documents
        return found

    def neighbours(self, documents: Sequence[Document], view: View) -> list[tuple[int, Document]]:
        asked = [document for document in documents if document.session]
        if not asked:
            return []
        clauses, values = filter_of(view, SQL["over_d"], SQL["tagged"])
        sql = SQL["neighbours"].format(asked=",".join(["(?,?)"] * len(asked)), view=clauses)
        keys = [part for document in asked for part in (document.position, document.session)]
        pairs = [
            (row, int(beside))
            for row, *sides in self._db.execute(sql, [*keys, *values * 2])
            for side in sides
            for beside in (side.split(",") if side else ())
        ]
        shown = self._shown("position", list({beside for _, beside in pairs}), view, self._held.look())
        return [(row, document) for row, beside in pairs for document in shown.get(beside, ())]

    def _documents(self, rows: Sequence[int], view: View, known: Known | None) -> list[Document]:
        shown = self._shown("position", rows, view, known)
        return [document for row in sorted(shown) for document in shown[row]]  # as the file gives them

    def compare(self, model: str, vector: bytes) -> SqliteComparison:
        known = self._held.look()
        scan = self._scanner.scan(model, vector, known.meta["vectors"] if known is not None else None)
        return SqliteComparison(scan, lambda rows, view: self._documents(rows, view, known))

    def models(self) -> list[str]:
        known = self._held.look()
        return known.models if known is not None else [model for (model,) in self._db.execute(SQL["models"])]

    def _best(
        self,
        terms: Sequence[str],
        joint: Sequence[Sequence[str]],
        besides: Sequence[Sequence[str]],
        limit: int,
        known: Known | None,
    ) -> list[int]:
        """Return the best rows by their words; of a crowd where the groups meet, only the newest are compared."""
        postings = self._postings(chain(terms, *joint, *besides), known)
        is_crowd = bool(joint) and self._is_crowd(joint, known)
        if postings is not None:
            met = postings.meeting(joint) if is_crowd else ()
            since = int(met[-CROWD - 1]) if len(met) > CROWD else 0
            groups = _with_besides(joint, besides)
            if not since:
                return postings.best(terms, groups, limit)
            rows = postings.best(terms, (), limit) + postings.best((), groups, limit, since=since)
            return list(dict.fromkeys(rows))
        meetings = _meetings(joint, besides)
        since = self._crowd_since(joint) if is_crowd else 0
        alone = " OR ".join(map(_quoted, terms) if since else [*map(_quoted, terms), *meetings])
        groups = [] if since else _with_besides(joint, besides)
        found = self._matching(alone, terms, groups, limit, known) if alone else []
        if since:
            rows = self._db.execute(SQL["best_since"], (meetings[0], since, limit)).fetchall()
            found += [row for (row,) in rows]
        return list(dict.fromkeys(found))

    def _matching(
        self, expression: str, terms: Sequence[str], groups: Sequence[Sequence[str]], limit: int, known: Known | None
    ) -> list[int]:
        """Return the best rows that match, in any order; the text index ranks them only where that is shorter."""
        asked = [*chain(terms, *groups)]
        counted = known.counted if known is not None else {}
        few = sum(counted.get(term, 0) for term in asked) // WORTH
        if few > limit and all(term in counted and _is_plain(term) for term in asked):
            found = [row for (row,) in self._db.execute(SQL["any_current"], (expression, few + 1))]
            if len(found) <= few:
                return found if len(found) <= limit else rank_few(self._db, found, terms, groups, counted)[:limit]
        return [row for (row,) in self._db.execute(SQL["best_current"], (expression, limit))]

    def _postings(self, terms: Iterable[str], known: Known | None) -> Postings | None:
        """Return the terms of the partition as arrays, in a process that stays, where these can be looked up there."""
        if known is None or "numpy" not in sys.modules or self._db.read_only or not all(map(_is_plain, terms)):
            return None
        if known.postings is None:
            from standfast.store.sqlite.postings import Postings

            known.postings = Postings(self._db, known.meta["row"] or 0)
        return known.postings

    def _is_crowd(self, joint: Sequence[Sequence[str]], known: Known | None) -> bool:
        """Tell whether so many documents have each group that those which have all may be a crowd."""
        counted = known.counted if known is not None else {}
        return all(sum(counted.get(term, 0) for term in group) >= CROWD for group in joint)

    def _crowd_since(self, joint: Sequence[Sequence[str]]) -> int:
        """Return from which row on a crowd of documents has one of every group; 0 where there are fewer of them."""
        row = self._db.execute(SQL["crowd"], (_meetings(joint, ())[0], CROWD)).fetchone()
        return int(row[0]) if row else 0

    def _shows_all_current(self, view: View, known: Known | None) -> bool:
        """Tell whether a view leaves out nothing of what is current: then no row needs a look before the cut."""
        if needs_aside(view) or view.kinds or view.tags:
            return False
        shown = set(view.scopes or ())
        scopes = known.scopes if known is not None else [scope for (scope,) in self._db.execute(SQL["scopes"])]
        return all(scope in shown or ",branch:" in scope for scope in scopes)

    def terms_of(self, memories: Sequence[MemoryId]) -> list[str]:
        found: list[str] = []
        for memory in memories:
            for row in self._db.execute(SQL["terms_of"], (memory,)):
                found += row
        return found


def _meetings(joint: Sequence[Sequence[str]], besides: Sequence[Sequence[str]]) -> list[str]:
    """Return where groups meet. Others are named beside a term that is there anyway: what matches is ranked by."""
    groups = [f"({' OR '.join(map(_quoted, group))})" for group in _with_besides(joint, besides)]
    return [f"({' AND '.join(groups)})"] if groups else []


def _with_besides(joint: Sequence[Sequence[str]], besides: Sequence[Sequence[str]]) -> list[Sequence[str]]:
    return [*joint, [*chain(joint[0], *besides)]] if joint and besides else list(joint)


def _is_plain(term: str) -> bool:
    """Tell whether a term is one token of the text index, as it stands."""
    return term.isascii() and term.replace("_", "a").isalnum() and term.islower() | term.replace("_", "").isdigit()


def _quoted(term: str) -> str:
    return '"' + term.replace('"', "") + '"'
