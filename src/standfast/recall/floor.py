"""The floor: does anything here answer this question?"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from standfast.recall.ask import Ask
    from standfast.recall.candidates import Pool
    from standfast.recall.rank import Scored


def support(one: "Scored") -> float:
    """Return how much of what was asked for a candidate holds."""
    return one.held


def cut(ranked: "list[Scored]", pools: "list[Pool]", ask: "Ask") -> "list[Scored]":
    """Leave out what does not answer."""
    return ranked
