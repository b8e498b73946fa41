"""Operation: one change to memory. A header that is hash-linked per device, and a payload that purge can drop.

The header commits to the payload through a nonce-keyed hash, so the log still verifies when payload and nonce are
gone, and what was purged cannot be guessed back from the commitment.
"""

from __future__ import annotations

import json
from datetime import datetime
from enum import StrEnum
from functools import lru_cache

from standfast.model.ids import DeviceId, MemoryId, OperationId
from standfast.model.moment import read_time, render_time
from standfast.model.source import Source
from standfast.model.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

GENESIS = "0" * 64
_ENCODER = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False)


class Act(StrEnum):
    """What an operation does."""

    REMEMBER = "remember"
    REVISE = "revise"
    SUPERSEDE = "supersede"
    RETRACT = "retract"
    RESTORE = "restore"
    EXPIRE = "expire"
    APPROVE = "approve"
    REJECT = "reject"
    VERIFY = "verify"
    FEEDBACK = "feedback"
    REVERT = "revert"
    PURGE = "purge"


_BY_WORD = {act.value: act for act in Act}  # calling an enumeration costs ten times a look-up


class Header(Value):
    """Who, when, what, based on what. Holds ids and names, never what a memory says.

    `memory` is the subject, `supersedes` the memories this act retires, `targets` the operations a revert undoes,
    `based_on` the operation whose content a revision started from, `revision` the number the content gets.
    """

    id: OperationId
    partition: str
    device: DeviceId
    number: int
    hlc: int
    act: Act
    source: Source
    at: datetime
    recorded_at: datetime
    memory: MemoryId | None = None
    supersedes: tuple[MemoryId, ...] = ()
    targets: tuple[OperationId, ...] = ()
    based_on: OperationId | None = None
    revision: int = 0
    previous: str = GENESIS
    commitment: str = ""

    def encode(self) -> str:
        """Return the canonical text that is hashed."""
        source = self.source
        record = {
            "id": self.id,
            "partition": self.partition,
            "device": self.device,
            "number": self.number,
            "hlc": self.hlc,
            "act": self.act.value,
            "source": [source.kind, source.name, source.session, source.turn, source.item, source.untrusted],
            "at": render_time(self.at),
            "recorded_at": render_time(self.recorded_at),
            "memory": self.memory,
            "supersedes": self.supersedes,
            "targets": self.targets,
            "based_on": self.based_on,
            "revision": self.revision,
            "previous": self.previous,
            "commitment": self.commitment,
        }
        return canonical(record)

    @property
    def touched(self) -> tuple[MemoryId, ...]:
        """Every memory this operation bears on."""
        return (*((self.memory,) if self.memory else ()), *self.supersedes)


class Operation(Value):
    """A header, its hash, and the payload if it is still there."""

    header: Header
    hash: str
    payload: Mapping[str, Any] | None

    @property
    def id(self) -> OperationId:
        """The operation's id."""
        return self.header.id


def canonical(record: Mapping[str, Any]) -> str:
    """Write a record so that equal records are equal bytes."""
    return _ENCODER.encode(record)


def decode_header(text: str) -> Header:
    """Read a header back from its canonical text."""
    record = json.loads(text)
    record["act"] = _BY_WORD.get(record["act"]) or Act(record["act"])
    record["source"] = _source(*record["source"])
    record["at"], record["recorded_at"] = read_time(record["at"]), read_time(record["recorded_at"])
    record["supersedes"], record["targets"] = tuple(record["supersedes"]), tuple(record["targets"])
    return Header(**record)


@lru_cache(maxsize=256)
def _source(*told: Any) -> Source:
    """Return who said something: a few say most of it."""
    return Source(*told)


def commit_to(payload: str, nonce: bytes) -> str:
    """Return the keyed commitment to a payload."""
    import hmac

    return hmac.digest(nonce, payload.encode(), "sha256").hex()


def hash_header(text: str) -> str:
    """Return the hash that the next header of this device links to."""
    from standfast.model.digests import sha256

    return sha256(text.encode()).hexdigest()


def verify_chain(headers: Sequence[tuple[str, str]], *, gaps: bool = False) -> str | None:
    """Check one device's headers (text, hash) in order; return what is wrong, or None.

    `gaps` is for a log that was salvaged: what is missing is known, what is there must still be whole.
    """
    number, previous = 0, GENESIS
    for text, recorded in headers:
        header = decode_header(text)
        number += 1
        follows = header.number == number
        if not follows and not gaps:
            return f"operation {header.id} is number {header.number}, expected {number}"
        if follows and header.previous != previous:
            return f"operation {header.id} does not link to the one before it"
        if hash_header(text) != recorded:
            return f"operation {header.id} does not match its hash"
        number, previous = header.number, recorded
    return None
