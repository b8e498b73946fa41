"""The current state of a partition, projected from its log."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Protocol

from standfast.model.ids import MemoryId
from standfast.model.kind import Kind
from standfast.model.memory import Memory, Version
from standfast.store.values import View


class Memories(Protocol):
    """The current state, projected from the log."""

    def find(self, memory: MemoryId) -> Memory | None:
        """Return a memory as it is now."""

    def find_several(self, memories: Sequence[MemoryId]) -> dict[MemoryId, Memory]:
        """Return memories as they are now, by id; what is not there is left out."""

    def resolve(self, reference: str) -> list[MemoryId]:
        """Return the memories whose id, or its random suffix, starts like this; a few at most."""

    def find_equal(self, key: str) -> list[Memory]:
        """Return the memories whose current content has this key."""

    def versions(self, memory: MemoryId) -> list[Version]:
        """Return every revision that was ever written and not purged."""

    def as_of(self, memory: MemoryId, moment: datetime) -> Memory | None:
        """Return a memory as it was at a moment."""

    def placed(self, view: View) -> list[tuple[str, MemoryId]]:
        """Return every file that memories in a view are about or were read from, the last changed memories first."""

    def select(
        self,
        view: View,
        *,
        pinned: bool | None = None,
        guarded: bool | None = None,
        newest_first: bool = True,
        limit: int = 0,
        offset: int = 0,
        beyond: tuple[int, str] | None = None,
    ) -> Iterator[Memory]:
        """Yield memories in a view, by their last change and then by id; only those after `beyond`, in that order."""

    def count_kind(self, kind: Kind) -> int:
        """Return how many active memories are of a kind."""

    def counts(self, now: datetime | None = None) -> Mapping[str, int]:
        """Return how many memories there are per status; with `now`, what is due by then counts as expired."""

    def scopes(self) -> list[str]:
        """Return the distinct scopes in use; a handful."""

    def last_revision(self, memory: MemoryId) -> int:
        """Return the highest revision number ever given out for a memory."""

    def titled(self, kind: Kind, title: str, scope: str, *, limit: int) -> list[MemoryId]:
        """Return current memories with exactly this kind, title and scope, the latest first."""

    def linking(self, kind: str, *, limit: int) -> list[MemoryId]:
        """Return memories that carry a link of this kind."""

    def due(self, moment: datetime) -> list[MemoryId]:
        """Return active memories whose time is over, a hundred at most."""

    def any_purged(self) -> bool:
        """Tell whether anything was ever purged here."""

    def is_purged(self, key: str, memory: MemoryId | None = None) -> bool:
        """Tell whether this content or memory was purged and must not come back."""
