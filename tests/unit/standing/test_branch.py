"""What is only true on a branch, decided by content."""

import subprocess

import pytest

from standfast.code.default_branch import find_default_branch
from standfast.standing.branches.content import list_tips
from standfast.standing.branches.landed import Grounds

BASE = "def a(x):\n    return x + 1\n\n\ndef b(x):\n    return [x, x, 2]\n"


@pytest.fixture
def topic(repo):
    """A repository on a branch that has changed one function and added another."""
    repo.write("m.py", BASE)
    repo.commit("Base")
    repo.git("checkout", "-q", "-b", "topic")
    repo.write("m.py", BASE.replace("x + 1", "x + 100") + "\n\ndef c(x):\n    return {x: x, 'c': 3}\n")
    repo.commit("Topic")
    return repo


def pairs(repo, *texts):
    return [(made.anchor, made.fingerprint) for made in (repo.anchor(text) for text in texts)]


def only(repo, *texts):
    return Grounds(repo.open()).is_branch_only(pairs(repo, *texts), "HEAD")


def holders(repo, anchors):
    return [name for name in Grounds(repo.open()).find_holders(anchors) if name]


def test_what_differs_from_the_merge_base_is_only_true_here(topic):
    assert only(topic, "m.py::a")
    assert only(topic, "m.py::c")


def test_what_is_the_same_at_the_merge_base_is_true_everywhere(topic):
    assert not only(topic, "m.py::b")


def test_nothing_on_the_default_branch_is_only_true_there(topic):
    topic.git("checkout", "-q", "main")
    assert not only(topic, "m.py::a")


def test_uncommitted_content_is_only_true_here_too(topic):
    topic.write("new.py", "def fresh(y):\n    return y ** 3 + 1\n")
    assert only(topic, "new.py::fresh")


@pytest.mark.parametrize("how", ["merge", "squash", "rebase", "cherry-pick"])
def test_what_has_landed_is_found_by_content(topic, how):
    anchors = pairs(topic, "m.py::c")
    assert holders(topic, anchors) == ["topic"]
    assert not Grounds(topic.open()).has_landed(anchors)
    topic.git("checkout", "-q", "main")
    topic.write("other.py", "z = 1\n")
    topic.commit("Meanwhile")
    if how == "merge":
        topic.git("merge", "-q", "--no-ff", "-m", "Merge", "topic")
    elif how == "squash":
        topic.git("merge", "-q", "--squash", "topic")
        topic.commit("Squashed")
    elif how == "rebase":
        topic.git("rebase", "-q", "main", "topic")
        topic.git("checkout", "-q", "main")
        topic.git("merge", "-q", "--ff-only", "topic")
    else:
        topic.git("cherry-pick", "topic")
    assert Grounds(topic.open()).has_landed(anchors)


def test_an_abandoned_branch_leaves_its_content_nowhere(topic):
    anchors = pairs(topic, "m.py::c")
    topic.git("checkout", "-q", "main")
    topic.git("branch", "-q", "spare", "topic")
    topic.git("branch", "-q", "-D", "topic")
    assert holders(topic, anchors) == ["spare"]
    topic.git("branch", "-q", "-D", "spare")
    assert Grounds(topic.open()).find_holders(anchors) == []


def test_content_moved_before_landing_still_lands(topic):
    anchors = pairs(topic, "m.py::c")
    topic.git("mv", "m.py", "n.py")
    topic.commit("Move")
    topic.git("checkout", "-q", "main")
    topic.git("merge", "-q", "--squash", "topic")
    topic.commit("Squashed")
    assert Grounds(topic.open()).has_landed(anchors)


def test_the_default_branch_is_found(repo, tmp_path):
    git = repo.open()
    assert find_default_branch(git) == ""
    repo.commit("One", a="1")
    assert find_default_branch(git) == "main"
    repo.git("branch", "-q", "-m", "stable")
    clone = tmp_path / "clone"
    subprocess.run(["git", "clone", "-q", str(repo.root), str(clone)], check=True)
    from standfast.code.git import find_git

    assert find_default_branch(find_git(str(clone))) == "origin/stable"


def test_tips_are_listed_once_each(topic):
    assert [name for name, _ in list_tips(topic.open())] == ["topic", "main"]


def test_many_memories_of_one_file_ask_git_no_more_often_than_one(topic):
    few, many = (pairs(topic, *["m.py::c"] * count) for count in (1, 40))
    topic.git("checkout", "-q", "main")
    for number in range(5):
        topic.write("m.py", BASE.replace("x + 1", f"x + {number}"))
        topic.commit(f"Change {number}")
    topic.git("checkout", "-q", "topic")
    asked = []
    for anchors in (few, many):
        grounds = Grounds(topic.open())
        calls = []
        ask = grounds.git.ask
        grounds.git.ask = lambda *args, ask=ask, calls=calls, **more: calls.append(args) or ask(*args, **more)
        for item in anchors:
            assert not grounds.has_landed([item])
        asked.append(len(calls))
    assert asked[1] <= asked[0] + 2


def test_what_was_said_at_a_commit_of_the_default_branch_has_landed_there(topic):
    topic.git("checkout", "-q", "main")
    topic.git("checkout", "-q", "-b", "later")
    anchors = pairs(topic, "m.py::a")
    topic.git("checkout", "-q", "main")
    topic.write("m.py", "def other():\n    return None\n")
    topic.commit("Gone from the default branch since")
    assert Grounds(topic.open()).has_landed(anchors)
