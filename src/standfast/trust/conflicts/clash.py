"""Clash: where two claims say different things of the same address.

The address is what both say in the same words: subject, verb, condition and the rest of the clause. They clash where
one denies or rules out what the other says, where they differ in places that have room for one answer only (`slots`),
or where one calls off what the other approved. Where it cannot tell, it says nothing.
Neighbour: `conflict` finds what to compare.
"""

from __future__ import annotations

import math

from standfast.code.runtimes import are_apart
from standfast.trust.conflicts.ban import BEFORE, TAKES, rules_out
from standfast.trust.conflicts.claim import LIGHT, ROLE, SEVERAL, SINGLE, USES, Claim
from standfast.trust.conflicts.difference import PLACES, differences
from standfast.trust.conflicts.habit import chosen_otherwise
from standfast.trust.conflicts.lesson import switched_otherwise
from standfast.trust.conflicts.preference import preferred_otherwise
from standfast.trust.conflicts.reading import SOLE, TOLD
from standfast.trust.conflicts.slots import (
    FELL,
    STOOD,
    are_spellings,
    is_choice,
    is_code,
    is_name,
    is_number,
    name_two_things,
    stem,
    stems,
    why_one_answer,
    words,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from standfast.trust.conflicts.difference import Difference

_SPAN = 7  # words in which two claims may differ in one place
_MUCH = 3  # words in common, where only a name tells two claims apart
_SINCE = frozenset(("since", "starting"))
MEANS = words("using via with through on by from against")
_LONG = 5  # words in common of two claims between which only names differ
_NAME = 4  # words of a name
_BRIEF = 4  # words in common of two claims that answer in free words
_ORDER = stem("before")
ROW = 2  # words in common from which one other value alone sets two claims against each other
_AMONG = 3  # where there is room for several
_THING = 4  # where that value says what is spoken of
_CASE = 6  # where it says in which case, or which of several that are counted
_STEPS = stems(
    "click press open create remove delete add copy select enter type check see go navigate configure"
)  # one follows another
_CHOOSING = stems("use choose pick select prefer adopt write")
_NAMING = TOLD - stems("call")  # of what is said so, there is one
_PURPOSES = frozenset(("for", "to", "as"))
_LOOKING = stems("review reproduce test check verify inspect debug look see try compare read")  # more than one may
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
    if one.said == other.said or one.bag.isdisjoint(other.bag):
        return ""
    ends = one.verb and other.verb and one.outcome is not None
    why = (_called_off(one, other) if ends else "") or _told_apart(one, other, same_place=same_place)
    why = why or (rules_out(one, other, same_place=same_place) if one.denies != other.denies else "")
    why = why or chosen_otherwise(one, other) or _asked_otherwise(one, other)
    return why or preferred_otherwise(one, other) or switched_otherwise(one, other)


def _asked_otherwise(one: Claim, other: Claim) -> str:
    """Say that they ask for different versions of a language or package manager: "Node 18 will do", "`>=20`"."""
    left, right = one.runtime, other.runtime
    return OTHER_VERSIONS if left is not None and right is not None and are_apart(left, right) else ""


def _told_apart(one: Claim, other: Claim, *, same_place: bool) -> str:
    """Say in what two claims differ; nothing of two deeds, done beside each other, or of two things that are not."""
    compared = one.verb and other.verb and (_compared(one, other, same_place=same_place) or _of_one_address(one, other))
    why = compared or _exchanged(one, other, same_place=same_place)
    neither = one.denies and other.denies and not one.subject and one.verb in TAKES and why in _EITHER
    return "" if neither or (why and one.is_deed and other.is_deed) else why


def _compared(one: Claim, other: Claim, *, same_place: bool) -> str:
    """Say how two claims differ that are the same words up to a few places."""
    same_verb = one.verb == other.verb or (one.verb in USES and other.verb in USES)
    if not same_verb or (one.labelled != other.labelled and one.verb != "be"):
        return ""
    if not (one.denies or other.denies) and (flipped := _is_flipped(one, other)):
        return flipped
    common = one.telling & other.telling
    shared = len(common) - (one.verb in common) + same_place
    if not shared and one.denies == other.denies and one.verb not in USES:
        return ""  # no reason is one without a word in common
    dated = one.lowered[0] in _SINCE or other.lowered[0] in _SINCE
    alike = dated or one.subject == other.subject
    if not alike and (_is_of_another(one, other) or _is_of_another(other, one)):
        return ""
    places = differences(one, other)
    if places is None:
        return ""
    if not places:
        return "one denies what the other says" if one.denies != other.denies else ""
    if one.denies != other.denies or len(places) > PLACES:
        return ""
    distinct = {(place.left, place.right): place for place in places}  # of equal ones the last: not its subject
    if len(distinct) > 1 and (shared < 2 or (shared < _LONG and _are_two_things(distinct.values()))):
        return ""
    first = ""
    for place in distinct.values():
        why = _reason(one, other, place, shared)
        if not why:
            return ""
        first = first or why
    return first


def _are_two_things(places: Iterable[Difference]) -> bool:
    """Tell whether names differ in every place: what has another name in every respect is another thing."""
    return all(is_code(word) for place in places for word in (place.left[0], place.right[0]))


def _is_of_another(one: Claim, other: Claim) -> bool:
    """Tell at a glance that a claim is of something else: its subject has a word that nothing in the other is like.

    The places in which two claims differ would say the same, at a hundred times the cost.
    """
    odd = [key for key in one.subject if key not in other.bag and one.keys.count(key) == 1]
    if not odd:
        return False
    for key in odd:
        for word in other.telling:
            if key[:3] == word[:3] or key in word or (len(word) > 2 and word in key):
                return False
    return True


def _reason(one: Claim, other: Claim, place: Difference, shared: int) -> str:
    """Say why a place has room for one answer only; nothing where it may hold both, or belongs to the address."""
    (at, over), left, right = place.at, place.left, place.right
    inside = (at < one.place or over < other.place) and one.lowered[0] not in _SINCE
    if one.is_doer(at):
        return ""
    if inside or _is_conditional(one, other, place) or not left or not right or max(len(left), len(right)) > _SPAN:
        return ""
    if _is_step(one) and shared < _AMONG:
        return ""
    if name_two_things(left, right):
        return ""
    why = why_one_answer(left, right)
    if not _are_least(place) and (one.has_room(at) or (not why and _goes_beside(one, place))):
        return ""  # there is room for both; of two least versions only for one
    if why in {"they say the opposite", "they name different choices"}:
        return why if shared or one.verb in USES else ""
    if why:
        return why if shared >= 2 or (shared and (one.verb in SINGLE or one.verb == "be" or _leads(one, at))) else ""
    used = one.verb in USES and at == one.place + 1 and over == other.place + 1
    if shared >= (_MUCH if used else _LONG) and _are_two_names(place):
        return "they name different choices"
    if shared >= _MUCH and _follows(one, at) and _follows(other, over) and (is_name(left[0]) or is_name(right[0])):
        return "they name different choices" if max(len(left), len(right)) <= _NAME else ""
    if shared > _BRIEF or one.lowered[at - 1] != other.lowered[over - 1] or one.leads or other.leads:
        return ""  # of a long sentence other words may say the same, and another preposition asks something else
    single = one.verb in (SINGLE if one.subject else TOLD)
    ends = at + len(left) < len(one.keys)
    leads = _leads(one, at)
    if shared and single and (leads or ends) and not _only_widens(left, right):
        return "they give different answers"
    return "they give different answers" if shared and one.verb == "be" and one.subject and leads else ""


def _goes_beside(claim: Claim, place: Difference) -> bool:
    """Tell whether a name is what something is done with, and others may be beside it: "Deploy X to …", "Use X in …".

    What is chosen for a purpose is not: of that there is one, unless several may look at a thing.
    """
    at = place.at[0]
    if claim.subject or claim.verb in _NAMING or not LIGHT.issuperset(claim.keys[claim.place + 1 : at]):
        return False
    then = claim.lowered[at + len(place.left) :][:2]
    if then == ROLE:
        return False
    chosen = claim.verb in _CHOOSING and len(then) == 2 and then[0] in _PURPOSES and stem(then[1]) not in _LOOKING
    return not chosen and _are_names(place.left) and _are_names(place.right)


def _are_names(words: Sequence[str]) -> bool:
    """Tell whether a row of words is names through and through."""
    return len(words) <= _NAME and all(is_name(word) or is_number(word) or is_choice(stem(word)) for word in words)


def _are_two_names(place: Difference) -> bool:
    """Tell whether two names differ, and neither is the other in short: ALB of Application Load Balancer."""
    short, full = sorted(("".join(place.left), "".join(place.right)), key=len)
    letters = iter(full.lower())
    is_short = all(letter in letters for letter in short.lower())
    return not is_short and _are_names(place.left) and _are_names(place.right)


def _is_step(claim: Claim) -> bool:
    """Tell whether a claim is a step, which others follow: "Click …", not "Types are …"."""
    return (claim.labelled or not claim.place) and stem(claim.raw[0]) in _STEPS


def _follows(claim: Claim, at: int) -> bool:
    """Tell whether a place is the means or the place of what is said: "using X", "on X"."""
    return at > 0 and claim.lowered[at - 1] in MEANS


def _only_widens(left: Sequence[str], right: Sequence[str]) -> bool:
    a, b = {word.lower() for word in left}, {word.lower() for word in right}
    return a <= b or b <= a


def _leads(claim: Claim, at: int) -> bool:
    """Tell whether a word that asks for one answer stands before a place."""
    before = claim.lowered[claim.place : at]
    return any(word in BEFORE for word in before if word != "to") or "to" in before[-2:]


def _is_flipped(one: Claim, other: Claim) -> str:
    """Tell whether one puts first what the other puts last: A before B."""
    if _ORDER not in one.bag or _ORDER not in other.bag:
        return ""
    (first, second), (third, fourth) = _sides(one, _ORDER), _sides(other, _ORDER)
    return "they prefer the opposite" if first and second and first <= fourth and third <= second else ""


def _sides(claim: Claim, mark: str) -> tuple[set[str], set[str]]:
    at = claim.keys.index(mark)
    before = {key for key in claim.keys[claim.place + 1 : at] if key not in LIGHT}
    return before, {key for key in claim.keys[at + 1 :] if key not in LIGHT and key != "than"}


def _of_one_address(one: Claim, other: Claim) -> str:
    """Say that two claims in any order of words are about exactly the same and give other values of one type."""
    if len(one.terms) < 2 or one.terms != other.terms or not one.values or not other.values:
        return ""
    if one.denies or other.denies or one.exception != other.exception or one.is_case or other.is_case:
        return ""
    if one.values & other.values or one.counts != other.counts or one.value_first or other.value_first:
        return ""
    if one.is_open:
        return ""
    if any(are_spellings([a], [b]) for a in one.values for b in other.values):
        return ""
    if all(len(claim.values) > 1 and not all(map(is_number, claim.values)) for claim in (one, other)):
        return ""  # what has another name and another number is another thing
    return "they give different values"


def _exchanged(one: Claim, other: Claim, *, same_place: bool) -> str:
    """Say that two claims are the same words up to one value of a closed type."""
    if one.denies != other.denies or one.frame != other.frame or not one.terms:
        return ""
    distinct = {(place.left, place.right): place for place in differences(one, other) or ()}
    if len(distinct) != 1:
        return ""
    (place,) = distinct.values()
    if max(len(place.left), len(place.right)) > _SPAN:
        return ""
    shared = len(one.terms & other.terms) + len(one.values & other.values) + same_place
    if shared < _needed(one, other, place):
        return ""
    why = why_one_answer(place.left, place.right)
    if not why and shared >= _LONG and _are_two_names(place):
        why = "" if _is_step(one) or _goes_beside(one, place) else "they name different choices"
    if one.has_room(place.at[0]) and not _are_least(place):
        return ""
    two = _is_conditional(one, other, place) or _is_spoken_of(one, place.at[0])
    return OF_TWO if why and two and not _is_of_one(one, other, place) else why


def _needed(one: Claim, other: Claim, place: Difference) -> float:
    """Return how many words two claims must share when a value in one place is all in which they differ.

    A value in a condition mostly tells two cases apart, and one in the subject two things of one sort: the more words
    are the same, the less likely are two of them, least of all another number or file.
    """
    at = place.at[0]
    if _is_conditional(one, other, place):
        return _CASE
    if _is_spoken_of(one, at):
        if _is_of_one(one, other, place):
            return ROW
        if one.is_doer(at) or not (one.whole and other.whole):
            return math.inf
        if at and is_number(one.raw[at]):
            return _CASE if one.raw[at].isdigit() else _LONG  # one of several is counted, a version has parts
        return _THING
    return _AMONG if one.verb in SEVERAL or _is_step(one) else ROW


def _is_of_one(one: Claim, other: Claim, place: Difference) -> bool:
    """Tell whether there can be only one of which both are said: the source of truth, the least version, one file."""
    return not SOLE.isdisjoint(one.bag & other.bag) or _are_least(place) or _is_moved(place)


def _is_moved(place: Difference) -> bool:
    """Tell whether both sides are one file in two folders, or of two sorts of one language: a.ts and a.tsx."""
    if len(place.left) != 1 or len(place.right) != 1:
        return False
    one, other = (side[0].strip("`'\"").rpartition("/") for side in (place.left, place.right))
    if one[2] == other[2]:
        return bool(one[0] and other[0]) and "." in one[2]
    name, _, ending = one[2].rpartition(".")
    named, _, ended = other[2].rpartition(".")
    short, full = sorted((ending, ended), key=len)
    return bool(name) and (one[0], name) == (other[0], named) and len(short) > 1 and short in full


def _are_least(place: Difference) -> bool:
    """Tell whether both sides say what is the least: of two least versions there is room for one."""
    return all(any(word.endswith("+") for word in side) for side in (place.left, place.right))


def _is_spoken_of(claim: Claim, at: int) -> bool:
    """Tell whether a place says what is spoken of."""
    return at < max(1, claim.place) or claim.is_doer(at) or claim.frame.isdisjoint(claim.keys[:at])


def _is_conditional(one: Claim, other: Claim, place: Difference) -> bool:
    """Tell whether a place in which two claims differ belongs to a condition of one of them."""
    (at, over), left, right = place.at, place.left, place.right
    return True in one.conditional[at : at + len(left)] or True in other.conditional[over : over + len(right)]


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
    left, right = (_object(claim) for claim in (one, other))
    return "one calls off what the other approves" if len(left) >= 2 and (left <= right or right <= left) else ""


def _object(claim: Claim) -> frozenset[str]:
    named = (key for raw, key in zip(claim.raw, claim.keys, strict=True) if not is_number(raw))
    return frozenset(named) - LIGHT - FELL - (STOOD - {"renew"}) - _MEASURES


_MEASURES = words("year month week day hour")
