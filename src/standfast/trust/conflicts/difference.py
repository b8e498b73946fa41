"""Difference: the places in which two claims are not the same words. Pure, and says nothing of what that means.

Owns laying two rows of words beside each other at a small cost. Neighbours: `reading` reads them, `clash` judges.
"""

from __future__ import annotations

from itertools import accumulate

from standfast.model.value import Value
from standfast.trust.conflicts.slots import are_spellings, are_switched, is_number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from standfast.trust.conflicts.claim import Claim

_EACH = frozenset(("every", "each", "per"))
PLACES = 3  # places in which two claims may differ


class Difference(Value):
    """One place in which two claims differ: the words there as written, and where it begins in each."""

    left: tuple[str, ...]
    right: tuple[str, ...]
    at: tuple[int, int]


def differences(one: Claim, other: Claim) -> list[Difference] | None:
    """Return the places in which two claims differ beyond words that carry no meaning; None where they say too little
    in common or one only says more than the other.
    """
    found: list[Difference] = []
    for a, b, c, d in _spans(one, other):
        switched = (b - a, d - c) == (1, 1) and are_switched(one.raw[a], other.raw[c])
        left = [a] if switched else [at for at in one.heavy if a <= at < b]
        right = [c] if switched else [at for at in other.heavy if c <= at < d]
        if not left and not right:
            continue
        said = tuple([one.raw[at] for at in left]) or _once(one, a, other, right)
        told = tuple([other.raw[at] for at in right]) or _once(other, c, one, left)
        if not said or not told:
            return None
        if are_spellings(said, told):
            continue
        found.append(Difference(said, told, (left[0] if left else a, right[0] if right else c)))
        if len(found) > PLACES:
            return None
    return found


def _once(claim: Claim, at: int, other: Claim, places: Sequence[int]) -> tuple[str, ...]:
    """Return the number that goes without saying: "every hour" beside "every 3 hours"."""
    told = 0 < at < len(claim.raw) and claim.raw[at - 1].lower() in _EACH
    return ("1",) if told and all(is_number(other.raw[place]) for place in places) else ()


def _spans(one: Claim, other: Claim) -> list[tuple[int, int, int, int]]:
    """Return the spans in which two rows of words differ, by their longest common row."""
    words, told = one.keys, other.keys
    rows, columns = len(words), len(told)
    same, shorter = 0, min(rows, columns)
    while same < shorter and words[same] == told[same]:
        same += 1
    if rows == columns:
        odd = [at for at in range(same, rows) if words[at] != told[at]]
        if other.bag.isdisjoint([words[at] for at in odd]) and one.bag.isdisjoint([told[at] for at in odd]):
            return _runs(odd)
    if set(words[same:]).isdisjoint(told[same:]):
        return [(same, rows, same, columns)] if same < rows or same < columns else []
    table, down, across = _common_rows(words[same:], told[same:], one.bag & other.bag)
    spans: list[tuple[int, int, int, int]] = []
    i = j = start = begin = same
    while i < rows and j < columns:
        if words[i] == told[j]:
            if i > start or j > begin:
                spans.append((start, i, begin, j))
            i, j = i + 1, j + 1
            start, begin = i, j
        elif table[down[i - same + 1]][across[j - same]] >= table[down[i - same]][across[j - same + 1]]:
            i += 1
        else:
            j += 1
    if start < rows or begin < columns:
        spans.append((start, rows, begin, columns))
    return spans


def _runs(places: Sequence[int]) -> list[tuple[int, int, int, int]]:
    """Return the spans of places that follow each other, the same in both rows."""
    spans: list[tuple[int, int, int, int]] = []
    for at in places:
        start = spans.pop()[0] if spans and spans[-1][1] == at else at
        spans.append((start, at + 1, start, at + 1))
    return spans


def _common_rows(
    one: Sequence[str], other: Sequence[str], common: frozenset[str]
) -> tuple[list[list[int]], list[int], list[int]]:
    """Return how long the common row of two rows is from any two places on, by the words that can be in it.

    With it, for each place of both rows, how many such words stand before it: those are few.
    """
    left, right = [word for word in one if word in common], [word for word in other if word in common]
    rows, columns = len(left), len(right)
    table = [[0] * (columns + 1) for _ in range(rows + 1)]
    for i in range(rows - 1, -1, -1):
        word, row, below = left[i], table[i], table[i + 1]
        longest = 0
        for j in range(columns - 1, -1, -1):
            if word == right[j]:
                longest = below[j + 1] + 1
            elif below[j] > longest:
                longest = below[j]
            row[j] = longest
    down, across = ([*accumulate((word in common for word in side), initial=0)] for side in (one, other))
    return table, down, across
