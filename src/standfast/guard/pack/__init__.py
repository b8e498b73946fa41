"""Starter packs: rules a senior engineer would turn on, as rule files that ship with the package.

Owns which packs there are and loading them. Each rule carries a `why` that becomes the reason of the memory it is
given to; a pack changes nothing until someone turns it on.
"""

from __future__ import annotations

from pathlib import Path

from standfast.errors import NotFound
from standfast.guard.rule import Guard, parse_rules

_FOLDER = Path(__file__).parent


def list_packs() -> list[str]:
    """Return the names of the packs that ship with the package."""
    return sorted(file.stem for file in _FOLDER.glob("*.yml"))


def load_pack(name: str) -> list[Guard]:
    """Return the guards of one pack, their `why` as the reason."""
    file = _FOLDER / f"{name}.yml"
    if name not in list_packs():
        raise NotFound(f"There is no pack {name!r}.", hint=f"There are {', '.join(list_packs())}.")
    guards = parse_rules(file.read_text("utf-8"), name=f"pack {name}")
    return [guard._replace(reason=str(dict(guard.extra).get("why", ""))) for guard in guards]
