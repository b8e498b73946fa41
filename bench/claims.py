"""Real claims: sentences people wrote about their code, judged by hand as still true or not hundreds of commits later.

`bench/judged/claims.tsv` lists them as places and verdicts, without the text: repository, the commit that had the
sentence, the commit it was judged at, where it stands (`file:line`, or `message`), a hash of it, the half it belongs to
(`mended` and `new`: mistakes there were read and their causes fixed; `held` and `unread`: they were not), the verdict,
and the standing it had in the last run. This replays the list: each sentence is remembered at its commit as a person
would tell it, without anchors, the copy moves to the later commit, and its standing is read there.

    python bench/claims.py FOLDER [--half held] [--repository NAME] [--wrong] [--write]

FOLDER holds clones as `owner+name` or `owner+name/repo`. Percentages are 0 to 100.
"""

from __future__ import annotations

import argparse
import csv
import hashlib
import re
import subprocess
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from standfast.config import load_settings
from standfast.memory import Memory
from standfast.model.source import Source
from standfast.standing.memories import Judge
from standfast.standing.survey import survey

LIST = Path(__file__).parent / "judged" / "claims.tsv"
_CURRENT = frozenset(("holds", "moved", "touched"))
_FLAGGED = frozenset(("drifted", "broken"))
_FENCE = re.compile(r"\s*(```|~~~)")
_ITEM = re.compile(r"([-*+]|\d+\.)\s+")
_END = re.compile(r"(?<!e\.g)(?<!i\.e)(?<!etc)(?<!vs)(?<=[.!?])\s+(?=[A-Z`*\[])")
_ROLE = re.compile(
    r":(?:class|meth|func|attr|mod|data|exc|ref|setting|doc|confval|option|signal|reqmeta):"
    r"`~?!?([^`<]*?)(?:\s*<[^`]*>)?`"
)
_SKIPPED = ("#", "|", ">", "<", "===", "---", "..", "+-")


class Claim(NamedTuple):
    """One row of the list."""

    repository: str
    written: str
    judged: str
    place: str
    hash: str
    half: str
    verdict: str
    standing: str


def list_sentences(text: str) -> Iterator[tuple[int, str]]:
    """Yield the sentences of a document or a message with the line each begins in; code blocks and tables left out."""
    for start, lines in _paragraphs(text):
        offset = 0
        for sentence in _END.split(" ".join(lines)):
            row = 0
            passed = 0
            while row < len(lines) - 1 and passed + len(lines[row]) + 1 <= offset:
                passed += len(lines[row]) + 1
                row += 1
            offset += len(sentence) + 1
            yield start + row, _ROLE.sub(r"`\1`", sentence.strip()).replace("``", "`")


def _paragraphs(text: str) -> Iterator[tuple[int, list[str]]]:
    fenced = False
    start, lines = 0, list[str]()
    for number, line in enumerate(text.split("\n"), start=1):
        bare = line.strip()
        is_code = line.startswith(("    ", "\t")) and not lines and not _ITEM.match(bare)
        fence = _FENCE.match(line) is not None
        ends = fence or fenced or not bare or bare.startswith(_SKIPPED) or is_code
        fenced ^= fence
        if (ends or _ITEM.match(bare)) and lines:
            yield start, lines
            lines = []
        if not ends:
            start = start if lines else number
            lines.append(_ITEM.sub("", bare, count=1) if not lines else bare)
    if lines:
        yield start, lines


def hash_sentence(sentence: str) -> str:
    """Name a sentence without saying it."""
    return hashlib.sha256(sentence.encode()).hexdigest()[:10]


def read_list() -> list[Claim]:
    """Read the judged list."""
    with LIST.open(encoding="utf-8") as rows:
        return [Claim(*(row[name] for name in Claim._fields)) for row in csv.DictReader(rows, delimiter="\t")]


def write_list(standings: dict[Claim, str]) -> None:
    """Write the list again, with the standings that were seen now."""
    rows = [claim._replace(standing=standings.get(claim, claim.standing)) for claim in read_list()]
    lines = ["\t".join(row) for row in (Claim._fields, *rows)]
    LIST.write_text("\n".join(lines) + "\n", encoding="utf-8")


