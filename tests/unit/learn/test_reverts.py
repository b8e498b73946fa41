"""What was taken back is an attempt, with why and by whom; what landed again is not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from standfast.code.git import find_git
from standfast.code.history import iter_commits, list_commits
from standfast.learn.attempts import read_reverts
from standfast.store.values import View
from tests.unit.learn.repository import Repository

if TYPE_CHECKING:
    from pathlib import Path

    from standfast.learn.reverts import Reverts
    from standfast.memory import Memory

WHY = "It kept yesterday's rates, and refunds were wrong by noon."


@pytest.fixture
def repo(tmp_path: Path) -> Repository:
    return Repository(tmp_path / "repo")


def kinds(memory: Memory) -> dict[str, str]:
    """Return the kind of each memory by the first line of what it says."""
    context = memory.context
    found = context.partition(context.scope).memories.select(View())
    return {(item.content.title or item.content.text.split("\n")[0]): item.content.kind.value for item in found}


def by_reference(repo: Repository, first: str) -> None:
    repo.commit(f"Drop the cache\n\nThis reverts commit {first}.\n\n{WHY}", rates_py="other\n")


def by_title(repo: Repository, _first: str) -> None:
    repo.commit(f'Revert "Cache the rates"\n\n{WHY}', rates_py="other\n")


def by_number(repo: Repository, _first: str) -> None:
    repo.commit(f"Revert the cache\n\nReverts shop/shop#12\n\n{WHY}", rates_py="other\n")


def by_content(repo: Repository, _first: str) -> None:
    repo.commit(f"Read the rates every time\n\n{WHY}", rates_py="plain\n")


@pytest.mark.parametrize("take_back", [by_reference, by_title, by_number, by_content])
def test_a_reverted_commit_is_an_attempt_with_why_and_by_whom(
    repo: Repository, tmp_path: Path, take_back: object
) -> None:
    repo.commit("Start with rates", rates_py="plain\n")
    first = repo.commit("Cache the rates (#12)", rates_py="cache\n")
    take_back(repo, first)  # type: ignore[operator]
    with repo.open(tmp_path / "home") as memory:
        memory.mine()
        (found,) = [
            result.memory for result in memory.recall("cache the rates").results if result.memory.source.name == first
        ]
        assert found.content.kind.value == "attempt"
        assert found.content.why == WHY
        assert WHY in found.content.text
        assert "Ana" in found.content.text
        assert {item.ref for item in found.content.evidence} == {first, repo.git("rev-parse", "HEAD").strip()}


def test_what_is_reverted_after_it_was_read_becomes_an_attempt_then(repo: Repository, tmp_path: Path) -> None:
    first = repo.commit("Cache the rates", rates_py="cache\n")
    with repo.open(tmp_path / "home") as memory:
        memory.mine()
        assert kinds(memory)["Cache the rates"] == "episode"
        by_reference(repo, first)
        memory.mine()
        assert kinds(memory)["Cache the rates"] == "attempt"
        second = repo.git("rev-parse", "HEAD").strip()
        repo.commit(f'Reapply "Cache the rates"\n\nThis reverts commit {second}.', rates_py="cache\n")
        memory.mine()
        assert kinds(memory)["Cache the rates"] == "episode"


@pytest.mark.parametrize(
    "message",
    [
        "Add a lock\n\nThe first try was reverted because of a race; this one holds.",
        'Add a lock (#9)\n\n* add a lock\n\n* Revert "Cache the rates"\n\nThis reverts commit {first}.\n\n* try again',
        "Let users revert an order\n\nReverting an order gives the money back.",
    ],
)
def test_a_commit_that_only_speaks_of_a_revert_takes_nothing_back(
    repo: Repository, tmp_path: Path, message: str
) -> None:
    first = repo.commit("Cache the rates", rates_py="cache\n")
    repo.commit(message.format(first=first), lock_py="lock\n")
    with repo.open(tmp_path / "home") as memory:
        memory.mine()
        assert set(kinds(memory).values()) == {"episode"}


def test_a_partial_revert_leaves_the_rest_live_and_says_so(repo: Repository, tmp_path: Path) -> None:
    first = repo.commit("Cache the rates", rates_py="cache\n", more_py="cache\n")
    repo.commit(f'Partially revert "Cache the rates"\n\nThis partially reverts commit {first}.\n\n{WHY}', more_py="x\n")
    with repo.open(tmp_path / "home") as memory:
        memory.mine()
        (found,) = [
            result.memory for result in memory.recall("cache the rates").results if result.memory.source.name == first
        ]
        assert found.content.kind.value == "episode"
        assert WHY in found.content.text


def test_reverting_a_merge_takes_back_all_it_brought(repo: Repository, tmp_path: Path) -> None:
    repo.commit("Start with rates", a_py="1\n")
    repo.git("checkout", "--quiet", "-b", "work")
    repo.commit("Cache the rates", b_py="1\n")
    repo.commit("Cache the fees", c_py="1\n")
    repo.git("checkout", "--quiet", "main")
    repo.git("merge", "--quiet", "--no-ff", "-m", "Merge branch 'work'", "work")
    merge = repo.git("rev-parse", "HEAD").strip()
    repo.commit(
        f"Revert \"Merge branch 'work'\"\n\nThis reverts commit {merge}, reversing\nchanges made to main.", d_py="1\n"
    )
    with repo.open(tmp_path / "home") as memory:
        memory.mine()
        found = kinds(memory)
        assert (found["Cache the rates"], found["Cache the fees"]) == ("attempt", "attempt")
        assert found["Start with rates"] == "episode"


def find(repo: Repository) -> Reverts:
    """Read all of a repository's history for reverts."""
    git = find_git(str(repo.root))
    assert git is not None
    return read_reverts(git, list(iter_commits(git, list_commits(git, ["HEAD"], most=100)[::-1])))


