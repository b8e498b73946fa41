"""What an object holds are its fields: nothing is put into or taken out of it behind them."""

from __future__ import annotations

import ast
from pathlib import Path

import standfast

ROOT = Path(standfast.__file__).parent
ALLOWED = {"model/value.py"}  # the base of all values makes its fields there


def test_no_module_keeps_state_behind_the_fields_of_an_object() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path in sorted(ROOT.rglob("*.py"))
        if path.relative_to(ROOT).as_posix() not in ALLOWED
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute) and node.attr in {"__dict__", "__setattr__"}
    ]
    assert found == []
