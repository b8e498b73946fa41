"""Corrected, and told without an order: a person's sentences that carry a sign, one per thing they are about.

Owns choosing among the sentences of a session: of those that say the same, the plainest. Must not compare with what
other sessions said (`belief`) or what is known (`known`).
"""

from __future__ import annotations

from standfast.learn.session.belief.grouping import ALIKE, likeness, overlap, rarity_of
from standfast.learn.session.belief.known import SAME
from standfast.learn.session.finding import Lesson
from standfast.learn.session.markers import pattern
from standfast.learn.session.signs.asked_again import is_one_off
from standfast.learn.session.signs.told import kind_of
from standfast.learn.session.words.sentences import SHORT, sentences
from standfast.learn.session.words.spoken import (
    HARD,
    ORDER,
    content_words,
    find_spoken,
    is_addressed_to_work,
    names_something,
)
from standfast.learn.session.words.subject import subject_of
from standfast.learn.session.words.worth import FLOOR, worth_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from standfast.learn.session.turns import Turn
    from standfast.learn.session.words.spoken import Spoken


def undoubted(heard: Sequence[Lesson]) -> list[Lesson]:
    """Return what may be taken from one session alone, each thing once, plainest first."""
    return _distinct([item for item in heard if not item.doubted])


def hear(turns: Sequence[Turn], on: Collection[str]) -> list[Lesson]:
    """Return every sentence of a session that carries a sign; what has too much against it is marked as doubted."""
    found: list[Lesson] = []
    for turn in turns:
        if not turn.words:
            continue
        heard = len(found)
        for spoken in find_spoken(turn.prompt, answers=turn.answers, passing=True):
            if spoken.sign in on and not is_one_off(spoken.text):
                found.append(
                    Lesson(
                        spoken.sign,
                        "said",
                        kind_of(spoken.text),
                        spoken.text,
                        turn.at,
                        (turn.key,),
                        weight=spoken.weight,
                        doubted=spoken.passing or not _is_worth(spoken, turn),
                    )
                )
        if turn.refuses and "corrected" in on and len(turn.words) <= SHORT:
            surer = {item.text: item for item in _put_right(turn)}
            ordered = {item.text for item in found[heard:] if item.weight >= HARD and not item.doubted}
            found[heard:] = [item for item in found[heard:] if item.text in ordered or item.text not in surer]
            found += [item for text, item in surer.items() if text not in ordered]
    return found


def _put_right(turn: Turn) -> list[Lesson]:
    """Return what a person said to a command that they did not let run: how work is done here.

    It has to name a program, or to forbid something: other words may be about anything.
    """
    said = (text for text in sentences(turn.words) if is_addressed_to_work(text) and names_something(text))
    said = (text for text in said if any(pattern(name).search(text) for name in ("programs", "tools", "forbids")))
    return [
        Lesson("corrected", "said", kind_of(text), text, turn.at, (turn.key,), weight=HARD)
        for text in said
        if not is_one_off(text)
    ]


def _is_worth(spoken: Spoken, turn: Turn) -> bool:
    """Tell whether a sentence is likely to hold beyond its task.

    An order to remember it is taken anyway, and what a person says they had said before: it came back already.
    """
    if pattern("said_before").search(spoken.text) and not pattern("artefact").search(spoken.text):
        return True
    return spoken.weight >= ORDER or worth_of(spoken.text, len(turn.words)) >= FLOOR


def _distinct(found: list[Lesson]) -> list[Lesson]:
    """Return each thing once, in its plainest sentence: not in one that leans on the sentence before it."""
    found.sort(key=lambda item: (-item.weight, bool(pattern("leans").match(item.text)), item.at))
    words = {item.text: content_words(item.text) for item in found}
    rarity = rarity_of(words.values())

    def is_same(one: str, other: str) -> bool:
        if likeness(words[one], words[other], rarity) >= ALIKE:
            return True
        mine, its = subject_of(one), subject_of(other)
        held = min(len(mine.words), len(its.words)) > 1 and overlap(mine.words, its.words, rarity) >= SAME
        return held and not mine.opposes(its)

    kept: list[Lesson] = []
    for item in found:
        if not any(is_same(item.text, other.text) for other in kept):
            kept.append(item)
    return kept
