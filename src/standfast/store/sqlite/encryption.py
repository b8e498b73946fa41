"""Encryption at rest: which key opens which file, and turning files from plain to encrypted and back.

The driver does the work: `apsw-sqlite3mc` is apsw with SQLite3 Multiple Ciphers inside (ChaCha20-Poly1305, every page,
the write-ahead log too). Owns the keys known to this process. A plain file says so in its first bytes, so a home half
way between the two is read like any other. Neighbour: `connect` asks for the key of every file it opens.
"""

from __future__ import annotations

import os
from pathlib import Path

import apsw

from standfast.errors import ConfigError, StoreBusy, StoreError, Unavailable
from standfast.text.beside import open_beside

MAGIC = b"SQLite format 3\0"
MARK = ".encrypted"
_SERVICE = "standfast"
_KEYS: dict[Path, str] = {}
_BLOCK = 1 << 20


def unlock(folder: Path, home: Path, given: str) -> None:
    """Make the key of a store folder known, from the settings or the system's keyring; made on first use."""
    if folder not in _KEYS:
        require_driver()
        _KEYS[folder] = _checked(given) if given else _from_keyring(home)
        if folder.is_dir():
            (folder / MARK).touch(mode=0o600)


def lock(folder: Path) -> None:
    """Forget the key of a store folder: what is made there from now on is plain."""
    _KEYS.pop(folder, None)
    (folder / MARK).unlink(missing_ok=True)


def require_driver() -> None:
    """Say what to install when the driver cannot encrypt."""
    if not hasattr(apsw, "mc_version"):
        hint = "Run `pip uninstall apsw`, then `pip install apsw-sqlite3mc`: the same driver, with ciphers."
        raise Unavailable("The SQLite driver here cannot encrypt.", hint=hint, code="encryption-missing")


def _checked(key: str) -> str:
    if len(key) != 64 or not all(char in "0123456789abcdefABCDEF" for char in key):
        hint = "Make one with `openssl rand -hex 32` and keep it safe: without it nothing can be read."
        raise ConfigError("STANDFAST_KEY must be 64 hexadecimal digits.", hint=hint, code="bad-key")
    return key.lower()


def _from_keyring(home: Path) -> str:
    try:
        import keyring
        import keyring.errors
    except ImportError as error:
        hint = "Install `standfast[encryption]`, or set STANDFAST_KEY to 64 hexadecimal digits."
        raise Unavailable("There is no keyring to keep the key in.", hint=hint, code="encryption-missing") from error
    try:
        found = keyring.get_password(_SERVICE, str(home))
        if not found:
            found = os.urandom(32).hex()
            keyring.set_password(_SERVICE, str(home), found)
    except keyring.errors.KeyringError as error:
        hint = "Unlock the keyring, or set STANDFAST_KEY to 64 hexadecimal digits."
        raise Unavailable(f"The keyring did not answer: {error}.", hint=hint, code="keyring") from error
    return _checked(found)


def is_encrypted(path: Path) -> bool:
    """Tell whether a file that exists and holds anything is not plain."""
    try:
        with open_beside(path) as file:
            head = file.read(len(MAGIC))
    except FileNotFoundError:
        return False
    return bool(head) and head != MAGIC


def is_locked(path: Path) -> bool:
    """Tell whether a file lies in an encrypted store and is not plain: unreadable, it lacks its key, or is damaged."""
    return (path.parent / MARK).exists() and is_encrypted(path)


def locked(path: Path) -> StoreError:
    """Say that a file needs its key."""
    hint = "Set `encryption = true` in config.toml, with the key in the keyring or in STANDFAST_KEY."
    return StoreError(f"{path} is encrypted and its key is not here.", hint=hint, code="store-locked")


def key_for(path: Path, *, like: Path | None = None) -> str:
    """Return the key to open a file with, or nothing; a new file gets that of its folder, or of the one it copies."""
    if not _KEYS:
        if is_locked(path):
            raise locked(path)
        return ""
    if path.exists() and path.stat().st_size:
        return _nearest(path) if is_encrypted(path) else ""
    if like is not None:
        return _nearest(like) if is_encrypted(like) else ""
    return _KEYS.get(path.parent, "")


def _nearest(path: Path) -> str:
    """Return the key of the folder a file is in; a backup that lies elsewhere was made with the last one."""
    return _KEYS.get(path.parent) or list(_KEYS.values())[-1]


def convert(path: Path, key: str) -> bool:
    """Turn one file that nobody uses into an encrypted one, or with no key into a plain one; False when it is already.

    The new file takes the old one's place only after it was read back whole; then the plain bytes are overwritten.
    """
    if is_encrypted(path) == bool(key):
        return False
    source = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_URI)
    copy = path.with_name(f"{path.name}.converting")
    try:
        if held := key_for(path):
            source.pragma("key", f"raw:{held}")
        mode = _take(source, path)
        _remove(copy)
        os.close(os.open(copy, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
        _write_copy(source, copy, key)
        _verify(source, copy, key, mode)
        with path.open("r+b") as old:
            copy.replace(path)
            if key:
                overwrite(old.fileno())
    finally:
        source.close()
        _remove(copy)
    return True


def _take(source: apsw.Connection, path: Path) -> str:
    """Keep everybody else out until the connection is closed; return the journal mode the file had."""
    mode = str(source.pragma("journal_mode"))
    try:
        source.pragma("locking_mode", "exclusive")
        if source.pragma("journal_mode", "delete") != "delete":
            raise apsw.BusyError
        source.execute("BEGIN EXCLUSIVE; COMMIT")
    except (apsw.BusyError, apsw.LockedError) as error:
        hint = "Close agents and other programs that use Standfast, then run it again."
        raise StoreBusy(f"{path.name} is in use.", hint=hint) from error
    return mode


def _write_copy(source: apsw.Connection, copy: Path, key: str) -> None:
    from urllib.parse import quote

    target = f"file:{quote(str(copy))}?key={f'raw:{key}' if key else ''}"
    source.execute("VACUUM INTO ?", (target,))


def _verify(source: apsw.Connection, copy: Path, key: str, mode: str) -> None:
    made = apsw.Connection(str(copy), flags=apsw.SQLITE_OPEN_READWRITE)
    try:
        if key:
            made.pragma("key", f"raw:{key}")
        same = made.execute("PRAGMA integrity_check(1)").get == "ok" and _census(source) == _census(made)
        if not same or is_encrypted(copy) != bool(key):
            hint = "The file was left as it was. Run `standfast doctor`."
            raise StoreError(f"The copy of {copy.stem} is not whole.", hint=hint)
        made.pragma("journal_mode", mode)
    finally:
        made.close()
    with copy.open("rb") as file:
        os.fsync(file.fileno())


def _census(connection: apsw.Connection) -> list[tuple[str, int]]:
    """Count the rows of every table."""
    listed = "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY name"
    names = [row[0] for row in connection.execute(listed)]
    found = [(name, connection.execute(f'SELECT count(*) FROM "{name}"').get) for name in names]  # noqa: S608 - ours
    return [*found, ("", int(connection.pragma("user_version")))]


def overwrite(handle: int) -> None:
    """Write zeros over everything in an open file."""
    left = os.fstat(handle).st_size
    os.lseek(handle, 0, os.SEEK_SET)
    while left > 0:
        left -= os.write(handle, bytes(min(left, _BLOCK)))
    os.fsync(handle)


def _remove(path: Path) -> None:
    for suffix in ("", "-wal", "-shm", "-journal"):
        Path(f"{path}{suffix}").unlink(missing_ok=True)
