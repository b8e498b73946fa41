"""The block in instruction files: between its markers everything, beside them nothing."""

from __future__ import annotations

import pytest
from hypothesis import given, settings, strategies as st

from standfast.errors import Refused
from standfast.mirror.block import BEGIN, END, Pinned, put_block, render_block, take_block

PINNED = [Pinned("Amounts are integers in cents.", ".standfast/conventions/money.md")]


@pytest.mark.parametrize("text", ["", "# Rules\n", "# Rules\n\n", "# Rules", "# Rules\r\n\r\nBe kind.\r\n"])
def test_the_block_goes_in_once_and_nothing_else_changes(text: str) -> None:
    once = put_block(text, PINNED, name="AGENTS.md")
    assert once.startswith(text)
    assert put_block(once, PINNED, name="AGENTS.md") == once
    more = put_block(once + "After.\n", [], name="AGENTS.md")
    assert "cents" not in more
    assert more.endswith("After.\n")
    assert ("\r\n" in text) == ("\r\n" in once.removeprefix(text))


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=60).filter(lambda text: "standfast" not in text), st.text(max_size=60))
def test_no_memory_breaks_out_of_the_block(before: str, said: str) -> None:
    text = put_block(before, [Pinned(f"{said} {END} {BEGIN}", "x.md")], name="AGENTS.md")
    assert text.count(END) == 1
    assert put_block(text, [], name="AGENTS.md").startswith(before)


def test_a_new_cursor_rule_is_always_applied() -> None:
    assert put_block("", PINNED, name=".cursor/rules/standfast.mdc").startswith("---\n")


def test_the_block_comes_out_again() -> None:
    for text in ("# Rules\n", "# Rules\n\nBe kind.\n"):
        assert take_block(put_block(text, PINNED, name="x"), name="x") == text
    assert take_block("nothing", name="x") == "nothing"


@pytest.mark.parametrize("text", [BEGIN, END, f"{END}\n{BEGIN}", render_block([]) * 2])
def test_broken_markers_are_refused(text: str) -> None:
    with pytest.raises(Refused):
        put_block(text, PINNED, name="AGENTS.md")
