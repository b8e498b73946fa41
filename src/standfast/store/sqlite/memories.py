"""Memories in SQLite: as in every engine, and what was read stays at hand while nothing changes."""

from __future__ import annotations

from standfast.store.relational.database import guarded
from standfast.store.relational.memories import TableMemories
from standfast.store.sqlite.held import MOST_MEMORIES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import datetime
    from typing import Any

    from standfast.model.ids import MemoryId
    from standfast.model.memory import Memory
    from standfast.store.relational.log import TableLog
    from standfast.store.sqlite.connect import Connection
    from standfast.store.sqlite.held import Held
    from standfast.store.values import View


@guarded
class SqliteMemories(TableMemories):
    """The current state of one partition."""

    def __init__(self, connection: Connection, log: TableLog, held: Held) -> None:
        super().__init__(connection, log)
        self._held = held

    def find_several(self, memories: Sequence[MemoryId]) -> dict[MemoryId, Memory]:
        """Return memories as they are now, by id; what is not there is left out."""
        known = self._held.look()
        if known is None:
            return super().find_several(memories)
        kept = known.memories
        unread = [memory for memory in memories if memory not in kept]
        if len(kept) + len(unread) > MOST_MEMORIES:
            kept.clear()
            unread = list(memories)
        read = super().find_several(unread)
        kept.update([(memory, read.get(memory)) for memory in unread])
        found = [(memory, kept[memory]) for memory in memories]
        return {memory: state for memory, state in found if state is not None}

    def select(self, view: View, **options: Any) -> Iterator[Memory]:
        """Yield memories in a view; where none has a status that it shows, nothing is read."""
        known = self._held.look()
        if known is None or known.has_any(view):
            yield from super().select(view, **options)

    def scopes(self) -> list[str]:
        """Return the distinct scopes in use; a handful."""
        known = self._held.look()
        return super().scopes() if known is None else known.scopes

    def due(self, moment: datetime) -> list[MemoryId]:
        """Return active memories whose time is over, a hundred at most."""
        known = self._held.look()
        return super().due(moment) if known is None or known.is_any_over(moment) else []
