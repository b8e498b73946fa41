"""The walk-through of a team is true: its commands run, in order, against a real server on a real PostgreSQL."""

from __future__ import annotations

import os
import shlex
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import standfast
from tests.docs import test_tutorials
from tests.docs.test_tutorials import Step, compare
from tests.faces.team.conftest import TeamServer
from tests.program import plain_env, write_program

if TYPE_CHECKING:
    from collections.abc import Iterator

PAGE = Path(__file__).parents[2] / "docs" / "tutorial" / "a-team.md"
PORT = "8765"
CODE = 'def acquire(payment_id):\n    return store.lock("lock:" + payment_id)\n'


class Machines:
    """Three people with a home and a repository each; two of them have clones of one."""

    def __init__(self, folder: Path, server: TeamServer) -> None:
        self._folder, self._server = folder, server
        self._env: dict[str, dict[str, str]] = {"admin": server.env}
        program = write_program(folder / "bin")
        for who in ("ana", "ben", "carl"):
            home = folder / f"home-{who}"
            (home / "standfast").mkdir(parents=True)
            (home / "gitconfig").write_text(
                f"[user]\n\tname = {who.title()}\n\temail = {who}@example.net\n[init]\n\tdefaultBranch = main\n"
            )
            path = f"{program.parent}{os.pathsep}{os.environ['PATH']}"
            source = str(Path(standfast.__file__).parent.parent)
            own = {"PATH": path, "GIT_CONFIG_GLOBAL": str(home / "gitconfig"), "PYTHONPATH": source}
            self._env[who] = {
                **plain_env(home),
                **own,
                "STANDFAST_HOME": str(home / "standfast"),
                "STANDFAST_EMBEDDER": "off",
            }
        self._env["admin"] = {**server.env, "PATH": self._env["ana"]["PATH"]}
        for who, first in (("ana", CODE), ("carl", "TOTAL = 0\n")):
            (folder / who / "src").mkdir(parents=True)
            (folder / who / "src" / "locks.py").write_text(first)
            for words in (("init", "--quiet"), ("add", "-A"), ("commit", "--quiet", "-m", f"Start of {who}")):
                self._git(who, folder / who, *words)
        self._git("ben", folder, "clone", "--quiet", str(folder / "ana"), "ben")
        (folder / "admin").mkdir()

    def _git(self, who: str, where: Path, *words: str) -> None:
        subprocess.run(["git", *words], cwd=where, env=self._env[who], check=True, capture_output=True)

    def run(self, step: Step, known: dict[str, str]) -> subprocess.CompletedProcess[str]:
        command = step.command.replace(PORT, str(self._server.port))
        for name, value in known.items():
            command = command.replace(name, value)
        env = dict(self._env[step.who])
        if step.agent:
            env |= {"CLAUDECODE": "1", "CLAUDE_CODE_SESSION_ID": f"session-{step.who}"}
        return subprocess.run(
            shlex.split(command), cwd=self._folder / step.who, env=env, capture_output=True, text=True,
            stdin=subprocess.DEVNULL, check=False, timeout=120,
        )  # fmt: skip


@pytest.fixture
def server(tmp_path: Path, fresh_database: str) -> Iterator[TeamServer]:
    (tmp_path / "server").mkdir()
    made = TeamServer(tmp_path / "server", fresh_database)
    yield made
    made.stop()


@pytest.mark.slow
def test_the_walk_through_of_a_team_says_what_the_page_says(tmp_path: Path, server: TeamServer) -> None:
    _, steps = test_tutorials.read_steps(PAGE.read_text(encoding="utf-8"))
    assert len(steps) > 25
    machines = Machines(tmp_path, server)
    known: dict[str, str] = {}
    for number, step in enumerate(steps):
        done = machines.run(step, known)
        told = done.stdout.replace(str(server.port), PORT)
        where = f"step {number}: {step.who}$ {step.command}\n{done.stdout}\n{done.stderr}"
        assert compare(step.said, told, known), f"{where}\nthe page says:\n{step.said}"
        assert done.returncode == 0, where
