"""Which commit changed what is anchored, and the lines before and after."""

from types import SimpleNamespace

import pytest

from standfast.code.snapshot import open_snapshot
from standfast.standing.anchors.fingerprint import read_fingerprint
from standfast.standing.culprit import LineRange, count_changed, find_after, find_before, find_culprit, shorten

TEXT = "def a(x):\n    y = x + 1\n    return y * 2\n\n\ndef b(x):\n    return [x, 1]\n"


@pytest.fixture
def anchored(repo):
    repo.write("m.py", TEXT)
    repo.commit("First")
    return repo.anchor("m.py::a")


def ask(anchored):
    snapshot = open_snapshot(str(anchored.repo.root))
    judgement, data = anchored.judge(), read_fingerprint(anchored.fingerprint) or {}
    return SimpleNamespace(
        culprit=find_culprit(snapshot, anchored.anchor, anchored.fingerprint, judgement),
        before=find_before(snapshot, anchored.anchor, anchored.fingerprint, data),
        after=find_after(snapshot, judgement, data),
    )


def test_the_commit_that_made_the_difference_is_named(repo, anchored):
    repo.edit("m.py", ("[x, 1]", "[x, 2]"))
    repo.commit("Unrelated")
    repo.edit("m.py", ("* 2", "* 3"))
    guilty = repo.commit("Triple it")
    repo.edit("m.py", ("[x, 2]", "[x, 3]"))
    repo.commit("Unrelated again")
    told = ask(anchored)
    assert (told.culprit.sha, told.culprit.author, told.culprit.subject) == (guilty, "Ada Example", "Triple it")
    assert told.culprit.at.startswith("2023-11-1")
    assert told.before.lines == ("def a(x):", "    y = x + 1", "    return y * 2")
    assert told.after.lines == ("def a(x):", "    y = x + 1", "    return y * 3")


def test_what_was_undone_and_done_again_names_the_last_commit(repo, anchored):
    for factor in ("3", "2", "4"):
        repo.write("m.py", TEXT.replace("* 2", f"* {factor}"))
        last = repo.commit(f"Times {factor}")
    assert ask(anchored).culprit.sha == last


def test_a_change_that_is_not_committed_says_so(repo, anchored):
    repo.edit("m.py", ("* 2", "* 3"))
    assert ask(anchored).culprit.sha == ""


def test_a_deletion_names_its_commit_and_still_shows_what_was_there(repo, anchored):
    repo.git("rm", "-q", "m.py")
    guilty = repo.commit("Delete")
    told = ask(anchored)
    assert told.culprit.sha == guilty
    assert told.before.lines[0] == "def a(x):"
    assert told.after is None


def test_a_move_names_its_commit(repo, anchored):
    repo.git("mv", "m.py", "n.py")
    guilty = repo.commit("Move")
    told = ask(anchored)
    assert told.culprit.sha == guilty
    assert told.after.path == "n.py"


def _branch(repo, name: str, start: str, text: str) -> str:
    repo.git("checkout", "-q", "-b", name, start)
    repo.write("m.py", text)
    return repo.commit(name)


def _merge(repo, into: str, other: str, text: str) -> None:
    repo.git("checkout", "-q", into)
    repo.git("merge", "-q", "--no-ff", "--no-commit", "-s", "ours", other)
    repo.write("m.py", text)
    repo.commit(f"Merge {other}")


def test_of_merged_branches_the_commit_that_made_the_difference_is_named(repo, anchored):
    base = repo.git("rev-parse", "HEAD").strip()
    tripled = TEXT.replace("* 2", "* 3")
    guilty = _branch(repo, "guilty", base, tripled)
    _branch(repo, "innocent", base, TEXT + "\n\nC = 1\n")
    for number in range(4):
        repo.write("m.py", TEXT + f"\n\nC = 1{number}\n")
        repo.commit(f"Innocent {number}")
    _merge(repo, "guilty", "innocent", tripled + "\n\nC = 13\n")
    repo.write("m.py", tripled + "\n\nC = 14\n")
    repo.commit("Later")
    assert ask(anchored).culprit.sha == guilty


def test_no_commit_is_named_where_what_went_before_never_had_it(repo):
    repo.write("m.py", "C = 1\n")
    base = repo.commit("Before")
    repo.write("m.py", TEXT)
    repo.commit("First")
    told = repo.anchor("m.py::a")
    first = repo.git("rev-parse", "HEAD").strip()
    _branch(repo, "old", base, "C = 2\n")
    repo.git("checkout", "-q", "--detach", first)
    repo.git("checkout", "-q", "-b", "new")
    _merge(repo, "new", "old", "C = 2\n")
    found = ask(told).culprit
    assert found is None


