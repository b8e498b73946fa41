"""A real repository to commit to, and guards to hold against it."""

import os
import subprocess
from pathlib import Path

import pytest


class Repository:
    """A temporary Git repository with the few verbs the tests need."""

    def __init__(self, root: Path) -> None:
        self.root = root
        root.mkdir(parents=True, exist_ok=True)
        self.git("init", "-q", "-b", "main")

    def git(self, *arguments: str) -> str:
        done = subprocess.run(["git", *arguments], cwd=self.root, capture_output=True, check=True)
        return done.stdout.decode("utf-8", "replace")

    def write(self, path: str, content: str | bytes) -> None:
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content if isinstance(content, bytes) else content.encode())

    def stage(self, path: str, content: str | bytes) -> None:
        self.write(path, content)
        self.git("add", "--", path)

    def commit(self, message: str = "change", **when: str) -> str:
        environment = {**os.environ, **when}
        subprocess.run(["git", "commit", "-qm", message], cwd=self.root, check=True, env=environment)
        return self.git("rev-parse", "HEAD").strip()


@pytest.fixture
def repo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Repository:
    for name in list(os.environ):
        if name.startswith("GIT_"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    monkeypatch.setenv("GIT_CONFIG_SYSTEM", os.devnull)
    for who in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{who}_NAME", "Ada")
        monkeypatch.setenv(f"GIT_{who}_EMAIL", "ada@example.org")
    return Repository(tmp_path / "repo")
