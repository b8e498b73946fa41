"""Unsure: a person's plain word to the agent that may hold beyond its task, or only in it.

What carries a sign, and too much doubt to be told at every moment, competes at a low weight for a brief's share of
unconfirmed words. Owns the choice of these sentences: a plain marker, no question but a reproach, no fault, task or
wish about the product. Must not repeat what was taken already. Neighbours: `corrected` and `asked_again` find what is
told elsewhere, too.
"""

from __future__ import annotations

import re

from standfast.learn.session.finding import Lesson
from standfast.learn.session.markers import pattern
from standfast.learn.session.signs.asked_again import is_one_off
from standfast.learn.session.signs.told import kind_of
from standfast.learn.session.words.orders import without_quoted
from standfast.learn.session.words.own_words import is_document
from standfast.learn.session.words.sentences import sentences
from standfast.learn.session.words.spoken import is_addressed_to_work, names_something
from standfast.model.pattern import compile_later

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from standfast.learn.session.turns import Turn

_LONG_TURN = 800  # characters: what stands in a longer turn is part of its task
_SHORTEST, _LONGEST = 12, 140  # characters of a sentence
_MOST = 3  # of one session
_WEIGHT = 1.0  # below everything that carries a plainer sign
_MARKERS = ("hard", "unsure")
# What a piece of work is for, and why, forbids nothing: "add a delay so the calls are not all made at once".
_PURPOSE = compile_later(
    r",? so that .*|(?<![,;.]) so (?=(?:the|a|an|it|they|all|no|[a-z]+s) )(?!always |.*\b(?:you|your)\b).*"
    r"|(?<=\w),? (?:because|since|otherwise) .*",
    re.IGNORECASE,
)
# The first person tells what they did, think or feel, unless they want or say something.
_CLAUSE = compile_later(r"[,;:.!?]|\b(?:and|but|so)\b")
_TELLS = compile_later(
    r"\bi\b(?!['’]d\b| (?:(?:do|did)(?:n['’]?t| not)? )?(?:\w+ly |just |still |already )?"
    r"(?:want|need|prefer|like|expect|said|say|told|tell|ask|would|mean)\w*)",
    re.IGNORECASE,
)


def find(turns: Sequence[Turn], on: Collection[str], taken: Sequence[Lesson]) -> list[Lesson]:
    """Return the first sentences of a session that are told only where room is left; none that was `taken`."""
    held: dict[str, list[str]] = {}
    for item in taken:
        for key in item.turns:
            held.setdefault(key, []).append(item.text)
    found: list[Lesson] = []
    for turn in turns:
        sign = "corrected" if turn.answers else "told"
        if sign not in on:
            continue
        for text in _sentences(turn):
            if any(text in other or other in text for other in held.get(turn.key, ())):
                continue
            where = (turn.key,)
            found.append(
                Lesson(sign, "said", kind_of(text), text, turn.at, where, weight=_WEIGHT, doubted=True, unsure=True)
            )
            if len(found) == _MOST:
                return found
    return found


def _sentences(turn: Turn) -> Iterator[str]:
    """Yield the sentences of a turn that say how to work, as far as their words tell."""
    if not 0 < len(turn.words) <= _LONG_TURN or is_document(turn.words):
        return
    for text in sentences(turn.words):
        claim = _PURPOSE.sub("", without_quoted(text))
        marked = [found.start() for name in _MARKERS if (found := pattern(name).search(claim))]
        if (
            not (marked and not _is_told(claim, min(marked)) and _SHORTEST <= len(text) <= _LONGEST)
            or any(pattern(name).search(text) for name in ("unsure_not", "fine", "step_limit", "scolds"))
            or text.endswith(":")
        ):
            continue
        if (
            is_addressed_to_work(text)
            and names_something(text)
            and not (is_one_off(text) or pattern("artefact").search(text))
        ):
            yield text


def _is_told(claim: str, marked: int) -> bool:
    """Tell whether the clause with the marker says what the speaker did, thinks or feels."""
    begins = max((found.end() for found in _CLAUSE.finditer(claim, 0, marked)), default=0)
    return any(found.start() < marked for found in _TELLS.finditer(claim, begins))
