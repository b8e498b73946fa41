"""Words of a candidate: BM25 over title, body and place, how much of a question is held, and what stands together.

Owns how a document's terms are compared with a question's. A title counts however long the text under it is; a turn
of a conversation is measured more strictly by its length than a text written to stand on its own. Neighbours:
`question` weighs the terms, `rank` adds the other sides.
"""

from standfast.model.kind import HAPPENED, Kind
from standfast.recall import weights
from standfast.text.stem import stem

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from standfast.recall.question import Question
    from standfast.recall.rank import Scored
    from standfast.store.values import Document

_SUMMED_UP = "goal"  # so the summary of a session begins, and goes on with the first prompt
_ALWAYS = frozenset(map(stem, ("always", "never", "whenever")))


def read_words(scored: "Scored", question: "Question") -> None:
    """Set the lexical score, what part of the question is held, and how much of it stands together."""
    document, terms, places, plain = scored.document, question.terms, question.places, question.plain
    said = document.body.split()
    if plain and not document.title and not document.place:
        _read_plain(scored, question, [(spot, term) for spot, term in enumerate(said) if term in plain])
        return
    counts: dict[str, float] = {}
    spots: list[tuple[int, int, float]] = []
    for spot, term in [(spot, term) for spot, term in enumerate(said) if term in terms]:
        counts[term] = count = counts.get(term, 0.0) + 1.0
        if count <= weights.MOST_SPOTS:
            for number, weight in places[term]:
                spots.append((spot, number, weight))
    titled = _count(document.title, terms, weights.TITLE)
    for found in (titled, _count(document.place, terms, weights.PLACE)):
        for term, value in found.items():
            counts[term] = counts.get(term, 0.0) + value
    if not counts:
        return
    if question.rare:
        scored.rare = max((share for term, share in question.rare.items() if term in counts), default=0.0)
    _score(scored, question, counts, titled)
    if spots:
        scored.together = together(spots) / question.weight
    if titled:
        scored.together = max(scored.together, _most(titled, question) / question.weight)
        if question.words.issubset(titled):  # it is called by its name: the less else the name says, the surer
            way = weights.WAY if document.kind is Kind.PROCEDURE else 1.0
            scored.together += way * weights.NAMED * (len(question.words) / len(set(document.title.split()))) ** 2


def _read_plain(scored: "Scored", question: "Question", said: list[tuple[int, str]]) -> None:
    """Read the words of a mere text, where each term of the question answers for one thing: as above, and sooner."""
    if not said:
        return
    plain, norm = question.plain, extent(scored, question)
    counts: dict[str, float] = {}
    for _, term in said:
        counts[term] = counts[term] + 1.0 if term in counts else 1.0
    if question.rare:
        scored.rare = max((share for term, share in question.rare.items() if term in counts), default=0.0)
    held = [plain[term][1] for term in counts]
    shares = [weight * (count / (count + norm)) for weight, count in zip(held, counts.values(), strict=True)]
    shares.sort()
    scored.lexical = sum(shares) * (weights.K1 + 1)
    if said[-1][0] <= said[0][0] + weights.STRETCH:
        scored.together = sum(held) / question.weight
    else:
        scored.together = together(_spots(said, counts, plain)) / question.weight
    held.sort()
    scored.held = min(1.0, sum(held) / question.sought)


def _spots(
    said: list[tuple[int, str]], counts: "Mapping[str, float]", plain: "Mapping[str, tuple[int, float]]"
) -> list[tuple[int, int, float]]:
    """Return where what is asked for stands; of a term that stands there often, the first places."""
    if max(counts.values()) <= weights.MOST_SPOTS:
        return [(spot, *plain[term]) for spot, term in said]
    seen = dict.fromkeys(counts, 0)
    found = []
    for spot, term in said:
        seen[term] += 1
        if seen[term] <= weights.MOST_SPOTS:
            found.append((spot, *plain[term]))
    return found


def _count(field: str, terms: frozenset[str], value: float) -> dict[str, float]:
    found: dict[str, float] = {}
    for term in field.split() if field else ():
        if term in terms:
            found[term] = found.get(term, 0.0) + value
    return found


def _score(
    scored: "Scored", question: "Question", counts: "Mapping[str, float]", titled: "Mapping[str, float]"
) -> None:
    """Add up what is asked for; each thing counts once, by its best term."""
    norm = extent(scored, question)
    best: dict[int, float] = {}
    most: dict[int, float] = {}
    places = question.places
    for term, count in counts.items():
        share = count / (count + norm)
        if term in titled:  # however long the text under it is
            share = max(share, titled[term] / (titled[term] + weights.K1))
        for number, weight in places[term]:
            if number not in best:
                best[number], most[number] = weight * share, weight
                continue
            best[number] = max(best[number], weight * share)
            most[number] = max(most[number], weight)
    scored.lexical = sum(sorted(best.values())) * (weights.K1 + 1)
    scored.held = min(1.0, sum(sorted(most.values())) / question.sought)


def _most(terms: "Iterable[str]", question: "Question") -> float:
    """Return what some terms weigh of a question, each thing asked for once."""
    within: dict[int, float] = {}
    for term in terms:
        for number, weight in question.places[term]:
            if weight > within.get(number, 0.0):
                within[number] = weight
    return sum(sorted(within.values()))


def is_turn(document: "Document") -> bool:
    """Tell what was said in a session from what was written to stand on its own."""
    return bool(document.session) and document.kind in HAPPENED


def is_order(document: "Document") -> bool:
    """Tell whether a turn says how something is always to be done: it is about every later question on its subject."""
    opening = document.body.split(" ", 2)[:2]  # before it at most who speaks
    return not _ALWAYS.isdisjoint(opening) and _SUMMED_UP not in opening


def extent(scored: "Scored", question: "Question") -> float:
    """Return what divides a count of words: how long a document is beside the average of its partition."""
    length = scored.document.length
    if scored.turn:
        return weights.K1 * float((max(length, weights.TURN) / question.average_length) ** weights.SPREAD)
    share = (length + weights.LENGTH) / (question.average_length + weights.LENGTH)
    return weights.K1 * (1 - weights.B + weights.B * share)


def is_about(document: "Document", question: "Question") -> bool:
    """Tell whether a document has most of the words of a question."""
    return share_of(document, question) >= weights.ABOUT


def share_of(document: "Document", question: "Question") -> float:
    """Return the share of a question's words that a document has, known to what is current or not."""
    words = {*document.title.split(), *document.body.split()}
    return len(words.intersection(question.asked)) / len(question.asked) if question.asked else 1.0


def together(spots: list[tuple[int, int, float]]) -> float:
    """Return the most that different things asked for weigh within one stretch of text; spots come in order."""
    if spots[-1][0] <= spots[0][0] + weights.STRETCH:
        return sum(_heaviest(spots).values())
    best, first, final = 0.0, 0, len(spots) - 1
    for last, (end, _, _) in enumerate(spots):
        while spots[first][0] < end - weights.STRETCH:
            first += 1
        if last < final and spots[last + 1][0] <= spots[first][0] + weights.STRETCH:
            continue  # the stretch goes on
        best = max(best, sum(_heaviest(spots[first : last + 1]).values()))
    return best


def _heaviest(spots: list[tuple[int, int, float]]) -> dict[int, float]:
    """Return what each thing asked for weighs at most in these spots."""
    found: dict[int, float] = {}
    for _, number, weight in spots:
        if number not in found or weight > found[number]:
            found[number] = weight
    return found
