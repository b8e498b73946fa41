"""Search: candidates of every partition, one ranking over all of them.

Owns the order of steps. Neighbours: `question`, `when`, `events`, `candidates`, `rank`, `verbatim`, `versions`,
`floor`, `duplicates`.
"""

from standfast.model.kind import HAPPENED, Kind
from standfast.model.trust import Status
from standfast.model.value import replace
from standfast.recall import weights
from standfast.recall.ask import Ask, Hit, Ranking
from standfast.recall.candidates import Pool
from standfast.recall.duplicates import fold_duplicates
from standfast.recall.floor import cut, support
from standfast.recall.meaning import Meaning
from standfast.recall.question import asks_now, happening_words, read_question, subject_of
from standfast.recall.rank import (
    AtHand,
    Scored,
    anchor,
    context,
    end_of_hour,
    lent,
    parts,
    recency,
    score,
    set_latest,
    set_own,
    set_session,
    span,
)  # fmt: skip
from standfast.recall.terms import query_terms
from standfast.recall.verbatim import set_verbatim
from standfast.recall.versions import amended_first, newest_first
from standfast.recall.way import WAYS, asked_way, is_called
from standfast.recall.when import read_when
from standfast.recall.words import read_words, share_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from standfast.model.ids import MemoryId
    from standfast.recall.when import When
    from standfast.store.contract import Partition
    from standfast.store.values import Document, View


def search(partitions: "Sequence[tuple[Partition, View]]", ask: Ask) -> Ranking:
    """Return what answers an ask, best first."""
    ask = ask if ask.files else replace(ask, query=subject_of(ask.query))
    way = asked_way(ask.query)
    ways = [_find_way(partition, view, way) if way else [] for partition, view in partitions]
    if any(ways):
        ask = replace(ask, query=way)
    meaning = Meaning(ask)
    when = read_when(ask.query, ask.now) or _read_happened(partitions, ask)
    pools = [
        Pool(
            partition,
            view,
            read_question(
                ask.query,
                partition.index,
                aside=_looks_aside(view),
                timed=(*(when.words if when else ()), *happening_words(ask.query)),
                before=view.before,
            ),
            meaning.of(partition),
        )
        for partition, view in partitions
    ]
    now, at_work = asks_now(ask.query), bool(ask.files)
    for pool, own in zip(pools, ways, strict=True):
        pool.bring(own)
    found = _rank(pools, ask, when, now=now)
    if way:
        found = _only_ways(found, [document.memory for own in ways for document in own])
    if now:
        newest_first(found)
    amended_first(found)
    kept = fold_duplicates(found)
    answers = cut(kept, pools, ask, way=bool(way), sure=any(ways))
    hits = tuple(
        Hit(
            answer.partition,
            answer.document,
            answer.score,
            parts(answer, asks_now=now, at_work=at_work),
            tuple(answer.folded),
            support(answer),
        )
        for answer in answers[: ask.limit]
    )
    known = frozenset[str]().union(*(pool.question.terms for pool in pools))
    corrected: dict[str, tuple[str, ...]] = {}
    for wrong, right in (item for pool in pools for item in pool.question.corrected.items()):
        if wrong not in known:
            corrected[wrong] = (*corrected.get(wrong, ()), *right)
    hidden = {} if ask.light else _hidden(pools)
    return Ranking(hits, max(0, len(kept) - len(hits)), meaning.told, corrected, hidden)


def _find_way(partition: "Partition", view: "View", name: str) -> "list[Document]":
    """Return what goes by the name of a way."""
    if view.kinds and Kind.PROCEDURE not in view.kinds:
        return []
    terms = query_terms(name)
    found = partition.index.lexical(
        (), replace(view, kinds=(Kind.PROCEDURE,)), weights.LEXICAL_LIMIT, joint=[(term,) for term in terms]
    )
    return [document for document in found if is_called(document.title, terms)]


def _only_ways(found: list[Scored], called: "Sequence[MemoryId]") -> list[Scored]:
    """Return what may say how something is done, what goes by its name first.

    A commit says what was done, never how it is done here; and the way to do something else is no answer.
    """
    others = [query_terms(name) for name in WAYS]
    kept = [
        item
        for item in found
        if item.document.memory in called
        or (
            (item.document.kind not in HAPPENED or item.document.session)
            and not any(is_called(item.document.title, terms) for terms in others)
        )
    ]
    best = max((item.score for item in kept), default=0.0)
    for item in (item for item in kept if item.document.memory in called):
        lead = best - item.score + weights.LEAD
        item.together += lead / weights.TOGETHER
        item.score += lead
    return sorted(kept, key=_order)


def _read_happened(partitions: "Sequence[tuple[Partition, View]]", ask: Ask) -> "When | None":
    """Return the time of a version or a happening that the question places itself by."""
    if ask.light:
        return None
    from standfast.recall.events import read_event, time_of  # few questions name one

    def find(terms: "Sequence[str]") -> "list[Document]":
        joint = [(term,) for term in terms]
        return [
            document
            for partition, view in partitions
            for document in partition.index.lexical((), view, weights.HIDDEN_LIMIT, joint=joint)
        ]

    event = read_event(ask.query)
    return time_of(event, ask.tagged, find) if event else None


def _hidden(pools: list[Pool]) -> dict[str, int]:
    """Count what shares most of the question's words, and is not shown because of its status."""
    found: dict[str, int] = {}
    for document in (document for pool in pools for document in pool.kept_back()):
        found[document.status] = found.get(document.status, 0) + 1
    return found


