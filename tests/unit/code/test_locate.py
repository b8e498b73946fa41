"""Finding a checkout and reading its HEAD without starting git."""

import os
import subprocess
import sys

import pytest

from standfast.code.locate import Head, find_bare, find_checkout, find_root, hash_name, is_shallow, read_head


def test_the_root_is_found_from_a_folder_that_does_not_exist_yet(repo):
    assert find_root(str(repo.root / "a" / "new" / "file.py")) == str(repo.root)


def test_a_folder_outside_any_repository_has_no_root(tmp_path):
    assert find_root(str(tmp_path)) is None


def test_an_unborn_branch_has_a_name_and_no_commit(repo):
    assert read_head(find_checkout(str(repo.root))) == Head("main", "")


def test_head_names_branch_and_commit(repo):
    sha = repo.commit("One", a="1")
    repo.git("checkout", "-q", "-b", "feature/über")
    assert read_head(find_checkout(str(repo.root))) == Head("feature/über", sha)


def test_head_is_read_from_packed_refs(repo):
    sha = repo.commit("One", a="1")
    repo.git("branch", "domain")
    repo.git("pack-refs", "--all", "--prune")
    assert not (repo.root / ".git/refs/heads/main").exists()
    assert read_head(find_checkout(str(repo.root))) == Head("main", sha)


def test_a_detached_head_has_no_branch(repo):
    sha = repo.commit("One", a="1")
    repo.git("checkout", "-q", "--detach")
    assert read_head(find_checkout(str(repo.root))) == Head("", sha)


def test_a_worktree_shares_the_common_folder_and_has_its_own_head(repo, tmp_path):
    sha = repo.commit("One", a="1")
    repo.git("worktree", "add", "-q", "-b", "side", str(tmp_path / "side"))
    main, side = find_checkout(str(repo.root)), find_checkout(str(tmp_path / "side"))
    assert os.path.realpath(side.common_dir) == os.path.realpath(main.common_dir)
    assert side.git_dir != main.git_dir
    assert read_head(side) == Head("side", sha)


def test_a_submodule_is_its_own_repository(repo, make_repo):
    inner = make_repo("inner")
    inner.commit("Inner", x="1")
    repo.commit("Outer", a="1")
    repo.git("submodule", "add", "-q", str(inner.root), "vendor/inner")
    place = find_checkout(str(repo.root / "vendor/inner/x"))
    assert place.root == str(repo.root / "vendor/inner")
    assert place.common_dir != find_checkout(str(repo.root)).common_dir
    assert read_head(place).commit == inner.git("rev-parse", "HEAD")


def test_a_bare_repository_is_found_only_at_itself(make_repo):
    bare = make_repo("bare.git", "--bare")
    assert find_bare(str(bare.root)) == str(bare.root)
    assert find_checkout(str(bare.root)) is None


def test_a_shallow_clone_is_recognised(repo, tmp_path):
    repo.commit("One", a="1")
    repo.commit("Two", a="2")
    subprocess.run(["git", "clone", "-q", "--depth=1", f"file://{repo.root}", str(tmp_path / "shallow")], check=True)
    assert is_shallow(find_checkout(str(tmp_path / "shallow")))
    assert not is_shallow(find_checkout(str(repo.root)))


def test_the_hash_of_a_repository_is_known(make_repo):
    assert hash_name(find_checkout(str(make_repo("one").root))) == "sha1"
    assert hash_name(find_checkout(str(make_repo("two", "--object-format=sha256").root))) == "sha256"


@pytest.mark.parametrize("content", ["", "gitdir: nowhere", "nonsense\n", "\x00\xff"])
def test_a_broken_git_file_is_no_repository(tmp_path, content):
    (tmp_path / ".git").write_text(content, encoding="latin-1")
    assert find_root(str(tmp_path)) is None


def test_locating_loads_nothing_heavy():
    code = (
        "import sys, standfast.code.locate;"
        "print([m for m in ('subprocess','ast_grep_py','dataclasses','typing','json','pathlib') if m in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-S", "-c", code],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
        check=True,
        capture_output=True,
        text=True,
    )
    assert done.stdout.strip() == "[]"
