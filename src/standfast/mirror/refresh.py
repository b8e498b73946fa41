"""Keeping blocks true: after a memory changed, what instruction files quote of it changes with it, at once.

Owns the question whether there is a block at all, asked at every governed change; light where there is none.
Neighbours: `block` (its markers), `book` (where one was put), `pinned` (what stands in it).
"""

from __future__ import annotations

from pathlib import Path

from standfast.code.locate import find_checkout
from standfast.context.context import Context
from standfast.errors import StandfastError
from standfast.mirror.block import FILES, has_block
from standfast.mirror.book import Book


def list_named(root: Path) -> list[str]:
    """Return the files in which a block may stand: those agents read, and those a person named."""
    place = find_checkout(str(root))
    noted = Book(Path(place.git_dir)).blocks if place else []
    return list(dict.fromkeys((*FILES, *noted)))


def refresh_blocks(context: Context) -> list[str]:
    """Bring the blocks of the checkout at hand up to date; return the files changed. Never in the way of a change."""
    root = context.here.root
    if root is None or not any(_has_block(root / name) for name in list_named(root)):
        return []
    from standfast.mirror.pinned import mirror_block

    try:
        return mirror_block(context)
    except (StandfastError, OSError):
        return []  # `mirror check` names what is behind


def _has_block(path: Path) -> bool:
    try:
        return has_block(path.read_text("utf-8", "replace"))
    except OSError:
        return False


def find_behind(context: Context, memory: str) -> str:
    """Return the mirror's file of a memory in the checkout at hand: it says what it said before a change."""
    root = context.here.root
    place = find_checkout(str(root)) if root is not None else None
    agreed = Book(Path(place.git_dir)).files.get(memory) if place else None
    return agreed.path if agreed is not None and agreed.path and Path(str(root), agreed.path).exists() else ""
