"""What a developer types, and the memory it must bring: names, paths, errors, versions, abbreviations, slips, forms.

The table is code_search.toml. `first`: the memory comes first among all the others, with and without the dense side;
`near`: several memories fit, and it is among the first three; `meaning`: so too, but no word need be shared.
"""

import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from standfast.model.ids import MemoryId
from standfast.model.kind import Kind
from standfast.model.moment import Clock
from standfast.recall.indexer import TermIndexer
from standfast.store.sqlite.store import SqliteStore
from tests.unit.recall.notes import EMBEDDER, Notes

TABLE = tomllib.loads(Path(__file__).with_name("code_search.toml").read_text("utf-8"))
Project = tuple[Notes, dict[str, MemoryId]]


def _pairs(column: str) -> list[tuple[str, str]]:
    return [(query, key) for key, memory in TABLE.items() for query in memory.get(column, ())]


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Project]:
    """Write all memories into one project."""
    home = tmp_path_factory.mktemp("home")
    store = SqliteStore(home, indexer=TermIndexer(EMBEDDER), clock=Clock(), durability="normal")
    notes = Notes(store.partition("project:shop"))
    ids = {
        key: notes.say(
            memory["text"],
            kind=Kind(memory["kind"]),
            title=memory.get("title", ""),
            anchors=tuple(memory.get("anchors", ())),
            tags=tuple(memory.get("tags", ())),
            days_ago=number,
        )
        for number, (key, memory) in enumerate(TABLE.items(), 1)
    }
    yield notes, ids
    store.close()


def test_the_table_is_large_enough() -> None:
    assert len(set(_pairs("first") + _pairs("near") + _pairs("meaning"))) >= 150


@pytest.mark.parametrize(("query", "key"), _pairs("first"))
def test_the_memory_meant_comes_first(project: Project, query: str, key: str) -> None:
    notes, ids = project
    for embedder in (EMBEDDER, None):
        found = [hit.document.memory for hit in notes.ask(query, embedder=embedder).hits]
        assert found[:1] == [ids[key]], [notes.said[item] for item in found[:3]]


@pytest.mark.parametrize(("query", "key"), _pairs("near") + _pairs("meaning"))
def test_the_memory_meant_is_near_the_top(project: Project, query: str, key: str) -> None:
    notes, ids = project
    found = [hit.document.memory for hit in notes.ask(query).hits]
    assert ids[key] in found[:3], [notes.said[item] for item in found[:3]]
