"""Which lines a change added: read from Git's own hunks, or computed for text that Git never saw.

Owns the line arithmetic. `None` in place of `Lines` means that every line is new.
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import NamedTuple

from standfast.text.lines import shared_ends

MAX_EDITS = 2000  # beyond so many differing lines the exact diff is quadratic; counting lines is not


class Lines(NamedTuple):
    """Added or changed line ranges (from 1, both ends included), and the lines after which others were removed."""

    added: tuple[tuple[int, int], ...] = ()
    removed_after: tuple[int, ...] = ()

    def touches(self, start: int, end: int) -> bool:
        """Tell whether a range has an added line in it."""
        return any(first <= end and start <= last for first, last in self.added)

    def cut_inside(self, start: int, end: int) -> bool:
        """Tell whether lines were removed between two lines of a range."""
        return any(start <= line < end for line in self.removed_after)


def from_hunk(header: bytes, found: tuple[list[tuple[int, int]], list[int]]) -> None:
    """Add one hunk header of a diff without context, `@@ -a,b +c,d @@`, to what was found so far."""
    old, new = header.split(b"@@", 2)[1].split()
    first, _, count = new[1:].partition(b",")
    length = int(count) if count else 1
    if length:
        found[0].append((int(first), int(first) + length - 1))
    elif b",0" not in old:
        found[1].append(int(first))


def compare(before: bytes | None, after: bytes) -> Lines | None:
    """Return which lines of `after` are new against `before`; None when there was no before."""
    if before is None:
        return None
    old, new = before.split(b"\n"), after.split(b"\n")
    start, tail = shared_ends(old, new)
    old, new = old[start : len(old) - tail], new[start : len(new) - tail]
    if not new:
        return Lines((), (start,)) if old else Lines()
    pairs = _common(old, new) if old else []
    if pairs is None:
        return _ranges(_uncounted(old, new), start, [])
    kept = {at for _, at in pairs}
    fresh = [index for index in range(len(new)) if index not in kept]
    ends = [(-1, -1), *pairs, (len(old), len(new))]
    cuts = [
        start + after + 1
        for (before, after), (next_before, next_after) in pairwise(ends)
        if next_after == after + 1 and next_before > before + 1
    ]
    return _ranges(fresh, start, cuts)


def _uncounted(old: list[bytes], new: list[bytes]) -> list[int]:
    """Return the indexes of new lines that the old text does not hold often enough."""
    spare = Counter(old)
    fresh = []
    for index, line in enumerate(new):
        if spare[line] > 0:
            spare[line] -= 1
        else:
            fresh.append(index)
    return fresh


def _common(old: list[bytes], new: list[bytes]) -> list[tuple[int, int]] | None:
    """Return the pairs of equal lines on a shortest edit path (Myers), or None when it is too long to search."""
    ends: dict[int, int] = {1: 0}
    history: list[dict[int, int]] = []
    longest = min(len(old) + len(new), MAX_EDITS)
    for edits in range(longest + 1):
        history.append(dict(ends))
        for diagonal in range(-edits, edits + 1, 2):
            down = diagonal == -edits or (diagonal != edits and ends[diagonal - 1] < ends[diagonal + 1])
            x = ends[diagonal + 1] if down else ends[diagonal - 1] + 1
            y = x - diagonal
            while x < len(old) and y < len(new) and old[x] == new[y]:
                x, y = x + 1, y + 1
            ends[diagonal] = x
            if x >= len(old) and y >= len(new):
                return _walk_back(history, len(old), len(new))
        if edits * edits > MAX_EDITS * 100:
            return None
    return None


def _walk_back(history: list[dict[int, int]], x: int, y: int) -> list[tuple[int, int]]:
    kept: list[tuple[int, int]] = []
    for edits in range(len(history) - 1, -1, -1):
        ends = history[edits]
        diagonal = x - y
        down = diagonal == -edits or (diagonal != edits and ends[diagonal - 1] < ends[diagonal + 1])
        previous = diagonal + 1 if down else diagonal - 1
        from_x = ends[previous]
        from_y = from_x - previous
        while x > from_x and y > from_y and x > 0 and y > 0:
            x, y = x - 1, y - 1
            kept.append((x, y))
        x, y = from_x, from_y
    return kept[::-1]


def _ranges(fresh: list[int], start: int, cuts: list[int]) -> Lines:
    added: list[tuple[int, int]] = []
    for index in fresh:
        line = start + index + 1
        if added and added[-1][1] == line - 1:
            added[-1] = (added[-1][0], line)
        else:
            added.append((line, line))
    return Lines(tuple(added), tuple(cuts))
