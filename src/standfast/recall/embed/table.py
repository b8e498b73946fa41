"""The file of token rows that ships in the wheel, read without loading it.

Owns the form of `static.bin`. Must not interpret text (that is `words`) or compute vectors (that is `static`).
tools/embedder writes such files through `write_table`.

Layout, little-endian: a 32-byte header; the model's name and the vocabulary, one entry a line, UTF-8; one float32
scale a row; one int8 row a token. The two number sections start at multiples of 64.
"""

from __future__ import annotations

import struct

from standfast.errors import Unavailable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from mmap import mmap
    from pathlib import Path

MAGIC = b"SFTABLE1"
_HEADER = struct.Struct("<8sIIIIII")
_ALIGN = 64
LEAD = 60  # tokens of a document that count in full: a text says first what it is about
REST = 0.1  # of that, for every token after them


class TokenTable:
    """One opened table: names at once, rows when asked for."""

    def __init__(self, path: str | Path) -> None:
        self._map = _map_file(path)
        self.dimensions: int
        self.rows: int
        try:
            magic, self.dimensions, self.rows, text, self.scales_at, self.rows_at, size = _HEADER.unpack_from(self._map)
        except struct.error as cause:
            raise _unreadable(path) from cause
        if magic != MAGIC or size != len(self._map):
            raise _unreadable(path)
        name, *tokens = self._map[_HEADER.size : _HEADER.size + text].decode("utf-8").split("\n")
        self.model: str = name
        self.vocabulary: dict[str, int] = dict(zip(tokens, range(self.rows), strict=True))

    @property
    def buffer(self) -> mmap:
        """The whole file, for readers that take many rows at once."""
        return self._map

    def row(self, token: int) -> bytes:
        """Return the int8 components of one token, before its scale."""
        start = self.rows_at + token * self.dimensions
        return self._map[start : start + self.dimensions]

    def scale(self, token: int) -> float:
        """Return what one token's components are multiplied by."""
        value: float = struct.unpack_from("<f", self._map, self.scales_at + 4 * token)[0]
        return value


def write_table(
    path: Path, *, model: str, dimensions: int, tokens: Sequence[str], scales: Sequence[float], rows: bytes
) -> None:
    """Write a table file; `rows` holds the int8 components of all tokens in order."""
    if len(scales) != len(tokens) or len(rows) != len(tokens) * dimensions or len(set(tokens)) != len(tokens):
        msg = "a table needs one scale and one row for each of its tokens"
        raise ValueError(msg)
    text = "\n".join([model, *tokens]).encode()
    scales_at = _aligned(_HEADER.size + len(text))
    rows_at = _aligned(scales_at + 4 * len(tokens))
    content = bytearray(rows_at + len(rows))
    _HEADER.pack_into(content, 0, MAGIC, dimensions, len(tokens), len(text), scales_at, rows_at, len(content))
    content[_HEADER.size : _HEADER.size + len(text)] = text
    struct.pack_into(f"<{len(scales)}f", content, scales_at, *scales)
    content[rows_at:] = rows
    path.write_bytes(content)


def _aligned(offset: int) -> int:
    return -(-offset // _ALIGN) * _ALIGN


def _map_file(path: str | Path) -> mmap:
    from mmap import ACCESS_READ, mmap

    try:
        with open(path, "rb") as file:  # noqa: PTH123  # pathlib would be imported on the hook path for one call
            return mmap(file.fileno(), 0, access=ACCESS_READ)
    except (OSError, ValueError) as cause:
        raise _unreadable(path) from cause


def _unreadable(path: str | Path) -> Unavailable:
    return Unavailable(
        f"The table of the built-in embedder cannot be read: {path}",
        hint="Reinstall Standfast, or switch the dense arm off; lexical recall works without it.",
        code="embedder-broken",
    )
