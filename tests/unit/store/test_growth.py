"""What a person or a hook waits for is bounded by what it returns, not by what is stored: counted in steps."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from standfast import Memory
from standfast.capture.draft import Draft
from standfast.config import Settings
from standfast.model.kind import Kind
from standfast.model.operation import Act
from standfast.model.source import Source, SourceFilter
from standfast.model.trust import Status
from standfast.store.sqlite import index
from standfast.store.sqlite.postings import Postings
from standfast.store.values import LogFilter, View

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from standfast.store.sqlite.partition import SqlitePartition

FEW, MANY = 300, 3000
WROTE_ONCE = {7: Source("session", "talk", session="talk"), 8: Source("commit", "c0")}


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Memory]:
    settings = Settings(home=tmp_path, store_url=f"sqlite://{tmp_path / 'store'}", project="growth", embedder="off")
    with Memory(settings, Source("person", "ana"), tmp_path) as opened:
        yield opened


def fill(memory: Memory, first: int, last: int) -> None:
    drafts = (
        Draft(
            text=f"lesson {number} on word{number}",
            title=f"Lesson {number}",
            kind="gotcha",
            tags=["lesson"],
            source=WROTE_ONCE.get(number),
        )
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


REMEMBER = (Act.REMEMBER,)
ACTS: dict[str, Callable[[Memory, int], object]] = {
    "remember": lambda memory, turn: memory.remember(f"one more {turn}", title="Lesson 7", kind="gotcha"),
    "remember again": lambda memory, _: memory.remember("lesson 5 on word5", title="Lesson 5", kind="gotcha"),
    "revise": lambda memory, turn: memory.revise(_first(memory), f"lesson 0 said anew {turn}"),
    "show": lambda memory, _: memory.show(_first(memory)),
    "log of one": lambda memory, _: memory.log(_first(memory), limit=20),
    "log": lambda memory, _: memory.log(limit=20),
    "log of a session": lambda memory, _: _written(memory, LogFilter(session="talk", acts=REMEMBER)),
    "log of a source": lambda memory, _: _written(
        memory, LogFilter(source=SourceFilter("commit", "c0"), acts=REMEMBER)
    ),
    "review": lambda memory, _: memory.review(),
    "rare word as an array": lambda memory, _: _search(memory, "word7"),
    "tag of nobody": lambda memory, _: _tagged(memory, "failure:0"),
    "tag of all": lambda memory, _: _tagged(memory, "lesson"),
}


def _search(memory: Memory, word: str) -> None:
    partition: SqlitePartition = memory.context.partition(memory.context.scope)  # type: ignore[assignment]
    rows = partition.connection.execute("SELECT max(row) FROM document").get
    Postings(partition.connection, rows).best([word], (), 5)


def _written(memory: Memory, wanted: LogFilter) -> list[object]:
    return list(memory.context.partition(memory.context.scope).log.iterate(wanted))


def _tagged(memory: Memory, tag: str) -> list[object]:
    partition = memory.context.partition(memory.context.scope)
    return list(partition.memories.select(View(tags=(tag,)), limit=3))


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


def test_of_a_crowd_with_the_same_words_the_newest_are_compared_and_what_has_more_of_them_is_found(
    memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(index, "CROWD", 100)
    old = memory.remember("lesson 1 on the quorum of the ledger").id
    fill(memory, 0, FEW)
    assert memory.recall("lesson on quorum").results[0].memory.id == old
    partition = memory.context.partition(memory.context.scope)
    partition.index.statistics(["lesson"])
    view = View(statuses=(Status.ACTIVE,), scopes=(str(memory.context.scope),))
    found = partition.index.lexical((), view, 20, joint=[("lesson",)])
    oldest = partition.index.lexical(["quorum"], view, 1)[0].position
    assert len(found) == 20
    assert min(document.position for document in found) > oldest + 100
