"""Many anchors at once, and only the work that a change calls for."""

import os
import subprocess
import sys

import pytest

from standfast.code.snapshot import open_snapshot
from standfast.model.anchor import Fingerprint, parse_anchor
from standfast.model.memory import Anchored
from standfast.model.trust import Standing
from standfast.standing.anchors.fingerprint import take_fingerprint
from tests.unit.standing.surveys import survey_all


def module(n):
    return "".join(
        f"def f{n}_{k}(value, limit={k}):\n    total = value * {n} + limit\n"
        f"    log('f{n}_{k}', total)\n    return total\n\n\n"
        for k in range(4)
    )


@pytest.fixture
def many(repo):
    for n in range(12):
        repo.write(f"src/m{n}.py", module(n))
    repo.write("requirements.txt", "httpx==1.2.3\n")
    repo.write("Makefile", "test:\n\tpytest\n")
    repo.commit("Many")
    return repo


def items_of(repo, *more):
    snapshot = open_snapshot(str(repo.root))
    texts = [f"src/m{n}.py::f{n}_{k}" for n in range(12) for k in range(4)]
    texts += [f"src/m{n}.py" for n in range(12)] + [f"src/m{n}.py:2-3" for n in range(12)]
    texts += ["dep:httpx", "cmd:make test", *more]
    anchors = [parse_anchor(text) for text in texts]
    return {str(anchor): Anchored(anchor, take_fingerprint(snapshot, anchor)) for anchor in anchors}


def survey(repo, items, cache):
    return survey_all(open_snapshot(str(repo.root)), items, cache)


def test_nothing_is_read_when_nothing_changed(many):
    items, cache = items_of(many), {}
    first = survey(many, items, cache)
    assert {str(j.standing) for j in first.judgements.values()} == {"holds"}
    again = survey(many, items, cache)
    assert again.judgements == first.judgements
    assert (again.judged, again.opened) == (0, 0)


def test_only_what_is_anchored_in_changed_files_is_read(many):
    items, cache = items_of(many), {}
    survey(many, items, cache)
    many.edit("src/m3.py", ("value * 3", "value * 33"))
    after = survey(many, items, cache)
    assert after.opened == 1
    assert after.judged == 6
    drifted = {key for key, j in after.judgements.items() if j.standing is Standing.DRIFTED}
    assert drifted == {*(f"src/m3.py::f3_{k}" for k in range(4)), "src/m3.py", "src/m3.py:2-3"}


def test_a_file_written_again_with_the_same_content_is_read_and_not_judged(many):
    items, cache = items_of(many), {}
    survey(many, items, cache)
    (many.root / "src/m3.py").unlink()
    many.write("src/m3.py", module(3))
    after = survey(many, items, cache)
    assert (after.judged, after.opened) == (0, 1)


def test_worktrees_do_not_disturb_each_others_judgements(many, tmp_path):
    items, cache = items_of(many), {}
    survey(many, items, cache)
    many.git("worktree", "add", "-q", "-b", "side", str(tmp_path / "side"))
    other = survey_all(open_snapshot(str(tmp_path / "side")), items, cache)
    assert other.judged == len(items)
    assert survey(many, items, cache).judged == 0


def test_what_was_searched_for_is_searched_again_when_the_repository_changed(many):
    items, cache = items_of(many), {}
    many.git("rm", "-q", "src/m5.py")
    many.commit("Remove")
    assert survey(many, items, cache).judgements["src/m5.py"].standing is Standing.BROKEN
    many.write("src/elsewhere.py", module(5))
    moved = survey(many, items, cache).judgements["src/m5.py"]
    assert moved.standing is Standing.MOVED
    assert str(moved.now) == "src/elsewhere.py"


