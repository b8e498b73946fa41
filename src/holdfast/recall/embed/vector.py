"""The stored form of a vector: unit length times 127, one signed byte a component.

Owns the arithmetic on that form in the standard library. Must not know any model or import anything heavy: hooks
re-score candidates with it.
"""

from __future__ import annotations

from math import sqrt

TYPE_CHECKING = False  # importing typing for this alone costs a short process milliseconds
if TYPE_CHECKING:
    from collections.abc import Iterable

LEVELS = 127


def quantise(values: Iterable[float]) -> bytes:
    """Scale a vector to unit length times 127 and round each component to a signed byte."""
    floats = list(values)
    length = sqrt(sum(x * x for x in floats))
    if not length > 0 or length == float("inf"):
        return bytes(len(floats))
    scale = LEVELS / length
    return bytes([round(x * scale) & 0xFF for x in floats])


def cosine(left: bytes, right: bytes) -> float:
    """Compare two stored vectors of one model: -1 to 1, and 0 where one of them is all zero."""
    a = memoryview(left).cast("b").tolist()
    b = memoryview(right).cast("b").tolist()
    squares = sum(x * x for x in a) * sum(y * y for y in b)
    return sum(x * y for x, y in zip(a, b, strict=True)) / sqrt(squares) if squares else 0.0
