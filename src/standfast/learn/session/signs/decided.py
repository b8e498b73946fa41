"""Decided: a choice in the person's own words, with its reason or with what it was chosen over."""

from __future__ import annotations

from standfast.learn.session.finding import Lesson
from standfast.learn.session.markers import pattern
from standfast.learn.session.words.sentences import LONGEST, sentences
from standfast.learn.session.words.spoken import names_something

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from standfast.learn.session.turns import Turn

_LONG_TURN = 800
_MOST = 2


def find(turns: Sequence[Turn]) -> list[Lesson]:
    """Return the choices a person stated in a session."""
    found: list[Lesson] = []
    for turn in turns:
        if not turn.words or len(turn.words) > _LONG_TURN:
            continue
        for part in sentences(turn.words):
            if part.endswith("?") or len(part) > LONGEST or not _is_grounded(part):
                continue
            if names_something(part) and not pattern("asking").match(part):
                found.append(Lesson("decided", "said", "decision", part, turn.at, (turn.key,), weight=2.4))
    return found[:_MOST]


def _is_grounded(part: str) -> bool:
    """Tell whether a sentence states a choice with its reason or what it was chosen over; in free words, with both."""
    reason, rejected = pattern("reason").search(part), pattern("rejected").search(part)
    if pattern("choice").search(part):
        return bool(reason or rejected)
    if pattern("consent").match(part) and pattern("over").search(part):
        return bool(reason)  # it takes up one of the things that were put to the person
    return bool(reason and rejected and pattern("resolves").search(part))
