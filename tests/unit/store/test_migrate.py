"""Files of every format that was ever written lead to the schema that people read."""

from __future__ import annotations

from pathlib import Path

import apsw
import pytest

from standfast.errors import StoreTooNew
from standfast.store.sqlite import migrate
from standfast.store.sqlite.connect import Connection
from standfast.store.sqlite.damage.file import take_over
from standfast.store.sqlite.migrate import NEWEST, ensure_schema, migrations_of

SCHEMAS = sorted(NEWEST)


def shape_of(connection: Connection) -> dict[str, object]:
    """Return everything that makes two schemas differ: tables, columns, indexes; not the words they are written in."""
    execute = connection.execute
    names = execute("SELECT name, type FROM sqlite_schema WHERE name NOT LIKE '%\\_terms\\_%' ESCAPE '\\'").fetchall()
    shape: dict[str, object] = {}
    for name, kind in names:
        columns = execute(f"SELECT name, type, \"notnull\", dflt_value, pk, hidden FROM pragma_table_xinfo('{name}')")
        indexes = execute(f"SELECT name, \"unique\", origin, partial FROM pragma_index_list('{name}')").fetchall()
        keyed = {
            index: execute(f"SELECT name, desc, coll FROM pragma_index_xinfo('{index}')").fetchall()
            for index, *_ in indexes
        }
        strict = execute("SELECT wr, strict FROM pragma_table_list WHERE name = ?", (name,)).fetchall()
        virtual = execute("SELECT sql FROM sqlite_schema WHERE name = ? AND sql LIKE 'CREATE VIRTUAL%'", (name,)).get
        partial = {
            index: _condition(execute("SELECT sql FROM sqlite_schema WHERE name = ?", (index,)).get) for index in keyed
        }
        shape[name] = (kind, columns.fetchall(), sorted(indexes), keyed, strict, virtual, partial)
    return shape


def _condition(sql: str | None) -> str:
    return " ".join((sql or "").partition("WHERE")[2].split())


def make(path: Path, schema: str, format_: int) -> Connection:
    """Make a file as the version with this format wrote it."""
    connection = Connection(path)
    for number, sql in migrations_of(schema):
        if number <= format_:
            connection.execute(sql).fetchall()
    connection.execute(f"PRAGMA user_version = {format_}")
    return connection


@pytest.mark.parametrize("schema", SCHEMAS)
def test_the_series_of_a_schema_has_no_gap_and_ends_where_it_says(schema: str) -> None:
    assert [number for number, _ in migrations_of(schema)] == list(range(1, NEWEST[schema] + 1))


@pytest.mark.parametrize(
    ("schema", "format_"), [(name, number) for name in SCHEMAS for number in range(1, NEWEST[name] + 1)]
)
def test_migrations_lead_from_every_format_to_the_schema(tmp_path: Path, schema: str, format_: int) -> None:
    old = make(tmp_path / "store" / "old.db", schema, format_)
    ensure_schema(old, tmp_path / "store" / "old.db", schema)
    new = Connection(tmp_path / "store" / "new.db")
    ensure_schema(new, tmp_path / "store" / "new.db", schema)
    assert old.pragma("user_version") == new.pragma("user_version") == NEWEST[schema]
    assert shape_of(old) == shape_of(new)
    assert old.execute("PRAGMA integrity_check").get == "ok"
    old.close()
    new.close()


def test_what_names_with_a_prefix_said_is_in_tables_afterwards(tmp_path: Path) -> None:
    path = tmp_path / "store" / "user.db"
    old = make(path, "partition", 1)
    old.execute("INSERT INTO meta VALUES ('waiting:7', '1'), ('key:abc', '1'), ('salvaged:d1', '1'), ('project', '{}')")
    ensure_schema(old, path, "partition")
    assert old.execute("SELECT document FROM waiting").fetchall() == [(7,)]
    assert old.execute("SELECT fingerprint FROM tombstone_key").fetchall() == [("abc",)]
    assert old.execute("SELECT device FROM salvaged").fetchall() == [("d1",)]
    assert old.execute("SELECT name FROM meta WHERE name LIKE '%:%'").fetchall() == []
    assert old.execute("SELECT value FROM meta WHERE name = 'project'").get == "{}"
    old.close()
    catalog = make(tmp_path / "store" / "catalog.db", "catalog", 1)
    catalog.execute("INSERT INTO meta VALUES ('partition:user', '1'), ('purged:h', '1'), ('device', 'd1')")
    catalog.execute("INSERT INTO evidence VALUES ('mined', 'sha 5', 'p1'), ('root', 'r', 'p1')")
    ensure_schema(catalog, tmp_path / "store" / "catalog.db", "catalog")
    assert catalog.execute("SELECT key FROM partition").fetchall() == [("user",)]
    assert catalog.execute("SELECT kind, content FROM purged").fetchall() == [("content", "h")]
    assert catalog.execute("SELECT * FROM bookmark").fetchall() == [("p1", "mined", "sha 5")]
    assert catalog.execute("SELECT kind FROM evidence").fetchall() == [("root",)]
    catalog.close()


