"""Asked again: what is known already and comes back in a later session is raised: `verbs.learn` adds its session."""

from __future__ import annotations

from standfast.learn.session.markers import pattern
from standfast.learn.session.words.sentences import sentences

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from standfast.learn.session.belief.known import Known
    from standfast.learn.session.turns import Turn
    from standfast.model.memory import Memory

_LONG_TURN = 800
_FEWEST = 12  # characters of a sentence that can repeat anything


def find(turns: Sequence[Turn], known: Known) -> list[Memory]:
    """Return what is known already and was said again."""
    again: dict[str, Memory] = {}
    for turn in turns:
        if 0 < len(turn.words) <= _LONG_TURN:
            for part in sentences(turn.words):
                if len(part) >= _FEWEST and (memory := known.repeated_by(part)) is not None:
                    again[memory.id] = memory
    return list(again.values())


def is_one_off(text: str) -> bool:
    """Tell whether a sentence asks for something that reaches others or cannot be taken back, and states no rule."""
    asked = text.partition(",")[0]
    wrecks = pattern("asked_tool").match(asked) and pattern("asked_wreck").search(f"{asked} ")
    return bool(wrecks) and not pattern("asked_rule").search(text)
