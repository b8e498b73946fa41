"""Expressions that a home keeps compiled, as Python keeps modules: what one hook compiled the next one only reads.

Owns the file. It holds expressions of the program and the code that this very interpreter made of them, so that losing
it costs time and nothing else; what cannot be read, written or made sense of is compiled. Where the interpreter is not
the one this was written for, nothing is kept. Neighbour: `model/pattern.py`, which asks.
"""

# ruff: noqa: PTH118, PTH123
from __future__ import annotations

import json
import os
import re
import sys

from standfast.model.pattern import list_compiled, look_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path

PREFIX = "patterns-"
_BETWEEN = "\n\0\x1e\0\n"  # in no expression
_MOST = 3000  # of earlier versions of the program, too: beyond this it begins anew


def open_patterns(home: Path) -> Kept:
    """Have what a home keeps asked from now on."""
    kept = Kept(home)
    kept.read()
    return kept


class Kept:
    """What one home keeps for this interpreter."""

    def __init__(self, home: Path) -> None:
        self._path = os.path.join(home, f"{PREFIX}{sys.implementation.cache_tag}-{sys.hexversion:x}")
        self._rows: dict[str, str] = {}

    def read(self) -> None:
        """Read what is kept, and have it asked from now on."""
        try:
            with open(self._path, "rb") as file:
                parts = file.read().decode("utf-8", "surrogatepass").split(_BETWEEN)
            self._rows = dict(zip(parts[::2], parts[1::2], strict=False))  # a row is read when it is asked for
        except (OSError, ValueError):  # none yet, or damaged: it is made anew
            self._rows = {}
        look_in(self._find)

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
                self._rows[_name(pattern, flags)] = row
        fresh.clear()
        try:
            parts = (part for row in self._rows.items() for part in row)
            write_whole(self._path, _BETWEEN.join(parts).encode("utf-8", "surrogatepass"), mode=0o600)
        except OSError:
            return  # a full or read-only disk: it is compiled again next time

    def _find(self, pattern: str, flags: int) -> re.Pattern[str] | None:
        row = self._rows.get(_name(pattern, flags))
        return _decode(pattern, row) if row else None


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
    """Return a compiled expression; the interpreter itself checks that the code is sound."""
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
