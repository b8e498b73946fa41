"""Address: what a sentence is about, apart from the value it gives: where two agree in one and differ in the other, the
later one is the successor.

Owns the split of a sentence into words and values of closed types: what stands in quotes, identifiers, numbers and
versions, always against never. Must not compare by likeness (`belief`) or decide what is superseded (`verbs.learn`).
"""

from __future__ import annotations

import re

from standfast.learn.session.markers import pattern
from standfast.learn.session.spoken import content_words
from standfast.model.value import Value

_QUOTED = re.compile(r"[`\"“'‘]([^`\"”'’\n]{1,60})[`\"”'’](?![\w])")
_NUMBER = re.compile(r"(?<![\w.-])v?\d+(?:\.\d+)*(?:%|px|ms|s|kb|mb|gb)?(?![\w.])", re.IGNORECASE)
_NAME = re.compile(r"(?<![\w@/.-])(?:_\w+|\w+_(?!\w))(?![\w/])")
_FEWEST = 2  # words: fewer are an address of everything


class Address(Value):
    """What a sentence is about, and the values it gives; `always` is None where it commands neither way."""

    words: frozenset[str]
    values: frozenset[str]
    always: bool | None = None

    def differs(self, other: Address) -> bool:
        """Tell whether two sentences give other values, whatever they are about."""
        if self.values and other.values:
            return self.values.isdisjoint(other.values)
        return self.always is not None and other.always is not None and self.always is not other.always

    def succeeds(self, other: Address) -> bool:
        """Tell whether a later sentence takes the place of an earlier one: the same address, another value."""
        fewer, more = sorted((self.words, other.words), key=len)
        same = fewer == more if len(fewer) <= _FEWEST else fewer <= more
        return len(fewer) >= _FEWEST and same and self.differs(other)


def address_of(text: str) -> Address:
    """Split a sentence into what it is about and the values it gives."""
    values = {match.group(1).strip().lower() for match in _QUOTED.finditer(text)}
    rest = _QUOTED.sub(" ", text)
    for expression in (_NUMBER, _NAME):
        values |= {match.group().lower() for match in expression.finditer(rest)}
        rest = expression.sub(" ", rest)
    never = bool(pattern("negative").search(rest))
    always = True if not never and pattern("positive").search(rest) else (False if never else None)
    return Address(content_words(rest), frozenset(values), always)
