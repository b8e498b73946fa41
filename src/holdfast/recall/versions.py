"""Versions of one answer: when a question asks what holds now, what was said later goes before what was said earlier.

Owns that order. Candidates whose evidence is about that of the best are taken to be about the same thing; they keep
their places in the answer and only change them among each other, newest first, and never before a weightier source.
"""

from holdfast.model.value import replace
from holdfast.recall import weights
from holdfast.recall.rank import evidence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from holdfast.recall.ask import Hit


def newest_first(hits: "list[Hit]") -> "list[Hit]":
    """Put comparable candidates in order of time."""
    best = max((evidence(dict(hit.scores)) for hit in hits), default=0.0)
    head = hits[: weights.VERSIONS]
    places = [at for at, hit in enumerate(head) if evidence(dict(hit.scores)) >= weights.COMPARABLE * best]
    ordered = sorted((head[at] for at in places), key=lambda hit: hit.document.at, reverse=True)
    ordered.sort(key=lambda hit: -hit.document.authority)
    moved = list(hits)
    for at, hit in zip(places, ordered, strict=True):
        value = head[at].score
        moved[at] = replace(hit, score=value, scores={**hit.scores, "later": value - hit.score})
    return moved
