"""Search: candidates of every partition, one ranking over all of them.

Owns the order of steps. Neighbours: `question`, `candidates`, `rank`, `versions`, `duplicates`.
"""

from holdfast.errors import Unavailable
from holdfast.recall import weights
from holdfast.recall.ask import Ask, Hit, Ranking
from holdfast.recall.candidates import Pool
from holdfast.recall.duplicates import fold_duplicates
from holdfast.recall.question import asks_now, read_question
from holdfast.recall.rank import anchor, evidence, own, read_words, score, standing_parts
from holdfast.recall.versions import newest_first

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from holdfast.store.contract import Partition
    from holdfast.store.values import View

Parts = dict[int, dict[str, float]]


def search(partitions: "Sequence[tuple[Partition, View]]", ask: Ask) -> Ranking:
    """Return what answers an ask, best first."""
    vector, dense = _embed(ask)
    pools = [Pool(partition, view, read_question(ask.query, partition.index)) for partition, view in partitions]
    for pool in pools:
        pool.gather(ask, vector)
    hits = _rank(pools, ask, vector)
    if asks_now(ask.query):
        hits = newest_first(hits)
    hits = fold_duplicates(hits)
    corrected = {wrong: right for pool in pools for wrong, right in pool.question.corrected.items()}
    return Ranking(tuple(hits[: ask.limit]), max(0, len(hits) - ask.limit), dense, corrected)


def _embed(ask: Ask) -> tuple[bytes | None, str]:
    if ask.embedder is None:
        return None, "off"
    try:
        vector = ask.embedder.embed_query(ask.query)
    except Unavailable as error:
        return None, f"broken: {error.message}"
    return (vector if any(vector) else None), "rescored" if ask.light else "on"


def _rank(pools: list[Pool], ask: Ask, vector: bytes | None) -> list[Hit]:
    """Score every candidate; words are scaled to the best of them, over all partitions."""
    found = [(pool, _words(pool, list(pool.documents), ask)) for pool in pools]
    top = max((parts["lexical"] for _, rows in found for parts in rows.values()), default=0.0) or 1.0
    now = asks_now(ask.query)
    hits: list[Hit] = []
    for pool, rows in found:
        _scale(rows, top)
        best = sorted(rows, key=lambda row: (-own(rows[row]), row))[: weights.LINKED_FROM]
        linked = _words(pool, pool.follow_links(ask, vector, best), ask)
        _scale(linked, top)
        rows.update(linked)
        for row, parts in rows.items():
            parts["context"] = sum(own(rows[one]) for one in sorted(pool.neighbours.get(row, ())) if one in rows)
            parts["link"] = max((own(rows[one]) for one in pool.links.get(row, ())), default=0.0)
            total = score(parts, asks_now=now)
            if total > 0 and not _is_far(parts):
                hits.append(Hit(pool.partition, pool.documents[row], total, parts))
    hits.sort(key=lambda hit: (-hit.score, hit.document.at, hit.document.memory))
    return hits


def _words(pool: Pool, rows: list[int], ask: Ask) -> Parts:
    found: Parts = {}
    for row in rows:
        document = pool.documents[row]
        lexical, together = read_words(document, pool.question)
        found[row] = {
            "lexical": lexical,
            "dense": max(0.0, pool.cosines.get(row, 0.0)),
            "together": together,
            "anchor": anchor(document, ask.files, ask.symbols),
            **standing_parts(document, ask.now),
        }
    return found


def _scale(rows: Parts, top: float) -> None:
    for parts in rows.values():
        parts["lexical"] /= top


def _is_far(parts: dict[str, float]) -> bool:
    """Tell what only a distant vector speaks for."""
    return parts["dense"] < weights.DENSE_ALONE and evidence(parts) <= weights.DENSE * parts["dense"]


__all__ = ["Ask", "Hit", "Ranking", "search"]
