"""Search: candidates of every partition, one ranking over all of them.

Owns the order of steps. Neighbours: `question`, `candidates`, `rank`, `duplicates`.
"""

from holdfast.errors import Unavailable
from holdfast.recall.ask import Ask, Hit, Ranking
from holdfast.recall.candidates import gather
from holdfast.recall.duplicates import fold_duplicates
from holdfast.recall.question import read_question
from holdfast.recall.rank import parts_of, score

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from holdfast.recall.candidates import Pool
    from holdfast.store.contract import Partition
    from holdfast.store.values import View


def search(partitions: "Sequence[tuple[Partition, View]]", ask: Ask) -> Ranking:
    """Return what answers an ask, best first."""
    vector, dense = _embed(ask)
    pools = [
        gather(partition, view, ask, read_question(ask.query, partition.index), vector)
        for partition, view in partitions
    ]
    hits = fold_duplicates(_rank(pools, ask))
    return Ranking(tuple(hits[: ask.limit]), max(0, len(hits) - ask.limit), dense)


def _embed(ask: Ask) -> tuple[bytes | None, str]:
    if ask.embedder is None:
        return None, "off"
    try:
        vector = ask.embedder.embed_query(ask.query)
    except Unavailable as error:
        return None, f"broken: {error.message}"
    return (vector if any(vector) else None), "rescored" if ask.light else "on"


def _rank(pools: "list[Pool]", ask: Ask) -> list[Hit]:
    """Score every candidate; words are scaled to the best of them, over all partitions."""
    scored = [(pool, parts_of(pool, ask)) for pool in pools]
    top = max((parts["lexical"] for _, found in scored for parts in found.values()), default=0.0) or 1.0
    hits: list[Hit] = []
    for pool, found in scored:
        for row, parts in found.items():
            parts["lexical"] /= top
            parts["context"] /= top
            total = score(parts)
            if total > 0:
                hits.append(Hit(pool.partition, pool.documents[row], total, parts))
    hits.sort(key=lambda hit: (-hit.score, hit.document.at, hit.document.memory))
    return hits


__all__ = ["Ask", "Hit", "Ranking", "search"]
