"""Vectors of two tables never meet: an old store is silent to a new table until it is read again."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from standfast.errors import Unavailable
from standfast.model.moment import Clock
from standfast.model.operation import Act
from standfast.recall.embed.static import StaticEmbedder
from standfast.recall.embed.table import write_table
from standfast.recall.indexer import TermIndexer
from standfast.store.sqlite.store import SqliteStore
from tests.unit.recall.notes import Notes

if TYPE_CHECKING:
    from collections.abc import Sequence
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
    for item in earlier:
        notes.said |= item.said
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


def test_what_is_written_after_a_change_waits_for_a_reindex_and_is_found_by_words_until_then(tmp_path: Path) -> None:
    old = table(tmp_path, "small-1", {"zorb": (100, 0), "quix": (100, 0)})
    new = table(tmp_path, "small-2", {"zorb": (0, 100), "quix": (0, 100)})
    store, before = reopened(tmp_path / "home", old)
    before.say("zorb of yesterday")
    store.close()

    store, after = reopened(tmp_path / "home", new, before)
    after.say("zorb of today")
    assert after.found("quix", embedder=new) == []
    assert after.found("quix", embedder=old) == ["zorb of yesterday"]
    assert sorted(after.found("zorb", embedder=new)) == ["zorb of today", "zorb of yesterday"]
    assert after.partition.unembedded() == 2  # what has no vector of the table in use
    after.partition.reindex()
    assert sorted(after.found("quix", embedder=new)) == ["zorb of today", "zorb of yesterday"]
    assert after.partition.unembedded() == 0
    store.close()


class Failing(StaticEmbedder):
    """An endpoint that went away."""

    def embed(self, texts: Sequence[str]) -> list[bytes]:
        raise Unavailable("The endpoint does not answer.", hint="Start it.")


def test_a_reindex_whose_embedder_fails_leaves_the_old_vectors_serving(tmp_path: Path) -> None:
    old = table(tmp_path, "small-1", {"zorb": (100, 0), "quix": (100, 0)})
    table(tmp_path, "small-2", {"zorb": (0, 100), "quix": (0, 100)})
    store, before = reopened(tmp_path / "home", old)
    before.say("zorb")
    store.close()

    store, after = reopened(tmp_path / "home", Failing(tmp_path / "small-2"), before)
    with pytest.raises(Unavailable):
        after.partition.reindex()
    assert after.found("quix", embedder=old) == ["zorb"]
    store.close()


def test_a_process_that_has_the_store_open_goes_on_after_a_reindex_by_another(tmp_path: Path) -> None:
    embedder = table(tmp_path, "small-1", {"zorb": (100, 0), "quix": (100, 0)})
    store, one = reopened(tmp_path / "home", embedder)
    other_store, other = reopened(tmp_path / "home", embedder)
    first, second = one.say("zorb of yesterday"), one.say("zorb of today")
    other.ask("zorb", embedder=embedder)
    one.change(Act.RETRACT, first)
    other.ask("zorb", embedder=embedder)
    one.partition.reindex()
    other.ask("zorb", embedder=embedder)
    other.change(Act.RETRACT, second)
    assert one.partition.problems() == []
    store.close()
    other_store.close()


class Tiring(StaticEmbedder):
    """An endpoint that answers so many times."""

    answers = 1
    asked = 0

    def embed(self, texts: Sequence[str]) -> list[bytes]:
        if not self.answers:
            raise Unavailable("The endpoint does not answer.", hint="Start it.")
        self.answers -= 1
        self.asked += len(texts)
        return super().embed(texts)


def test_an_interrupted_reindex_goes_on_where_it_was_and_the_old_vectors_serve_until_it_is_done(tmp_path: Path) -> None:
    old = table(tmp_path, "small-1", {"zorb": (100, 0), "quix": (100, 0)})
    table(tmp_path, "small-2", {"zorb": (0, 100), "quix": (0, 100)})
    store, before = reopened(tmp_path / "home", old)
    with before.partition.writing():
        for number in range(300):
            before.say(f"zorb {number}")
    store.close()

    new = Tiring(tmp_path / "small-2")
    store, after = reopened(tmp_path / "home", new, before)
    with pytest.raises(Unavailable):
        after.partition.reindex()
    done = new.asked
    assert after.partition.unembedded() == 300 - done > 0
    assert len(after.found("quix", embedder=old, limit=300)) == 300
    changed = after.ask("quix", embedder=new, reopen={old.model: old}.get, limit=300)
    assert changed.dense.startswith("older: small-1")
    assert len(changed.hits) == 300
    new.answers = 9
    after.partition.reindex()
    assert new.asked == 300
    assert after.partition.index.models() == [new.model]
    assert len(after.found("quix", embedder=new, limit=300)) == 300
    assert after.partition.unembedded() == 0
    store.close()


def test_what_was_written_while_meaning_was_switched_off_waits_for_a_vector_afterwards(tmp_path: Path) -> None:
    new = table(tmp_path, "small-1", {"zorb": (100, 0), "quix": (100, 0)})
    store = SqliteStore(tmp_path / "home", indexer=TermIndexer(None), clock=Clock(), durability="normal")
    before = Notes(store.partition("project:shop"))
    before.say("zorb of yesterday")
    assert before.partition.unembedded() == 0
    store.close()

    store, after = reopened(tmp_path / "home", new, before)
    assert after.partition.unembedded() == 1
    after.say("zorb of today")
    after.partition.reindex()
    assert after.partition.unembedded() == 0
    assert sorted(after.found("quix", embedder=new)) == ["zorb of today", "zorb of yesterday"]
    store.close()