def test_what_a_hash_stands_for_is_no_longer_a_prefix_of_it(tmp_path: Path) -> None:
    path = tmp_path / "store" / "user.db"
    old = make(path, "partition", 4)
    stone = "INSERT INTO tombstone (memory, content, at, source) VALUES ('m1', ?, '', '')"
    for content in ("run:6:abc", "0f"):
        old.execute(stone, (content,))
    ensure_schema(old, path, "partition")
    assert old.execute("SELECT kind, content FROM tombstone ORDER BY kind").fetchall() == [
        ("content", "0f"),
        ("run", "6:abc"),
    ]
    old.close()
    catalog = make(tmp_path / "store" / "catalog.db", "catalog", 2)
    catalog.execute("INSERT INTO purged VALUES ('run:6:abc'), ('session:0e'), ('0f')")
    ensure_schema(catalog, tmp_path / "store" / "catalog.db", "catalog")
    found = catalog.execute("SELECT kind, content FROM purged ORDER BY kind").fetchall()
    assert found == [("content", "0f"), ("run", "6:abc"), ("session", "0e")]
    catalog.close()


def test_turns_that_stood_among_the_memories_of_a_receipt_are_in_a_table_of_their_own(tmp_path: Path) -> None:
    path = tmp_path / "store" / "user.db"
    old = make(path, "partition", 5)
    row = "INSERT INTO given VALUES (1, ?, ?, ?, 0.5, '{}', 'unanchored', 7)"
    old.execute(row, (1, "m000000-0000001", 1))
    old.execute(row, (2, "session-1\tprompt\t3", 0))
    ensure_schema(old, path, "partition")
    assert old.execute("SELECT rank, memory FROM given").fetchall() == [(1, "m000000-0000001")]
    assert old.execute("SELECT * FROM given_turn").fetchall() == [(1, 2, "session-1", "prompt\t3", 0.5, 7)]
    old.close()


def test_what_is_rescued_from_a_file_of_an_earlier_format_is_as_its_migration_makes_it(tmp_path: Path) -> None:
    path = tmp_path / "store" / "user.db"
    old = make(path, "partition", 5)
    old.execute("INSERT INTO given VALUES (1, 1, 'm000000-0000001', 1, 0.5, '{}', 'unanchored', 7)")
    old.execute("INSERT INTO given VALUES (1, 2, 'session-1\tk1', 0, 0.5, '{}', 'unanchored', 7)")
    new = Connection(tmp_path / "store" / "new.db")
    ensure_schema(new, tmp_path / "store" / "new.db", "partition")
    assert take_over(old, new) == 0
    assert new.execute("SELECT rank, memory FROM given").fetchall() == [(1, "m000000-0000001")]
    assert new.execute("SELECT rank, session, turn FROM given_turn").fetchall() == [(2, "session-1", "k1")]
    old.close()
    new.close()


@pytest.mark.parametrize("schema", SCHEMAS)
def test_a_file_of_a_later_format_is_refused_and_not_touched(tmp_path: Path, schema: str) -> None:
    path = tmp_path / "store" / "late.db"
    made = make(path, schema, 1)
    made.execute(f"PRAGMA user_version = {NEWEST[schema] + 1}")
    made.close()
    before = path.read_bytes()
    late = Connection(path)
    with pytest.raises(StoreTooNew):
        ensure_schema(late, path, schema)
    late.close()
    assert path.read_bytes() == before


def test_a_migration_of_one_schema_leaves_files_of_the_others_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps = [*migrations_of("partition"), (NEWEST["partition"] + 1, "CREATE TABLE extra (n INTEGER)")]
    monkeypatch.setitem(migrate.NEWEST, "partition", NEWEST["partition"] + 1)
    for name in ("catalog", "home"):
        path = tmp_path / "store" / f"{name}.db"
        connection = make(path, name, NEWEST[name])
        ensure_schema(connection, path, name)
        assert connection.pragma("user_version") == NEWEST[name]
        connection.close()
    path = tmp_path / "store" / "user.db"
    connection = make(path, "partition", 2)
    ensure_schema(connection, path, "partition", migrations=steps)
    assert connection.pragma("user_version") == NEWEST["partition"]
    connection.close()
    assert isinstance(apsw.Connection(str(path)).execute("SELECT count(*) FROM extra").get, int)
