"""File names: what a file may not be called, and where it may not be.

`filename: {deny: [globs], deny_regex: PATTERN, allow: [globs]}`; `deny` with `allow` taken out again. What is denied is
denied in any case of letters, since on many systems `.ENV` is `.env`.
"""

from __future__ import annotations

import re

from standfast.code.globs import matches_any
from standfast.guard.file import File
from standfast.guard.match import Match
from standfast.guard.rule import Guard


def find(guard: Guard, file: File) -> list[Match]:
    """Return one match for the whole file when its name is denied."""
    wanted = guard.rule["filename"]
    allow = as_globs(wanted.get("allow"))
    if allow and matches_any(file.path, allow):
        return []
    deny = as_globs(wanted.get("deny"))
    if deny and (matches_any(file.path, deny) or matches_any(file.path.lower(), tuple(glob.lower() for glob in deny))):
        return [Match(0, 0, file.path, "this name is denied")]
    pattern = wanted.get("deny_regex")
    if pattern and re.search(pattern, file.path):
        return [Match(0, 0, file.path, f"this name fits {pattern}")]
    return []


def as_globs(value: object) -> tuple[str, ...]:
    """Return globs written as one text or a list, as a tuple."""
    if isinstance(value, str):
        return (value,)
    return tuple(str(item) for item in value) if isinstance(value, list) else ()
