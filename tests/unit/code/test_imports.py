"""What import statements name."""

from __future__ import annotations

import pytest

from standfast.code.imports import expand_group, read_python_import
from standfast.code.qualified import last_name, split_name


def test_a_python_import_names_its_module_and_names_without_aliases_and_comments() -> None:
    text = "from app.store import (\n    Pool as P,  # the old pool, kept for db users\n    Session,\n)"
    assert read_python_import(text) == ("app.store", ["Pool", "Session"])
    assert read_python_import("import app.store as s, os") == ("", ["app.store", "os"])


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("use a::{b, c::{self, d}};", ["a::b", "a::c", "a::c::d"]),
        ("pub(crate) use a::b as x;", ["a::b"]),
        ("use function App\\{f, g};", ["App\\f", "App\\g"]),
        ("import a.{b => c, d}", ["a.b", "a.d"]),
    ],
)
def test_a_group_is_written_out(text: str, names: list[str]) -> None:
    assert expand_group(text) == names


@pytest.mark.parametrize("name", ["Order.total", "shop::Order::total", "order->total", "Order#total", "Shop\\total"])
def test_a_qualified_name_ends_in_the_name_that_the_code_defines(name: str) -> None:
    assert last_name(name) == "total"
    assert "".join(split_name(name)) == "".join(part for part in name if part.isalpha())


def test_a_name_that_only_ends_in_a_mark_stays_whole() -> None:
    assert last_name("C#") == "C#"
