"""Preference: what a rule chooses and what it rejects, by name: "Use A, not B", "B over A", "A is allowed".

Two rules with one pair the other way round stand against each other, whatever else they say, and so do a permission and
a ban of one thing. What is said for another purpose, place or case stands beside it. Pure.
Neighbours: `habit` (one closed class), `clash` asks here, `address` where to look for the other.
"""

from __future__ import annotations

from itertools import pairwise, product

from standfast.model.pattern import compile_later
from standfast.model.value import Value
from standfast.trust.conflicts.claim import LIGHT
from standfast.trust.conflicts.reading import NEGATIONS
from standfast.trust.conflicts.slots import habits_of, stem, stems, words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from standfast.trust.conflicts.claim import Claim

    Names = frozenset[tuple[str, ...]]

_SIGNS = (
    "not ", "never", "no ", "avoid", "stop", "instead", "rather", "over ", "from ", "replace", "prefer", "bann",
    "forbid", "prohibit", "allowed", "permitted", " fine", " ok", "acceptable", "may ", "can ", "n't", "n’t",
)  # fmt: skip
_TOKEN = compile_later(r"`[^`\n]+`|[\w$@][\w.@$/’'-]*\w|\w|[,;:()/.]|[-–—](?=\s)")
_LONGEST = 30  # words of a rule
_NAME = 3  # words of a name
_MOST = 6  # names of one side
_REJECTS = NEGATIONS | words("don't don’t doesn't aren't isn't instead rather over")
_CHOOSES = stems("use using prefer choose pick adopt install write call import run favor with via through")
_ONWARD = words("for in on when if until unless while where during inside within under at because since to as after")
_HEDGES = words("only except unless otherwise requested also both either")
_SOLE = words("only exclusively")
_JOINS = words("or and nor")
_ENDS = frozenset(",;:().-–—")
_ALLOWED = words("allowed permitted fine ok okay acceptable")
_BANNED = words("banned forbidden prohibited")
_PERMITS = words("may can")
_TURNS = stems("switch move migrate change go")
_REPLACE = stem("replace")
_EMPTY = LIGHT | words("exclusively only instead of than directly back anything everything")
_GENERAL = stems(
    "everything anything all always project repository repo codebase code package packages dependency dependencies "
    "management manager library agent agents developer contributor everyone anyone here use install run tool prefer"
)


class Preference(Value):
    """What a rule chooses, rejects and permits by name, where or for what, and the other words it has."""

    chosen: Names
    rejected: Names
    permitted: Names
    scope: frozenset[str]
    rest: frozenset[str]


def preference_of(said: str) -> Preference | None:
    """Return what a rule prefers, or None for a text that names nothing it rejects or permits."""
    low = said.lower()
    if not any(map(low.__contains__, _SIGNS)):
        return None
    row = [part for token in _TOKEN.findall(said) for part in _apart(token)]
    if len(row) > 2 * _LONGEST:
        return None
    reader = _Reader()
    for token, then in pairwise([*row, ""]):
        reader.read(token.strip("`"), then.lower(), quoted=token[0] == "`")
    return reader.result()


def _apart(token: str) -> list[str]:
    """Return what stands beside each other in a word, "npm/yarn", with what joins it."""
    parts = token.split("/") if "/" in token else []
    return " / ".join(parts).split() if any(habits_of(stem(part)) for part in parts) else [token]


