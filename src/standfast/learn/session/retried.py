"""Retried: a command failed, another with the same aim then worked. What, and what the failure said.

The failure is the exit status; nothing was edited between, so that the other command made the difference. Where the
code at hand is what broke, no other command made it good. A program that was not there has the aim of whatever did the
same to the same thing.
"""

from __future__ import annotations

import re

from standfast.learn.session.commands import aim_of, aimed_part, only_handles, plain
from standfast.learn.session.failure import fingerprint_failure, name_of
from standfast.learn.session.finding import Lesson

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from standfast.learn.session.turns import Step, Turn

_ABSENT = re.compile(
    r"command not found|not recognized as|no such command|no module named|is not installed|missing script|"
    r"executable file not found|unknown command",
    re.IGNORECASE,
)
_OVER = re.compile(r"timed out", re.IGNORECASE)  # what runs on did not fail
_SHORT = 4  # characters: a shorter word names no thing
_WITHIN = 8  # steps: what worked much later was about something else
_MOST = 2


def find(turns: Sequence[Turn]) -> list[Lesson]:
    """Return the pairs of a session, each break once."""
    steps = [step for turn in turns for step in turn.steps]
    found: dict[str, Lesson] = {}
    for place, step in enumerate(steps):
        if not step.failed or not plain(step.command) or only_handles(step.command):
            continue
        failure = fingerprint_failure(step.command, step.output)
        if failure.lies_in_code or _OVER.search(failure.line):
            continue
        if worked := _worked(step, steps[place + 1 :]):
            said = f" ({failure.line})" if failure.line else ""
            found[failure.tag] = Lesson(
                "retried",
                "found",
                "gotcha",
                f"`{plain(step.command)}` fails here{said}; `{plain(worked.command)}` worked.",
                worked.at,
                (step.key, worked.key),
                anchors=(f"cmd:{plain(worked.command)}",),
                tags=(failure.tag,),
                weight=2.0,
            )
    return list(found.values())[:_MOST]


def _worked(step: Step, later: Sequence[Step]) -> Step | None:
    aim, name = aim_of(step.command), name_of(aimed_part(step.command))
    absent = bool(_ABSENT.search(step.output[-4_000:]))
    for other in later[:_WITHIN]:
        if other.writes:
            return None
        if not other.command or other.failed is not False or only_handles(other.command):
            continue
        if plain(other.command) == plain(step.command):
            return None  # the same worked when it was run again: chance, not a lesson
        same = (bool(aim) and aim_of(other.command) == aim) or (absent and _does_the_same(step.command, other.command))
        if same and name_of(aimed_part(other.command)) != name and plain(other.command):
            return other
    return None


def _does_the_same(command: str, other: str) -> bool:
    """Tell whether a command runs the same program by another way, or does something to the same thing."""
    words = [word.strip("'\"") for word in plain(command).split()]
    said = [word.strip("'\"") for word in plain(other).split()]
    things = [word for word in words[1:] if len(word) > _SHORT and word[0] != "-" and not word.isdigit()]
    return words[:1] != said[:1] and (words[0] in said or any(word in said for word in things))
