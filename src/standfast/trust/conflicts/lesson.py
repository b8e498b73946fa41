"""Lesson: what sessions found of a command that fails and of a switch that is on or off by default. Pure.

"`a` fails here (why); `b` worked" stands against another lesson only where the same command fails for the same reason
and another way out is given: commands that fail for other reasons stand beside each other. "follow_redirects is False
by default" stands against "Follows redirects by default": one thing, by its name or in words, that is on and off.
Neighbours: `conflict` asks for the first, `clash` for the second, `address` where to look for the other.
"""

from __future__ import annotations

from standfast.model.pattern import compile_later
from standfast.trust.conflicts.claim import LIGHT
from standfast.trust.conflicts.reading import NEGATIONS
from standfast.trust.conflicts.slots import is_number, stem, words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from standfast.trust.conflicts.claim import Claim

    Switch = tuple[frozenset[str], bool, bool]

_FAILS = compile_later(r"\s*`([^`\n]{1,300})` fails\b(?: here)?(?: \(([^\n]{1,400}?)\))?; ([^\n]{1,400})")
_FAILED = compile_later(r"`([^`\n]{1,300})` fails\b")
_WAY = compile_later(r"`([^`\n]+)` worked\b|worked (?:after|with|by) `([^`\n]+)`")
_WORD = compile_later(r"\w[\w.'’-]*\w|\w")
_PART = compile_later(r"[A-Z]?[a-z\d]+|[A-Z]+")
_OFF = NEGATIONS | words("false off disabled")
_ON = words("true on enabled")
_SAYS = words("default defaults option setting flag parameter value set is")
_APART = words("for in if when unless while until after before during inside only except but and or")
_MOST = 6  # words of what is on or off


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


def switch_of(said: str) -> Switch | None:
    """Return the words of what is on or off by default, whether it is on, and whether one name gave them all."""
    if "default" not in said.lower():
        return None
    off, names = 0, 0
    about: set[str] = set()
    for word in _WORD.findall(said):
        low = word.lower().replace("’", "'")
        if low in _APART or is_number(word):
            return None
        if low in _OFF or low.endswith("n't"):
            off += 1
        elif low not in _ON and low not in LIGHT and low not in _SAYS:
            about.update(stem(part) for part in _PART.findall(word))
            names += 1
    return (frozenset(about), off % 2 == 0, names == 1) if 0 < len(about) <= _MOST else None


def names_of_lesson(claim: Claim) -> Iterator[str]:
    """Yield the addresses of a lesson and of what is on or off."""
    if claim.said[:1] == "`" and (failed := _FAILED.match(claim.said)):
        yield f"fails {failed[1]}"
    if claim.switch:
        yield from (f"default {word}" for word in sorted(claim.switch[0]))


def switched_otherwise(one: Claim, other: Claim) -> str:
    """Say that of two clauses one says on and the other off, of the same thing by default."""
    left, right = one.switch, other.switch
    if left is None or right is None or left[1] == right[1]:
        return ""
    same = left[0] == right[0]
    for (name, _, named), (told, _, _) in ((left, right), (right, left)):
        same = same or (named and len(name) > 1 and name < told and len(told - name) == 1)  # and who does it
    return "they say the opposite" if same else ""
