"""One project, group or user, apart from all others."""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Protocol

from standfast.model.ids import MemoryId
from standfast.store.contract.index import Index
from standfast.store.contract.indexer import Progress
from standfast.store.contract.journal import Journal, Receipts
from standfast.store.contract.log import Exchange, Log
from standfast.store.contract.memories import Memories
from standfast.store.people import Judged
from standfast.store.values import Purge, Stone


class Partition(Protocol):
    """One project, group or user, apart from all others."""

    @property
    def key(self) -> str:
        """The scope it is for, as `Scope.partition` names it."""

    @property
    def log(self) -> Log:
        """The canonical operations."""

    @property
    def memories(self) -> Memories:
        """The current state."""

    @property
    def index(self) -> Index:
        """Candidates for recall."""

    @property
    def journal(self) -> Journal:
        """Sessions and their events."""

    @property
    def receipts(self) -> Receipts:
        """What was given to whom."""

    @property
    def judged(self) -> Judged | None:
        """What checkouts judged last, where a store is shared with those who have none."""

    @property
    def exchange(self) -> Exchange:
        """Operations on their way out and in."""

    def noting(self) -> AbstractContextManager[None]:
        """Open a write transaction for what need not outlive a power cut, such as what was given to whom.

        Once it ends, every process sees it and no crash of a program takes it away; the disk has it by the next write
        of memory.
        """

    def writing(self) -> AbstractContextManager[None]:
        """Open one write transaction; nothing of it is visible or kept unless it ends without an error."""

    def trying(self) -> AbstractContextManager[None]:
        """Open a part of a write transaction that may fail by itself: then nothing of it is kept, of the rest all."""

    def reading(self) -> AbstractContextManager[None]:
        """Hold one snapshot for several reads."""

    def reindex(self, progress: Progress | None = None) -> int:
        """Build everything derived again from the log; return how many memories there are."""

    def readdress(self) -> None:
        """Give what an earlier version wrote the addresses of today: the latest now, the others with later writes."""

    def unfinished(self) -> list[str]:
        """Return what an update left to make again, in words: nothing is damaged."""

    def unreadable(self) -> list[str]:
        """Return which sorts of rows outside the log hold some that are not as they were written, with how many."""

    def repair_unreadable(self) -> None:
        """Write such rows as far as they can be read."""

    def unembedded(self) -> int:
        """Return how many memories wait for a vector."""

    def purge(self, purge: Purge) -> None:
        """Remove content for good: payloads, projections, vectors and journal text."""

    def bury(self, memory: MemoryId, stones: Sequence[Stone]) -> None:
        """Drop what a memory said, where one is named, and leave tombstones."""

    def tombstones(self) -> list[tuple[MemoryId, Stone]]:
        """Return what stays of everything purged here, with the memory it was, if it was one."""

    def note_key(self, key: str) -> None:
        """Note the fingerprint of a secret that tombstones here were made with."""

    def keys(self) -> list[str]:
        """Return the fingerprints of the secrets that tombstones here were made with."""

    def contains(self, text: str) -> bool:
        """Tell whether anything but an event of the journal still contains these characters."""

    def differing(self) -> list[MemoryId]:
        """Return the memories that are not kept, or cannot be found, as the log makes them.

        Both are written at once, so where they differ a disk did that.
        """

    def problems(self) -> list[str]:
        """Check the log and what is derived from it; return what is wrong."""

    def close(self) -> None:
        """Let go of the partition."""
