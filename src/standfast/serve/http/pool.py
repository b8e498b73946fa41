"""The pool: opened memories, each lent to one call at a time.

The core is synchronous and a memory has one caller, so calls on worker threads borrow one and give it back. Owns the
few that wait opened; opening a new one costs more than most calls.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from threading import BoundedSemaphore, Lock

from standfast.config import Settings
from standfast.memory import Memory
from standfast.model.source import Source
from standfast.model.value import replace
from standfast.serve.http.team.workspace import Workspace

Where = Path | Workspace

IDLE = 8
AT_ONCE = 8  # calls on a shared store: each may need a handful of connections


class Pool:
    """Memories of one home, by who asks and where."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._idle: list[tuple[Source, Where, Memory]] = []
        self._lock = Lock()
        self._turns = BoundedSemaphore(AT_ONCE)
        self._most = IDLE * 8 if settings.is_shared else IDLE

    @contextmanager
    def lend(self, who: Source, where: Where) -> Iterator[Memory]:
        """Lend a memory for one call; of a shared store no more at a time than there are connections for."""
        with self.turn():
            memory = self._take(who, where)
            try:
                memory.renew()
                yield memory
            finally:
                memory.context.release()
                self._give_back(who, where, memory)

    def turn(self) -> AbstractContextManager[object]:
        """Wait until there are connections for one more call."""
        return self._turns if self.settings.is_shared else nullcontext()

    def close(self) -> None:
        """Let go of all that are not lent."""
        with self._lock:
            gone, self._idle = self._idle, []
        for _, _, memory in gone:
            memory.close()

    def _take(self, who: Source, where: Where) -> Memory:
        with self._lock:
            for place, (owner, folder, memory) in enumerate(self._idle):
                if (owner, folder) == (who, where):
                    del self._idle[place]
                    return memory
        if isinstance(where, Workspace):
            settings = replace(self.settings, project=where.project, user=where.person)
            return Memory(settings, who, where.home)
        return Memory(self.settings, who, where)

    def _give_back(self, who: Source, where: Where, memory: Memory) -> None:
        with self._lock:
            self._idle.insert(0, (who, where, memory))
            gone = self._idle[self._most :]
            del self._idle[self._most :]
        for _, _, old in gone:
            old.close()
