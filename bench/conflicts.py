"""Conflicts: pairs of sentences of public rule files, judged by hand as contradicting each other or only similar.

`bench/judged/conflicts.tsv` lists them as places and verdicts, without the text: repository, where both stand (`FILE at
COMMIT`: a sentence that the commit removed beside the one it put in its place; `FILE within COMMIT`: two sentences of
one version of a file), the verdict, whether a conflict was found in the last run, the sample it belongs to, and a hash
of both. Rows without a hash were judged before pairs had one, or hold two repositories together: none can be replayed.

    python bench/conflicts.py FOLDER [--sample NAME] [--wrong] [--write]
    python bench/conflicts.py FOLDER --mine OWNER/NAME [--most 12]

FOLDER holds clones as `owner+name` or `owner+name/repo`. `--mine` prints pairs that nobody judged yet, with the text.
"""

from __future__ import annotations

import argparse
import csv
import hashlib
import re
import subprocess
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from pathlib import Path
from typing import NamedTuple

from claims import find_clone, list_sentences

from standfast.trust.conflicts.conflict import why_against

LIST = Path(__file__).parent / "judged" / "conflicts.tsv"
_RULES = re.compile(
    r"(?:^|/)(?:AGENTS|CLAUDE|GEMINI|CONTRIBUTING|DEVELOPMENT|HACKING|STYLEGUIDE|\.cursorrules|\.windsurfrules"
    r"|copilot-instructions)(?:\.(?:md|rst|txt))?$|(?:^|/)\.(?:cursor|github|agents|claude)/(?:rules|instructions|skills)/.+\.mdc?$",
    re.IGNORECASE,
)
_CODE = re.compile(r"^(?:[$>\[<{(]|import |export |git |cd |npm |pip |python |curl |\w+=)|[{}]|\s\\\\$")
_LINK = re.compile(r"\]\([^()]*\)|https?://\S+")
_COMMIT = re.compile(r"^commit ([0-9a-f]{40})$")
_MISTYPED = 0.85  # share of letters that words in common have which are one in two spellings
_LIKE = 0.55  # share of words that two sentences of one place have in common
_BRIEF, _LONG = 4, 45  # words of a sentence that says one thing


class Pair(NamedTuple):
    """One row of the list."""

    source: str
    place: str
    verdict: str
    found: str
    sample: str
    pair: str


def hash_pair(one: str, other: str) -> str:
    """Name two sentences without saying them."""
    return hashlib.sha256(f"{one}\n{other}".encode()).hexdigest()[:10]


def read_list() -> list[Pair]:
    """Read the judged list."""
    with LIST.open(encoding="utf-8") as rows:
        return [Pair(*(row[name] or "" for name in Pair._fields)) for row in csv.DictReader(rows, delimiter="\t")]


def write_list(pairs: Sequence[Pair]) -> None:
    """Write the list again."""
    LIST.write_text("".join("\t".join(row).rstrip("\t") + "\n" for row in (Pair._fields, *pairs)), encoding="utf-8")


def ask_git(clone: Path, *args: str) -> str:
    """Ask Git about a clone."""
    done = subprocess.run(["git", "-C", str(clone), *args], check=True, capture_output=True)
    return done.stdout.decode("utf-8", "replace")


def list_pairs(clone: Path, place: str) -> Iterator[tuple[str, str]]:
    """Yield the pairs of sentences of a place."""
    file, _, commit = place.rpartition(" ")
    file, _, where = file.rpartition(" ")
    if where == "at":
        yield from _changed(ask_git(clone, "show", "--format=", "--unified=0", "--no-renames", commit, "--", file))
    else:
        yield from _alike(ask_git(clone, "show", f"{commit}:{file}"))


def mine(clone: Path) -> Iterator[tuple[str, str, str]]:
    """Yield places with their pairs: of every commit that changed a rule file, and of the files as they are now."""
    head = ask_git(clone, "rev-parse", "--short=10", "HEAD").strip()
    paths = [
        path for path in ask_git(clone, "ls-tree", "-r", "--name-only", "HEAD").splitlines() if _RULES.search(path)
    ]
    asked = ("log", "--no-merges", "--no-renames", "--diff-filter=M", "--name-only", "--format=commit %H", "HEAD", "--")
    touched = ask_git(clone, *asked, *paths) if paths else ""
    commit = ""
    for line in touched.splitlines():
        if match := _COMMIT.match(line):
            commit = match[1][:10]
        elif line and _RULES.search(line):
            place = f"{line} at {commit}"
            yield from ((place, one, other) for one, other in list_pairs(clone, place))
    for path in paths:
        place = f"{path} within {head}"
        yield from ((place, one, other) for one, other in list_pairs(clone, place))


