"""A block of ours between markers in somebody else's text."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from standfast.agents.edit.document import Malformed
from standfast.agents.edit.files import apply_edits, undo_edits
from standfast.agents.edit.kinds import Piece, TextBlock

BLOCK = TextBlock("f", "## Memory\n\nCall `brief` first.\n")
TEXTS = st.lists(st.sampled_from(["# Title\n", "\n", "text", "more text\n", "- a\n", "\r\n", "<!-- x -->\n"])).map(
    "".join
)


def done(data: bytes | None) -> tuple[bytes, list[Piece]]:
    after, pieces = apply_edits(data, [BLOCK])
    return after, [piece for piece in pieces if piece]


@given(TEXTS)
def test_undo_gives_back_every_byte_and_a_second_setup_changes_nothing(text: str) -> None:
    after, pieces = done(text.encode())
    assert b"Call `brief` first." in after
    assert apply_edits(after, [BLOCK]) == (after, [None])
    assert undo_edits(after, pieces) == text.encode()


@given(TEXTS, TEXTS, TEXTS)
def test_what_is_written_before_and_behind_stays(text: str, before: str, behind: str) -> None:
    after, pieces = done(text.encode())
    theirs = before.encode() + after + behind.encode()
    undone = undo_edits(theirs, pieces)
    if not text or text.endswith("\n") or not behind:
        assert undone == (before + text + behind).encode()
    else:  # what was written on a line of its own behind the block stays on one
        assert undone in {(before + text + end + behind).encode() for end in ("\n", "\r\n")}


def test_an_older_block_is_renewed_in_place() -> None:
    after, _ = done(b"# A\n")
    newer, _ = apply_edits(after + b"# B\n", [TextBlock("f", "other\n")])
    assert newer.startswith(b"# A\n\n<!-- standfast:begin -->\nother\n<!-- standfast:end -->\n")
    assert newer.endswith(b"# B\n")


@pytest.mark.parametrize(
    "data", [b"<!-- standfast:begin -->\nx", b"<!-- standfast:end -->", b"<!-- standfast:begin -->" * 2]
)
def test_half_a_block_is_refused(data: bytes) -> None:
    with pytest.raises(Malformed):
        done(data)
