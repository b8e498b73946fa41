"""A file is made from the schema that people read, and led on by migrations; what cannot be led is not touched."""

from __future__ import annotations

from pathlib import Path

import apsw
import pytest

from standfast.errors import StoreError, StoreTooNew
from standfast.store.sqlite.connect import Connection
from standfast.store.sqlite.migrate import NEWEST, ensure_schema, migrations_of

SCHEMAS = sorted(NEWEST)


def make(path: Path, schema: str) -> Connection:
    connection = Connection(path)
    ensure_schema(connection, path, schema)
    return connection


@pytest.mark.parametrize("schema", SCHEMAS)
def test_the_series_of_a_schema_has_no_gap_and_ends_where_it_says(tmp_path: Path, schema: str) -> None:
    made = make(tmp_path / "store" / "new.db", schema)
    assert made.pragma("user_version") == NEWEST[schema]
    assert made.execute("PRAGMA integrity_check").get == "ok"
    made.close()
    numbers = [number for number, _ in migrations_of(schema)]
    assert numbers == list(range(NEWEST[schema] - len(numbers) + 1, NEWEST[schema] + 1))


@pytest.mark.parametrize("schema", SCHEMAS)
@pytest.mark.parametrize(("difference", "refusal"), [(1, StoreTooNew), (-1, StoreError)])
def test_a_file_of_a_format_that_no_release_leads_on_is_refused_and_not_touched(
    tmp_path: Path, schema: str, difference: int, refusal: type[StoreError]
) -> None:
    path = tmp_path / "store" / "other.db"
    made = make(path, schema)
    version = NEWEST[schema] + difference
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
