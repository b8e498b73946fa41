"""Views as SQL: fixed fragments and bound values, the same for every engine; and documents as rows give them.

`over` is how an engine says that the time of a memory is over, `tagged` that a document has a tag.
"""

from __future__ import annotations

from standfast.model.kind import Kind
from standfast.model.moment import render_time
from standfast.model.trust import Status
from standfast.model.value import fields_of, make_unchecked, replace
from standfast.store.relational.database import marks
from standfast.store.values import Addressed, Document, View

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from typing import Any

    from standfast.model.ids import MemoryId

_FIELDS = fields_of(Document)
_FEW = 8
_KINDS = {kind.value: kind for kind in Kind}


def shelves_of(view: View, *, any_over: bool = True) -> list[str]:
    """Return where to look: only what is active is on the current shelf; `any_over`: the time of some may be over."""
    if view.aside:
        return ["in_aside"]
    due = any_over and view.now is not None and Status.EXPIRED in view.statuses
    needs_current = view.before is not None or not view.statuses or Status.ACTIVE in view.statuses or due
    return ["in_current"] * needs_current + ["in_aside"] * needs_aside(view)


def needs_aside(view: View) -> bool:
    """Tell whether a view looks beside what is current."""
    if view.before is not None or tuple(view.statuses) != (Status.ACTIVE,):
        return True
    return view.scopes is None or any(",branch:" in scope for scope in view.scopes)


def filter_of(view: View, over: str, tagged: str) -> tuple[str, list[Any]]:
    """Return the view of documents as SQL that goes on after a condition."""
    if view.before is None:
        clauses, values = conditions_of(view, "d", over, tagged)
    else:  # what it was then is folded by the caller; here only what had been said by then
        clauses, values = conditions_of(replace(view, statuses=()), "d", over, tagged)
        clauses.append("d.at <= ?")
        values.append(render_time(view.before))
    return "".join(f" AND {clause}" for clause in clauses), values


def conditions_of(view: View, table: str, over: str, tagged: str) -> tuple[list[str], list[Any]]:
    """Return what a row must fulfil to be in a view as it is now: fixed fragments, bound values."""
    clauses: list[str] = []
    values: list[Any] = []
    if view.statuses:
        shown, bound = _statuses_of(view, table, over)
        clauses.append(shown)
        values += bound
    for column, wanted in (("scope", view.scopes), ("kind", view.kinds or None)):
        if wanted is not None:
            clauses.append(f"{table}.{column} IN ({marks(len(wanted))})")
            values += [str(name) for name in wanted]
    for tag in view.tags:
        clauses.append(tagged)
        values.append(tag)
    return clauses, values


def _statuses_of(view: View, table: str, over: str) -> tuple[str, list[Any]]:
    """Return which statuses a view shows: what is active and whose time is over counts as expired."""
    wanted = [status.value for status in view.statuses]
    shown = f"{table}.status IN ({marks(len(wanted))})"
    if view.now is None:
        return shown, list(wanted)
    due = f"({table}.status = 'active' AND {over})"
    if Status.EXPIRED in view.statuses:
        return f"({shown} OR {due})", [*wanted, render_time(view.now)]
    return f"{shown} AND NOT {due}", [*wanted, render_time(view.now)]


def shown_in(view: View, expiring: Mapping[MemoryId, str]) -> Callable[[Document], bool]:
    """Return what tells whether a view shows a document; `expiring` is when active memories stop being that.

    The same as `conditions_of`, for documents that are at hand; tags and past moments only an engine can tell.
    """
    statuses = frozenset(status.value for status in view.statuses)
    scopes = None if view.scopes is None else frozenset(view.scopes)
    now = render_time(view.now) if view.now is not None and statuses else ""
    over = {memory for memory, moment in expiring.items() if moment <= now} if now else ()
    as_expired = Status.EXPIRED in view.statuses
    if statuses and scopes is not None and not over and not view.kinds:  # nearly every view
        return lambda document: document.status in statuses and document.scope in scopes

    def shows(document: Document) -> bool:
        is_over = document.status == "active" and document.memory in over
        if statuses and not (as_expired if is_over else document.status in statuses):
            return False
        return (scopes is None or document.scope in scopes) and (not view.kinds or document.kind in view.kinds)

    return shows


def read_document(row: tuple[Any, ...]) -> Document:
    """Read a document from its columns."""
    return make_unchecked(Document, zip(_FIELDS, (*row[:4], _KINDS[row[4]], *row[5:]), strict=True))


def rank_addressed(found: Sequence[Sequence[tuple[int, int]]], limit: int) -> dict[int, int]:
    """Return what stands at addresses, best first: by weight, then by how few stand there, then the latest.

    What is found, and what is returned, is a document's row and its weight.
    """
    near: dict[tuple[int, int], float] = {}
    for rows in found:
        share = 1 / (len(rows) or 1)
        for row in rows:
            near[row] = near.get(row, 0.0) + share
    ordered = sorted([(-weight, -fit, -row) for (row, weight), fit in near.items()])
    return {-row: -weight for weight, _, row in ordered[:limit]}


def read_addressed(
    ranked: Mapping[int, int], find: Callable[[list[int]], Iterable[tuple[int, MemoryId, int]]]
) -> Iterator[Addressed]:
    """Yield what stands at addresses in its order; `find` tells of documents the memory and revision they are.

    A few are looked up at a time: who reads on seldom reads to the end.
    """
    ordered = list(ranked)
    for start in range(0, len(ordered), _FEW):
        some = ordered[start : start + _FEW]
        known = {row: (memory, revision) for row, memory, revision in find(some)}
        yield from (Addressed(*known[row], ranked[row]) for row in some if row in known)
