from __future__ import annotations

import os
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path
from random import Random

import apsw
import pytest

from standfast import Memory
from standfast.config import Settings
from standfast.errors import StoreBusy, StoreError, StoreTooNew
from standfast.model.source import Source
from standfast.store.sqlite.connect import Connection
from standfast.store.sqlite.migrate import NEWEST, ensure_schema
from standfast.store.values import View

SCHEMA = NEWEST["partition"]


def open_memory(home: Path, **options: object) -> Memory:
    settings = Settings(
        home=home,
        store_url=f"sqlite://{home / 'store'}",
        project="fault",
        embedder="off",
        **options,  # type: ignore[arg-type]
    )
    return Memory(settings, Source("person", "ana"), home)


def fill(home: Path, count: int) -> list[str]:
    texts = [f"lesson {number} about subject{number}" for number in range(count)]
    with open_memory(home) as memory:
        for text in texts:
            memory.remember(text)
    return texts


def file_of(home: Path) -> Path:
    return next((home / "store").glob("project-*.db"))


def texts_in(memory: Memory) -> set[str]:
    partition = memory.context.partition(memory.context.scope)
    return {item.content.text for item in partition.memories.select(View())}


@pytest.mark.parametrize(
    ("written", "damaged"),
    [("told again", "told\0gain"), ("told again", "told agaim"), ('"revision":2', '"revision";2')],
)
def test_a_revised_memory_whose_row_was_damaged_is_read_from_the_log_and_named(
    tmp_path: Path, written: str, damaged: str
) -> None:
    with open_memory(tmp_path) as memory:
        made = memory.remember("lesson 1 about subject1").id
        memory.revise(made, "lesson 1 about subject1, told again")
    with apsw.Connection(str(file_of(tmp_path))) as file:
        file.execute(
            "UPDATE memory SET state = CAST(replace(CAST(state AS BLOB), ?, ?) AS TEXT)",
            (written.encode(), damaged.encode()),
        )
    with open_memory(tmp_path) as memory:
        assert memory.show(made).memory.revision == 2
        assert memory.maintenance.problems()
        memory.maintenance.salvage()
        assert memory.show(made).memory.content.text == "lesson 1 about subject1, told again"
        assert memory.maintenance.problems() == []


@pytest.mark.parametrize("column", ["scope", "title", "at", "pinned", "made"])
def test_a_column_that_no_index_holds_is_checked_against_the_log(tmp_path: Path, column: str) -> None:
    fill(tmp_path, 2)
    with apsw.Connection(str(file_of(tmp_path))) as file:
        file.execute(f"UPDATE memory SET {column} = 7 WHERE id = (SELECT min(id) FROM memory)")
    with open_memory(tmp_path) as memory:
        assert memory.maintenance.problems()
        memory.maintenance.salvage()
        assert memory.maintenance.problems() == []
        assert len(texts_in(memory)) == 2


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE document SET body = CAST(x'6c65ff00' AS TEXT) WHERE row = 1",
        "UPDATE document SET title = title || ' more' WHERE row = 1",
        "UPDATE document SET kind = 'fast' WHERE row = 1",
        "UPDATE document SET scope = CAST(x'00ff' AS TEXT) WHERE row = 1",
        "UPDATE document SET authority = 9 WHERE row = 1",
        "UPDATE scope SET documents = documents + 1",
        "UPDATE scope SET scope = 'nowhere'",
    ],
)
def test_what_is_searched_is_checked_against_the_log(tmp_path: Path, damage: str) -> None:
    fill(tmp_path, 3)
    with apsw.Connection(str(file_of(tmp_path))) as file:
        file.execute(damage)
    with open_memory(tmp_path) as memory:
        assert memory.maintenance.problems()
        memory.maintenance.salvage()
        memory.maintenance.reindex()
        assert memory.maintenance.problems() == []
        assert [result.memory.content.text for result in memory.recall("subject1").results][:1] == [
            "lesson 1 about subject1"
        ]


