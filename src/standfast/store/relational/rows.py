"""One operation as it is in the file: read as bytes, and held against its own hashes.

Owns what counts as damage of a row. Light on purpose: the log asks it for every operation when it verifies itself.
Neighbours: `log`, which names what is damaged, and `sqlite/damage/rows.py`, which repairs it.
"""

from __future__ import annotations

from standfast.model.moment import render_time
from standfast.model.operation import Header, commit_to, decode_header, hash_header
from standfast.model.value import Value
from standfast.store.replay import UNREADABLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from standfast.store.relational.database import Database

HEADER, HASH, COLUMNS, PAYLOAD, MISSING = (
    "the header",
    "the hash",
    "the columns",
    "the payload",
    "a payload that is gone",
)


class Row(Value):
    """One operation as it is in the file; text may be damaged, so it is bytes."""

    row: int
    header: bytes
    digest: bytes
    nonce: bytes | None
    body: bytes | None
    columns: tuple[Any, ...]
    purged: bool

    @property
    def read(self) -> Header | None:
        """What the header says, where it can be read."""
        try:
            return decode_header(self.header.decode())
        except UNREADABLE:
            return None

    @property
    def name(self) -> str:
        """The id of the operation, by its header or else by its column."""
        header = self.read
        return header.id if header else self.columns[0].decode("utf-8", "replace")

    @property
    def memory(self) -> str | None:
        """The memory it is about, by its header or else by its column."""
        header = self.read
        if header is not None:
            return header.memory
        column: bytes | None = self.columns[5]
        return column.decode("utf-8", "replace") if column else None

    def damage(self) -> str:
        """Say which part is not as it was written, or nothing."""
        header = self.read
        if header is None:
            return HEADER
        if hash_header(self.header.decode()).encode() != self.digest:
            return HASH
        if columns_of(header) != self.columns:
            return COLUMNS
        if self.body is None:
            return MISSING if header.commitment and not self.purged else ""
        return "" if commits(self.body, self.nonce or b"", header.commitment) else PAYLOAD


def read_rows(connection: Database) -> Iterator[Row]:
    """Yield every operation, in order of arrival."""
    for row, header, digest, nonce, body, purged, *columns in connection.execute(connection.statements("rows")["all"]):
        yield Row(row, header, digest, nonce, body, tuple(columns), bool(purged))


def commits(body: bytes, nonce: bytes, commitment: str) -> bool:
    """Tell whether a payload is what a header commits to."""
    try:
        return commit_to(body.decode(), nonce) == commitment
    except UnicodeDecodeError:
        return False


def columns_of(header: Header) -> tuple[Any, ...]:
    """Return what the columns beside a header say, as the file gives it: they repeat it."""
    said = (
        header.id, header.device, header.number, header.hlc, header.act.value, header.memory,
        header.source.session, str(header.source), render_time(header.at),
    )  # fmt: skip
    return tuple(part.encode("utf-8", "surrogatepass") if isinstance(part, str) else part for part in said)
