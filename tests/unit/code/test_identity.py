"""Which project a repository is."""

import json
import subprocess
from concurrent.futures import ThreadPoolExecutor

import pytest

from standfast.code.git import find_git
from standfast.code.identity import (
    Evidence,
    KnownProject,
    gather_evidence,
    leave_mark,
    list_claimed,
    match,
    normalise_remote,
    shares_history,
    without_claims,
)
from standfast.code.locate import find_checkout


def evidence_of(path) -> Evidence:
    return gather_evidence(find_checkout(str(path)), find_git(str(path)))


def known_from(name, *seen: Evidence) -> KnownProject:
    return KnownProject(
        name,
        roots=frozenset(e.root for e in seen if e.root),
        remotes=frozenset(r for e in seen for r in e.remotes),
        mirror_ids=frozenset(e.mirror_id for e in seen if e.mirror_id),
        git_folders=frozenset(e.git_folder for e in seen),
    )


def clone(source, target, *options):
    subprocess.run(["git", "clone", "-q", *options, f"file://{source}", str(target)], check=True)
    return target


@pytest.mark.parametrize(
    "url",
    [
        "https://github.com/Acme/Pay.git",
        "https://user:secret@github.com/acme/pay",
        "http://github.com/acme/pay/",
        "git@github.com:acme/pay.git",
        "github.com:acme/pay",
        "ssh://git@github.com:22/acme/pay.git",
        "git+ssh://git@GitHub.com/acme//pay.git",
        "git://github.com/acme/pay.git",
    ],
)
def test_every_way_to_write_a_remote_is_the_same_remote(url):
    assert normalise_remote(url) == "github.com/acme/pay"


def test_a_remote_keeps_no_credentials():
    assert "secret" not in normalise_remote("https://user:secret@host.example/x/y.git")
    assert normalise_remote("https://tok@en@host.example/x") in {"", "host.example/x"}


@pytest.mark.parametrize("url", ["", "https://", "nonsense", "C:\\work\\repo", "https://github.com/"])
def test_what_is_no_remote_identifies_nothing(url):
    assert not normalise_remote(url).startswith(("github", "https", "c:"))


def test_local_remotes_keep_their_case():
    assert normalise_remote("/srv/git/A.git") == normalise_remote("file:///srv/git/A") == "file:srv/git/A"


def test_a_clone_is_the_same_project(repo, tmp_path):
    repo.commit("One", a="1")
    known = [known_from("p", evidence_of(repo.root))]
    copy = clone(repo.root, tmp_path / "copy")
    assert match(evidence_of(copy), known).id == "p"
    assert match(evidence_of(copy), known).proof == "root"


def test_a_renamed_folder_is_the_same_project(repo, tmp_path):
    repo.commit("One", a="1")
    known = [known_from("p", evidence_of(repo.root))]
    repo.root.rename(tmp_path / "renamed")
    assert match(evidence_of(tmp_path / "renamed"), known).id == "p"


def test_a_worktree_is_the_same_project(repo, tmp_path):
    repo.commit("One", a="1")
    known = [known_from("p", evidence_of(repo.root))]
    repo.git("worktree", "add", "-q", str(tmp_path / "side"))
    assert match(evidence_of(tmp_path / "side"), known).proof == "git-folder"


def test_a_fork_with_another_remote_shares(repo, tmp_path):
    repo.commit("One", a="1")
    repo.git("remote", "add", "origin", "https://example.org/acme/pay")
    known = [known_from("p", evidence_of(repo.root))]
    fork = clone(repo.root, tmp_path / "fork")
    subprocess.run(["git", "-C", fork, "remote", "set-url", "origin", "https://example.org/me/pay"], check=True)
    assert match(evidence_of(fork), known).id == "p"


def test_unrelated_repositories_of_the_same_name_never_mix(make_repo):
    one, other = make_repo("x/app"), make_repo("y/app")
    one.commit("One", a="1")
    other.commit("Other", a="1")
    assert match(evidence_of(other.root), [known_from("p", evidence_of(one.root))]) is None


def test_an_unborn_repository_is_found_again_after_its_first_commit(repo):
    known = [known_from("p", evidence_of(repo.root))]
    assert match(evidence_of(repo.root), known).id == "p"
    repo.commit("One", a="1")
    assert match(evidence_of(repo.root), known).id == "p"


def test_unborn_repositories_do_not_match_each_other(make_repo):
    one, other = make_repo("one"), make_repo("other")
    assert match(evidence_of(other.root), [known_from("p", evidence_of(one.root))]) is None


def test_a_shallow_clone_shows_no_root_and_is_found_by_the_commit_its_history_ends_with(repo, tmp_path):
    repo.commit("One", a="1")
    repo.commit("Two", a="2")
    full = clone(repo.root, tmp_path / "full")
    known = [known_from("p", evidence_of(full))]
    shallow = clone(repo.root, tmp_path / "shallow", "--depth=1")
    assert evidence_of(shallow).root == ""
    assert match(evidence_of(shallow), known) is None
    assert [item.id for item in list_claimed(evidence_of(shallow), known)] == ["p"]
    git = find_git(str(shallow))
    assert shares_history(git, find_git(str(full)))
    assert shares_history(find_git(str(full)), git)
    assert match(evidence_of(shallow), known, {"p"}).proof == "remote"


