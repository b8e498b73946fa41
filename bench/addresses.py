"""Do addresses lead to every clash? Compares all claims of a project's texts with each other, and with what shares one.

A write looks up what may stand against it by address (`trust/conflicts/address.py`) and compares nothing else, so a
pair that `clash` would see and that shares no address is never seen. This counts them: on texts of your own, a line
each.

    python bench/addresses.py FILE... [--missed]

Each file is one project. Exits with 1 when less than 99 of 100 clashes share an address.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from itertools import combinations
from pathlib import Path

from standfast.trust.conflicts.address import names_of
from standfast.trust.conflicts.claim import LIGHT
from standfast.trust.conflicts.clash import find_clash
from standfast.trust.conflicts.reading import read_claims

MOST = 150  # claims that share a word: a word of more than these is about nothing
ENOUGH = 0.99


def count(texts: list[str]) -> tuple[int, list[tuple[str, str, str]]]:
    """Return how many pairs of claims clash, and those of them that share no address."""
    located = [(claim, frozenset(names_of(claim))) for text in texts for claim in read_claims(text)]
    by_word: defaultdict[str, list[int]] = defaultdict(list)
    for number, (claim, _) in enumerate(located):
        for key in set(claim.keys) - LIGHT:
            by_word[key].append(number)
    pairs = {pair for numbers in by_word.values() if len(numbers) <= MOST for pair in combinations(numbers, 2)}
    clashes, missed = 0, []
    for left, right in pairs:
        (one, here), (other, there) = located[left], located[right]
        if why := find_clash(one, other):
            clashes += 1
            if here.isdisjoint(there):
                missed.append((why, one.said, other.said))
    return clashes, missed


def main() -> int:
    """Count, print, and say whether addresses are enough."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--missed", action="store_true", help="show the pairs that share no address")
    args = parser.parse_args()
    total, lost = 0, 0
    for file in args.files:
        clashes, missed = count(file.read_text(encoding="utf-8").splitlines())
        total, lost = total + clashes, lost + len(missed)
        print(f"{file.name}: {clashes:,} clashes, {len(missed):,} of them share no address")
        for why, item, other in missed if args.missed else ():
            print(f"  {why}: {item!r} | {other!r}")
    print(f"{total - lost:,} of {total:,} clashes share an address")
    return 0 if total - lost >= ENOUGH * total else 1


if __name__ == "__main__":
    sys.exit(main())
