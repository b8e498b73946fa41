"""The words of a claim as code would spell them: numbers, signs, literals, sorts of values, plain words by their stems.

Owns: reading a sentence into items, each with the keys under which a statement may have it, and whether it is denied.
Must not: look at code. Neighbours: `claim.py` (names and negations), `code/statements.py` (keys), `gist.py` (compares).
"""

from __future__ import annotations

import re

from standfast.code.literals import spell_number
from standfast.model.value import Value
from standfast.text.amounts import NUMERALS
from standfast.text.lexicon import ABBREVIATIONS, STOP
from standfast.text.stem import stem

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

WORD, NEAR, SIGN, NUMBER, LITERAL, CONCEPT, SORT = "word", "near", "sign", "number", "literal", "concept", "sort"


def _table(text: str) -> dict[str, str]:
    """Read a table in which each entry gives a key and the words that say it."""
    rows = (entry.split() for entry in text.split(";"))
    return {stem(word): row[0] for row in rows for word in row[1:]}


_SIGNS = {
    "dot": ".", "period": ".", "slash": "/", "backslash": "\\", "comma": ",", "colon": ":", "semicolon": ";",
    "space": " ", "newline": "\n", "linefeed": "\n", "tab": "\t", "dash": "-", "hyphen": "-", "underscore": "_",
    "plus": "+", "hash": "#", "pound": "#", "star": "*", "asterisk": "*", "equal": "=", "pipe": "|", "ampersand": "&",
    "tilde": "~", "caret": "^", "dollar": "$", "percent": "%", "quote": '"',
}  # fmt: skip
_NUMBERS = NUMERALS | {"twice": 2, "dozen": 12}
_KILO, _MEGA, _GIGA = (1000, 1024), (10**6, 1 << 20), (10**9, 1 << 30)
_UNITS: dict[str, tuple[float, ...]] = {
    "ms": (1, 0.001), "msec": (1, 0.001), "millisecond": (1, 0.001), "s": (1, 1000), "sec": (1, 1000),
    "second": (1, 1000), "min": (60, 60_000), "minute": (60, 60_000), "h": (3600, 3_600_000, 60),
    "hr": (3600, 3_600_000, 60), "hour": (3600, 3_600_000, 60), "day": (86_400, 86_400_000, 24),
    "week": (604_800, 7), "kb": _KILO, "kib": _KILO,
    "kilobyte": _KILO, "k": _KILO, "mb": _MEGA, "mib": _MEGA, "megabyte": _MEGA, "m": _MEGA, "gb": _GIGA, "gib": _GIGA,
    "gigabyte": _GIGA, "percent": (0.01,), "%": (0.01,),
}  # fmt: skip
_CONCEPTS = _table(
    "c:none none null nil undefined nothing; c:true true; c:false false;"
    " c:raise raise throw error fail failure refuse reject panic exception"
)
_SORTS = _table(
    "list list array slice; tuple tuple pair triple; dict dict dictionary mapping map object hash; set set;"
    " generator generator iterator"
)
_GIVING = re.compile(r"\b(?:return|gives?\b|yield|produc|hands?\b|answer|result)", re.IGNORECASE)
_LITERAL = re.compile(
    r"(?<!\w)(?:~?/[\w.~+-]+(?:/[\w.+-]+)*/?|--?[a-z][\w-]+|\*?\.[A-Za-z][\w.]*\w|\d+(?:\.\d+){2,}|"
    r"[A-Za-z][\w-]*(?:\.[A-Za-z][\w-]+)+|[a-z]+/[a-z][\w.+-]+|[A-Za-z]+(?:-[A-Za-z0-9]+)+)"
)
_TOKEN = re.compile(r"[A-Za-z_$][\w$]*|\d[\d_]*(?:,\d{3})*(?:\.\d+)?%?")
_SHAPED = re.compile(r"[a-z0-9][A-Z]|\w_\w|^_+\w|^[A-Za-z]+\d+$")
_NEGATION = re.compile(r"(?:not|never|no|without|neither|nor|cannot|instead|rather|unless|except|n't)$", re.IGNORECASE)
_MOST_SIGNS = 4  # "two newlines" are written out
_REACH = 5  # words after a negation, in the same clause
_NEAR_BY = 200  # characters in which they stand
_DIGITS = 40  # of one number: nobody says more of them and means their value
_END = re.compile(r"[.,;:!?()]$")
_POINTING = re.compile(r"the|this|that|no|each|another|any|which|every|old|new|other")  # … one
_OF_ONE = re.compile(r"of|that|which|is|in")
# Words of every claim and of every program: that one of them is gone says nothing.
_PLAIN = _table(
    "plain function method class file code value default call argument parameter return name type object variable"
    " string new use set get add make take give come back time thing way case first last other same always already"
    " still begin start end keep need want mean count work check look see find put become turn whether whole"
)


