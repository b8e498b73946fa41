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


def find(turns: Sequence[Turn], episodes: Iterable[tuple[str, str]]) -> list[Lesson]:
    """Return the order of commands that this session shares with two earlier ones, if it has one.

    `episodes` are what earlier sessions leave, each with its turn: the order rests on those it was taken in as well.
    """
    mine = commands_of(turns)
    if not mine:
        return []
    ran_before = ((line, turn) for text, turn in episodes for line in text.split("\n") if line.startswith(RAN))
    earlier = [(_QUOTED.findall(line), turn) for line, turn in ran_before]
    shared = [line for line in mine if sum(line in other for other, _ in earlier) >= SESSIONS - 1]
    if len(shared) < 2 or not any(aim_of(line) in CHECKS for line in shared):
        return []
    agreeing = [turn for other, turn in earlier if _in_order(shared, other)]
    if len(agreeing) < SESSIONS - 1:
        return []
    steps = ", then ".join(f"`{line}`" for line in shared)
    checks = all(aim_of(line) in CHECKS for line in shared)
    text = f"The work here is checked with {steps}." if checks else f"Run here in this order: {steps}."
    anchors = tuple(f"cmd:{line}" for line in shared)
    last = turns[-1]
    before = tuple(turn for turn in agreeing[: SESSIONS - 1] if turn)
    return [
        Lesson("routine", "found", "procedure", text, last.at, (last.key,), anchors=anchors, weight=1.8, earlier=before)
    ]


def _in_order(lines: Sequence[str], other: Sequence[str]) -> bool:
    places = [other.index(line) for line in lines if line in other]
    return len(places) == len(lines) and places == sorted(places)
