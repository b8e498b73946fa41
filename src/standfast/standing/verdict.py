"""The answer to "how does it stand?", and its written form for caches.

Owns: `Judgement`. Must not: compute one. Neighbours: `judge.py`, `batch.py`.
"""

from __future__ import annotations

from standfast.model.anchor import Anchor
from standfast.model.trust import Standing
from standfast.model.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Judgement(Value):
    """A standing, why (for people), and where the anchored thing is now (None when it is gone).

    `check`: it cannot be told whether what is claimed still holds, and the very lines that it speaks of are others.
    """

    standing: Standing
    reason: str = ""
    now: Anchor | None = None
    check: bool = False


def list_parts(judgement: Judgement) -> list[object]:
    """Write a judgement as a list that JSON can hold."""
    now = judgement.now
    place = [now.kind, now.target, now.detail, now.first, now.last] if now else None
    return [judgement.standing.value, judgement.reason, place, *([1] if judgement.check else [])]


def from_parts(parts: list[Any]) -> Judgement:
    """Read what `list_parts` wrote."""
    standing, reason, place, *rest = parts
    return Judgement(Standing(standing), reason, Anchor(*place) if place else None, bool(rest))
