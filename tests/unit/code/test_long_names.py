"""Names and versions as people write them, however odd."""

from __future__ import annotations

import pytest

from standfast.code.symbols import split_symbol
from standfast.code.versions import in_range, parse_version


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("A.b", ("A", "b")),
        ("(*S).Run()", ("S", "Run")),
        ("outer(inner(x))", ("outer",)),
        ("A::b(int, char)", ("A", "b")),
        ("broken)", ("broken",)),
    ],
)
def test_a_symbol_is_split_without_its_arguments(text: str, parts: tuple[str, ...]) -> None:
    assert split_symbol(text) == parts


def test_a_number_of_thousands_of_digits_is_read() -> None:
    assert parse_version("1" * 6000)
    assert in_range("1.2.3", ">= 1.0, < 2") is True
