"""What only a shared engine has to keep: partitions in every key, a second wall, connections that come back."""

from __future__ import annotations

import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from standfast import Memory
from standfast.config import Settings
from standfast.errors import StoreError, StoreTooNew
from standfast.model.moment import Clock
from standfast.model.source import Source
from standfast.recall.indexer import TermIndexer
from standfast.store.postgres import migrate
from standfast.store.postgres.store import PostgresStore
from standfast.store.sqlite.home import SqliteHome
from tests.contract.saying import say

psycopg = pytest.importorskip("psycopg")

SHARED = {"secret", "project", "evidence", "membership", "partition", "purged", "bookmark", "migration"}
KEY = "project:p000000-0000000"
CUT = """SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'"""


@pytest.fixture
def home(tmp_path: Path) -> SqliteHome:
    opened = SqliteHome(tmp_path / "home" / "store" / "home.db")
    yield opened
    opened.close()


@pytest.fixture
def store(fresh_database: str, home: SqliteHome) -> PostgresStore:
    opened = PostgresStore(fresh_database, home=home, indexer=TermIndexer(None), clock=Clock())
    yield opened
    opened.close()


def rows(url: str, sql: str) -> list[tuple[object, ...]]:
    with psycopg.connect(url, autocommit=True) as connection:
        return connection.execute(sql).fetchall()


def open_memory(folder: Path, url: str, **options: object) -> Memory:
    settings = Settings(home=folder / "home", store_url=url, project="shared", embedder="off", **options)  # type: ignore[arg-type]
    return Memory(settings, Source("person", "ana"), folder)


def test_the_partition_is_the_first_column_of_every_key_and_index(store: PostgresStore, fresh_database: str) -> None:
    first = rows(
        fresh_database,
        """SELECT t.relname, i.relname, a.attname FROM pg_index x
        JOIN pg_class t ON t.oid = x.indrelid JOIN pg_class i ON i.oid = x.indexrelid
        JOIN pg_namespace n ON n.oid = t.relnamespace AND n.nspname = 'standfast'
        JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = x.indkey[0]""",
    )
    assert len(first) > 30
    assert [found for found in first if found[0] not in SHARED and found[2] != "partition"] == []
    assert rows(fresh_database, "SELECT conname FROM pg_constraint WHERE contype = 'f'") == []


def test_a_statement_that_forgets_its_partition_sees_nothing_of_the_others(
    store: PostgresStore, fresh_database: str
) -> None:
    say(store.partition(KEY), "only here")
    with psycopg.connect(fresh_database, autocommit=True) as connection:
        connection.execute("DROP ROLE IF EXISTS plain")
        connection.execute("CREATE ROLE plain")
        connection.execute("GRANT USAGE ON SCHEMA standfast TO plain")
        connection.execute("GRANT SELECT ON ALL TABLES IN SCHEMA standfast TO plain")
        connection.execute("SET ROLE plain")
        for key, seen in (("project:other", 0), (KEY, 1)):
            connection.execute("SELECT set_config('standfast.partition', %s, false)", (key,))
            for table in ("operation", "payload", "memory", "document"):
                assert connection.execute(f"SELECT count(*) FROM standfast.{table}").fetchone() == (seen,)
        connection.execute("RESET ROLE")
        connection.execute("DROP OWNED BY plain")
        connection.execute("DROP ROLE plain")


def test_the_first_migration_is_the_schema_and_the_series_has_no_gap() -> None:
    folder = Path(migrate.__file__).parent
    assert [number for number, _ in migrate.migrations()] == list(range(1, migrate.NEWEST + 1))
    if migrate.NEWEST == 1:
        assert migrate.migrations()[0][1] == (folder / "schema.sql").read_text(encoding="utf-8")


def test_a_database_of_a_later_version_is_refused_and_not_touched(
    store: PostgresStore, fresh_database: str, home: SqliteHome
) -> None:
    with psycopg.connect(fresh_database, autocommit=True) as connection:
        connection.execute("INSERT INTO standfast.migration (number) VALUES (99)")
    with pytest.raises(StoreTooNew):
        PostgresStore(fresh_database, home=home, indexer=TermIndexer(None), clock=Clock())
    assert rows(fresh_database, "SELECT max(number) FROM standfast.migration") == [(99,)]


def test_a_connection_that_was_lost_comes_back(tmp_path: Path, fresh_database: str) -> None:
    with open_memory(tmp_path, fresh_database) as memory:
        memory.remember("before the cut")
        rows(fresh_database, CUT)
        memory.remember("after the cut")
        rows(fresh_database, CUT)
        assert {record["state"]["version"]["content"]["text"] for record in memory.export()} == {
            "before the cut",
            "after the cut",
        }


def test_a_server_that_is_away_is_said_and_gives_no_password_away(tmp_path: Path) -> None:
    with open_memory(tmp_path, "postgresql://ana:hush@127.0.0.1:1/none", wait_s=0.2) as memory:
        with pytest.raises(StoreError) as caught:
            memory.remember("x")
        assert caught.value.code == "store-away"
        assert "hush" not in f"{caught.value.message} {caught.value.hint}"


def test_two_machines_share_projects_memories_and_purges(tmp_path: Path, fresh_database: str) -> None:
    one, two = open_memory(tmp_path / "one", fresh_database), open_memory(tmp_path / "two", fresh_database)
    with one, two:
        said = one.remember("the deploy key lives in the vault")
        assert [found.memory.id for found in two.recall("deploy key").results] == [said.id]
        assert one.context.home.device != two.context.home.device
        two.remember("the vault is sealed at night")
        assert one.problems() == []
        two.purge([said.id])
        assert one.recall("deploy key vault").results[0].memory.content.text == "the vault is sealed at night"
        from standfast.errors import Refused

        with pytest.raises(Refused):
            one.remember("the deploy key lives in the vault")


def test_processes_that_write_at_once_lose_nothing_and_keep_their_chains(tmp_path: Path, fresh_database: str) -> None:
    script = textwrap.dedent(
        """
        import sys
        from pathlib import Path
        from tests.unit.store.test_postgres import open_memory
        with open_memory(Path(sys.argv[1]), sys.argv[2]) as memory:
            for number in range(15):
                print(memory.remember(f"writer {sys.argv[3]} lesson {number}").id)
        """
    )
    root = Path(__file__).parents[3]
    running = [
        subprocess.Popen(
            [sys.executable, "-c", script, str(tmp_path / name), fresh_database, name],
            stdout=subprocess.PIPE,
            text=True,
            cwd=root,
        )
        for name in ("one", "two", "three")
    ]
    acknowledged = {line for process in running for line in process.communicate(timeout=120)[0].split()}
    assert len(acknowledged) == 45
    with open_memory(tmp_path, fresh_database) as memory:
        assert {record["id"] for record in memory.export()} == acknowledged
        assert memory.problems() == []
