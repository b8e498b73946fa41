"""Both engines have the same files of statements, and every name that the shared steps ask for."""

from __future__ import annotations

import re
from pathlib import Path

import standfast.store
from standfast.store.relational.database import load

FOLDER = Path(standfast.store.__file__).parent
SHARED = {"index", "exchange", "log", "rows", "memories", "journal", "receipts", "projection", "catalog"}
FRAGMENTS = {"holds_word"}
OWN = {"add_current_terms", "drop_current_terms"}  # FTS5 alone has two tables of words
ASKED = re.compile(r'self\._(?:sql|rows_sql|log_sql)\["(\w+)"')


def names(engine: str, file: str) -> set[str]:
    return set(load(FOLDER / engine / "sql" / f"{file}.sql"))


def test_every_statement_that_the_shared_steps_ask_for_is_in_both_engines() -> None:
    missing = {}
    for module in sorted((FOLDER / "relational").glob("*.py")):
        asked = set(ASKED.findall(module.read_text(encoding="utf-8")))
        for engine in ("sqlite", "postgres"):
            known = set().union(*(names(engine, file) for file in SHARED))
            if lacking := asked - known - OWN:
                missing[engine, module.name] = lacking
    assert missing == {}


def test_every_statement_of_the_shared_engine_names_its_partition() -> None:
    forgetful = [
        (file, name)
        for file in SHARED - {"catalog", "index"}
        for name, sql in load(FOLDER / "postgres" / "sql" / f"{file}.sql").items()
        if sql and ":p" not in sql and name not in FRAGMENTS
    ]
    assert forgetful == []


def test_what_is_asked_of_the_whole_store_touches_no_table_of_partitions() -> None:
    schema = (FOLDER / "postgres" / "schema.sql").read_text(encoding="utf-8")
    parted = set(re.findall(r"CREATE TABLE (\w+) \([^\n]*\n    partition words", schema))
    assert {"operation", "posting", "event"} <= parted
    whole = load(FOLDER / "postgres" / "sql" / "catalog.sql") | load(FOLDER / "postgres" / "sql" / "people.sql")
    asked = {name: sql for name, sql in whole.items() if ":p" not in sql}
    touched = re.compile(r"(?:FROM|JOIN|INTO|UPDATE) (\w+)")
    assert [name for name, sql in asked.items() if parted & set(touched.findall(sql))] == []
