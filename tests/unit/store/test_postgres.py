"""What only a shared engine has to keep: partitions in every key, a second wall, connections that come back."""

from __future__ import annotations

import subprocess
import sys
import textwrap
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest

from standfast import Memory
from standfast.capture.draft import Draft
from standfast.config import Settings
from standfast.errors import StandfastError, StoreError, StoreTooNew, Unavailable
from standfast.model.moment import Clock
from standfast.model.session import Event, EventKind, Session
from standfast.model.source import Source
from standfast.recall.indexer import TermIndexer
from standfast.store.postgres import migrate
from standfast.store.postgres.connect import PostgresConnection, Rows
from standfast.store.postgres.store import PostgresStore
from standfast.store.sqlite.home import SqliteHome
from tests.contract.saying import say
from tests.postgres import drop_schema

psycopg = pytest.importorskip("psycopg")

SHARED = {"secret", "project", "evidence", "membership", "partition", "purged", "bookmark", "migration"}
SHARED |= {"token", "access", "delivery"}  # of people, before any partition is opened
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
        found = connection.execute(sql)
        return found.fetchall() if found.description else []


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


def shape(url: str) -> dict[str, list[tuple[object, ...]]]:
    """Return what a schema is made of, as its catalogue says it."""
    columns = "SELECT table_name, column_name, data_type, domain_name, is_nullable, column_default"
    columns += " FROM information_schema.columns"
    return {
        "columns": sorted(rows(url, f"{columns} WHERE table_schema = 'standfast'"), key=str),
        "statistics": sorted(
            rows(
                url,
                "SELECT relname, attname, attstattarget FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid "
                "JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = 'standfast' AND attnum > 0",
            ),
            key=str,
        ),
        "indexes": sorted(rows(url, "SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'standfast'")),
        "policies": sorted(
            rows(url, "SELECT tablename, policyname, qual FROM pg_policies WHERE schemaname = 'standfast'")
        ),
        "walls": sorted(
            rows(
                url,
                "SELECT relname, relrowsecurity, relforcerowsecurity, relkind FROM pg_class c "
                "JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = 'standfast'",
            ),
            key=str,
        ),
    }


def test_migrations_lead_from_the_first_format_to_the_schema_that_a_new_database_gets(
    fresh_database: str, home: SqliteHome
) -> None:
    numbers = [number for number, _ in migrate.migrations()]
    assert numbers == list(range(migrate._FIRST + 1, migrate.NEWEST + 1))
    first = Path(__file__).parent / "formats" / f"postgres-{migrate._FIRST}.sql"
    with psycopg.connect(fresh_database, autocommit=True) as connection:
        connection.execute("SET search_path = standfast, public")
        connection.execute("CREATE SCHEMA standfast")
        connection.execute("CREATE EXTENSION IF NOT EXISTS vector SCHEMA public")
        connection.execute(
            "CREATE TABLE migration (number integer PRIMARY KEY, at timestamptz NOT NULL DEFAULT now(), least integer)"
        )
        connection.execute(first.read_text("utf-8"))
        connection.execute("INSERT INTO migration (number) VALUES (%s)", (migrate._FIRST,))
    with closing(PostgresStore(fresh_database, home=home, indexer=TermIndexer(None), clock=Clock())) as led:
        say(led.partition(KEY), "after the migrations")
        grown = shape(fresh_database)
    drop_schema(fresh_database)
    with closing(PostgresStore(fresh_database, home=home, indexer=TermIndexer(None), clock=Clock())):
        assert shape(fresh_database) == grown


@pytest.mark.parametrize(("number", "refusal"), [(1, StoreError), (99, StoreTooNew)])
@pytest.mark.usefixtures("store")
def test_a_database_of_a_format_that_no_release_leads_on_is_refused_and_not_touched(
    fresh_database: str, home: SqliteHome, number: int, refusal: type[StoreError]
) -> None:
    with psycopg.connect(fresh_database, autocommit=True) as connection:
        connection.execute("UPDATE standfast.migration SET number = %s", (number,))
    with pytest.raises(refusal):
        PostgresStore(fresh_database, home=home, indexer=TermIndexer(None), clock=Clock())
    assert rows(fresh_database, "SELECT number FROM standfast.migration") == [(number,)]


