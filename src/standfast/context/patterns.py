"""Expressions that a home keeps compiled, as Python keeps modules: what one hook compiled the next one only reads.

Owns the file. It holds expressions of the program and the code that this very interpreter made of them, so that losing
it costs time and nothing else; what cannot be read, written or made sense of is compiled. The interpreter trusts such
code, and a flipped bit of it may end the process: each row has a checksum. Where the interpreter is not the one this
was written for, nothing is kept. Neighbour: `model/pattern.py`, which asks.
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
_BETWEEN = "\n\0\x1e\0\n"  # in no expression
_SUM = 8  # signs of a checksum
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
        self._rows: dict[str, str] = {}

    def read(self) -> None:
        """Read what is kept, and have it asked from now on."""
        self.load()
        look_in(self._find)

    def load(self) -> bool:
        """Read what is kept; tell whether it could be read. A row is looked at when it is asked for."""
        self._rows = {}
        try:
            with open(self.path, "rb") as file:
                parts = file.read().decode("utf-8", "surrogatepass").split(_BETWEEN)
        except OSError:  # none yet
            return True
        except ValueError:  # damaged: it is made anew
            return False
        self._rows = dict(zip(parts[::2], parts[1::2], strict=False))
        return len(parts) % 2 == 0 or parts == [""]

    def save(self) -> None:
        """Keep what had to be compiled meanwhile."""
        fresh = list_compiled()
        if not fresh:
            return
        from standfast.text.files import write_whole

        if len(self._rows) + len(fresh) > _MOST:
            self._rows = {}
        for pattern, flags in fresh:
            row = _encode(pattern, flags)
            if row and _BETWEEN not in pattern and _decode(pattern, row) == re.compile(pattern, flags):
                name = _name(pattern, flags)
                self._rows[name] = f"{_sum(name, row)}{row}"
        fresh.clear()
        try:
            parts = (part for row in self._rows.items() for part in row)
            write_whole(self.path, _BETWEEN.join(parts).encode("utf-8", "surrogatepass"), mode=0o600)
        except OSError:
            return  # a full or read-only disk: it is compiled again next time

    def _find(self, pattern: str, flags: int) -> re.Pattern[str] | None:
        name = _name(pattern, flags)
        row = self._rows.get(name)
        return _decode(pattern, row[_SUM:]) if row and _is_whole(name, row) else None

    def list_damaged(self) -> list[str]:
        """Return the expressions whose row is not what was written; a row of an earlier version has no checksum."""
        return [name for name, row in self._rows.items() if row[:1] != "[" and not _is_whole(name, row)]


def find_damage(home: Path) -> str:
    """Return the file of a home in which something is not as it was written, or nothing."""
    kept = Kept(home)
    return kept.path if not kept.load() or kept.list_damaged() else ""


def _sum(name: str, row: str) -> str:
    return f"{crc32(f'{name}{_BETWEEN}{row}'.encode('utf-8', 'surrogatepass')):0{_SUM}x}"


def _is_whole(name: str, row: str) -> bool:
    return row[:_SUM] == _sum(name, row[_SUM:])


def _name(pattern: str, flags: int) -> str:
    return f"{int(flags)} {pattern}"


def _encode(pattern: str, flags: int) -> str:
    """Return what `re` makes of an expression, as far as this interpreter shows it."""
    from array import array

    try:
        from re import _compiler, _parser  # type: ignore[attr-defined]

        tree = _parser.parse(pattern, flags)
        code = array("I", _compiler._code(tree, flags)).tobytes().hex()  # noqa: SLF001
        return json.dumps([flags | tree.state.flags, code, tree.state.groups - 1, tree.state.groupdict])
    except (ImportError, AttributeError, TypeError, OverflowError):
        return ""


def _decode(pattern: str, row: str) -> re.Pattern[str] | None:
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
