"""The shipped embedder: two ways to the same vectors, and vectors that mean something."""

from __future__ import annotations

import random
import subprocess
import sys
from math import sqrt
from pathlib import Path

import pytest

import standfast
from standfast.recall.embed import open_embedder
from standfast.recall.embed.batch import RowSums
from standfast.recall.embed.static import SHIPPED_TABLE, StaticEmbedder
from standfast.recall.embed.table import TokenTable

TEXTS = [
    "",
    "?!…",
    "retry",
    "We chose PostgreSQL over MongoDB because orders need transactions.",
    "fix(auth): getUserById returned None when the session had expired",
    "Traceback (most recent call last): KeyError: 'user_id' in src/middleware/auth.py line 42",
    "日本語のメモ",
    "the cache is warmed at start-up " * 300,
]


@pytest.fixture(scope="module")
def embedder() -> StaticEmbedder:
    return StaticEmbedder()


def signed(vector: bytes) -> list[int]:
    return memoryview(vector).cast("b").tolist()


def cosine(left: bytes, right: bytes) -> float:
    a, b = signed(left), signed(right)
    squares = sum(x * x for x in a) * sum(y * y for y in b)
    return sum(x * y for x, y in zip(a, b, strict=True)) / sqrt(squares) if squares else 0.0


def test_both_paths_agree_within_one_step(embedder: StaticEmbedder) -> None:
    chance = random.Random(7)
    names = [name for name in embedder._table.vocabulary if not name.startswith("##")]
    texts = [*TEXTS, *(" ".join(chance.choices(names, k=chance.randrange(1, 80))) for _ in range(100))]
    one_by_one = [embedder.embed([text])[0] for text in texts]
    together = RowSums(embedder._table).embed([embedder._tokeniser.ids(text) for text in texts])
    for left, right in zip(one_by_one, together, strict=True):
        assert max(abs(a - b) for a, b in zip(signed(left), signed(right), strict=True)) <= 1


def test_a_process_that_has_numpy_reads_a_question_as_one_that_has_not(
    embedder: StaticEmbedder, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_numpy = [embedder.embed_query(text) for text in TEXTS]
    monkeypatch.delitem(sys.modules, "numpy")
    assert [embedder.embed_query(text) for text in TEXTS] == with_numpy


def test_every_vector_has_the_length_it_says(embedder: StaticEmbedder) -> None:
    for vector in embedder.embed(TEXTS):
        assert len(vector) == embedder.dimensions == 256
        assert sum(x * x for x in signed(vector)) == 0 or 120 < sum(x * x for x in signed(vector)) ** 0.5 < 134


def test_text_without_known_words_is_all_zero(embedder: StaticEmbedder) -> None:
    assert embedder.embed(["", "?!…", "🙂"]) == [bytes(256)] * 3
    assert RowSums(embedder._table).embed([[], [1], []])[::2] == [bytes(256)] * 2


def test_no_texts_give_no_vectors(embedder: StaticEmbedder) -> None:
    assert embedder.embed([]) == []


def test_large_batches_come_back_in_order(embedder: StaticEmbedder) -> None:
    texts = [TEXTS[at % len(TEXTS)] for at in range(500)]
    vectors = embedder.embed(texts)
    assert len(vectors) == 500
    assert vectors[: len(TEXTS)] == vectors[len(TEXTS) : 2 * len(TEXTS)]


@pytest.mark.parametrize(
    ("question", "about_it", "not_about_it"),
    [
        ("which database do we use", "We chose PostgreSQL for its transactions", "The button turns blue on hover"),
        ("user lookup returns nothing", "getUserById() gave None for expired sessions", "Bump the version to 2.4.1"),
        ("how are errors logged", "Exceptions are written to the log with a traceback", "The logo is 40 pixels wide"),
        ("tests fail at random", "flaky test: race between two threads", "Rename the license file"),
        ("login with password", "authentication checks credentials", "render the chart legend"),
        ("speed up slow queries", "add an index to improve performance of SELECT", "fix a typo in the manual"),
        ("OOMKilled", "the container ran out of memory", "the logo has another colour"),
        ("k8s ingress 502", "nginx answers with bad gateway", "rename the license file"),
        ("async deadlock", "a coroutine blocks the event loop", "we were on vacation in Italy"),
        ("db migration", "alembic upgrade adds a column", "css grid layout"),
        ("why do we pin numpy", "scipy breaks with numpy 2", "The button turns blue on hover"),
        ("where did I go on vacation", "my trip to Italy in July", "pin the version of numpy"),
        ("a present for my sister", "birthday gifts for a sibling", "a race in the connection pool"),
    ],
)
def test_what_is_meant_is_nearer_than_what_is_not(
    embedder: StaticEmbedder, question: str, about_it: str, not_about_it: str
) -> None:
    asked = embedder.embed_query(question)
    near, far = embedder.embed([about_it, not_about_it])
    assert cosine(asked, near) > cosine(asked, far)


def test_how_a_question_begins_hardly_moves_it(embedder: StaticEmbedder) -> None:
    plain = embedder.embed_query("retry policy of the payment worker")
    for asked in ("what did we decide about the {}", "do you remember the {}?", "why do we have a {}"):
        question = embedder.embed_query(asked.format("retry policy of the payment worker"))
        assert cosine(plain, question) > 0.9


def test_unrelated_notes_are_far_apart(embedder: StaticEmbedder) -> None:
    notes = [
        "The button turns blue on hover",
        "alembic upgrade adds a column",
        "my sister's birthday is in May",
        "nginx answers with bad gateway",
        "parse the RFC 3339 timestamp",
    ]
    vectors = embedder.embed(notes)
    for at, left in enumerate(vectors):
        assert all(cosine(left, right) < 0.3 for right in vectors[at + 1 :])


def test_developers_words_are_known_whole(embedder: StaticEmbedder) -> None:
    for word in ("async", "config", "kwargs", "stdout", "pytest", "sqlite", "mutex", "regex"):
        assert word in embedder._table.vocabulary


def test_the_shipped_table_is_small_and_named() -> None:
    assert Path(SHIPPED_TABLE).stat().st_size < 10_000_000
    assert open_embedder().model.startswith(f"{TokenTable(SHIPPED_TABLE).model}.")


def test_a_first_vector_needs_neither_numpy_nor_the_network() -> None:
    program = (
        "import sys; from standfast.recall.embed import open_embedder; e = open_embedder('static');"
        "v = e.embed_query('which database'); w = e.embed(['one note']);"
        "assert len(v) == len(w[0]) == 256 and any(v);"
        "print(*sorted({'numpy', 'urllib.request', 're', 'typing', 'dataclasses', 'asyncio'} & set(sys.modules)))"
    )
    source = str(Path(standfast.__file__).parent.parent)
    done = subprocess.run(
        [sys.executable, "-S", "-c", f"import sys; sys.path.insert(0, {source!r}); {program}"],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert done.stdout.split() == []
