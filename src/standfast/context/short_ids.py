"""Short forms of ids: how little of one a person has to type here."""

from collections.abc import Iterable

from standfast.context.context import Context
from standfast.model.ids import TAIL, MemoryId

_LEAST = 2  # shorter references are not looked up


def shortest(context: Context, memories: Iterable[MemoryId]) -> dict[MemoryId, int]:
    """Return, for each memory, how many characters after the dash name it and nothing else in reach."""
    partitions = context.partitions()
    found: dict[MemoryId, int] = {}
    for memory in memories:
        tail = memory[TAIL:]
        for length in range(_LEAST, len(tail) + 1):
            named = {item for partition in partitions for item in partition.memories.resolve(tail[:length])}
            if len(named) == 1:
                found[memory] = length
                break
        else:
            found[memory] = len(tail)
    return found
