"""Partial reverts and re-lands of public repositories, judged by hand: how many are found, and how many are made up.

`bench/judged/relands.tsv` lists them as places and verdicts: repository, the commit that takes part of another back or
brings it again, that other commit, which of the two it is (`part`, `again`), the half (`tuned`: mistakes there were
read and their causes fixed; `held`: they were not) and the verdict: `true`, or `false` for what was told and is not
so. This reads each repository's whole history with the product's own reader and compares.

    python bench/reverts.py FOLDER [--repository NAME] [--wrong]

FOLDER holds clones as `owner+name` or `owner+name/repo`. Percentages are 0 to 100.
"""

from __future__ import annotations

import argparse
import csv
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from claims import find_clone

from standfast.code.git import find_git
from standfast.code.history import iter_commits, list_commits
from standfast.learn.attempts import read_reverts

LIST = Path(__file__).parent / "judged" / "relands.tsv"


class Pair(NamedTuple):
    """One row of the list."""

    repository: str
    commit: str
    other: str
    sort: str
    half: str
    verdict: str


def read_list() -> list[Pair]:
    """Read the judged list."""
    with LIST.open(encoding="utf-8") as rows:
        return [Pair(*(row[name] for name in Pair._fields)) for row in csv.DictReader(rows, delimiter="\t")]


def find_pairs(clone: Path) -> set[tuple[str, str, str]]:
    """Return what the product takes for partly taken back or brought again: by which commit, which, and the sort."""
    git = find_git(str(clone))
    assert git is not None, clone
    commits = list(iter_commits(git, list_commits(git, ["HEAD"], most=200_000)[::-1]))
    found = read_reverts(git, commits)
    parts = {(item.by[:12], sha[:12], "part") for sha, item in found.taken.items() if item.partly}
    return parts | {(by[:12], sha[:12], "again") for sha, by in found.again.items()}


def figures(pairs: Sequence[Pair], told: set[tuple[str, str, str, str]]) -> dict[str, float | int]:
    """Sum up what was found of what is true (whichever commit is named last), and what of all that was told is not."""
    true = [pair for pair in pairs if pair.verdict == "true"]
    known = {(repository, other, sort) for repository, _, other, sort in told}
    found = [pair for pair in true if (pair.repository, pair.other, pair.sort) in known]
    wrong = [pair for pair in pairs if pair.verdict == "false" and pair[:4] in told]
    return {
        "true": len(true), "found": len(found), "found_percent": _share(len(found), len(true)),
        "false": len(wrong), "false_percent": _share(len(wrong), len(found) + len(wrong)),
    }  # fmt: skip


def _share(part: int, whole: int) -> float:
    return round(100 * part / whole, 1) if whole else 0.0


def main() -> None:
    """Compare, repository by repository, and print what came of it."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--repository")
    parser.add_argument("--wrong", action="store_true", help="print what was missed, and what is not in the list")
    asked = parser.parse_args()
    pairs = [pair for pair in read_list() if asked.repository in {None, pair.repository}]
    told: set[tuple[str, str, str, str]] = set()
    for repository in dict.fromkeys(pair.repository for pair in pairs):
        here = {(repository, *row) for row in find_pairs(find_clone(asked.folder, repository))}
        mine = [pair for pair in pairs if pair.repository == repository]
        print(repository, figures(mine, here), flush=True)
        known = {(other, sort) for _, _, other, sort in here}
        for pair in mine if asked.wrong else ():
            if pair.verdict == "true" and (pair.other, pair.sort) not in known:
                print(f"  missed {pair.commit} {pair.sort} of {pair.other}")
        judged = {(pair.commit, pair.sort) for pair in mine}
        for row in sorted(here) if asked.wrong else ():
            if (row[1], row[3]) not in judged:
                print(f"  not in the list {row[1]} {row[3]} of {row[2]}")
        told |= here
    for half in ("tuned", "held"):
        mine = [pair for pair in pairs if pair.half == half]
        names = {pair.repository for pair in mine}
        if mine:
            print(half, len(names), "repositories", figures(mine, {row for row in told if row[0] in names}))


if __name__ == "__main__":
    main()
