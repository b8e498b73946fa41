"""Compile patterns when they are first needed, and keep them; read lists of words that are written as text.

A hook is a fresh process: compiling every pattern at import would cost more than the rest of its work. `re` has a cache
of its own, but a small one that it empties. Neighbours: every finder beside it.
"""

from __future__ import annotations

import re

from standfast.capture.needles import Needles
from standfast.model.pattern import compile_kept

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_compiled: dict[str, re.Pattern[str]] = {}
_wanted: set[str] = set()
_needles = Needles(())
_last: tuple[str, set[str]] = ("", set())


def compiled(source: str, *, unicode: bool = False) -> re.Pattern[str]:
    """Return the compiled pattern; classes such as `\\w` mean ASCII unless all letters are asked for."""
    known = _compiled.get(source)
    if known is None:
        known = _compiled[source] = compile_kept(source, 0 if unicode else re.ASCII)
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


def wanted(words: Iterable[str]) -> dict[str, int]:
    """Take words that a finder looks for into the one search that all share; return them in their order."""
    order = {word: place for place, word in enumerate(dict.fromkeys(words))}
    _wanted.update(order)
    return order


def held(lower: str) -> set[str]:
    """Return which of all wanted words stand in a text; every finder asks, and one search answers."""
    global _last, _needles  # noqa: PLW0603 - the text at hand
    text, there = _last
    if text is not lower:
        needles = _needles
        if len(needles) != len(_wanted):  # finders name their words when they are imported
            _needles = needles = Needles(_wanted)
        there = needles.held_by(lower)
        _last = (lower, there)
    return there


def present(words: dict[str, int], lower: str) -> list[str]:
    """Return which wanted words stand in a text, in their order."""
    there = held(lower)
    return [] if words.keys().isdisjoint(there) else sorted(words.keys() & there, key=words.__getitem__)


def lowered(text: str) -> str:
    """Return a text in small letters, each where it stood."""
    return text.replace("\u0130", "I").lower()  # the one letter whose lower case is longer than itself


def words_of(text: str) -> frozenset[str]:
    """Return the words of a list that is written as text."""
    return frozenset(text.split())
