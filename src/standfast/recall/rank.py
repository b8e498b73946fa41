"""The formula: evidence from every side is added; age, authority and feedback multiply.

    evidence = lexical + DENSE·dense + TOGETHER·together + CONTEXT·context + ANCHOR·anchor + LINK·link
    score    = evidence · (1 + fresh·recency) · (1 + authority) · (1 + feedback)

Owns the score of a candidate and its visible parts. Reads only what every engine can supply: terms, statistics,
cosines, places, links, neighbours. Every number is in `weights`, with what set it in docs/explanation/ranking.md.
"""

from standfast.model.kind import TRAITS, Kind
from standfast.model.moment import read_time
from standfast.recall import weights
from standfast.recall.terms import exactly, folders_of, whole_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from standfast.model.ids import MemoryId
    from standfast.model.trust import Standing
    from standfast.recall.question import Question
    from standfast.store.contract import Partition
    from standfast.store.values import Document

DAY = 86_400.0
_HALF_LIFE = {kind: traits.half_life_days for kind, traits in TRAITS.items()}


class Scored:
    """One candidate on its way into an answer: its parts, its score, and near-duplicates folded into it."""

    __slots__ = ("document", "folded", "partition", "parts", "score")

    def __init__(self, partition: "Partition", document: "Document", parts: dict[str, float]) -> None:
        self.partition = partition
        self.document = document
        self.parts = parts
        self.score = 0.0
        self.folded: list[MemoryId] = []


def read_words(document: "Document", question: "Question") -> tuple[float, float]:
    """Return BM25 over title, body and place, and how much of the question stands together in one stretch of the body.

    Each thing asked for counts once, by its best term.
    """
    terms, places = question.terms, question.places
    said = [(spot, term) for spot, term in enumerate(document.body.split()) if term in terms]
    counts: dict[str, float] = {}
    spots: list[tuple[int, int, float]] = []
    for spot, term in said:
        counts[term] = count = counts.get(term, 0.0) + 1.0
        if count <= weights.MOST_SPOTS:
            spots += [(spot, number, weight) for number, weight in places[term]]
    for field, value in ((document.title, weights.TITLE), (document.place, weights.PLACE)):
        for term in field.split() if field else ():
            if term in terms:
                counts[term] = counts.get(term, 0.0) + value
    extent = (document.length + weights.LENGTH) / (question.average_length + weights.LENGTH)
    norm = weights.K1 * (1 - weights.B + weights.B * extent)
    best: dict[int, float] = {}
    for term, count in counts.items():
        share = count / (count + norm)
        for number, weight in places[term]:
            if weight * share > best.get(number, 0.0):
                best[number] = weight * share
    lexical = sum(sorted(best.values())) * (weights.K1 + 1)
    return lexical, together(spots) / question.weight if spots else 0.0


def is_about(document: "Document", question: "Question") -> bool:
    """Tell whether a document has most of the words of a question."""
    words = {*document.title.split(), *document.body.split()}
    return len(words.intersection(question.asked)) >= weights.ABOUT * len(question.asked)


def together(spots: list[tuple[int, int, float]]) -> float:
    """Return the most that different things asked for weigh within one stretch of text; spots come in order."""
    best, first, final = 0.0, 0, len(spots) - 1
    for last, (end, _, _) in enumerate(spots):
        while spots[first][0] < end - weights.STRETCH:
            first += 1
        if last < final and spots[last + 1][0] <= spots[first][0] + weights.STRETCH:
            continue  # the stretch goes on
        within: dict[int, float] = {}
        for _, number, weight in spots[first : last + 1]:
            if weight > within.get(number, 0.0):
                within[number] = weight
        best = max(best, sum(within.values()))
    return best


class AtHand:
    """The files and symbols at hand, as the terms a document anchored there would have."""

    def __init__(self, files: "Sequence[str]", symbols: "Sequence[str]" = ()) -> None:
        self.files = [
            (
                exactly(path),
                frozenset(map(exactly, folders_of(path))),
                whole_of(path.rpartition("/")[2]),
                whole_of(path.rpartition("/")[0]),
            )
            for path in files
        ]
        self.symbols = [whole_of(symbol) for symbol in symbols]


def anchor(document: "Document", hand: AtHand) -> float:
    """Return how much of what is at hand the document is anchored at: 1 for all of it."""
    if not document.place:
        return 0.0
    place = frozenset(document.place.split())
    found = 0.0
    for itself, folders, name, folder in hand.files:
        if itself in place:
            found += 1.0
        elif not folders.isdisjoint(place):
            found += weights.COVERED
        elif name in place:
            found += weights.SAME_NAME
        elif folder in place:
            found += weights.SAME_FOLDER
    found += sum(symbol in place for symbol in hand.symbols)
    return found / (len(hand.files) + len(hand.symbols))


def context(before: "Sequence[float]", after: "Sequence[float]") -> float:
    """Return what stands around a turn, nearest first: what was said before it counts more than what came after."""
    shares = (1.0, weights.FARTHER)
    earlier = sum(share * value for share, value in zip(shares, before, strict=False))
    return earlier + weights.AFTER * sum(share * value for share, value in zip(shares, after, strict=False))


def recency(document: "Document", now: "datetime") -> float:
    """Return 1 for what was just learned, a half after a half-life of its kind, a third after two; rules do not age."""
    half_life = _HALF_LIFE[document.kind]
    if half_life is None:
        return 1.0
    age = (now - read_time(document.at)).total_seconds() / DAY
    return half_life / (half_life + age) if age > 0 else 1.0


def authority(document: "Document") -> float:
    """Return what the weight of a memory adds or takes: a step each, and less for what tells only what happened."""
    steps = weights.AUTHORITY * max(0, document.authority - 2)  # a suspicion is shown, and costs no rank
    return steps - weights.HAPPENED if document.kind is Kind.EPISODE else steps


def weighed(parts: "Mapping[str, float]") -> dict[str, float]:
    """Return what each side adds to the evidence, as it is added: what `--explain` shows."""
    sides = {"lexical": 1.0, "dense": weights.DENSE, "together": weights.TOGETHER, "context": weights.CONTEXT}
    sides |= {"anchor": weights.ANCHOR, "link": weights.LINK}
    return {name: weight * parts[name] for name, weight in sides.items()}


def own(parts: dict[str, float]) -> float:
    """Return what a document says of the question by itself."""
    return parts["lexical"] + weights.DENSE * parts["dense"] + weights.TOGETHER * parts["together"]


def evidence(parts: dict[str, float]) -> float:
    """Add what every side brings."""
    beside = weights.CONTEXT * parts["context"] + weights.ANCHOR * parts["anchor"] + weights.LINK * parts["link"]
    return own(parts) + beside


def score(parts: dict[str, float], *, asks_now: bool) -> float:
    """Combine the parts of one candidate.

    Age counts for what was done to the files at hand, and for questions about what holds now; hardly otherwise.
    """
    fresh = weights.FRESH_NOW if asks_now else weights.FRESH
    fresh += weights.FRESH_ANCHORED * min(1.0, 2 * parts["anchor"])
    aged = 1 + fresh * parts["recency"]
    return evidence(parts) * aged * (1 + parts["authority"]) * (1 + parts["feedback"])


def with_standing(value: float, standing: "Standing") -> float:
    """Return a score after what the repository says now."""
    return value * weights.STANDING[standing.value]
