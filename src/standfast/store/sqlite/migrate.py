"""Bring a file to the current schema: made from `schema/NAME.sql`, or led there by `migrations/NAME/NNNN_*.sql`.

Each schema has a series of its own, because files of different schemas are of different age. Processes that start
together wait for one another; all migrations of a file are one transaction with the number that records them; a copy of
the file is kept before the first. Forward only: a file from a later version is refused and not touched.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from standfast.errors import StoreError, StoreTooNew
from standfast.store.sqlite.connect import Database, open_plainly
from standfast.store.sqlite.leftovers import prefix

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    Migrations = Sequence[tuple[int, str]]

_FOLDER = Path(__file__).parent
NEWEST = {"partition": 8, "catalog": 3, "home": 1}  # known without a look at the folder, which costs every start
_FIRST = {"partition": 8, "catalog": 3, "home": 1}  # formats before these were never released


@cache
def migrations_of(schema: str) -> Migrations:
    """Return (number, SQL) of every migration of a schema, in order."""
    files = sorted((_FOLDER / "migrations" / schema).glob("[0-9]*.sql"))
    return [(int(file.name[:4]), file.read_text(encoding="utf-8")) for file in files]


def ensure_schema(
    connection: Database,
    path: Path,
    schema: str,
    *,
    migrations: Migrations | None = None,
    read_only: bool = False,
    keep: bool = True,
) -> int:
    """Bring the file to the newest schema, once, whoever comes first; return its number.

    `keep` is off for a copy: another copy of it would be one that nobody knows of.
    """
    newest = migrations[-1][0] if migrations else NEWEST[schema]
    version = connection.pragma("user_version")
    if version == newest:
        return newest
    _refuse_unknown(path, version, _FIRST[schema], newest)
    if read_only:
        hint = "Make the disk writable once: the file has to be brought to the format of this version."
        raise StoreError(f"{path} is of an older format and cannot be written.", hint=hint, code="store-read-only")
    if version and keep:
        _keep_copy(connection, path, version)
    connection.execute("BEGIN IMMEDIATE")
    try:
        version = connection.pragma("user_version")
        _refuse_unknown(path, version, _FIRST[schema], newest)
        if version == 0:
            connection.execute((_FOLDER / "schema" / f"{schema}.sql").read_text(encoding="utf-8")).fetchall()
            version = NEWEST[schema]
        for number, sql in migrations or migrations_of(schema):
            if number > version:
                connection.execute(sql).fetchall()
                version = number
        connection.execute(f"PRAGMA user_version = {version}")
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    return newest


def _refuse_unknown(path: Path, version: int, first: int, newest: int) -> None:
    if 0 < version < first:
        hint = "Set STANDFAST_HOME to another folder. The file was not touched."
        raise StoreError(f"{path} was written before the first release.", hint=hint, code="store-too-old")
    if version > newest:
        hint = "Upgrade Standfast, or set STANDFAST_HOME to another folder. The file was not touched."
        raise StoreTooNew(
            f"{path} was written by a later Standfast (format {version}, this one knows {newest}).", hint=hint
        )


def _keep_copy(connection: Database, path: Path, version: int) -> None:
    folder = path.parent.parent / "backups"
    folder.mkdir(mode=0o700, exist_ok=True)
    target = folder / f"{path.stem}.before-format-{version + 1}.db"
    if target.exists():
        return
    fresh = folder / f"{prefix()}{path.name}"  # renamed once it is whole: a half copy would never be made again
    try:
        copy: Database = open_plainly(fresh, like=path)
        try:
            fresh.chmod(0o600)
            with copy.backup("main", getattr(connection, "real", connection), "main") as backup:
                while not backup.done:
                    backup.step(1000)
        finally:
            copy.close()
        fresh.replace(target)
    finally:
        fresh.unlink(missing_ok=True)
