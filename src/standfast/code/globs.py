"""Path globs: which files a scope, a guard, an importer or a setting is about.

Owns the meaning of a glob, which is that of `.gitignore` read as an allow list: `*` and `?` stay inside one folder,
`**` crosses folders, `{a,b}` is a choice, a glob without a slash fits at any depth, a folder stands for everything
below it, and a leading `!` takes files out again. Paths are those of Git: relative, with forward slashes.
"""

from __future__ import annotations

import re
from functools import lru_cache

from standfast.model.pattern import compile_later

_SPECIAL = compile_later(r"\*\*/|\*\*|\*|\?|\[[!^]?\]?[^\]]*\]|\{|\}|,|\\.|[^*?\[{},\\]+|.", re.DOTALL)


class BadGlob(ValueError):
    """The glob cannot be read; the message says why."""


@lru_cache(maxsize=4096)
def compile_glob(glob: str) -> re.Pattern[str]:
    """Compile one glob (without its `!`) to a pattern for the whole path."""
    body = glob.removeprefix("./")
    if not body.strip("/"):
        raise BadGlob(f"the glob {glob!r} is empty")
    anchored = "/" in body.rstrip("/")
    body = body.strip("/")
    pattern = _translate(body, glob)
    prefix = "" if anchored or body.startswith("**") else "(?:.*/)?"
    try:
        return re.compile(f"{prefix}{pattern}(?:/.*)?", re.DOTALL)
    except re.error as error:
        raise BadGlob(f"the glob {glob!r} cannot be read: {error}") from None


def _translate(body: str, glob: str) -> str:
    out: list[str] = []
    depth = 0
    for match in _SPECIAL.finditer(body):
        part = match.group()
        if part == "{":
            depth += 1
            out.append("(?:")
        elif part == "}":
            depth -= 1
            if depth < 0:
                raise BadGlob(f"the glob {glob!r} closes a brace it never opened")
            out.append(")")
        elif part == "," and depth:
            out.append("|")
        else:
            out.append(_FIXED.get(part) or _literal(part))
    if depth:
        raise BadGlob(f"the glob {glob!r} opens a brace it never closes")
    return "".join(out)


_FIXED = {"**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]"}


def _literal(part: str) -> str:
    if len(part) > 2 and part[0] == "[" and part[-1] == "]":
        inside = part[1:-1].replace("\\", "\\\\")
        return f"[^/{inside[1:]}]" if inside[0] in "!^" else f"[{inside}]"
    if len(part) == 2 and part[0] == "\\":
        return re.escape(part[1])
    return re.escape(part)


def matches_any(path: str, globs: tuple[str, ...]) -> bool:
    """Tell whether `path` fits the globs; no globs at all fits everything, the last glob that fits decides."""
    chosen = not any(not glob.startswith("!") for glob in globs)
    for glob in globs:
        if glob.startswith("!"):
            if chosen and compile_glob(glob[1:]).fullmatch(path):
                chosen = False
        elif not chosen and compile_glob(glob).fullmatch(path):
            chosen = True
    return chosen