@pytest.mark.usefixtures("store")
def test_a_database_whose_record_of_migrations_has_fewer_columns_is_too_old_too(
    fresh_database: str, home: SqliteHome
) -> None:
    rows(fresh_database, "UPDATE standfast.migration SET number = 1")
    rows(fresh_database, "ALTER TABLE standfast.migration DROP COLUMN least")
    with pytest.raises(StoreError) as refused:
        PostgresStore(fresh_database, home=home, indexer=TermIndexer(None), clock=Clock())
    assert refused.value.code == "store-too-old"
    assert refused.value.hint


def test_a_connection_that_was_lost_comes_back(tmp_path: Path, fresh_database: str) -> None:
    with open_memory(tmp_path, fresh_database) as memory:
        memory.remember("before the cut")
        rows(fresh_database, CUT)
        memory.remember("after the cut")
        rows(fresh_database, CUT)
        assert {record["state"]["version"]["content"]["text"] for record in memory.transfer.export()} == {
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
        assert one.maintenance.problems() == []
        two.purge([said.id])
        assert one.recall("deploy key vault").results[0].memory.content.text == "the vault is sealed at night"
        from standfast.errors import Refused

        with pytest.raises(Refused):
            one.remember("the deploy key lives in the vault")


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE standfast.memory SET title = 'the deploy key hangs in the hall'",
        "UPDATE standfast.memory SET status = 'retracted'",
        "UPDATE standfast.document SET body = 'elsewhere'",
        "UPDATE standfast.document SET status = 'past'",
        "DELETE FROM standfast.document",
    ],
)
def test_a_row_that_is_not_as_the_log_says_is_named_and_repaired(
    tmp_path: Path, fresh_database: str, damage: str
) -> None:
    with open_memory(tmp_path, fresh_database) as memory:
        said = memory.remember("the deploy key lives in the vault")
        assert memory.maintenance.problems() == []
        with psycopg.connect(fresh_database, autocommit=True) as connection:
            connection.execute(damage)
        partition = memory.context.partition(memory.context.scope)
        assert partition.differing() == [said.id]
        assert memory.maintenance.problems() != []
        partition.reindex()
        assert partition.differing() == []
        assert memory.maintenance.problems() == []


def test_an_event_that_is_not_as_it_was_written_is_named_and_what_is_left_is_kept(
    tmp_path: Path, fresh_database: str
) -> None:
    with open_memory(tmp_path, fresh_database) as memory:
        memory.remember("the deploy key lives in the vault")
        partition, now = memory.context.partition(memory.context.scope), Clock().now()
        with partition.writing():
            event = Event("s-0", "k1", EventKind.PROMPT, now, body="why is the sky blue")
            partition.journal.record(Session("s-0", "codex", now, now), [event])
        assert memory.maintenance.problems() == []
        rows(fresh_database, "UPDATE standfast.event SET body = 'why is the skx blue'")
        (problem,) = memory.maintenance.problems()
        assert "1 of its events cannot" in problem
        (done,) = memory.maintenance.salvage()
        assert "was kept" in done
        assert memory.maintenance.problems() == []
        assert [event.body for event in partition.journal.events("s-0")] == ["why is the skx blue"]


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
        assert {record["id"] for record in memory.transfer.export()} == acknowledged
        assert memory.maintenance.problems() == []


def test_a_batch_whose_notes_share_their_words_is_taken_in_and_counted(tmp_path: Path, fresh_database: str) -> None:
    settings = Settings(home=tmp_path / "home", store_url=fresh_database, project="shared", embedder="off")
    with Memory(settings, Source("agent", "codex", session="s1"), tmp_path) as memory:
        drafts = [Draft(text=f"the queue of service {number} waits for the ledger") for number in range(40)]
        assert [item for item in memory.remember_many(drafts) if isinstance(item, StandfastError)] == []
        partition = memory.context.partition(memory.context.scope)
        known = partition.index.statistics(["queue", "ledger", "zebra"])
        assert (known.documents, dict(known.frequency)) == (40, {"queue": 40, "ledger": 40})
        partition.reindex()
        assert partition.index.statistics(["queue", "ledger", "zebra"]) == known


