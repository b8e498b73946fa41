"""Use: to how many sessions a memory was given, and in how many of them something spoke against it afterwards.

Read from receipts and the log; nothing is kept. Neighbours: `learn.session.outcome` finds what came after, `life` asks
about what misled twice.
"""

from __future__ import annotations

from standfast.model.operation import Act
from standfast.model.value import Value
from standfast.trust.life import MISLED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from standfast.model.ids import MemoryId
    from standfast.store.contract import Partition


class Use(Value):
    """Sessions that were given a memory, those that were corrected afterwards, and those whose command failed."""

    given: int
    corrected: int
    failed: int

    def __str__(self) -> str:
        told = f"in {self.given} session{'' if self.given == 1 else 's'}"
        told += f", {self.corrected} corrected afterwards" if self.corrected else ""
        return told + (f", {self.failed} failed afterwards" if self.failed else "")


def read_use(partition: Partition, memory: MemoryId) -> Use:
    """Return how a memory was used, as far as receipts go back."""
    given = {receipt.session or receipt.to for receipt in partition.receipts.of_memory(memory)}
    sessions: dict[str, set[str]] = {"corrected": set(), "failed": set()}
    for operation in partition.log.of_memory(memory):
        payload = operation.payload or {}
        told = operation.header.act is Act.FEEDBACK and payload.get("verdict") == MISLED
        if told and not partition.log.is_reverted(operation.id):
            sessions.setdefault(str(payload.get("note")), set()).add(operation.header.source.session)
    return Use(len(given), len(sessions["corrected"]), len(sessions["failed"]))
