"""Incremental standing is standing from scratch, after every step of a long and messy history, with a real Git.

Two caches live through the whole history: one of the working tree, one of commits. After every step what they say is
compared with what is found out anew.
"""

from __future__ import annotations

import random
import subprocess
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from standfast.code.cache import open_cache
from standfast.code.snapshot import open_snapshot
from standfast.model.anchor import parse_anchor
from standfast.model.memory import Anchored
from standfast.model.trust import Standing
from standfast.standing.anchors.fingerprint import take_fingerprint
from tests.unit.standing.surveys import survey_all

if TYPE_CHECKING:
    from tests.unit.conftest import Sandbox

STEPS = 24
SEEDS = (1, 5)
FILES = 6


def module(number: int) -> str:
    """Some functions and a class, each of them unlike the others."""
    functions = "".join(
        f"def f{number}_{k}(value, limit={k}):\n    total = value * {number} + limit\n    for step in range({k + 2}):\n"
        f"        total += call_{number}(step, total)\n    log('f{number}_{k}', total)\n    return total\n\n\n"
        for k in range(3)
    )
    methods = "".join(f"    def m{k}(self, x):\n        return self.a[{k}] + x * {number}\n\n" for k in range(4))
    return f"import os\nimport sys\n\n\n{functions}class C{number}:\n    kind = {number}\n\n{methods}"


@pytest.fixture
def messy(repo: Sandbox) -> Sandbox:
    """A small program of several files, dependencies, commands and settings."""
    for number in range(FILES):
        repo.write(f"src/m{number}.py", module(number))
    repo.write("requirements.txt", "httpx==1.2.3\nflask==2.0.0\n")
    repo.write("Makefile", "test:\n\tpytest\n\ndeploy:\n\t./ship\n")
    repo.write("settings.toml", "[server]\nport = 80\nhost = 'a'\n")
    repo.write("docs/notes.md", "One.\n\nTwo.\n\nThree.\n")
    repo.commit("Start")
    return repo


def items_of(repo: Sandbox) -> dict[str, Anchored]:
    numbers = range(FILES)
    texts = [f"src/m{n}.py::f{n}_{k}" for n in numbers for k in range(3)] + [f"src/m{n}.py::C{n}" for n in numbers]
    texts += [f"src/m{n}.py" for n in numbers] + [f"src/m{n}.py:6-9" for n in numbers]
    texts += ["src", "docs/notes.md", "dep:httpx", "dep:flask", "cmd:make test", "cmd:make deploy"]
    texts += ["conf:settings.toml#server.port", f"commit:{repo.git('rev-parse', 'HEAD')}"]
    snapshot = open_snapshot(str(repo.root))
    items = {text: Anchored(at := parse_anchor(text), take_fingerprint(snapshot, at)) for text in texts}
    assert all(item.fingerprint for item in items.values())
    return items


@pytest.mark.slow
@pytest.mark.parametrize("seed", SEEDS)
def test_incremental_equals_from_scratch_after_every_step(messy: Sandbox, seed: int) -> None:
    chance = random.Random(seed)
    items = items_of(messy)
    done: Counter[str] = Counter()
    seen: Counter[Standing] = Counter()
    for step in range(STEPS):
        done[mess(messy, chance, step)] += 1
        # The working tree, with what is kept on disk between runs, written and read again at every step.
        kept = open_cache(str(messy.root / ".git"))
        known = survey_all(open_snapshot(str(messy.root)), items, kept).judgements
        kept.save()
        fresh = survey_all(open_snapshot(str(messy.root)), items, {}).judgements
        assert known == fresh, (seed, step, done)
        seen.update(item.standing for item in fresh.values())
    assert len(done) >= 8
    assert len(seen) >= 5


@pytest.mark.slow
def test_standing_in_commits_is_the_same_however_one_got_there(messy: Sandbox) -> None:
    """Going back and forth through history, as checkouts and bisects do."""
    chance = random.Random(3)
    items = items_of(messy)
    commits = [messy.git("rev-parse", "HEAD")]
    for step in range(10):
        mess(messy, chance, step)
        commits.append(messy.git("rev-parse", "HEAD"))
    cache: dict[str, str] = {}
    for commit in [*commits, *reversed(commits[::2]), *chance.sample(commits, 4)]:
        known = survey_all(open_snapshot(str(messy.root), commit), items, cache).judgements
        fresh = survey_all(open_snapshot(str(messy.root), commit), items, {}).judgements
        assert known == fresh


