"""Draw random strings that fit a pattern, so that no test stores anything that looks like a secret."""

from __future__ import annotations

import random
import re
import re._constants as sre
import re._parser as parser
import string

ALNUM = string.ascii_letters + string.digits
_CLASSES = {sre.CATEGORY_WORD: ALNUM, sre.CATEGORY_DIGIT: string.digits, sre.CATEGORY_SPACE: " "}


def draw(length: int, letters: str = ALNUM, *, seed: int = 0) -> str:
    """Return random characters with letters in both cases and a digit among them."""
    source = random.Random(f"{length}{letters}{seed}")
    return "aZ7" + "".join(source.choice(letters) for _ in range(length - 3))


def fitting(pattern: str, *, seed: int = 0, needs: tuple[str, ...] = ("",)) -> str:
    """Return a random string that the pattern matches from its beginning, with one of `needs` in it."""
    source = random.Random(f"{pattern}{seed}")
    tree = parser.parse(pattern, re.ASCII)
    compiled = re.compile(pattern, re.ASCII)
    for _ in range(4000):
        text = _items(list(tree), source)
        match = compiled.match(text)
        if match and match.end() == len(text) and text[0] != "=" and any(need in text for need in needs):
            return text
    raise AssertionError(f"cannot draw for {pattern}")


def _items(items: list, source: random.Random) -> str:
    return "".join(_item(op, value, source) for op, value in items)


def _item(op: object, value: object, source: random.Random) -> str:
    if op is sre.LITERAL:
        return chr(value)
    if op is sre.NOT_LITERAL:
        return "q"
    if op is sre.IN:
        return source.choice(_members(value))
    if op is sre.ANY:
        return source.choice(ALNUM)
    if op is sre.SUBPATTERN:
        return _items(list(value[3]), source)
    if op is sre.BRANCH:
        return _items(list(source.choice(value[1])), source)
    if op in (sre.MAX_REPEAT, sre.MIN_REPEAT):
        low, high, inner = value
        times = source.randint(low, min(high, low + 24))
        return "".join(_items(list(inner), source) for _ in range(times))
    return ""  # boundaries and assertions: the caller draws again until they hold


def _members(parts: list) -> str:
    chars = ""
    negated = False
    for op, value in parts:
        if op is sre.NEGATE:
            negated = True
        elif op is sre.LITERAL:
            chars += chr(value)
        elif op is sre.RANGE:
            chars += "".join(map(chr, range(value[0], value[1] + 1)))
        elif op is sre.CATEGORY:
            chars += _CLASSES.get(value, "")
    if negated:
        return "".join(c for c in ALNUM if c not in chars)
    return chars.replace("=", "") or chars  # padding stands at the end of real tokens only
