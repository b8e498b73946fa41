"""What a script of the repository runs: the commands behind `make release`, `just check` and `npm run reset`.

Owns finding the lines of such a script in its file, one step deep. Must not run or judge anything. Hook path: light;
one file of a bounded size is read, and only where a command calls such a script.
"""

from __future__ import annotations

import json
import re

from standfast.code.locate import read_bytes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from standfast.moments.notes.command import Act

_BYTES = 128_000
_FILES = {
    "make": ("Makefile", "makefile", "GNUmakefile"),
    "just": ("justfile", "Justfile", ".justfile"),
    **dict.fromkeys(("npm", "pnpm", "yarn", "bun"), ("package.json",)),
}


def lines_behind(acts: Sequence[Act], folder: Path) -> str:
    """Return the commands that the scripts run which these commands call, one a line; nothing where they call none."""
    return "\n".join(filter(None, (_lines_of(act, folder) for act in acts if act.program in _FILES)))


def _lines_of(act: Act, folder: Path) -> str:
    if act.telling < 2:
        return ""  # no script is named
    name = act.words[act.telling - 1]
    text = next(filter(None, (_read(f"{folder / file}") for file in _FILES[act.program])), "")
    return _of_recipe(text, name) if act.program in {"make", "just"} else _of_package(text, name)


def _of_recipe(text: str, name: str) -> str:
    """Return the lines below a target."""
    head = rf"^{re.escape(name)}(?: [^:=\n]*)?:(?!=)[^\n]*\n"
    found = re.search(rf"{head}(?P<lines>(?:[\t ]+[^\n]*\n?)*)", text, re.MULTILINE)
    return "\n".join(line.strip().lstrip("@-") for line in found["lines"].split("\n")) if found else ""


def _of_package(text: str, name: str) -> str:
    try:
        scripts = json.loads(text).get("scripts")
    except (ValueError, AttributeError):
        return ""
    line = scripts.get(name) if isinstance(scripts, dict) else ""
    return line if isinstance(line, str) else ""


def _read(path: str) -> str:
    return read_bytes(path, _BYTES).decode("utf-8", "replace")
