"""Hooks after Git's events: beside what is there, behind Git's back, and taken out to the byte."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING

import pytest

from standfast.code.hooks.events import EVENTS, LOCK, inspect_events, install_events, remove_events, render_event
from standfast.errors import Refused
from tests.unit.code.hooks.test_gate import opened, root, run, write_hook

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["root"]  # a fixture


def noting(folder: Path) -> str:
    """Write a program that takes the interpreter's place and notes that it was called."""
    program = folder / "noting"
    program.write_text(f'#!/bin/sh\necho "$@ in $PWD" >> "{folder}/called"\n', encoding="utf-8")
    program.chmod(0o755)
    return str(program)


def calls(folder: Path, count: int) -> list[str]:
    """Wait, for a bounded time, until the program was called so often."""
    path = folder / "called"
    for _ in range(6_000):
        lines = path.read_text().splitlines() if path.exists() else []
        if len(lines) >= count:
            return lines
        time.sleep(0.02)
    return path.read_text().splitlines() if path.exists() else []


def commit(folder: Path, name: str = "a.txt") -> None:
    (folder / name).write_text(f"{name}\n", encoding="utf-8")
    run(folder, "git", "add", name)
    assert run(folder, "git", "commit", "-m", f"Add {name}").returncode == 0


def files(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def test_every_event_wakes_standfast(root: Path, tmp_path: Path) -> None:
    done = install_events(opened(root), noting(tmp_path))
    assert (done.state, done.installed) == ("installed", EVENTS)
    commit(root)
    assert "post-commit" in calls(tmp_path, 1)[-1]
    run(root, "git", "checkout", "--quiet", "-b", "topic")
    assert "post-checkout" in calls(tmp_path, 2)[-1]
    commit(root, "b.txt")
    run(root, "git", "checkout", "--quiet", "main")
    calls(tmp_path, 4)
    run(root, "git", "merge", "--quiet", "topic")
    assert "post-merge" in calls(tmp_path, 5)[-1]
    run(root, "git", "commit", "--quiet", "--amend", "-m", "Reworded")
    assert any("post-rewrite" in line for line in calls(tmp_path, 7))


def test_a_file_that_is_checked_out_wakes_nobody(root: Path, tmp_path: Path) -> None:
    commit(root)
    install_events(opened(root), noting(tmp_path))
    (root / "a.txt").write_text("changed\n")
    run(root, "git", "checkout", "--", "a.txt")
    commit(root, "b.txt")
    assert ["post-commit" in line for line in calls(tmp_path, 1)] == [True]


def test_git_does_not_wait(root: Path, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "held")
    slow = tmp_path / "slow"
    slow.write_text(f'#!/bin/sh\ncat "{tmp_path}/held" > "{tmp_path}/called"\n')
    slow.chmod(0o755)
    install_events(opened(root), str(slow))
    commit(root)  # comes back, though the program is held
    assert not (tmp_path / "called").exists() or (tmp_path / "called").read_text() == ""
    (tmp_path / "held").write_text("let go\n")
    assert calls(tmp_path, 1) == ["let go"]


def test_while_one_is_at_work_the_others_leave_a_note(root: Path, tmp_path: Path) -> None:
    install_events(opened(root), noting(tmp_path))
    (root / ".git" / LOCK).touch()
    commit(root)
    assert (root / ".git" / f"{LOCK}.again").exists()
    os.utime(root / ".git" / LOCK, (1, 1))
    commit(root, "b.txt")
    assert len(calls(tmp_path, 1)) == 1


def test_the_hook_that_was_there_runs_first_with_its_arguments_and_its_input(root: Path, tmp_path: Path) -> None:
    for name in EVENTS:
        write_hook(root, f'#!/bin/sh\necho "{name} $@ $(cat)" >> "{tmp_path}/old"\nexit 3\n'.encode(), name)
    before = files(root / ".git" / "hooks")
    done = install_events(opened(root), noting(tmp_path))
    assert done.chained == EVENTS
    commit(root)
    run(root, "git", "commit", "--quiet", "--amend", "-m", "Reworded")
    said = (tmp_path / "old").read_text()
    assert "post-commit" in said
    assert "post-rewrite amend" in said
    rewritten = next(line for line in said.splitlines() if line.startswith("post-rewrite"))
    assert len(rewritten.split()) == 4  # name, argument, and from its input the old and the new commit
    assert run(root, ".git/hooks/post-merge", "0").returncode == 3
    assert remove_events(opened(root)).changed
    assert files(root / ".git" / "hooks") == before


def test_installing_again_changes_nothing_and_a_new_interpreter_replaces_the_old(root: Path, tmp_path: Path) -> None:
    write_hook(root, b"#!/bin/sh\nexit 0\n", "post-merge")
    install_events(opened(root), noting(tmp_path))
    assert not install_events(opened(root), noting(tmp_path)).changed
    assert install_events(opened(root), "/elsewhere/python").changed
    assert b"/elsewhere/python" in (root / ".git/hooks/post-commit").read_bytes()
    remove_events(opened(root))
    assert (root / ".git/hooks/post-merge").read_bytes() == b"#!/bin/sh\nexit 0\n"


def test_a_hook_changed_by_hand_is_not_taken_out(root: Path) -> None:
    install_events(opened(root))
    path = root / ".git" / "hooks" / "post-commit"
    path.write_bytes(path.read_bytes() + b"echo mine\n")
    remove_events(opened(root))
    assert path.read_bytes().endswith(b"echo mine\n")
    assert inspect_events(opened(root)).state == "absent"


@pytest.mark.parametrize("mark", [b"# File generated by pre-commit", b"call_lefthook run post-merge"])
def test_a_manager_that_writes_its_hook_again_is_chained_again(root: Path, tmp_path: Path, mark: bytes) -> None:
    first, second = b"#!/bin/sh\n" + mark + b"\n", b"#!/bin/sh\n" + mark + b" 2\n"
    write_hook(root, first, "post-merge")
    install_events(opened(root), noting(tmp_path))
    write_hook(root, second, "post-merge")
    assert inspect_events(opened(root)).state == "partly"
    assert install_events(opened(root), noting(tmp_path)).state == "installed"
    remove_events(opened(root))
    assert (root / ".git/hooks/post-merge").read_bytes() == second


def test_two_plain_hooks_are_never_mixed_up(root: Path) -> None:
    write_hook(root, b"#!/bin/sh\n# one\n", "post-merge")
    install_events(opened(root))
    write_hook(root, b"#!/bin/sh\n# two\n", "post-merge")
    with pytest.raises(Refused):
        install_events(opened(root))


def test_a_hook_that_calls_what_it_replaced_does_not_go_round_in_circles(root: Path, tmp_path: Path) -> None:
    """pre-commit moves what it finds to `.legacy` and calls it; ours calls what it moved aside."""
    hook = b'#!/bin/sh\n# File generated by pre-commit\nold="${0%/*}/post-commit.legacy"\n[ -x "$old" ] && "$old"\n'
    write_hook(root, hook, "post-commit")
    install_events(opened(root), noting(tmp_path))
    (root / ".git/hooks/post-commit").rename(root / ".git/hooks/post-commit.legacy")
    write_hook(root, hook, "post-commit")
    commit(root)
    assert len(calls(tmp_path, 1)) == 1


@pytest.mark.parametrize(
    ("config", "place"), [(".husky/_", ".husky"), (".husky", ".husky"), (".githooks", ".githooks")]
)
def test_in_the_repositorys_own_folder_lines_are_added_and_taken_out(root: Path, config: str, place: str) -> None:
    (root / config).mkdir(parents=True)
    run(root, "git", "config", "core.hooksPath", config)
    held = {"post-merge": b"npm install", "post-commit": b"#!/bin/bash\necho hi\n"}
    for name, data in held.items():
        (root / place / name).write_bytes(data)
        (root / place / name).chmod(0o640 if name == "post-merge" else 0o755)
    before = files(root / place)
    done = install_events(opened(root))
    assert (done.state, done.folder) == ("installed", str(root / place))
    text = (root / place / "post-merge").read_text()
    assert text.startswith("npm install\n")
    assert "standfast drift --event post-merge" in text
    assert (root / place / "post-merge").stat().st_mode & 0o777 == 0o640
    assert os.access(root / place / "post-checkout", os.X_OK)
    assert not install_events(opened(root)).changed
    remove_events(opened(root))
    assert files(root / place) == before


def test_lines_that_people_add_after_ours_stay(root: Path) -> None:
    (root / ".githooks").mkdir()
    run(root, "git", "config", "core.hooksPath", ".githooks")
    install_events(opened(root))
    path = root / ".githooks" / "post-merge"
    path.write_bytes(path.read_bytes() + b"echo later\n")
    remove_events(opened(root))
    assert path.read_bytes() == b"#!/bin/sh\necho later\n"


def test_a_hook_in_another_language_is_left_alone_and_advice_given(root: Path) -> None:
    (root / ".githooks").mkdir()
    run(root, "git", "config", "core.hooksPath", ".githooks")
    (root / ".githooks" / "post-merge").write_bytes(b"#!/usr/bin/env python3\nprint()\n")
    done = install_events(opened(root))
    assert done.state == "partly"
    assert "post-merge" in done.advice
    assert (root / ".githooks" / "post-merge").read_bytes() == b"#!/usr/bin/env python3\nprint()\n"


def test_a_folder_that_other_repositories_share_is_not_written_to(root: Path, tmp_path: Path) -> None:
    shared = tmp_path / "shared"
    shared.mkdir()
    run(root, "git", "config", "core.hooksPath", str(shared))
    done = install_events(opened(root))
    assert done.state == "elsewhere"
    assert str(shared) in done.advice
    assert list(shared.iterdir()) == []


def test_a_repository_without_a_hooks_folder_gets_one_and_loses_it_again(tmp_path: Path) -> None:
    run(tmp_path, "git", "init", "--quiet", "--template=")
    install_events(opened(tmp_path))
    remove_events(opened(tmp_path))
    assert not (tmp_path / ".git" / "hooks").exists()


def test_worktrees_share_the_hooks(root: Path, tmp_path: Path) -> None:
    install_events(opened(root), noting(tmp_path))
    commit(root)
    calls(tmp_path, 1)
    run(root, "git", "worktree", "add", "--quiet", str(tmp_path / "tree"), "-b", "side")
    calls(tmp_path, 2)
    commit(tmp_path / "tree", "b.txt")
    assert str(tmp_path / "tree") in calls(tmp_path, 3)[-1]


def test_the_script_is_plain_posix_shell(tmp_path: Path) -> None:
    path = tmp_path / "hook"
    path.write_bytes(render_event("/opt/it's/python"))
    assert run(tmp_path, "sh", "-n", str(path)).returncode == 0
