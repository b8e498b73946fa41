"""Claim: one clause of a text, and what it is by itself. Pure.

Owns what every judgement asks of a claim, each read once however many others it is held against, and the tables of
words that decide it. Neighbours: `reading` reads claims from a text, `clash` compares two.
"""

from __future__ import annotations

from standfast.model.value import Value, computed
from standfast.trust.conflicts.slots import FELL, STOOD, is_code, is_number, is_value, stem, stems, words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from standfast.code.runtimes import ClaimedVersion
    from standfast.trust.conflicts.habit import Habit
    from standfast.trust.conflicts.preference import Preference

LIGHT = words(
    "a an the this that these those please always just simply now currently really only ever i we you they our your my "
    "their its me it he she will would shall should must can may might could do does did have has had be been being "
    "is are was were am need needs to of from on in at by and also then so very all each every any some want like new "
    "going forward make sure remember keep get , : as well here there with for updated changed them prefix "
    "suffix string too additionally thus hence therefore such i'll i'd i've i'm "
    "you're you'll we'll we'd we've we're it's ensure everyone firstly secondly finally likewise up"
)
SINGLE = stems(
    "prefer allocate reallocate assign schedule set default limit cap keep live run listen deploy move name call own "
    "lead cost expire last start end close open rename belong report approve budget target pin lock key store write "
    "host locate base build release ship retry wait rotate round choose pick decide select require recommend estimate"
)
USES = stems("use write run install build test format lint deploy log store choose pick select prefer adopt import")
SETTERS = stems(
    "move delay change update postpone shift bump raise lower increase reduce switch cut extend shorten reset rename "
    "set correct amend push"
)
SEVERAL = stems(
    "support include provide contain accept allow offer cover add fix download have parse raise handle depend import"
)
_MEANS = words("with via using through")
_NARROWS = stems("if unless except once until while")
ROLE = ("as", "the")  # of which there is one
PAST = words("saw met ran found wrote made did got took hit")
_TELLERS = words("i we")
_ARTICLES = words("a an the this that these all both")
_SET = SETTERS | SINGLE | USES
_USE, _HAVE = stem("use"), stem("have")


class Claim(Value):
    """One clause: its words as written, as keys, where its subject ends, and what it is as a whole."""

    raw: tuple[str, ...]
    keys: tuple[str, ...]
    conditional: tuple[bool, ...]  # of each word: whether it belongs to a condition
    verb: str  # its stem; empty for what only permits something or has none
    place: int  # where the verb is, or the label ends
    denies: bool
    labelled: bool
    titled: bool  # the label is its title
    said: str
    terms: frozenset[str]  # what it is about: the keys of words that carry meaning and are not values
    values: frozenset[str]  # the values of closed types it gives, as written
    frame: frozenset[str]  # its terms without names, and choices of which there is room for one
    subject: tuple[str, ...]  # the keys of what it is said of
    bag: frozenset[str]  # its keys, in no order
    whole: bool = True  # nothing else stands in its text
    leads: bool = False  # to what follows it, which alone says what is meant

    @computed
    def lowered(self) -> tuple[str, ...]:
        """Its words in small letters."""
        return tuple([word.lower() for word in self.raw])

    @computed
    def telling(self) -> frozenset[str]:
        """Its keys that carry meaning."""
        return self.bag - LIGHT

    @computed
    def heavy(self) -> tuple[int, ...]:
        """The places of its words that carry meaning."""
        return tuple([at for at, word in enumerate(self.lowered) if word not in LIGHT])

    @computed
    def counts(self) -> bool:
        """Whether all values that it gives are amounts."""
        return all(map(is_number, self.values))

    @computed
    def mixes(self) -> bool:
        """Whether it gives both a name of code and an amount."""
        numbers = [*map(is_number, self.values)]
        return any(numbers) and any(
            is_code(value) for value, told in zip(self.values, numbers, strict=True) if not told
        )

    @computed
    def value_first(self) -> bool:
        """Whether a value is what it is about, rather than what it says of it."""
        values = (at for at, raw in enumerate(self.raw) if is_number(raw) or is_code(raw))
        return next(values, len(self.raw)) < max(1, self.place)

    @computed
    def is_deed(self) -> bool:
        """Whether it reports what was done to something: "Edited a.py", "We fixed bug #12", "Saw a timeout"."""
        start = self.lowered[0] in _TELLERS
        done, then = self.lowered[start : start + 2] if len(self.raw) > start + 2 else ("", "")
        if self.labelled or stem(done) in _SET:
            return False
        if done in PAST:
            return True
        return done.endswith("ed") and (start or then in _ARTICLES or is_value(then) or self.raw[start + 2][0] == "#")

    @computed
    def is_open(self) -> bool:
        """Whether a number in it says which one did something, or a name has room for others beside it."""
        return any(
            (is_number(raw) and self.is_doer(at)) or (is_code(raw) and self.has_room(at))
            for at, raw in enumerate(self.raw)
        )

    def is_doer(self, at: int) -> bool:
        """Tell whether a number says which one did something: "run 2 took", "release 1.2 shipped"."""
        if not is_number(self.raw[at]) or not self.raw[at][-1].isdigit():
            return False
        then = self.lowered[at + 1] if at + 1 < len(self.raw) else ""
        exposes = at == 1 and self.lowered[0].endswith("s")  # "Exposes 7 selected"
        told = exposes or self.labelled or self.verb == _HAVE
        return not told and (then in PAST or (then.endswith("ed") and then[-3:] != "eed"))

    def has_room(self, at: int) -> bool:
        """Tell whether a place comes right after a verb that has room for several names: imports X, depends on X."""
        if at <= self.place or self.raw[at].isdigit() or not LIGHT.issuperset(self.keys[self.place + 1 : at]):
            return False
        if self.lowered[at + 1 : at + 3] == ROLE:
            return False
        taken = self.verb == _USE and is_code(self.raw[at]) and self.raw[at + 1 : at + 2] == ("from",)
        return taken or self.verb in SEVERAL

    @computed
    def is_way(self) -> bool:
        """Whether it only asks for the command or tool that something is done with: "Build it with `make all`"."""
        asks = self.whole and self.place == 0 and not self.denies and self.verb in USES | SINGLE
        named = len(self.values) == 1 and is_code(self.raw[-1]) and self.keys[-1][:1] != "-"  # no option of one
        return asks and named and not _MEANS.isdisjoint(self.lowered[-2:-1])

    @computed
    def habit(self) -> Habit | None:
        """The choice that it is, where it is nothing else."""
        from standfast.trust.conflicts.habit import habit_of

        return habit_of(self.said)

    @computed
    def preference(self) -> Preference | None:
        """What it chooses, rejects or permits by name."""
        from standfast.trust.conflicts.preference import preference_of

        return preference_of(self.said)

    @computed
    def runtime(self) -> ClaimedVersion | None:
        """The version of a language or a package manager that it speaks of."""
        from standfast.code.runtimes import find_claimed_version

        return find_claimed_version(self.said)

    @computed
    def outcome(self) -> bool | None:
        """Whether it approves something or calls it off; None where it does neither."""
        if not FELL.isdisjoint(self.bag):
            return self.denies
        return None if STOOD.isdisjoint(self.bag) else not self.denies

    @computed
    def exception(self) -> frozenset[str]:
        """The words of a condition that narrows it: if, unless, except."""
        if _NARROWS.isdisjoint(self.bag):
            return frozenset()
        return frozenset(key for key, part in zip(self.keys, self.conditional, strict=True) if part)
