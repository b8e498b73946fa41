"""Undone: an edit, commit or approach that was taken back: an attempt, with the person's reason.

The person says so, or the agent takes it back with Git in answer to a person who says what is wrong with it.
"""

from __future__ import annotations

from standfast.learn.session.ending import takes_back
from standfast.learn.session.finding import Lesson
from standfast.learn.session.markers import pattern
from standfast.learn.session.words.sentences import sentences
from standfast.learn.session.words.spoken import content_words
from standfast.model.pattern import compile_later

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from standfast.learn.session.turns import Turn

_CLAUSE = compile_later(r"[,;:–—]\s")
_LONGEST = 300
_FEWEST = 3
_MOST = 1


def find(turns: Sequence[Turn], inside: Callable[[str], str]) -> list[Lesson]:
    """Return what was taken back in a session and why; without a reason nothing is learned."""
    found: list[Lesson] = []
    for turn in turns:
        if not turn.answers or not turn.words or len(turn.words) > _LONGEST:
            continue
        parts = sentences(turn.words)
        asked = any(pattern("undo").search(part) for part in parts)
        if not asked and not any(takes_back(step) for step in turn.steps):
            continue
        reasons = [part for part in parts if (_has_reason(part) if asked else pattern("verdict").search(part))]
        named = (inside(path) for step in turn.before if step.writes for path in step.files)
        files = list(dict.fromkeys(path for path in named if path))[:4]
        if not reasons or not (files or turn.before):
            continue
        where = f" in {', '.join(files)}" if files else ""
        text = f"A change{where} was taken back. The user: “{' '.join(turn.words.split())}”"
        found.append(Lesson("undone", "found", "attempt", text, turn.at, (turn.key,), anchors=tuple(files), weight=1.5))
    return found[:_MOST]


def _has_reason(part: str) -> bool:
    """Tell whether a sentence says more than that something is to be taken back: "this change, please" is no reason."""
    besides = pattern("undo").sub(" ", part)
    if besides != part and pattern("verdict").search(besides):
        return True
    clause = _CLAUSE.search(besides) if besides != part else None
    behind = besides[clause.end() :].strip() if clause else ""
    told = len(content_words(behind)) >= _FEWEST and not any(
        pattern(name).match(behind) for name in ("tasked", "leans")
    )
    return told or len(content_words(besides)) >= _FEWEST + (besides != part)
