"""The reference of commands is what the code says."""

from __future__ import annotations

import importlib.util
from pathlib import Path

from standfast.cli import list_commands

ROOT = Path(__file__).parent.parent.parent


def test_the_reference_is_up_to_date() -> None:
    spec = importlib.util.spec_from_file_location("reference", ROOT / "tools" / "reference.py")
    assert spec is not None
    assert spec.loader is not None
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    page = (ROOT / "docs" / "reference" / "commands.md").read_text(encoding="utf-8")
    assert page == tool.render(), "run `make docs`"
    assert all(f"\n### {name}\n" in page for name in list_commands())
