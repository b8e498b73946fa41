"""Needles: which of hundreds of words a text holds, without searching for them one by one.

Owns the lookup by the first three letters, which redaction and screening share: the runs of three letters of a text are
listed once, and only needles that begin with one of them are searched for. It must not know what a needle means.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

_WIDTH = 3


def runs_of(text: str) -> set[str]:
    """Return every run of three letters in a text."""
    return {text[at : at + _WIDTH] for at in range(len(text) - _WIDTH + 1)}


class Needles:
    """Words to look for in many texts."""

    __slots__ = ("_order", "_short", "_starts")

    def __init__(self, needles: Iterable[str]) -> None:
        """Sort the needles by how they begin; what is too short for that is searched for."""
        self._order = {needle: place for place, needle in enumerate(dict.fromkeys(needles))}
        self._starts: dict[str, list[str]] = {}
        self._short = [needle for needle in self._order if len(needle) < _WIDTH]
        for needle in self._order:
            if len(needle) >= _WIDTH:
                self._starts.setdefault(needle[:_WIDTH], []).append(needle)

    def present(self, text: str, runs: set[str]) -> list[str]:
        """Return the needles that the text holds, in the order they were given."""
        found = [needle for run in self._starts.keys() & runs for needle in self._starts[run] if needle in text]
        found += [needle for needle in self._short if needle in text]
        if len(found) > 1:
            found.sort(key=self._order.__getitem__)
        return found