def test_a_store_that_others_write_to_is_not_called_damaged(tmp_path: Path) -> None:
    fill(tmp_path, 3)
    with open_memory(tmp_path) as memory, open_memory(tmp_path) as other:
        partition = memory.context.partition(memory.context.scope)
        noted = [item.id for item in partition.memories.select(View())]
        written = iter(range(30))

        def write(*_: object) -> bool:
            """Change a memory before every statement of the check."""
            if (number := next(written, None)) is not None:
                other.revise(noted[number % 3], f"lesson {number} told otherwise")
            return True

        partition.connection.real.exec_trace = write
        try:
            assert memory.maintenance.problems() == []
        finally:
            partition.connection.real.exec_trace = None
        assert next(written, 30) > 9


def test_a_damaged_note_of_the_project_keeps_nobody_from_writing(tmp_path: Path) -> None:
    fill(tmp_path, 1)
    with apsw.Connection(str(file_of(tmp_path))) as file:
        file.execute("UPDATE meta SET value = CAST(x'7b00ff' AS TEXT) WHERE name = 'project'")
    with open_memory(tmp_path) as memory:
        memory.remember("lesson 2 about subject2")
        assert memory.recall("subject2").results
        assert memory.maintenance.problems() == []


def test_overwritten_pages_are_detected_and_the_rest_is_salvaged(tmp_path: Path) -> None:
    texts = fill(tmp_path, 120)
    path = file_of(tmp_path)
    size = path.stat().st_size
    with path.open("r+b") as file:
        for page in range(size // 2 // 4096, size // 2 // 4096 + 3):
            file.seek(page * 4096)
            file.write(Random(page).randbytes(4096))
    with open_memory(tmp_path) as memory:
        assert memory.maintenance.problems()
        done = memory.maintenance.salvage()
        assert len(done) == 1
        assert memory.maintenance.problems() == []
        saved = texts_in(memory)
        assert len(saved) >= 60
        assert saved <= set(texts)
        memory.remember("life goes on")
        assert memory.recall("life goes on").results[0].memory.content.text == "life goes on"
    assert list((tmp_path / "damaged").glob("*.db"))


def set_aside(home: Path) -> list[Path]:
    return sorted((home / "damaged").iterdir())


def test_a_purge_removes_damaged_files_that_hold_the_words_and_keeps_the_others(tmp_path: Path) -> None:
    with open_memory(tmp_path) as memory:
        memory.remember("the flamboyant xylophone plays at midnight")
    fill(tmp_path, 120)
    path = file_of(tmp_path)
    size = path.stat().st_size
    with path.open("r+b") as file:
        file.seek(size // 2 // 4096 * 4096)
        file.write(Random(size).randbytes(8192))
    with open_memory(tmp_path) as memory:
        memory.maintenance.salvage()
        aside = set_aside(tmp_path)
        assert any(b"xylophone" in item.read_bytes() for item in aside)
        memory.remember("nothing of this is in the damaged file: okapi")
        first = memory.purge(match="okapi")
        assert (first.proof.hits, first.proof.removed) == ((), ())
        assert set_aside(tmp_path) == aside
        done = memory.purge(match="xylophone")
        assert done.proof.hits == ()
        assert done.proof.removed == tuple(map(str, aside))
    assert set_aside(tmp_path) == []
    assert not any(b"xylophone" in item.read_bytes() for item in tmp_path.rglob("*") if item.is_file())


def test_a_truncated_file_is_reported_and_salvaged(tmp_path: Path) -> None:
    fill(tmp_path, 300)
    path = file_of(tmp_path)
    with path.open("r+b") as file:
        file.truncate(path.stat().st_size * 2 // 3 // 4096 * 4096)
    with open_memory(tmp_path) as memory:
        assert memory.maintenance.problems()
        memory.maintenance.salvage()
        assert len(texts_in(memory)) > 100
        memory.remember("after the flood")
        assert memory.maintenance.problems() == []


def test_a_file_that_is_no_database_is_refused_with_a_hint_and_left_alone(tmp_path: Path) -> None:
    fill(tmp_path, 1)
    path = file_of(tmp_path)
    path.write_bytes(b"this is not a database at all, but it is somebody's file" * 100)
    before = path.read_bytes()
    with open_memory(tmp_path) as memory, pytest.raises(StoreError) as caught:
        memory.remember("x")
    assert caught.value.code == "store-corrupt"
    assert caught.value.hint
    assert path.read_bytes() == before


def test_a_newer_file_is_refused_and_not_touched(tmp_path: Path) -> None:
    fill(tmp_path, 1)
    path = file_of(tmp_path)
    connection = apsw.Connection(str(path))
    connection.execute(f"PRAGMA user_version = {SCHEMA + 7}")
    connection.close()
    with open_memory(tmp_path) as memory, pytest.raises(StoreTooNew):
        memory.remember("x")


def test_a_busy_store_gives_a_clear_error_after_a_bounded_wait(tmp_path: Path) -> None:
    fill(tmp_path, 1)
    holder = apsw.Connection(str(file_of(tmp_path)))
    holder.execute("BEGIN IMMEDIATE")
    with open_memory(tmp_path, wait_s=0.2) as memory:
        with pytest.raises(StoreBusy) as caught:
            memory.remember("cannot be written now")
        assert caught.value.retryable
        holder.execute("ROLLBACK")
        memory.remember("can be written now")
        assert texts_in(memory) == {"lesson 0 about subject0", "can be written now"}


def test_a_full_disk_loses_nothing_and_says_so(tmp_path: Path) -> None:
    texts = fill(tmp_path, 5)
    script = textwrap.dedent(
        """
        import resource, signal, sys
        from pathlib import Path
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        from tests.fault.test_damage import open_memory
        from standfast.errors import StoreError
        memory = open_memory(Path(sys.argv[1]))
        memory.recall("warm up")
        limit = max(p.stat().st_size for p in (Path(sys.argv[1]) / "store").iterdir()) + 20_000
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
        done = 0
        try:
            for number in range(5000):
                memory.remember(f"until it is full {number} " + "x y z " * 200)
                done += 1
        except StoreError as error:
            print(done, error.code)
        """
    )
    root = Path(__file__).parents[2]
    env = {**os.environ, "PYTHONPATH": str(root)}
    done = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path)], env=env, capture_output=True, text=True, timeout=120, check=True
    )
    written, code = done.stdout.split()
    assert code in {"store-full", "store-io"}
    with open_memory(tmp_path) as memory:
        assert memory.maintenance.problems() == []
        stored = texts_in(memory)
        assert set(texts) <= stored
        assert len(stored) == len(texts) + int(written)
        memory.remember("there is room again")


