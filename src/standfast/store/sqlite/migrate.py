"""Bring a file to the current schema: made from `schema.sql`, or led there by migrations.

Processes that start together wait for one another; each migration is one transaction with the number that records
it; a copy of the file is kept before the first. A file from a later version is refused.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from standfast.errors import StoreTooNew
from standfast.store.sqlite.connect import Database, open_plainly

_FOLDER = Path(__file__).parent

Migrations = Sequence[tuple[int, str]]


def shipped_migrations() -> list[tuple[int, str]]:
    """Return (number, SQL) of every migration in the package, in order."""
    files = sorted((_FOLDER / "migrations").glob("[0-9]*.sql"))
    return [(int(file.name[:4]), file.read_text(encoding="utf-8")) for file in files]


SCHEMA = 1


def ensure_schema(connection: Database, path: Path, schema: str, *, migrations: Migrations | None = None) -> None:
    """Bring the file to the newest schema, once, whoever comes first."""
    newest = migrations[-1][0] if migrations else SCHEMA
    version = connection.pragma("user_version")
    if version == newest:
        return
    if version > newest:
        hint = "Upgrade Standfast, or set STANDFAST_HOME to another folder. The file was not touched."
        raise StoreTooNew(
            f"{path} was written by a later Standfast (format {version}, this one knows {newest}).", hint=hint
        )
    if version:
        _keep_copy(connection, path, version)
    connection.execute("BEGIN IMMEDIATE")
    try:
        version = connection.pragma("user_version")
        if version == 0:
            connection.execute((_FOLDER / schema).read_text(encoding="utf-8")).fetchall()
            version = SCHEMA
        for number, sql in migrations if migrations is not None else _needed(version):
            if number > version:
                connection.execute(sql).fetchall()
                version = number
        connection.execute(f"PRAGMA user_version = {version}")
        connection.execute("COMMIT")
    except BaseException:
        connection.execute("ROLLBACK")
        raise


def _needed(version: int) -> Migrations:
    return [] if version == SCHEMA else shipped_migrations()


def _keep_copy(connection: Database, path: Path, version: int) -> None:
    folder = path.parent.parent / "backups"
    folder.mkdir(mode=0o700, exist_ok=True)
    target = folder / f"{path.stem}.before-format-{version + 1}.db"
    if target.exists():
        return
    copy: Database = open_plainly(target, like=path)
    try:
        with copy.backup("main", connection, "main") as backup:
            while not backup.done:
                backup.step(1000)
    finally:
        copy.close()
    target.chmod(0o600)
