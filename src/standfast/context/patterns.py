"""Expressions that a home keeps compiled, as Python keeps modules: what one hook compiled the next one only reads.

Owns the file: a first line, an index by checksum, and the rows, of which only those are read that are asked for (a home
has a thousand of them, a hook asks for fifty). It holds expressions of the program and the code that this very
interpreter made of them, so that losing it costs time and nothing else; what cannot be read, written or made sense of
is compiled. The interpreter trusts such code, and a flipped bit of it may end the process: each row has a checksum.
Where the interpreter is not the one this was written for, nothing is kept. Neighbour: `model/pattern.py`, which asks.
"""

# ruff: noqa: PTH118, PTH123
from __future__ import annotations

import json
import os
import re
import sys
from zlib import crc32

from standfast.model.pattern import list_compiled, look_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path

PREFIX = "patterns-"
_HEAD = b"standfast patterns 3 %010d\n"  # how many rows there are
_EARLIER = rb"\d+ |standfast patterns 2 "  # files of forms before this one
_SUM = 8  # signs of a checksum
_AT_ONCE = 1 << 16  # bytes that are read first: the index of some thousands
_BETWEEN = b"\n\0\x1e\0\n"  # in no expression
_MOST = 3000  # of earlier versions of the program, too: beyond this it begins anew


def open_patterns(home: Path) -> Kept:
    """Have what a home keeps asked from now on."""
    kept = Kept(home)
    kept.read()
    return kept


class Kept:
    """What one home keeps for this interpreter."""

    def __init__(self, home: Path) -> None:
        self.path = os.path.join(home, f"{PREFIX}{sys.implementation.cache_tag}-{sys.hexversion:x}")
        self._places: dict[int, tuple[int, int]] = {}
        self._file = -1

    def read(self) -> None:
        """Read where what is kept stands, and have it asked from now on."""
        self._close()
        self._places = {}
        try:
            self._file = os.open(self.path, os.O_RDONLY | getattr(os, "O_BINARY", 0))
            self._places = _read_index(self._file)
        except (OSError, ValueError):  # none yet, or damaged: it is made anew
            self._close()
        look_in(self._find)

    def save(self) -> None:
        """Keep what had to be compiled meanwhile."""
        fresh = list_compiled()
        rows = self._read_rows() if fresh else {}
        self._close()
        if not fresh:
            return
        from standfast.text.files import write_whole

        if len(rows) + len(fresh) > _MOST:
            rows = {}
        for pattern, flags in fresh:
            row, name = _encode(pattern, flags), _name(pattern, flags)
            if row and _BETWEEN not in name and _decode(pattern, row) == re.compile(pattern, flags):
                rows[name] = _sum(name, row) + row
        fresh.clear()
        try:
            write_whole(self.path, _render(rows), mode=0o600)
        except OSError:
            return  # a full or read-only disk: it is compiled again next time

    def _find(self, pattern: str, flags: int) -> re.Pattern[str] | None:
        name = _name(pattern, flags)
        row = self._row(name) if crc32(name) in self._places else None
        return _decode(pattern, row[_SUM:]) if row and _is_whole(name, row) else None

    def _row(self, name: bytes) -> bytes | None:
        """Return a row; None where another stands there."""
        offset, size = self._places[crc32(name)]
        try:
            if self._file < 0:
                self.read()
            os.lseek(self._file, offset, os.SEEK_SET)
            data = os.read(self._file, size)
        except OSError:
            return None
        found, _, row = data.partition(_BETWEEN)
        return row if found == name and len(data) == size else None

    def _read_rows(self) -> dict[bytes, bytes]:
        """Return everything that is kept by now: another process may have written the file since it was opened."""
        try:
            with open(self.path, "rb") as file:
                places = _read_index(file.fileno())
                file.seek(0)
                data = file.read()
        except (OSError, ValueError):
            return {}
        parts = (data[offset : offset + size].partition(_BETWEEN) for offset, size in places.values())
        return {name: row for name, between, row in parts if between}

    def is_damaged(self) -> bool:
        """Tell whether anything in the file is not as it was written."""
        try:
            with open(self.path, "rb") as file:
                data = file.read()
                if re.match(_EARLIER, data):
                    return False
                file.seek(0)
                self._places = _read_index(file.fileno())
        except OSError:  # none yet
            return False
        except ValueError:
            return True
        end = len(_HEAD % 0) + 12 * len(self._places)
        for number, (offset, size) in self._places.items():
            name, between, row = data[offset : offset + size].partition(_BETWEEN)
            if offset != end or not between or crc32(name) != number or not _is_whole(name, row):
                return True
            end += size
        return end != len(data)

    def _close(self) -> None:
        if self._file >= 0:
            os.close(self._file)
            self._file = -1


def find_damage(home: Path) -> str:
    """Return the file of a home in which something is not as it was written, or nothing."""
    kept = Kept(home)
    return kept.path if kept.is_damaged() else ""


def _sum(name: bytes, row: bytes) -> bytes:
    return b"%0*x" % (_SUM, crc32(row, crc32(name)))


def _is_whole(name: bytes, row: bytes) -> bool:
    return row[:_SUM] == _sum(name, row[_SUM:])


def _read_index(file: int) -> dict[int, tuple[int, int]]:
    """Return where each row stands, by the checksum of its name."""
    data = os.read(file, _AT_ONCE)
    head = len(_HEAD % 0)
    count = int(data[head - 11 : head])
    if data[:head] != _HEAD % count or count > _MOST:
        raise ValueError("not an index")
    if len(data) < head + 12 * count:
        raise ValueError("cut off")
    numbers = memoryview(data[head : head + 12 * count]).cast("I").tolist()
    return dict(zip(numbers[::3], zip(numbers[1::3], numbers[2::3], strict=True), strict=True))


def _render(rows: dict[bytes, bytes]) -> bytes:
    """Return the file that keeps these rows; of two names with one checksum the later."""
    told = {crc32(name): name + _BETWEEN + row for name, row in rows.items()}
    at = len(_HEAD % 0) + 12 * len(told)
    index: list[int] = []
    for number, row in told.items():
        index += (number, at, len(row))
        at += len(row)
    return b"".join((_HEAD % len(told), *(number.to_bytes(4, sys.byteorder) for number in index), *told.values()))


def _name(pattern: str, flags: int) -> bytes:
    return f"{int(flags)} {pattern}".encode("utf-8", "surrogatepass")


def _encode(pattern: str, flags: int) -> bytes:
    """Return what `re` makes of an expression, as far as this interpreter shows it."""
    from array import array

    try:
        from re import _compiler, _parser  # type: ignore[attr-defined]

        tree = _parser.parse(pattern, flags)
        code = array("I", _compiler._code(tree, flags)).tobytes().hex()  # noqa: SLF001
        return json.dumps([flags | tree.state.flags, code, tree.state.groups - 1, tree.state.groupdict]).encode()
    except (ImportError, AttributeError, TypeError, OverflowError):
        return b""


def _decode(pattern: str, row: bytes) -> re.Pattern[str] | None:
    """Return a compiled expression; the interpreter checks little of the code, so that it has to be as it was made."""
    import _sre  # type: ignore[import-not-found]

    try:
        flags, code, groups, names = json.loads(row)
        order: list[str | None] = [None] * (groups + 1)
        for name, place in names.items():
            order[place] = name
        numbers = memoryview(bytes.fromhex(code)).cast("I").tolist()
        return _sre.compile(pattern, flags, numbers, groups, names, tuple(order))  # type: ignore[no-any-return]
    except (ValueError, TypeError, AttributeError, IndexError, RuntimeError, OverflowError):
        return None