def test_on_a_full_disk_an_agent_is_given_nothing_and_a_person_reads_without_a_receipt(tmp_path: Path) -> None:
    (text,) = fill(tmp_path, 1)
    script = textwrap.dedent(
        """
        import resource, signal, sys
        from pathlib import Path
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        from tests.fault.test_damage import open_memory
        from standfast import Memory
        from standfast.errors import StoreError
        from standfast.model.source import Source
        person = open_memory(Path(sys.argv[1]))
        agent = Memory(person.context.settings, Source("agent", "codex", session="s-1"), Path(sys.argv[1]))
        for memory in (person, agent):
            memory.recall("warm up")
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
        said = person.recall("lesson subject0")
        sys.stderr.write("|".join((said.receipt, *(result.memory.content.text for result in said.results))) + chr(10))
        try:
            agent.recall("lesson subject0")
            sys.stderr.write("given")
        except StoreError as error:
            sys.stderr.write(error.code)
        """
    )
    env = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    command = [sys.executable, "-c", script, str(tmp_path)]
    told = subprocess.run(command, env=env, capture_output=True, text=True, timeout=120, check=True).stderr
    person, agent = told.splitlines()
    assert person == f"|{text}"
    assert agent in {"store-full", "store-io"}


def test_processes_that_migrate_at_once_do_it_once(tmp_path: Path) -> None:
    path = tmp_path / "store" / "user.db"
    connection = Connection(path)
    ensure_schema(connection, path, "partition")
    connection.close()
    script = textwrap.dedent(
        f"""
        import sys
        from pathlib import Path
        from standfast.store.sqlite.connect import Connection
        from standfast.store.sqlite.migrate import ensure_schema
        path = Path(sys.argv[1])
        connection = Connection(path)
        steps = [({SCHEMA + 1}, "CREATE TABLE extra (n INTEGER); INSERT INTO extra VALUES (1)"),
                 ({SCHEMA + 2}, "INSERT INTO extra VALUES (2)")]
        ensure_schema(connection, path, "partition", migrations=steps)
        """
    )
    running = [subprocess.Popen([sys.executable, "-c", script, str(path)]) for _ in range(6)]
    assert [process.wait(timeout=60) for process in running] == [0] * 6
    connection = apsw.Connection(str(path))
    assert connection.execute("SELECT n FROM extra ORDER BY n").fetchall() == [(1,), (2,)]
    assert connection.pragma("user_version") == SCHEMA + 2
    assert list((tmp_path / "backups").glob("*.db")), "a copy is kept before the first migration"


