"""Asking the git program."""

import os
import subprocess
import sys

import pytest

from standfast.code import git as git_module
from standfast.code.git import GitError, PathChange, find_git


def paths_of(changes: list[PathChange]) -> set[str]:
    return {change.path for change in changes} | {change.old for change in changes if change.old}


def test_there_is_no_git_without_the_program(repo, monkeypatch):
    monkeypatch.setenv("PATH", str(repo.root))
    assert find_git(str(repo.root)) is None


def test_there_is_no_git_without_a_repository(tmp_path):
    assert find_git(str(tmp_path)) is None


def test_an_unborn_repository_answers(repo):
    repo.write("new.py", "x = 1\n")
    git = repo.open()
    assert git.find_commit("HEAD") == ""
    assert git.list_tracked() == []
    assert git.list_untracked() == ["new.py"]


def test_a_bare_repository_answers(repo, make_repo):
    sha = repo.commit("One", a="1")
    bare = make_repo("bare.git", "--bare")
    repo.git("push", "-q", str(bare.root), "main")
    git = find_git(str(bare.root))
    assert git.find_commit("main") == sha
    assert list(git.list_tree("main")) == ["a"]


def test_the_environment_of_a_hook_does_not_lead_astray(repo, make_repo, monkeypatch):
    other = make_repo("other")
    other.commit("Other", b="1")
    sha = repo.commit("One", a="1")
    monkeypatch.setenv("GIT_DIR", str(other.root / ".git"))
    monkeypatch.setenv("GIT_INDEX_FILE", str(other.root / ".git/index"))
    monkeypatch.setenv("GIT_WORK_TREE", str(other.root))
    git = repo.open()
    assert git.find_commit("HEAD") == sha
    assert git.list_tracked() == ["a"]


ODD = ["with space.py", 'quo"te.py', "new\nline.py", "tab\there", "ünïcode.py", "-dash", ":colon", "*.glob", "$(x)"]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows cannot hold such names")
def test_odd_names_come_back_as_they_are(repo):
    names = [*ODD, os.fsdecode(b"latin-\xe9.py")] if sys.platform == "linux" else ODD
    for name in names:
        repo.write(name, f"{name!a}\n")
    first = repo.commit("Odd names")
    git = repo.open()
    assert sorted(git.list_tracked()) == sorted(names)
    tree = git.list_tree("HEAD")
    assert sorted(tree) == sorted(names)
    for name in names:
        assert git.find_blob("HEAD", name) == tree[name]
        assert git.find_blobs([tree[name]]) == {tree[name]: f"{name!a}\n".encode()}
        repo.write(name, "changed\n")
    assert paths_of(git.list_dirty()) == set(names)
    repo.commit("Changed")
    assert paths_of(git.list_changes(first)) == set(names)


def test_many_objects_are_read_at_once_and_the_missing_left_out(repo):
    repo.commit("One", a="alpha\n", b="beta\n", c="")
    git = repo.open()
    tree = git.list_tree("HEAD")
    missing = "0" * 40
    found = git.find_blobs([tree["a"], missing, "HEAD:b", "HEAD:nope", tree["c"], tree["a"]])
    assert found == {tree["a"]: b"alpha\n", "HEAD:b": b"beta\n", tree["c"]: b""}


def test_renames_are_listed_when_asked_for(repo):
    body = "".join(f"line {n}\n" for n in range(30))
    old = repo.commit("One", old=body)
    repo.git("mv", "old", "new")
    new = repo.commit("Two")
    git = repo.open()
    assert git.list_changes(old, new, renames=True) == [PathChange("R", "new", "old")]
    assert sorted(git.list_changes(old, new)) == [PathChange("A", "new", ""), PathChange("D", "old", "")]


def test_everything_that_differs_from_head_is_dirty(repo):
    repo.commit("One", a="1\n", b="2\n", c="3\n", d="4\n", same="5\n")
    repo.write(".gitignore", "ignored\n")
    repo.git("add", ".gitignore")
    repo.write("a", "9\n")
    repo.write("b", "9\n")
    repo.git("add", "b")
    (repo.root / "c").unlink()
    repo.git("rm", "-q", "d")
    repo.write("new/deep", "1")
    repo.write("ignored", "1")
    assert sorted(repo.open().list_dirty()) == [
        PathChange("A", ".gitignore", ""),
        PathChange("A", "new/deep", ""),
        PathChange("D", "c", ""),
        PathChange("D", "d", ""),
        PathChange("M", "a", ""),
        PathChange("M", "b", ""),
    ]


def test_a_revision_that_looks_like_an_option_is_no_commit(repo):
    repo.commit("One", a="1")
    assert repo.open().find_commit("--help") == ""


def test_failures_are_errors_with_a_hint(repo):
    repo.commit("One", a="1")
    with pytest.raises(GitError) as caught:
        repo.open().read("log", "nonsense")
    assert caught.value.code == "git-failed"
    assert caught.value.hint


@pytest.mark.skipif(sys.platform == "win32", reason="a shell script stands in for git")
def test_git_that_hangs_is_given_up(repo, tmp_path):
    slow = tmp_path / "slow-git"
    slow.write_text("#!/bin/sh\nexec sleep 30\n")
    slow.chmod(0o755)
    git = git_module.Git(repo.open().place, str(slow))
    with pytest.raises(GitError) as caught:
        git.read("status", timeout_s=0.2)
    assert caught.value.retryable


def test_reading_leaves_the_index_alone(repo):
    repo.commit("One", a="1")
    index = repo.root / ".git/index"
    os.utime(repo.root / "a", (1, 1))
    before = index.read_bytes()
    git = repo.open()
    assert git.list_dirty() == []
    git.list_changes("HEAD")
    git.list_untracked()
    assert index.read_bytes() == before


@pytest.mark.skipif(sys.platform == "win32", reason="a shell script stands in for the monitor")
def test_a_repository_cannot_make_us_run_its_programs(repo, tmp_path):
    repo.commit("One", a="1\n")
    trap = tmp_path / "trap.sh"
    trap.write_text(f"#!/bin/sh\ntouch {tmp_path}/sprung\n")
    trap.chmod(0o755)
    repo.write(".gitattributes", "* diff=evil\n")
    for key in ("core.fsmonitor", "diff.external", "diff.evil.textconv", "diff.evil.command"):
        repo.git("config", key, str(trap))
    repo.write("a", "2\n")
    git = repo.open()
    assert paths_of(git.list_dirty()) == {".gitattributes", "a"}
    git.list_untracked()
    assert not (tmp_path / "sprung").exists()
    subprocess.run(["git", "-C", str(repo.root), "diff"], check=False, capture_output=True)
    assert (tmp_path / "sprung").exists()