class Replay:
    """One repository's claims, from when they were written to when they were judged."""

    def __init__(self, clone: Path, folder: Path) -> None:
        self._clone = clone
        self._folder = folder
        self._copy = folder / "copy"
        subprocess.run(
            ["git", "clone", "-q", "--shared", "--no-checkout", str(clone), str(self._copy)],
            check=True, capture_output=True,
        )  # fmt: skip

    def git(self, *args: str) -> str:
        """Ask Git about the copy."""
        done = subprocess.run(["git", "-C", str(self._copy), *args], check=True, capture_output=True)
        return done.stdout.decode("utf-8", "replace")

    def move_to(self, commit: str) -> None:
        """Check a commit out; what the clone has not got (a snapshot may leave out its largest files) is left out."""
        self.git("update-ref", "refs/heads/claims", commit)
        self.git("symbolic-ref", "HEAD", "refs/heads/claims")
        self.git("read-tree", "--reset", commit)
        subprocess.run(["git", "-C", str(self._copy), "checkout-index", "-f", "-a"], check=False, capture_output=True)
        self.git("clean", "-fdq")

    def find_text(self, claim: Claim) -> str:
        """Find the sentence of a row."""
        if claim.place == "message":
            text = self.git("show", "-s", "--format=%B", claim.written)
        else:
            text = self.git("show", f"{claim.written}:{claim.place.rpartition(':')[0]}")
        return next((item for _, item in list_sentences(text) if hash_sentence(item) == claim.hash), "")

    def _open(self) -> Memory:
        env = {"STANDFAST_HOME": str(self._folder / "home"), "STANDFAST_EMBEDDER": "off"}
        return Memory.open(self._copy, who=Source("person", "bench"), settings=load_settings(env))

    def run(self, claims: Sequence[Claim]) -> list[tuple[Claim, str, str, str]]:
        """Return each claim with its text, its standing at the later commit, and the reasons that were given."""
        ids: dict[Claim, str] = {}
        texts = {claim: self.find_text(claim) for claim in claims}
        for written in dict.fromkeys(claim.written for claim in claims):
            self.move_to(written)
            with self._open() as memory:
                for claim in claims:
                    if claim.written == written and texts[claim]:
                        ids[claim] = str(memory.remember(texts[claim], kind="fact").id)
        self.move_to(claims[0].judged)
        with self._open() as memory:
            standings = survey(memory.context, judge := Judge(memory.context)).standings
            found = {str(identity): standing.value for identity, standing in standings.items()}
            rows: list[tuple[Claim, str, str, str]] = []
            partition = memory.context.partition(memory.context.scope)
            for claim in claims:
                state = partition.memories.find(ids[claim]) if claim in ids else None  # type: ignore[arg-type]
                told = judge.judge_here(state).to_dict()["standing"] if state else "unanchored"
                reasons = (
                    [
                        f"{item['anchor']} {item['standing']}: {item['reason']}"
                        for item in judge.judge_here(state).detail
                    ]
                    if state
                    else []
                )
                rows.append(
                    (
                        claim,
                        texts[claim],
                        told
                        if found.get(ids.get(claim, "")) == "unanchored"
                        else found.get(ids.get(claim, ""), "unanchored"),
                        "; ".join(reasons),
                    )
                )
        return rows


def figures(rows: Sequence[tuple[str, str]]) -> dict[str, float | int]:
    """Sum up pairs of verdict and standing."""
    current = [verdict for verdict, standing in rows if standing in _CURRENT]
    still = [standing for verdict, standing in rows if verdict == "true"]
    false = [standing for verdict, standing in rows if verdict == "false"]
    return {
        "claims": len(rows),
        "became_false": len(false),
        "unanchored": sum(standing == "unanchored" for _, standing in rows),
        "presented": len(current),
        "presented_true": _share(current.count("true"), len(current)),
        "false_alarms": _share(sum(standing in _FLAGGED for standing in still), len(still)),
        "caught": _share(sum(standing in _FLAGGED for standing in false), len(false)),
    }


def _share(part: int, whole: int) -> float:
    return round(100 * part / whole, 1) if whole else 100.0


def find_clone(folder: Path, repository: str) -> Path:
    """Find a repository's clone among those in a folder."""
    place = folder / repository.replace("/", "+")
    return place / "repo" if (place / "repo").exists() else place


def main() -> None:
    """Replay the list and print what came of it."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--half", choices=("mended", "held", "new", "unread"))
    parser.add_argument("--repository")
    parser.add_argument("--wrong", action="store_true", help="print what was judged wrong")
    parser.add_argument("--write", action="store_true", help="write the standings into the list")
    parser.add_argument("--all", action="store_true", help="print every claim with its standing")
    asked = parser.parse_args()
    claims = [
        claim
        for claim in read_list()
        if asked.half in {None, claim.half} and asked.repository in {None, claim.repository}
    ]
    every: list[tuple[str, str, str]] = []
    told: list[tuple[Claim, str]] = []
    for repository in dict.fromkeys(claim.repository for claim in claims):
        with tempfile.TemporaryDirectory(prefix="standfast-claims-") as folder:
            replay = Replay(find_clone(asked.folder, repository), Path(folder))
            rows = replay.run([claim for claim in claims if claim.repository == repository])
        told += [(claim, standing) for claim, _, standing, _ in rows]
        every += [(claim.half, claim.verdict, standing) for claim, _, standing, _ in rows]
        print(repository, figures([(claim.verdict, standing) for claim, _, standing, _ in rows]), flush=True)
        for claim, text, standing, reasons in rows if asked.wrong or asked.all else ():
            if asked.all or standing in (_FLAGGED if claim.verdict == "true" else _CURRENT):
                print(f"  {claim.verdict} but {standing}  {claim.place}  {text}\n      {reasons}")
    if asked.write:
        write_list(dict(told))
    for half in ("mended", "held", "new", "unread"):
        rows_of = [(verdict, standing) for name, verdict, standing in every if name == half]
        if rows_of:
            print(half, figures(rows_of), dict(Counter(rows_of)))


if __name__ == "__main__":
    main()
