"""The first session in a repository that nobody let Standfast read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from standfast import Memory
from standfast.config import Settings
from standfast.context.aside import started
from standfast.model.source import Source
from standfast.moments.first import first_steps
from standfast.moments.table import Occasion
from standfast.moments.tell import tell
from tests.unit.learn.repository import Repository

if TYPE_CHECKING:
    from pathlib import Path


def open_session(repo: Repository, home: Path, *, session: str, read_clones: bool = False) -> Memory:
    """Open the memory of a repository as an agent's session sees it."""
    settings = Settings(
        home=home, store_url=f"sqlite://{home / 'store'}", embedder="off", read_clones=read_clones, durability="normal"
    )
    return Memory(settings, Source("agent", "claude-code", session=session), repo.root)


def test_the_first_session_is_told_what_to_do_and_no_later_one(tmp_path: Path) -> None:
    repo = Repository(tmp_path / "shop")
    repo.commit("Start", pay_py="a = 1\n")
    with open_session(repo, tmp_path / "home", session="s1") as memory:
        assert "standfast up" in tell(memory.context, Occasion("start")).text
    with open_session(repo, tmp_path / "home", session="s2") as memory:
        assert not tell(memory.context, Occasion("start")).text


def test_a_persons_own_preference_does_not_hide_that_the_repository_was_not_read(tmp_path: Path) -> None:
    repo = Repository(tmp_path / "shop")
    repo.commit("Start", pay_py="a = 1\n")
    with repo.open(tmp_path / "home") as memory:
        memory.remember("I prefer short answers.", kind="preference", scope="user")
    with open_session(repo, tmp_path / "home", session="s1") as memory:
        said = tell(memory.context, Occasion("start")).text
    assert "standfast up" in said
    assert "short answers" in said


def test_a_repository_is_read_in_the_background_where_the_person_allowed_it(tmp_path: Path) -> None:
    repo = Repository(tmp_path / "shop")
    repo.write("AGENTS.md", "# Rules\n\n- Never log card numbers.\n")
    repo.commit("Start", pay_py="a = 1\n")
    with open_session(repo, tmp_path / "home", session="s1", read_clones=True) as memory:
        assert "standfast up" not in first_steps(memory.context)
        assert started.pop().wait(timeout=120) == 0
        assert any(
            "card numbers" in result.memory.content.text
            for result in memory.recall("may card numbers be logged").results
        )
