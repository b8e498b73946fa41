"""What a script of the repository runs: the commands behind `make release`, `just check` and `npm run reset`.

Owns finding the lines of such a script in its file, one step deep. Must not run or judge anything. Hook path: light;
one file of a bounded size is read, and only where a command calls such a script.
"""

from __future__ import annotations

import json
import re
from os.path import normpath, sep

from standfast.code.locate import read_bytes
from standfast.moments.command import ELSEWHERE
from standfast.text.runs import joined

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path

    from standfast.moments.command import Act

_BYTES = 128_000
_NAMED = 2  # words, of which the last names the script
_RECIPES = frozenset(("make", "just"))
_FILES = {
    "make": ("Makefile", "makefile", "GNUmakefile"),
    "just": ("justfile", "Justfile", ".justfile"),
    **dict.fromkeys(("npm", "pnpm", "yarn", "bun"), ("package.json",)),
}


def lines_behind(act: Act, root: Path, inside: str = "") -> str:
    """Return the commands that a script runs which a command calls, one a line; nothing where it calls none."""
    if act.program not in _FILES or act.telling < _NAMED or act.folder.startswith(ELSEWHERE):
        return ""
    folder = normpath(joined(joined(str(root), inside), act.folder))
    if folder != str(root) and not folder.startswith(f"{root}{sep}"):
        return ""  # another repository
    name = act.words[act.telling - 1]
    text = next(filter(None, (_read(joined(folder, file)) for file in _FILES[act.program])), "")
    return _of_recipe(act.program, text, name) if act.program in _RECIPES else _of_package(text, name)


def _of_recipe(program: str, text: str, name: str) -> str:
    """Return the lines below a target, behind calls of those that it needs first."""
    head = rf"^{re.escape(name)}(?: [^:=\n]*)?::?(?!=)(?P<first>[^\n#]*)[^\n]*\n"
    found = re.search(rf"{head}(?P<lines>(?:[\t ]+[^\n]*\n?)*)", text, re.MULTILINE)
    if not found:
        return ""
    first = [f"{program} {word}" for word in found["first"].split() if word.replace("-", "").isalnum()]
    return "\n".join([*first, *(line.strip().lstrip("@-") for line in found["lines"].split("\n"))])


def _of_package(text: str, name: str) -> str:
    try:
        scripts = json.loads(text).get("scripts")
    except (ValueError, AttributeError):
        return ""
    line = scripts.get(name) if isinstance(scripts, dict) else ""
    return line if isinstance(line, str) else ""


def _read(path: str) -> str:
    return read_bytes(path, _BYTES).decode("utf-8", "replace")
