"""The pre-commit hook: put beside what is there, taken out to the byte, in the way of nothing."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
import yaml

from standfast.code.git import Git, find_git
from standfast.code.hooks.gate import ASIDE, COMMAND, inspect_hooks, install_hook, remove_hook, render_hook, watch
from standfast.errors import Refused

OLD = b"#!/bin/sh\r\n# kept to the byte \xff\r\nexit 0\n"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "it's a shop"
    folder.mkdir()
    run(folder, "git", "init", "--quiet", "--initial-branch=main")
    run(folder, "git", "config", "user.name", "Ana")
    run(folder, "git", "config", "user.email", "ana@example.net")
    return folder


def run(folder: Path, *words: str, **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        list(words), cwd=folder, env={**os.environ, **env}, capture_output=True, text=True, check=False, timeout=60
    )


def opened(folder: Path) -> Git:
    git = find_git(str(folder))
    assert git is not None
    return git


def stand_in(folder: Path, code: int, said: str = "") -> str:
    """Write a program that takes the interpreter's place, so that only the script is tried."""
    program = folder / "stand-in"
    program.write_text(f'#!/bin/sh\necho "$@" > "{folder}/called"\necho "{said}"\nexit {code}\n', encoding="utf-8")
    program.chmod(0o755)
    return str(program)


def commit(folder: Path, *words: str, **env: str) -> subprocess.CompletedProcess[str]:
    (folder / "a.txt").write_text("a\n", encoding="utf-8")
    run(folder, "git", "add", "a.txt")
    return run(folder, "git", "commit", "-m", "Add a", *words, **env)


def write_hook(folder: Path, data: bytes, name: str = "pre-commit") -> Path:
    path = folder / ".git" / "hooks" / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(data)
    path.chmod(0o755)
    return path


def test_without_a_hook_the_gate_is_put_in_place_and_taken_out(root: Path) -> None:
    before = sorted(path.name for path in (root / ".git" / "hooks").iterdir())
    done = install_hook(opened(root))
    assert (done.state, done.chained, done.changed) == ("installed", False, True)
    assert os.access(done.path, os.X_OK)
    assert inspect_hooks(opened(root)).state == "installed"
    assert remove_hook(opened(root)).changed
    assert sorted(path.name for path in (root / ".git" / "hooks").iterdir()) == before


def test_installing_again_changes_nothing_and_another_interpreter_replaces_it(root: Path) -> None:
    install_hook(opened(root))
    assert not install_hook(opened(root)).changed
    assert install_hook(opened(root), "/elsewhere/python").changed
    assert b"/elsewhere/python" in (root / ".git/hooks/pre-commit").read_bytes()
    assert not (root / ".git/hooks" / ASIDE).exists()


def test_a_folder_that_had_to_be_made_is_removed_again(tmp_path: Path) -> None:
    run(tmp_path, "git", "init", "--quiet", "--template=")
    install_hook(opened(tmp_path))
    assert (tmp_path / ".git/hooks/pre-commit").exists()
    remove_hook(opened(tmp_path))
    assert not (tmp_path / ".git/hooks").exists()


def test_a_hook_that_was_there_comes_back_to_the_byte_with_its_mode(root: Path) -> None:
    path = write_hook(root, OLD)
    path.chmod(0o750)
    assert install_hook(opened(root)).chained
    assert (root / ".git/hooks" / ASIDE).read_bytes() == OLD
    remove_hook(opened(root))
    assert path.read_bytes() == OLD
    assert path.stat().st_mode & 0o777 == 0o750
    assert not (root / ".git/hooks" / ASIDE).exists()


def test_a_link_that_was_there_comes_back_as_a_link(root: Path) -> None:
    (root / "check.sh").write_bytes(b"#!/bin/sh\nexit 0\n")
    path = root / ".git" / "hooks" / "pre-commit"
    path.symlink_to("../../check.sh")
    install_hook(opened(root))
    remove_hook(opened(root))
    assert path.is_symlink()
    assert os.readlink(path) == "../../check.sh"  # noqa: PTH115


def test_the_old_hook_runs_first_and_its_exit_code_counts(root: Path, tmp_path: Path) -> None:
    write_hook(root, b'#!/bin/sh\necho "old hook: $#"\nexit 7\n')
    install_hook(opened(root), stand_in(tmp_path, 0))
    assert run(root, ".git/hooks/pre-commit", "one", "two words").returncode == 7
    done = commit(root)
    assert done.returncode != 0
    assert "old hook: 0" in done.stdout + done.stderr
    assert not (tmp_path / "called").exists()


def test_the_old_hook_gets_the_same_arguments_and_then_the_guards_are_asked(root: Path, tmp_path: Path) -> None:
    write_hook(root, f'#!/bin/sh\nprintf "%s|" "$@" > "{tmp_path}/old"\n'.encode())
    install_hook(opened(root), stand_in(tmp_path, 0))
    assert run(root, ".git/hooks/pre-commit", "one", "two words").returncode == 0
    assert (tmp_path / "old").read_text() == "one|two words|"
    assert "guard check --staged" in (tmp_path / "called").read_text()


