"""A file is made from the schema that people read, and led on by migrations; what cannot be led is not touched."""

from __future__ import annotations

from pathlib import Path

import apsw
import pytest

from standfast.errors import StoreError, StoreTooNew
from standfast.store.sqlite.connect import Connection
from standfast.store.sqlite.migrate import _FIRST, NEWEST, ensure_schema, migrations_of

SCHEMAS = sorted(NEWEST)
FORMATS = Path(__file__).parent / "formats"


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


def make_first(path: Path, schema: str) -> Connection:
    """Make a file as the first release wrote it."""
    connection = Connection(path)
    connection.execute((FORMATS / f"{schema}-{_FIRST[schema]}.sql").read_text("utf-8")).fetchall()
    connection.execute(f"PRAGMA user_version = {_FIRST[schema]}")
    return connection


def make(path: Path, schema: str) -> Connection:
    connection = Connection(path)
    ensure_schema(connection, path, schema)
    return connection


@pytest.mark.parametrize("schema", SCHEMAS)
def test_the_series_of_a_schema_has_no_gap_and_ends_where_it_says(schema: str) -> None:
    assert [number for number, _ in migrations_of(schema)] == list(range(_FIRST[schema] + 1, NEWEST[schema] + 1))


@pytest.mark.parametrize("schema", SCHEMAS)
def test_migrations_lead_from_the_first_format_to_the_schema(tmp_path: Path, schema: str) -> None:
    old = make_first(tmp_path / "store" / "old.db", schema)
    ensure_schema(old, tmp_path / "store" / "old.db", schema)
    new = make(tmp_path / "store" / "new.db", schema)
    assert old.pragma("user_version") == new.pragma("user_version") == NEWEST[schema]
    assert shape_of(old) == shape_of(new)
    assert old.execute("PRAGMA integrity_check").get == new.execute("PRAGMA integrity_check").get == "ok"
    old.close()
    new.close()


@pytest.mark.parametrize("schema", SCHEMAS)
@pytest.mark.parametrize(("difference", "refusal"), [(1, StoreTooNew), (-1, StoreError)])
def test_a_file_of_a_format_that_no_release_leads_on_is_refused_and_not_touched(
    tmp_path: Path, schema: str, difference: int, refusal: type[StoreError]
) -> None:
    path = tmp_path / "store" / "other.db"
    made = make(path, schema)
    version = (NEWEST if difference > 0 else _FIRST)[schema] + difference
    if not version:
        pytest.skip("there is no format before the first")
    made.execute(f"PRAGMA user_version = {version}")
    made.close()
    before = path.read_bytes()
    other = Connection(path)
    with pytest.raises(refusal):
        ensure_schema(other, path, schema)
    other.close()
    assert path.read_bytes() == before


def test_a_migration_of_one_schema_leaves_files_of_the_others_alone(tmp_path: Path) -> None:
    steps = [(NEWEST["partition"] + 1, "CREATE TABLE extra (n INTEGER)")]
    paths = {name: tmp_path / "store" / f"{name}.db" for name in SCHEMAS}
    for name, path in paths.items():
        connection = make(path, name)
        led = ensure_schema(connection, path, name, migrations=steps if name == "partition" else None)
        assert connection.pragma("user_version") == led == NEWEST[name] + (name == "partition")
        connection.close()
    found = {
        name: apsw.Connection(str(path)).execute("SELECT count(*) FROM sqlite_schema WHERE name = 'extra'").get
        for name, path in paths.items()
    }
    assert found == {"catalog": 0, "home": 0, "partition": 1}
