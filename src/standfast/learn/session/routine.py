"""Routine: commands run in the same order in three sessions or more: how things are done here.

Reads what the episodes of earlier sessions say was run; no second pass over the journal.
"""

from __future__ import annotations

import re

from standfast.learn.session.commands import CHECKS, aim_of, plain, ran
from standfast.learn.session.finding import Lesson

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from standfast.learn.session.turns import Turn

RAN = "Ran: "
SESSIONS = 3
_QUOTED = re.compile(r"`([^`]{2,200})`")
_MOST = 6


def commands_of(turns: Sequence[Turn]) -> list[str]:
    """Return the checks and builds of a session that worked, in the order each was first run."""
    lines = (plain(step.command) for step in ran(turns) if step.failed is False and aim_of(step.command))
    return list(dict.fromkeys(line for line in lines if line and "`" not in line))[:_MOST]


def find(turns: Sequence[Turn], episodes: Iterable[str]) -> list[Lesson]:
    """Return the order of commands that this session shares with two earlier ones, if it has one."""
    mine = commands_of(turns)
    if not mine:
        return []
    earlier = [_QUOTED.findall(line) for text in episodes for line in text.split("\n") if line.startswith(RAN)]
    shared = [line for line in mine if sum(line in other for other in earlier) >= SESSIONS - 1]
    if len(shared) < 2 or not any(aim_of(line) in CHECKS for line in shared):
        return []
    agreeing = sum(_in_order(shared, other) for other in earlier)
    if agreeing < SESSIONS - 1:
        return []
    steps = ", then ".join(f"`{line}`" for line in shared)
    text = f"The work here is checked with {steps}."
    anchors = tuple(f"cmd:{line}" for line in shared)
    return [Lesson("routine", "found", "procedure", text, turns[-1].at, (turns[-1].key,), anchors=anchors, weight=1.8)]


def _in_order(lines: Sequence[str], other: Sequence[str]) -> bool:
    places = [other.index(line) for line in lines if line in other]
    return len(places) == len(lines) and places == sorted(places)
