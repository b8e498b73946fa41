"""How work grows with text: one yardstick for whatever must stay linear."""

from __future__ import annotations

from time import process_time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

ENOUGH_S = 0.004  # shorter than this, the clock says little
LONGEST = 1 << 18
TIMES = 4
TRIES = 5
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
        small = max(small, ENOUGH_S / 4)
        grown = min(grown, _cost(work, piece, size * TIMES) / small)
        if grown <= MOST:
            break
        small = max(small, _cost(work, piece, size))
    return grown


def _cost(work: Callable[[str], object], piece: str, size: int) -> float:
    text = (piece * (size // len(piece) + 1))[:size]
    best = float("inf")
    for _ in range(3):
        begun = process_time()
        work(text)
        best = min(best, process_time() - begun)
    return best
