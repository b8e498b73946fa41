"""Search: candidates of every partition, one ranking over all of them.

Owns the order of steps. Neighbours: `question`, `candidates`, `rank`, `versions`, `duplicates`.
"""

from standfast.model.trust import Status
from standfast.recall import weights
from standfast.recall.ask import Ask, Hit, Ranking
from standfast.recall.candidates import Pool
from standfast.recall.duplicates import fold_duplicates
from standfast.recall.meaning import Meaning
from standfast.recall.question import asks_now, read_question
from standfast.recall.rank import (
    AtHand,
    Scored,
    anchor,
    authority,
    context,
    is_about,
    own,
    read_words,
    recency,
    score,
)  # fmt: skip
from standfast.recall.versions import newest_first

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from standfast.store.contract import Partition
    from standfast.store.values import View


def search(partitions: "Sequence[tuple[Partition, View]]", ask: Ask) -> Ranking:
    """Return what answers an ask, best first."""
    meaning = Meaning(ask)
    pools = [
        Pool(
            partition,
            view,
            read_question(ask.query, partition.index, aside=_looks_aside(view)),
            meaning.of(partition),
        )
        for partition, view in partitions
    ]
    found = _rank(pools, ask)
    if asks_now(ask.query):
        newest_first(found)
    kept = fold_duplicates(found)
    hits = tuple(Hit(one.partition, one.document, one.score, one.parts, tuple(one.folded)) for one in kept[: ask.limit])
    corrected = {wrong: right for pool in pools for wrong, right in pool.question.corrected.items()}
    hidden = {} if ask.light else _hidden(pools)
    return Ranking(hits, max(0, len(kept) - ask.limit), meaning.told, corrected, hidden)


def _hidden(pools: list[Pool]) -> dict[str, int]:
    """Count what shares most of the question's words, and is not shown because of its status."""
    found: dict[str, int] = {}
    for pool in pools:
        for document in pool.kept_back():
            if is_about(document, pool.question):
                found[document.status] = found.get(document.status, 0) + 1
    return found


def _rank(pools: list[Pool], ask: Ask) -> list[Scored]:
    """Score every candidate; words are scaled to the best of them, over all partitions."""
    hand = AtHand(ask.files, ask.symbols)
    found = [_read(pool, pool.gather(ask), ask, hand) for pool in pools]
    top = max((one.parts["lexical"] for rows in found for one in rows.values()), default=0.0) or 1.0
    now = asks_now(ask.query)
    ranked: list[Scored] = []
    for pool, rows in zip(pools, found, strict=True):
        _scale(rows, top)
        said = {row: own(one.parts) for row, one in rows.items()}
        for follow, limit in ((pool.add_neighbours, weights.SPOKEN), (pool.follow_links, weights.LINKED_FROM)):
            beside = _read(pool, follow(_best(said, limit)), ask, hand)
            _scale(beside, top)
            rows.update(beside)
            said.update({row: own(one.parts) for row, one in beside.items()})
        _look_around(pool, rows, said)
        for one in rows.values():
            one.score = score(one.parts, asks_now=now)
            if one.score > 0:
                ranked.append(one)
    ranked.sort(key=lambda one: (-one.score, one.document.at, one.document.memory))
    return ranked if any(_answers(one.parts) for one in ranked) else []


def _answers(parts: dict[str, float]) -> bool:
    """Tell whether more than chance speaks for a candidate: between any two texts there is some likeness."""
    return parts["dense"] >= weights.LIKENESS or any(parts[side] > 0 for side in ("lexical", "anchor", "link"))


def _read(pool: Pool, rows: list[int], ask: Ask, hand: AtHand) -> dict[int, Scored]:
    found: dict[int, Scored] = {}
    placed = bool(hand.files or hand.symbols)
    for row in rows:
        document = pool.documents[row]
        lexical, together = read_words(document, pool.question)
        parts = {
            "lexical": lexical,
            "dense": max(0.0, pool.cosines.get(row, 0.0)),
            "together": together,
            "context": 0.0,
            "anchor": anchor(document, hand) if placed else 0.0,
            "link": 0.0,
            "recency": recency(document, ask.now),
            "authority": authority(document),
            "feedback": weights.FEEDBACK * max(-5, min(5, document.feedback)) if document.feedback else 0.0,
        }
        found[row] = Scored(pool.partition, document, parts)
    return found


def _scale(rows: dict[int, Scored], top: float) -> None:
    for one in rows.values():
        one.parts["lexical"] /= top


def _best(said: dict[int, float], limit: int) -> list[int]:
    return [row for _, row in sorted((-value, row) for row, value in said.items())[:limit]]


def _look_around(pool: Pool, rows: dict[int, Scored], said: dict[int, float]) -> None:
    """Give each candidate its share of what stands beside it and of what it is linked to."""
    for row, beside in pool.neighbours.items():
        order = sorted(other for other in beside if other in said)
        before = [said[other] for other in reversed(order) if other < row]
        rows[row].parts["context"] = context(before, [said[other] for other in order if other > row])
    for row, linked in pool.links.items():
        rows[row].parts["link"] = max(said[other] for other in linked)


__all__ = ["Ask", "Hit", "Ranking", "search"]


def _looks_aside(view: "View") -> bool:
    """Tell whether a view reaches beyond what is current for everyone: a branch's own, or another status."""
    return tuple(view.statuses) != (Status.ACTIVE,) or any("branch:" in scope for scope in view.scopes or ())
