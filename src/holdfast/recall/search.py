"""Search: candidates of every partition, one ranking over all of them.

Owns the order of steps. Neighbours: `question`, `candidates`, `rank`, `versions`, `duplicates`.
"""

from holdfast.errors import Unavailable
from holdfast.model.trust import Status
from holdfast.recall import weights
from holdfast.recall.ask import Ask, Hit, Ranking
from holdfast.recall.candidates import Pool
from holdfast.recall.duplicates import fold_duplicates
from holdfast.recall.question import asks_now, read_question
from holdfast.recall.rank import Scored, anchor, evidence, own, read_words, score, standing_parts
from holdfast.recall.versions import newest_first

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from holdfast.store.contract import Partition
    from holdfast.store.values import View


def search(partitions: "Sequence[tuple[Partition, View]]", ask: Ask) -> Ranking:
    """Return what answers an ask, best first."""
    vector, dense = _embed(ask)
    pools = [
        Pool(partition, view, read_question(ask.query, partition.index, aside=_looks_aside(view)))
        for partition, view in partitions
    ]
    found = _rank(pools, ask, vector)
    if asks_now(ask.query):
        newest_first(found)
    kept = fold_duplicates(found)
    hits = tuple(Hit(one.partition, one.document, one.score, one.parts, tuple(one.folded)) for one in kept[: ask.limit])
    corrected = {wrong: right for pool in pools for wrong, right in pool.question.corrected.items()}
    return Ranking(hits, max(0, len(kept) - ask.limit), dense, corrected)


def _embed(ask: Ask) -> tuple[bytes | None, str]:
    if ask.embedder is None:
        return None, "off"
    try:
        vector = ask.embedder.embed_query(ask.query)
    except Unavailable as error:
        return None, f"broken: {error.message}"
    return (vector if any(vector) else None), "rescored" if ask.light else "on"


def _rank(pools: list[Pool], ask: Ask, vector: bytes | None) -> list[Scored]:
    """Score every candidate; words are scaled to the best of them, over all partitions."""
    found = [_read(pool, pool.gather(ask, vector), ask) for pool in pools]
    top = max((one.parts["lexical"] for rows in found for one in rows.values()), default=0.0) or 1.0
    now = asks_now(ask.query)
    ranked: list[Scored] = []
    for pool, rows in zip(pools, found, strict=True):
        _scale(rows, top)
        beside = _read(pool, pool.add_neighbours(ask, vector, _best(rows, weights.SPOKEN)), ask)
        _scale(beside, top)
        rows.update(beside)
        linked = _read(pool, pool.follow_links(ask, vector, _best(rows, weights.LINKED_FROM)), ask)
        _scale(linked, top)
        rows.update(linked)
        _look_around(pool, rows)
        for one in rows.values():
            one.score = score(one.parts, asks_now=now)
            if one.score > 0 and not _is_far(one.parts):
                ranked.append(one)
    ranked.sort(key=lambda one: (-one.score, one.document.at, one.document.memory))
    return ranked


def _read(pool: Pool, rows: list[int], ask: Ask) -> dict[int, Scored]:
    found: dict[int, Scored] = {}
    for row in rows:
        document = pool.documents[row]
        lexical, together = read_words(document, pool.question)
        parts = {
            "lexical": lexical,
            "dense": max(0.0, pool.cosines.get(row, 0.0)),
            "together": together,
            "anchor": anchor(document, ask.files, ask.symbols),
            **standing_parts(document, ask.now),
        }
        found[row] = Scored(pool.partition, document, parts)
    return found


def _scale(rows: dict[int, Scored], top: float) -> None:
    for one in rows.values():
        one.parts["lexical"] /= top


def _best(rows: dict[int, Scored], limit: int) -> list[int]:
    return sorted(rows, key=lambda row: (-own(rows[row].parts), row))[:limit]


def _look_around(pool: Pool, rows: dict[int, Scored]) -> None:
    """Give each candidate its share of what stands beside it and of what it is linked to."""
    said = {row: own(one.parts) for row, one in rows.items()}
    for row, one in rows.items():
        one.parts["context"] = sum(said[other] for other in sorted(pool.neighbours.get(row, ())) if other in said)
        one.parts["link"] = max((said[other] for other in pool.links.get(row, ())), default=0.0)


def _is_far(parts: dict[str, float]) -> bool:
    """Tell what only a distant vector speaks for."""
    return parts["dense"] < weights.DENSE_ALONE and evidence(parts) <= weights.DENSE * parts["dense"]


__all__ = ["Ask", "Hit", "Ranking", "search"]


def _looks_aside(view: "View") -> bool:
    """Tell whether a view reaches beyond what is current for everyone: a branch's own, or another status."""
    return tuple(view.statuses) != (Status.ACTIVE,) or any("branch:" in scope for scope in view.scopes or ())
