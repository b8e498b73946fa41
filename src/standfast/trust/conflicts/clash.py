"""Clash: where two claims say different things of the same address.

The address is what both say in the same words: subject, verb, condition and the rest of the clause. They clash where
one denies or rules out what the other says, where they differ in places that have room for one answer only (`slots`),
or where one calls off what the other approved. Where it cannot tell, it says nothing.
Neighbour: `conflict` finds what to compare.
"""

from __future__ import annotations

from standfast.code.runtimes import are_apart
from standfast.model.pattern import compile_later
from standfast.trust.conflicts.ban import BEFORE, rules_out
from standfast.trust.conflicts.claim import LIGHT, SINGLE, Claim
from standfast.trust.conflicts.clauses import STARTS
from standfast.trust.conflicts.difference import differences
from standfast.trust.conflicts.habit import chosen_otherwise
from standfast.trust.conflicts.preference import preferred_otherwise
from standfast.trust.conflicts.reading import TOLD
from standfast.trust.conflicts.slots import (
    FELL,
    STOOD,
    are_spellings,
    are_switched,
    is_code,
    is_number,
    stem,
    why_one_answer,
    words,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from standfast.trust.conflicts.difference import Difference

_WORD = compile_later(r"[\w-]+")
_SPAN = 7  # words in which two claims may differ in one place
_LONG = 5  # words in common of two claims between which only names differ
_NAME = 4  # words of a name
_BRIEF = 4  # words in common of two claims that answer in free words
ROW = 2  # words in common from which one other value alone sets two claims against each other
_NAMED = 3  # where it is a name from code
_THING = 4  # where it says what is spoken of
_COUNTED = 6  # where that is one of several that are counted
_PREFER = stem("prefer")
_EITHER = frozenset(("they name different choices", "they give different names"))

OF_TWO = "they say the same under two names"
"""Why two claims may be one thing renamed, or two things: it is shown, and nobody has to wait for it."""
OTHER_VERSIONS = "they ask for different versions"
"""Why two clauses clash; between two documents it is told as a line that is no longer true, not as a conflict."""


def find_clash(one: Claim, other: Claim, *, same_place: bool = False) -> str:
    """Say how two claims stand against each other; nothing where both may be right or nobody can tell.

    `same_place` says that both are about the same code or carry the same title: then fewer words must be shared.
    """
    if one.titled or other.titled:
        return _of_one_title(one, other)
    if one.said == other.said:
        return ""
    if one.bag.isdisjoint(other.bag):
        return _asked_otherwise(one, other)  # "Node 18", "Node.js 20"
    ends = one.verb and other.verb and one.outcome is not None
    why = (_called_off(one, other) if ends else "") or _told_apart(one, other, same_place=same_place)
    why = why or (rules_out(one, other, same_place=same_place) if one.denies != other.denies else "")
    why = why or chosen_otherwise(one, other) or _asked_otherwise(one, other)
    return why or preferred_otherwise(one, other)


def _asked_otherwise(one: Claim, other: Claim) -> str:
    """Say that they ask for different versions of a language or package manager: "Node 18 will do", "`>=20`"."""
    left, right = one.runtime, other.runtime
    return OTHER_VERSIONS if left is not None and right is not None and are_apart(left, right) else ""


def _told_apart(one: Claim, other: Claim, *, same_place: bool) -> str:
    """Say in what two claims differ; nothing of two deeds, done beside each other, or of two things that are not."""
    if (one.is_deed and other.is_deed) or _are_two_things(one, other):
        return ""
    places = differences(one, other)
    if places is None:
        return _of_one_address(one, other)
    distinct = list({_exchanged(place): place for place in places}.values())  # of equal ones the last
    if one.denies != other.denies:
        return "" if distinct or not (one.verb and other.verb) else "one denies what the other says"
    shared = len(one.telling & other.telling) + same_place
    if len(distinct) == 1:
        why = _in_one_place(one, other, distinct[0], shared)
    else:
        why = _in_several(one, other, distinct, shared)
    why = why or _of_one_address(one, other)
    return "" if one.denies and why in _EITHER else why  # neither of two is what another rule rules out


def _are_two_things(one: Claim, other: Claim) -> bool:
    """Tell whether what is said is named otherwise and counted otherwise: then it is said of another thing.

    So are the versions of two languages that one project needs.
    """
    asked, others = one.runtime, other.runtime
    if asked and others and asked.needed and others.needed and asked.name != others.name:
        return True
    return one.mixes and other.mixes and one.values.isdisjoint(other.values)


def _exchanged(place: Difference) -> tuple[frozenset[str], frozenset[str]]:
    """Return which words of a place stand for which: `poetry lock` and `poetry.lock` become uv in one way."""
    left, right = (frozenset(_WORD.findall(" ".join(side).lower())) for side in (place.left, place.right))
    return left - right, right - left


def _in_one_place(one: Claim, other: Claim, place: Difference, shared: int) -> str:
    """Say why the one place in which two claims differ has room for one answer only; nothing where it may hold both."""
    left, right = place.left, place.right
    if max(len(left), len(right)) > _SPAN or shared < _needed(one, other, place):
        return ""
    if one.has_room(place.at[0]):
        return ""
    why = why_one_answer(left, right)
    if why and _narrows(one, other, place):
        return ""
    if _tells_cases_apart(one, other, place):
        return OF_TWO if why else ""
    return why or _answered(one, other, place, shared)


def _narrows(one: Claim, other: Claim, place: Difference) -> bool:
    """Tell whether one side also says where or when, which makes it another case: "5 in tests"."""
    size = max(len(place.left), len(place.right))
    longer, at = (one, place.at[0]) if len(place.left) == size else (other, place.at[1])
    return len(place.left) != len(place.right) and not STARTS.isdisjoint(longer.lowered[at + 1 : at + size + 1])


def _in_several(one: Claim, other: Claim, places: Sequence[Difference], shared: int) -> str:
    """Say why each of several places has room for one answer only."""
    if shared <= _LONG and all(is_code(word) for place in places for word in (place.left[0], place.right[0])):
        return ""  # what has another name in every respect is another thing
    first = ""
    for place in places:
        if _tells_cases_apart(one, other, place) or one.has_room(place.at[0]):
            return ""
        why = why_one_answer(place.left, place.right)
        if not why:
            return ""
        first = first or why
    return first


def _answered(one: Claim, other: Claim, place: Difference, shared: int) -> str:
    """Say that two short claims give other answers in free words to what has one answer only."""
    at = place.at[0]
    if one.verb != other.verb or shared > _BRIEF:
        return ""  # of a long sentence other words may say the same
    single = one.verb in (SINGLE if one.subject else TOLD)
    told = _leads(one, at) or (one.verb == _PREFER and at + len(place.left) < len(one.keys))
    return "they give different answers" if single and told else ""


def _leads(claim: Claim, at: int) -> bool:
    """Tell whether a word that asks for one answer stands before a place."""
    before = claim.lowered[claim.place : at]
    return any(word in BEFORE for word in before if word != "to") or "to" in before[-2:]


def _of_one_address(one: Claim, other: Claim) -> str:
    """Say that two claims in any order of words are about exactly the same and give other values of one type."""
    if not (one.verb and other.verb and one.values and other.values) or one.values & other.values:
        return ""
    if len(one.terms) < ROW or one.terms != other.terms or one.denies or other.denies:
        return ""
    if one.counts != other.counts or one.value_first or other.value_first or one.is_open:
        return ""
    if any(are_spellings([a], [b]) for a in one.values for b in other.values):
        return ""
    if min(len(one.values), len(other.values)) > 1 and not one.counts:
        return ""  # of two names each nobody knows which stands for which
    return "they give different values"


def _needed(one: Claim, other: Claim, place: Difference) -> int:
    """Return how many words two claims must share when a value in one place is all in which they differ.

    There are many names for many things, and a value in the subject or a condition mostly tells two of them apart: the
    more words are the same, the less likely are two.
    """
    left, right = place.left, place.right
    counted = is_number(left[0]) and is_number(right[0])
    if _tells_cases_apart(one, other, place):
        return _COUNTED if counted else _THING
    if counted or (len(left) == len(right) == 1 and are_switched(left[0], right[0])):
        return 1 if one.subject and one.subject == other.subject else ROW
    if one.is_way and other.is_way:
        return 1
    return _NAMED if any(map(is_code, left)) and any(map(is_code, right)) else ROW


def _tells_cases_apart(one: Claim, other: Claim, place: Difference) -> bool:
    """Tell whether a place says of what something is said, or in a condition when it holds."""
    at, over = place.at
    if True in one.conditional[at : at + len(place.left)] or True in other.conditional[over : over + len(place.right)]:
        return True
    unsaid = not one.verb and one.frame.isdisjoint(one.keys[:at])
    return at < max(1, one.place) or one.is_doer(at) or unsaid


def _of_one_title(one: Claim, other: Claim) -> str:
    """Say that two short texts under one title give it other values, or name it otherwise."""
    if not (one.titled and other.titled) or one.keys[: one.place] != other.keys[: other.place]:
        return ""
    left, right = (claim.keys[claim.place :] for claim in (one, other))
    common = set(left) & set(right) - LIGHT
    if one.values and other.values:
        clash = common and not one.values & other.values and one.counts == other.counts
        return "they give different values" if clash else ""
    phrases = max(len(left), len(right)) <= _NAME and not set(left) <= set(right) and not set(right) <= set(left)
    return "they give different answers" if phrases and common else ""


def _called_off(one: Claim, other: Claim) -> str:
    """Say that one calls off what the other approved: the same thing, apart from the amount and the reason."""
    if other.outcome is not (not one.outcome):
        return ""
    left, right = (object_of(claim) for claim in (one, other))
    return "one calls off what the other approves" if len(left) >= 2 and (left <= right or right <= left) else ""


def object_of(claim: Claim) -> frozenset[str]:
    """Return what is approved or called off, without how much of it."""
    named = (key for raw, key in zip(claim.raw, claim.keys, strict=True) if not is_number(raw))
    return frozenset(named) - LIGHT - FELL - (STOOD - {"renew"}) - _MEASURES


_MEASURES = words("year month week day hour")
