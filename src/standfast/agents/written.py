"""Reading and writing files that belong to others: whole or not at all, through links, with their mode kept.

Neighbours: `plan`, `manifest` and `registered`.
"""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path

from standfast.errors import ConfigError, remedy
from standfast.text.files import write_whole


def read_bytes(path: str) -> bytes | None:
    """Read a file; None when there is none."""
    try:
        return Path(path).read_bytes()
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as failure:
        raise ConfigError(f"cannot be read: {reason(failure)}", hint="Check its permissions.") from None


def write(path: str, data: bytes, *, executable: bool = False, private: bool = False) -> None:
    """Replace a file's content in one step; a link stays a link and its target is written."""
    target = Path(os.path.realpath(path))
    try:
        target.parent.mkdir(parents=True, exist_ok=True, mode=0o700 if private else 0o777)
        mode = mode_for(target, executable=executable, private=private)
        write_whole(target, data, mode=mode, sync=True)
    except OSError as failure:
        raise ConfigError(f"{path} cannot be written: {reason(failure)}", hint=remedy(failure)) from None


def mode_for(target: Path, *, executable: bool, private: bool) -> int:
    """Choose the mode: what the file has, else what the user's mask gives a new one."""
    try:
        mode = stat.S_IMODE(target.stat().st_mode)
    except FileNotFoundError:
        mask = os.umask(0)
        os.umask(mask)
        mode = 0o600 if private else 0o666 & ~mask
    return mode | 0o100 | (mode & 0o044) >> 2 if executable else mode


def delete(path: str) -> None:
    """Remove a file of ours."""
    try:
        Path(path).unlink(missing_ok=True)
    except OSError as failure:
        raise ConfigError(f"{path} cannot be removed: {reason(failure)}", hint=remedy(failure)) from None


def remove_folder(path: str) -> None:
    """Remove a folder of ours, if it is empty."""
    with suppress(OSError):
        Path(path).rmdir()


def reason(failure: Exception) -> str:
    """Say in words why the system refused."""
    return getattr(failure, "strerror", None) or str(failure)
