"""The formula: evidence from every side is added; age, authority and feedback multiply.

    own      = lexical^LEXICAL_POWER + DENSE·dense^DENSE_POWER + TOGETHER·together
    evidence = own + CONTEXT·context + SESSION·session + SPAN·span + VERBATIM·verbatim + ANCHOR·anchor + LINK·link
    score    = evidence with age · (1 + authority) · (1 + feedback)

Owns the score of a candidate and its visible parts; `words` reads its words. Reads only what every engine can supply:
terms, statistics, cosines, places, links, neighbours. Every number is in `weights`, with what set it in
docs/explanation/ranking.md.
"""

from datetime import timedelta

from standfast.model.kind import TRAITS, Kind
from standfast.model.moment import read_time
from standfast.model.trust import Authority
from standfast.recall import weights
from standfast.recall.terms import ASKS, exactly, folders_of, whole_of
from standfast.recall.words import is_order, is_turn

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import datetime

    from standfast.model.ids import MemoryId
    from standfast.model.trust import Standing
    from standfast.recall.when import When
    from standfast.store.contract import Partition
    from standfast.store.values import Document

DAY = 86_400.0
_NOTE = Authority.NOTE.value
_EPISODE = Kind.EPISODE
_HALF_LIFE = {kind: traits.half_life_days for kind, traits in TRAITS.items()}


class Scored:
    """One candidate on its way into an answer: what each side says of it, its score, near-duplicates folded into it.

    `held` is the share of the question's weight that its words hold, `session` how far a turn is behind the best of its
    session, `later` what newer versions of it cost or bring.
    """

    lexical = held = dense = together = own = 0.0
    context = session = span = verbatim = anchor = latest = link = recency = 0.0
    later = score = 0.0
    rare = 0.0
    asks = orders = turn = outside = False

    def __init__(self, partition: "Partition", document: "Document") -> None:
        self.partition = partition
        self.document = document
        if document.session:
            self.asks = document.body.endswith(ASKS)
            self.turn = is_turn(document)
            self.orders = self.turn and is_order(document)
        self.folded: list[MemoryId] = []


