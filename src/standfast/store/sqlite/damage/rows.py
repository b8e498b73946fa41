"""Repairing single rows of the log, in place: every operation carries hashes that tell what it said.

A bit that flipped on the disk is found by trying them all against the hash; what is damaged beyond that is taken from a
backup, or from the projection that was made of it while it was whole. What cannot be repaired is noted and stays: it is
known, and the doctor goes on naming it. Runs in one ordinary transaction, so that others may go on working. Neighbours:
`relational/rows.py`, what damage is; `salvage`, for files that are damaged themselves.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping

from standfast.model.encode import decode_memory, encode_content
from standfast.model.moment import render_time
from standfast.model.operation import Header, canonical, decode_header, hash_header
from standfast.model.value import Value
from standfast.store.relational.rows import Row, columns_of, commits, read_rows
from standfast.store.replay import UNREADABLE
from standfast.store.sqlite.partition import SqlitePartition
from standfast.store.sqlite.statements import load

SQL = load("rows")


LONGEST = 16_384  # bytes: all flips of a text this long take a second or two


class Repaired(Value):
    """How many rows are as they were written again, and how many could not be brought back."""

    whole: int
    left: int


def repair(partition: SqlitePartition, copies: Mapping[str, Row]) -> Repaired:
    """Bring damaged operations back to what their hashes say; `copies` are the same ones from backups, by id."""
    with partition.writing():
        execute = partition.connection.execute
        rows = list(read_rows(partition.connection))
        linked = {header.previous for row in rows if (header := row.read) is not None}
        damaged = [row for row in rows if row.damage()]
        execute(SQL["forget_damage"])
        left = 0
        for row in damaged:
            if not _repair_row(partition, row, linked, copies.get(row.name)):
                left += 1
                _keep_readable(partition, row)
                what = f"{row.damage()} of operation {row.name} cannot be read as written"
                execute(SQL["note_damage"], (row.name, row.memory, what, render_time(partition.clock.now())))
    return Repaired(len(damaged) - left, left)


def _repair_row(partition: SqlitePartition, row: Row, linked: set[str], copy: Row | None) -> bool:
    execute = partition.connection.execute
    text = _repair_header(row, linked, copy)
    if text is None:
        return False
    header = decode_header(text.decode())
    execute(SQL["put_header"], (text.decode(), hash_header(text.decode()), row.row))
    execute(SQL["put_columns"], (*_columns(header), row.row))
    if not header.commitment or (row.body is None and row.purged):
        return True
    for origin, nonce, body in _payloads(partition, row, header, copy):
        if commits(body, nonce, header.commitment):
            execute(SQL["drop_payload"], (origin,))
            execute(SQL["put_payload"], (row.row, nonce, body.decode()))
            return True
    return False


def _columns(header: Header) -> list[object]:
    return [part.decode() if isinstance(part, bytes) else part for part in columns_of(header)]


def _repair_header(row: Row, linked: set[str], copy: Row | None) -> bytes | None:
    """Return the header as it was written: what the hash beside it or the next of its chain says it is."""
    digest, header = row.digest.decode("utf-8", "replace"), row.read
    right = {digest, *linked}
    if header is not None and hash_header(row.header.decode()) in right:
        return row.header
    if flipped := flip(row.header, _hashes_to(right)):
        return flipped
    if copy is not None and hash_header(copy.header.decode()) in right:
        return copy.header
    # Nothing follows that would say so, but all the rest vouches for the header: it is the hash that was hit.
    vouched = header is not None and row.body is not None and columns_of(header) == row.columns
    return row.header if vouched and header and commits(row.body or b"", row.nonce or b"", header.commitment) else None


def _payloads(
    partition: SqlitePartition, row: Row, header: Header, copy: Row | None
) -> Iterator[tuple[int, bytes, bytes]]:
    """Yield (where it lies, nonce, body) of what the payload may have been, the likeliest first."""
    commitment = header.commitment
    if row.body is not None and row.nonce is not None:
        body, nonce = row.body, row.nonce
        yield row.row, nonce, body
        if flipped := flip(body, lambda tried: commits(tried, nonce, commitment)):
            yield row.row, nonce, flipped
        if flipped := flip(nonce, lambda tried: commits(body, tried, commitment)):
            yield row.row, flipped, body
    if copy is not None and copy.body is not None and copy.nonce is not None:
        yield row.row, copy.nonce, copy.body
    yield from partition.connection.execute(SQL["stray"]).fetchall()  # its number was hit, or that of its operation
    if (projected := _projected(partition, row)) is not None and row.nonce is not None:
        yield row.row, row.nonce, projected


def _projected(partition: SqlitePartition, row: Row) -> bytes | None:
    """Return the payload as the projection remembers it, where this operation brought what is current."""
    state = partition.connection.execute(SQL["projected"], (row.memory,)).get if row.memory else None
    try:
        memory = decode_memory(json.loads(state)) if state else None
    except UNREADABLE:
        return None
    if memory is None or memory.version.operation != row.name:
        return None
    return canonical({"content": encode_content(memory.content)}).encode()


def _keep_readable(partition: SqlitePartition, row: Row) -> None:
    """Let what the projection remembers stand in for a payload that cannot be read: better than nothing, and noted."""
    try:
        if row.body is not None:
            json.loads(row.body)
            return
    except UNREADABLE:
        pass
    if row.read is not None and (projected := _projected(partition, row)) is not None:
        partition.connection.execute(SQL["put_payload"], (row.row, row.nonce or b"", projected.decode()))


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


def _hashes_to(digests: set[str]) -> Callable[[bytes], bool]:
    import hashlib

    return lambda text: hashlib.sha256(text).hexdigest() in digests
