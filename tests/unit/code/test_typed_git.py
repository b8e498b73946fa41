"""Git as it is typed: what a command line commits and brings, whatever stands around it."""

from __future__ import annotations

import pytest

from standfast.code.typed_git import read_typed
from standfast.text.runs import list_runs

ALIASES = {"ci": "commit", "quick": "!git commit --no-verify", "land": "merge --ff-only", "ring": "ring"}
BRINGING = [
    ('git merge -m "a; b" side', ["side"]),
    ("git merge -m 'x && y' side", ["side"]),
    ("git merge -m 'one\ntwo' side", ["side"]),
    ("git merge side -m merge\\ other", ["side"]),
    ("git merge --message=other side", ["side"]),
    ("git merge --file note side", ["side"]),
    ("git merge -X ours -s recursive side", ["side"]),
    ("git merge -Xours -srecursive side", ["side"]),
    ("git merge -nm words side", ["side"]),
    ("git merge one two three", ["one", "two", "three"]),
    ("git merge -- side", ["side"]),
    ("git merge -", ["-"]),
    ("git 'merge' \"si\"'de'", ["side"]),
    ("git merge $'si\\x64e'", ["side"]),
    ("git merge $(git rev-parse x) side", ["$(git rev-parse x)", "side"]),
    ("git merge `echo x` side", ["`echo x`", "side"]),
    ("git {merge,side}", ["side"]),
    ("git merge \\\n  side", ["side"]),
    ("true && git merge side || exit 1", ["side"]),
    ("(git merge one; git merge two)", ["one", "two"]),
    ("{ git merge side; }", ["side"]),
    ("if ! git merge side; then exit; fi", ["side"]),
    ("for b in one two; do git merge $b; done", ["one", "two"]),
    ('B=side; git merge "${B}"', ["side"]),
    ('echo "$(git merge side)"', ["side"]),
    ("bash -lc 'git merge side'", ["side"]),
    ("sh -c \"bash -c 'git merge side'\"", ["side"]),
    ("eval 'git merge side'", ["side"]),
    ("bash <<'END'\ngit merge side\nEND\n", ["side"]),
    ("bash <<< 'git merge side'", ["side"]),
    ("echo 'git merge side' | sh", ["side"]),
    ("echo side | xargs git merge", ["side"]),
    ("xargs -n 1 git merge side < list", ["side", "$@"]),
    ("env -i GIT_TRACE=1 git merge side", ["side"]),
    ("env -S 'git merge side'", ["side"]),
    ("sudo -u ana timeout -k 5 10 nice -n 5 git merge side", ["side"]),
    ("/usr/bin/git --no-pager -c a.b=c merge side", ["side"]),
    ("alias g=git; g merge side", ["side"]),
    ("git land side", ["side"]),
    ("git -c alias.m=merge m side", ["side"]),
    ("git pull . side", ["side"]),
    ("git rebase side", ["side"]),
    ("git rebase --onto side old topic", ["side"]),
    ("git reset --hard side", ["side"]),
    (f"git merge -m '{'word ' * 4000}' side", ["side"]),
]
BRINGING_NOTHING = [
    'git commit -m "merge side"',
    "git commit -m 'x' -m 'git merge side'",
    "git commit -F - <<'END'\ngit merge side\nEND\n",
    "git log --grep 'git merge side'",
    "echo 'git merge side'",
    "git merge --abort",
    "git merge-base main side",
    "git reset side",
    "git pull origin side",
    "git rebase --continue",
    "# git merge side",
    "grep -r 'git merge side' docs",
    "git ring side",
]


@pytest.mark.parametrize(("command", "brought"), BRINGING)
def test_every_branch_that_a_command_would_bring_is_read(command: str, brought: list[str]) -> None:
    calls = read_typed(command, lambda verb: ALIASES.get(verb, "")).calls
    assert [name for call in calls for name in call.brought] == brought


@pytest.mark.parametrize("command", BRINGING_NOTHING)
def test_what_a_message_or_another_program_is_told_brings_nothing(command: str) -> None:
    calls = read_typed(command, lambda verb: ALIASES.get(verb, "")).calls
    assert not [name for call in calls for name in call.brought]