def test_unrelated_repositories_share_no_history_however_shallow(make_repo, tmp_path):
    one, other = make_repo("one"), make_repo("other")
    for place in (one, other):
        place.commit(f"First of {place.root.name}", a=place.root.name)
        place.commit("Two", a="2")
    shallow = clone(one.root, tmp_path / "shallow", "--depth=1")
    gits = [find_git(str(path)) for path in (one.root, other.root, shallow)]
    assert shares_history(gits[0], gits[2])
    assert not shares_history(gits[0], gits[1])
    assert not shares_history(gits[1], gits[2])
    assert not shares_history(gits[2], gits[1])


def test_a_copied_id_or_remote_joins_nothing_without_the_history():
    mine = KnownProject(
        "p1", roots=frozenset({"r"}), remotes=frozenset({"h/one"}), mirror_ids=frozenset({"p1"}),
        git_folders=frozenset({"/x/.git#1"}),
    )  # fmt: skip
    for root in ("other", ""):
        assert match(Evidence(root, (), "p1", "/y/.git#2"), [mine]) is None
        assert match(Evidence(root, ("h/one",), "", "/y/.git#2"), [mine]) is None
        assert match(Evidence(root, ("h/one",), "p1", "/y/.git#2"), [mine]) is None
    assert match(Evidence("r", (), "p1", "/y/.git#2"), [mine]).proof == "mirror"


def test_a_copied_id_does_not_hide_which_project_it_really_is():
    mine = KnownProject("p1", roots=frozenset({"r"}), mirror_ids=frozenset({"p1"}))
    copycat = KnownProject("p2", roots=frozenset({"s"}), git_folders=frozenset({"/y/.git#2"}))
    assert match(Evidence("s", (), "p1", "/y/.git#2"), [mine, copycat]).id == "p2"
    assert match(Evidence("s", (), "p1", "/z/.git#3"), [mine, copycat]).id == "p2"
    assert without_claims(Evidence("s", (), "p1"), [mine, copycat]).mirror_id == ""
    assert without_claims(Evidence("r", (), "p1"), [mine, copycat]).mirror_id == "p1"


def test_a_subtree_merge_changes_neither_project(repo, make_repo):
    library = make_repo("library")
    library.commit("Library", lib="1")
    repo.commit("App", app="1")
    repo.git("fetch", "-q", str(library.root), "main")
    repo.git("merge", "-q", "--allow-unrelated-histories", "-m", "Take the library", "FETCH_HEAD")
    app, lib = evidence_of(repo.root), evidence_of(library.root)
    strange_clone = Evidence(root=app.root), Evidence(root=lib.root)
    known = [known_from("lib", lib), known_from("app", app)]
    assert [match(e, known).id for e in strange_clone] == ["app", "lib"]
    assert match(strange_clone[0], known[:1]) is None
    assert match(strange_clone[1], known[1:]) is None


def test_rewritten_history_in_place_is_the_same_project(repo):
    repo.commit("One", a="1")
    known = [known_from("p", evidence_of(repo.root))]
    repo.git("commit", "-q", "--amend", "-m", "Rewritten")
    assert match(evidence_of(repo.root), known).id == "p"


def test_copies_of_a_template_are_told_apart_by_their_mirror():
    one = KnownProject("p1", roots=frozenset({"r"}), remotes=frozenset({"h/one"}), mirror_ids=frozenset({"p1"}))
    two = KnownProject("p2", roots=frozenset({"r"}), remotes=frozenset({"h/two"}), mirror_ids=frozenset({"p2"}))
    assert match(Evidence("r", ("h/one",), "p2"), [one, two]).id == "p2"
    assert match(Evidence("r", ("h/three",), "p3"), [one, two]) is None
    assert match(Evidence("r", ("h/three",)), [one, two]) is None
    assert match(Evidence("r", ("h/two",)), [one, two]).id == "p2"


def test_a_teammates_mirror_that_arrives_in_a_known_clone_does_not_orphan_it():
    mine = KnownProject("p1", roots=frozenset({"r"}), git_folders=frozenset({"/x/.git#1"}))
    assert match(Evidence("r", (), "p9", "/x/.git#1"), [mine]).id == "p1"
    assert match(Evidence("r", (), "p9", "/y/.git#2"), [mine]) is None


def test_the_mirror_names_its_project(repo):
    repo.write(".standfast/project.json", json.dumps({"id": "p5x0k3f-7qp2rta"}))
    assert evidence_of(repo.root).mirror_id == "p5x0k3f-7qp2rta"
    for broken in ("", "[]", '{"id": 3}', '{"id": "../../x"}', "\x00"):
        repo.write(".standfast/project.json", broken)
        assert evidence_of(repo.root).mirror_id == ""


def test_evidence_without_git_is_what_files_tell(repo):
    repo.commit("One", a="1")
    place = find_checkout(str(repo.root))
    bare = gather_evidence(place, None)
    assert bare.root == ""
    assert bare.git_folder == evidence_of(repo.root).git_folder


def test_all_who_mark_a_folder_at_once_read_the_same_mark(tmp_path):
    with ThreadPoolExecutor(8) as pool:
        for number in range(40):
            folder = tmp_path / str(number)
            folder.mkdir()
            marks = set(pool.map(leave_mark, [str(folder)] * 8))
            assert len(marks) == 1
            assert "" not in marks
