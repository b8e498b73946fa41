"""Ranges of operations: for each device, which numbers of its chain are there.

Owns the arithmetic alone; a chain may have gaps, because what must not leave stays where it is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from standfast.model.ids import DeviceId

Ranges = Mapping[DeviceId, Sequence[tuple[int, int]]]


def lacking(theirs: Ranges, ours: Ranges) -> dict[DeviceId, list[tuple[int, int]]]:
    """Return what `ours` has and `theirs` lacks; both in order within a device."""
    found: dict[DeviceId, list[tuple[int, int]]] = {}
    for device, spans in ours.items():
        left: list[tuple[int, int]] = []
        for first, last in spans:
            start = first
            for low, high in theirs.get(device, ()):
                if high < start:
                    continue
                if low > last:
                    break
                if low > start:
                    left.append((start, low - 1))
                start = high + 1
            if start <= last:
                left.append((start, last))
        if left:
            found[device] = left
    return found


def covers(ranges: Ranges, device: DeviceId, number: int) -> bool:
    """Tell whether an operation is there."""
    return any(first <= number <= last for first, last in ranges.get(device, ()))


def count(ranges: Ranges) -> int:
    """Return how many operations ranges hold."""
    return sum(last - first + 1 for spans in ranges.values() for first, last in spans)
