"""Asked again: a correction or question that comes back in a later session raises what it is about.

Owns finding which known memories the sentences of a session repeat; `verbs.learn` adds the session to their sources.
"""

from __future__ import annotations

from standfast.learn.session.sentences import sentences

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from standfast.learn.session.known import Known
    from standfast.learn.session.turns import Turn
    from standfast.model.memory import Memory

_LONG_TURN = 800
_FEWEST = 12  # characters of a sentence that can repeat anything


def find(turns: Sequence[Turn], known: Known) -> list[Memory]:
    """Return what is known already and was said or asked again."""
    again: dict[str, Memory] = {}
    for turn in turns:
        if 0 < len(turn.words) <= _LONG_TURN:
            for part in sentences(turn.words):
                if len(part) >= _FEWEST and (memory := known.repeated_by(part)) is not None:
                    again[memory.id] = memory
    return list(again.values())
