"""Related words: what else may be meant by a word, and how common it is in anybody's text.

Owns `related.txt`, made by tools/ranking/related.py from the shipped embedder's token rows and from public text. Looked
up in place, so that nothing is parsed at start-up; hooks, which have no dense side, find by meaning through it.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mmap import mmap

SHIPPED = __file__.rpartition("related")[0] + "related.txt"
_ANYWHERE = 10_000  # documents the table's counts are out of

_table: mmap | None = None
_seen: dict[str, tuple[float, tuple[tuple[str, float], ...]]] = {}


def look_up(term: str) -> tuple[float, tuple[tuple[str, float], ...]]:
    """Return the share of texts that hold a term, and the terms nearest to it with their cosines."""
    known = _seen.get(term)
    if known is None:
        known = _seen[term] = _read(term)
    return known


def _read(term: str) -> tuple[float, tuple[tuple[str, float], ...]]:
    line = _line(_open(), term.encode("utf-8", "replace") + b" ")
    if line is None:
        return 0.0, ()
    _, count, *others = line.decode().split()
    pairs = (other.split("=") for other in others)
    return int(count) / _ANYWHERE, tuple((other, int(cosine) / 100) for other, cosine in pairs)


def _line(table: mmap, prefix: bytes) -> bytes | None:
    """Find the line that starts so, among sorted lines, by halving."""
    low, high = 0, len(table)
    while low < high:
        start = table.rfind(b"\n", low, (low + high) // 2) + 1 or low
        end = table.find(b"\n", start)
        line = table[start:end]
        if line.startswith(prefix):
            return line
        if line < prefix:
            low = end + 1
        else:
            high = start
    return None


def _open() -> mmap:
    global _table  # noqa: PLW0603 - one read-only file for the process
    if _table is None:
        from mmap import ACCESS_READ, mmap

        with open(SHIPPED, "rb") as file:  # noqa: PTH123  # pathlib would be imported on the hook path for one call
            _table = mmap(file.fileno(), 0, access=ACCESS_READ)
    return _table
