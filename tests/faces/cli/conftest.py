"""The command line as a user has it: a home of its own, a real repository, real processes where it matters."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

import standfast
from standfast.cli import program
from tests.faces.cli.machine import Machine

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path


class Done(NamedTuple):
    """What a command said and how it ended."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The one document on stdout; fails when there is anything else."""
        return json.loads(self.out)

    @property
    def lines(self) -> list[Any]:
        """The records on stdout."""
        return [json.loads(line) for line in self.out.splitlines()]

    @property
    def error(self) -> dict[str, str]:
        """The error on stderr."""
        found: dict[str, str] = json.loads(self.err)["error"]
        assert set(found) == {"code", "message", "hint"}
        return found


class Desk:
    """Where a person sits: a folder, a home, and Standfast."""

    def __init__(self, folder: Path, home: Path, capture: pytest.CaptureFixture[str]) -> None:
        self.folder = folder
        self.home = home
        self._capture = capture
        self.env: dict[str, str] = {**os.environ, "STANDFAST_HOME": str(home), "STANDFAST_DURABILITY": "normal"}

    def run(self, *words: str, given: str | bytes | None = None, env: Mapping[str, str] | None = None) -> Done:
        """Run a command in this process."""
        data = given.encode() if isinstance(given, str) else given or b""
        real = sys.stdin
        sys.stdin = io.TextIOWrapper(io.BytesIO(data), encoding="utf-8")
        self._capture.readouterr()
        try:
            code = program.main(["-C", str(self.folder), *words], {**self.env, **(env or {})})
        finally:
            sys.stdin = real
        said = self._capture.readouterr()
        return Done(code, said.out, said.err)

    def ask(self, *words: str, given: str | bytes | None = None, env: Mapping[str, str] | None = None) -> Any:
        """Run a command that must succeed and return its JSON document."""
        done = self.run(*words, "--json", given=given, env=env)
        assert done.code == 0, done.err
        assert done.err == ""
        return done.json

    def fail(self, *words: str, code: int, given: str | bytes | None = None) -> dict[str, str]:
        """Run a command that must fail with this exit code, and return its error."""
        done = self.run(*words, "--json", given=given)
        assert done.code == code, (done.code, done.out, done.err)
        assert done.out == ""
        return done.error

    def remember(self, text: str, *words: str, env: Mapping[str, str] | None = None) -> str:
        """Store a memory and return its id."""
        return str(self.ask("remember", text, *words, env=env)["id"])

    def start(
        self, *words: str, given: bytes = b"", env: Mapping[str, str] | None = None
    ) -> subprocess.CompletedProcess[bytes]:
        """Run a command in a process of its own."""
        source = os.path.dirname(os.path.dirname(standfast.__file__))  # noqa: PTH120
        whole = {**self.env, "PYTHONPATH": source, **(env or {})}
        command = [sys.executable, "-m", "standfast", *words]
        return subprocess.run(
            command, cwd=self.folder, env=whole, input=given, capture_output=True, check=False, timeout=120
        )

    def git(self, *words: str) -> str:
        """Run git in the folder."""
        done = subprocess.run(
            ["git", *words], cwd=self.folder, check=True, capture_output=True, text=True, env=self.env
        )
        return done.stdout.strip()

    def write(self, path: str, text: str) -> None:
        """Write a file in the folder."""
        target = self.folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")

    def commit(self, message: str = "Change") -> None:
        """Commit everything."""
        self.git("add", "-A")
        self.git("commit", "--quiet", "-m", message)


AGENT = {"CLAUDE_CODE_SESSION_ID": "session-one", "CLAUDECODE": "1"}
CODE = "def acquire(payment):\n    return lock(payment.id)\n\n\ndef release(payment):\n    return unlock(payment.id)\n"


@pytest.fixture
def bare(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Desk:
    """A folder that is no repository."""
    folder = tmp_path / "plain"
    folder.mkdir()
    return Desk(folder, tmp_path / "home", capsys)


@pytest.fixture
def desk(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Desk:
    """A repository with one commit by Ana."""
    folder = tmp_path / "shop"
    folder.mkdir()
    made = Desk(folder, tmp_path / "home", capsys)
    made.git("init", "--quiet", "--initial-branch=main")
    made.git("config", "user.name", "Ana")
    made.git("config", "user.email", "ana@example.net")
    made.write("src/locks.py", CODE)
    made.commit("Add locks")
    return made


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    """A home with nothing in it, and Standfast on the search path."""
    return Machine(tmp_path)
