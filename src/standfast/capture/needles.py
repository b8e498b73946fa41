"""Needles: which of hundreds of words a text holds, without searching for them one by one.

Owns the lookup by three letters: the runs of three letters inside the words of a
text are listed once, and only needles that have one of them are searched for. Words come again and again, so their
runs are kept. It must not know what a needle means.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

_WIDTH = 3
_MOST_KNOWN = 600_000  # runs of the words that are kept
_LONGEST_KNOWN = 120  # paths are words too, and come with every commit


class _Words(dict[str, tuple[str, ...]]):
    """Hold the runs of words that were read; there are few words, and texts have many."""

    size = 0

    def __missing__(self, word: str) -> tuple[str, ...]:
        runs = tuple([word[at : at + _WIDTH] for at in range(len(word) - _WIDTH + 1)])
        if len(word) <= _LONGEST_KNOWN:
            self.size += len(word)
            if self.size > _MOST_KNOWN:
                self.clear()
                self.size = len(word)
            self[word] = runs
        return runs


_known = _Words()


def runs_of(text: str) -> set[str]:
    """Return every run of three letters inside the words of a text."""
    return set().union(*map(_known.__getitem__, set(text.split())))


class Needles:
    """Words to look for in many texts."""

    __slots__ = ("_by_run", "_order", "_short")

    def __init__(self, needles: Iterable[str]) -> None:
        """Sort the needles by a run of theirs; one without a run inside a word is searched for."""
        self._order = {needle: place for place, needle in enumerate(dict.fromkeys(needles))}
        self._by_run: dict[str, list[str]] = {}
        self._short: list[str] = []
        for needle in self._order:
            inside = needle[:_WIDTH]
            if len(inside) < _WIDTH or not inside.isalnum():  # most begin with letters, and there are a thousand
                runs = (needle[at : at + _WIDTH] for at in range(len(needle) - _WIDTH + 1) if _is_inside(needle, at))
                inside = next(runs, "")
            shelf = self._by_run.setdefault(inside, []) if inside else self._short
            shelf.append(needle)

    def present(self, text: str, runs: set[str]) -> list[str]:
        """Return the needles that the text holds, in the order they were given."""
        found = [needle for run in self._by_run.keys() & runs for needle in self._by_run[run] if needle in text]
        found += [needle for needle in self._short if needle in text]
        if len(found) > 1:
            found.sort(key=self._order.__getitem__)
        return found


def _is_inside(needle: str, at: int) -> bool:
    run = needle[at : at + _WIDTH]
    return run.split() == [run]