def test_a_failed_migration_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "store" / "user.db"
    connection = Connection(path)
    ensure_schema(connection, path, "partition")
    before = connection.execute("SELECT sql FROM sqlite_schema ORDER BY name").fetchall()
    steps = [(SCHEMA + 1, "CREATE TABLE half (n INTEGER)"), (SCHEMA + 2, "this is no SQL")]
    with pytest.raises(apsw.SQLError):
        ensure_schema(connection, path, "partition", migrations=steps)
    assert connection.execute("SELECT sql FROM sqlite_schema ORDER BY name").fetchall() == before
    assert connection.pragma("user_version") == SCHEMA


def test_a_home_that_cannot_be_made_gets_a_clear_answer(tmp_path: Path) -> None:
    blocker = tmp_path / "file"
    blocker.write_text("in the way")
    with open_memory(blocker / "home") as memory, pytest.raises(StoreError) as caught:
        memory.remember("x")
    assert caught.value.code == "store-read-only"
    assert "STANDFAST_HOME" in caught.value.hint


def test_two_homes_made_at_the_same_moment_agree_on_their_key(tmp_path: Path) -> None:
    script = (
        "import sys; from pathlib import Path; from standfast.context.home import ensure_key; "
        "print(ensure_key(Path(sys.argv[1])).hex())"
    )
    command = [sys.executable, "-c", script, str(tmp_path / "home" / "key")]
    running = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(6)]
    keys = {process.communicate(timeout=60)[0].strip() for process in running}
    assert len(keys) == 1


def test_two_processes_that_meet_a_repository_for_the_first_time_agree_on_its_project(tmp_path: Path) -> None:
    repository = tmp_path / "repository"
    subprocess.run(["git", "init", "-q", str(repository)], check=True)
    script = textwrap.dedent(
        """
        import sys
        from pathlib import Path
        from standfast import Memory
        from standfast.config import Settings
        from standfast.model.source import Source
        home = Path(sys.argv[1])
        settings = Settings(home=home, store_url=f"sqlite://{home / 'store'}", embedder="off")
        print(Memory(settings, Source("person", "ana"), Path(sys.argv[2])).context.here.project)
        """
    )
    running = [
        subprocess.Popen(
            [sys.executable, "-c", script, str(tmp_path / "home"), str(repository)], stdout=subprocess.PIPE, text=True
        )
        for _ in range(6)
    ]
    projects = {process.communicate(timeout=60)[0].strip() for process in running}
    assert len(projects) == 1
    assert projects.pop().startswith("p")


@pytest.mark.parametrize("harm", ["removed", "cut", "emptied"])
def test_acknowledged_operations_that_went_with_the_end_of_the_log_are_missed(tmp_path: Path, harm: str) -> None:
    home, copy = tmp_path / "home", tmp_path / "copy"
    with open_memory(home) as memory:
        memory.remember("lemurs climb at dawn")
    with open_memory(home) as memory:  # open while it is copied: closing would empty the log
        for number in range(20):
            memory.remember(f"otters swim across river {number}")
        shutil.copytree(home, copy)
    log = Path(f"{file_of(copy)}-wal")
    assert log.stat().st_size
    if harm == "removed":
        log.unlink()
    else:
        os.truncate(log, log.stat().st_size // 2 if harm == "cut" else 0)
    file_of(copy).with_name(f"{file_of(copy).name}-shm").unlink(missing_ok=True)
    with open_memory(copy) as memory:
        assert memory.maintenance.problems()
        memory.remember("said without knowing")
        assert memory.maintenance.problems()
        assert memory.maintenance.salvage()
    with open_memory(copy) as memory:
        assert memory.maintenance.problems() == []
        assert memory.maintenance.losses()
        memory.remember("life goes on")
        assert memory.maintenance.problems() == []
