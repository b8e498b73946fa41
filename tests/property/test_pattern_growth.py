"""No expression of the package costs more than its text is long, whatever it repeats is repeated.

The expressions are read from the modules, so that one that is added tomorrow is tried as well; each is tried in the
ways that its own module asks it. What is only asked about short texts is listed, with how long they may be.
"""

from __future__ import annotations

import ast
import re
import warnings
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

import standfast
from standfast.capture.screen import rules
from standfast.learn.session import markers
from standfast.model.pattern import Folded, _Later
from tests.property.repeated import LONGEST, find_steep

if TYPE_CHECKING:
    from collections.abc import Iterator

AT_ONCE = ("match", "fullmatch")  # these begin at one place; all others begin at every place
WAYS = {*AT_ONCE, "search", "sub", "subn", "split", "finditer", "findall"}
SHORT = {
    "standfast.agents.lineage._HOOK": 4_096,  # one short command
    "standfast.capture.importers.scopes._GUIDE": 255,  # the name of a file
    "standfast.learn.session.failure._MASKS": 1_200,  # one line, of which the beginning is read
    "standfast.learn.session.failure._PATH": 1_200,
    "standfast.moments.notes.role._BETWEEN": 240,
    "standfast.moments.notes.role._GOVERNS": 240,
    "standfast.moments.notes.role._OF": 240,
    "standfast.recall.way._PATTERNS": 120,
    "standfast.standing.claims.amounts._OPEN_CALL": 200,
    "standfast.standing.documents.names._MAKES": 80,
}
"""Expressions that are only asked about short texts, and how long those may be."""


class Asked(NamedTuple):
    """An expression, where it is, and how it is asked."""

    place: str
    pattern: str
    flags: int
    way: str


def list_modules() -> list[str]:
    found = walk_packages(standfast.__path__, "standfast.")
    return [item.name for item in found if not item.name.startswith("standfast.capture.redact.")]


def list_asked(name: str) -> list[Asked]:
    """Return the expressions that a module has by name, in a table, or in a call of `re`."""
    module = import_module(name)
    tree = ast.parse(Path(module.__file__ or "").read_text("utf-8"))
    named: dict[str, set[str]] = {}
    inline: list[Asked] = []
    tables: dict[str, str] = {}  # by what one of them is called in a loop
    for node in ast.walk(tree):
        if isinstance(node, (ast.For, ast.comprehension)) and isinstance(node.iter, ast.Name):
            tables |= {node.target.id: node.iter.id} if isinstance(node.target, ast.Name) else {}
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            named.setdefault(node.value.id, set()).add(node.attr)
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and isinstance(node.func.value, ast.Name)
        ):
            way = node.func.attr
            first = node.args[0] if node.args else None
            if node.func.value.id == "re" and isinstance(first, ast.Constant) and isinstance(first.value, str):
                inline += [Asked(f"{name}:{node.lineno}", first.value, 0, _way(way))] if way in WAYS else []
    for one, table in tables.items():
        named.setdefault(table, set()).update(named.get(one, set()))
    for key, value in vars(module).items():
        if key == "_compiled":  # what others happened to ask for; tests of their own try all
            continue
        ways = {_way(way) for way in named.get(key, set()) & WAYS}
        for pattern, flags in () if key.startswith("__") else _patterns_in(value):
            for way in sorted(ways) or ["finditer"]:
                inline.append(Asked(f"{name}.{key}", pattern, flags, way))
    return [item for item in dict.fromkeys(inline) if _repeats(item)]


def _way(method: str) -> str:
    return method if method in AT_ONCE else "finditer"


def _patterns_in(value: Any, depth: int = 0) -> Iterator[tuple[str, int]]:
    if isinstance(value, Folded):
        value = value._pattern
    if isinstance(value, re.Pattern) and isinstance(value.pattern, str):
        yield value.pattern, value.flags
    elif isinstance(value, _Later) and isinstance(value.pattern, str):
        yield value.pattern, value._flags
    elif isinstance(value, dict) and depth < 4:
        yield from (found for item in value.values() for found in _patterns_in(item, depth + 1))
    elif isinstance(value, (tuple, list, set, frozenset)) and depth < 4:
        yield from (found for item in value for found in _patterns_in(item, depth + 1))


def _repeats(asked: Asked) -> bool:
    """Tell whether an expression can be slow: where it begins at one place, one repetition alone is not."""
    return len(re.findall(r"[*+]|,\d*\}", asked.pattern)) > (asked.way in AT_ONCE)


def list_packages() -> list[str]:
    return sorted({name.split(".")[1] for name in list_modules() if "__main__" not in name})


@pytest.mark.parametrize("package", list_packages())
def test_no_expression_of_a_package_grows_faster_than_its_text(package: str) -> None:
    steep: dict[str, tuple[str, object]] = {}
    for asked in find_asked(package):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            pattern = re.compile(asked.pattern, asked.flags)
        text = find_steep(pattern, asked.way, SHORT.get(asked.place, LONGEST))
        steep |= {asked.place: (asked.pattern, text)} if text else {}
    assert steep == {}


def find_asked(package: str) -> Iterator[Asked]:
    for name in list_modules():
        if name.split(".")[1] == package and "__main__" not in name:
            with suppress(ModuleNotFoundError):  # what an extra brings
                yield from list_asked(name)


def test_the_expressions_of_the_package_are_found_with_how_they_are_asked() -> None:
    asked = [*find_asked("trust"), *find_asked("standing")]
    assert len(asked) > 150
    assert {item.way for item in asked} == {"finditer", "match", "fullmatch"}
    assert all(any(item.place == place for item in find_asked(place.split(".")[1])) for place in SHORT)


def test_an_expression_that_is_slow_is_seen() -> None:
    assert find_steep(re.compile(r"\s+x"))
    assert find_steep(re.compile(r"\s+x"), "match") is None
    assert find_steep(re.compile(r"(?:a|aa)+x"), "match")
    assert find_steep(re.compile(r"\s+x"), longest=80) is None


def test_no_marker_of_a_sign_grows_faster_than_its_text() -> None:
    """Markers are compiled when they are asked for: here all of them are."""
    folder = Path(standfast.__file__).parent
    code = "".join(path.read_text("utf-8") for path in (folder / "learn").rglob("*.py"))
    names = sorted(set(re.findall(r"\bpattern\(\s*\"(\w+)\"", code)))
    assert len(names) > 20
    assert [name for name in names if find_steep(markers.pattern(name))] == []


def test_no_phrase_of_the_screening_grows_faster_than_its_text() -> None:
    assert len(rules.RULES) > 50
    assert [rule.pattern for rule in rules.RULES if find_steep(re.compile(rule.pattern, re.MULTILINE))] == []
