"""Ban: what a claim rules out, asks for or permits, and whether one asks for what another rules out. Pure.

Neighbours: `reading` reads clauses, `clash` asks here of two of which one denies, `address` where to look for the
other.
"""

from __future__ import annotations

import re
from functools import lru_cache

from standfast.model.pattern import compile_later
from standfast.trust.conflicts.claim import LIGHT
from standfast.trust.conflicts.slots import is_choice, is_code, is_number, stem, stems, words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from standfast.trust.conflicts.claim import Claim

_DUTIES = words("must should shall need needs require requires required")
_OBLIGES = stems("require")
TAKES = stems("use adopt install import choose pick select prefer call invoke add bring introduce")
_OFTEN = stems("use call invoke")  # what is not done so in general may be done so in a case
_BRINGS = stems("add bring introduce")  # and so may what is added
_BAN = compile_later(
    r"(?:(?:\b(?:never|not|no longer)|n't) "
    r"(add|bring|introduce|reintroduce|adopt|install|use|import|call|invoke)(?: back)?"
    r"|\b(?:avoid|stop) (adding|introducing|adopting|installing|using|importing|calling|invoking))"
    r" (?:the |any )?[`'\"]?(\w[\w.@/:-]*\w)(?:\(\))?[`'\"]?(?: back| again| any ?more)?"
    r"(?![\w(]|[.:/@-]\w)([^:;,.(]*)",
    re.IGNORECASE,
)
_PERMITS = words("may can could might")
_PRONOUNS = words("it this that they them these those")
_HEDGES = words("only except unless otherwise")
_RULE = 3  # words of a ban that make it the same deed; one fewer where both are of one place
BEFORE = words("by to in at on with after from every for as under until within per into than called named")


def rules_out(one: Claim, other: Claim, *, same_place: bool) -> str:
    """Say that one asks for what the other rules out: the same duty, or the use of what must not come in."""
    no, yes = (one, other) if one.denies else (other, one)
    if one.exception != other.exception:
        return ""
    ban = ban_of(no.said) if (taken := stem(taken_by(yes))) in no.terms else None
    if ban and taken != stem(ban[0]):
        return ""  # "use X instead of Y" takes what "never use Y, use X" asks for
    said = is_duty(yes) or not yes.verb or not no.subject  # "may touch", "squash twigs before nesting"
    same = said and one.values == other.values and duty_of(one) == duty_of(other) and len(duty_of(one)) > 1
    against = same or _uses_banned(no, yes) or _does_banned(no, yes, same_place=same_place)
    return "one rules out what the other asks for" if against else ""


def is_duty(claim: Claim) -> bool:
    """Tell whether a claim says what has to be."""
    return not _DUTIES.isdisjoint(claim.lowered)


def duty_of(claim: Claim) -> frozenset[str]:
    """Return what a duty is about, whatever words oblige to it."""
    return claim.terms - _OBLIGES


@lru_cache(maxsize=1_024)
def ban_of(said: str) -> tuple[str, str, frozenset[str]] | None:
    """Return what a clause says never to take, by which verb, and the words that narrow it to some cases."""
    found = _BAN.search(said)
    if found is None or found[3].lower() in LIGHT:
        return None
    cases = frozenset(stem(word.strip("`'\"/")) for word in found[4].split())
    return found[3].lower(), stem(found[1] or found[2]), cases - LIGHT


def taken_by(claim: Claim) -> str:
    """Return what a claim asks to use, call or bring in, as it is written; nothing where it asks for something else."""
    if claim.verb not in TAKES or claim.subject:
        return ""
    named = (claim.raw[at] for at in claim.heavy if at > claim.place)
    return next(named, "").strip("`'\"()").lower()


def _uses_banned(no: Claim, yes: Claim) -> bool:
    """Tell whether one takes by name what the other bans: for the same purpose, or altogether."""
    ban = ban_of(no.said) if (taken := taken_by(yes)) else None
    if ban is None or _is_hedged(yes) or _is_hedged(no):
        return False
    name, verb, cases = ban
    member = taken.startswith(name) and taken[len(name) : len(name) + 1] in {".", ":"}
    if not member and stem(taken) != stem(name):
        return False
    if not cases <= yes.bag:
        return False  # the ban is the exception
    if cases or member or is_code(name) or is_choice(stem(name)):
        return True
    altogether = verb not in _OFTEN and yes.verb not in _BRINGS
    return altogether or len((no.terms & yes.terms) - {stem(name), yes.verb}) > 1


def _does_banned(no: Claim, yes: Claim, *, same_place: bool) -> bool:
    """Tell whether one asks for or permits a deed that the other rules out, in the same words and maybe more.

    "It" is what both are about where they are of the same place.
    """
    deed = done_by(yes)
    if no.subject or not no.verb or deed != no.verb or _is_hedged(yes) or _is_hedged(no):
        return False
    missing = no.terms - yes.terms
    if same_place and missing and yes.raw[0].lower() in _PRONOUNS:
        missing -= set([key for key in no.keys[no.place + 1 :] if key not in LIGHT][:1])
    if missing or not no.values <= yes.values or len(no.terms & yes.terms) + len(no.values) < _RULE - same_place:
        return False
    return same_place or len(yes.terms - no.terms) <= sum(map(is_number, yes.values))  # what more it says is a unit


def done_by(claim: Claim) -> str:
    """Return the verb of what a claim asks for or permits; nothing where it only tells."""
    if claim.verb and not claim.subject:
        return claim.verb
    told = claim.lowered
    start = next((at for at, raw in enumerate(told) if raw in _PERMITS or raw in _DUTIES), len(told))
    return next((claim.keys[at] for at in range(start, len(told)) if told[at] not in LIGHT), "")


def _is_hedged(claim: Claim) -> bool:
    """Tell whether a claim holds in some cases only: by a condition, by its own word, or because a list follows it."""
    told = claim.lowered
    return True in claim.conditional or told[-1] in BEFORE or not _HEDGES.isdisjoint(told)
