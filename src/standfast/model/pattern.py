"""Regular expressions that are compiled when they are first used.

A hook is a fresh process, and most of what it loads it never asks: compiling every expression at import cost a third of
a brief. Must not be handed to functions of `re`, which want a compiled one. Neighbours: `capture/redact/lazy.py`, which
compiles what is made at run time.
"""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, AnyStr


class _Later:
    """Stands for a compiled expression; what was asked for once is found without compiling or looking again."""

    def __init__(self, pattern: Any, flags: int) -> None:
        self.pattern, self._flags = pattern, flags
        self._compiled: re.Pattern[Any] | None = None

    def __getattr__(self, name: str) -> Any:
        if self._compiled is None:
            self._compiled = re.compile(self.pattern, self._flags)
        found = getattr(self._compiled, name)
        setattr(self, name, found)
        return found


def compile_later(pattern: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """Return what behaves as the compiled expression and is compiled at its first use."""
    return _Later(pattern, flags)  # type: ignore[return-value]
