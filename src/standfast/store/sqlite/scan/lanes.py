"""An exact scan in the standard library: one component of many vectors at a time, as lanes of one whole number.

Owns the arithmetic. A whole number of a few thousand 32-bit lanes is multiplied by a component of the question in one
step of the interpreter; sums of 256 products of two signed bytes stay far below the width of a lane. 10k vectors of
256 bytes take 6 ms, of which Python sees five hundred steps.
"""

from __future__ import annotations

from heapq import nlargest

from standfast.store.values import LEVELS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

LANE = 4  # bytes
GROUP = 8  # chunks at a time: their lanes stay in the processor's cache
MIDDLE = 1 << 23  # added to every lane, so that none becomes negative
_UNSIGNED = bytes((value + 128) & 0xFF for value in range(256))


class Products:
    """The product of one question with every row, chunk by chunk."""

    def __init__(self, per_chunk: int, products: dict[int, list[int]]) -> None:
        self._per_chunk = per_chunk
        self._products = products

    def nearest(self, limit: int) -> list[int]:
        best = nlargest(limit, [value for values in self._products.values() for value in values])
        least = max(1, best[-1]) if best else 1
        chosen = [
            (-value, number * self._per_chunk + place)
            for number, values in self._products.items()
            if max(values) >= least
            for place, value in enumerate(values)
            if value >= least
        ]
        return [row for _, row in sorted(chosen)[:limit]]

    def cosines_of(self, wanted: list[int]) -> dict[int, float]:
        per_chunk, products = self._per_chunk, self._products
        return {
            row: products[row // per_chunk][row % per_chunk] / (LEVELS * LEVELS)
            for row in wanted
            if row // per_chunk in products
        }


def compare(per_chunk: int, chunks: Sequence[tuple[int, bytes]], query: bytes) -> Products:
    """Multiply a question with every vector."""
    products: dict[int, list[int]] = {}
    for start in range(0, len(chunks), GROUP):
        some = chunks[start : start + GROUP]
        values = _multiply(b"".join(data for _, data in some), query)
        for place, (number, _) in enumerate(some):
            products[number] = values[place * per_chunk : (place + 1) * per_chunk]
    return Products(per_chunk, products)


def _multiply(vectors: bytes, query: bytes) -> list[int]:
    width = len(query)
    count = len(vectors) // width
    components = memoryview(query).cast("b").tolist()
    vectors = vectors.translate(_UNSIGNED)
    lanes = bytearray(LANE * count)
    more = int.from_bytes(MIDDLE.to_bytes(LANE, "little") * count, "little")
    less = 0
    for place, component in enumerate(components):
        if component:
            lanes[::LANE] = vectors[place::width]
            column = int.from_bytes(lanes, "little")
            if component > 0:
                more += column * component
            else:
                less -= column * component
    sums = memoryview((more - less).to_bytes(LANE * count, "little")).cast("I").tolist()
    shift = MIDDLE + 128 * sum(components)
    return [value - shift for value in sums]
