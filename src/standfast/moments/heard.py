"""Heard: what a person said in an earlier session, nobody having confirmed it, about the very thing at hand.

Owns the look-up of these words by names: a program, a file, a name in the lines that change. Whether a sentence is
about it is for the moment to say (`fits`). Must not tell what a later sentence gave another value, nor what faded. Hook
path: one look at the index where somebody said something, and nothing else where nobody did.
"""

from __future__ import annotations

from standfast.context.view import views
from standfast.model.trust import Standing, Status
from standfast.recall.receipts import Result
from standfast.recall.terms import read_chunk
from standfast.standing.judged import Judged

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from standfast.context.context import Context
    from standfast.model.memory import Memory

_CONSIDERED = 24
_TERMS = 40


def anything_said(context: Context) -> bool:
    """Tell whether anybody's words wait to be confirmed here."""
    waiting = views(context, statuses=(Status.PROPOSED,))
    return any(next(part.memories.select(view, limit=1), None) is not None for part, view in waiting)


def heard(context: Context, names: Iterable[str], fits: Callable[[Memory], bool]) -> list[Result]:
    """Return what persons said in earlier sessions that holds one of these names and fits, the latest first."""
    terms = list(dict.fromkeys(term for name in names for term in read_chunk(name)))[:_TERMS]
    found: dict[str, Memory] = {}
    for partition, view in views(context, statuses=(Status.PROPOSED,)) if terms else ():
        documents = partition.index.lexical(terms, view, _CONSIDERED)
        said = partition.memories.find_several([item.memory for item in documents]) if documents else {}
        found.update({item.id: item for item in said.values() if item.source.kind == "session" and fits(item)})
    if not found:
        return []
    from standfast.learn.session.said import FADES_AFTER, in_force, spoken_rules

    now = context.clock.now()
    fresh = [item for item in found.values() if now - item.version.recorded_at <= FADES_AFTER]
    latest = sorted(in_force(fresh, spoken_rules(context)), key=lambda item: item.at, reverse=True)
    return [Result(item, 0.5, {"said": 1.0}, Judged(Standing.UNANCHORED)) for item in latest]
