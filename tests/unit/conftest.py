"""Real Git repositories for tests: a clean configuration, fixed names and dates, no network."""

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from standfast.code.git import Git, find_git
from standfast.code.snapshot import open_snapshot
from standfast.model.anchor import parse_anchor
from standfast.standing.anchors.fingerprint import take_fingerprint
from standfast.standing.anchors.judge import judge
from standfast.standing.anchors.judgement import Judgement


class Sandbox:
    """One repository that a test writes to the way a developer would."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._clock = 1_700_000_000

    def git(self, *args: str) -> str:
        self._clock += 60
        stamp = f"{self._clock} +0000"
        env = os.environ | {"GIT_AUTHOR_DATE": stamp, "GIT_COMMITTER_DATE": stamp}
        done = subprocess.run(["git", *args], cwd=self.root, env=env, check=True, capture_output=True, text=True)
        return done.stdout.strip()

    def write(self, path: str, text: str) -> None:
        target = self.root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(text.encode())

    def read(self, path: str) -> str:
        return (self.root / path).read_bytes().decode()

    def commit(self, message: str = "Change", **files: str) -> str:
        for path, text in files.items():
            self.write(path, text)
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "-m", message)
        return self.git("rev-parse", "HEAD")

    def edit(self, path: str, *changes: tuple[str, str]) -> None:
        text = self.read(path)
        for old, new in changes:
            assert old in text, old
            text = text.replace(old, new)
        self.write(path, text)

    def anchor(self, text: str) -> "Anchored":
        return Anchored(self, text)

    def open(self) -> Git:
        git = find_git(str(self.root))
        assert git is not None
        return git


class Anchored:
    """An anchor with the fingerprint taken when it was made."""

    def __init__(self, repo: Sandbox, text: str) -> None:
        self.repo = repo
        self.anchor = parse_anchor(text)
        taken = take_fingerprint(open_snapshot(str(repo.root)), self.anchor)
        assert taken is not None
        self.fingerprint = taken

    def judge(self, rev: str = "") -> Judgement:
        return judge(open_snapshot(str(self.repo.root), rev), self.anchor, self.fingerprint)

    @property
    def standing(self) -> str:
        return str(self.judge().standing)


@pytest.fixture(autouse=True)
def _clean_git(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    home = tmp_path_factory.mktemp("home")
    config = home / "gitconfig"
    config.write_text(
        "[user]\n\tname = Ada Example\n\temail = ada@example.org\n[init]\n\tdefaultBranch = main\n"
        '[commit]\n\tgpgsign = false\n[protocol "file"]\n\tallow = always\n[advice]\n\tdetachedHead = false\n'
    )
    for name in [name for name in os.environ if name.startswith("GIT_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(config))
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")


@pytest.fixture
def make_repo(tmp_path: Path) -> Callable[..., Sandbox]:
    def make(name: str = "repo", *options: str) -> Sandbox:
        root = tmp_path / name
        root.mkdir(parents=True)
        sandbox = Sandbox(root)
        sandbox.git("init", "-q", *options)
        return sandbox

    return make


@pytest.fixture
def repo(make_repo: Callable[..., Sandbox]) -> Sandbox:
    return make_repo()
