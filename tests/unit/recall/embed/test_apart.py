"""Vectors of two tables never meet: an old store is silent to a new table until it is read again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from holdfast.model.moment import Clock
from holdfast.recall.embed.static import StaticEmbedder
from holdfast.recall.embed.table import write_table
from holdfast.recall.indexer import TermIndexer
from holdfast.store.sqlite.store import SqliteStore
from tests.unit.recall.notes import Notes

if TYPE_CHECKING:
    from pathlib import Path


def table(path: Path, name: str, rows: dict[str, tuple[int, int]]) -> StaticEmbedder:
    """Write a table of two dimensions and open it."""
    packed = bytes(value & 0xFF for row in rows.values() for value in row)
    write_table(path / name, model=name, dimensions=2, tokens=list(rows), scales=[1.0] * len(rows), rows=packed)
    return StaticEmbedder(path / name)


def reopened(home: Path, embedder: StaticEmbedder, *earlier: Notes) -> tuple[SqliteStore, Notes]:
    """Open the store as a process with this embedder would."""
    store = SqliteStore(home, indexer=TermIndexer(embedder), clock=Clock(), durability="normal")
    notes = Notes(store.partition("project:shop"))
    for one in earlier:
        notes.said |= one.said
    return store, notes


def test_a_new_table_does_not_read_vectors_of_the_old_one_until_a_reindex(tmp_path: Path) -> None:
    old = table(tmp_path, "small-1", {"zorb": (100, 0), "quix": (100, 0)})
    new = table(tmp_path, "small-2", {"zorb": (0, 100), "quix": (0, 100)})
    store, before = reopened(tmp_path / "home", old)
    before.say("zorb")
    assert before.found("quix", embedder=old) == ["zorb"]
    store.close()

    store, after = reopened(tmp_path / "home", new, before)
    assert after.found("quix", embedder=new) == []
    after.partition.reindex()
    assert after.found("quix", embedder=new) == ["zorb"]
    assert after.found("quix", embedder=old) == []
    store.close()


def test_what_is_written_after_a_change_is_found_beside_what_was_written_before_by_words(tmp_path: Path) -> None:
    old = table(tmp_path, "small-1", {"zorb": (100, 0), "quix": (100, 0)})
    new = table(tmp_path, "small-2", {"zorb": (0, 100), "quix": (0, 100)})
    store, before = reopened(tmp_path / "home", old)
    before.say("zorb of yesterday")
    store.close()

    store, after = reopened(tmp_path / "home", new, before)
    after.say("zorb of today")
    assert after.found("quix", embedder=new) == ["zorb of today"]
    assert sorted(after.found("zorb", embedder=new)) == ["zorb of today", "zorb of yesterday"]
    store.close()
