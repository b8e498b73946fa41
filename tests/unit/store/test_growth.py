"""What a person or a hook waits for is bounded by what it returns, not by what is stored: counted in steps."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from standfast import Memory
from standfast.capture.draft import Draft
from standfast.config import Settings
from standfast.model.kind import Kind
from standfast.model.source import Source

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from standfast.store.sqlite.partition import SqlitePartition

FEW, MANY = 300, 3000


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Memory]:
    settings = Settings(home=tmp_path, store_url=f"sqlite://{tmp_path / 'store'}", project="growth", embedder="off")
    with Memory(settings, Source("person", "ana"), tmp_path) as opened:
        yield opened


def fill(memory: Memory, first: int, last: int) -> None:
    drafts = (
        Draft(text=f"lesson {number} on word{number}", title=f"Lesson {number}", kind="gotcha", tags=["lesson"])
        for number in range(first, last)
    )
    assert sum(1 for _ in memory.remember_many(drafts)) == last - first


def steps(memory: Memory, act: Callable[[], object]) -> int:
    """Return how many steps of its virtual machine SQLite takes for an act."""
    partition: SqlitePartition = memory.context.partition(memory.context.scope)  # type: ignore[assignment]
    taken = 0

    def count() -> bool:
        nonlocal taken
        taken += 1
        return False

    partition.connection.real.set_progress_handler(count, 10)
    act()
    partition.connection.real.set_progress_handler(None)
    return taken * 10


ACTS: dict[str, Callable[[Memory, int], object]] = {
    "remember": lambda memory, turn: memory.remember(f"one more {turn}", title="Lesson 7", kind="gotcha"),
    "remember again": lambda memory, _: memory.remember("lesson 5 on word5", title="Lesson 5", kind="gotcha"),
    "revise": lambda memory, turn: memory.revise(_first(memory), f"lesson 0 said anew {turn}"),
    "show": lambda memory, _: memory.show(_first(memory)),
    "log of one": lambda memory, _: memory.log(_first(memory), limit=20),
    "log": lambda memory, _: memory.log(limit=20),
    "review": lambda memory, _: memory.review(),
}


def _first(memory: Memory) -> str:
    partition = memory.context.partition(memory.context.scope)
    return partition.memories.titled(Kind.GOTCHA, "Lesson 0", str(memory.context.scope), limit=1)[0]


@pytest.mark.parametrize("name", list(ACTS))
def test_the_work_does_not_grow_with_the_store(memory: Memory, name: str) -> None:
    fill(memory, 0, FEW)
    ACTS[name](memory, 0)
    few = steps(memory, lambda: ACTS[name](memory, 1))
    fill(memory, FEW, MANY)
    ACTS[name](memory, 2)
    many = steps(memory, lambda: ACTS[name](memory, 3))
    assert many < 2 * few + 500