def test_what_recall_asks_the_server_does_not_grow_with_what_it_finds(
    tmp_path: Path, fresh_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    execute = PostgresConnection.execute

    def counted(self: PostgresConnection, sql: str, values: Sequence[object] = ()) -> Rows:
        asked.append(sql)
        return execute(self, sql, values)

    monkeypatch.setattr(PostgresConnection, "execute", counted)
    costs = []
    with open_memory(tmp_path, fresh_database) as memory:
        for number in range(12):
            memory.remember(f"the queue of service {number} waits for the ledger", kind="decision")
            memory.recall("what does the queue of service wait for?")  # once, so that everything is opened
            asked.clear()
            found = memory.recall("what does the queue of service wait for?").results
            costs.append((len(found), len(asked)))
    assert costs[-1][0] >= 8
    assert costs[-1][1] <= costs[1][1] + 4
    assert costs[-1][1] <= 45


def test_every_unique_constraint_carries_the_partition(store: PostgresStore, fresh_database: str) -> None:
    found = rows(
        fresh_database,
        """SELECT t.relname, i.relname, array_agg(a.attname::text) FROM pg_index x
        JOIN pg_class t ON t.oid = x.indrelid JOIN pg_class i ON i.oid = x.indexrelid
        JOIN pg_namespace n ON n.oid = t.relnamespace AND n.nspname = 'standfast'
        JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = ANY(x.indkey)
        WHERE x.indisunique GROUP BY t.relname, i.relname""",
    )
    from standfast.store.postgres.distribute import SHARED as EVERYWHERE

    assert len(found) > 20
    assert [item for item in found if item[0] not in EVERYWHERE and "partition" not in item[2]] == []
    assert set(EVERYWHERE) == SHARED


def test_a_store_without_citus_says_so_and_stays_as_it_is(tmp_path: Path, fresh_database: str) -> None:
    with open_memory(tmp_path, fresh_database) as memory:
        memory.remember("the queue is slow on Mondays")
        with pytest.raises(Unavailable) as caught:
            memory.team.distribute()
        assert caught.value.code == "citus-missing"
        assert memory.recall("slow queue").results


def data_files(url: str) -> bytes:
    """Return every byte of the tables and indexes of this database, as they are in the server's files."""
    rows(url, "CHECKPOINT")
    folder = Path(str(rows(url, "SELECT current_setting('data_directory')")[0][0]))
    number = rows(url, "SELECT oid FROM pg_database WHERE datname = current_database()")[0][0]
    return b"".join(path.read_bytes() for path in (folder / "base" / str(number)).iterdir() if path.is_file())


def test_purged_bytes_are_out_of_the_files_of_the_server(tmp_path: Path, fresh_database: str) -> None:
    with open_memory(tmp_path, fresh_database) as memory:
        for number in range(30):
            memory.remember(f"lesson {number} about the queue")
        said = memory.remember("the zebracode of the vault is quaggaword", title="Quaggatitle of the vault")
        rows(fresh_database, "ANALYZE")
        assert b"quaggaword" in data_files(fresh_database)
        memory.purge([said.id])
        left = data_files(fresh_database)
        assert b"quaggaword" not in left
        assert b"uaggatitle" not in left
        assert b"lesson 7 about" in left


def test_a_large_partition_is_searched_approximately_and_compared_exactly(
    fresh_database: str, home: SqliteHome
) -> None:
    from standfast.recall.embed import open_embedder
    from standfast.store.postgres.near import tune
    from standfast.store.values import View

    embedder = open_embedder("static")
    opened = PostgresStore(fresh_database, home=home, indexer=TermIndexer(embedder), clock=Clock())
    with closing(opened):
        partition, other = opened.partition(KEY), opened.partition("project:p111111-1111111")
        things = ("lock", "queue", "cache", "refund", "ledger", "token", "index", "socket")
        with partition.writing():
            for number in range(400):
                say(
                    partition,
                    f"the {things[number % 8]} of service {number} waits for {things[number % 7]} number {number}",
                )
        say(other, "the lock of another project")
        model = partition.index.models()[0]
        questions = ["what does the ledger wait for?", "which service has the cache?", "socket number 12"]
        exact = [
            [item.memory for item in partition.index.compare(model, embedder.embed_query(text)).nearest(View(), 10)]
            for text in questions
        ]
        assert tune(partition.connection, model, many=100)
        near = [
            [item.memory for item in partition.index.compare(model, embedder.embed_query(text)).nearest(View(), 10)]
            for text in questions
        ]
        plan = rows(fresh_database, "SELECT indexdef FROM pg_indexes WHERE indexdef LIKE '%hnsw%'")
        assert "halfvec" in str(plan[0][0])
        assert KEY in str(plan[0][0])
        assert near == exact
        only = View(scopes=("project:nowhere",))
        assert partition.index.compare(model, embedder.embed_query(questions[0])).nearest(only, 10) == []
        assert not tune(partition.connection, model)
        assert rows(fresh_database, "SELECT count(*) FROM pg_indexes WHERE indexdef LIKE '%hnsw%'") == [(0,)]