@pytest.mark.parametrize(
    "message",
    [
        "Read them on Mondays\n\nThis is a partial revert of #12.",
        "Read them on Mondays\n\nReverts part of the changes in https://example.org/shop/shop/pull/12 for now.",
        "Revert some of what came with {sha}",
        "Revert {sha} partially",
    ],
)
def test_a_commit_that_says_which_other_it_takes_back_in_part_marks_that(repo: Repository, message: str) -> None:
    first = repo.commit("Cache the rates (#12)", rates_py="cache\n")
    by = repo.commit(message.format(sha=first[:10]), rates_py="cache on mondays\n")
    (taken,) = find(repo).taken.values()
    assert (taken.sha, taken.by, taken.partly) == (first, by, True)


def test_the_number_that_a_commit_landed_as_is_not_what_it_takes_back(repo: Repository) -> None:
    repo.commit("Fix the tests (#12)", rates_py="cache\n")
    repo.commit("Revert some words (#12)", other_py="words\n")
    assert not find(repo).taken


@pytest.mark.parametrize(
    "message",
    [
        "Reland #12",
        "[Re-land] The rates are cached\n\nThis is a re-land of https://example.org/shop/shop/pull/12.",
        "fix(rates): reland cache the rates",
        "Cache the rates, behind a flag\n\nRe-lands the cache from #12, off by default.",
        "revert revert {sha}",
        'Revert "Revert "fix(rates): cache the rates (#12)""',
    ],
)
def test_what_says_that_it_lands_again_makes_it_live(repo: Repository, message: str) -> None:
    first = repo.commit("fix(rates): cache the rates (#12)", rates_py="cache\n")
    repo.commit(f'Revert "fix(rates): cache the rates (#12)"\n\nThis reverts commit {first}.', rates_py="plain\n")
    assert set(find(repo).taken) == {first}
    again = repo.commit(message.format(sha=first[:10]), rates_py="cache, flagged\n")
    assert find(repo).again == {first: again}
    repo.commit(f"Revert it once more\n\nThis reverts commit {again}.", rates_py="plain\n")
    assert first in find(repo).taken


def test_a_file_that_a_program_flips_is_nobodys_revert(repo: Repository) -> None:
    for turn in range(8):
        repo.commit(f"Update the badge {turn}", badge_py="85\n" if turn % 2 else "86\n")
    assert not find(repo).taken


def test_a_revert_may_quote_the_title_that_a_merge_has_below_its_own(repo: Repository) -> None:
    repo.commit("Start with rates", a_py="1\n")
    repo.git("checkout", "--quiet", "-b", "work")
    inner = repo.commit("wip", b_py="1\n")
    repo.git("checkout", "--quiet", "main")
    message = "Merge pull request #7 from ana/work\n\nCache the rates for good"
    repo.git("merge", "--quiet", "--no-ff", "-m", message, "work")
    repo.commit('Revert "Cache the rates for good"', d_py="1\n")
    assert inner in find(repo).taken


