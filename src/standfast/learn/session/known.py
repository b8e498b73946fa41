"""Known: what is on record already, so that nothing is learned twice, from ourselves, or against a person's word.

Owns the comparison of a sentence with what a project knows: what an instruction file says, what a person rejected,
what was said in this very session or is active already (then it only corroborates). Reads, never writes.
"""

from __future__ import annotations

from standfast.learn.session.belief import ALIKE, likeness, rarity_of
from standfast.learn.session.spoken import content_words
from standfast.model.trust import Authority, Status
from standfast.store.values import View

TYPE_CHECKING = False
if TYPE_CHECKING:
    from datetime import datetime

    from standfast.model.memory import Memory
    from standfast.store.contract import Partition

_MOST = 2_000
_CONTAINED = 0.85  # share of a sentence's words that a rule in a file has too: it says the same
_RULE = 400  # characters: in a longer text of a file every word is found by chance


class Known:
    """What one project knows, as far as a new sentence has to be compared with it."""

    def __init__(self, partition: Partition, now: datetime) -> None:
        del now
        statuses = (Status.ACTIVE, Status.PROPOSED, Status.RETRACTED)
        found = list(partition.memories.select(View(None, statuses), pinned=True, limit=_MOST))
        self._words = [(one, content_words(f"{one.content.title} {one.content.text}")) for one in found]
        self._rarity = rarity_of(words for _, words in self._words)
        self.heard_again: list[Memory] = []

    def covers(self, text: str) -> bool:
        """Tell whether a sentence need not be kept; note what it repeats."""
        mine = content_words(text)
        weight = sum(self._rarity.get(word, 1.0) for word in mine) or 1.0
        for memory, words in self._words:
            if memory.source.kind == "document":
                common = sum(self._rarity.get(word, 1.0) for word in mine & words)
                if len(mine) > 2 and len(memory.content.text) <= _RULE and common / weight >= _CONTAINED:
                    return True
            elif likeness(mine, words, self._rarity) >= ALIKE:
                if memory.status is Status.RETRACTED:
                    return True
                if memory.status is Status.ACTIVE:
                    if memory.authority <= Authority.OBSERVED and memory not in self.heard_again:
                        self.heard_again.append(memory)
                    return True
        return False
