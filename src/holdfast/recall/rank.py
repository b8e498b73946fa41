"""The formula: evidence from every side, added; then age, authority and feedback, multiplied.

Owns the score of a candidate and its visible parts. Reads only what every engine can supply: terms, statistics,
cosines, places, links, neighbours. Every number is in `weights`.
"""

from datetime import datetime

from holdfast.model.kind import TRAITS
from holdfast.model.moment import read_time
from holdfast.recall import weights
from holdfast.recall.terms import whole_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from holdfast.model.trust import Standing
    from holdfast.recall.ask import Ask
    from holdfast.recall.candidates import Pool
    from holdfast.recall.question import Question
    from holdfast.store.values import Document

DAY = 86_400.0


def lexical(document: "Document", question: "Question") -> float:
    """Return BM25 over title, body and place; each thing asked for counts once, by its best term."""
    if not question.concepts:
        return 0.0
    title, body, place = document.title.split(), document.body.split(), document.place.split()
    norm = weights.K1 * (1 - weights.B + weights.B * document.length / question.average_length)
    total = 0.0
    for concept in question.concepts:
        best = 0.0
        for term, weight in concept:
            count = body.count(term) + weights.TITLE * title.count(term) + weights.PLACE * place.count(term)
            if count:
                best = max(best, weight * count * (weights.K1 + 1) / (count + norm))
        total += best
    return total


def anchor(document: "Document", files: tuple[str, ...], symbols: tuple[str, ...]) -> float:
    """Return how much of what is at hand the document is anchored at: 1 for all of it."""
    if not (files or symbols) or not document.place:
        return 0.0
    place = set(document.place.split())
    found = 0.0
    for path in files:
        if whole_of(path) in place:
            found += 1.0
        else:
            folder, _, name = path.rpartition("/")
            same_folder = bool(folder) and whole_of(folder) in place
            found += 0.3 * same_folder + 0.3 * (whole_of(name) in place)
    found += sum(1.0 for symbol in symbols if whole_of(symbol) in place)
    return found / (len(files) + len(symbols))


def recency(document: "Document", now: datetime) -> float:
    """Return 1 for what was just learned, halved with every half-life of its kind; rules do not age."""
    half_life = TRAITS[document.kind].half_life_days
    if half_life is None:
        return 1.0
    age = max(0.0, (now - read_time(document.at)).total_seconds() / DAY)
    return float(0.5 ** (age / half_life))


def score(parts: dict[str, float]) -> float:
    """Combine the parts of one candidate."""
    evidence = (
        parts["lexical"]
        + weights.DENSE * parts["dense"]
        + weights.ANCHOR * parts["anchor"]
        + weights.LINK * parts["link"]
        + weights.CONTEXT * parts["context"]
    )
    aged = 1 - weights.RECENCY * (1 - parts["recency"])
    return evidence * aged * (1 + parts["authority"]) * (1 + parts["feedback"])


def parts_of(pool: "Pool", ask: "Ask") -> dict[int, dict[str, float]]:
    """Return the parts of every candidate of one partition; lexical ones are not scaled yet."""
    words = {row: lexical(document, pool.question) for row, document in pool.documents.items()}
    found: dict[int, dict[str, float]] = {}
    for row, document in pool.documents.items():
        beside = [words[one] for one in pool.neighbours.get(row, ()) if one in words]
        found[row] = {
            "lexical": words[row],
            "dense": max(0.0, pool.cosines.get(row, 0.0)),
            "anchor": anchor(document, ask.files, ask.symbols),
            "link": 0.0,
            "context": sum(beside),
            "recency": recency(document, ask.now),
            "authority": weights.AUTHORITY * (document.authority - 2),
            "feedback": weights.FEEDBACK * max(-5, min(5, document.feedback)),
        }
    return found


def with_standing(value: float, standing: "Standing") -> float:
    """Return a score after what the repository says now."""
    return value * weights.STANDING[standing.value]
