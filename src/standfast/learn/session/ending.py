"""Ending: how a session ended. From one that ended red, was broken off or taken back, only attempts and gotchas are
learned, beside what a person said in it.
"""

from __future__ import annotations

import re

from standfast.learn.session.commands import is_red

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from standfast.learn.session.turns import Step, Turn

# What clients write in a person's name when a person stops the agent.
_STOPPED = ("[Request interrupted by user", "<turn_aborted>")
_TAKES_BACK = re.compile(
    r"\bgit (?:-\S+ \S+ )?(?:reset\b[^;&|\n]{0,80}--hard|revert\b|restore (?!--staged)|stash drop\b"
    r"|checkout (?:-f\b|(?:HEAD )?-- ))"
)


def ended_badly(turns: Sequence[Turn]) -> bool:
    """Tell whether a session ended red, was broken off, or had its work taken back at the end."""
    return is_red(turns) or _was_stopped(turns) or _was_taken_back(turns)


def _was_stopped(turns: Sequence[Turn]) -> bool:
    """Tell whether the last thing a person did was to stop the agent."""
    last = turns[-1] if turns else None
    return last is not None and last.prompt.lstrip().startswith(_STOPPED) and not last.steps


def takes_back(step: Step) -> bool:
    """Tell whether a step took work back with Git."""
    return bool(step.command) and step.failed is not True and bool(_TAKES_BACK.search(step.command[:2_000]))


def _was_taken_back(turns: Sequence[Turn]) -> bool:
    """Tell whether a command took work back, and nothing was changed or committed after it."""
    back = False
    for step in (step for turn in turns for step in turn.steps):
        if takes_back(step):
            back = True
        elif step.writes or "git commit" in step.command:
            back = False
    return back
