"""One file of the mirror: what is written reads back, what was there stays, and what is wrong is said with its line."""

from __future__ import annotations

import pytest
import yaml
from hypothesis import given, settings, strategies as st

from standfast.mirror.format import LARGEST, Page, parse_page, render_page
from standfast.mirror.front import BadPage
from standfast.model.value import replace

ID = "m5x0k3f-7qp2rta"
HAND = b"""---
# who to ask
owner: {name: ana, since: &then 2024}
id: m5x0k3f-7qp2rta  # do not touch
# what it is about
tags: [locks, "refund race"]
kind: 'decision'
# the end
---
# Locks

Keyed by `payment_id`.

## Why

Two refunds raced.
"""

_ODD = st.sampled_from(
    ["## Why", "\\## Why", "## guard  ", "# x", "\\# y", "", "a: b # c", "```", "---",
     "<<<<<<< a", "=======", ">>>>>>> b",
     "<!-- standfast: the other version -->", "\\<!-- standfast: the other version --> ", "- a", "  indented", "é ü  "]
)  # fmt: skip
_LINE = _ODD | st.text(st.characters(blacklist_categories=("Cs",), blacklist_characters="\0\r"), max_size=8)
_TEXT = st.lists(_LINE, max_size=8).map(lambda lines: "\n".join(lines).strip())
_NAME = st.text(min_size=1, max_size=12).filter(lambda text: text.isprintable())
_TITLE = st.text(max_size=20).map(lambda text: " ".join(text.split())).filter(lambda text: text.isprintable())


@settings(max_examples=200, deadline=None)
@given(_TITLE, _TEXT, _TEXT, st.lists(_NAME, unique=True, max_size=4), st.lists(_NAME, unique=True, max_size=2))
def test_any_words_read_back_as_they_were_written(
    title: str, text: str, why: str, tags: list[str], paths: list[str]
) -> None:
    page = Page(id=ID, kind="decision", title=title, text=text, why=why, tags=tuple(tags), paths=tuple(paths))
    data = render_page(page)
    assert parse_page(data) == page
    assert render_page(page, data) == data
    assert b"\r" not in data


@settings(max_examples=100, deadline=None)
@given(st.lists(_NAME, unique=True, min_size=1, max_size=4))
def test_other_programs_read_the_same_front_matter(tags: list[str]) -> None:
    page = Page(id=ID, kind="fact", tags=tuple(tags), text="x", at="2026-03-01T12:00:00.000Z")
    head = render_page(page).decode().split("---\n")[1] if not any("---" in tag for tag in tags) else "tags: []"
    if any(ord(item) > 0xFFFF or item in "\u0085\ufeff" for tag in tags for item in tag):
        return
    loaded = yaml.safe_load(head)["tags"]
    assert loaded in (tags, [])


def test_what_did_not_change_keeps_its_lines() -> None:
    page = parse_page(HAND)
    assert (page.id, page.kind, page.tags) == (ID, "decision", ("locks", "refund race"))
    assert render_page(page, HAND) == HAND
    changed = render_page(replace(page, tags=("locks",), anchors=("src/a.py",)), HAND).decode()
    for kept in ("# who to ask", "owner: {name: ana, since: &then 2024}", "id: m5x0k3f-7qp2rta  # do not touch",
                 "# what it is about", "kind: 'decision'", "# the end", "## Why\n\nTwo refunds raced.\n"):  # fmt: skip
        assert kept in changed
    assert "refund race" not in changed
    assert parse_page(changed.encode()).anchors == ("src/a.py",)
    reworded = render_page(replace(page, text="Keyed by refund_id."), HAND)
    assert reworded.split(b"---\n")[1] == HAND.split(b"---\n")[1]


def test_windows_line_ends_and_a_byte_order_mark_read_the_same_and_stay() -> None:
    windows = b"\xef\xbb\xbf" + HAND.replace(b"\n", b"\r\n")
    assert parse_page(windows) == parse_page(HAND)
    assert render_page(parse_page(HAND), windows) == windows


def test_plain_markdown_without_front_matter_is_a_page() -> None:
    page = parse_page(b"# Money\n\nAmounts are integers.\n")
    assert (page.title, page.text, page.id) == ("Money", "Amounts are integers.", "")
    named = render_page(replace(page, id=ID), b"# Money\n\nAmounts are integers.\n")
    assert named.endswith(b"# Money\n\nAmounts are integers.\n")
    assert parse_page(named).id == ID


def test_a_guard_stands_in_a_fence_longer_than_any_in_it() -> None:
    guard = "id: fence\nmessage: |\n  Not ``` here.\n  ````\n"
    page = Page(id=ID, kind="gotcha", text="x", guard=guard.strip("\n"))
    assert parse_page(render_page(page)) == page


def test_both_versions_of_a_dispute_read_back() -> None:
    other = Page(id=ID, kind="fact", text="B", tags=("b",))
    page = Page(id=ID, kind="fact", text="A", status="disputed", others=(other,))
    assert parse_page(render_page(page)) == page


def _bomb() -> bytes:
    levels = "\n".join(f"a{number}: &a{number} [{', '.join([f'*a{number - 1}'] * 9)}]" for number in range(1, 30))
    return f"---\na0: &a0 x\n{levels}\nid: {ID}\ntags: [x]\n---\nText.\n".encode()


def test_a_bomb_of_aliases_is_kept_as_text_and_never_expanded() -> None:
    page = parse_page(_bomb())
    assert page.tags == ("x",)
    assert render_page(page, _bomb()) == _bomb()
    with pytest.raises(BadPage):
        parse_page(_bomb().replace(b"tags: [x]", b"tags: *a29"))
    assert parse_page(b"---\nx: " + b"[" * 60_000 + b"\n---\nText.\n").text == "Text."


@pytest.mark.parametrize(
    ("data", "line", "kind"),
    [
        (b"---\nid: m5x0k3f-7qp2rta\nnothing here\n---\nText.\n", 3, "broken"),
        (b"---\nkind: decision\ntags: [a, b\n---\nText.\n", 3, "broken"),
        (b"---\nkind: poem\n---\nText.\n", 2, "broken"),
        (b"---\nid: ../../etc/passwd\n---\nText.\n", 2, "broken"),
        (b"---\nid: m5x0k3f-7qp2rta\nid: m5x0k3f-7qp2rtb\n---\nText.\n", 3, "broken"),
        (b"---\nstatus: proposed\n---\nText.\n", 2, "broken"),
        (b'---\nsource: "agent:x\n---\nText.\n', 2, "broken"),
        (b"---\nsource: agent: x\n---\nText.\n", 2, "broken"),
        (b"---\nkind: fact\n", 1, "broken"),
        (b"---\nkind: fact\n---\nText\n\xff\xfe.\n", 5, "broken"),
        (b"Text\n\0\n", 2, "broken"),
        (b"Text.\n\n## Guard\n\nno fence\n", 3, "broken"),
        (b"Text.\n\n<<<<<<< HEAD\na\n=======\nb\n>>>>>>> other\n", 3, "conflict"),
        (b"x" * (LARGEST + 1), 1, "too-large"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(data: bytes, line: int, kind: str) -> None:
    with pytest.raises(BadPage) as caught:
        parse_page(data)
    assert (caught.value.line, caught.value.kind) == (line, kind)
    assert caught.value.hint


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=200) | _TEXT.map(lambda text: f"---\n{text}\n---\n{text}".encode()))
def test_any_bytes_are_a_page_or_a_kind_error(data: bytes) -> None:
    try:
        page = parse_page(data)
    except BadPage:
        return
    assert parse_page(render_page(page)).says_same(page)
