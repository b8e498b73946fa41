"""What several make or change at once, each having read it first: nobody's part is lost."""

from __future__ import annotations

import os
import time
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import TYPE_CHECKING

import pytest

from standfast import Memory
from standfast.agents.manifest import Manifest
from standfast.agents.plan import apply, plan, undo
from standfast.capture.redact.known import Known
from standfast.code.git import find_git
from standfast.code.hooks.events import install_events, remove_events
from standfast.code.hooks.gate import install_hook, remove_hook
from standfast.config import Settings, list_settings, write_setting
from standfast.model.source import Source
from standfast.moments.quiet import Pause, read_pauses
from standfast.text.lock import take_lock
from standfast.verbs.pause import pause
from tests.fault.test_lost_catalog import make

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

MANY = 6
ROUNDS = 5
MINE = b"#!/bin/sh\necho mine\n"


def at_once(act: Callable[[int], object]) -> None:
    """Let several do it at the same time; raise what any of them raised."""
    with ThreadPoolExecutor(MANY) as pool:
        for done in [pool.submit(act, number) for number in range(MANY)]:
            done.result()


def test_settings_that_are_changed_at_once_are_all_there(tmp_path: Path) -> None:
    names = [item.name for item in list_settings({"STANDFAST_HOME": str(tmp_path)}) if isinstance(item.value, bool)]
    assert len(names) >= 2
    for number in range(ROUNDS):
        home = tmp_path / str(number)
        at_once(lambda place, home=home: write_setting(home, names[place % len(names)], True))  # type: ignore[misc]
        text = (home / "config.toml").read_text(encoding="utf-8")
        assert all(f"{name} = true" in text for name in names[:MANY])


def test_pauses_that_begin_at_once_are_all_there(tmp_path: Path) -> None:
    repo = make(tmp_path)
    for number in range(ROUNDS):
        home = tmp_path / f"home{number}"
        settings = Settings(home=home, store_url=f"sqlite://{home / 'store'}", embedder="off")
        with Memory(settings, Source("person", "ana"), repo) as memory:
            memory.remember("The store is made by the first who needs it")
            context = memory.context
            at_once(lambda place, context=context: pause(context, Pause(True, True, f"session:s{place}")))  # type: ignore[misc]
        assert len(read_pauses(home, context.clock.now())) == MANY


def test_hooks_that_several_put_in_place_give_back_what_was_there(tmp_path: Path) -> None:
    names = ("pre-commit", "post-commit", "post-merge")
    for number in range(ROUNDS):
        (tmp_path / str(number)).mkdir()
        repo = make(tmp_path / str(number))
        hooks = repo / ".git" / "hooks"
        hooks.mkdir(exist_ok=True)
        for name in names:
            (hooks / name).write_bytes(MINE)
            (hooks / name).chmod(0o755)
        git = find_git(str(repo))
        assert git is not None
        at_once(lambda place, git=git: install_hook(git) if place % 2 else install_events(git))  # type: ignore[misc]
        remove_events(git)
        remove_hook(git)
        assert [(hooks / name).read_bytes() for name in names] == [MINE] * len(names)


def test_agents_that_are_set_up_at_once_are_all_undone(tmp_path: Path) -> None:
    agents = ("claude-code", "codex", "cursor", "gemini-cli", "windsurf", "qwen-code")
    books = {"backups": str(tmp_path / "sf" / "backups"), "manifest": str(tmp_path / "sf" / "setup.json")}

    def connect(place: int) -> None:
        site = {"home": str(tmp_path), "project_root": str(tmp_path), "platform": "linux", "executable": "standfast"}
        apply(plan([agents[place]], "user", env={"HOME": str(tmp_path), "PATH": ""}, **site), **books)

    at_once(connect)
    written = Manifest.load(books["manifest"])
    assert {agent for record in written.files.values() for part in record.parts for agent in part.agents} == set(agents)
    undo(manifest=books["manifest"])
    assert [path for path in tmp_path.rglob("*") if path.is_file() and "sf" not in path.parts] == []


def test_what_a_full_list_of_secrets_keeps_is_never_out_of_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, secret = tmp_path / "known", Random(2).randbytes(16).hex()
    known = Known(path, b"k" * 32)
    known.learn([secret])
    path.write_bytes(Random(1).randbytes(8192 * 8) + path.read_bytes())

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("os.replace", stop)
    with pytest.raises(KeyboardInterrupt):
        Known(path, b"k" * 32).learn([Random(3).randbytes(16).hex()])
    kept = Known(path, b"k" * 32)
    kept.refresh()
    assert kept.find(0, secret)


def test_a_lock_from_before_the_clock_was_set_back_is_nobodys(tmp_path: Path) -> None:
    lock = tmp_path / "lock"
    assert take_lock(lock, "one")
    assert not take_lock(lock, "two")
    ahead = time.time() + 86_400
    os.utime(lock, (ahead, ahead))
    assert take_lock(lock, "two")
