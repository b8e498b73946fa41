"""Lines: a text on one of them, their ends, what two texts share, and what came from outside made text to write."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

_MARKUP = frozenset('<>"`“”')
_UNSEEN = frozenset("\u200b\u200c\u200d\u2060\ufeff\u00ad")  # within a word, so they leave no gap


def one_line(text: str, most: int = 0) -> str:
    """Return a text on one line, of at most so many characters where a bound is given."""
    line = " ".join(text.split())
    return line if not most or len(line) <= most else line[: most - 1].rstrip() + "…"


def unify_ends(text: str) -> str:
    """Return a text whose lines all end the same way."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def readable(text: str) -> str:
    """Return text that can be written: half characters and bytes that were not text become question marks."""
    return text.encode("utf-8", "replace").decode()


def shared_ends(left: Sequence[Any], right: Sequence[Any]) -> tuple[int, int]:
    """Return how much two sequences share at their beginning, and of the rest at their end."""
    shorter = min(len(left), len(right))
    head = tail = 0
    while head < shorter and left[head] == right[head]:
        head += 1
    while tail < shorter - head and left[-1 - tail] == right[-1 - tail]:
        tail += 1
    return head, tail


def without_break(text: str) -> str:
    """Return a text without the line break that it begins with."""
    return text.removeprefix("\r\n") if text.startswith("\r\n") else text.removeprefix("\n")


def one_name(text: str, longest: int) -> str:
    """Return a name as one line of signs that are seen, none of which quotes or makes a tag, and not longer."""
    if text.isprintable() and len(text) <= longest and not _MARKUP.intersection(text):
        return text
    seen = "".join(char if char.isprintable() else " " for char in text if char not in _UNSEEN)
    return " ".join("".join("_" if char in _MARKUP else char for char in seen).split())[:longest].rstrip()
