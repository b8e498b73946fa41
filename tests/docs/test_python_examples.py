"""The Python in the how-to runs as it stands."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "use-from-python.md"
BLOCKS = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


@pytest.mark.parametrize("code", BLOCKS, ids=["library", "langgraph", "mem0"])
def test_an_example_does_what_it_says(code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if "langgraph" in code:
        pytest.importorskip("langgraph.store.base")
    monkeypatch.setenv("STANDFAST_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    exec(compile(code, str(PAGE), "exec"), {"__name__": "example"})
    assert any((tmp_path / "home").rglob("*.db"))  # what it remembered is kept
