"""Superseded: facts and rules that later ones replace, beside others of the same scope, held against each other.

In StateBench a fact names the one that it supersedes; two of one scope under different titles are only similar. In
MemoryCode a rule says which affix the names of one sort of thing begin or end with: two of one dialogue for the same
end of the same names are a conflict where the affix differs, two for other names or the other end are only similar.
Chats and derived facts of StateBench are left out, and so are sentences of which that cannot be read.

    python bench/superseded.py SETS [--wrong]

SETS holds `statebench-train`, `statebench-dev` and `memorycode`, each with a `corpus.jsonl`.
"""

from __future__ import annotations

import argparse
import json
import random
import re
from collections import defaultdict
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

from standfast.trust.conflicts.conflict import why_against

MOST = 400  # pairs of each sort, picked by a fixed seed
_TALK = re.compile(r"(?:fact|item) \d|derived")
_VERSION = re.compile(r" (?:v\d+|corrected|updated)\b.*$")
_AFFIX = re.compile(r"['\"‘`]([A-Za-z\d]{0,4}_[A-Za-z\d]{0,4})['\"’`]")
_NAMED = re.compile(r"\b(method|class|variable|attribute|function|argument|constant|module|parameter|test)s?\b")
_END = re.compile(r"\b(?:(start|begin|prefix)|(end|suffix|append))")
_LONGEST = 40  # words of a sentence


class Pair(NamedTuple):
    """Two texts with their titles, and whether they cannot both be right."""

    one: str
    other: str
    titles: tuple[str, str]
    conflict: bool


def read_rows(folder: Path) -> list[dict[str, Any]]:
    """Read a set's texts."""
    with (folder / "corpus.jsonl").open(encoding="utf-8") as rows:
        return [json.loads(row) for row in rows]


def list_facts(folder: Path) -> Iterator[Pair]:
    """Yield pairs of facts of StateBench."""
    rows = [row for row in read_rows(folder) if not _TALK.match(row["title"])]
    known = {row["id"]: row for row in rows}
    by_scope: defaultdict[str, list[dict[str, Any]]] = defaultdict(list)
    for row in rows:
        by_scope[row["scope"]].append(row)
        for old in filter(None, map(known.get, row["supersedes"])):
            yield Pair(old["text"], row["text"], (old["title"], row["title"]), True)
    for said in by_scope.values():
        for one, other in combinations(said, 2):
            if _VERSION.sub("", one["title"]) != _VERSION.sub("", other["title"]):
                yield Pair(one["text"], other["text"], (one["title"], other["title"]), False)


def list_rules(folder: Path) -> Iterator[Pair]:
    """Yield pairs of rules of MemoryCode."""
    rules: defaultdict[str, list[tuple[str, str, tuple[str, bool], str]]] = defaultdict(list)
    for row in read_rows(folder):
        for line in row["text"].splitlines():
            for sentence in re.split(r"(?<=[.!?])\s+", line.partition(": ")[2]):
                affixes, named, ends = (set(pattern.findall(sentence.lower())) for pattern in (_AFFIX, _NAMED, _END))
                ends = {bool(start) for start, _ in ends}
                if len(affixes) == len(named) == len(ends) == 1 and len(sentence.split()) <= _LONGEST:
                    rules[row["scope"]].append((row["id"], sentence, (named.pop(), ends.pop()), affixes.pop()))
    for said in rules.values():
        for (session, one, about, affix), (later, other, its, another) in combinations(said, 2):
            if about != its or (affix != another and session != later):
                yield Pair(one, other, ("", ""), about == its)


def pick(pairs: Iterator[Pair]) -> list[Pair]:
    """Return each pair once, numbers apart, and so many of each sort."""
    once: dict[tuple[str, str], Pair] = {}
    for pair in pairs:
        key = (re.sub(r"\d+", "#", pair.one), re.sub(r"\d+", "#", pair.other))
        if pair.one != pair.other:
            once.setdefault(key, pair)
    chance = random.Random(4)
    sorts = [[pair for pair in once.values() if pair.conflict is conflict] for conflict in (True, False)]
    return [pair for sort in sorts for pair in chance.sample(sort, min(MOST, len(sort)))]


def main() -> None:
    """Hold the pairs of each set against each other and print what was found."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("sets", type=Path)
    parser.add_argument("--wrong", action="store_true", help="print what was judged wrong")
    asked = parser.parse_args()
    for name, listed in (("statebench-train", list_facts), ("statebench-dev", list_facts), ("memorycode", list_rules)):
        pairs = pick(listed(asked.sets / name))
        told = [(pair, why_against(pair.one, pair.other, pair.titles)) for pair in pairs]
        for pair, why in told if asked.wrong else ():
            if bool(why) != pair.conflict:
                print(f"{why or 'nothing'}\n  - {pair.one}\n  + {pair.other}")
        for conflict in (True, False):
            found = [bool(why) for pair, why in told if pair.conflict is conflict]
            print(f"{name}: {'conflict' if conflict else 'similar'} {sum(found)} of {len(found)} taken for a conflict")


if __name__ == "__main__":
    main()
