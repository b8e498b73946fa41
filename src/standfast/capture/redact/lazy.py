"""Compile patterns when they are first needed, and keep them; read lists of words that are written as text.

A hook is a fresh process: compiling every pattern at import would cost more than the rest of its work. `re` has a cache
of its own, but a small one that it empties. Neighbours: every finder beside it.
"""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_LETTERS = r"[\u00c0-\u1fff\u3040-\uffff]"  # of other languages, and no mere dash, quote or arrow
_compiled: dict[str, re.Pattern[str]] = {}


def compiled(source: str, *, unicode: bool = False) -> re.Pattern[str]:
    """Return the compiled pattern; classes such as `\\w` mean ASCII unless all letters are asked for."""
    known = _compiled.get(source)
    if known is None:
        known = _compiled[source] = re.compile(source, 0 if unicode else re.ASCII)
    return known


def on_lines(source: str, sign: str, text: str) -> Iterator[re.Match[str]]:
    """Yield a pattern's matches, read only on lines that hold the sign: a pattern for what stands in every match.

    Neither may go over the end of a line. A pattern that begins with any letter is tried at every place of a text;
    its sign begins with a literal.
    """
    at = 0
    while found := compiled(sign).search(text, at):
        start = text.rfind("\n", at, found.start()) + 1 or at
        at = text.find("\n", found.end()) + 1 or len(text)
        yield from compiled(source).finditer(text, start, at)


def present(words: Iterable[str], lower: str) -> list[str]:
    """Return which words stand in a text; one dash does not make it worth looking for those of every language."""
    foreign = not lower.isascii() and compiled(_LETTERS).search(lower) is not None
    return [word for word in words if (foreign or word.isascii()) and word in lower]


def words_of(text: str) -> frozenset[str]:
    """Return the words of a list that is written as text."""
    return frozenset(text.split())
