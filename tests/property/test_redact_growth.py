"""No expression of the redaction costs more than its text is long, whatever it repeats is repeated.

The expressions are read from the modules, so that one that is added tomorrow is tried as well.
"""

from __future__ import annotations

import re
import warnings
from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Any

import pytest

from standfast.capture import redact
from standfast.capture.redact.engine import scan
from standfast.capture.redact.shapes import pattern_of
from standfast.capture.redact.vendors import ROWS
from tests.property.growth import MOST, growth
from tests.property.repeated import find_steep

if TYPE_CHECKING:
    from collections.abc import Iterator

MODULES = sorted(module.name for module in iter_modules(redact.__path__))
_REPEATS = re.compile(r"[*+}]")


def list_patterns(module: str) -> list[re.Pattern[str]]:
    """Return the expressions that a module has by name, or in a table."""
    found = import_module(f"{redact.__name__}.{module}")
    values = [value for name, value in vars(found).items() if not name.startswith("__") and name not in _NO_PATTERNS]
    return list(dict.fromkeys(pattern for value in values for pattern in _patterns_in(value)))


_NO_PATTERNS = ("_wanted", "ROWS")  # plain words, and forms that `pattern_of` makes expressions of


def _patterns_in(value: Any) -> Iterator[re.Pattern[str]]:
    if isinstance(value, re.Pattern):
        yield value
    elif isinstance(value, str) and _REPEATS.search(value):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                yield re.compile(value, re.ASCII)
            except re.error:
                return  # a part of one, or no expression at all
    elif isinstance(value, dict):
        yield from (pattern for item in value.values() for pattern in _patterns_in(item))
    elif isinstance(value, (tuple, list)):
        yield from (pattern for item in value for pattern in _patterns_in(item))


@pytest.mark.parametrize("module", MODULES)
def test_no_expression_of_a_finder_grows_faster_than_its_text(module: str) -> None:
    steep = {pattern.pattern: text for pattern in list_patterns(module) if (text := find_steep(pattern))}
    assert steep == {}


def test_no_form_of_a_vendor_grows_faster_than_its_text() -> None:
    patterns = (re.compile(r"(?<![\w-])" + pattern_of(row), re.ASCII) for row in ROWS)
    assert {pattern.pattern: text for pattern in patterns if (text := find_steep(pattern))} == {}


def test_the_expressions_of_the_finders_are_found() -> None:
    assert sum(len(list_patterns(module)) for module in MODULES) > 150


@pytest.mark.parametrize(
    ("before", "piece"),
    [
        ("recovery codes:\n", "abcd1-efgh"),
        ("backup codes:\n", "AB12CD34-"),
        ("curl http://x -u ", "{a}"),
        ("API_TOKEN=", "AAAAA"),
        ("the password is below:\n", "a("),
    ],
)
def test_what_follows_a_telling_word_is_read_in_one_pass(before: str, piece: str) -> None:
    assert growth(lambda text: scan(f"{before}{text}-1!"), piece) <= MOST