class _Reader:
    """Reads a rule from left to right: names come after what chooses or rejects, up to a comma or a preposition."""

    def __init__(self) -> None:
        self.sides: tuple[list[tuple[str, ...]], ...] = ([], [], [])  # chosen, rejected, permitted
        self.side = -1  # of what comes next; none before a word that chooses or rejects
        self.name: list[str] = []
        self.scope: set[str] = set()
        self.rest: set[str] = set()
        self.scoped = self.hedged = self.prefers = False
        self.before: list[str] = []  # of the clause, for "A is allowed" and "A over B"

    def read(self, token: str, then: str, *, quoted: bool) -> None:
        low, key = token.lower(), stem(token)
        if quoted:
            for word in token.split():
                self._take(stem(word.strip(".()")))
        elif low in _ENDS:
            self._close(self.side if low in "()" and self.side == 1 and not self.name else -1)
            self.scoped = False
            self.before = self.before if low in "()" else []
        elif (
            not (self._judges(low, then) or self._chooses(low, key, then) or self._narrows(low, then))
            and low not in _EMPTY
        ):
            self._take(key)

    def _judges(self, low: str, then: str) -> bool:
        """Take a word that rejects, allows or bans."""
        if low in _ALLOWED or low in _BANNED:
            self._judge(banned=low in _BANNED or self.side == 1)
        elif low in _PERMITS:
            self._permit(then)
        elif low in _REJECTS and (low not in {"instead", "rather"} or then in {"of", "than"}):
            self._reject(low)
        else:
            return False
        return True

    def _chooses(self, low: str, key: str, then: str) -> bool:
        """Take a word that joins names, or after which one comes that is chosen or left: "from A to B"."""
        if low in _JOINS or low == "/":
            self._close(self.side)
        elif key in _CHOOSES and not (self.side == 1 and self.name):
            self._choose(low)
        elif key in _TURNS or key == _REPLACE:
            self._close(1 if key == _REPLACE else -1)
        elif self.prefers and low == "to" and self.side == 0 and self.name and stem(then) not in _CHOOSES:
            self._close(1)  # "prefer A to B"
        elif low == "from" and not self.before:
            self._close(1)
        elif self.side == 1 and self.name and low in {"to", "with"} and not self.sides[0]:
            self._close(0)
        else:
            return False
        return True

    def _narrows(self, low: str, then: str) -> bool:
        """Take a word that says in which case, or only in which."""
        if low in _ONWARD:
            beside = self.side < 0 and self.before and self.sides[1]  # another thing, after a comma
            self._close(-1)
            self.scoped = not beside
        elif low in _SOLE and self.side < 0 and not self.scoped and 0 < len(self.before) <= _NAME:
            self.sides[0].append(tuple(self.before))  # "A only"
        elif low in _HEDGES:
            self.hedged = self.hedged or low not in _SOLE or self.scoped or then in _ONWARD
        else:
            return False
        return True

    def result(self) -> Preference | None:
        self._close(-1)
        chosen, rejected, permitted = (frozenset(side[:_MOST]) for side in self.sides)
        permitted = frozenset() if self.hedged else permitted
        if not rejected and not permitted:
            return None
        named = {word for side in (chosen, rejected, permitted) for name in side for word in name}
        rest = frozenset(self.rest - named - _GENERAL)
        return Preference(chosen - rejected, rejected, permitted, frozenset(self.scope - named - _GENERAL), rest)

    def _take(self, key: str) -> None:
        if self.scoped:
            self.scope.add(key)
        elif self.side >= 0:
            self.name.append(key)
        else:
            self.before.append(key)
            self.rest.add(key)

    def _close(self, side: int) -> None:
        if self.side >= 0 and 0 < len(self.name) <= _NAME:
            self.sides[self.side].append(tuple(self.name))
        self.name = []
        self.side = side

    def _reject(self, low: str) -> None:
        if self.side < 0 and low == "over" and 0 < len(self.before) <= _NAME:
            self.sides[0].append(tuple(self.before))  # "A over B"
        self._close(1)
        self.scoped = False

    def _choose(self, low: str) -> None:
        self.prefers = low.startswith("prefer")
        if self.side == 1 and not self.name:
            return  # "never use A"
        if self.side == 0 and self.name:
            self.rest.update(self.name)  # "install dependencies with A"
            self.name = []
        passive = self.side == 2 and low == "used"
        if not passive:
            self._close(2 if self.side == 2 else 0)

    def _permit(self, then: str) -> None:
        if then in {"not", "never"} or self.side == 1:
            return
        subject, self.before = tuple(self.before), []
        self._close(2)
        if then == "be" and 0 < len(subject) <= _NAME:
            self.name = list(subject)  # "A may be used"
        else:
            self.scope.update(subject)  # "tests may use A"

    def _judge(self, *, banned: bool) -> None:
        if self.side == 1 and not self.name:
            self.side = -1
        if self.side < 0 and 0 < len(self.before) <= _NAME:
            self.sides[1 if banned else 2].append(tuple(self.before))
        self.before = []


def names_of_preference(found: Preference | None) -> Iterable[str]:
    """Return the addresses of a preference: each end of a name it has, on whichever side."""
    if found is None:
        return ()
    sides = (found.chosen, found.rejected, found.permitted)
    return sorted({f"chosen {word}" for side in sides for name in side for word in (name[0], name[-1])})


def preferred_otherwise(one: Claim, other: Claim) -> str:
    """Say that two rules prefer the opposite, or that one permits or takes what the other rules out."""
    left, right = one.preference, other.preference
    if left is None or right is None or left.scope != right.scope:
        return ""
    if left.rest and right.rest and left.rest.isdisjoint(right.rest):
        return ""
    if _meet(left.chosen, right.rejected) and _meet(right.chosen, left.rejected):
        return "they prefer the opposite"
    for yes, no in ((left, right), (right, left)):
        taken = {name for name in yes.chosen if habits_of(name[0])} | yes.permitted
        if left.rest == right.rest and taken & no.rejected:
            return "one rules out what the other asks for"
    return ""


def _meet(some: Names, others: Names) -> bool:
    """Tell whether a name of one side is one of the other, maybe with a word less: "default" of "default exports"."""
    return any(
        (one[: len(other)] == other or one[-len(other) :] == other)
        or (other[: len(one)] == one or other[-len(one) :] == one)
        for one, other in product(some, others)
    )
