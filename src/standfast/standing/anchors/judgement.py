"""The answer to "how does it stand?", and its written form for caches.

Owns: `Judgement`, and when nothing of a claim could be checked, or its place came after it. Must not: compute one.
Neighbours: `judge.py`, `batch.py`.
"""

from __future__ import annotations

import json

from standfast.model.anchor import Anchor, Fingerprint
from standfast.model.trust import Standing
from standfast.model.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any


NEVER = " (it never matched)"
"""How a reason ends where the code did not change: the claim did not match it from the first."""
UNCHECKED = "the code is as it was; nothing that is claimed could be checked in it"
UNTOLD = "; nothing there tells whether what is claimed still holds"
UNSHOWN = " could not be compared with any value there"
LATE = "it came after this was said, and nobody has checked it since"
_NAMING = frozenset(("defines", "mentions"))
_NOTHING_FOUND = _NAMING | {"lacks"}


class Judgement(Value):
    """A standing, why (for people), and where the anchored thing is now (None when it is gone).

    `check`: it cannot be told whether what is claimed still holds, and the very lines that it is about are others.
    `says`: what the code has in place of what is claimed; `line`: where it says otherwise, as far as either is known.
    """

    standing: Standing
    reason: str = ""
    now: Anchor | None = None
    check: bool = False
    says: str = ""
    line: int = 0

    @property
    def is_unchecked(self) -> bool:
        """Tell whether the code is as it was, and nothing that is claimed could be checked in it."""
        return self.standing is Standing.HOLDS and bool(self.reason)

    @property
    def is_late(self) -> bool:
        """Tell whether the place came after the claim, and what that states was not found there."""
        return self.reason == LATE

    def said_by_code(self) -> dict[str, Any]:
        """Return what the code has in place of what is claimed, where, and whether it never was as claimed."""
        path = self.now.path if self.now is not None else ""
        place = f"{path}:{self.line}" if path and self.line else path
        return {"says": self.says, "place": place, "never": self.reason.endswith(NEVER)}


def is_unchecked(data: Mapping[str, Any]) -> bool:
    """Tell whether nothing that a claim states was found where it is anchored: only the place is there."""
    if "k" not in data:
        return False
    found = {row[0] for row in data["k"]} - _NAMING
    return not (found or (data.get("z") or {}).get("m") or any(data.get(name) for name in "xyom"))


def bears_nothing_out(fingerprint: Fingerprint | None) -> bool:
    """Tell whether the code bore nothing of a claim out when it was said, or not a value that it gives."""
    data = json.loads(fingerprint.data) if fingerprint is not None else {}
    return "k" in data and ("p" in data or is_unchecked(data))


def mark_late(fingerprint: Fingerprint, anchor: Anchor) -> Fingerprint:
    """Return the fingerprint of a place that came after the claim: it vouches only for what is stated and found there.

    That a claim names the place, or says what is not in it, is nothing that was found.
    """
    data = json.loads(fingerprint.data)
    own = set(anchor.detail.split("."))
    found = any(row[0] not in _NOTHING_FOUND and (row[3] or row[2] not in own) for row in data.get("k", ()))
    if (found and "p" not in data) or data.get("m") or (anchor.kind == "dep" and anchor.detail):
        return fingerprint
    return Fingerprint(fingerprint.scheme, fingerprint.commit, json.dumps(data | {"late": 1}, separators=(",", ":")))


def list_parts(judgement: Judgement) -> list[object]:
    """Write a judgement as a list that JSON can hold."""
    now = judgement.now
    place = [now.kind, now.target, now.detail, now.first, now.last] if now else None
    more = [int(judgement.check), judgement.says, judgement.line]
    return [judgement.standing.value, judgement.reason, place, *(more if any(more) else [])]


def from_parts(parts: list[Any]) -> Judgement:
    """Read what `list_parts` wrote."""
    standing, reason, place, *rest = parts
    check, says, line = rest + [0, "", 0][len(rest) :]
    return Judgement(Standing(standing), reason, Anchor(*place) if place else None, bool(check), says, line)