@pytest.mark.parametrize(
    ("command", "passes"),
    [
        ("git commit -m x", False),
        ("git commit -mn", False),
        ("git commit -m 'why --no-verify is noticed'", False),
        ("git commit -m '-n'", False),
        ("git commit -am 'n'", False),
        ("git commit -anm x", True),
        ("git commit --no-verify -m x", True),
        ('git commit --no-"ver"ify -m x', True),
        ("git commit --no-veri -m x", True),
        ("git -c core.hooksPath=/dev/null commit -m x", True),
        ("git -c core.hooks''Path=/ commit -m x", True),
        ("git config core.hooksPath x && git commit -m x", True),
        ("chmod -x .git/hooks/pre-commit; git commit -m x", True),
        ("GIT_DIR=x git commit -m x", True),
        ("export HUSKY=0\ngit commit -m x", True),
        ("git ci -m x", True),
        ("git quick -m x", True),
        ("git commit -m 'Include the webhook'", False),
        ("git commit -m 'Say what git_dir and alias.x are'", False),
        ("rm -rf .git/h*; git commit -m x", True),
        ("cd .git && rm -r ho* && cd .. && git commit -m x", True),
        ("cat .gitignore && git commit -m x", False),
        ("export HUSKY; HUSKY=0; git commit -m x", True),
        ("find . -maxdepth 0 -exec git commit -n -m x \\;", True),
        ("uv run git commit -n -m x", True),
        ("flock lock git commit -n -m x", True),
        ("/usr/lib/git-core/git-commit -n -m x", True),
        ("su -c 'git commit -n -m x'", True),
        ("trap 'git commit -n -m x' EXIT", True),
        ("printf '%s' 'git commit -n -m x' | sh", True),
        ("bash <(echo 'git commit -n -m x')", True),
        ("env -S'git commit -n -m x'", True),
        ("python -c \"import subprocess as s; s.run(['git', 'commit', '-n', '-m', 'x'])\"", True),
        ("cat > s.sh <<'END'\ngit commit -n -m x\nEND\nsh s.sh", True),
        ("git ${V:-commit} --no-verify -m x", True),
        ('g() { git "$@"; }; g commit --no-verify -m x', True),
        (f"{'true;' * 5000} git commit -n -m x", True),
        ("git commit-tree HEAD^{tree} -m x", True),
    ],
)
def test_a_commit_that_may_go_round_the_hook_is_told_from_one_that_does_not(command: str, *, passes: bool) -> None:
    typed = read_typed(command, lambda verb: ALIASES.get(verb, ""))
    assert any(call.commits for call in typed.calls)
    assert typed.passes_hooks is passes


@pytest.mark.parametrize(
    "command",
    [
        "git log --format='commit %h' -n 5 | head",
        "echo 'git commit -n' > note.txt",
        "grep -rn 'git commit --no-verify' docs",
    ],
)
def test_a_commit_past_the_hooks_that_is_only_spoken_of_is_none(command: str) -> None:
    assert not read_typed(command).matters


@pytest.mark.parametrize(
    ("command", "adds", "new"),
    [
        ("git commit -nm x", False, False),
        ("git commit --amend --allow-empty -m x", False, False),
        ("git commit -anm x", True, False),
        ("git commit -n --all -m x", True, False),
        ("git commit -nm x pay.py", True, False),
        ("git commit -nm x -- pay.py", True, False),
        ("git add -A && git commit -nm x", True, True),
    ],
)
def test_what_is_not_staged_yet_counts_where_the_command_takes_it_along(command: str, *, adds: bool, new: bool) -> None:
    calls = read_typed(command).calls
    assert (any(call.adds for call in calls), any(call.adds_new for call in calls)) == (adds, new)


@pytest.mark.parametrize(
    ("command", "folder"),
    [
        ("git -C ../other merge x", "../other"),
        ("cd ../other && git merge x", "../other"),
        ("cd a; git -C b merge x", "a/b"),
        ("cd a && git -C /b merge x", "/b"),
        ("git --work-tree=../w merge x", "../w"),
        ("git merge x", ""),
        ("(cd /t && ls); git merge x", ""),
        ("(cd a; (cd b)); (git merge x)", ""),
        ("(cd a; git merge x)", "a"),
        ("d=$(cd /t && pwd); git merge x", ""),
        ("cd /t && ls & git merge x", ""),
        ("cd /t | cat; git merge x", ""),
        ("bash -c 'cd /t'; git merge x", ""),
        ("cd a; bash -c 'cd b && git merge x'", "a/b"),
        ("eval cd a; git merge x", "a"),
        ("cd /t && ls && cd - && git merge x", ""),
        ("pushd /t; ls; popd; git merge x", ""),
        ("cd a; cd b; cd -; git merge x", "a"),
        ("env -C ../o git merge x", "../o"),
        ("env --chdir=../o git merge x", "../o"),
        ("GIT_DIR=../o/.git GIT_WORK_TREE=../o git merge x", "../o"),
        ("export GIT_DIR=../o/.git; git merge x", "../o"),
        ("git --git-dir=../o/.git merge x", "../o"),
        ("git --git-dir ../o/.git --work-tree ../o merge x", "../o"),
    ],
)
def test_a_call_is_read_in_the_folder_it_works_in(command: str, folder: str) -> None:
    assert [call.folder for call in read_typed(command).calls] == [folder]


@pytest.mark.parametrize(
    ("command", "moves"),
    [
        ("git merge x", [("", "x")]),
        ("git switch -C main x", [("main", "x")]),
        ("git checkout -qB main x", [("main", "x")]),
        ("git checkout -b new x", []),
        ("git branch -f main x", [("main", "x")]),
        ("git branch --force main", [("main", "HEAD")]),
        ("git branch main x", []),
        ("git update-ref -m why refs/heads/main x", [("refs/heads/main", "x")]),
        ("git update-ref refs/remotes/origin/main x", []),
        ("git fetch . +x:main", [("main", "x")]),
        ("git fetch origin x:main", []),
        ("git cherry-pick x y..z", [("x^", "x"), ("y", "z")]),
        ("git rebase x topic", [("", "x")]),
    ],
)
def test_what_a_call_moves_is_known_with_the_branch_that_it_moves(command: str, moves: list[tuple[str, str]]) -> None:
    (call,) = read_typed(command).calls
    assert call.moves() == moves


