"""Damage costs what it hit and nothing else, and a repair never makes it worse."""

from __future__ import annotations

import json
import re
import subprocess
import time
from typing import TYPE_CHECKING

import apsw
import pytest

from standfast.errors import StoreError, StoreTooNew
from standfast.store.sqlite.connect import Connection
from standfast.store.sqlite.damage.file import take_over
from standfast.store.sqlite.migrate import NEWEST, ensure_schema
from standfast.store.values import View
from tests.fault.test_damage import file_of, fill, open_memory, texts_in

if TYPE_CHECKING:
    from pathlib import Path

    from standfast import Memory

COUNT = 40


def flip(path: Path, needle: bytes, bit: int = 3, offset: int = 0) -> None:
    """Flip one bit of the middle one of all places that read like this."""
    data = bytearray(path.read_bytes())
    places = [found.start() for found in re.finditer(re.escape(needle), bytes(data))]
    data[places[len(places) // 2] + offset] ^= 1 << bit
    path.write_bytes(data)


def damage_payload(home: Path, number: int) -> None:
    """Make one payload something nobody can read, beyond what a single bit explains."""
    connection = apsw.Connection(str(file_of(home)))
    connection.execute(
        "UPDATE payload SET body = CAST(x'ff00ff' || substr(CAST(body AS BLOB), 9) AS TEXT) WHERE body LIKE ?",
        (f"%lesson {number} about%",),
    )
    connection.close()


def exported(memory: Memory) -> set[str]:
    return {record["state"]["version"]["content"]["text"] for record in memory.transfer.export()}


@pytest.mark.parametrize(
    ("needle", "bit", "offset"),
    [
        (b'{"content":', 3, 0),
        (b'{"content":', 7, 0),
        (b'"act":"remember"', 1, 0),
        (b'"commitment":"', 0, 20),
        (b" about subject", 5, 3),
    ],
)
def test_a_flipped_bit_costs_nothing_once_it_is_repaired(tmp_path: Path, needle: bytes, bit: int, offset: int) -> None:
    texts = set(fill(tmp_path, COUNT))
    flip(file_of(tmp_path), needle, bit, offset)
    with open_memory(tmp_path) as memory:
        assert memory.maintenance.problems()
        assert len(exported(memory)) >= COUNT - 1
        memory.maintenance.salvage()
        assert memory.maintenance.problems() == []
        assert memory.maintenance.losses() == []
        assert exported(memory) == texts


def test_a_payload_beyond_repair_costs_that_memory_and_stays_known(tmp_path: Path) -> None:
    texts = set(fill(tmp_path, COUNT))
    damage_payload(tmp_path, 7)
    with open_memory(tmp_path) as memory:
        before = exported(memory)
        assert len(before) == COUNT - 1
        assert len(memory.maintenance.damaged()) == 1
        memory.maintenance.salvage()
        assert exported(memory) == before
        assert memory.maintenance.problems() == []
        assert len(memory.maintenance.losses()) == 1
        assert memory.maintenance.reindex() == COUNT - 1
        assert {result.memory.content.text for result in memory.recall("lesson 8 about subject8").results} <= texts
        memory.remember("life goes on")
        assert memory.maintenance.problems() == []


def test_a_payload_beyond_repair_is_taken_from_a_backup(tmp_path: Path) -> None:
    texts = set(fill(tmp_path, COUNT))
    with open_memory(tmp_path) as memory:
        memory.maintenance.backup()
    damage_payload(tmp_path, 7)
    with open_memory(tmp_path) as memory:
        memory.maintenance.salvage()
        assert memory.maintenance.problems() == []
        assert memory.maintenance.losses() == []
        assert exported(memory) == texts


def test_reindex_goes_on_past_a_row_that_cannot_be_read(tmp_path: Path) -> None:
    fill(tmp_path, COUNT)
    damage_payload(tmp_path, 7)
    with open_memory(tmp_path) as memory:
        assert memory.maintenance.reindex() == COUNT - 1
        assert len(texts_in(memory)) == COUNT - 1
        assert memory.maintenance.losses()


@pytest.mark.parametrize(("table", "column"), [("tombstone", "kind"), ("session", "outcome"), ("session", "tokens")])
def test_a_column_that_a_file_does_not_have_yet_costs_no_row_of_its_table(
    tmp_path: Path, table: str, column: str
) -> None:
    paths = [tmp_path / "store" / name for name in ("old.db", "new.db")]
    old, new = files = [Connection(path) for path in paths]
    for file, path in zip(files, paths, strict=True):
        ensure_schema(file, path, "partition")
    old.execute("INSERT INTO tombstone (memory, content, at, source) VALUES ('m1', 'c1', '', '')")
    old.execute("INSERT INTO session (id, agent, started_at, last_at) VALUES ('s1', 'codex', '', '')")
    old.execute(f"ALTER TABLE {table} DROP COLUMN {column}")
    assert take_over(old, new) == 0
    assert [new.execute(f"SELECT count(*) FROM {name}").get for name in ("tombstone", "session")] == [1, 1]
    for file in files:
        file.close()


def test_what_only_the_projection_still_knows_is_kept(tmp_path: Path) -> None:
    fill(tmp_path, COUNT)
    with open_memory(tmp_path) as memory:
        found = memory.recall("lesson 7 about subject7", limit=1).results[0].memory
        memory.revise(found.id, "lesson 7 about subject7, and more")
    connection = apsw.Connection(str(file_of(tmp_path)))
    connection.execute("UPDATE payload SET body = 'x' WHERE body LIKE '%and more%'")
    connection.close()
    with open_memory(tmp_path) as memory:
        before = exported(memory)
        assert "lesson 7 about subject7, and more" in before
        memory.maintenance.salvage()
        assert exported(memory) == before


def test_a_file_of_a_later_version_is_not_repaired(tmp_path: Path) -> None:
    fill(tmp_path, 1)
    connection = apsw.Connection(str(file_of(tmp_path)))
    connection.execute(f"PRAGMA user_version = {NEWEST['partition'] + 5}")
    connection.close()
    before = file_of(tmp_path).read_bytes()
    with open_memory(tmp_path) as memory:
        assert memory.maintenance.problems()
        assert memory.maintenance.salvage() == []
        assert memory.maintenance.problems()
        with pytest.raises(StoreTooNew):
            memory.remember("x")
    assert file_of(tmp_path).read_bytes() == before


def test_a_file_that_is_gone_is_not_begun_anew_by_any_command(tmp_path: Path) -> None:
    fill(tmp_path, 3)
    file_of(tmp_path).unlink()
    with open_memory(tmp_path) as memory:
        for act in (
            lambda: memory.remember("x"),
            lambda: memory.recall("lesson"),
            lambda: list(memory.transfer.export()),
            memory.brief,
        ):
            with pytest.raises(StoreError) as caught:
                act()
            assert caught.value.code == "store-missing"
        assert memory.maintenance.problems()
        memory.maintenance.salvage()
        assert memory.maintenance.problems() == []
        assert memory.maintenance.losses(), "it is not whole because it was looked at once"
        memory.remember("life goes on")
        assert memory.maintenance.losses()


def test_a_restored_backup_ends_the_loss(tmp_path: Path) -> None:
    texts = set(fill(tmp_path, 3))
    with open_memory(tmp_path) as memory:
        copy = memory.maintenance.backup()
    file_of(tmp_path).unlink()
    with open_memory(tmp_path) as memory:
        memory.maintenance.salvage()
        memory.maintenance.restore_backup(copy)
        assert memory.maintenance.losses() == []
        assert exported(memory) == texts


def test_an_open_store_notices_that_its_file_is_gone_before_it_acknowledges(tmp_path: Path) -> None:
    fill(tmp_path, 3)
    with open_memory(tmp_path) as memory:
        memory.remember("before")
        for path in (tmp_path / "store").glob("project-*"):
            path.unlink()
        with pytest.raises(StoreError) as caught:
            memory.remember("after")
        assert caught.value.code == "store-missing"


def test_an_open_store_goes_on_in_the_file_that_took_the_place_of_its_own(tmp_path: Path) -> None:
    texts = set(fill(tmp_path, 3))
    path = file_of(tmp_path)
    with open_memory(tmp_path) as memory:
        memory.remember("before")
        memory.context.close_store()
        copy = path.read_bytes()
        memory.remember("only in the file that is taken away")
        path.rename(tmp_path / "aside.db")
        for suffix in ("-wal", "-shm"):
            path.with_name(path.name + suffix).unlink(missing_ok=True)
        path.write_bytes(copy)
        memory.remember("after")
    with open_memory(tmp_path) as memory:
        assert exported(memory) == texts | {"before", "after"}


def test_a_repair_under_an_open_store_loses_nothing(tmp_path: Path) -> None:
    texts = set(fill(tmp_path, COUNT))
    with open_memory(tmp_path) as server:
        server.remember("before the repair")
        assert server.context.store.partition(server.context.scope.partition).checkpoint()  # type: ignore[attr-defined]
        data = bytearray(file_of(tmp_path).read_bytes())
        at = data.index(b"CREATE INDEX memory_kind")
        data[at : at + 24] = b"CREATE INDEX memory_kinD"
        page = _root_of(file_of(tmp_path), "memory_kind")
        data[(page - 1) * 4096 : page * 4096] = bytes(4096)
        file_of(tmp_path).write_bytes(data)
        with open_memory(tmp_path) as memory:
            assert memory.maintenance.problems()
            memory.maintenance.salvage()
            assert memory.maintenance.problems() == []
        server.remember("after the repair")
        server.recall("lesson")
    with open_memory(tmp_path) as memory:
        assert exported(memory) == texts | {"before the repair", "after the repair"}
        assert memory.maintenance.problems() == []


def _root_of(path: Path, name: str) -> int:
    connection = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
    try:
        return int(connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = ?", (name,)).get)
    finally:
        connection.close()


@pytest.mark.parametrize("size", [100, 4096])
def test_a_file_whose_beginning_was_overwritten_is_read_all_the_same(tmp_path: Path, size: int) -> None:
    texts = set(fill(tmp_path, COUNT))
    with file_of(tmp_path).open("r+b") as file:
        file.write(bytes(size))
    with open_memory(tmp_path) as memory:
        assert memory.maintenance.problems()
        memory.maintenance.salvage()
        assert memory.maintenance.problems() == []
        assert exported(memory) == texts


def test_a_file_that_held_nothing_readable_is_not_called_whole(tmp_path: Path) -> None:
    fill(tmp_path, 3)
    file_of(tmp_path).write_text("hello")
    with open_memory(tmp_path) as memory:
        memory.maintenance.salvage()
        assert memory.maintenance.losses()


def test_after_a_wait_in_vain_the_next_ones_wait_less(tmp_path: Path) -> None:
    fill(tmp_path, 1)
    holder = apsw.Connection(str(file_of(tmp_path)))
    holder.execute("BEGIN IMMEDIATE")

    def wait() -> float:
        with open_memory(tmp_path, wait_s=1.0) as memory:
            started = time.monotonic()
            with pytest.raises(StoreError):
                memory.remember("cannot be written now")
            return time.monotonic() - started

    first = wait()
    assert any(wait() < first / 2 for _ in range(30)), "the machine may be slow, but not every time"
    holder.execute("ROLLBACK")
    with open_memory(tmp_path, wait_s=1.0) as memory:
        memory.remember("can be written now")


@pytest.fixture
def read_only(tmp_path: Path) -> Path:
    """A home on a disk that nobody can write."""
    disk = tmp_path / "disk"
    disk.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "tmpfs", str(disk)], check=False, capture_output=True).returncode:
        pytest.skip("mounting needs root")
    fill(disk / "home", 3)
    subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
    yield disk / "home"
    subprocess.run(["umount", "-l", str(disk)], check=True)


def test_a_person_reads_what_cannot_be_written_and_is_told_that_there_is_no_receipt(read_only: Path) -> None:
    with open_memory(read_only) as memory:
        answer = memory.recall("lesson 1 about subject1")
        assert answer.results[0].memory.content.text == "lesson 1 about subject1"
        assert answer.receipt == ""
        assert len(exported(memory)) == 3
        assert texts_in(memory) == exported(memory)
        assert memory.show(answer.results[0].memory.id)
        with pytest.raises(StoreError) as caught:
            memory.remember("x")
        assert caught.value.code == "store-read-only"


def test_an_agent_is_given_nothing_without_a_receipt(read_only: Path) -> None:
    from standfast import Memory
    from standfast.config import Settings
    from standfast.model.source import Source

    settings = Settings(home=read_only, store_url=f"sqlite://{read_only / 'store'}", project="fault", embedder="off")
    with Memory(settings, Source("agent", "codex", session="s-1"), read_only) as memory:
        for ask in (lambda: memory.recall("lesson"), memory.brief):
            with pytest.raises(StoreError) as caught:
                ask()
            assert caught.value.code == "store-read-only"


def test_what_lies_in_the_log_of_a_disk_that_cannot_be_written_is_read_too(tmp_path: Path) -> None:
    fill(tmp_path, 3)
    with open_memory(tmp_path) as memory:
        memory.remember("still in the log beside the file")
        log = file_of(tmp_path).with_name(file_of(tmp_path).name + "-wal")
        assert log.stat().st_size
        from standfast.store.sqlite.connect import Connection

        connection = Connection(file_of(tmp_path), read_only=True)
        bodies = [json.loads(body)["content"]["text"] for (body,) in connection.execute("SELECT body FROM payload")]
        connection.close()
    assert "still in the log beside the file" in bodies


def test_a_view_leaves_out_what_is_due_before_that_is_written(tmp_path: Path) -> None:
    from datetime import UTC, datetime, timedelta

    with open_memory(tmp_path) as memory:
        memory.remember("the beta ends soon", expires=(datetime.now(UTC) + timedelta(days=1)).isoformat())
        partition = memory.context.partition(memory.context.scope)
        later = datetime.now(UTC) + timedelta(days=2)
        assert len(list(partition.memories.select(View(now=datetime.now(UTC))))) == 1
        assert list(partition.memories.select(View(now=later))) == []
