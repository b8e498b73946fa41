"""The pool: opened memories, each lent to one call at a time.

The core is synchronous and a memory has one caller, so calls on worker threads borrow one and give it back. Owns the
few that wait opened; opening a new one costs more than most calls.
"""

from __future__ import annotations

from contextlib import contextmanager
from threading import Lock
from typing import TYPE_CHECKING

from standfast.memory import Memory

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from standfast.config import Settings
    from standfast.model.source import Source

IDLE = 8


class Pool:
    """Memories of one home, by who asks and where."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._idle: list[tuple[Source, Path, Memory]] = []
        self._lock = Lock()

    @contextmanager
    def lend(self, who: Source, where: Path) -> Iterator[Memory]:
        """Lend a memory for one call."""
        memory = self._take(who, where)
        try:
            memory.renew()
            yield memory
        finally:
            self._give_back(who, where, memory)

    def close(self) -> None:
        """Let go of all that are not lent."""
        with self._lock:
            gone, self._idle = self._idle, []
        for _, _, memory in gone:
            memory.close()

    def _take(self, who: Source, where: Path) -> Memory:
        with self._lock:
            for place, (owner, folder, memory) in enumerate(self._idle):
                if (owner, folder) == (who, where):
                    del self._idle[place]
                    return memory
        return Memory(self.settings, who, where)

    def _give_back(self, who: Source, where: Path, memory: Memory) -> None:
        with self._lock:
            self._idle.insert(0, (who, where, memory))
            gone = self._idle[IDLE:]
            del self._idle[IDLE:]
        for _, _, old in gone:
            old.close()
