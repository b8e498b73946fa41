"""Three-way merge: what one side changed is taken, what both changed is kept twice."""

from __future__ import annotations

import json

from hypothesis import given, settings, strategies as st

from standfast.mirror.format import Page, parse_page, render_page
from standfast.mirror.index import render_records
from standfast.mirror.merge import dispute, merge_files, merge_pages
from standfast.model.value import replace

ID = "m5x0k3f-7qp2rta"
BASE = Page(id=ID, kind="decision", title="Locks", text="By payment.", tags=("a", "b"), extra=(("x", ("x: 1",)),))

_WORD = st.sampled_from(["", "one", "two", "three"])
_PAGE = st.builds(
    lambda title, text, why, tags: Page(id=ID, kind="fact", title=title, text=text or "t", why=why, tags=tuple(tags)),
    _WORD, _WORD, _WORD, st.lists(st.sampled_from("abc"), unique=True),
)  # fmt: skip


def test_each_side_brings_its_own_change() -> None:
    ours = replace(BASE, title="Payment locks", tags=("a", "b", "c"))
    theirs = replace(BASE, text="By refund.", tags=("b", "d"), extra=(("x", ("x: 1",)), ("y", ("y: 2",))))
    merged = merge_pages(BASE, ours, theirs)
    assert merged.conflicts == ()
    page = merged.page
    assert (page.title, page.text, page.tags) == ("Payment locks", "By refund.", ("b", "c", "d"))
    assert dict(page.extra) == {"x": ("x: 1",), "y": ("y: 2",)}


@settings(max_examples=200, deadline=None)
@given(_PAGE, _PAGE, _PAGE)
def test_no_word_of_either_side_is_lost_and_both_sides_come_to_the_same(base: Page, ours: Page, theirs: Page) -> None:
    data = [render_page(item) for item in (base, ours, theirs)]
    mine = merge_files("x.md", data[0], data[1], data[2])
    other = merge_files("x.md", data[0], data[2], data[1])
    assert mine is not None
    assert other is not None
    assert mine == other
    if mine[1]:
        assert parse_page(mine[0]).status == "disputed"
    whole = mine[0].decode()
    for side in (ours, theirs):
        for name in ("title", "text", "why"):
            if getattr(side, name) != getattr(base, name):
                assert getattr(side, name) in whole


def test_one_side_unchanged_gives_the_other_side_to_the_byte() -> None:
    ours, theirs = render_page(BASE), render_page(replace(BASE, text="By refund."))
    assert merge_files("x.md", ours, ours, theirs) == (theirs, ())
    assert merge_files("x.md", ours, theirs, ours) == (theirs, ())


def test_a_third_opinion_joins_a_dispute() -> None:
    two = dispute(BASE, replace(BASE, text="B"), replace(BASE, text="C"))
    merged = merge_files("x.md", render_page(BASE), render_page(two), render_page(replace(BASE, text="D")))
    assert merged is not None
    page = parse_page(merged[0])
    assert {page.text, *(item.text for item in page.others)} == {"B", "C", "D"}


def test_a_settled_dispute_stays_settled_when_the_other_side_did_nothing() -> None:
    two = render_page(dispute(BASE, replace(BASE, text="B"), replace(BASE, text="C")))
    settled = render_page(replace(BASE, text="B"))
    assert merge_files("x.md", two, settled, two) == (settled, ())
    assert merge_files("x.md", two, two, settled) == (settled, ())


def test_what_cannot_be_read_is_left_to_a_merge_of_text() -> None:
    good = render_page(BASE)
    assert merge_files("x.md", good, b"---\nbroken\n", good) is None
    assert merge_files("x.md", good, good, render_page(replace(BASE, id="m5x0k3f-7qp2rtb"))) is None
    assert merge_files("index.json", b"", b"{", b"{}") is None


def test_the_index_merges_by_memory() -> None:
    def index(**records: str) -> bytes:
        return render_records({name: {"id": name, "title": title} for name, title in records.items()})

    merged = merge_files("index.json", index(a="1", b="1", c="1"), index(a="2", b="1"), index(a="1", c="1", d="1"))
    assert merged is not None
    assert {memory["id"]: memory["title"] for memory in json.loads(merged[0])["memories"]} == {"a": "2", "d": "1"}


def test_two_ids_of_one_project_come_to_the_same_one() -> None:
    one, two = b'{"format": 1, "id": "p1"}\n', b'{"format": 1, "id": "p2"}\n'
    assert merge_files("project.json", b"", one, two) == merge_files("project.json", b"", two, one) == (one, ())
