"""Which editor handles which edit: bytes in, bytes out, for all the edits of one file together.

Owns `apply_edits` and `undo_edits`, both pure. Neighbours: the editors of this folder below, `plan` above.
"""

from __future__ import annotations

from collections.abc import Sequence

from standfast.agents.edit import jsonc, markdown, toml, yaml
from standfast.agents.edit.document import Malformed, decode, encode
from standfast.agents.edit.kinds import Edit, JsonDefault, JsonEntry, JsonItem, Piece, TextBlock, TomlTable, WholeFile


def apply_edits(data: bytes | None, edits: Sequence[Edit]) -> tuple[bytes, list[Piece | None]]:
    """Carry out edits on a file's content (None: there is no file); one piece per edit, None for what was there."""
    mark, text = decode(data or b"")
    pieces: list[Piece | None] = []
    for edit in edits:
        text, piece = insert(text, edit, exists=data is not None)
        pieces.append(piece)
    return encode(mark, text), pieces


def insert(text: str, edit: Edit, *, exists: bool) -> tuple[str, Piece | None]:
    """Carry out one edit on a text."""
    if isinstance(edit, JsonEntry | JsonDefault | JsonItem):
        return jsonc.insert(text, edit)
    if isinstance(edit, TomlTable):
        return toml.insert(text, edit)
    if isinstance(edit, TextBlock):
        return markdown.insert(text, edit)
    if isinstance(edit, WholeFile):
        return whole(text, edit, exists=exists)
    return yaml.insert(text, edit)


def whole(text: str, edit: WholeFile, *, exists: bool) -> tuple[str, Piece | None]:
    """Write a file of our own, unless somebody else's stands there."""
    if exists and text == edit.text:
        return text, None
    if exists and edit.signature not in text:
        raise Malformed(
            "a file that Standfast did not write stands where Standfast's should go",
            hint="Rename it, or leave it and connect this agent by hand.",
        )
    return edit.text, Piece("whole", previous=text if exists else None)


def undo_edits(data: bytes, pieces: Sequence[Piece]) -> bytes | None:
    """Take pieces out of a file's content; None when a file of our own is to go."""
    mark, text = decode(data)
    if any(piece.kind == "whole" for piece in pieces):
        previous = pieces[0].previous
        return None if previous is None else encode(mark, previous)
    of_json = [piece for piece in pieces if piece.kind in ("entry", "item", "default")]
    if of_json:
        text = jsonc.remove(text, of_json)
    for kind, remove in (("toml", toml.remove), ("yaml", yaml.remove), ("block", markdown.remove)):
        chosen = [piece for piece in pieces if piece.kind == kind]
        if chosen:
            text = remove(text, chosen)
    return encode(mark, text)
