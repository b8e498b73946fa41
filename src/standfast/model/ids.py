"""Ids: one type per thing, short to type, sortable by the time they were minted.

An id is a letter for its type, six characters of seconds since 2020 and, after a dash, seven of chance:
`m5x0k3f-7qp2rta`. Lower-case Crockford base 32, so nothing is mistaken for anything else. People may type any
unambiguous prefix of the id or of the part after the dash.
"""

from __future__ import annotations

import os
import time

from standfast.model.pattern import compile_later

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NewType
else:

    def NewType(_name, kind):  # noqa: N802 - importing typing costs every hook a tenth of its time
        """Stand in for the real one, which is for the type checker."""
        return kind


MemoryId = NewType("MemoryId", str)
OperationId = NewType("OperationId", str)
ReceiptId = NewType("ReceiptId", str)
ProjectId = NewType("ProjectId", str)
DeviceId = NewType("DeviceId", str)

_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
_EPOCH = 1_577_836_800  # 2020-01-01T00:00:00Z
_LETTERS = {"memory": "m", "operation": "o", "session": "s", "receipt": "r", "project": "p", "device": "d"}
_FORM = compile_later(r"[mosrpd][0-9a-hjkmnp-tv-z]{6}-[0-9a-hjkmnp-tv-z]{7}")
_REFERENCE = compile_later(r"[0-9a-z-]{2,15}")
TAIL = 8  # where the part of chance starts


def _base32(value: int, width: int) -> str:
    return "".join([_ALPHABET[value >> shift & 31] for shift in range(5 * width - 5, -5, -5)])


def mint(kind: str, *, seconds: float | None = None) -> str:
    """Mint an id of `kind` (memory, operation, session, receipt, project, device)."""
    now = time.time() if seconds is None else seconds
    moment = max(0, int(now) - _EPOCH) & (2**30 - 1)
    chance = int.from_bytes(os.urandom(5), "big") >> 5
    return f"{_LETTERS[kind]}{_base32(moment, 6)}-{_base32(chance, 7)}"


def is_id(text: str, kind: str) -> bool:
    """Tell whether `text` is a whole id of `kind`."""
    return text[:1] == _LETTERS[kind] and _FORM.fullmatch(text) is not None


def fold_reference(text: str) -> str | None:
    """Return what a person typed as a searchable prefix, or None when it can be no part of an id."""
    lowered = text.strip().lower()
    return lowered if _REFERENCE.fullmatch(lowered) else None
