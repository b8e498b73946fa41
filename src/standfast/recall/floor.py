"""The floor: does anything here answer this question, and does one memory stand out?

Owns what counts as an answer. Where thousands of memories are searched, something always shares a word or two with
any question, so a score alone says nothing. What tells is how much of the question one memory holds: the share of the
weight of everything asked, words nobody here knows included, and what its vector says. How much chance alone would
bring grows with the number of memories, so a handful of notes has no floor and ten thousand commits have all of it.

For those who speak unasked: `stands_out(results)` tells whether the best is an answer by itself, well ahead of the
next.
Light: no numpy, no store. Neighbours: `rank` measures `held`, `search` cuts. Which numbers, and why:
docs/explanation/ranking.md.
"""

from math import log10

from standfast.recall import weights

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from standfast.recall.ask import Ask
    from standfast.recall.candidates import Pool
    from standfast.recall.rank import Scored
    from standfast.recall.receipts import Result


def support(one: "Scored") -> float:
    """Return how far words and meaning say that a candidate answers: 1 where it holds all that was asked."""
    around = weights.BESIDE * min(1.0, one.context)
    return min(1.0, max(one.held, around) + weights.LIKE * one.dense)


def floor_of(documents: int, asked: int, *, light: bool) -> float:
    """Return the support an answer needs, among so many memories, to a question of so many words."""
    size = min(1.0, max(0.0, (log10(max(1, documents)) - weights.FEW) / (weights.MANY - weights.FEW)))
    long = min(1.0, weights.WORDY / max(1, asked))
    return (weights.FLOOR_LIGHT if light else weights.FLOOR) * size * long


def cut(ranked: "Sequence[Scored]", pools: "Sequence[Pool]", ask: "Ask") -> "list[Scored]":
    """Return what answers: nothing, where the best are below the floor; and never what is far behind an answer."""
    if not ranked:
        return []
    documents = sum(pool.question.documents for pool in pools)
    asked = max((len(pool.question.asked) for pool in pools), default=0)
    floor = floor_of(documents, asked, light=ask.light)
    if not any(one.anchor or support(one) >= floor for one in ranked[: weights.HEAD]):
        return []
    least = weights.TAIL * ranked[0].score
    return [one for one in ranked if one.score >= least]


def stretch(scores: "Mapping[str, float]") -> float:
    """Return how much of a question stands together in one place of a memory, from the parts of its score."""
    return scores.get("together", 0.0) / weights.TOGETHER


def stands_out(results: "Sequence[Result]", *, least: float = 0.5, ahead: float = 1.25) -> bool:
    """Tell whether the first result answers by itself: it holds most of what was asked, and the next is well behind."""
    if not results or results[0].support < least:
        return False
    return len(results) == 1 or results[0].score >= ahead * results[1].score
