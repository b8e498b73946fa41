"""Checkouts: every working tree this home has seen, for what has to reach all of them.

Owns the way from what the catalogue knows of a project to its folders: each clone and each of its worktrees. Reads
files and starts no program. Neighbours: `purge`, which forgets in all of them.
"""

from __future__ import annotations

from pathlib import Path

from standfast.code.locate import Checkout, find_checkout
from standfast.context.context import Context

OURS = "standfast-*"  # what Standfast keeps in a git folder


def list_checkouts(context: Context) -> tuple[list[Checkout], list[str]]:
    """Return every working tree this home knows, the one at hand first, and the folders that are not there now."""
    places: dict[str, Checkout] = {}
    missing: dict[str, None] = {}
    here = find_checkout(str(context.here.root)) if context.here.root else None
    folders = [Path(here.common_dir)] if here else []
    if here:
        places[here.root] = here
    for project in context.store.catalog.projects():
        folders += [Path(name.rpartition("#")[0]) for name in context.home.folders_of(project.id)]
    for folder in dict.fromkeys(folders):
        if not folder.is_dir():
            missing[str(folder)] = None
            continue
        for root in _roots(folder):
            place = find_checkout(str(root)) if (root / ".git").exists() else None
            if place is None:
                missing[str(root)] = None
            else:
                places.setdefault(place.root, place)
    return list(places.values()), list(missing)


def _roots(folder: Path) -> list[Path]:
    """Return the working trees of a git folder: the one it is in, and those it names."""
    found = [folder.parent] if folder.name == ".git" else []
    for pointer in sorted(folder.glob("worktrees/*/gitdir")):
        try:
            found.append((pointer.parent / pointer.read_text(encoding="utf-8").strip()).parent)
        except (OSError, ValueError):
            continue
    return found


def list_kept(places: list[Checkout]) -> list[Path]:
    """Return the files Standfast keeps in the git folders of these checkouts."""
    folders = dict.fromkeys(Path(item) for place in places for item in (place.common_dir, place.git_dir))
    ours = (path for folder in folders for path in (*folder.glob(OURS), *folder.glob(f"worktrees/*/{OURS}")))
    found = (inside for path in ours for inside in ((path, *path.rglob("*")) if path.is_dir() else (path,)))
    return sorted({path for path in found if path.is_file() and not path.is_symlink()})
