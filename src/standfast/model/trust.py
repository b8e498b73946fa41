"""What deserves belief: status (what was decided), standing (what the repository says), authority (how much weight)."""

from enum import IntEnum, StrEnum


class Status(StrEnum):
    """What people and agents decided about a memory."""

    PROPOSED = "proposed"
    ACTIVE = "active"
    SUPERSEDED = "superseded"
    RETRACTED = "retracted"
    EXPIRED = "expired"
    DISPUTED = "disputed"
    QUARANTINED = "quarantined"


WAITING = frozenset({Status.PROPOSED, Status.DISPUTED, Status.QUARANTINED})
"""What waits for a person in `review` and is never given to an agent."""


class Standing(StrEnum):
    """What the repository says now of an anchored memory; ordered from best to worst by `WORST_FIRST`."""

    HOLDS = "holds"
    MOVED = "moved"
    TOUCHED = "touched"
    DRIFTED = "drifted"
    BROKEN = "broken"
    UNANCHORED = "unanchored"


WORST_FIRST = (Standing.BROKEN, Standing.DRIFTED, Standing.TOUCHED, Standing.MOVED, Standing.HOLDS)
RANK = {standing: rank for rank, standing in enumerate((*WORST_FIRST, Standing.UNANCHORED))}


class Authority(IntEnum):
    """How much weight a memory may carry. A lower one never overrules a higher one."""

    UNTRUSTED = 1
    NOTE = 2
    OBSERVED = 3
    APPROVED = 4
    INSTRUCTION = 5

    @property
    def word(self) -> str:
        """The name people and programs see."""
        return self.name.lower()