class ClaimItem(Value):
    """Something a claim says: its word, what sort of item it is, the keys by which code may have it, whether denied."""

    word: str
    sort: str
    keys: frozenset[str]
    negated: bool = False


def list_items(text: str) -> list[ClaimItem]:
    """List what a claim says that code could show, literals first."""
    found = [
        ClaimItem(match[0], LITERAL, frozenset((f"t:{match[0]}",)), is_denied(text, match.start()))
        for match in _LITERAL.finditer(text)
    ]
    gives = _GIVING.search(text) is not None
    words = [(match[0], match.start()) for match in _TOKEN.finditer(text)]
    for at, (word, start) in enumerate(words):
        before = words[at - 1][0].lower() if at else ""
        after = words[at + 1][0].lower() if at + 1 < len(words) else ""
        negated = is_denied(text, start)
        for sort, keys in _read(word, before, after, gives=gives):
            found.append(ClaimItem(word, sort, keys, negated))
    return found


def _read(word: str, before: str, after: str, *, gives: bool) -> Iterator[tuple[str, frozenset[str]]]:
    """Yield what one word may be in code."""
    low = word.lower()
    if numbers := _number(low, before, after):
        yield NUMBER, frozenset(f"n:{spell_number(number)}" for number in numbers)
    sign = _SIGNS.get(low) or _SIGNS.get(low.removesuffix("s")) or _SIGNS.get(low.removesuffix("es"))
    if sign:
        yield SIGN, frozenset((f"p:{sign * max(1, min(_NUMBERS.get(before, 1), _MOST_SIGNS))}",))
    if low == "empty":
        yield SIGN, frozenset(("p:", "w:empti"))
    elif len(word) == 1 and word.isupper() and word not in "AI":
        yield SIGN, frozenset((f"p:{word}",))
    root = stem(low)
    if root in _CONCEPTS:
        yield CONCEPT, frozenset((_CONCEPTS[root],))
    if gives and root in _SORTS:
        yield SORT, frozenset((f"r:{_SORTS[root]}", f"w:{stem(_SORTS[root])}", f"w:{root}"))
    if _SHAPED.search(word):
        yield LITERAL, frozenset((f"t:{word}",))
    elif low.isalpha() and len(low) > 1 and low not in STOP and root not in _PLAIN and low != "empty":
        yield WORD, _plain_keys(low, after)
        if near := frozenset(f"w:{stem(other)}" for other in ABBREVIATIONS.get(low, ())):
            yield NEAR, near


def _plain_keys(low: str, after: str) -> frozenset[str]:
    keys = {f"w:{stem(low)}"}
    if after.isalpha():  # "host name" is `hostname`
        keys |= {f"w:{stem(low)}{stem(after)}", f"w:{stem(low + after)}"}
    if low.endswith("ily"):
        keys.add(f"w:{stem(low[:-3] + 'y')}")
    if low.startswith("asynchron"):
        keys |= {"w:async", f"w:{stem(low[1:])}"}
    return frozenset(keys)


def _number(low: str, before: str, after: str) -> list[str]:
    """Return the numbers that a word may be, its unit taken into account: "five minutes" is 5, 300 or 300000."""
    digits = low.rstrip("%").replace(",", "").replace("_", "")
    is_article = low in {"a", "an"} and after in _UNITS
    if low in _NUMBERS:
        if low == "one" and (_POINTING.fullmatch(before) or _OF_ONE.fullmatch(after)):
            return []
        digits = str(_NUMBERS[low])
    elif is_article:
        digits = "1"
    elif len(digits) > _DIGITS or not re.fullmatch(r"\d+(?:\.\d+)?", digits):
        return []
    unit = "%" if low.endswith("%") else after if after in _UNITS else after.removesuffix("s")
    values = [round(float(digits) * factor, 6) for factor in _UNITS.get(unit, ())]
    return [*([] if is_article else [digits]), *(f"{value:g}" if value < 1 else str(int(value)) for value in values)]


def is_denied(text: str, start: int) -> bool:
    """Tell whether what begins there stands under a negation: a few words after it, in the same clause."""
    for word in reversed(text[max(0, start - _NEAR_BY) : start].split()[-_REACH:]):
        if _END.search(word):
            return False
        if _NEGATION.search(word):
            return True
    return False
