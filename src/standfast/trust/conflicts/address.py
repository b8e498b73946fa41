"""Addresses: numbers under which what a text claims can be looked up, so that no write has to search all texts.

Two claims that clash share an address: what is said of the same subject with the same verb, what has the same terms and
other values, what was approved or called off, what has to be or must not come in, what prefers one thing to another.
Sharing one means nothing yet: `clash` compares. Where `clash` learns to see more, this has to follow. Pure; numbers
come from `zlib`, the same everywhere.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import combinations, islice
from zlib import crc32

from standfast.model.kind import HAPPENED
from standfast.model.pattern import compile_later
from standfast.trust.conflicts.ban import ban_of, done_by, duty_of, is_duty, taken_by
from standfast.trust.conflicts.claim import LIGHT, SINGLE, USES
from standfast.trust.conflicts.clash import ROW, object_of
from standfast.trust.conflicts.habit import names_of_habit
from standfast.trust.conflicts.lesson import names_of_lesson
from standfast.trust.conflicts.preference import names_of_preference
from standfast.trust.conflicts.reading import READ, TOLD, read_claims
from standfast.trust.conflicts.slots import choices_of, stem

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from standfast.model.memory import Content
    from standfast.trust.conflicts.claim import Claim

    Located = tuple[list[Claim], dict[int, list[int]]]

FORM = 13  # of addresses: raise it where claims, stems or names change, and stores make theirs again
_ONE = SINGLE | TOLD | USES | {"be"}
_MANY = 4  # words that few claims share
_VALUES = 4  # of a claim, of which one may be another
_KEPT = 2_048  # texts whose claims are at hand: more than one transaction writes
_located: dict[tuple[str, str], Located] = {}
_OWNERS = 3  # of a name: `a.b.c.d` is taken from `a`, `a.b`, `a.b.c`
_FEW = 6  # words of a clause without a subject, each an address
_OWNER = compile_later(r"\A.*[./:\\](?=[^./:\\])", re.DOTALL)  # where a name is from


def addresses_of(content: Content) -> list[int]:
    """Return the addresses of what a content claims; none for what happened, which nothing can contradict."""
    if content.kind in HAPPENED:
        return []
    return list(claims_of(content)[1])


def claims_of(content: Content) -> Located:
    """Return what a content claims, and which claims stand at each of its addresses."""
    return read_located(content.text[:READ], content.title)


def read_located(text: str, title: str) -> Located:
    """Return what a text claims, and which claims stand at each of its addresses; what was read last is at hand."""
    known = _located.get((text, title))
    if known is None:
        claims = read_claims(text, title)
        found: dict[int, list[int]] = {}
        for place, claim in enumerate(claims):
            for address in frozenset([crc32(name.encode()) for name in names_of(claim)]):
                found.setdefault(address, []).append(place)
        known = claims, found
        _keep(text, title, known)
    return known


def keep_claims(content: Content, claims: Located) -> None:
    """Keep at hand what another process read of a content."""
    _keep(content.text[:READ], content.title, claims)


def _keep(text: str, title: str, claims: Located) -> None:
    if len(_located) >= _KEPT:
        for old in list(_located)[: _KEPT // 4]:
            _located.pop(old, None)
    _located[text, title] = claims


def names_of(claim: Claim) -> Iterator[str]:
    """Yield the addresses of a claim in words."""
    if claim.titled:
        yield f"title {' '.join(claim.keys[: claim.place])}"
        return
    verb = "use" if claim.verb in USES else claim.verb
    if subject := "".join(map(_bare, claim.subject)):
        # Without an answer of which there is room for one, only who denies the very same says otherwise.
        rest = "" if _answers(claim) else " ".join(_bare(key) for key in claim.keys[claim.place :] if key not in LIGHT)
        yield f"{verb} {subject} {rest}"
    elif verb:
        told = [key for key in dict.fromkeys(claim.keys[claim.place + 1 :]) if key not in LIGHT]
        yield from (f"{verb} of {_bare(key)}" for key in told[:_FEW])
    if claim.is_way:
        yield f"way {claim.verb}"
    yield from _frames(claim)
    yield from names_of_habit(claim.habit)
    if claim.runtime:
        yield f"runtime {claim.runtime.name}"
    yield from names_of_preference(claim.preference)
    yield from names_of_lesson(claim)
    duty = duty_of(claim)
    if len(duty) > 1 and (claim.denies or is_duty(claim) or not claim.verb or claim.place < 2):
        yield f"duty {' '.join(sorted(duty))}"
    if claim.denies and (ban := ban_of(claim.said)):
        yield f"use of {_bare(stem(ban[0]))}"
    elif not claim.denies:
        yield from _done(claim)
    if verb and claim.outcome is not None and len(ended := object_of(claim)) <= _FEW:
        yield from (f"end {one} {other}" for one, other in combinations(sorted(ended), 2))


def _done(claim: Claim) -> Iterator[str]:
    """Yield where a ban on what a claim asks for or permits stands: by what it takes, or by its deed."""
    if taken := taken_by(claim):
        owners = (taken[:at] for at, char in enumerate(taken) if at and char in ".:")
        yield from (f"use of {_bare(stem(name))}" for name in (taken, *islice(owners, _OWNERS)))
    elif (deed := done_by(claim)) and (claim.subject or not claim.verb):
        told = [claim.keys[at] for at in claim.heavy if claim.keys[at] != deed]
        yield from (f"{deed} of {_bare(key)}" for key in [*dict.fromkeys(told)][:_FEW])


def _frames(claim: Claim) -> Iterator[str]:
    """Yield what stays the same when one value of a claim is another.

    Of few words, or where a value stands first, many things of one sort say as much: there its other values count too.
    """
    named = sorted(claim.values | (claim.terms - claim.frame))
    if claim.verb and len(claim.values) == 1 and ROW <= len(claim.terms) <= _FEW:
        yield f"terms {' '.join(sorted(claim.terms))}"
    if not named or len(claim.frame) + len(named) <= ROW:
        return
    frame = " ".join(sorted(claim.frame))
    if len(claim.frame) >= (_FEW if claim.value_first else _MANY):
        yield f"frame {frame}"
    elif len(named) <= _VALUES:
        yield from (f"frame {frame} {' '.join(value for value in named if value != other)}" for other in named)


def _answers(claim: Claim) -> bool:
    """Tell whether a claim gives an answer that another one can differ from."""
    if claim.verb in _ONE or claim.values or choices_of(claim.keys[claim.place :]):
        return True
    return any(raw[:1].isupper() for raw in claim.raw[claim.place :])


@lru_cache(maxsize=16_384)
def _bare(key: str) -> str:
    """Return a word as it is in every spelling: without what joins its parts, and without where it is from."""
    return "".join(filter(str.isalnum, _OWNER.sub("", key)))
