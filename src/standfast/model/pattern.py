"""Regular expressions that are compiled when they are first used, or taken as an earlier process compiled them.

A hook is a fresh process, and most of what it loads it never asks: compiling every expression at import cost a third of
a brief, and compiling those that it does ask for a tenth of a moment at a file. Must not be handed to functions of
`re`, which want a compiled one. Neighbours: `capture/redact/lazy.py`, which compiles what is made at run time,
`context/patterns.py`, which keeps what was compiled.
"""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, AnyStr

    Find = Callable[[str, int], re.Pattern[str] | None]

_find: list[Find] = []  # where one is kept: at most one place
_compiled: set[tuple[str, int]] = set()  # what was not found there


class _Later:
    """Stands for a compiled expression; what was asked for once is found without compiling or looking again."""

    def __init__(self, pattern: Any, flags: int) -> None:
        self.pattern, self._flags = pattern, flags
        self._compiled: re.Pattern[Any] | None = None

    def __getattr__(self, name: str) -> Any:
        if self._compiled is None:
            self._compiled = compile_kept(self.pattern, self._flags)
        found = getattr(self._compiled, name)
        setattr(self, name, found)
        return found


class Folded:
    """An expression in small letters that is looked for in a text as if that were in small letters, too.

    Ignoring case costs `re` twice as long. What a match holds is in small letters.
    """

    def __init__(self, pattern: str, flags: int = 0) -> None:
        self._pattern = compile_later(pattern, flags)

    def search(self, text: str) -> re.Match[str] | None:
        """Find it anywhere."""
        return self._pattern.search(text.lower())


def compile_later(pattern: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """Return what behaves as the compiled expression and is compiled at its first use."""
    return _Later(pattern, flags)  # type: ignore[return-value]


def compile_kept(pattern: Any, flags: int = 0) -> re.Pattern[Any]:
    """Compile an expression of the program's own (never one with words of its users), or take it as it was kept."""
    if not _find or not isinstance(pattern, str):
        return re.compile(pattern, flags)
    found = _find[0](pattern, flags)
    if found is None:
        found = re.compile(pattern, flags)
        _compiled.add((pattern, int(flags)))
    return found


def look_in(find: Find | None) -> None:
    """Ask this before anything is compiled; None to compile everything."""
    _find[:] = [find] if find else []
    _compiled.clear()


def list_compiled() -> set[tuple[str, int]]:
    """Return what had to be compiled since a place to look in was named."""
    return _compiled