class AtHand:
    """The files and symbols at hand, as the terms a document anchored there would have."""

    def __init__(self, files: "Sequence[str]", symbols: "Sequence[str]" = ()) -> None:
        self.files = [
            (
                exactly(path),
                frozenset(map(exactly, folders_of(path))),
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
    for itself, folders, folder in hand.files:
        if itself in place:
            found += 1.0
        elif not folders.isdisjoint(place):
            found += weights.COVERED
        elif folder in place:
            found += weights.SAME_FOLDER
    found += sum(symbol in place for symbol in hand.symbols)
    return found / (len(hand.files) + len(hand.symbols))


def set_latest(candidates: "Sequence[Scored]", hand: AtHand) -> None:
    """Give each candidate its place in time among those at a file at hand: 1 for the latest there."""
    placed = [(f" {candidate.document.place} ", candidate) for candidate in candidates if candidate.anchor]
    placed.sort(key=lambda pair: pair[1].document.at, reverse=True)
    for itself, *_ in hand.files:
        there = [item for place, item in placed if f" {itself} " in place]
        for later, item in enumerate(there):
            item.latest = max(item.latest, weights.LATER_ONES / (weights.LATER_ONES + later))


def context(before: "Sequence[float]", after: "Sequence[float]") -> float:
    """Return what stands around a turn, nearest first: what was said before it counts more than what came after."""
    return _nearest_two(before) + weights.AFTER * _nearest_two(after)


def _nearest_two(values: "Sequence[float]") -> float:
    if len(values) > 1:
        return values[0] + weights.FARTHER * values[1]
    return values[0] if values else 0.0


def lent(neighbour: Scored, to: "Document") -> float:
    """Return what a neighbour says of the question, as far as it counts for a turn: less for one that is longer."""
    longer = max(to.length, weights.TURN) / max(neighbour.document.length, weights.TURN)
    return neighbour.own / longer if longer > 1 else neighbour.own


def set_session(candidates: "Iterable[Scored]") -> None:
    """Give each turn how far it is behind the best of its session: what was talked about as a whole speaks for it."""
    turns = [candidate for candidate in candidates if candidate.turn]
    best: dict[str, float] = {}
    for turn in turns:
        session = turn.document.session
        best[session] = max(best.get(session, 0.0), turn.own)
    for turn in turns:
        turn.session = best[turn.document.session] - turn.own


def span(document: "Document", when: "When") -> float:
    """Return 1 for what was said at the time a question names, less for what was said soon after, or just before."""
    at = read_time(document.at)
    if when.start is not None and at < when.start:
        early = (when.start - at).total_seconds() / DAY
        return 0.5 / float((1 + early) ** 2)
    if when.end is not None and at >= when.end:
        late = (at - when.end).total_seconds() / DAY
        return 0.7 / float((1 + late / weights.AFTERWARDS) ** 2)
    return 1.0


def end_of_hour(now: "datetime") -> "datetime":
    """Return when the hour ends: ages are told from there, so that no score moves from one second to the next."""
    return now.replace(minute=0, second=0, microsecond=0) + timedelta(hours=1)


def recency(document: "Document", now: "datetime") -> float:
    """Return 1 for what was just learned, a half after a half-life of its kind, a third after two; rules do not age.

    `now` is the end of an hour (`end_of_hour`): the same question gets the same scores all through it.
    """
    half_life = _HALF_LIFE[document.kind]
    if half_life is None:
        return 1.0
    age = (now - read_time(document.at)).total_seconds() / DAY
    return half_life / (half_life + age) if age > 0 else 1.0


def steps_of(document: "Document") -> int:
    """Return how far a memory's authority is above a note's; a suspicion is shown, and costs no rank."""
    above = document.authority - _NOTE
    return max(0, above)


def authority(document: "Document") -> float:
    """Return what the weight of a memory adds or takes: a step each, and less for what tells only what happened."""
    above = document.authority - _NOTE
    steps = weights.AUTHORITY * above if above > 0 else 0.0
    return steps - weights.HAPPENED if document.kind is _EPISODE else steps


def feedback(document: "Document") -> float:
    """Return what votes add or take."""
    return weights.FEEDBACK * max(-5, min(5, document.feedback)) if document.feedback else 0.0


def set_own(scored: Scored) -> None:
    """Add up what a document says of the question by itself; its lexical part is scaled by then."""
    own = weights.TOGETHER * scored.together
    if scored.lexical:
        own += float(scored.lexical**weights.LEXICAL_POWER)
    if scored.dense:
        own += weights.DENSE * float(scored.dense**weights.DENSE_POWER)
    scored.own = own


def worded(scored: Scored) -> float:
    """Return the evidence of words, meaning, time and surroundings."""
    found = scored.own + weights.CONTEXT * scored.context
    if scored.asks:
        found *= 1 - weights.ASKING
    found += weights.SESSION * scored.session
    if scored.orders:
        found *= 1 + weights.ORDER
    if scored.rare:
        found += weights.IDENTIFIED * scored.rare
    return found + weights.SPAN * scored.span + weights.VERBATIM * scored.verbatim


def evidence(scored: Scored) -> float:
    """Add what every side brings."""
    return worded(scored) + weights.ANCHOR * scored.anchor + weights.LINK * scored.link


def aged(scored: Scored, *, asks_now: bool, at_work: bool) -> float:
    """Return evidence with what being recent adds.

    Age counts for work with files at hand and for questions about what holds now; hardly otherwise. The latest of many
    changes to a file at hand counts besides.
    """
    fresh = weights.FRESH_NOW if asks_now else weights.FRESH_AT_WORK if at_work else weights.FRESH
    restricted = weights.OUTSIDE if scored.outside else 1.0
    found = restricted * (worded(scored) + weights.LINK * scored.link) * (1 + fresh * scored.recency)
    late = weights.FRESH_ANCHOR * scored.recency + weights.LATEST * scored.latest
    return found + restricted * weights.ANCHOR * scored.anchor * (1 + late)


def score(scored: Scored, *, asks_now: bool, at_work: bool) -> float:
    """Combine everything about one candidate."""
    document = scored.document
    found = aged(scored, asks_now=asks_now, at_work=at_work) * (1 + authority(document))
    return found * (1 + feedback(document)) if document.feedback else found


def parts(scored: Scored, *, asks_now: bool, at_work: bool) -> dict[str, float]:
    """Return what every side adds to the score: they add up to it."""
    document = scored.document
    told = (
        worded(scored)
        - weights.SPAN * scored.span
        - weights.VERBATIM * scored.verbatim
        - weights.IDENTIFIED * scored.rare
    )
    order = told * weights.ORDER / (1 + weights.ORDER) if scored.orders else 0.0
    found = {
        "lexical": float(scored.lexical**weights.LEXICAL_POWER),
        "dense": weights.DENSE * float(scored.dense**weights.DENSE_POWER),
        "together": weights.TOGETHER * scored.together,
        "context": told - order - weights.SESSION * scored.session - scored.own,
        "anchor": weights.ANCHOR * scored.anchor,
        "link": weights.LINK * scored.link,
    }
    if scored.session:
        found["session"] = weights.SESSION * scored.session
    if order:
        found["order"] = order
    if scored.span:
        found["time"] = weights.SPAN * scored.span
    if scored.rare:
        found["identifier"] = weights.IDENTIFIED * scored.rare
    if scored.verbatim:
        found["verbatim"] = weights.VERBATIM * scored.verbatim
    sum_of = sum(found.values())
    with_age = aged(scored, asks_now=asks_now, at_work=at_work)
    weighed = with_age * (1 + authority(document))
    if scored.outside:
        found["outside"] = with_age - with_age / weights.OUTSIDE
    found["recency"] = with_age - sum_of - found.get("outside", 0.0)
    found["authority"] = weighed - with_age
    found["feedback"] = weighed * feedback(document)
    if scored.later:
        found["later"] = scored.later
    return found


def with_standing(value: float, standing: "Standing") -> float:
    """Return a score after what the repository says now."""
    return value * weights.STANDING[standing.value]
