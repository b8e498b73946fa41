"""What a module's first lines say of its neighbours is so, and what pages say of modules: every one named is there."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import standfast

ROOT = Path(standfast.__file__).parent
REPOSITORY = Path(__file__).parents[2]
MODULES = {path.relative_to(ROOT).with_suffix("").as_posix() for path in ROOT.rglob("*.py")}
ROOMS = {path.name for path in ROOT.iterdir() if path.is_dir()}
FILES = {"model.onnx"}
PATHS = re.compile(r"`((?:\w+/)+\w+\.py)`")
NAMED = re.compile(r"`((?:\w+/)*\w+\.py|\w+(?:\.\w+)+)`")


def named_modules(path: Path) -> list[str]:
    """Return the modules that a module's docstring names: `room.module`, `room/module.py` or `module.py`."""
    said = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    found = (match[1] for match in NAMED.finditer(said))
    return [name for name in found if name.endswith(".py") or (name.partition(".")[0] in ROOMS and name not in FILES)]


def is_there(name: str) -> bool:
    if name.startswith("tools/"):
        return (REPOSITORY / name).is_file()
    wanted = name.removesuffix(".py").replace(".", "/")
    places = [wanted, f"{wanted}/__init__", wanted.rpartition("/")[0]]  # the last: a function of a module
    return any(f"/{module}".endswith(f"/{place}") for module in MODULES for place in places if place)


@pytest.mark.parametrize("room", sorted(ROOMS - {"__pycache__"}))
def test_a_module_names_only_neighbours_that_exist(room: str) -> None:
    gone = [
        f"{path.relative_to(ROOT)}: {name}"
        for path in sorted((ROOT / room).rglob("*.py"))
        for name in named_modules(path)
        if not is_there(name)
    ]
    assert gone == []


def test_the_pages_name_only_modules_that_exist() -> None:
    pages = sorted((REPOSITORY / "docs").rglob("*.md"))
    named = ((page.name, name) for page in pages for name in PATHS.findall(page.read_text(encoding="utf-8")))
    assert [f"{page}: {name}" for page, name in named if name.partition("/")[0] in ROOMS and not is_there(name)] == []