def test_what_holds_has_no_culprit(anchored):
    assert ask(anchored).culprit is None


def test_a_bumped_dependency_names_its_commit(repo):
    repo.write("requirements.txt", "a==1.0\n")
    repo.commit("Lock")
    anchored = repo.anchor("dep:a")
    repo.write("requirements.txt", "a==1.0\nb==1.0\n")
    repo.commit("Add b")
    repo.write("requirements.txt", "a==2.0\nb==1.0\n")
    guilty = repo.commit("Bump a")
    assert ask(anchored).culprit.sha == guilty


def test_history_that_was_rewritten_still_finds_a_commit(repo, anchored):
    repo.git("commit", "-q", "--amend", "-m", "First, reworded")
    repo.edit("m.py", ("* 2", "* 3"))
    guilty = repo.commit("Triple it")
    repo.git("reflog", "expire", "--expire=now", "--all")
    repo.git("gc", "-q", "--prune=now")
    assert ask(anchored).culprit.sha == guilty


def test_a_rename_is_not_blamed_for_a_later_edit(repo, anchored):
    repo.git("mv", "m.py", "n.py")
    repo.commit("Move")
    repo.edit("n.py", ("[x, 1]", "[x, 2]"))
    repo.commit("Unrelated")
    repo.edit("n.py", ("* 2", "* 3"))
    guilty = repo.commit("Triple it")
    told = ask(anchored)
    assert told.culprit.subject == "Triple it"
    assert told.culprit.sha == guilty
    assert told.after.path == "n.py"


def test_an_edit_is_blamed_and_not_the_rename_after_it(repo, anchored):
    repo.edit("m.py", ("* 2", "* 3"))
    guilty = repo.commit("Triple it")
    repo.git("mv", "m.py", "n.py")
    repo.commit("Move")
    assert ask(anchored).culprit.sha == guilty


def test_a_function_that_moved_to_another_file_and_changed_there_names_the_change(repo, anchored):
    first, rest = TEXT.split("\n\n\n")
    repo.write("other.py", "def z(q):\n    return q\n")
    repo.commit("Other")
    repo.write("m.py", rest)
    repo.write("other.py", "def z(q):\n    return q\n\n\n" + first + "\n")
    repo.commit("Move a")
    repo.edit("other.py", ("* 2", "* 3"))
    guilty = repo.commit("Triple it")
    assert ask(anchored).culprit.sha == guilty


def test_a_rename_and_an_edit_in_one_commit_name_it(repo, anchored):
    repo.git("mv", "m.py", "n.py")
    repo.edit("n.py", ("* 2", "* 3"))
    guilty = repo.commit("Move and triple")
    assert ask(anchored).culprit.sha == guilty


def test_an_edit_that_is_not_committed_after_a_rename_says_so(repo, anchored):
    repo.git("mv", "m.py", "n.py")
    repo.commit("Move")
    repo.edit("n.py", ("* 2", "* 3"))
    assert ask(anchored).culprit.sha == ""


def _numbered(*changed: int, more: int = 0) -> LineRange:
    lines = [f"line {at}{' changed' if at in changed else ''}" for at in range(1_000)]
    return LineRange("a.txt", 1, (*lines[:700], *["another"] * more, *lines[700:]))


@pytest.mark.parametrize(
    ("after", "expected"),
    [
        (_numbered(600), (1, 1_000)),
        (_numbered(10, 600, 900), (3, 1_000)),
        (_numbered(699, more=1), (2, 1_001)),
        (_numbered(), (0, 1_000)),
    ],
)
def test_lines_are_counted_as_they_changed(after, expected):
    assert count_changed(_numbered(), after) == expected
    assert count_changed(after, _numbered()) == expected


@pytest.mark.parametrize("changed", [(0,), (600,), (600, 700), (999,), (600, 950)])
def test_of_a_long_file_the_lines_around_the_change_are_shown(changed):
    before, after = shorten(_numbered(), _numbered(*changed))
    shown = [at for at in changed if at < changed[0] + 190]
    assert before.first == after.first == max(changed[0] - 3, 0) + 1
    assert [line for line in after.lines if line not in before.lines] == [f"line {at} changed" for at in shown]
    assert [line for line in before.lines if line not in after.lines] == [f"line {at}" for at in shown]
    assert max(len(before.lines), len(after.lines)) <= 200
