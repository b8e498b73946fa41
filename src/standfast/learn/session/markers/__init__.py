"""Markers: the words by which a language shows a sign. One data file per language; this reads and compiles them.

A marker is written as people write: an apostrophe may be missing, a blank stands for any blank, `(a|b)` and `?` mean
what they mean in an expression. `^` stands for the beginning of a clause.
"""

from __future__ import annotations

import json
import os
import re
from functools import cache

from standfast.model.pattern import compile_kept

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_CLAUSE = (
    r"(?:^|(?<=[.!?,;:–—-] )|(?<=\band )|(?<=\bbut )|(?<=\bso )|(?<=\bplease )|(?<=\bjust )|(?<=\balso )|(?<=\bthen ))"
)
_FOLDER = os.path.dirname(__file__)  # noqa: PTH120 - the hook path loads no pathlib
_read: dict[str, dict[str, list[str]]] = {}
_compiled: dict[tuple[str, str], re.Pattern[str]] = {}


def pattern(name: str, language: str = "en") -> re.Pattern[str]:
    """Return what finds the markers of this name."""
    key = (language, name)
    if key not in _compiled:
        _compiled[key] = compile_kept(_joined(_markers(language)[name]), re.IGNORECASE)
    return _compiled[key]


def may_have(name: str, text: str, language: str = "en") -> bool:
    """Tell, without compiling anything, whether a text may hold a marker of this name."""
    lowered = text.lower()
    return any(hint in lowered for hint in _markers(language)[f"{name}_hints"])


@cache
def word_set(name: str, language: str = "en") -> frozenset[str]:
    """Return a list of plain words."""
    return frozenset(_markers(language)[name])


def _markers(language: str) -> dict[str, list[str]]:
    if language not in _read:
        with open(f"{_FOLDER}/{language}.json", encoding="utf-8") as file:  # noqa: PTH123 - the hook path loads no pathlib
            _read[language] = json.load(file)
    return _read[language]


def _joined(phrases: Sequence[str]) -> str:
    return "|".join(_expression(phrase) for phrase in phrases)


def _expression(phrase: str) -> str:
    head = ""
    if phrase.startswith("^"):
        head, phrase = _CLAUSE, phrase[1:]
    body = phrase.replace("'", "['’`]?").replace(" ?", r"\s{0,8}").replace(" ", r"\s{1,8}")
    before = r"(?<![\w'’-])" if not phrase.startswith((",", "(?<")) else ""
    after = r"(?![\w])" if phrase[-1:].isalnum() or phrase.endswith(")") else ""
    return f"{head}{before}(?:{body}){after}"
