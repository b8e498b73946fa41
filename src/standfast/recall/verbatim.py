"""A question's very words: how many of them the beginning of a memory says as they stand.

Owns that share. Terms are stems, and stop words are none; of many turns about the same things, the one that begins in
the words of the question is more often its answer. Read for the best only, and only where turns are among them: the
words come from the memories themselves. Neighbours: `rank` adds it, `search` says of which.
"""

from standfast.model.pattern import compile_later
from standfast.recall import weights

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from standfast.recall.rank import Scored

_WORD = compile_later(r"[^\W_]+")
_MOST_CHARACTERS = 1_500  # more than the first words of any text have


def set_verbatim(best: "Sequence[Scored]", query: str) -> bool:
    """Give each of the best candidates the share of the question's words it begins with; tell whether any got one."""
    asked = frozenset(_words(query))
    if not asked or not any(item.turn for item in best):
        return False
    for partition in {item.partition.key: item.partition for item in best}.values():
        here = [item for item in best if item.partition is partition]
        known = partition.memories.find_several([item.document.memory for item in here])
        for item in here:
            memory = known.get(item.document.memory)
            if memory is not None:
                said = _words(f"{memory.content.title}\n{memory.content.text}")
                item.verbatim = len(asked.intersection(said)) / len(asked)
    return True


def _words(text: str) -> list[str]:
    return _WORD.findall(text[:_MOST_CHARACTERS].lower())[: weights.BEGINNING]