@pytest.mark.parametrize(
    ("command", "named"),
    [
        ("git add a.py b", ["a.py", "b"]),
        ("git add -f a.py", ["a.py"]),
        ("git add -A", None),
        ("git add -u", None),
        ("git add '*.py'", None),
        ("git add $FILES", None),
        ("git commit -m x a.py", ["a.py"]),
        ("git commit -am x", None),
    ],
)
def test_the_files_that_a_call_takes_along_are_those_it_names(command: str, named: list[str] | None) -> None:
    (call,) = read_typed(command).calls
    assert call.named == named


@pytest.mark.parametrize(
    ("command", "folders"),
    [
        ("false && cd a; git merge x", {"a", ""}),
        ("true || cd a\ngit merge x", {"a", ""}),
        ("[ -d a ] && cd a; cd b; git merge x", {"a/b", "b"}),
        ("[ -d a ] && cd a; [ -d /b ] && cd /b; git merge x", {"", "a", "/b"}),
        ("false && cd a; cd /b; git merge x", {"/b"}),
        ("cd a && make && cd b && git merge x", {"a/b"}),
        ("(false && cd a; ls); git merge x", {""}),
    ],
)
def test_a_folder_that_the_line_may_never_go_to_is_in_doubt(command: str, folders: set[str]) -> None:
    assert {call.folder for call in read_typed(command).calls} == folders


@pytest.mark.parametrize(
    ("command", "undone"),
    [
        ("git revert x", ["x"]),
        ("git revert --no-edit x y", ["x", "y"]),
        ("git revert -m 1 x", ["x"]),
        ("git revert a..b", ["a..b"]),
        ("git revert -n x", []),
        ("git revert --abort", []),
        ("git revert $(git rev-parse HEAD)", ["$(git rev-parse HEAD)"]),
        ("git log -1 --format=%h | xargs git revert --no-edit", ["$@"]),
    ],
)
def test_what_a_call_takes_back_is_known(command: str, undone: list[str]) -> None:
    call = read_typed(command).calls[-1]
    assert call.undone == undone


@pytest.mark.parametrize(("options", "parent"), [("", 1), ("-m 1", 1), ("-m2", 2), ("-em2", 2), ("--mainline=2", 2)])
def test_the_parent_that_a_merge_goes_back_to_is_known(options: str, parent: int) -> None:
    (call,) = read_typed(f"git revert {options} x").calls
    assert (call.undone, call.mainline) == (["x"], parent)


def test_the_patches_that_a_call_commits_are_the_files_it_names() -> None:
    (call,) = read_typed("git am --no-verify -3 -C1 a.patch b.patch").calls
    assert call.patches == ["a.patch", "b.patch"]
    assert not read_typed("git am --abort").matters


@pytest.mark.parametrize(
    "command",
    [
        "git merge $(git rev-parse side)",
        "git reset --hard `cat tip`",
        "git rebase --onto=$X main",
        "git commit $FLAGS -m x",
        "git $verb side",
        "$git merge side",
        "git log --format=%h | xargs git cherry-pick",
        "git for-each-ref | xargs -I{} git merge {}",
        "bash land.sh",
        "./land.sh",
        "source land.sh",
        "sudo bash -e scripts/land.sh now",
        "xargs -n1 git merge",
        "env A=1 git merge $x",
        "sh -c 'git merge $(cat tip)'",
    ],
)
def test_what_only_a_shell_can_read_may_move_a_branch(command: str) -> None:
    assert any(call.is_open for call in read_typed(command).calls)


@pytest.mark.parametrize(
    "command",
    [
        'git commit -m "$(cat message)"',
        "git log $(git merge-base main HEAD)..",
        "git merge --ff-only side",
        "bash -c 'git status'",
        "npm run $task",
        "echo git merge $x",
        "python -m pytest tests/git",
        "git",
        "pip install git+https://example.org/a/b",
        "gh pr create --title 'use git lfs'",
        "python -c 'print(\"git\")'",
        "source .venv/bin/activate && git status",
        "docker build -t git .",
    ],
)
def test_what_can_be_read_or_moves_no_branch_is_not_in_doubt(command: str) -> None:
    assert not any(call.is_open for call in read_typed(command).calls)


def test_a_line_that_doubles_a_word_again_and_again_stays_small() -> None:
    runs = list_runs("x=aaaaaaaaaa; " + "x=$x$x; " * 60 + "git commit -m $x")
    assert max(len(word) for run in runs for word in run.words) <= 4096
    assert runs[-1].words[:2] == ("git", "commit")
