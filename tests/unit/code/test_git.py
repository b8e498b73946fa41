"""Asking the git program."""

import os
import re
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from standfast.code import git as git_module
from standfast.code.git import GitError, PathChange, find_git
from standfast.code.locate import find_checkout, hash_name, read_head


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


def _set_traps(repo, trap):
    """Name a program in every place of a repository's own by which git starts one, also in what it includes."""
    keys = (
        *("core.fsmonitor", "core.sshCommand", "core.askPass", "core.editor", "core.pager", "core.gitProxy"),
        *("core.alternateRefsCommand", "credential.helper", "gpg.program", "sequence.editor", "pager.log"),
        *("diff.external", "diff.evil.textconv", "diff.evil.command", "interactive.diffFilter", "alias.log"),
        *("filter.evil.clean", "filter.evil.smudge", "merge.evil.driver", "trailer.x.command", "difftool.evil.cmd"),
        *("remote.origin.uploadpack", "uploadpack.packObjectsHook", "gpg.ssh.program"),
    )
    plain = {
        "log.showSignature": "true",
        "format.pretty": "%G? %H",
        "merge.default": "evil",
        "merge.renormalize": "true",
        "filter.evil.required": "true",
        "diff.submodule": "diff",
        "submodule.recurse": "true",
        "remote.origin.url": f"ext::{trap} %S",
        "remote.origin.promisor": "true",
        "protocol.allow": "always",
        "extensions.partialClone": "origin",
        "core.repositoryFormatVersion": "1",
        "include.path": "more",
        "core.hooksPath": str(repo.root / ".git" / "evil-hooks"),
    }
    with (repo.root / ".git/config").open("a") as config:
        for key, value in (dict.fromkeys(keys, str(trap)) | plain).items():
            section, *named, name = key.split(".")
            config.write(f'[{section} "{named[0]}"]\n' if named else f"[{section}]\n")
            config.write(f'\t{name} = "{value}"\n')
    repo.write(".git/more", f'[Filter "inc"]\n\tclean = {trap}\n\trequired = true\n[MERGE "inc"]\n\tdriver = {trap}\n')
    repo.write(".gitattributes", "* diff=evil merge=evil filter=evil\n")
    repo.write(".git/info/attributes", "* diff=evil merge=evil filter=evil\nb filter=inc merge=inc\n")
    for folder in ("hooks", "evil-hooks"):
        for name in ("post-index-change", "reference-transaction", "fsmonitor-watchman"):
            repo.write(f".git/{folder}/{name}", trap.read_text())
            (repo.root / ".git" / folder / name).chmod(0o755)


@pytest.fixture
def hostile(repo, tmp_path):
    """A repository of an archive: two branches that conflict, files that changed, and traps that tell they were run."""
    repo.commit("One", a="1\n", b="1\n", c="1\n")
    repo.git("checkout", "-q", "-b", "side")
    repo.commit("Side", a="side\n")
    repo.git("checkout", "-q", "main")
    repo.commit("Two", a="2\n")
    signed = repo.git("cat-file", "commit", "HEAD").replace(
        "\n\n", "\ngpgsig -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----\n\n", 1
    )
    repo.write("signed", signed + "\n")
    repo.git("reset", "-q", "--soft", repo.git("hash-object", "-t", "commit", "-w", "signed"))
    trap = tmp_path / "trap.sh"
    trap.write_text(f'#!/bin/sh\necho "$0 $@" >> "{tmp_path}/sprung"\nexit 0\n')
    trap.chmod(0o755)
    _set_traps(repo, trap)
    for name in ("a", "b", "c"):
        repo.write(name, "9\n")  # as long as before: git has to read it
    return repo


