"""Followed: the folders of memory files that agents keep for themselves and that this home reads, and their last state.

Owns a small mapping in the home. The files are the agents': we read them and never write them. Neighbours:
`verbs.follow_files`, which keeps memory in step with them; `purge.places`, which names what they still say.
"""

from __future__ import annotations

from pathlib import Path

from standfast.code.cache import Cache

TYPE_CHECKING = False
if TYPE_CHECKING:
    from standfast.context.context import Context

FOLDER = "followed"  # in the home


def open_followed(context: Context) -> Cache:
    """Open what is kept of folders that are followed: by partition and folder, their state and where they are."""
    return Cache(str(context.settings.home / FOLDER))


def kept_of(context: Context, stamp: str, folder: Path) -> str:
    """Return what is kept of a folder: its state, and where it is unless that may not be written."""
    return f"{stamp} {folder}" if context.clean(str(folder)) == str(folder) else stamp


def list_followed(context: Context) -> list[Path]:
    """Return the folders of agents' own memory files that were ever followed and are still there."""
    told = dict.fromkeys(Path(value.partition(" ")[2]) for _, value in open_followed(context).list_rows())
    return [folder for folder in told if folder.is_absolute() and folder.is_dir()]
