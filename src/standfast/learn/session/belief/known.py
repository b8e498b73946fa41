"""Known: what is on record already, so that nothing is learned twice, from ourselves, or against a person's word.

Owns the comparison of a sentence with what a project knows: what an instruction file says, what a person rejected,
what was said in this very session or is active already. Reads once, is told what was added since, never writes.
"""

from __future__ import annotations

from standfast.learn.session.belief.grouping import ALIKE, likeness, overlap, rarity_of
from standfast.learn.session.words.spoken import content_words, core_of
from standfast.learn.session.words.subject import subject_of
from standfast.model.kind import Kind
from standfast.model.trust import Authority, Status
from standfast.store.values import View

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from standfast.model.memory import Memory
    from standfast.store.contract import Partition

_MOST = 2_000
_CONTAINED = 0.85  # share of a sentence's words that a rule in a file has too: it says the same
SAME = 0.7  # share of the shorter sentence that the other says as well
_SHORT_RULE = 2  # words of a rule that one word repeats
_RULE = 400  # characters: in a longer text of a file every word is found by chance
COMPARED = (Kind.CONVENTION, Kind.PREFERENCE, Kind.REQUIREMENT, Kind.DECISION, Kind.GOTCHA, Kind.PROCEDURE)


class Known:
    """What one project knows, as far as a new sentence has to be compared with it."""

    def __init__(self, partition: Partition) -> None:
        statuses = (Status.ACTIVE, Status.RETRACTED)
        self._found = list(partition.memories.select(View(None, statuses, COMPARED), limit=_MOST))
        self._words = {item.id: content_words(f"{item.content.title} {item.content.text}") for item in self._found}
        self._rarity = rarity_of(self._words.values())
        self._holding: dict[str, list[Memory]] = {}
        for memory in self._found:
            for word in self._words[memory.id]:
                self._holding.setdefault(word, []).append(memory)

    def covers(self, text: str) -> bool:
        """Tell whether a sentence need not be kept: a file says it, a person rejected it, or it is in force."""
        mine = content_words(text)
        weight = sum(self._rarity.get(word, 1.0) for word in mine) or 1.0
        for memory in self._near(mine):
            words = self._words[memory.id]
            if memory.source.kind == "document":
                common = sum(self._rarity.get(word, 1.0) for word in mine & words)
                contained = len(mine) > 2 and len(memory.content.text) <= _RULE and common / weight >= _CONTAINED
                if contained and agrees(text, memory):
                    return True
                continue
            alike = likeness(mine, words, self._rarity) >= ALIKE and agrees(text, memory)
            if alike or (memory.status is Status.ACTIVE and says_again(text, memory)):
                return True
        return False

    def repeated_by(self, text: str) -> Memory | None:
        """Return what agents or sessions put on record that a sentence says again."""
        mine = content_words(text)
        for memory in self._near(mine):
            weak = memory.status is Status.ACTIVE and memory.authority <= Authority.OBSERVED
            weak = weak and memory.source.kind != "document"
            alike = weak and likeness(mine, self._words[memory.id], self._rarity) >= ALIKE and agrees(text, memory)
            if alike or (weak and says_again(text, memory)):
                return memory
        return None

    def _near(self, words: frozenset[str]) -> list[Memory]:
        """Return what shares a word with a sentence."""
        return list({memory.id: memory for word in words for memory in self._holding.get(word, ())}.values())


def agrees(text: str, memory: Memory) -> bool:
    """Tell whether a sentence gives what a memory gives: many words in common say little where a value differs."""
    return subject_of(text).agrees(subject_of(memory.content.text))


def says_again(text: str, memory: Memory, *, least: float = 1.0) -> bool:
    """Tell whether a rule in force says what the part of a sentence that carries its sign says: `least` of its words.

    One word is enough only of a rule that has hardly more: "never use npm here" says what "never use npm or yarn" does.
    """
    mine, its = subject_of(core_of(text, 1)), subject_of(memory.content.text)
    words, known = mine.words | mine.values, its.words | its.values
    long = memory.source.kind == "document" and len(memory.content.text) > _RULE
    if long or not words or mine.always is not its.always:
        return False
    held = len(words & known) >= least * len(words) if len(words) > 1 else words <= known and len(known) <= _SHORT_RULE
    return held and agrees(text, memory)


def find_same(text: str, known: Sequence[Memory]) -> Memory | None:
    """Return which of these memories a sentence only says in other words."""
    words = {item.id: content_words(item.content.text) for item in known}
    mine, subject = content_words(text), subject_of(text)
    rarity = rarity_of([mine, *words.values()])
    for memory in known:
        if overlap(mine, words[memory.id], rarity) >= SAME and subject.agrees(subject_of(memory.content.text)):
            return memory
    return None