MISSING = "1234567890123456789012345678901234567890"
# What every caller in the package asks; a verb that is not here fails the test below.
READS = (
    ("apply", "--cached", "--", "/dev/null"),
    ("blame", "--porcelain", "-w", "a"),
    ("cat-file", "--batch-check"),
    ("cat-file", "-p", MISSING),
    ("check-ignore", "--no-index", "--", "a"),
    ("config", "--get", "alias.log"),
    ("diff", "ORIG_HEAD", "HEAD", "--"),
    ("diff", "main", "side", "--"),
    ("diff", "--cached", "--raw"),
    ("diff",),
    ("diff-tree", "-p", "--root", "HEAD"),
    ("for-each-ref", "--sort=creatordate", "refs/tags"),
    ("grep", "-l", "-w", "-F", "-e", "9"),
    ("grep", "-l", "-w", "-F", "-e", "2", "HEAD"),
    ("hash-object", "-t", "blob", "--stdin"),
    ("hash-object", "a"),
    ("log", "-p"),
    ("log", "-S2", "--format=%H"),
    ("log", "--follow", "--numstat", "--", "a"),
    ("ls-files", "-z"),
    ("ls-files", "-m"),
    ("ls-files", "-z", "--others", "--exclude-standard"),
    ("ls-tree", "-r", "-z", "HEAD"),
    ("merge-base", "main", "side"),
    ("merge-tree", "--write-tree", "main", "side"),
    ("patch-id", "--stable"),
    ("read-tree", "HEAD"),
    ("reflog", "-1", "--format=%gs"),
    ("remote",),
    ("rev-list", "--all", "--objects"),
    ("rev-parse", "--git-path", "hooks"),
    ("show", "-p", "-m", "HEAD"),
    ("status", "--porcelain", "-z"),
    ("symbolic-ref", "--quiet", "HEAD"),
    ("update-index", "--refresh"),
    ("version",),
    ("worktree", "list", "--porcelain"),
    ("write-tree",),
)


@pytest.mark.skipif(sys.platform == "win32", reason="the traps are shell scripts")
def test_no_program_that_a_repository_names_is_started_by_reading_it(hostile, tmp_path):
    index, sprung = tmp_path / "index", tmp_path / "sprung"
    index.write_bytes((hostile.root / ".git/index").read_bytes())
    git = find_git(str(hostile.root))
    for words in READS:
        git.ask(*words, given=b"", index=str(index))
        assert not sprung.exists(), (words, sprung.read_text())
    with git.start("log", "-p") as process:
        process.communicate(timeout=20)
    assert not sprung.exists()
    # The same repository asked plainly: the traps are real ones.
    for words in (["status"], ["diff"], ["log", "-1"], ["merge-tree", "--write-tree", "main", "side"], READS[3]):
        subprocess.run(["git", "-C", str(hostile.root), *words], check=False, capture_output=True)
        assert sprung.exists(), words
        sprung.unlink()


@pytest.mark.skipif(sys.platform == "win32", reason="the traps are shell scripts")
def test_a_merge_that_a_driver_of_the_repository_decides_is_none(hostile):
    assert find_git(str(hostile.root)).ask("merge-tree", "--write-tree", "main", "side").code != 0


@pytest.mark.skipif(sys.platform == "win32", reason="the traps are shell scripts")
@pytest.mark.parametrize(
    "config", ['[filter "a=b"]\n\tclean = touch sprung\n', " " * (5 << 20) + '\n[filter "x"]\nclean=x']
)
def test_a_driver_cannot_hide_behind_its_name_or_a_long_file(repo, config):
    repo.commit("One", a="1\n", **{".gitattributes": "a filter=a=b\n"})
    with (repo.root / ".git/config").open("a") as file:
        file.write(config)
    repo.write("a", "2\n")
    with suppress(GitError):
        assert find_git(str(repo.root)).list_dirty()
    assert not (repo.root / "sprung").exists()


@pytest.mark.skipif(sys.platform == "win32", reason="no named pipes")
@pytest.mark.parametrize("name", ["HEAD", "config", "commondir"])
def test_a_pipe_in_place_of_a_file_of_git_is_not_waited_for(repo, name):
    repo.commit("One", a="1\n")
    (repo.root / ".git" / name).unlink(missing_ok=True)
    os.mkfifo(repo.root / ".git" / name)
    place = find_checkout(str(repo.root))
    assert place is not None
    read_head(place)
    hash_name(place)


def test_every_verb_that_the_package_asks_of_git_is_tried_against_a_hostile_configuration():
    ways = r"\.(?:ask|read|start|find_line)\(|run_git\(root, |\bstep in \(|(?:command|blame) = "
    calls = re.compile(rf"(?:{ways})\s*\*?[(\[]?\"([a-z-]+)\"")
    texts = [file.read_text("utf-8") for file in Path(git_module.__file__).parents[1].rglob("*.py")]
    known = subprocess.run(["git", "--list-cmds=main"], check=True, capture_output=True, text=True).stdout.split()
    asked = {verb for text in texts for verb in calls.findall(text)} & {*known}
    assert {"log", "status", "blame", "merge-tree", "read-tree", "worktree"} <= asked
    assert asked - {"add"} <= {words[0] for words in READS}
