"""Structural rules: ast-grep's rule language, run through its Python binding.

Owns the configuration handed to the parser and the cheap test that spares most files from being parsed: the words a
pattern spells out must stand in the text. The binding is imported on first use.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from holdfast.guard.language import covers
from holdfast.guard.match import Match

if TYPE_CHECKING:
    from holdfast.guard.file import File
    from holdfast.guard.rule import Guard

MAX_MATCHES = 1000
_METAVARIABLE = re.compile(r"\$+[A-Z_][A-Z_0-9]*|\$\$\$")
_WORD = re.compile(r"[^\W\d]\w{2,}")
_MAX_CHOICES = 64
# Under the other strictness levels a pattern's own words need not stand in the text.
_LITERAL_STRICTNESS = (None, "smart", "cst")

Words = frozenset[str]


def find(guard: Guard, file: File) -> list[Match]:
    """Return every node the rule fits, in the order of the file; one per run of lines."""
    language = language_for(guard, file)
    if language is None or not may_match(guard, file.text):
        return []
    nodes = file.tree(language).find_all(config(guard))[:MAX_MATCHES]
    matches = [_match(node) for node in nodes]
    return list({(match.start_line, match.end_line): match for match in reversed(matches)}.values())[::-1]


def rule_out(guards: list[Guard], file: File) -> list[Guard]:
    """Return the guards of a file that can still match it, asking the parser about the simple ones all at once.

    Walking the tree costs far more than testing a node: one walk for many rules is what makes many guards cheap.
    """
    likely = [guard for guard in guards if may_match(guard, file.text)]
    simple = [guard for guard in likely if not guard.constraints and not guard.utils]
    language = language_for(simple[0], file) if len(simple) > 2 else None
    if language is None or any(language_for(guard, file) != language for guard in simple):
        return likely
    try:
        found = file.tree(language).find({"rule": {"any": [guard.rule for guard in simple]}})
    except Exception:  # noqa: BLE001 - one of them is broken: each is asked alone, and that one is named
        return likely
    return likely if found is not None else [guard for guard in likely if guard.constraints or guard.utils]


def language_for(guard: Guard, file: File) -> str | None:
    """Return the language to parse the file as, or None when the guard is not for it."""
    actual = file.language
    if actual is None:
        return None
    return actual if any(covers(wanted, actual) for wanted in guard.languages) else None


def config(guard: Guard) -> dict[str, Any]:
    """Return the rule as the parser takes it."""
    whole: dict[str, Any] = {"rule": guard.rule}
    if guard.constraints:
        whole["constraints"] = guard.constraints
    if guard.utils:
        whole["utils"] = guard.utils
    return whole


def _match(node: Any) -> Match:
    place = node.range()
    start = place.start.line + 1
    # A node may end at the line feed after its last character: the next line is no part of it.
    last = place.end.line + 1 if place.end.column or place.end.line == place.start.line else place.end.line
    return Match(start, max(start, last), node.text())


def may_match(guard: Guard, text: str) -> bool:
    """Tell whether the words the rule spells out stand in the text; True when it spells out none."""
    return any(all(word in text for word in words) for words in _needed(_Held(guard)))


class _Held:
    """A guard as a cache key: mappings cannot be hashed, the guard's identity can."""

    __slots__ = ("guard",)

    def __init__(self, guard: Guard) -> None:
        self.guard = guard

    def __hash__(self) -> int:
        return id(self.guard.rule)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Held) and other.guard.rule is self.guard.rule


@lru_cache(maxsize=4096)
def _needed(held: _Held) -> tuple[Words, ...]:
    return tuple(needed_words(held.guard.rule, held.guard.utils or {}))


def needed_words(rule: Mapping[str, Any], utils: Mapping[str, Any], depth: int = 0) -> list[Words]:
    """Return choices of words: a text that has all the words of no choice cannot match."""
    choices: list[Words] = [frozenset()]
    if depth > 8:
        return choices
    for key, value in rule.items():
        choices = _both(choices, _of_key(key, value, utils, depth))
    return choices


def _of_key(key: str, value: Any, utils: Mapping[str, Any], depth: int) -> list[Words]:
    if key == "pattern":
        return [_of_pattern(value)]
    if key == "regex" and isinstance(value, str):
        return [_of_regex(value)]
    if key in {"inside", "has", "precedes", "follows"} and isinstance(value, Mapping):
        return needed_words({k: v for k, v in value.items() if k not in {"stopBy", "field"}}, utils, depth + 1)
    if key == "all" and isinstance(value, list):
        choices: list[Words] = [frozenset()]
        for item in value:
            choices = _both(choices, needed_words(item, utils, depth + 1))
        return choices
    if key == "any" and isinstance(value, list) and value:
        either = [words for item in value for words in needed_words(item, utils, depth + 1)]
        return either if len(either) <= _MAX_CHOICES and all(either) else [frozenset()]
    if key == "matches" and isinstance(utils.get(value), Mapping):
        return needed_words(utils[value], utils, depth + 1)
    return [frozenset()]


def _of_pattern(value: Any) -> Words:
    if isinstance(value, Mapping):
        # With a selector only a part of the context has to stand in the text, and we do not know which.
        if value.get("selector") or value.get("strictness") not in _LITERAL_STRICTNESS:
            return frozenset()
        value = value.get("context", "")
    return frozenset(_WORD.findall(_METAVARIABLE.sub(" ", value))) if isinstance(value, str) else frozenset()


def _of_regex(value: str) -> Words:
    """Return the words that stand in a regular expression outside every choice, class and repeat."""
    if "(?i" in value or "|" in re.sub(r"\((?:\\.|[^()])*\)|\[(?:\\.|[^\]])*\]", "", value) or "((" in value:
        return frozenset()
    bare = re.sub(r"\\.|\((?:\\.|[^()])*\)|\[(?:\\.|[^\]])*\]", " ", value)
    if "(" in bare or "[" in bare or "|" in bare:
        return frozenset()  # groups inside groups: better to parse a file too many than to miss one
    bare = re.sub(r".[*?+{]|\{[^}]*\}", " ", bare)
    # A word cut by an escape may go on on the other side of it, so only its inside is sure to stand in the text.
    return frozenset(_WORD.findall(bare))


def _both(left: list[Words], right: list[Words]) -> list[Words]:
    if len(left) * len(right) > _MAX_CHOICES:
        return left
    return [one | other for one in left for other in right]
