"""Doctor's look at the gate: a violation is really committed in a scratch repository and must be blocked.

The hook that is installed here is the one that is tried, with a guard that is in force here, in a home of its own.
"""

import os
import shutil
import subprocess
import tempfile
from contextlib import suppress
from functools import partial
from pathlib import Path

from standfast.cli.checks import Outcome
from standfast.cli.face import Face
from standfast.cli.paint import count
from standfast.code.git import find_git
from standfast.code.hooks.gate import inspect_hooks, moved_hook
from standfast.config import load_settings
from standfast.errors import Refused
from standfast.guard.gate import planted_violation
from standfast.guard.render import render_rule
from standfast.guard.rule import Guard
from standfast.memory import Memory
from standfast.model.source import Source

_Outcome = partial(Outcome, "gate")


def check_gate(face: Face, *, fix: bool) -> list[Outcome]:
    """Prove that the gate blocks: by a violation that is really committed, in a scratch repository."""
    del fix
    git = find_git(str(face.where))
    if git is None or not git.place.root or not face.settings.store_folder.exists():
        return [_Outcome("ok", "Nothing is enforced here")]
    proven = face.open().guards.prove()
    if not proven:
        return [_Outcome("ok", "Nothing is enforced here")]
    found: list[Outcome] = []
    for item in proven:
        if not item.holds:
            wrong = item.problem or next(verdict.problem for verdict in item.verdicts if verdict.problem)
            hint = f"It is not enforced. `standfast guard test {item.carried.id}`"
            found.append(_Outcome("fail", f"The guard {item.carried.id} is broken: {wrong}", hint))
    hook = inspect_hooks(git)
    if hook.state != "installed":
        hint = hook.advice or "`standfast init --yes` installs the Git hook."
        found.append(
            _Outcome("warn", f"{count(len(proven), 'guard')}, but no Git hook checks commits against them", hint)
        )
        return found
    guards = [item.carried.guard for item in proven if item.holds and item.carried.guard]
    blocking = [guard for guard in guards if guard.severity == "block"]
    found.append(try_gate(Path(hook.path), blocking))
    return found


def try_gate(hook: Path, guards: list[Guard]) -> Outcome:
    """Commit a violation of one of these guards through this hook; it must be blocked, and its absence must not."""
    for guard in guards:
        planted = planted_violation(guard)
        if planted:
            with (
                # A rule that finds secrets cannot be planted: its snippets are kept out of every store.
                suppress(Refused),
                tempfile.TemporaryDirectory(prefix="standfast-doctor-", ignore_cleanup_errors=True) as folder,
            ):
                return _Scratch(Path(folder), hook).try_out(guard, *planted)
    return _Outcome("ok", "The Git hook is installed; no guard here can be tried with one planted file")


class _Scratch:
    """A repository and a home of its own, with a copy of the hook."""

    def __init__(self, folder: Path, hook: Path) -> None:
        self.root, self.home = folder / "repository", folder / "home"
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("GIT_", "STANDFAST_"))}
        self.env = {
            **kept,
            "STANDFAST_HOME": str(self.home),
            "STANDFAST_EMBEDDER": "off",
            "GIT_CONFIG_GLOBAL": os.devnull,
            "GIT_CONFIG_NOSYSTEM": "1",
        }
        self.root.mkdir()
        self.home.mkdir()
        self._git("init", "--quiet", "--template=")
        hooks = self.root / ".git" / "hooks"
        hooks.mkdir()
        shutil.copy2(hook, hooks / hook.name)
        (hooks / hook.name).write_bytes(moved_hook(hook.read_bytes(), str(self.home)))

    def _git(self, *words: str) -> subprocess.CompletedProcess[str]:
        who = ("-c", "user.name=doctor", "-c", "user.email=doctor@localhost", "-c", "commit.gpgsign=false")
        command = ["git", *who, *words]
        return subprocess.run(
            command, cwd=self.root, env=self.env, capture_output=True, text=True, check=False, timeout=60
        )

    def try_out(self, guard: Guard, path: str, data: bytes) -> Outcome:
        """Commit the planted file, then a harmless one."""
        self._carry(guard)
        target = self.root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
        self._git("add", "--all", "--force")
        stopped = self._git("commit", "--quiet", "-m", "A planted violation")
        if stopped.returncode == 0 or guard.id not in stopped.stderr + stopped.stdout:
            said = (stopped.stderr or stopped.stdout).strip().splitlines()
            hint = "`standfast init --yes` writes the hook again." + (f" It said: {said[0]}" if said else "")
            return _Outcome("fail", f"A planted violation of {guard.id} was not blocked", hint)
        self._git("rm", "--quiet", "--cached", "-r", ".")
        (self.root / "harmless.txt").write_text("nothing\n", encoding="utf-8")
        self._git("add", "--force", "harmless.txt")
        passed = self._git("commit", "--quiet", "-m", "A harmless change")
        if passed.returncode != 0:
            return _Outcome("fail", "The gate blocks a harmless change", "`standfast guard check --staged` says why.")
        return _Outcome("ok", f"A planted violation of {guard.id} was blocked at commit, a harmless change was not")

    def _carry(self, guard: Guard) -> None:
        settings = load_settings(self.env)
        bare = guard._replace(since="", expires="", extra=())
        with Memory.open(self.root, who=Source("person", "doctor"), settings=settings) as memory:
            planted = memory.remember("A planted rule", kind="fact")
            memory.guards.add(planted.id, render_rule(bare, form="json"))
