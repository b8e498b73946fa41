"""Mending single rows of the log, in place: every operation carries hashes that tell what it said.

A bit that flipped on the disk is found by trying them all against the hash; what is damaged beyond that is taken from a
backup, or from the projection that was made of it while it was whole. What cannot be mended is noted and stays: it is
known, and the doctor goes on naming it. Runs in one ordinary transaction, so that others may go on working. Neighbour:
`salvage`, for files that are damaged themselves.
"""

from __future__ import annotations

import json

from standfast.model.encode import decode_memory, encode_content
from standfast.model.ids import OperationId
from standfast.model.moment import render_time
from standfast.model.operation import canonical, commit_to, decode_header, hash_header
from standfast.model.value import Value
from standfast.store.replay import UNREADABLE
from standfast.store.sqlite.log import SQL, what_is_damaged

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from typing import Any

    from standfast.model.operation import Header
    from standfast.store.sqlite.partition import SqlitePartition

LONGEST = 16_384  # bytes: all flips of a text this long take a second or two


class Row(Value):
    """One operation as it lies in the file."""

    row: int
    name: str
    memory: str | None
    header: bytes
    digest: str
    nonce: bytes | None
    body: bytes | None

    @property
    def damage(self) -> str:
        """What is not as it was written, or nothing."""
        return what_is_damaged(self.header, self.digest, self.nonce, self.body)


class Mended(Value):
    """How many rows are as they were written again, and how many could not be brought back."""

    whole: int
    left: int


def mend(partition: SqlitePartition, copies: Mapping[str, Row]) -> Mended:
    """Bring damaged operations back to what their hashes say; `copies` are the same ones from backups, by id."""
    with partition.writing():
        damaged = list(_damaged(partition))
        whole = 0
        for row, following in damaged:
            if _mend_row(partition, row, following, copies.get(row.name)):
                partition.connection.execute(SQL["forget_damage"], (row.name,))
                whole += 1
            else:
                _keep_readable(partition, row)
                at = render_time(partition.clock.now())
                what = f"{row.damage} of operation {row.name} cannot be read as it was written"
                partition.connection.execute(SQL["note_damage"], (row.name, row.memory, what, at))
    return Mended(whole, len(damaged) - whole)


def _damaged(partition: SqlitePartition) -> Iterator[tuple[Row, str]]:
    """Yield damaged rows, each with the hash that the next one of its chain links to."""
    execute = partition.connection.execute
    for (device,) in execute(SQL["chains"]).fetchall():
        rows = [Row(*found) for found in execute(SQL["chain"], (device,))]
        for place, row in enumerate(rows):
            if row.damage:
                yield row, _previous(rows[place + 1].header) if place + 1 < len(rows) else ""


def _previous(header: bytes) -> str:
    try:
        return decode_header(header.decode()).previous
    except UNREADABLE:
        return ""


def _mend_row(partition: SqlitePartition, row: Row, following: str, copy: Row | None) -> bool:
    execute = partition.connection.execute
    header, digest = _mend_header(row, following, copy)
    if header is None:
        return False
    execute(SQL["put_header"], (header.decode(), row.row))
    execute(SQL["put_hash"], (digest, row.row))
    if row.body is None:
        return True
    commitment = decode_header(header.decode()).commitment
    for nonce, body in _payloads(partition, row, commitment, copy):
        if _commits(body, nonce, commitment):
            execute(SQL["put_nonce"], (nonce, row.row))
            execute(SQL["put_body"], (body.decode(), row.row))
            return True
    return False


def _mend_header(row: Row, following: str, copy: Row | None) -> tuple[bytes | None, str]:
    """Return the header and its hash as they were written, or no header."""
    text = _text(row.header)
    if text is not None and hash_header(text) in {row.digest, following}:
        return row.header, hash_header(text)
    for digest in filter(None, {row.digest, following}):
        wanted = bytes.fromhex(digest) if len(digest) == 64 and _is_hex(digest) else b""
        if wanted and (flipped := flip(row.header, lambda tried, wanted=wanted: _sha(tried) == wanted)):
            return flipped, digest
        if copy is not None and copy.digest == digest:
            return copy.header, digest
    # The hash alone was hit, and nothing follows that would say so: header and payload still vouch for each other.
    if text is not None and not following and row.body is not None and _vouched(text, row):
        return row.header, hash_header(text)
    return None, ""


def _vouched(text: str, row: Row) -> bool:
    try:
        header = decode_header(text)
    except UNREADABLE:
        return False
    return header.id == row.name and _commits(row.body or b"", row.nonce or b"", header.commitment)


def _payloads(
    partition: SqlitePartition, row: Row, commitment: str, copy: Row | None
) -> Iterator[tuple[bytes, bytes]]:
    """Yield what the payload may have been, the likeliest first."""
    body, nonce = row.body or b"", row.nonce or b""
    yield nonce, body
    if flipped := flip(body, lambda tried: _commits(tried, nonce, commitment)):
        yield nonce, flipped
    if flipped := flip(nonce, lambda tried: _commits(body, tried, commitment)):
        yield flipped, body
    if copy is not None and copy.body is not None and copy.nonce is not None:
        yield copy.nonce, copy.body
    if (projected := _projected(partition, row)) is not None:
        yield nonce, projected


def _projected(partition: SqlitePartition, row: Row) -> bytes | None:
    """Return the payload as the projection remembers it, where this operation brought what is current."""
    sql = "SELECT CAST(state AS BLOB) FROM memory WHERE id = ?"
    state = partition.connection.execute(sql, (row.memory,)).get if row.memory else None
    try:
        memory = decode_memory(json.loads(state)) if state else None
    except UNREADABLE:
        return None
    if memory is None or memory.version.operation != OperationId(row.name):
        return None
    return canonical({"content": encode_content(memory.content)}).encode()


def _keep_readable(partition: SqlitePartition, row: Row) -> None:
    """Let what the projection remembers stand in for a payload that cannot be read: better than nothing, and noted."""
    if row.body is None or _loads(row.body):
        return
    if (projected := _projected(partition, row)) is not None:
        partition.connection.execute(SQL["put_body"], (projected.decode(), row.row))


def flip(text: bytes, is_right: Callable[[bytes], bool]) -> bytes | None:
    """Return the text with the one bit turned back that makes it right, or None."""
    if len(text) > LONGEST:
        return None
    tried = bytearray(text)
    for place in range(len(tried)):
        for bit in range(8):
            tried[place] ^= 1 << bit
            if is_right(bytes(tried)):
                return bytes(tried)
            tried[place] ^= 1 << bit
    return None


def _commits(body: bytes, nonce: bytes, commitment: str) -> bool:
    text = _text(body)
    return text is not None and commit_to(text, nonce) == commitment


def _sha(text: bytes) -> bytes:
    import hashlib

    return hashlib.sha256(text).digest()


def _text(data: bytes) -> str | None:
    try:
        return data.decode()
    except UnicodeDecodeError:
        return None


def _loads(data: bytes) -> bool:
    try:
        json.loads(data)
    except UNREADABLE:
        return False
    return True


def _is_hex(text: str) -> bool:
    return all(char in "0123456789abcdef" for char in text)


def columns_of(header: Header) -> tuple[Any, ...]:
    """Return what the columns beside a header say: they repeat it, and a rescue writes them anew."""
    return (
        header.id, header.device, header.number, header.hlc, header.act.value, header.memory,
        header.source.session, str(header.source), render_time(header.at),
    )  # fmt: skip
