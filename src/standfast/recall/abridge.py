"""Abridge: of a long text, the pieces that a question is about, in their order, within a bound.

Owns the cut into pieces (lines, and what a semicolon or a full stop ends) and the choice among them. Light: the hook
path comes through here. Neighbours: `terms` reads words, `pack` counts tokens.
"""

from standfast.model.pattern import compile_later
from standfast.recall.terms import query_terms

_PIECE = compile_later(r"\n+|(?<=[.!?]) +(?=\S)|; +")
_GAP = " … "
_ENDS = (".", "!", "?", ":")


def abridge(text: str, asked: str, most: int) -> str:
    """Return a text whole if it fits, else its beginning and the pieces that share most words with what is asked."""
    if len(text) <= most:
        return text
    pieces = [piece.strip() for piece in _PIECE.split(text) if piece.strip()] or [""]
    words = set(query_terms(asked))
    shared = [len(words.intersection(query_terms(piece))) for piece in pieces]
    order = sorted(range(1, len(pieces)), key=lambda place: (-shared[place], place))
    first = _cut(pieces[0], most // 3 if len(pieces) > 1 else most)
    kept, left = {0: first}, most - len(first)
    for place in order:
        if shared[place] and len(pieces[place]) + len(_GAP) <= left:
            kept[place] = pieces[place]
            left -= len(pieces[place]) + len(_GAP)
    if len(kept) == 1 and order and shared[order[0]]:  # the best one is longer than the room: its beginning
        kept[order[0]] = _cut(pieces[order[0]], left - len(_GAP))
    return _joined(kept)


def _cut(piece: str, most: int) -> str:
    """Return a piece, or as much of it as fits, between words where it has any."""
    if len(piece) <= most:
        return piece
    front = piece[: max(0, most - 2)]
    return f"{front.rpartition(' ')[0] or front} …"


def _joined(kept: "dict[int, str]") -> str:
    said, before = "", -1
    for place in sorted(kept):
        joint = "" if not said else _GAP if place > before + 1 else " " if said.endswith(_ENDS) else "; "
        said += joint + kept[place]
        before = place
    return said