def test_a_file_that_did_not_change_is_judged_without_syntax_or_git(many):
    many.write(
        "ask.py",
        "import sys\n"
        "from standfast.model.anchor import Fingerprint, parse_anchor\n"
        "from standfast.code.snapshot import open_snapshot\n"
        "from standfast.model.memory import Anchored\n"
        "from standfast.standing.anchors.batch import Surveyor\n"
        "item = Anchored(parse_anchor('src/m1.py::f1_1'), Fingerprint(*sys.argv[2:]))\n"
        "print(Surveyor(open_snapshot(sys.argv[1]), {}).judge(item).standing)\n"
        "print([m for m in ('subprocess', 'ast_grep_py', 'dataclasses', 'typing', 'pathlib') if m in sys.modules])\n",
    )
    taken = many.anchor("src/m1.py::f1_1").fingerprint
    command = [sys.executable, "-S", "ask.py", str(many.root), taken.scheme, taken.commit, taken.data]
    env = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(command, cwd=many.root, env=env, check=True, capture_output=True, text=True)
    assert done.stdout.split("\n")[:2] == ["holds", "[]"]


def test_a_commit_anchor_is_judged_again_when_the_history_changed(many):
    sha = many.git("rev-parse", "HEAD")
    items, cache = items_of(many, f"commit:{sha}"), {}
    assert survey(many, items, cache).judgements[f"commit:{sha}"].standing is Standing.HOLDS
    many.commit("Empty")
    many.git("commit", "-q", "--allow-empty", "-m", f"Undo\n\nThis reverts commit {sha}.")
    assert survey(many, items, cache).judgements[f"commit:{sha}"].standing is Standing.DRIFTED


def test_a_file_that_came_back_with_other_times_is_read_once_and_not_again(many):
    items, cache = items_of(many), {}
    survey(many, items, cache)
    (many.root / "src/m3.py").unlink()
    many.write("src/m3.py", module(3))
    assert survey(many, items, cache).opened == 1
    assert survey(many, items, cache).opened == 0


def test_a_file_left_out_by_a_sparse_checkout_is_judged_by_its_commit(many):
    items, cache = items_of(many), {}
    many.git("sparse-checkout", "set", "--no-cone", "/*", "!/src/m3.py")
    assert survey(many, items, cache).judgements["src/m3.py"].standing is Standing.HOLDS
    many.git("sparse-checkout", "disable")
    many.edit("src/m3.py", ("value * 3", "value * 33"))
    many.commit("Edit")
    many.git("sparse-checkout", "set", "--no-cone", "/*", "!/src/m3.py")
    assert survey(many, items, cache).judgements["src/m3.py"].standing is Standing.DRIFTED


def test_an_anchor_that_cannot_be_judged_keeps_no_other_from_being_judged(repo):
    repo.write("a.py", "def wait():\n    return 30\n")
    repo.commit("Begin")
    at = parse_anchor("a.py::wait")
    taken = take_fingerprint(open_snapshot(str(repo.root)), at)
    repo.write("a.py", "def wait():\n    return 31\n")
    odd = Fingerprint(taken.scheme, taken.commit, '{"q": "wait"}')
    cache = {}
    found = survey_all(open_snapshot(str(repo.root)), {"odd": Anchored(at, odd), "plain": Anchored(at, taken)}, cache)
    assert [item.standing for item in found.judgements.values()] == [Standing.UNANCHORED, Standing.DRIFTED]
    assert found.judgements["odd"].reason.startswith("it cannot be told")
    assert len(cache) == 1  # what could not be told is asked again


def test_what_git_writes_while_a_file_is_judged_is_judged_the_next_time(many, monkeypatch):
    """A hook behind Git's back may judge a file that a pull replaces meanwhile."""
    from standfast.standing.anchors import judge as judging

    anchor = parse_anchor("src/m3.py::f3_0")
    taken = take_fingerprint(open_snapshot(str(many.root)), anchor, "`f3_0` has `limit=7`")
    items, cache, real = {"a": Anchored(anchor, taken)}, {}, judging.judge
    before = survey(many, items, {}).judgements["a"]
    many.edit("src/m3.py", ("f3_0(value, limit=0)", "f3_0(value, limit=7)"))
    assert survey(many, items, {}).judgements["a"] != before

    def judge_while_git_writes(*words):
        found = real(*words)
        many.write("src/m3.py", module(3))
        return found

    with monkeypatch.context() as patch:
        patch.setattr(judging, "judge", judge_while_git_writes)
        assert survey(many, items, cache).judgements["a"] != before
    assert survey(many, items, cache).judgements["a"] == before