def test_an_old_hook_without_the_right_to_run_is_left_alone_as_git_does(root: Path, tmp_path: Path) -> None:
    write_hook(root, b"#!/bin/sh\nexit 7\n").chmod(0o644)
    install_hook(opened(root), stand_in(tmp_path, 0))
    assert commit(root).returncode == 0


def test_a_finding_stops_the_commit(root: Path, tmp_path: Path) -> None:
    install_hook(opened(root), stand_in(tmp_path, 10, "BLOCKED here"))
    done = commit(root)
    assert done.returncode != 0
    assert "BLOCKED here" in done.stderr + done.stdout
    assert run(root, "git", "log", "--oneline").stdout == ""
    assert commit(root, "--no-verify").returncode == 0


@pytest.mark.parametrize("code", [1, 2, 3, 70, 139])
def test_a_gate_that_fails_lets_pass_and_says_so(root: Path, tmp_path: Path, code: int) -> None:
    install_hook(opened(root), stand_in(tmp_path, code))
    done = commit(root)
    assert done.returncode == 0
    assert "guards were not checked" in done.stderr


def test_a_missing_interpreter_lets_pass_and_says_so(root: Path, tmp_path: Path) -> None:
    install_hook(opened(root), str(tmp_path / "gone" / "python"))
    # A PATH with git and the shell's own programs, and no standfast.
    done = commit(root, PATH=os.pathsep.join(_without_standfast()))
    assert done.returncode == 0
    assert "guards were not checked" in done.stderr


def _without_standfast() -> list[str]:
    return [folder for folder in os.environ["PATH"].split(os.pathsep) if not os.path.exists(f"{folder}/standfast")]  # noqa: PTH110


def test_the_gate_holds_in_every_worktree(root: Path, tmp_path: Path) -> None:
    commit(root)
    other = tmp_path / "tree"
    run(root, "git", "worktree", "add", "--quiet", str(other))
    done = install_hook(opened(other), stand_in(tmp_path, 10))
    assert done.path == str(root / ".git" / "hooks" / "pre-commit")
    (other / "b.txt").write_text("b\n", encoding="utf-8")
    run(other, "git", "add", "b.txt")
    assert run(other, "git", "commit", "-m", "Add b").returncode != 0


def test_a_hook_changed_by_hand_is_left_alone(root: Path) -> None:
    path = root / install_hook(opened(root)).path
    changed = path.read_bytes() + b"echo mine\n"
    path.write_bytes(changed)
    assert inspect_hooks(opened(root)).state == "changed"
    assert install_hook(opened(root)).advice
    assert remove_hook(opened(root)).state == "changed"
    assert path.read_bytes() == changed


def test_a_hook_that_replaced_the_gate_is_not_lost(root: Path) -> None:
    write_hook(root, OLD)
    install_hook(opened(root))
    newer = write_hook(root, b"#!/bin/sh\n# newer\n")
    with pytest.raises(Refused, match="there already"):
        install_hook(opened(root))
    assert newer.read_bytes() == b"#!/bin/sh\n# newer\n"
    assert (root / ".git/hooks" / ASIDE).read_bytes() == OLD


@pytest.mark.parametrize(
    ("name", "data", "manager", "told"),
    [
        (".pre-commit-config.yaml", b"repos: []\n", "pre-commit", "pass_filenames: false"),
        ("lefthook.yml", b"pre-commit: {}\n", "lefthook", "run: standfast guard check"),
        ("package.json", b'{"simple-git-hooks": {"pre-commit": "x"}}', "simple-git-hooks", "npx simple-git-hooks"),
        (".git/hooks/pre-commit", b"#!/bin/sh\nif [ $SKIP_SIMPLE_GIT_HOOKS ]\n", "simple-git-hooks", "guard check"),
        (".git/hooks/pre-commit", b"#!/bin/sh\n# File generated by pre-commit\n", "pre-commit", "repo: local"),
        (".git/hooks/pre-commit", b"#!/bin/sh\ncall_lefthook run pre-commit\n", "lefthook", "commands"),
    ],
)
def test_what_a_hook_manager_writes_is_left_to_it(root: Path, name: str, data: bytes, manager: str, told: str) -> None:
    (root / name).parent.mkdir(exist_ok=True)
    (root / name).write_bytes(data)
    before = {path: path.read_bytes() for path in (root / ".git/hooks").iterdir()}
    done = install_hook(opened(root))
    assert (done.state, done.manager) == ("managed", manager)
    assert told in done.advice
    assert {path: path.read_bytes() for path in (root / ".git/hooks").iterdir()} == before


@pytest.mark.parametrize(("folder", "manager"), [(".husky/_", "husky"), (".githooks", "core.hooksPath")])
def test_hooks_that_live_elsewhere_are_not_written_to(root: Path, folder: str, manager: str) -> None:
    (root / folder).mkdir(parents=True)
    run(root, "git", "config", "core.hooksPath", folder)
    done = install_hook(opened(root))
    assert (done.state, done.manager) == ("managed", manager)
    assert "standfast guard check --staged || exit 1" in done.advice
    assert list((root / folder).iterdir()) == []


