"""A question as one partition can answer it: which terms are telling there, which only re-score, what was misspelt.

Owns the choice of terms by rarity and the repair of unknown ones. Uses statistics of that partition alone.
Neighbours: `terms` reads the words, `lexicon` knows abbreviations, `rank` scores with what is returned here.
"""

from itertools import pairwise
from math import log

from holdfast.recall import weights
from holdfast.recall.lexicon import ABBREVIATIONS, FRAMES, NOW
from holdfast.recall.related import look_up
from holdfast.recall.stem import stem
from holdfast.recall.terms import query_terms

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from holdfast.store.contract import Index
    from holdfast.store.values import Statistics

Concept = tuple[tuple[str, float], ...]  # terms that answer for one thing asked, each with its weight
MAX_TERMS = 160  # of a question; a stack trace has more, and its beginning says which error it was
SHORT = 16  # questions of up to so many terms are worth repairing and widening word by word
VOCABULARY_LIMIT = 20_000
CORRECTIONS = 3
ENDING = 4  # letters an ending has at most


class Question:
    """What to look for in one partition.

    `concepts` holds, for each thing asked, its terms with their weights: a document scores the best of them.
    `telling` are the terms worth looking up; the others only re-score.
    """

    def __init__(
        self,
        concepts: "Sequence[Concept]",
        *,
        average_length: float = 1.0,
        corrected: "Mapping[str, str] | None" = None,
    ) -> None:
        self.concepts = tuple(concepts)
        self.average_length = max(average_length, 1.0)
        self.corrected = corrected or {}
        self.telling = _telling(self.concepts)
        self.places: dict[str, list[tuple[int, float]]] = {}
        for number, concept in enumerate(self.concepts):
            for term, weight in concept:
                self.places.setdefault(term, []).append((number, weight))
        self.terms = frozenset(self.places)
        self.weight = sum(max(weight for _, weight in concept) for concept in self.concepts)


def asks_now(text: str) -> bool:
    """Tell whether a question is about what holds now: it names a rule, a decision, a preference, or says so."""
    terms = query_terms(text)
    return len(terms) <= SHORT and any(term in _FRAMES or term in _NOW for term in terms)


def read_question(text: str, index: "Index", *, aside: bool = False) -> Question:
    """Choose terms for a text by what is rare in this partition.

    `aside`: more is looked at than what is current there, so that a term may be known to none of it and still be found.
    """
    asked = query_terms(text)[:MAX_TERMS]
    options = {term: _options(term, asked) for term in asked}
    options.update({term: {term: 1.0} for term in _joined(asked) if term not in options})
    statistics = index.statistics(list({other: None for found in options.values() for other in found}))
    known = dict(statistics.frequency)
    corrected: dict[str, str] = {}
    concepts: list[Concept] = []
    for term, found in options.items():
        kept = {other: share for other, share in found.items() if other in known}
        if not kept and term in asked and len(asked) <= SHORT and _is_repairable(term):
            for other, frequency in _similar(term, index):
                kept[other] = weights.ALTERNATIVE
                known[other] = frequency
                corrected.setdefault(term, other)
        if not kept and aside and term in asked:
            kept, known[term] = {term: 1.0}, 0
        if kept:
            concepts.append(_weigh(term, kept, known, statistics))
    average = statistics.length / statistics.documents if statistics.documents else 1.0
    return Question(concepts, average_length=average, corrected=corrected)


def _options(term: str, asked: tuple[str, ...]) -> dict[str, float]:
    """Return the terms that may answer for one that was asked, with their shares."""
    found = {term: 1.0}
    if term in _FRAMES:
        return dict.fromkeys(_FRAMES[term], weights.FRAME)
    for other in _ABBREVIATED.get(term, ()):
        found.setdefault(other, weights.ALTERNATIVE)
    if len(asked) <= SHORT:
        for other, cosine in look_up(term)[1]:
            if other not in asked:
                found.setdefault(other, weights.RELATED * cosine)
    return found


def _weigh(term: str, shares: dict[str, float], known: dict[str, int], statistics: "Statistics") -> "Concept":
    if term in _FRAMES:  # one class: as common as all of its words together
        weight = weights.FRAME * _idf(term, sum(known[other] for other in shares), statistics)
        return tuple((other, weight) for other in shares)
    return tuple((other, share * _idf(other, known[other], statistics)) for other, share in shares.items())


def _idf(term: str, frequency: int, statistics: "Statistics") -> float:
    """Return how telling a term is: rare here, and not common in anybody's text, which counts as a few documents."""
    documents = max(statistics.documents, frequency) + weights.PRIOR
    count = frequency + weights.PRIOR * look_up(term)[0]
    return log(1 + (documents - count + 0.5) / (count + 0.5))


def _telling(concepts: "Sequence[Concept]") -> tuple[str, ...]:
    """Return the weightiest terms: a long question is looked up by a few words, and re-scored by all."""
    heaviest = sorted((-weight, term) for concept in concepts for term, weight in concept)
    return tuple(dict.fromkeys(term for _, term in heaviest))[: weights.TELLING]


def _joined(asked: tuple[str, ...]) -> list[str]:
    """Return neighbouring words of a short question written as one: `web socket` also means `websocket`."""
    if len(asked) > SHORT:
        return []
    return [stem(one + two) for one, two in pairwise(asked) if one.isalpha() and two.isalpha()]


def _stemmed_abbreviations() -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for word, others in ABBREVIATIONS.items():
        found[stem(word)] = found.get(stem(word), ()) + tuple(map(stem, others))
    return found


_ABBREVIATED = _stemmed_abbreviations()
_NOW = frozenset(map(stem, NOW))
_FRAMES = {term: frame for frame in (tuple(map(stem, words)) for words in FRAMES) for term in frame}


def _is_repairable(term: str) -> bool:
    return len(term) >= 4 and term.isalpha()


def _similar(term: str, index: "Index") -> list[tuple[str, int]]:
    """Return the most used terms that an unknown one may have meant: a longer form of it, or a slip or two away.

    Terms are stems, and a slip keeps an ending from being taken off: what is left over at the end is forgiven.
    """
    allowed = 1 if len(term) < 8 else 2
    found: list[tuple[int, int, str]] = []
    for other, frequency in index.vocabulary(term[0], VOCABULARY_LIMIT):
        longer = len(term) - len(other)
        if other.startswith(term):
            found.append((0, -frequency, other))
        elif -allowed <= longer <= allowed and (distance := slips(term, other, allowed)) <= allowed:
            found.append((distance, -frequency, other))
        elif 0 < longer <= ENDING and len(other) >= 5 and slips(term[: len(other)], other, 1) <= 1:
            found.append((allowed + 1, -frequency, other))
    return [(other, -frequency) for _, frequency, other in sorted(found)[:CORRECTIONS]]


def slips(left: str, right: str, limit: int) -> int:
    """Count insertions, deletions, replacements and swaps between two words, up to a little more than `limit`."""
    before: list[int] = []
    row = list(range(len(right) + 1))
    for i, a in enumerate(left, 1):
        following = [i]
        for j, b in enumerate(right, 1):
            cost = min(row[j] + 1, following[j - 1] + 1, row[j - 1] + (a != b))
            if before and j > 1 and a == right[j - 2] and left[i - 2] == b:
                cost = min(cost, before[j - 2] + 1)
            following.append(cost)
        if min(following) > limit:
            return limit + 1
        before, row = row, following
    return row[-1]
