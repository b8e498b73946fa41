"""Backup: write a copy of everything while others work, and put one back."""

from __future__ import annotations

from functools import partial
from itertools import count
from pathlib import Path

from standfast.context.context import Context
from standfast.errors import NotFound
from standfast.purge.tombstones import keep_out
from standfast.store.contract import Progress
from standfast.trust.person import require_person


def backup(context: Context, target: str = "", progress: Progress | None = None) -> str:
    """Write a backup of everything, online; return where it is."""
    path = Path(target).expanduser().absolute() if target else _unused(context)
    context.store.files.backup(str(path), progress)
    return str(path)


def _unused(context: Context, prefix: str = "") -> Path:
    """Return a dated name that no backup has: the one being restored may be from the same second."""
    stem = f"{prefix}{context.clock.now():%Y%m%dT%H%M%S}"
    names = (f"{stem}{f'-{number}' if number else ''}.standfast" for number in count())
    return next(path for name in names if not (path := context.settings.backups / name).exists())


def restore_backup(context: Context, source: str) -> tuple[str, list[str]]:
    """Put a backup in place of what is here; what is here is backed up first. Return that safety copy and what came."""
    require_person(context.who, "restores a backup")
    wanted = Path(source).expanduser().absolute()
    if not wanted.is_file():
        raise NotFound(f"There is no backup {wanted}.", hint="Name a file that `standfast backup` wrote.")
    safety = backup(context, str(_unused(context, "before-restore-")))
    return safety, context.store.files.restore(str(wanted), partial(keep_out, context))
