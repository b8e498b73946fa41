"""Versions of one answer: what was said later goes before what was said earlier about the same thing.

Owns that order. Two cases: a question asks what holds now, and all that answers it about as well as the best is put
newest first; or, whatever is asked, one statement amends another: it says so ("actually", "no longer", "switched"), or
says all but a word of it again. What is put in order keeps its places in the answer, never before a weightier source.
"""

from standfast.model.kind import HAPPENED
from standfast.recall import weights
from standfast.recall.rank import evidence, steps_of
from standfast.text.stem import stem

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from standfast.recall.rank import Scored

_WORDS = ("actually", "instead", "longer", "anymore", "switched", "moved", "replaced", "changed", "correction")
_AMENDS = frozenset(map(stem, _WORDS))
_STATEMENT = 30  # terms: a longer text says more than one thing
_TURNS = 4  # events: what begins with an amendment amends what was said just before
_SUBJECT = 0.4  # of the shorter one's terms


def newest_first(ranked: "list[Scored]") -> None:
    """Put comparable candidates in order of time."""
    best = max((evidence(item) for item in ranked), default=0.0)
    head = ranked[: weights.VERSIONS]
    places = [at for at, entry in enumerate(head) if evidence(entry) >= weights.COMPARABLE * best]
    ordered = sorted((head[at] for at in places), key=lambda item: item.document.at, reverse=True)
    ordered.sort(key=lambda item: -steps_of(item.document))
    _put(ranked, places, ordered)


def amended_first(ranked: "list[Scored]") -> None:
    """Let a statement that amends another change places with it, where it is behind."""
    stated = [at for at, item in enumerate(ranked[: weights.VERSIONS]) if _states(item)]
    terms = {id(ranked[at]): frozenset(ranked[at].document.body.split()) for at in stated}
    for number, upper in enumerate(stated):
        for lower in stated[number + 1 :]:
            later, earlier = ranked[lower], ranked[upper]
            if (
                later.document.at > earlier.document.at
                and later.document.authority == earlier.document.authority
                and later.anchor >= earlier.anchor
                and _amends(later, terms[id(later)], earlier, terms[id(earlier)])
            ):
                _put(ranked, (upper, lower), (later, earlier))


def _states(item: "Scored") -> bool:
    document = item.document
    return document.length <= _STATEMENT and not item.asks and (item.turn or document.kind not in HAPPENED)


def _amends(later: "Scored", new: frozenset[str], earlier: "Scored", old: frozenset[str]) -> bool:
    """Tell whether one statement takes back another: it is about the same, and says that or all but a word of it."""
    one, other = later.document, earlier.document
    if (
        one.session
        and one.session == other.session
        and one.position - other.position <= _TURNS
        and one.body.partition(" ")[0] in _AMENDS
    ):
        return True
    if later.held < earlier.held:  # what is asked for may be just what the two differ in
        return False
    shared = len(new & old)
    if not _AMENDS.isdisjoint(new):
        return shared >= _SUBJECT * min(len(new), len(old))
    comparable = later.score >= weights.COMPARABLE * earlier.score
    return comparable and shared > 1 and len(old) - shared <= 1


def _put(ranked: "list[Scored]", places: "Iterable[int]", ordered: "Iterable[Scored]") -> None:
    """Put candidates at places of a ranking, each with the score that was there."""
    values = [ranked[at].score for at in places]
    for at, value, entry in zip(places, values, ordered, strict=True):
        entry.later += value - entry.score
        entry.score = value
        ranked[at] = entry
