"""A finding: one thing a sign found in a session, before it is stored."""

from __future__ import annotations

from datetime import datetime

from standfast.model.value import Value


class Lesson(Value):
    """What was found, by which sign, and what it rests on. `step` is said, or found: in deeds, with their evidence."""

    sign: str
    step: str
    kind: str
    text: str
    at: datetime
    turns: tuple[str, ...] = ()
    title: str = ""
    why: str = ""
    anchors: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    commits: tuple[str, ...] = ()
    weight: float = 0.0
