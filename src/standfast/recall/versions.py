"""Versions of one answer: when a question asks what holds now, what was said later goes before what was said earlier.

Owns that order. Candidates whose evidence is about that of the best are taken to be about the same thing; they keep
their places in the answer and only change them among each other, newest first, and never before a weightier source.
"""

from standfast.recall import weights
from standfast.recall.rank import evidence, steps_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from standfast.recall.rank import Scored


def newest_first(ranked: "list[Scored]") -> None:
    """Put comparable candidates in order of time."""
    best = max((evidence(item) for item in ranked), default=0.0)
    head = ranked[: weights.VERSIONS]
    places = [at for at, entry in enumerate(head) if evidence(entry) >= weights.COMPARABLE * best]
    ordered = sorted((head[at] for at in places), key=lambda item: item.document.at, reverse=True)
    ordered.sort(key=lambda item: -steps_of(item.document))
    values = [head[at].score for at in places]
    for at, value, entry in zip(places, values, ordered, strict=True):
        entry.later = value - entry.score
        entry.score = value
        ranked[at] = entry