def _changed(diff: str) -> Iterator[tuple[str, str]]:
    """Yield the sentences that the hunks of a diff replace, each with the one it became."""
    for hunk in re.split(r"(?m)^@@ .*$", diff)[1:]:
        old, new = (
            [
                sentence
                for _, sentence in list_sentences("\n".join(line[1:] for line in hunk.splitlines() if line[:1] == sign))
            ]
            for sign in "-+"
        )
        for one in old if len(old) * len(new) < 400 else ():
            likes = sorted(((_like(one, other), other) for other in new), reverse=True)
            if likes and likes[0][0] >= _LIKE:
                new.remove(likes[0][1])
                if _says_otherwise(one, likes[0][1]):
                    yield one, likes[0][1]


def _alike(text: str) -> Iterator[tuple[str, str]]:
    """Yield the sentences of a text that have most of their words in common."""
    sentences = list(dict.fromkeys(sentence for _, sentence in list_sentences(text)))[:150]
    for at, one in enumerate(sentences):
        for other in sentences[at + 1 :]:
            if _like(one, other) >= _LIKE and _says_otherwise(one, other):
                yield one, other


def _like(one: str, other: str) -> float:
    left, right = one.lower().split(), other.lower().split()
    if not _BRIEF <= min(len(left), len(right)) <= max(len(left), len(right)) <= _LONG:
        return 0.0
    matcher = SequenceMatcher(None, left, right, autojunk=False)
    return matcher.ratio() if matcher.real_quick_ratio() >= _LIKE and matcher.quick_ratio() >= _LIKE else 0.0


def _says_otherwise(one: str, other: str) -> bool:
    """Tell whether each of two sentences has a word that the other has not; links, spelling and code left out."""
    if _CODE.search(one) or _CODE.search(other):
        return False
    left, right = (set(re.findall(r"[a-z\d]+", _LINK.sub("", text).lower())) for text in (one, other))
    odd, even = sorted(left - right), sorted(right - left)
    return bool(odd and even) and SequenceMatcher(None, " ".join(odd), " ".join(even)).ratio() < _MISTYPED


def main() -> None:
    """Replay the list, or print pairs to judge."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--sample")
    parser.add_argument("--wrong", action="store_true", help="print what was judged wrong")
    parser.add_argument("--write", action="store_true", help="write what was found into the list")
    parser.add_argument("--mine", metavar="OWNER/NAME")
    parser.add_argument("--most", type=int, default=12)
    asked = parser.parse_args()
    pairs = read_list()
    if asked.mine:
        known = {pair.pair for pair in pairs}
        found = {
            hash_pair(one, other): (place, one, other)
            for place, one, other in mine(find_clone(asked.folder, asked.mine))
        }
        changed = [key for key in sorted(found) if " at " in found[key][0] and key not in known][: asked.most]
        within = [key for key in sorted(found) if " within " in found[key][0] and key not in known][: asked.most // 3]
        for key in (*changed, *within):
            place, one, other = found[key]
            print(f"{asked.mine}\t{place}\t{key}\n  - {one}\n  + {other}")
        return
    replayed = [pair for pair in pairs if pair.pair and asked.sample in {None, pair.sample}]
    told: dict[Pair, Pair] = {}
    for pair in replayed:
        texts = {hash_pair(*both): both for both in list_pairs(find_clone(asked.folder, pair.source), pair.place)}
        why = why_against(*texts[pair.pair])
        told[pair] = pair._replace(found="yes" if why else "no")
        if asked.wrong and bool(why) != (pair.verdict == "conflict"):
            one, other = texts[pair.pair]
            print(f"{pair.verdict} but {why or 'nothing'}  {pair.source} {pair.place}\n  - {one}\n  + {other}")
    for sample in dict.fromkeys(pair.sample for pair in replayed):
        for verdict in ("conflict", "similar"):
            rows = [row.found for row in told.values() if row.sample == sample and row.verdict == verdict]
            print(f"{sample}: {verdict} {rows.count('yes')} of {len(rows)} taken for a conflict")
    if asked.write:
        write_list([told.get(pair, pair) for pair in pairs])


if __name__ == "__main__":
    main()
