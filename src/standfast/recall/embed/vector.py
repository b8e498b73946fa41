"""The stored form of a vector: unit length times 127, one signed byte a component.

Owns how numbers become that form, with the standard library alone. Must not know any model or import anything heavy.
"""

from __future__ import annotations

from math import sqrt

from standfast.store.values import LEVELS

TYPE_CHECKING = False  # importing typing for this alone costs a short process milliseconds
if TYPE_CHECKING:
    from collections.abc import Iterable


def quantise(values: Iterable[float]) -> bytes:
    """Scale a vector to unit length times 127 and round each component to a signed byte."""
    floats = list(values)
    length = sqrt(sum(x * x for x in floats))
    if not length > 0 or length == float("inf"):
        return bytes(len(floats))
    scale = LEVELS / length
    return bytes([round(x * scale) & 0xFF for x in floats])