def test_a_merge_of_which_nothing_is_left_is_taken_back_with_what_it_brought(repo: Repository) -> None:
    repo.commit("Start with rates", a_py="1\n")
    repo.git("checkout", "--quiet", "-b", "work")
    inner = repo.commit("Cache the rates", b_py="1\n")
    repo.git("checkout", "--quiet", "main")
    repo.git("merge", "--quiet", "--no-ff", "-m", "Merge pull request #7 from ana/work", "work")
    merge = repo.git("rev-parse", "HEAD").strip()
    repo.commit(f"Revert it\n\nThis reverts commit {inner}.", b_py="2\n")
    assert set(find(repo).taken) == {inner, merge}


@pytest.mark.parametrize(
    "body",
    [
        "This reverts commit {first}, reversing\nchanges made to {start}.",
        'Revert "Cache the rates (#12)"',
        "This reverts commit {first}.",
        '* Revert "Cache the rates (#12)"\n\n* Fix the test of the rates',
        "This reverts commit {first}.\n\nImport-RevId: 772078053",
        "This reverts commit {first}.\n\nCloses gh-4068",
        "This reverts commit {first}.\n\nBREAKING CHANGE: Rates are cached for a day.",
        "Removed per https://example.org/archives/p1643999482151029",
        "Removed the cache of rates and the variable that held it.",
        "This reverts commit {first}.\nShould fix #3809. Also needed to make #3290 apply cleanly.",
        "See https://example.org/issues/3289 for why the tests did not catch this.",
        "--HG--\nextra : convert_revision : svn%3Ab85faa78-f9eb-468e-a121%401023",
        'This reverts commit {first}.\nremove tests\nRevert "emit another signal"\n\nThis reverts commit {start}.',
    ],
)
def test_a_revert_that_only_says_what_it_takes_back_gives_no_reason(repo: Repository, body: str) -> None:
    start = repo.commit("Start with rates", rates_py="plain\n")
    first = repo.commit("Cache the rates (#12)", rates_py="cache\n")
    said = body.format(first=first, start=start)
    repo.commit(f'Revert "Cache the rates (#12)"\n\n{said}', rates_py="plain\n")
    assert find(repo).taken[first].why == ""


def test_the_merge_of_a_revert_leaves_the_reason_with_the_revert(repo: Repository) -> None:
    repo.commit("Start with rates", rates_py="plain\n")
    first = repo.commit("Cache the rates", rates_py="cache\n")
    repo.git("checkout", "--quiet", "-b", "undo")
    revert = repo.commit(f"Drop the cache\n\nThis reverts commit {first}.\n\n{WHY}", rates_py="plain\n")
    repo.git("checkout", "--quiet", "-")
    repo.git(
        "merge", "--quiet", "--no-ff", "undo", "-m", f'Revert "Cache the rates" r=ana a=ben\n\nReverts {first[:12]}'
    )
    taken = find(repo).taken[first]
    assert (taken.by, taken.why) == (revert, WHY)


@pytest.mark.parametrize("verb", ["reverts", "backs out"])
def test_a_reason_that_goes_on_in_the_line_of_the_revert_is_whole(repo: Repository, verb: str) -> None:
    repo.commit("Start with rates", rates_py="plain\n")
    first = repo.commit("Cache the rates", rates_py="cache\n")
    repo.commit(
        f"Drop the cache of rates\n\nThis {verb} commit {first}. Now that the bank is\nquick, asking it is simpler.",
        rates_py="plain\n",
    )
    assert find(repo).taken[first].why == "Now that the bank is quick, asking it is simpler."


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("keep = true\nback = true\n", "Can be had by setting `keep = true; back = true`."),
        ("a\nb\nc\nd\ne\n", ""),
    ],
)
def test_a_reason_is_not_cut_before_the_code_that_it_ends_with(repo: Repository, code: str, why: str) -> None:
    first = repo.commit("Cache the rates (#12)", rates_py="a\n")
    repo.commit(f'Revert "Cache the rates (#12)"\n\nCan be had by setting\n\n```\n{code}```\n', rates_py="b\n")
    assert find(repo).taken[first].why == why


def test_a_quoted_title_that_goes_over_two_lines_is_no_reason(repo: Repository) -> None:
    first = repo.commit("Allow a body for every request that is sent with POST", rates_py="body\n")
    message = 'Revert "Allow a body for every request that is sent with\nPOST" for the next release'
    repo.commit(f"{message}\n\nThis reverts commit {first}.", rates_py="none\n")
    assert find(repo).taken[first].why == ""
