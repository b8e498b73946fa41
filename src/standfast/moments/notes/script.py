"""What a script of the repository runs: the commands behind `make release`, `just check` and `npm run reset`.

Owns finding the lines of such a script in its file, one step deep. Must not run or judge anything. Hook path: light;
one file of a bounded size is read, and only where a command calls such a script.
"""

from __future__ import annotations

from standfast.code.locate import read_bytes
from standfast.code.recipes import JUSTFILES, MAKEFILES, read_scripts, read_targets

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from standfast.moments.notes.command import Act

_BYTES = 128_000
_FILES = {
    "make": MAKEFILES,
    "just": JUSTFILES,
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
    return _of_recipe(text, name) if act.program in {"make", "just"} else (read_scripts(text) or {}).get(name, "")


def _of_recipe(text: str, name: str) -> str:
    """Return the lines below a target."""
    return "\n".join(line.lstrip("@-") for line in read_targets(text).get(name, "").split("\n")[1:])


def _read(path: str) -> str:
    return read_bytes(path, _BYTES).decode("utf-8", "replace")
