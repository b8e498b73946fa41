"""Keeping a block of our own in a text file that belongs to somebody else, between two markers.

Owns `insert` and `remove` for `TextBlock`.
"""

from __future__ import annotations

from standfast.agents.edit.document import Malformed, newline_of, without_lead
from standfast.agents.edit.kinds import Piece, TextBlock
from standfast.text.lines import without_break

BEGIN = "<!-- standfast:begin -->"
END = "<!-- standfast:end -->"


def insert(text: str, edit: TextBlock) -> tuple[str, Piece | None]:
    """Write or renew the block; the piece is None when it already stands there."""
    end = newline_of(text)
    block = end.join([BEGIN, *edit.text.strip("\n").splitlines(), END])
    found = locate(text)
    if found:
        start, stop = found
        if text[start:stop] == block:
            return text, None
        return text[:start] + block + text[stop:], Piece("block", previous=text[start:stop])
    lead = "" if not text else end if text.endswith("\n") else end * 2
    return text + lead + block + end, Piece("block", lead=lead)


def remove(text: str, pieces: list[Piece]) -> str:
    """Take the block out, with the line breaks that set it apart."""
    for piece in reversed(pieces):
        found = locate(text)
        if not found:
            continue
        start, stop = found
        if piece.previous is not None:
            text = text[:start] + piece.previous + text[stop:]
            continue
        before, rest = text[:start], text[stop:]
        rest = without_break(rest)
        if piece.lead and before.endswith(piece.lead):
            before = without_lead(before, piece.lead, rest)
        text = before + rest
    return text


def locate(text: str) -> tuple[int, int] | None:
    """Find the block, markers included."""
    start, stop = text.find(BEGIN), text.find(END)
    if start < 0 and stop < 0:
        return None
    if start < 0 or stop < start or text.count(BEGIN) > 1 or text.count(END) > 1:
        raise Malformed("the markers around Standfast's block are incomplete", hint="Remove what is left of the block.")
    return start, stop + len(END)
