"""Habit: a short rule that is nothing but a thing and the choice made for it, in whichever words: "Use tabs for
indentation", "Indent with two spaces, never tabs". Pure.

Two of one thing stand against each other where they choose other members of one closed class, where one rules out what
the other chooses, or where they count it otherwise. A word more (for YAML, in tests) makes it another thing.
Neighbours: `slots` (closed classes), `clash` asks here last, `address` where to look for the other.
"""

from __future__ import annotations

from standfast.model.pattern import compile_later
from standfast.model.value import Value
from standfast.text.amounts import NUMERALS
from standfast.trust.conflicts.claim import LIGHT, SEVERAL, Claim
from standfast.trust.conflicts.slots import CHOICES, habits_of, is_number, stem, stems, words

_LONGEST = 12  # words of a rule that is nothing but a choice
_ABOUT = 2  # words that say for what
_WORD = compile_later(r"[\w.'’-]*\w")
_TURNS = words("never not no avoid without instead rather over don't don’t isn't aren't")
_PLAIN = stems(
    "use prefer install run write do have choose pick go set make keep stick want like always only please must should "
    "code file source project repo repository everywhere style standard default through via everything whole width "
    "level size indent indentation"
)
_OPEN = words("can may could might also or either both if when unless except")  # then others may be chosen too
_CHOOSES = stems("use prefer choose pick write")
_DIGITS = 10  # of a number; what has more is none


class Habit(Value):
    """What is chosen for what: the thing, the classes at hand, what is chosen and what ruled out, and how many."""

    about: frozenset[str]
    classes: frozenset[int]
    chosen: frozenset[str]
    denied: frozenset[str]
    count: int


def habit_of(said: str) -> Habit | None:
    """Return the choice that a clause is, or None for one that says anything else."""
    row = _WORD.findall(said.lower())
    if len(row) > _LONGEST or not _OPEN.isdisjoint(row):
        return None
    if CHOICES.isdisjoint(map(stem, row)):
        return None  # nearly every clause
    about: set[str] = set()
    sides: tuple[set[str], set[str]] = (set(), set())
    count, turned = 0, False
    for word in row:
        key = stem(word)
        if key in SEVERAL:
            return None
        if word in _TURNS:
            turned = True
        elif habits_of(key):
            sides[turned].add(key)
        elif key in _CHOOSES:
            turned = turned and not sides[True]  # "not npm: use pnpm"
        elif is_number(word):
            count = NUMERALS.get(word) or (int(word) if word.isdecimal() and len(word) < _DIGITS else -1)
        elif word not in LIGHT and key not in _PLAIN:
            about.add(key)
    chosen, denied = sides[False] - sides[True], sides[True]
    if not (chosen or denied) or len(about) > _ABOUT or count < 0:
        return None
    classes = frozenset.intersection(*(frozenset(habits_of(key)) for key in (*chosen, *denied)))
    if not classes:
        return None
    return Habit(frozenset(about), classes, frozenset(chosen), frozenset(denied), count)


def names_of_habit(habit: Habit | None) -> list[str]:
    """Return the addresses of a habit."""
    return [f"habit {' '.join(sorted(habit.about))} {name}" for name in sorted(habit.classes)] if habit else []


def chosen_otherwise(one: Claim, other: Claim) -> str:
    """Say that two clauses choose otherwise for the same thing."""
    left, right = one.habit, other.habit
    if left is None or right is None or left.about != right.about or left.classes.isdisjoint(right.classes):
        return ""
    if left.chosen & right.denied or left.denied & right.chosen:
        return "one rules out what the other asks for"
    if left.about and left.chosen and right.chosen and left.chosen.isdisjoint(right.chosen):
        return "they name different choices"
    return "they give different values" if left.chosen == right.chosen and 0 < left.count != right.count > 0 else ""