def test_where_husky_takes_the_hooks_over_at_the_next_install_nothing_is_put_where_it_would_be_dead(root: Path) -> None:
    (root / ".husky").mkdir()
    (root / "package.json").write_text('{"scripts": {"prepare": "husky"}}')
    done = install_hook(opened(root))
    assert (done.state, done.manager) == ("managed", "husky")


def test_a_hooks_path_that_names_the_usual_folder_is_the_usual_folder(root: Path) -> None:
    run(root, "git", "config", "core.hooksPath", str(root / ".git" / "hooks"))
    assert install_hook(opened(root)).state == "installed"


def test_the_script_is_plain_posix_shell() -> None:
    script = render_hook("/opt/it's/python")
    done = subprocess.run(["sh", "-n"], input=script, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"\r" not in script


def test_the_pre_commit_framework_is_offered_the_same_command() -> None:
    offered = yaml.safe_load((Path(__file__).parents[4] / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    assert [(item["id"], item["entry"], item["pass_filenames"]) for item in offered] == [
        ("standfast-guard", COMMAND, False)
    ]


def test_the_gate_asks_the_home_it_was_put_in_place_for_whatever_the_environment_says(
    root: Path, tmp_path: Path
) -> None:
    home = tmp_path / "ana's home"
    home.mkdir()
    program = tmp_path / "stand-in"
    program.write_text(f'#!/bin/sh\necho "$STANDFAST_HOME|$STANDFAST_STORE" > "{tmp_path}/seen"\n', encoding="utf-8")
    program.chmod(0o755)
    elsewhere = {"STANDFAST_HOME": str(tmp_path / "nothing"), "STANDFAST_STORE": "sqlite:////tmp/empty"}
    install_hook(opened(root), str(program), home=str(home))
    commit(root, **elsewhere)
    assert (tmp_path / "seen").read_text() == f"{home}|\n"
    install_hook(opened(root), str(program), home=str(home), store=True)
    commit(root, "--allow-empty", **elsewhere)
    assert (tmp_path / "seen").read_text() == f"{home}|sqlite:////tmp/empty\n"
    home.rmdir()
    commit(root, "--allow-empty", **elsewhere)
    assert (tmp_path / "seen").read_text() == "{STANDFAST_HOME}|{STANDFAST_STORE}\n".format(**elsewhere)


def test_a_merge_of_what_nobody_landed_is_asked_about_and_one_of_the_main_branch_is_not(
    root: Path, tmp_path: Path
) -> None:
    before = sorted(path.name for path in (root / ".git" / "hooks").iterdir())
    commit(root)
    run(root, "git", "checkout", "-qb", "side")
    run(root, "git", "commit", "--allow-empty", "-qm", "On the side")
    run(root, "git", "checkout", "-qb", "work", "main")
    run(root, "git", "commit", "--allow-empty", "-qm", "Work")
    install_hook(opened(root), stand_in(tmp_path, 10))
    assert not install_hook(opened(root), stand_in(tmp_path, 10)).changed
    assert run(root, "git", "merge", "--no-edit", "side").returncode != 0
    run(root, "git", "reset", "-q", "--hard")
    run(root, "git", "branch", "-qf", "main", "side")
    assert run(root, "git", "merge", "--no-edit", "side").returncode == 0, "it landed"
    remove_hook(opened(root))
    assert sorted(path.name for path in (root / ".git" / "hooks").iterdir()) == before


def test_a_hook_before_merges_that_is_somebody_elses_is_left_alone(root: Path, tmp_path: Path) -> None:
    path = write_hook(root, OLD, "pre-merge-commit")
    install_hook(opened(root), stand_in(tmp_path, 10))
    assert path.read_bytes() == OLD
    remove_hook(opened(root))
    assert path.read_bytes() == OLD


def test_every_branch_that_moves_is_asked_about_for_some_minutes_and_then_no_more(root: Path, tmp_path: Path) -> None:
    commit(root)
    assert not watch(opened(root)), "the gate is not there"
    install_hook(opened(root), stand_in(tmp_path, 10))
    run(root, "git", "checkout", "-qb", "side")
    run(root, "git", "commit", "--no-verify", "--allow-empty", "-qm", "On the side")
    run(root, "git", "checkout", "-q", "main")
    assert watch(opened(root))
    hook = root / ".git" / "hooks" / "reference-transaction"
    assert run(root, "git", "merge", "--ff-only", "side").returncode != 0
    assert run(root, "git", "branch", "new", "side").returncode == 0, "a branch has it already"
    assert run(root, "git", "tag", "here", "side").returncode == 0
    os.utime(hook, (1_000_000_000, 1_000_000_000))
    assert run(root, "git", "merge", "--ff-only", "side").returncode == 0
    assert not hook.exists()


def test_a_hook_about_moves_that_is_somebody_elses_is_left_alone(root: Path, tmp_path: Path) -> None:
    path = write_hook(root, OLD, "reference-transaction")
    install_hook(opened(root), stand_in(tmp_path, 10))
    assert not watch(opened(root))
    assert path.read_bytes() == OLD
