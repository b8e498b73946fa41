"""Unsure: a person's plain word to the agent that may hold beyond its task, or only in it.

What carries a sign, and too much doubt to be told at every moment, competes at a low weight for a brief's share of
unconfirmed words. Owns the choice of these sentences: short turns only, a marker, no question, fault, task or wish
about the product, and enough worth (`worth`). Must not repeat what was taken already. Neighbours: `corrected` and
`asked_again` find what is told elsewhere, too.
"""

from __future__ import annotations

from standfast.learn.session.asked_again import is_one_off
from standfast.learn.session.finding import Lesson
from standfast.learn.session.markers import pattern
from standfast.learn.session.own_words import is_document
from standfast.learn.session.sentences import sentences
from standfast.learn.session.spoken import is_addressed_to_work, is_of_the_moment, names_something
from standfast.learn.session.told import kind_of
from standfast.learn.session.worth import worth_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from standfast.learn.session.turns import Turn

FLOOR = -0.5  # least worth: below it no more repeated corrections are met
_LONG_TURN = 400  # characters: what stands in a longer turn is part of its task
_SHORTEST, _LONGEST = 12, 140  # characters of a sentence
_MOST = 3  # of one session
_WEIGHT = 1.0  # below everything that carries a plainer sign
_MARKERS = ("hard", "soft", "unsure")
_WORK = ("tools", "process", "programs")
_NONE = ("unsure_not", "fine", "pep")


def find(turns: Sequence[Turn], on: Collection[str], taken: Sequence[Lesson]) -> list[Lesson]:
    """Return the sentences of a session that are told only where room is left, most worth first; none `taken`."""
    held: dict[str, list[str]] = {}
    for item in taken:
        for key in item.turns:
            held.setdefault(key, []).append(item.text)
    found: list[tuple[float, Lesson]] = []
    for turn in turns:
        sign = "corrected" if turn.answers else "told"
        if sign not in on:
            continue
        for text, worth in _sentences(turn):
            if not any(text in other or other in text for other in held.get(turn.key, ())):
                lesson = Lesson(
                    sign, "said", kind_of(text), text, turn.at, (turn.key,), weight=_WEIGHT, doubted=True, unsure=True
                )
                found.append((worth, lesson))
    found.sort(key=lambda item: (-item[0], item[1].at))
    return [lesson for _, lesson in found[:_MOST]]


def _sentences(turn: Turn) -> Iterator[tuple[str, float]]:
    """Yield the sentences of a turn that may be told where room is left, each with its worth."""
    if not 0 < len(turn.words) <= _LONG_TURN or is_document(turn.words):
        return
    for text in sentences(turn.words):
        if not _SHORTEST <= len(text) <= _LONGEST or not any(pattern(name).search(text) for name in _MARKERS):
            continue
        worth = worth_of(text, len(turn.words))
        if worth >= FLOOR and _may_hold(text):
            yield text, worth


def _may_hold(text: str) -> bool:
    """Tell whether a sentence says how to work: no question, fault, task, or wish about the product.

    What only names a thing to use must name it as one to work with: a scale or a column is part of a task.
    """
    text = pattern("lets").sub("", text)
    if pattern("unsure_use").match(text) and not any(pattern(name).search(text) for name in _WORK):
        return False
    if any(pattern(name).search(text) for name in _NONE) or text.endswith(":") or text.count("(") != text.count(")"):
        return False
    passes = is_one_off(text) or is_of_the_moment(text)
    return is_addressed_to_work(text) and names_something(text) and not passes