def _rank(pools: list[Pool], ask: Ask, when: "When | None", *, now: bool) -> list[Scored]:
    """Score every candidate; words are scaled to the best of them, over all partitions."""
    hand = AtHand(ask.files, ask.symbols)
    found = [_read(pool, pool.gather(ask, when), ask, hand) for pool in pools]
    scale = _scale([row for rows in found for row in rows.values()], at_work=bool(ask.files))
    ranked: list[Scored] = []
    for pool, rows in zip(pools, found, strict=True):
        _add_up(rows.values(), scale)
        for follow, limit in ((pool.add_neighbours, weights.SPOKEN), (pool.follow_links, weights.LINKED_FROM)):
            beside = _read(pool, follow(_best(rows, limit)), ask, hand)
            _add_up(beside.values(), scale)
            rows.update(beside)
        _look_around(pool, rows)
        if not ask.light:
            _follow_words(pool, rows, ask, hand, scale)
        if hand.files:
            set_latest(list(rows.values()), hand)
        ranked += rows.values()
    if when is not None:
        _keep_to(when, ranked)
    for row in ranked:
        row.score = score(row, asks_now=now, at_work=bool(ask.files))
    ranked = [row for row in ranked if row.score > 0]
    ranked.sort(key=_order)
    if not ask.light and not any(pool.view.before for pool in pools):
        best = ranked[: weights.READ_AGAIN]
        if set_verbatim(best, ask.query):
            for row in best:
                row.score = score(row, asks_now=now, at_work=bool(ask.files))
            ranked[: weights.READ_AGAIN] = sorted(best, key=_order)  # none is worse than before: the others stay behind
    return ranked if any(_answers(item) for item in ranked) else []


def _keep_to(when: "When", ranked: list[Scored]) -> None:
    """Let a named time restrict a history: commits outside of it count for less, where one inside is on the subject."""
    for item in ranked:
        item.span = span(item.document, when)
    commits = [item for item in ranked if item.document.kind in HAPPENED and not item.document.session]
    most = max((item.held for item in commits), default=0.0)
    if any(item.span == 1.0 and item.held >= weights.INSIDE * most for item in commits):
        for item in commits:
            item.outside = item.span < 1.0


def _order(scored: Scored) -> "tuple[float, str, MemoryId]":
    return -scored.score, scored.document.at, scored.document.memory


def _answers(scored: Scored) -> bool:
    """Tell whether more than chance speaks for a candidate: between any two texts there is some likeness."""
    return scored.dense >= weights.LIKENESS or scored.lexical > 0 or scored.anchor > 0 or scored.link > 0


def _read(pool: Pool, rows: list[int], ask: Ask, hand: AtHand) -> dict[int, Scored]:
    found: dict[int, Scored] = {}
    placed = bool(hand.files or hand.symbols)
    now = end_of_hour(ask.now)
    for row in rows:
        document = pool.documents[row]
        found[row] = scored = Scored(pool.partition, document)
        read_words(scored, pool.question)
        scored.dense = max(0.0, pool.cosines.get(row, 0.0))
        scored.recency = recency(document, now)
        if placed:
            scored.anchor = anchor(document, hand)
    return found


def _scale(candidates: "Sequence[Scored]", *, at_work: bool) -> float:
    """Return what lexical scores are multiplied by: the best becomes 1, or less where it holds little of what is asked.

    With files at hand a question is a whole task, and nothing holds most of it.
    """
    top = max((candidate.lexical for candidate in candidates), default=0.0)
    if not top:
        return 1.0
    held = max(candidate.held for candidate in candidates)
    return (1.0 if at_work else min(1.0, held / weights.CLEAR) ** (1 / weights.LEXICAL_POWER)) / top


def _add_up(candidates: "Iterable[Scored]", scale: float) -> None:
    for candidate in candidates:
        candidate.lexical *= scale
        set_own(candidate)


def _best(rows: dict[int, Scored], limit: int) -> list[int]:
    return [row for _, row in sorted((-item.own, row) for row, item in rows.items())[:limit]]


def _look_around(pool: Pool, rows: dict[int, Scored]) -> None:
    """Give each candidate its share of what stands beside it and of what it is linked to."""
    for row, beside in pool.neighbours.items():
        scored = rows[row]
        order = sorted(other for other in beside if other in rows)
        before = [lent(rows[other], scored.document) for other in reversed(order) if other < row]
        nearest = next((rows[other] for other in reversed(order) if other < row), None)
        if nearest is not None and nearest.asks:
            before[0] *= 1 + weights.ASKED
        scored.context = context(before, [lent(rows[other], scored.document) for other in order if other > row])
    set_session(rows.values())
    for row, linked in pool.links.items():
        rows[row].link = max(rows[other].own for other in linked)


__all__ = ["Ask", "Hit", "Ranking", "search"]


def _follow_words(pool: Pool, rows: dict[int, Scored], ask: Ask, hand: AtHand, scale: float) -> None:
    """Let the words of what was superseded lead to what took its place."""
    for row, older in pool.add_successors(pool.kept_back()).items():
        if row not in rows:
            fresh = _read(pool, [row], ask, hand)
            _add_up(fresh.values(), scale)
            rows.update(fresh)
        share = share_of(older, pool.question)
        rows[row].held = max(rows[row].held, share)
        rows[row].link = max(rows[row].link, weights.SUCCESSOR * share)


def _looks_aside(view: "View") -> bool:
    """Tell whether a view reaches beyond what is current for everyone: a branch's own, or another status."""
    return tuple(view.statuses) != (Status.ACTIVE,) or any("branch:" in scope for scope in view.scopes or ())
