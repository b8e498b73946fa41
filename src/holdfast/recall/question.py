"""A question as one partition can answer it: which terms are telling there, which only re-score, what was misspelt.

Owns the choice of terms by rarity and the repair of unknown ones. Uses statistics of that partition alone.
Neighbours: `terms` reads the words, `lexicon` knows abbreviations, `rank` scores with what is returned here.
"""

from itertools import pairwise
from math import log

from holdfast.model.value import Value
from holdfast.recall import weights
from holdfast.recall.lexicon import ABBREVIATIONS
from holdfast.recall.stem import stem
from holdfast.recall.terms import query_terms

TYPE_CHECKING = False
if TYPE_CHECKING:
    from holdfast.store.contract import Index
    from holdfast.store.values import Statistics

MAX_TERMS = 160  # of a question; a stack trace has more, and its beginning says which error it was
SHORT = 10  # questions of up to so many terms are worth repairing word by word
VOCABULARY_LIMIT = 20_000
CORRECTIONS = 3


class Question(Value):
    """What to look for in one partition.

    `concepts` holds, for each thing asked, its terms with their weights: a document scores the best of them.
    `telling` are the terms worth looking up; the others only re-score.
    """

    concepts: tuple[tuple[tuple[str, float], ...], ...]
    telling: tuple[str, ...]
    average_length: float
    corrected: dict[str, str]

    @property
    def ideal(self) -> float:
        """The score of a document that says everything asked for."""
        return sum(max(weight for _, weight in concept) for concept in self.concepts) * (weights.K1 + 1)


def read_question(text: str, index: "Index") -> Question:
    """Choose terms for a text by what is rare in this partition."""
    asked = query_terms(text)[:MAX_TERMS]
    extra = _extra(asked)
    statistics = index.statistics([*asked, *extra])
    known = statistics.frequency
    corrected: dict[str, str] = {}
    concepts: list[tuple[tuple[str, float], ...]] = []
    for term in asked:
        options = {term: 1.0} if term in known else {}
        for other in _alternatives(term):
            if other in known:
                options.setdefault(other, weights.ALTERNATIVE)
        if not options and len(asked) <= SHORT and _is_repairable(term):
            for other, frequency in _similar(term, index):
                options[other] = weights.ALTERNATIVE
                known = {**known, other: frequency}
                corrected[term] = other
        if options:
            concepts.append(tuple((other, share * _idf(known[other], statistics)) for other, share in options.items()))
    joined = [term for term in extra if term in known and not any(term == one[0][0] for one in concepts)]
    concepts += [((term, _idf(known[term], statistics)),) for term in joined if term in _joined(asked)]
    average = statistics.length / statistics.documents if statistics.documents else 1.0
    return Question(tuple(concepts), _telling(concepts), max(average, 1.0), corrected)


def _idf(frequency: int, statistics: "Statistics") -> float:
    documents = max(statistics.documents, frequency)
    return log(1 + (documents - frequency + 0.5) / (frequency + 0.5))


def _telling(concepts: list[tuple[tuple[str, float], ...]]) -> tuple[str, ...]:
    """Return the rarest terms: a long question is looked up by a few words, and re-scored by all."""
    heaviest = sorted(concepts, key=lambda concept: -max(weight for _, weight in concept))[: weights.TELLING]
    return tuple(dict.fromkeys(term for concept in heaviest for term, _ in concept))


def _extra(asked: tuple[str, ...]) -> list[str]:
    found = dict.fromkeys(other for term in asked for other in _alternatives(term))
    found.update(dict.fromkeys(_joined(asked)))
    return list(found)


def _alternatives(term: str) -> tuple[str, ...]:
    return _STEMMED.get(term, ())


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


_STEMMED = _stemmed_abbreviations()


def _is_repairable(term: str) -> bool:
    return len(term) >= 4 and term.isalpha()


def _similar(term: str, index: "Index") -> list[tuple[str, int]]:
    """Return the most used terms that an unknown one may have meant: longer forms of it, or one slip away."""
    allowed = 1 if len(term) < 8 else 2
    found: list[tuple[int, int, str]] = []
    for other, frequency in index.vocabulary(term[0], VOCABULARY_LIMIT):
        if other.startswith(term):
            found.append((0, -frequency, other))
        elif abs(len(other) - len(term)) <= allowed and (distance := slips(term, other, allowed)) <= allowed:
            found.append((distance, -frequency, other))
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
