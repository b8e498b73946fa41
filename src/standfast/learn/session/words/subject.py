"""Subject: what a sentence is about, apart from the value it gives: where two agree in one and differ in the other, the
later one is the successor.

Owns the split of a sentence into words and values of closed types: what stands in quotes, identifiers, numbers and
versions, always against never. It reads spoken words, of which whole sentences are one statement and which may fade;
`trust/conflicts/reading.py` takes rules apart into clauses, and only `trust/conflicts/clash.py` says that two cannot
both be right. Must not compare by likeness (`belief`) or decide what is superseded (`verbs.learn`).
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from itertools import pairwise

from standfast.learn.session.markers import pattern, word_set
from standfast.learn.session.words.spoken import content_sequence, simple_form
from standfast.model.pattern import compile_later
from standfast.model.value import Value, replace

_QUOTED = compile_later(r"(?<!\w)[`\"“'‘]([^`\"”'’\n]{1,60})[`\"”'’](?![\w])")
_NUMBER = compile_later(r"(?<![\w.-])v?\d+(?:\.\d+)*(?:%|px|ms|s|kb|mb|gb)?(?![\w.])", re.IGNORECASE)
_NAME = compile_later(r"(?<![\w@/.-])(?:_\w+|\w+_(?!\w))(?![\w/])")
_PART = compile_later(r"[,;]\s+|(?<!\s)\s+and\s+")
_CLAUSE_END = compile_later(r"[,;:.!?–—](?:\s+|$)")
_FEWEST = 2  # words: fewer are about everything
_MOSTLY = 0.6  # share of the shorter one's words that two sentences about the same thing have in common


class Subject(Value):
    """What a sentence is about, and the values it gives; `always` is None where it commands neither way."""

    words: frozenset[str]
    values: frozenset[str]
    always: bool | None = None
    order: tuple[str, ...] = ()
    asked: frozenset[str] = frozenset()  # words and values that it says or asks for
    denied: frozenset[str] = frozenset()  # those it denies or forbids
    said: str = ""
    parts: tuple[Subject, ...] = ()  # of a sentence that says several things, each that gives a value

    def differs(self, other: Subject) -> bool:
        """Tell whether two sentences give other values, whatever they are about."""
        if self.values and other.values:
            return self.values.isdisjoint(other.values)
        if self.always is not None and other.always is not None:
            return self.always is not other.always
        held = (self.asked | self.denied) & (other.asked | other.denied)
        return bool(held) and held == self._opposed(other)

    def agrees(self, other: Subject) -> bool:
        """Tell whether two sentences of like words may say the same: no other value, nor the same of another thing.

        What one asks for the other must not forbid, nor may the two be in conflict as `remember` judges it.
        """
        both = bool(self.values and other.values)
        if self.differs(other) or (both and self._is_beside(other)):
            return False
        if self._opposed(other):
            return False
        from standfast.trust.conflicts.conflict import why_against

        return not why_against(self.said, other.said)

    def opposes(self, other: Subject) -> bool:
        """Tell whether one of two sentences asks for what the other forbids, or both give values, and not the same."""
        return bool(self._opposed(other)) or bool(self.values and other.values and self.values != other.values)

    def succeeds(self, other: Subject) -> bool:
        """Tell whether a later sentence takes the place of an earlier one: the same subject, another value."""
        fewer, more = sorted((self.words, other.words), key=len)
        same = fewer == more if len(fewer) <= _FEWEST else fewer <= more
        return len(fewer) >= _FEWEST and same and self.differs(other)

    def replaces(self, other: Subject) -> bool:
        """Tell whether a later sentence is about what an earlier one is about, in other words, with another value."""
        if any(mine.succeeds(its) for mine in (self, *self.parts) for its in (other, *other.parts)):
            return True
        both = self.words & other.words
        near = len(both) >= _FEWEST and len(both) >= _MOSTLY * min(len(self.words), len(other.words))
        return near and self.differs(other) and not self._is_beside(other)

    def _opposed(self, other: Subject) -> frozenset[str]:
        """Return what one of the two asks for and the other forbids."""
        return (self.asked & other.denied) | (self.denied & other.asked)

    def _is_beside(self, other: Subject) -> bool:
        """Tell whether two sentences say something alike of different things: of method names, of function names.

        What one names stands in the same place as what the other names; or too little is common to tell.
        """
        mine, its = self.words - other.words, other.words - self.words
        little = bool(mine and its) and len(self.words & other.words) <= _FEWEST
        return little or not _places(self.order, mine).isdisjoint(_places(other.order, its))


def _places(order: tuple[str, ...], words: frozenset[str]) -> set[tuple[str, bool]]:
    """Return the neighbours of these words, and on which side they stand."""
    pairs = list(pairwise(order))
    return {(right, True) for left, right in pairs if left in words} | {
        (left, False) for left, right in pairs if right in words
    }


@lru_cache(maxsize=512)  # a brief asks for each sentence several times
def subject_of(text: str) -> Subject:
    """Split a sentence into what it is about and the values it gives, as a whole and by each of its parts."""
    whole = _subject_of(text)
    pieces = _PART.split(text) if whole.values else []
    if len(pieces) < 2:
        return whole
    parts = map(_subject_of, pieces)
    return replace(whole, parts=tuple(part for part in parts if part.values and len(part.words) > _FEWEST))


def _subject_of(text: str) -> Subject:
    values = {match.group(1).strip().lower() for match in _QUOTED.finditer(text)}
    rest = pattern("purpose").sub(" ", _QUOTED.sub(" ", text))
    for expression in (_NUMBER, _NAME):
        values |= {match.group().lower() for match in expression.finditer(rest)}
        rest = expression.sub(" ", rest)
    never = bool(pattern("negative").search(rest))
    always = True if not never and pattern("positive").search(rest) else (False if never else None)
    framing, same = _framing()
    order = tuple(same.get(word, word) for word in content_sequence(rest) if word not in framing)
    asked, denied = _sides(text)
    return Subject(frozenset(order), frozenset(values), always, order, asked, denied, text)


@cache
def _framing() -> tuple[frozenset[str], dict[str, str]]:
    """Return the words that only frame what is said, and those of which one stands for several."""
    first = {simple_form(word): "start" for word in word_set("starting")}
    last = {simple_form(word): "end" for word in word_set("ending")}
    return frozenset(map(simple_form, word_set("stop"))), first | last


def _sides(text: str) -> tuple[frozenset[str], frozenset[str]]:
    """Return the words that a sentence says or asks for, and those it denies; a word on both sides is on neither.

    Of what is denied, the place and the purpose are not: "never mock it in tests" says nothing against tests.
    """
    asked: set[str] = set()
    denied: set[str] = set()
    for part in (piece for clause in _CLAUSE_END.split(text) for piece in _split_at(clause, "denied_until")):
        pieces = _split_at(part, "denies")
        for place, piece in enumerate(pieces):
            if place % 2:
                denied.update(content_sequence(_split_at(piece, "circumstance")[0]))
            else:
                asked.update(content_sequence(piece))
    return frozenset(asked - denied), frozenset(denied - asked)


def _split_at(text: str, name: str) -> list[str]:
    """Return the pieces of a text between the markers of a name."""
    found = [0]
    for match in pattern(name).finditer(text):
        found += [match.start(), match.end()]
    found.append(len(text))
    return [text[start:end] for start, end in zip(found[::2], found[1::2], strict=True)]
