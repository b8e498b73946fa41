"""No question may fail, and derived data may be built again without changing an answer."""

import subprocess
import sys
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from standfast.model.kind import Kind
from standfast.model.moment import Clock
from standfast.recall.indexer import TermIndexer
from standfast.store.sqlite.store import SqliteStore
from tests.unit.recall.notes import EMBEDDER, Notes

AWKWARD = [
    *(
        "",
        " ",
        '"',
        "'",
        '""" OR 1',
        "a AND (b",
        "NEAR(a b)",
        "title:x",
        "*",
        "-",
        "--",
        "()",
        "^a",
        "a*",
        "{}[]<>",
        "%",
    ),
    *(
        "\\",
        "_",
        "?" * 500,
        "\x00",
        "a\x00b",
        "\ud800",
        "🚀🔥",
        "数据库 OR",
        "ñandú",
        "𝕏 ﬁ ß İ",
        "\u202eabc",
        "a\r\nb\tc",
    ),
    "SELECT * FROM document; DROP TABLE memory",
    "at com.example.Foo.bar(Foo.java:42)\n" * 400,
    "x" * 10_000,
    "word " * 5000,
]
_patiently = settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow])


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Notes]:
    """Write a few memories of every kind."""
    home = tmp_path_factory.mktemp("home")
    store = SqliteStore(home, indexer=TermIndexer(EMBEDDER), clock=Clock(), durability="normal")
    notes = Notes(store.partition("project:shop"))
    for number, kind in enumerate(Kind):
        notes.say(f"Memory {number} about {kind} and the cache of orders.", kind=kind, anchors=(f"src/{kind}.py",))
    notes.say("数据库连接超时", session="s1")
    notes.say("Yes, do that.", session="s1")
    yield notes
    store.close()


@pytest.mark.parametrize("query", AWKWARD)
def test_an_awkward_question_is_answered(filled: Notes, query: str) -> None:
    for light in (False, True):
        answer = filled.ask(query, light=light, files=("src/fact.py", query[:50]))
        assert len(answer.hits) <= 10


@_patiently
@given(st.text(), st.lists(st.text(max_size=30), max_size=3), st.integers(1, 5), st.booleans())
def test_any_question_is_answered_within_its_limit(
    filled: Notes, query: str, files: list[str], limit: int, light: bool
) -> None:
    answer = filled.ask(query, files=tuple(files), limit=limit, light=light)
    scores = [hit.score for hit in answer.hits]
    assert len(scores) <= limit
    assert scores == sorted(scores, reverse=True)
    assert all(score > 0 for score in scores)
    assert answer.withheld == 0 or len(scores) == limit


def test_the_same_question_has_the_same_answer(filled: Notes) -> None:
    assert filled.ask("cache of orders").hits == filled.ask("cache of orders").hits


def test_answers_survive_dropping_everything_derived(filled: Notes) -> None:
    questions = ["cache of orders", "what is the convention", "连接", "src/gotcha.py", "yes do that"]
    before = [
        [(hit.document.memory, hit.score, hit.scores) for hit in filled.ask(question).hits] for question in questions
    ]
    filled.partition.reindex()
    after = [
        [(hit.document.memory, hit.score, hit.scores) for hit in filled.ask(question).hits] for question in questions
    ]
    assert before == after


def test_the_light_way_imports_no_numpy() -> None:
    code = (
        "import sys, standfast.recall.search, standfast.recall.pack\n"
        "print([name for name in ('numpy', 'dataclasses', 'typing') if name in sys.modules])"
    )
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert "numpy" not in loaded
    assert "dataclasses" not in loaded


def test_the_light_way_finds_by_words_and_places_as_the_full_way_does(filled: Notes) -> None:
    for query, files in (("cache of orders gotcha", ()), ("", ("src/gotcha.py",)), ("连接超时", ())):
        full = filled.ask(query, files=files).hits[0].document.memory
        light = filled.ask(query, files=files, light=True).hits[0].document.memory
        assert full == light
