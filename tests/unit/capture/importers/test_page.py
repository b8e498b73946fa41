"""What the parsers of Markdown and reStructuredText make of the files people write."""

from __future__ import annotations

import pytest

from standfast.capture.importers.page import Part, own_words, read_page, split_front
from tests.property.growth import MOST, growth


def parts(text: str, path: str = "a.md") -> tuple[Part, ...]:
    return read_page(path, own_words(text)).parts


def blocks(text: str, path: str = "a.md") -> list[tuple[str, str]]:
    return [(part.kind, part.text) for part in parts(text, path)]


def test_each_top_item_is_a_block_with_what_is_nested_in_it() -> None:
    found = blocks("- one\n  - inner\n- two\n  goes on\n\n* three\n")
    assert found == [("item", "one\n  - inner"), ("item", "two\ngoes on"), ("item", "three")]


def test_a_numbered_list_is_one_block_of_steps() -> None:
    ((kind, text),) = blocks("1. Build it\n2. Test it\n")
    assert (kind, text) == ("steps", "1. Build it\n2. Test it")


def test_headings_of_both_forms_are_the_trail_of_a_block() -> None:
    text = "Guide\n=====\n\n## Style ##\n\n- tabs\n\nNaming\n------\n\n- short\n\n# Other\n\n- x y\n"
    assert [part.headings for part in parts(text)] == [("Guide", "Style"), ("Guide", "Naming"), ("Other",)]


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("a.md", "Some words. When you touch the database:\n\n- lock first\n- log after\n"),
        ("a.md", "- When you touch the database:\n  - lock first\n  - log after\n"),
        ("a.rst", "Some words. When you touch the database:\n\n- lock first\n- log after\n"),
        ("a.rst", "- When you touch the database:\n\n  - lock first\n  - log after\n"),
    ],
)
def test_the_words_before_a_list_lead_it(path: str, text: str) -> None:
    items = [part for part in parts(text, path) if part.kind == "item"]
    assert [part.text for part in items] == ["lock first", "log after"]
    assert {part.lead for part in items} == {"When you touch the database"}


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("a.md", "> Never trust a quote.\n"),
        ("a.md", "[link]: https://example.org 'Never follow it'\n"),
        ("a.md", "<p align=center>You must see this</p>\n"),
        ("a.md", "<!-- never shown -->\n"),
        ("a.rst", ".. _link: https://example.org\n"),
        ("a.rst", ".. unknown-directive:: x\n\n   You must not read this.\n"),
        ("a.rst", ".. raw:: html\n\n   <b>You must not read this</b>\n"),
        ("a.rst", ".. include:: /etc/hostname\n"),
        ("a.rst", "    An indented paragraph must be a quote.\n"),
        ("a.rst", ".. A comment that must not be read.\n"),
    ],
)
def test_quotes_definitions_directives_and_markup_are_not_the_words_of_the_file(path: str, text: str) -> None:
    assert parts(text, path) == ()


def test_code_is_code_and_never_a_paragraph() -> None:
    assert blocks("```diff\n- never\n+ always\n```\n\n    import pdb\n") == [
        ("code", "- never\n+ always"), ("code", "import pdb"),
    ]  # fmt: skip
    assert [kind for kind, _ in blocks("Like this::\n\n    import pdb\n", "a.rst")] == ["paragraph", "code"]


def test_a_callout_is_the_word_of_the_file() -> None:
    (part,) = parts("> [!WARNING]\n> The cache is stale at noon.\n")
    assert (part.callout, part.text) == ("warning", "The cache is stale at noon.")
    (part,) = parts(".. warning::\n\n   The cache is stale at noon.\n", "a.rst")
    assert (part.callout, part.text) == ("warning", "The cache is stale at noon.")


def test_every_block_knows_its_line() -> None:
    text = "---\nglobs: x\n---\n# Title\n\n<!-- a\ncomment -->\nFirst.\n\n- item\n"
    _, body = split_front(own_words(text))
    lines = text.split("\n")
    for part in read_page("a.md", body).parts:
        assert part.text in lines[part.line - 1]
    rst = "Title\n=====\n\nFirst words.\n\n- item one\n- item two\n"
    for part in parts(rst, "a.rst"):
        assert part.text in rst.split("\n")[part.line - 1]


@pytest.mark.parametrize(
    "text",
    [
        "keep\n<!-- standfast:begin -->\nlearned before\n<!-- standfast:end -->\nkeep too",
        "keep\n<!-- standfast:memory:begin (kept by us) -->\nlearned before\n<!-- standfast:memory:end -->\nkeep too",
        "keep\n<!-- learned before -->\nkeep too",
        "keep\nkeep too\n<!-- standfast:begin -->\nlearned before",
        "keep\r\nkeep too\r\n<!-- standfast:begin -->\r\nlearned before\r\n",
    ],
)
def test_what_standfast_wrote_and_comments_are_not_the_files_own_words(text: str) -> None:
    assert "learned before" not in own_words(text)
    assert own_words(text).split() == ["keep", "keep", "too"]


def test_front_matter_is_read_even_where_it_is_not_yaml() -> None:
    front, rest = split_front("---\nglobs: **/*.ts, src/{a,b}/*.js\nalwaysApply: false\nlist:\n  - one\n---\nbody\n")
    assert front == {"globs": ["**/*.ts", "src/{a,b}/*.js"], "alwaysapply": ["false"], "list": ["one"]}
    assert rest.strip() == "body"


@pytest.mark.parametrize("path", ["a.md", "a.rst"])
@pytest.mark.parametrize(
    "text",
    ["", "\n", "#", "```\nnever closed", "- ", "---\n", "\x00\x01", "| a |\n|--", "=\n=\n=", ".. ::", "::\n\n x"],
)
def test_no_text_is_an_error(path: str, text: str) -> None:
    page = read_page(path, own_words(text))
    assert all(part.text for part in page.parts)
    assert len(page.sections) >= 1


@pytest.mark.parametrize("path", ["a.md", "a.rst"])
@pytest.mark.parametrize(
    "unit", ["- item\n", "> ", "[", "*a_ ", "# h\n\ntext\n\n", "`` ", "  - x\n", "|", "a\n=\n", "<"]
)
def test_twice_the_text_costs_about_twice(path: str, unit: str) -> None:
    assert growth(lambda text: read_page(path, own_words(text)), unit, start=6_000) <= MOST
