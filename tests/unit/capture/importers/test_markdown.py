"""What the Markdown reader makes of the files people write."""

from __future__ import annotations

import pytest

from standfast.capture.importers.markdown import own_words, split_blocks, split_front, split_sections


def blocks(text: str) -> list[tuple[str, str]]:
    return [(one.kind, one.text) for one in split_blocks(own_words(text))]


def test_each_top_item_is_a_block_with_what_is_nested_in_it() -> None:
    found = blocks("- one\n  - inner\n- two\n  goes on\n* three\n")
    assert found == [("item", "one\n  - inner"), ("item", "two\n  goes on"), ("item", "three")]


def test_blank_lines_between_items_do_not_end_the_list() -> None:
    assert [text for _, text in blocks("- one\n\n- two\n\nAfter it.")] == ["one", "two", "After it."]


def test_a_numbered_list_is_one_block() -> None:
    assert blocks("1. Build it\n2. Test it\n") == [("steps", "1. Build it\n2. Test it")]


def test_a_sample_belongs_to_the_words_before_it() -> None:
    ((kind, text),) = blocks("Run the tests.\n\n```sh\n# not a heading\nmake test\n```\n")
    assert kind == "paragraph"
    assert "make test" in text
    assert "# not a heading" in text


def test_headings_of_both_forms_are_the_trail_of_a_block() -> None:
    text = "Guide\n=====\n\n## Style ##\n\n- tabs\n\nNaming\n------\n\n- short\n\n# Other\n\n- x y\n"
    assert [one.headings for one in split_blocks(text)] == [("Guide", "Style"), ("Guide", "Naming"), ("Other",)]


def test_the_line_before_a_list_leads_it() -> None:
    (one, two) = split_blocks("When you touch the database:\n\n- lock first\n- log after\n")
    assert one.lead == two.lead == "When you touch the database"


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


def test_front_matter_is_read_even_where_it_is_no_yaml() -> None:
    front, rest = split_front("---\nglobs: **/*.ts, src/{a,b}/*.js\nalwaysApply: false\nlist:\n  - one\n---\nbody\n")
    assert front == {"globs": ["**/*.ts", "src/{a,b}/*.js"], "alwaysapply": ["false"], "list": ["one"]}
    assert rest == "body\n"


@pytest.mark.parametrize(
    "text", ["", "\n", "#", "```\nnever closed", "- ", "---\n", "\x00\x01", "| a |\n|--", "=\n=\n="]
)
def test_no_text_is_an_error(text: str) -> None:
    words = own_words(text)
    assert all(block.text for block in split_blocks(words))
    assert len(split_sections(words)) >= 1
    assert split_front(words)[1] in words
