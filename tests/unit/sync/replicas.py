"""Machines of a team in a test: each with a home, a clock of its own that is hours off, and a line that fails."""

from __future__ import annotations

import json
import random
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from standfast.config import Settings
from standfast.errors import Unavailable
from standfast.memory import Memory
from standfast.model.encode import encode_memory
from standfast.model.moment import Clock
from standfast.model.source import Source
from standfast.model.value import replace
from standfast.store.relational.exchange import TableExchange
from standfast.store.values import View
from standfast.sync import rounds
from standfast.sync.batch import Batch, decode_batch, encode_batch, pack, unpack
from standfast.sync.remote import StoreRemote, open_remote

if TYPE_CHECKING:
    from pathlib import Path

    from standfast.model.operation import Operation
    from standfast.sync.arriving import Arrived
    from standfast.sync.ranges import Ranges

PROJECT = "shared"


class Crash(BaseException):
    """The process is gone, in the middle of something: nothing of ours catches it."""


class SkewedClock(Clock):
    """A clock that is wrong by hours, and that time passes on."""

    def __init__(self, hours: float) -> None:
        self.moment = datetime(2026, 3, 1, 12, tzinfo=UTC) + timedelta(hours=hours)

    def now(self) -> datetime:
        self.moment += timedelta(seconds=1)
        return self.moment


class Line:
    """The way to the other side: what is sent may come twice, in pieces, in another order, or not be heard of."""

    def __init__(self, remote: StoreRemote, chance: random.Random, *, bad: bool) -> None:
        self._remote = remote
        self._chance = chance
        self._bad = bad
        self.name = remote.name
        self.meet = remote.meet
        self.held = remote.held
        self.close = remote.close
        self.judge = remote.judge

    def fetch(self, key: str, held: Ranges) -> Batch:
        self._may_fail()
        batch = _wired(self._remote.fetch(key, held))
        self._may_fail()
        items = list(batch.carried)
        self._chance.shuffle(items)
        return replace(batch, carried=tuple(items))

    def send(self, key: str, batch: Batch) -> Arrived:
        items = [item for item in batch.carried for _ in range(self._chance.choice((1, 1, 2)) if self._bad else 1)]
        self._chance.shuffle(items)
        cut = self._chance.randint(0, len(items)) if self._bad else 0
        for piece in (items[:cut], items[cut:]):
            self._may_fail()
            taken = self._remote.send(key, _wired(replace(batch, carried=tuple(piece))))
            self._may_fail()  # taken in, and never said so
        return taken

    def _may_fail(self) -> None:
        if self._bad and self._chance.random() < 0.15:
            raise Unavailable("The line was cut.", hint="Try again.", code="team-away", retryable=True)


def _wired(batch: Batch) -> Batch:
    whole = decode_batch(unpack(pack(encode_batch(replace(batch, carried=batch.carried[:500])))))
    return replace(whole, carried=(*whole.carried, *batch.carried[500:]))


class Replica:
    """One machine."""

    def __init__(self, folder: Path, name: str, hours: float = 0.0) -> None:
        self.home = folder / name
        self.name = name
        self.crashes = 0
        self._settings = Settings(
            home=self.home, store_url=f"sqlite://{self.home / 'store'}", project=PROJECT, embedder="off",
            durability="normal",
        )  # fmt: skip
        folder.mkdir(parents=True, exist_ok=True)
        self.memory = Memory(self._settings, Source("person", name), folder, clock=SkewedClock(hours))

    @property
    def partition(self):  # type: ignore[no-untyped-def]
        return self.memory.context.partition(self.memory.context.scope)

    def crash(self, url: str, chance: random.Random) -> None:
        """Sync, and be gone in the middle of a batch, on one side or the other; come back as a new process does."""
        left = chance.randint(1, 12)

        def check(exchange: TableExchange, operation: Operation) -> None:
            nonlocal left
            left -= 1
            if not left:
                raise Crash
            checked(exchange, operation)

        checked = TableExchange._check
        TableExchange._check = check  # type: ignore[method-assign]
        try:
            self.sync(url, chance, bad=True)
        except Crash:
            self.crashes += 1
        finally:
            TableExchange._check = checked  # type: ignore[method-assign]
        clock = self.memory.context.clock
        self.memory.close()
        self.memory = Memory(self._settings, Source("person", self.name), self.home.parent, clock=clock)

    def sync(self, url: str, chance: random.Random, *, bad: bool = False) -> bool:
        """Pull, push and pull; tell whether the line held."""
        context = self.memory.context
        remote = Line(open_remote(context, url, {}), chance, bad=bad)  # type: ignore[arg-type]
        try:
            rounds.pull(context, remote)
            rounds.push(context, remote)
            rounds.pull(context, remote)
        except Unavailable:
            return False
        finally:
            remote.close()
        return True

    def state(self) -> dict[str, str]:
        """Everything that is known of every memory, whichever id the project has here."""
        key = self.partition.key
        return {
            memory.id: json.dumps(encode_memory(memory), sort_keys=True).replace(key, "HERE")
            for memory in self.partition.memories.select(View(statuses=()))
        }

    def close(self) -> None:
        self.memory.close()
