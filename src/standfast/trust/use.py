"""Use: to how many sessions a memory was given, and in how many of them something spoke against it afterwards.

Read from receipts and the log; nothing is kept. Neighbours: `learn.session.belief.outcome` finds what came after,
`life` asks about what misled twice.
"""

from __future__ import annotations

from standfast.model.operation import Act
from standfast.model.value import Value
from standfast.trust.life import MISLED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from standfast.model.ids import MemoryId
    from standfast.model.operation import Operation
    from standfast.store.contract import Partition


_LOOKED_AT = 20  # receipts, the latest first
CORRECTED, FAILED, NEEDLESS = "corrected", "failed", "needless"
"""How a session spoke against what it was given; the last: the command that was said to fail worked."""


class Use(Value):
    """Sessions that were given a memory, and those that spoke against it afterwards, by how they did."""

    given: int
    corrected: int
    failed: int
    needless: int = 0

    def __str__(self) -> str:
        told = f"in {self.given} session{'' if self.given == 1 else 's'}"
        told += f", {self.corrected} corrected afterwards" if self.corrected else ""
        told += f", {self.failed} failed afterwards" if self.failed else ""
        return told + (f", in {self.needless} the command worked all the same" if self.needless else "")


def read_use(partition: Partition, memory: MemoryId) -> Use:
    """Return how a memory was used, as far as receipts go back."""
    given = {receipt.session or receipt.to for receipt in partition.receipts.of_memory(memory)}
    sessions: dict[str, set[str]] = {CORRECTED: set(), FAILED: set(), NEEDLESS: set()}
    for operation in _against(partition, partition.log.of_memory(memory)):
        sessions.setdefault(str((operation.payload or {}).get("note")), set()).add(operation.header.source.session)
    return Use(len(given), len(sessions[CORRECTED]), len(sessions[FAILED]), len(sessions[NEEDLESS]))


def was_needless(partition: Partition, memory: MemoryId) -> bool:
    """Tell whether a lesson from a failure was last told for nothing: the command worked, and has not failed since.

    Nor did it fail in that session: what is on record of it was written at its end, after all its failures.
    """
    operations = partition.log.of_memory(memory)
    told = [item for item in _against(partition, operations) if (item.payload or {}).get("note") == NEEDLESS]
    if not told:
        return False
    last = told[-1].header
    failed = [item.header.recorded_at for item in operations if item.header.act is Act.REMEMBER]
    for receipt in partition.receipts.of_memory(memory, limit=_LOOKED_AT):
        if receipt.verb == "failure":
            failed.append(last.recorded_at if receipt.session == last.source.session else receipt.at)
    return all(last.recorded_at > at for at in failed)


def _against(partition: Partition, operations: Sequence[Operation]) -> Iterator[Operation]:
    """Yield what put on record that a session spoke against a memory, oldest first."""
    for operation in operations:
        said = operation.header.act is Act.FEEDBACK and (operation.payload or {}).get("verdict") == MISLED
        if said and not partition.log.is_reverted(operation.id):
            yield operation
