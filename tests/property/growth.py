"""How work grows with text: one yardstick for whatever must stay linear."""

from __future__ import annotations

import gc
from time import thread_time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

ENOUGH_S = 0.004  # shorter than this, the clock says little
LONGEST = 1 << 18
TIMES = 4
TRIES = 10  # a machine that others keep busy was seen to make five of a linear text look steep
MOST = 9.0  # four times the text: four times the work when it is linear, sixteen when it is square


def growth(work: Callable[[str], object], piece: str, *, start: int = 2_000) -> float:
    """Return by how much the work grows when the text grows by TIMES; the text is as long as measuring needs."""
    size = start
    small = _cost(work, piece, size)
    while small < ENOUGH_S and size * TIMES < LONGEST:
        size *= 2
        small = _cost(work, piece, size)
    grown = float("inf")
    for _ in range(TRIES):  # others may interfere: what is square is too slow every time
        grown = min(grown, _cost(work, piece, size * TIMES) / max(small, ENOUGH_S / 4))
        if grown <= MOST:
            break
        small = max(small, _cost(work, piece, size))
    return grown


def cpu(work: Callable[[], object]) -> float:
    """Return the CPU seconds of the work alone: no other thread, and no collector that walks what other tests left."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        begun = thread_time()
        work()
        return thread_time() - begun
    finally:
        if was_on:
            gc.enable()


def _cost(work: Callable[[str], object], piece: str, size: int) -> float:
    text = (piece * (size // len(piece) + 1))[:size]
    return min(cpu(lambda: work(text)) for _ in range(3))
