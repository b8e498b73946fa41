"""Labels: what to call a memory in one line.

One method a verb, reached as `memory.labels`; the verbs themselves are in `verbs/`.
"""

from __future__ import annotations

from collections.abc import Iterable

from standfast.context.context import Context
from standfast.context.references import shortest
from standfast.model.ids import MemoryId
from standfast.model.receipt import Receipt
from standfast.model.trust import Standing
from standfast.verbs.words import standing_words, tell_words


class Labels:
    """How a list names memories."""

    def __init__(self, context: Context) -> None:
        self._context = context

    def words(self, memories: Iterable[MemoryId]) -> dict[MemoryId, str]:
        """Return what each of these memories says or said, in one line, on record where an agent asks.

        What was purged is left out.
        """
        return tell_words(self._context, memories)

    def standings(self, receipts: Iterable[Receipt]) -> dict[tuple[MemoryId, Standing], str]:
        """Return what people read of the standings in which memories were given, where that is another word."""
        return standing_words(self._context, receipts)

    def shortest(self, memories: Iterable[MemoryId]) -> dict[MemoryId, int]:
        """Return how many characters of each id, after its dash, are enough to name it here."""
        return shortest(self._context, memories)
