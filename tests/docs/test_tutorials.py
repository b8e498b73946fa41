"""The walk-through of two developers is true: its commands run, in order, and say what the page says they say."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
from pathlib import Path
from typing import NamedTuple

import pytest

import standfast
from tests.program import plain_env, write_program

PAGE = Path(__file__).parent.parent.parent / "docs" / "tutorial" / "two-developers.md"
_BLOCK = re.compile(r"^```(\w+)(?: file=(\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_NAME = re.compile(r"\b[A-Z]{6,}\b")
_PROMPT = re.compile(r"^(ana|ben|carl|admin)('s agent)?\$ (.*)$")


class Step(NamedTuple):
    """One command of the page: who types it, and what it is said to answer."""

    who: str
    agent: bool
    command: str
    said: str


def read_steps(page: str) -> tuple[dict[str, str], list[Step]]:
    """Read the files and the commands of a page."""
    files: dict[str, str] = {}
    steps: list[Step] = []
    for kind, path, body in _BLOCK.findall(page):
        if path:
            files[path] = body
        if kind != "console":
            continue
        for line in body.splitlines():
            found = _PROMPT.match(line)
            if found:
                steps.append(Step(found[1], bool(found[2]), found[3], ""))
            else:
                steps[-1] = steps[-1]._replace(said=f"{steps[-1].said}{line}\n")
    return files, steps


def compare(said: str, out: str, known: dict[str, str]) -> bool:
    """Tell whether an answer is what the page says, and note what its names in capitals stand for.

    `…` on a line of its own is any number of lines; inside a line it is anything.
    """
    pattern = "".join(r"(?:.*\n)*?" if line == "…" else f"{_line(line, known)}[ \\t]*\n" for line in said.splitlines())
    told = "".join(f"{line}\n" for line in out.splitlines() if not line.startswith("→"))  # what to do next
    found = re.fullmatch(pattern, told)
    known.update(found.groupdict() if found else {})
    return found is not None


def _line(line: str, known: dict[str, str]) -> str:
    parts = re.split(f"(…|{_NAME.pattern})", line.rstrip())
    return "".join(".*?" if part == "…" else _named(part, known) for part in parts)


def _named(part: str, known: dict[str, str]) -> str:
    if not _NAME.fullmatch(part):
        return re.escape(part)
    return re.escape(known[part]) if part in known else rf"(?P<{part}>\S+)"


class Team:
    """Two people with a clone and a home each, and one upstream."""

    def __init__(self, folder: Path, files: dict[str, str]) -> None:
        self._folder = folder
        self._env: dict[str, dict[str, str]] = {}
        program = write_program(folder / "bin")
        path = f"{program.parent}{os.pathsep}{os.environ['PATH']}"
        for who in ("ana", "ben"):
            home = folder / f"home-{who}"
            home.mkdir()
            config = home / "gitconfig"
            config.write_text(
                f"[user]\n\tname = {who.title()}\n\temail = {who}@example.net\n[init]\n\tdefaultBranch = main\n"
                "[advice]\n\tdetachedHead = false\n"
            )
            own = {"PATH": path, "GIT_CONFIG_GLOBAL": str(config), "STANDFAST_HOME": str(home / "standfast")}
            source = str(Path(standfast.__file__).parent.parent)  # what Git's hooks and the merge driver start, too
            self._env[who] = {**plain_env(home), **own, "STANDFAST_EMBEDDER": "off", "PYTHONPATH": source}
        self._git("ana", folder, "init", "--quiet", "--bare", "upstream.git")
        self._git("ana", folder, "clone", "--quiet", "upstream.git", "ana")
        for name, text in files.items():
            target = folder / "ana" / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, encoding="utf-8")
        self._git("ana", folder / "ana", "add", "-A")
        self._git("ana", folder / "ana", "commit", "--quiet", "-m", "Start")
        self._git("ana", folder / "ana", "push", "--quiet", "-u", "origin", "HEAD:main")
        self._git("ben", folder, "clone", "--quiet", "upstream.git", "ben")

    def _git(self, who: str, where: Path, *words: str) -> None:
        subprocess.run(["git", *words], cwd=where, env=self._env[who], check=True, capture_output=True)

    def run(self, step: Step, known: dict[str, str]) -> subprocess.CompletedProcess[str]:
        """Run a command as its person, or as an agent of theirs."""
        command = _NAME.sub(lambda name: known.get(name[0], name[0]), step.command)
        env = dict(self._env[step.who])
        if step.agent:
            env |= {"CLAUDECODE": "1", "CLAUDE_CODE_SESSION_ID": f"session-{step.who}"}
        return subprocess.run(
            shlex.split(command),
            cwd=self._folder / step.who,
            env=env,
            capture_output=True,
            text=True,
            stdin=subprocess.DEVNULL,
            check=False,
            timeout=120,
        )


@pytest.mark.slow
def test_two_developers_and_their_agents_are_told_what_the_page_says(tmp_path: Path) -> None:
    files, steps = read_steps(PAGE.read_text(encoding="utf-8"))
    assert len(steps) > 20
    team = Team(tmp_path, files)
    known: dict[str, str] = {}
    for number, step in enumerate(steps):
        done = team.run(step, known)
        where = f"step {number}: {step.who}$ {step.command}\n{done.stdout}\n{done.stderr}"
        assert compare(step.said, done.stdout, known), f"{where}\nthe page says:\n{step.said}"
        assert done.returncode == 0 or step.said, where
