"""Encrypt and decrypt: turn everything a home keeps into encrypted files, or back into plain ones.

File by file, each replaced only by a copy that was read back whole; stopped half way, the home works and the next run
goes on. Must not be run by an agent, nor while other programs use the store.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

from standfast.context.context import Context
from standfast.context.home import ensure_home
from standfast.errors import ConfigError
from standfast.store.sqlite.backup import convert_backup
from standfast.store.sqlite.encryption import convert, key_for, lock, require_driver, unlock
from standfast.store.sqlite.errors import translated
from standfast.text.files import write_whole
from standfast.trust.person import require_person
from standfast.verbs.capture import drain

_SETTING = re.compile(r"^[ \t]*encryption[ \t]*=.*\n?", re.MULTILINE)


def encrypt(context: Context) -> list[str]:
    """Encrypt every file of the store and every backup; return those changed."""
    _allowed(context)
    require_driver()
    folder = context.settings.store_folder
    fresh = not context.settings.encryption
    if (context.settings.home / "spool").is_dir():
        drain(context)
    backups = _backups(context)
    if fresh:
        lock(folder)
    ensure_home(folder)
    unlock(folder, context.settings.home, context.settings.encryption_key)
    _set(context, on=True)
    return _convert(context, backups, key_for(folder / "unmade.db"))


def decrypt(context: Context) -> list[str]:
    """Turn every file of the store and every backup into a plain one; return those changed."""
    _allowed(context)
    folder = context.settings.store_folder
    unlock(folder, context.settings.home, context.settings.encryption_key)
    changed = _convert(context, _backups(context), "")
    _set(context, on=False)
    lock(folder)
    return changed


def _allowed(context: Context) -> None:
    require_person(context.who, "encrypts or decrypts")
    if os.name == "nt":
        hint = "Export, set `encryption = true` in a new home, and import there."
        raise ConfigError("Files in use cannot be replaced on Windows.", hint=hint, code="not-here")


def _backups(context: Context) -> list[Path]:
    """Return every backup Standfast made that is still there; the store is closed afterwards."""
    if not (context.settings.store_folder / "catalog.db").exists():
        return []
    made = [Path(copy) for copy in context.store.files.copies()]
    context.close_store()
    lying = sorted(context.settings.backups.glob("*.standfast"))
    return [item for item in dict.fromkeys([*made, *lying]) if item.exists()]


def _convert(context: Context, backups: list[Path], key: str) -> list[str]:
    changed = []
    loose = [*context.settings.store_folder.glob("*.db"), *context.settings.backups.glob("*.db")]
    for path in sorted(loose):
        with translated(path):
            if convert(path, key):
                changed.append(str(path))
    for path in backups:
        with translated(path):
            if convert_backup(path, key):
                changed.append(str(path))
    return changed


def _set(context: Context, *, on: bool) -> None:
    """Write the setting into config.toml and leave everything else there as it is."""
    path = context.settings.home / "config.toml"
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    rest = _SETTING.sub("", text)
    write_whole(path, (("encryption = true\n" if on else "") + rest).encode(), mode=0o600, sync=True)
