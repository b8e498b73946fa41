"""What is kept between two questions is never older than the store, whoever writes and whatever becomes of the file."""

from __future__ import annotations

import shutil
from datetime import timedelta
from typing import TYPE_CHECKING

from standfast.model.source import Source
from standfast.model.trust import Status
from standfast.store.values import View
from tests.unit.verbs.test_memory_life import SetClock, at, texts

if TYPE_CHECKING:
    from pathlib import Path

    from standfast.memory import Memory
    from standfast.store.values import Document


def partition_file(memory: Memory) -> Path:
    """Return the file of the project at hand."""
    return memory.context.partition(memory.context.scope).path  # type: ignore[attr-defined, no-any-return]


def test_what_another_process_writes_is_seen_at_the_next_question(tmp_path: Path) -> None:
    reader, writer = at(tmp_path), at(tmp_path)
    first = writer.remember("The refund lock is keyed by payment")
    assert texts(reader, "refund lock") == ["The refund lock is keyed by payment"]
    writer.remember("A refund lock lives for a minute")
    assert len(texts(reader, "refund lock")) == 2
    writer.revise(first.id, "The refund lock is keyed by order")
    assert "The refund lock is keyed by order" in texts(reader, "refund lock")
    assert texts(reader, "keyed by payment")[:1] != ["The refund lock is keyed by payment"]
    writer.retract(first.id)
    assert texts(reader, "refund lock") == ["A refund lock lives for a minute"]


def test_what_this_process_writes_is_seen_at_the_next_question(tmp_path: Path) -> None:
    memory = at(tmp_path)
    first = memory.remember("The refund lock is keyed by payment")
    assert len(texts(memory, "refund lock")) == 1
    second = memory.remember("A refund lock lives for a minute")
    assert len(texts(memory, "refund lock")) == 2
    memory.feedback(second.id, "helpful")
    assert next(result.memory.feedback.helpful for result in memory.recall("refund lock minute").results) == 1
    memory.supersede(first.id, second.id)
    assert texts(memory, "refund lock") == ["A refund lock lives for a minute"]
    memory.undo()
    assert len(texts(memory, "refund lock")) == 2


def test_what_another_process_purges_is_not_given_again(tmp_path: Path) -> None:
    reader, writer = at(tmp_path), at(tmp_path)
    gone = writer.remember("The refund lock is keyed by payment")
    writer.remember("A refund lock lives for a minute")
    assert len(texts(reader, "refund lock")) == 2
    writer.purge([gone.id])
    assert texts(reader, "refund lock") == ["A refund lock lives for a minute"]
    assert texts(reader, "keyed by payment") in ([], ["A refund lock lives for a minute"])


def test_what_is_purged_here_is_not_kept_at_hand(tmp_path: Path) -> None:
    memory = at(tmp_path)
    gone = memory.remember("The refund lock is keyed by payment")
    texts(memory, "refund lock")
    partition = memory.context.partition(memory.context.scope)
    memory.purge([gone.id])
    assert partition._held._known is None or not partition._held._known.documents  # type: ignore[attr-defined]


def test_a_file_that_took_the_place_of_another_answers_for_itself(tmp_path: Path) -> None:
    """Both were written as often, and hold as much: only their words differ."""
    for name, text in (("one", "The refund lock is keyed by payment"), ("two", "The refund lock is keyed by invoice")):
        with at(tmp_path / name) as memory:
            memory.remember(text)
            kept = partition_file(memory)
        shutil.copy(kept, tmp_path / f"{name}.db")
    reader = at(tmp_path / "one")
    assert texts(reader, "refund lock") == ["The refund lock is keyed by payment"]
    (tmp_path / "two.db").replace(partition_file(reader))
    assert [document.body for document in _found(reader, "refund")] == [
        document.body for document in _found(at(tmp_path / "two"), "refund")
    ]


def _found(memory: Memory, term: str) -> list[Document]:
    partition = memory.context.partition(memory.context.scope)
    return partition.index.lexical([term], View(), 10)


