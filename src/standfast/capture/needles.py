"""Needles: which of hundreds of words a text holds, without searching for them one by one.

Owns the lookup by word: texts are made of words that come again and again, and what a word holds is kept. A process
that reads few texts, as a hook does, just searches. It must not know what a needle means.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    _ByRun = dict[str, list[tuple[str, str]]]
    _Sorted = tuple[_ByRun, frozenset[str], list[str]]

_WIDTH = 3
_FEW = 24  # texts, up to which searching costs less than sorting the needles
_MOST_KNOWN = 600_000  # letters of the words that are kept
_LONGEST_KNOWN = 120  # paths are words too, and come with every commit


class Needles:
    """Words to look for in many texts; any number of threads may ask at once."""

    __slots__ = ("_asked", "_known", "_needles", "_size", "_sorted")

    def __init__(self, needles: Iterable[str]) -> None:
        """Take the needles; they are sorted when many texts are looked through."""
        self._needles = frozenset(needles)
        self._asked = self._size = 0
        self._known: dict[str, tuple[str, ...]] = {}  # of each word that was read, the needles it holds or leads to
        self._sorted: _Sorted | None = None

    def __len__(self) -> int:
        """Return how many needles there are."""
        return len(self._needles)

    def held_by(self, text: str) -> set[str]:
        """Return the needles that a text holds."""
        if self._asked < _FEW:
            self._asked += 1
            return {needle for needle in self._needles if needle in text}
        by_run, spaced, searched = self._sorted = self._sorted or _sort(self._needles)
        known = self._known  # another thread may begin a new one
        words = set(text.split())
        fresh = words.difference(known)
        read = self._read(fresh, by_run) if fresh else {}
        found: set[str] = set().union(*read.values(), *map(known.__getitem__, words - fresh))
        found.difference_update([needle for needle in found & spaced if needle not in text])
        found.update([needle for needle in searched if needle in text])
        return found

    def _read(self, words: set[str], by_run: _ByRun) -> dict[str, tuple[str, ...]]:
        """Return of words that were not read before the needles whose longest word stands in them, and keep it."""
        joined = "\n".join(words)
        runs = by_run.keys() & {joined[at : at + _WIDTH] for at in range(len(joined) - _WIDTH + 1)}
        likely = [pair for run in runs for pair in by_run[run] if pair[1] in joined]
        read = {word: tuple([needle for needle, part in likely if part in word]) for word in words}
        self._size += len(joined)
        if self._size > _MOST_KNOWN:
            self._known = {}
            self._size = 0
        self._known.update(item for item in read.items() if len(item[0]) <= _LONGEST_KNOWN)
        return read


def _sort(needles: frozenset[str]) -> _Sorted:
    """Sort needles by the longest word of each; one without a word long enough is searched for."""
    longest = {needle: max(needle.split(), key=len, default="") for needle in needles}
    by_run: _ByRun = {}
    for needle, word in longest.items():
        if len(word) >= _WIDTH:
            by_run.setdefault(word[:_WIDTH], []).append((needle, word))
    spaced = frozenset(needle for needle, word in longest.items() if word != needle)
    return by_run, spaced, [needle for needle, word in longest.items() if len(word) < _WIDTH]
