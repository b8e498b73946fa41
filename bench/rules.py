"""Are mined rules rules? Reads the files of `judged/rules.tsv` at their commits; prints one row for each checkout.

`python bench/rules.py CHECKOUT… [--list]`: a checkout is named after its repository (`httpx`) and has the commit in its
history. A judged place that the reader still calls a rule counts by its verdict, a place that nobody judged is counted
apart; `--list` prints both with their words, to judge them.
"""

import subprocess
import sys
from collections import defaultdict
from pathlib import Path

from standfast.capture.importers.discover import sort_paths
from standfast.capture.importers.instructions import read_instructions

_JUDGED = Path(__file__).with_name("judged") / "rules.tsv"
_RULES = ("convention", "requirement")


def read_verdicts(name: str) -> dict[tuple[str, str], dict[int, str]]:
    """Return for each commit and file of a repository the verdict at each judged line."""
    found: dict[tuple[str, str], dict[int, str]] = defaultdict(dict)
    for row in _JUDGED.read_text("utf-8").splitlines()[1:]:
        repository, commit, place, verdict = row.split("\t")[:4]
        file, _, line = place.rpartition(":")
        if repository.rpartition("/")[2] == name:
            found[commit, file][int(line)] = verdict
    return found


def judge(checkout: Path, *, listed: bool) -> dict[str, int]:
    """Read every judged file of a checkout; return the counts."""
    counts = {"rule": 0, "no": 0, "not judged": 0, "rules no longer mined": 0}
    for (commit, file), verdicts in read_verdicts(checkout.name).items():
        shown = subprocess.run(
            ["git", "-C", str(checkout), "show", f"{commit}:{file}"], capture_output=True, check=False
        )
        if shown.returncode:  # another repository of the same name
            print(f"not here\t{commit}:{file}")
            continue
        rules = {
            statement.line: statement
            for statement in read_instructions(file, shown.stdout.decode("utf-8", "replace"))
            if statement.kind in _RULES and sort_paths([file])["instructions"]
        }
        for line, statement in rules.items():
            verdict = verdicts.get(line, "not judged")
            counts[verdict] += 1
            if listed:
                print(f"{verdict}\t{file}:{line}\t{' '.join(statement.text.split())}")
        gone = [line for line, verdict in verdicts.items() if verdict == "rule" and line not in rules]
        counts["rules no longer mined"] += len(gone)
        if listed:
            print(*(f"gone\t{file}:{line}" for line in gone), sep="\n")
    return counts


def main() -> None:
    """Print a row for each checkout."""
    names = [name for name in sys.argv[1:] if name != "--list"]
    for name in names:
        counts = judge(Path(name).resolve(), listed="--list" in sys.argv)
        print(Path(name).name, ", ".join(f"{what} {count}" for what, count in counts.items()), flush=True)


if __name__ == "__main__":
    main()
