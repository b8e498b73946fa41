"""The answer to "how does it stand?", and its short written form for caches.

Owns: `Judgement`. Must not: compute one. Neighbours: `judge.py`, `standing.py`.
"""

import json

from holdfast.model.anchor import Anchor
from holdfast.model.trust import Standing
from holdfast.model.value import Value


class Judgement(Value):
    """A standing, why (for people), and where the anchored thing is now (None when it is gone)."""

    standing: Standing
    reason: str = ""
    now: Anchor | None = None


def encode_judgement(judgement: Judgement) -> str:
    """Write a judgement as one line of JSON."""
    now = judgement.now
    place = [now.kind, now.target, now.detail, now.first, now.last] if now else None
    return json.dumps([str(judgement.standing), judgement.reason, place], separators=(",", ":"))


def decode_judgement(text: str) -> Judgement:
    """Read what `encode_judgement` wrote."""
    standing, reason, place = json.loads(text)
    return Judgement(Standing(standing), reason, Anchor(*place) if place else None)
