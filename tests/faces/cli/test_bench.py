"""bench recall: a set goes in, figures and rankings come out."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.faces.cli.conftest import Desk

FIGURES = ["n", "any@1", "any@5", "all@5", "frac@5", "any@10", "all@10", "frac@10", "mrr"]
FIGURES += ["stale_above_fresh", "stale_in_top5", "load_per_s", "p50_ms", "p95_ms"]
CORPUS = [{"id": "locks", "text": "Locks are keyed by payment id"}, {"id": "money", "text": "Totals are in cents"}]


def write_set(desk: Desk, *queries: object) -> None:
    """Write a set of two documents with these queries."""
    desk.write("set/corpus.jsonl", "".join(json.dumps(item) + "\n" for item in CORPUS))
    desk.write("set/queries.jsonl", "".join(json.dumps(query) + "\n" for query in queries))


def test_every_promised_figure_is_there_with_and_without_stale_documents(bare: Desk) -> None:
    write_set(bare, {"id": "q", "text": "which key do locks use?", "relevant": ["locks"]})
    figures = bare.ask("bench", "recall", "set")
    assert set(figures) == set(FIGURES)
    assert (figures["n"], figures["any@1"], figures["mrr"], figures["stale_above_fresh"]) == (1, 100.0, 100.0, None)


def test_several_sets_are_each_measured_with_the_weights_that_the_others_choose(bare: Desk) -> None:
    write_set(bare, {"id": "q", "text": "which key do locks use?", "relevant": ["locks"]})
    for name in ("corpus.jsonl", "queries.jsonl"):
        bare.write(f"other/{name}", (bare.folder / "set" / name).read_text(encoding="utf-8"))
    found = bare.ask("bench", "recall", "set", "other")
    assert set(found["sets"]) == set(found["left_out"]) == {"set", "other"}
    assert set(found["sets"]["set"]) == set(FIGURES)
    assert found["left_out"]["other"]["any@5"] == 100.0
    assert found["left_out"]["other"]["setting"]


def test_rankings_are_written_even_when_nobody_says_what_is_relevant(bare: Desk) -> None:
    write_set(bare, {"id": "q", "text": "which key do locks use?"})
    bare.ask("bench", "recall", "set", "--ranked", "ranked.jsonl")
    ranked = json.loads((bare.folder / "ranked.jsonl").read_text(encoding="utf-8"))
    assert (ranked["id"], ranked["ranked"][0]) == ("q", "locks")


@pytest.mark.parametrize("query", [{"id": "q", "query": "x"}, ["q"], {"id": 7, "text": "x"}])
def test_a_line_that_is_no_query_is_named(bare: Desk, query: object) -> None:
    write_set(bare, query)
    error = bare.fail("bench", "recall", "set", code=2)
    assert error["code"] == "bad-record"
    assert "Line 1" in error["message"]


def test_a_ranking_that_cannot_be_written_is_no_bug(bare: Desk) -> None:
    write_set(bare, {"id": "q", "text": "locks"})
    assert bare.fail("bench", "recall", "set", "--ranked", "no/where/x.jsonl", code=2)["code"] == "bad-path"


def test_secrets_are_counted_per_source_with_leave_one_out_and_false_alarms(bare: Desk) -> None:
    token = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    rows = [
        {"source": "one", "rule": "r", "secret": True, "text": f"use {token}"},
        {"source": "one", "rule": "r", "secret": True, "text": "nothing to see"},
        {"source": "two", "rule": "r", "secret": True, "text": f"use {token} now", "value": token},
        {"source": "two", "rule": "r", "secret": False, "text": "the token expires"},
    ]
    bare.write("fixtures.jsonl", "".join(json.dumps(row) + "\n" for row in rows))
    bare.write("clean/a.md", "Tokens live fifteen minutes.\n" * 40)
    bare.write("clean/b.md", f"never paste {token}\n")
    figures = bare.ask("bench", "secrets", "fixtures.jsonl", "--clean", "clean")
    assert figures["sources"]["one"] == {"n": 2, "found": 50.0, "others": 0, "marked": 0}
    assert figures["sources"]["two"] == {"n": 1, "found": 100.0, "others": 1, "marked": 0}
    assert figures["found"] == 75.0
    assert set(figures["leave_one_out"]["sources"]) == {"one", "two"}
    assert figures["alarms_per_100kb"] > 0


@pytest.mark.parametrize("line", ["{", '{"source": "one"}'])
def test_a_line_that_is_no_fixture_is_refused(bare: Desk, line: str) -> None:
    bare.write("fixtures.jsonl", line + "\n")
    assert bare.fail("bench", "secrets", "fixtures.jsonl", code=2)["code"] in ("bad-path", "bad-record")
