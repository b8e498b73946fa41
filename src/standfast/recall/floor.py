"""The floor: does anything here answer this question?

Owns what counts as an answer. Where thousands of memories are searched, something always shares a word or two with
any question, so a score alone says nothing. What tells is how much of the question one memory holds: the share of the
weight of everything asked, words nobody here knows included, and what its vector says. How much chance alone would
bring grows with the number of memories: a handful of notes has hardly a floor, and it rises with every power of ten.

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


def support(scored: "Scored") -> float:
    """Return how much of what was asked a candidate holds, by its words or, for a turn, by what stands around it."""
    return max(scored.held, weights.BESIDE * min(1.0, scored.context))


def crowd(documents: int, *, spoken: bool = False) -> float:
    """Return how much chance has to be reckoned with among so many memories: nothing among a few, 1 among many.

    `spoken`: turns of conversations. A turn seldom holds what is asked about it, so that the floor rises later.
    """
    many = weights.MANY_SPOKEN if spoken else weights.MANY
    size = (log10(max(1, documents)) - weights.FEW) / (many - weights.FEW)
    return min(1.0, max(0.0, size))


def floor_of(documents: int, asked: int, *, light: bool, spoken: bool = False) -> float:
    """Return what words and meaning must bring for an answer, among so many memories, to so many words asked."""
    share, wordy = crowd(documents, spoken=spoken), min(1.0, weights.WORDY / max(1, asked))
    if light:
        return wordy * max(share, small_floor(documents, spoken=spoken)) * weights.FLOOR_LIGHT
    more = min(weights.MOST, log10(max(1, documents))) - weights.MIDDLE
    large = min(1.0, weights.SOONER * share) * (weights.FLOOR + weights.RISE * more)
    return wordy * max(large, small_floor(documents, spoken=spoken))


def small_floor(documents: int, *, spoken: bool = False) -> float:
    """Return the floor among the memories of a new user: what shares next to nothing with a question is no answer.

    There is none for turns of conversations, and next to none among ten memories: what is asked there may be as vague.
    """
    size = min(weights.FEW, log10(max(1, documents)))
    return 0.0 if spoken else max(0.0, weights.SMALL - weights.SMALLER * (weights.FEW - size))


def cut(
    ranked: "Sequence[Scored]", pools: "Sequence[Pool]", ask: "Ask", *, way: bool = False, sure: bool = False
) -> "list[Scored]":
    """Return what answers: nothing, where the best are below the floor; and never what is far behind an answer.

    `way`: how something is done is asked, and commits, the crowd here, are not among them. `sure`: the first goes by
    the very name that was asked for.
    """
    documents = sum(pool.question.documents for pool in pools)
    documents = min(documents, weights.WRITTEN) if way else documents
    if not ranked:
        return []
    asked = max(len(pool.question.asked) for pool in pools)
    light = ask.light or not any(item.dense for item in ranked)
    floors = [floor_of(documents, asked, light=light, spoken=spoken) for spoken in (False, True)]

    def answers(item: "Scored") -> bool:
        floor = floors[bool(item.document.session)]
        return (
            bool(item.anchor) or support(item) + weights.LIKE * item.dense + weights.DATED * (item.span == 1.0) >= floor
        )

    if not sure and not any(map(answers, ranked[: weights.HEAD])):
        return []
    spoken = bool(ranked[0].document.session)
    least = weights.BEHIND * crowd(documents, spoken=spoken) * ranked[0].score
    return [item for item in ranked if item.score >= least]


def stretch(scores: "Mapping[str, float]") -> float:
    """Return how much of a question stands together in one place of a memory, from the parts of its score."""
    return min(1.0, scores.get("together", 0.0) / weights.TOGETHER)


def answer_of(result: "Result") -> float:
    """Return how much of a question words and meaning of a result answer, as `cut` measures it."""
    cosine = (result.scores.get("dense", 0.0) / weights.DENSE) ** (1 / weights.DENSE_POWER)
    return result.support + weights.LIKE * float(cosine)
