"""What tests of the mirror share: reading and editing its files, and a team with clones of one upstream."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

import standfast
from tests.faces.cli.conftest import Desk

if TYPE_CHECKING:
    from pathlib import Path

Team = Callable[[str], Desk]


def files(desk: Desk) -> dict[str, str]:
    """Return the mirror's files by path."""
    top = desk.folder / ".standfast"
    return {
        path.relative_to(desk.folder).as_posix(): path.read_bytes().decode("utf-8", "replace")
        for path in sorted(top.rglob("*"))
        if path.is_file()
    }


def page(desk: Desk, identity: str) -> str:
    """Return the path of a memory's file."""
    found = [path for path, text in files(desk).items() if f"id: {identity}" in text and path.endswith(".md")]
    assert len(found) == 1, found
    return found[0]


def edit(desk: Desk, identity: str, *changes: tuple[str, str]) -> str:
    """Change words in a memory's file the way a person does."""
    path = page(desk, identity)
    text = (desk.folder / path).read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text, text
        text = text.replace(old, new)
    (desk.folder / path).write_text(text, encoding="utf-8")
    return path


def write_agents_note(desk: Desk) -> str:
    """Write and commit a file of the mirror that no person stands behind, take it in, and return its memory."""
    desk.ask("mirror", "export")
    desk.write(".standfast/facts/retries.md", "---\nsource: agent:claude-code\n---\nRetries are capped at three.\n")
    desk.commit("Note what the agent found")
    taken = desk.ask("mirror", "import")["taken"]
    desk.ask("mirror", "export")
    return str(taken[0]["id"])


@pytest.fixture
def team(tmp_path: Path, desk: Desk, capsys: pytest.CaptureFixture[str]) -> Team:
    """Make more developers, each with a clone of one upstream and a store of their own."""
    upstream = tmp_path / "upstream.git"
    subprocess.run(["git", "init", "--quiet", "--bare", "--initial-branch=main", str(upstream)], check=True)
    desk.git("remote", "add", "origin", str(upstream))
    desk.git("push", "--quiet", "-u", "origin", "main")

    def join(name: str) -> Desk:
        folder = tmp_path / name.lower()
        subprocess.run(["git", "clone", "--quiet", str(upstream), str(folder)], check=True, env={**os.environ})
        made = Desk(folder, tmp_path / f"home-{name.lower()}", capsys)
        made.git("config", "user.name", name)
        made.git("config", "user.email", f"{name.lower()}@example.net")
        return made

    return join


def share(desk: Desk, message: str = "Export memory") -> None:
    """Export, commit and push."""
    desk.ask("mirror", "export")
    desk.commit(message)
    desk.git("push", "--quiet")


def program_on_path(desk: Desk) -> None:
    """Let Git find the very source under test when it runs the driver."""
    desk.env["PYTHONPATH"] = os.path.dirname(os.path.dirname(standfast.__file__))  # noqa: PTH120
    desk.ask("init", "--yes")
