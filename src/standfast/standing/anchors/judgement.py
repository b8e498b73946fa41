"""The answer to "how does it stand?", and its written form for caches.

Owns: `Judgement`, and when nothing of a claim could be checked. Must not: compute one.
Neighbours: `judge.py`, `batch.py`.
"""

from __future__ import annotations

from standfast.model.anchor import Anchor
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
UNSHOWN = " was not checked: nothing there gives what it is said of a value"
_NAMING = frozenset(("defines", "mentions"))


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
