"""What a script of the repository runs: the commands behind `make release`, `just check` and `npm run reset`.

Owns finding the lines of such a script in its file, one step deep. Must not run or judge anything. Hook path: light;
one file of a bounded size is read, and only where a command calls such a script.
"""

from __future__ import annotations

from os.path import normpath, sep

from standfast.code.locate import read_bytes
from standfast.code.recipes import JUSTFILES, MAKEFILES, read_scripts, read_targets
from standfast.moments.notes.command import ELSEWHERE
from standfast.text.runs import joined

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path

    from standfast.moments.notes.command import Act

_BYTES = 128_000
_NAMED = 2  # words, of which the last names the script
_RECIPES = frozenset(("make", "just"))
_FILES = {
    "make": MAKEFILES,
    "just": JUSTFILES,
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
    return _of_recipe(act.program, text, name) if act.program in _RECIPES else (read_scripts(text) or {}).get(name, "")


def _of_recipe(program: str, text: str, name: str) -> str:
    """Return the lines below a target, behind calls of those that it needs first."""
    needs, *lines = read_targets(text).get(name, "").split("\n")
    first = [f"{program} {word}" for word in needs.partition("#")[0].split() if word.replace("-", "").isalnum()]
    return "\n".join([*first, *(line.lstrip("@-") for line in lines)])


def _read(path: str) -> str:
    return read_bytes(path, _BYTES).decode("utf-8", "replace")
