"""Memories in SQLite: as in every engine, and what was read stays at hand while nothing changes."""

from __future__ import annotations

from standfast.model.value import replace
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


MOST_LISTED = 64  # memories of a list that is kept
MOST_LISTS = 64


@guarded
class SqliteMemories(TableMemories):
    """The current state of one partition."""

    def __init__(self, connection: Connection, log: TableLog, held: Held) -> None:
        super().__init__(connection, log)
        self._held = held

    def find_several(self, memories: Sequence[MemoryId]) -> dict[MemoryId, Memory]:
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
        if known is not None and not known.shelves(view):
            return
        few = 0 < options.get("limit", 0) <= MOST_LISTED
        if known is None or not few or view.now is None or known.is_any_over(view.now):
            yield from super().select(view, **options)
            return
        asked = (replace(view, now=None), *options.items())  # nobody's time is over: it is the same at every moment
        if asked not in known.lists:
            if len(known.lists) >= MOST_LISTS:
                known.lists.clear()
            known.lists[asked] = list(super().select(view, **options))
        yield from known.lists[asked]

    def scopes(self) -> list[str]:
        known = self._held.look()
        return super().scopes() if known is None else known.scopes

    def due(self, moment: datetime) -> list[MemoryId]:
        known = self._held.look()
        return super().due(moment) if known is None or known.is_any_over(moment) else []
