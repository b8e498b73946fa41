"""The reference of commands, of moments and of the library is what the code says."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import standfast
from standfast.cli import list_commands
from standfast.moments.table import MOMENTS

ROOT = Path(__file__).parent.parent.parent


def load_tool(name: str) -> Any:
    spec = importlib.util.spec_from_file_location(name, ROOT / "tools" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    return tool


def rendered(name: str) -> str:
    page: str = load_tool(name).render()
    return page


def test_the_table_of_moments_is_up_to_date() -> None:
    page = (ROOT / "docs" / "reference" / "moments.md").read_text(encoding="utf-8")
    assert page == rendered("moments"), "run `make docs`"
    assert all(f"| `{name}` |" in page for name in MOMENTS)


def test_the_reference_is_up_to_date() -> None:
    page = (ROOT / "docs" / "reference" / "commands.md").read_text(encoding="utf-8")
    assert page == rendered("reference"), "run `make docs`"
    assert all(f"\n### {name}\n" in page for name in list_commands())


def test_the_page_of_the_library_is_up_to_date() -> None:
    page = (ROOT / "docs" / "reference" / "python.md").read_text(encoding="utf-8")
    assert page == rendered("library"), "run `make docs`"
    assert all(name in page for name in standfast.__all__ if not name.startswith("__"))