ACTIONS = ("edit", "format", "comment", "rename", "move", "revert", "squash", "merge", "rebase", "amend", "dirty",
           "stash", "remove", "restore", "bump", "command", "checkout", "shuffle")  # fmt: skip


def mess(repo: Sandbox, chance: random.Random, step: int) -> str:
    """Do one of the things that happen to repositories; say which."""
    action = chance.choice(ACTIONS)
    files = sorted(path.relative_to(repo.root).as_posix() for path in (repo.root / "src").rglob("*.py"))
    path = chance.choice(files)
    text = repo.read(path)
    changed = edit(action, repo, path, text, step, files)
    if action == "dirty":
        return action
    if changed:
        repo.commit(f"{action} {path}")
    after(action, repo, path, step)
    return action


def edit(action: str, repo: Sandbox, path: str, text: str, step: int, files: list[str]) -> bool:
    """Change files for an action; say whether there is something to commit."""
    match action:
        case "edit" | "revert" | "amend" | "dirty" | "stash":
            repo.write(path, text.replace("limit\n", f"limit - {step}\n", 1))
        case "format":
            for each in files:
                repo.write(each, repo.read(each).replace("    ", "\t").replace("'", '"'))
        case "comment":
            repo.write(path, text.replace("    log(", "    # why\n    log(", 1))
        case "shuffle":
            repo.write(path, text.replace("import os\nimport sys\n", "import sys\nimport os\n"))
        case "rename":
            repo.git("mv", "-f", path, f"src/r{step}.py")
        case "move":
            cut = text.find("class ")
            if cut > 0:
                repo.write(f"src/deep/part{step}.py", text[cut:])
                repo.write(path, text[:cut])
        case "remove" if len(files) > 3:
            (repo.root / path).unlink()
        case "restore":
            repo.write("src/m0.py", module(0))
        case "bump":
            repo.write("requirements.txt", f"httpx=={1 + step % 3}.2.3\nflask==2.{step}.0\n")
        case "command":
            repo.write("Makefile", f"test:\n\tpytest -n {step}\n\ndeploy:\n\t./ship\n")
            repo.write("settings.toml", f"[server]\nport = {80 + step % 2}\nhost = 'a'\n")
        case _:
            return False
    return True


def after(action: str, repo: Sandbox, path: str, step: int) -> None:
    """What follows the commit of an action."""
    match action:
        case "revert":
            attempt(repo, "revert", "--no-edit", "HEAD") or attempt(repo, "revert", "--abort")
        case "amend":
            repo.git("commit", "-q", "--amend", "--allow-empty", "-m", f"Amended {step}")
        case "stash":
            repo.write(path, repo.read(path) + f"\nY{step} = 1\n")
            repo.git("stash", "-q")
        case "checkout":
            attempt(repo, "checkout", "-q", "--detach", "HEAD~1")
            attempt(repo, "checkout", "-q", "main")
        case "squash" | "merge" | "rebase":
            branch_out(action, repo, path, step)


def branch_out(action: str, repo: Sandbox, path: str, step: int) -> None:
    """Do something on a branch and something else on main, and bring both together."""
    name = f"topic{step}"
    repo.commit("Whatever was left")
    repo.git("checkout", "-q", "-b", name)
    repo.write(path, repo.read(path).replace("value *", f"value + {step} *", 1))
    repo.write(f"src/new{step}.py", module(10 + step))
    repo.commit("On a branch")
    repo.git("checkout", "-q", "main")
    repo.write("docs/notes.md", f"One.\n\nTwo {step}.\n\nThree.\n")
    repo.commit("Meanwhile")
    if action == "squash":
        repo.git("merge", "-q", "--squash", name)
        repo.commit("Squashed")
        repo.git("branch", "-q", "-D", name)
    elif action == "merge":
        repo.git("merge", "-q", "--no-ff", "-m", "Merged", name)
    else:
        repo.git("rebase", "-q", "main", name)
        repo.git("checkout", "-q", "main")
        repo.git("merge", "-q", "--ff-only", name)


def attempt(repo: Sandbox, *words: str) -> bool:
    try:
        repo.git(*words)
    except subprocess.CalledProcessError:
        return False
    return True