def test_a_backup_that_is_put_back_answers_for_itself(tmp_path: Path) -> None:
    reader, writer = at(tmp_path), at(tmp_path)
    writer.remember("The refund lock is keyed by payment")
    backup = writer.maintenance.backup(str(tmp_path / "kept.zip"))
    writer.remember("A refund lock lives for a minute")
    assert len(texts(reader, "refund lock")) == 2
    writer.maintenance.restore_backup(backup)
    assert texts(reader, "refund lock") == ["The refund lock is keyed by payment"]
    at(tmp_path).remember("A refund lock lives for an hour")
    assert sorted(texts(reader, "refund lock")) == [
        "A refund lock lives for an hour",
        "The refund lock is keyed by payment",
    ]


def test_what_is_built_again_elsewhere_is_read_again(tmp_path: Path) -> None:
    reader, writer = at(tmp_path), at(tmp_path)
    writer.remember("The refund lock is keyed by payment")
    assert len(texts(reader, "refund lock")) == 1
    writer.maintenance.reindex()
    assert texts(reader, "refund lock") == ["The refund lock is keyed by payment"]


def test_time_ends_a_memory_though_nothing_is_written(tmp_path: Path) -> None:
    clock = SetClock()
    memory = at(tmp_path, Source("agent", "bot", session="s"), clock=clock)
    memory.remember("The refund lock is off", expires=(clock.now() + timedelta(days=1)).isoformat())
    memory.remember("A refund lock lives for a minute")
    assert len(texts(memory, "refund lock")) == 2
    clock.moment += timedelta(days=2)
    assert texts(memory, "refund lock") == ["A refund lock lives for a minute"]


def test_a_list_that_is_kept_follows_what_is_written_and_the_time(tmp_path: Path) -> None:
    clock = SetClock()
    reader, writer = at(tmp_path, clock=clock), at(tmp_path, clock=clock)
    first = writer.remember(
        "The refund lock is keyed by payment", expires=(clock.now() + timedelta(days=1)).isoformat()
    )
    memories = reader.context.partition(reader.context.scope).memories

    def listed() -> list[str]:
        view = View(now=clock.now())
        return [item.content.text for item in memories.select(view, limit=10)]

    assert listed() == listed() == ["The refund lock is keyed by payment"]
    writer.remember("A refund lock lives for a minute")
    assert len(listed()) == 2
    assert [item.id for item in memories.select(View(now=clock.now()), limit=1)] != [first.id]
    clock.moment += timedelta(days=3)
    assert listed() == ["A refund lock lives for a minute"]


def test_what_expired_meanwhile_is_looked_for_where_it_still_stands(tmp_path: Path) -> None:
    clock = SetClock()
    memory = at(tmp_path, clock=clock)
    memory.remember("The refund lock is keyed by payment", expires=(clock.now() + timedelta(days=1)).isoformat())
    index = memory.context.partition(memory.context.scope).index

    def found() -> int:
        view = View(statuses=(Status.PROPOSED, Status.EXPIRED), now=clock.now())
        return len(index.lexical((), view, 10, joint=[("refund",), ("lock",)]))

    assert found() == 0
    clock.moment += timedelta(days=3)
    assert found() == 1


def test_an_answer_asks_the_file_a_few_times_whether_anything_was_written(tmp_path: Path) -> None:
    memory = at(tmp_path)
    for number in range(30):
        memory.remember(f"The refund lock of worker {number} is keyed by payment {number}")
    texts(memory, "refund lock of worker 7")
    connection = memory.context.partition(memory.context.scope).connection.real  # type: ignore[attr-defined]
    asked: list[str] = []
    connection.set_exec_trace(lambda _, sql, __: asked.append(sql) or True)
    assert texts(memory, "refund lock of worker 7")
    looks = sum("data_version" in sql for sql in asked)
    assert 0 < looks <= 5
    assert looks < len(asked) <= 40
