"""Lesson: what sessions found of a command that fails. Pure.

"`a` fails here (why); `b` worked" stands against another lesson only where the same command fails for the same reason
and another way out is given: commands that fail for other reasons stand beside each other.
Neighbours: `conflict` asks here, `address` where to look for the other.
"""

from __future__ import annotations

from standfast.model.pattern import compile_later

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from standfast.trust.conflicts.claim import Claim

_FAILS = compile_later(r"\s*`([^`\n]{1,300})` fails\b(?: here)?(?: \(([^\n]{1,400}?)\))?; ([^\n]{1,400})")
_FAILED = compile_later(r"`([^`\n]{1,300})` fails\b")
_WAY = compile_later(r"`([^`\n]+)` worked\b|worked (?:after|with|by) `([^`\n]+)`")


def lesson_of(text: str) -> tuple[tuple[str, str], str] | None:
    """Return which command a lesson says fails and why, and the way out; None for a text that is no lesson."""
    found = _FAILS.match(text) if " fails" in text else None
    way = _WAY.search(found[3]) if found else None
    return ((found[1], " ".join((found[2] or "").split())), way[1] or way[2]) if found and way else None


def why_lessons_differ(one: str, other: str) -> str | None:
    """Say that two lessons give other ways out of one failure; None where they are not two lessons."""
    left, right = lesson_of(one), lesson_of(other)
    if left is None or right is None:
        return None
    return "they give different ways out of one failure" if left[0] == right[0] and left[1] != right[1] else ""


def names_of_lesson(claim: Claim) -> Iterator[str]:
    """Yield the address of a lesson."""
    if claim.said[:1] == "`" and (failed := _FAILED.match(claim.said)):
        yield f"fails {failed[1]}"
