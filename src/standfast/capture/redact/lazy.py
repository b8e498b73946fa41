"""Compile patterns when they are first needed, and keep them.

A hook is a fresh process: compiling every pattern at import would cost more than the rest of its work. `re` has a cache
of its own, but a small one that it empties. Neighbours: every finder beside it.
"""

from __future__ import annotations

import re

_compiled: dict[str, re.Pattern[str]] = {}


def compiled(source: str, *, unicode: bool = False) -> re.Pattern[str]:
    """Return the compiled pattern; classes such as `\\w` mean ASCII unless the letters of all languages are asked for."""
    known = _compiled.get(source)
    if known is None:
        known = _compiled[source] = re.compile(source, 0 if unicode else re.ASCII)
    return known
