"""Folders beyond checkouts that purges must know: memory files and records of agents, skills that were written.

Owns a small mapping in the home. What agents keep is theirs: we read it and never write it. Skills are ours as long as
their files say so. Neighbours: `verbs.follow_files`, which keeps memory in step with memory files; `purge.others`,
which names what agents still say; `purge.places`, which reaches the skills.
"""

from __future__ import annotations

import os
from pathlib import Path

from standfast.code.cache import Cache

TYPE_CHECKING = False
if TYPE_CHECKING:
    from standfast.context.context import Context

FOLDER = "followed"  # in the home
_RECORDS = "transcripts:"  # begins the names of rows that say where sessions are recorded
_SKILLS = "skills:"  # begins those that say where skills were written
_FILES = 500


def open_followed(context: Context) -> Cache:
    """Open what is kept of folders that are followed: by partition and folder, their state and where they are."""
    return Cache(str(context.settings.home / FOLDER))


def find_change(context: Context, folder: Path) -> str:
    """Return the state of a folder of memory files, if it is another than at the last look. Hook path."""
    state = _kept_of(context, _stamp(context, folder), folder)
    before = open_followed(context).get(_name_of(context, folder), _kept_of(context, _stamp(context, None), folder))
    return state if state != before else ""


def note_state(context: Context, folder: Path, state: str) -> None:
    """Keep the state in which a folder was read."""
    kept = open_followed(context)
    kept[_name_of(context, folder)] = state
    kept.save()


def _name_of(context: Context, folder: Path) -> str:
    return context.fingerprint(f"{context.scope.partition}\x1f{folder}")


def _kept_of(context: Context, stamp: str, folder: Path) -> str:
    """Return what is kept of a folder: its state, and where it is unless that may not be written."""
    return f"{stamp} {folder}" if context.clean(str(folder)) == str(folder) else stamp


def _stamp(context: Context, folder: Path | None) -> str:
    rows = []
    for place, _, names in os.walk(folder) if folder is not None else ():
        for name in names:
            try:
                held = os.lstat(os.path.join(place, name))  # noqa: PTH118 - paths from other systems, too
            except OSError:
                continue  # gone meanwhile
            rows.append(f"{place}/{name} {held.st_mtime_ns} {held.st_size}")
    return context.fingerprint("\n".join(sorted(rows)[:_FILES]))


def list_followed(context: Context) -> list[Path]:
    """Return the folders of agents' own memory files that were ever followed and are still there."""
    told = dict.fromkeys(
        Path(value.partition(" ")[2]) for name, value in _rows(context) if not name.startswith((_RECORDS, _SKILLS))
    )
    return [folder for folder in told if folder.is_absolute() and folder.is_dir()]


def note_records(context: Context, agent: str, place: str) -> None:
    """Note the folder in which an agent keeps its own record of sessions."""
    kept = open_followed(context)
    name = f"{_RECORDS}{context.fingerprint(f'{agent} {place}')}"
    if name not in kept and context.clean(place) == place and not is_too_wide(place):
        kept[name] = f"{agent} {place}"
        kept.save()


def list_records(context: Context) -> list[tuple[str, Path]]:
    """Return each agent with a folder of its sessions that was ever named to us."""
    told = [value.partition(" ") for name, value in _rows(context) if name.startswith(_RECORDS)]
    return [(agent, Path(place)) for agent, _, place in told if not is_too_wide(place)]


def note_skills(context: Context, folder: Path) -> None:
    """Note a folder in which skills are written: their words are kept there, too."""
    place = str(folder.absolute())
    kept = open_followed(context)
    name = f"{_SKILLS}{context.fingerprint(place)}"
    if name not in kept and context.clean(place) == place:
        kept[name] = place
        kept.save()


def list_skill_folders(context: Context) -> list[Path]:
    """Return the folders in which skills were ever written, whether or not they are there."""
    return [Path(value) for name, value in _rows(context) if name.startswith(_SKILLS)]


def is_too_wide(place: str) -> bool:
    """Tell whether a place cannot be an agent's own folder: no whole path, a disk, a home, or what homes are in."""
    if not Path(place).is_absolute():
        return True
    whole, home = Path(os.path.realpath(place)), os.path.realpath(os.path.expanduser("~"))  # noqa: PTH111 - never raises
    return whole == whole.parent or Path(home).is_relative_to(whole)


def _rows(context: Context) -> list[tuple[str, str]]:
    return open_followed(context).list_rows()
