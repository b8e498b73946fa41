"""The log of a partition: canonical operations, and those on their way out and in."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Protocol

from standfast.model.ids import DeviceId, MemoryId, OperationId
from standfast.model.operation import Operation
from standfast.store.values import Carried, Change, Damage, LogFilter


class Log(Protocol):
    """The canonical operations."""

    def append(self, change: Change) -> Operation:
        """Stamp and add one operation, and bring the projections up to it."""

    def of_memory(self, memory: MemoryId) -> list[Operation]:
        """Return every operation that bears on a memory, oldest first, reverted ones included."""

    def reverts_of(self, operations: Iterable[OperationId]) -> list[Operation]:
        """Return the reverts that name these operations, and the reverts that name those."""

    def is_reverted(self, operation: OperationId) -> bool:
        """Tell whether an operation is undone now."""

    def any_past(self) -> bool:
        """Tell whether anything here was ever given other words, replaced or withdrawn."""

    def undone(self, text: str) -> list[Operation]:
        """Return the operations that said this text, whatever its spacing, and are undone now."""

    def find(self, operation: OperationId) -> Operation | None:
        """Return one operation, or None."""

    def resolve(self, reference: str) -> list[OperationId]:
        """Return the operations whose id starts like this, a few at most."""

    def sessions(self, reference: str) -> list[str]:
        """Return the sessions that wrote here and whose id starts like this, a few at most."""

    def iterate(self, wanted: LogFilter, *, newest_first: bool = True, limit: int = 0) -> Iterator[Operation]:
        """Yield operations that fit."""

    def find_latest(self, wanted: LogFilter) -> Operation | None:
        """Return the latest operation that fits, or None."""

    def mark(self) -> tuple[int, int]:
        """Return what is another with every operation: how many there are, and the clock of the latest."""

    def said(self) -> Iterator[tuple[MemoryId, str]]:
        """Yield every memory with what each of its operations says, as it is written, the latest first."""

    def told_by(self) -> Iterator[tuple[OperationId, str, str]]:
        """Yield every operation with its source and session, the latest first."""

    def memories_with(self, text: str) -> list[MemoryId]:
        """Return the memories in whose history this text was ever written."""

    def problems(self) -> list[str]:
        """Verify every chain and commitment; return what is wrong and not known yet."""

    def damaged(self) -> list[Damage]:
        """Return the operations that cannot be read as they were written."""

    def count(self) -> int:
        """Return how many operations there are."""


class Exchange(Protocol):
    """Operations on their way between two stores of one partition."""

    def held(self) -> Mapping[DeviceId, Sequence[tuple[int, int]]]:
        """Return which operations of which device are here: ranges of numbers, first and last."""

    def carried(self, device: DeviceId, first: int, last: int, *, limit: int) -> Iterator[Carried]:
        """Yield operations of one device as they were written, in order."""

    def receive(self, carried: Sequence[Carried]) -> list[Operation]:
        """Write operations that are not here yet, within the transaction at hand; return those that were new."""
