"""Who wrote a line of a document, and when: blame, kept between runs and asked again only for lines that changed.

Owns: dating lines by the commit that last wrote them.
Must not: say whether a line is true; `instructions.py` does. Neighbours: `code/cache.py` (keeps), `code/git.py` (asks).
"""

from __future__ import annotations

import json
from datetime import UTC, datetime
from difflib import SequenceMatcher

from standfast.code.cache import open_cache
from standfast.code.git import decode
from standfast.code.hashing import hash_text
from standfast.errors import StandfastError
from standfast.model.pattern import compile_later
from standfast.model.value import Value, replace
from standfast.text.passage import find_lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from standfast.capture.importers.finding import Statement
    from standfast.code.cache import Cache
    from standfast.code.git import Git

_BOOK = "blame"
_MOST_LINES = 5_000
_MOST_ANCHORED = 100  # anchors that are taken as they were then: each commit is opened for them
_MOST_RANGES = 40  # more pieces than that are asked for at once
_HEAD = compile_later(rb"(?P<sha>[0-9a-f]{40,64}) \d+ (?P<line>\d+)(?: \d+)?$")


class Written(Value):
    """Who last wrote a line, and in which commit; `commit` is empty for what is not committed yet. Seconds of 1970."""

    commit: str
    author: str
    at: int


class Blame:
    """Dates the lines of documents of one repository."""

    def __init__(self, git: Git) -> None:
        self._git = git
        self._kept: Cache = open_cache(git.place.git_dir, book=_BOOK)
        self._known: dict[str, list[Written]] = {}

    def of(self, path: str, text: str) -> list[Written]:
        """Return who wrote each line of a document whose text is this; empty where git cannot tell."""
        key = f"{path}\0{hash_text(text)}"
        if key not in self._known:
            self._known[key] = self._find(path, text)
        return self._known[key]

    def _find(self, path: str, text: str) -> list[Written]:
        lines = text.removesuffix("\n").split("\n")[:_MOST_LINES]
        hashes = [hash_text(line)[:6] for line in lines]
        name = hash_text(path)
        old_hashes, old_rows = self._read(name)
        if hashes == old_hashes:
            return old_rows
        rows: list[Written | None] = [None] * len(lines)
        for block in SequenceMatcher(None, old_hashes, hashes, autojunk=False).get_matching_blocks():
            for step in range(block.size):
                rows[block.b + step] = old_rows[block.a + step]
        found = self._ask(path, text, _ranges([place for place, row in enumerate(rows) if row is None]))
        if found is None:
            return []
        merged = [row or found.get(place + 1) or Written("", "", 0) for place, row in enumerate(rows)]
        self._write(name, hashes, merged)
        return merged

    def _ask(self, path: str, text: str, ranges: Sequence[tuple[int, int]]) -> dict[int, Written] | None:
        """Ask git for some lines of the document as it is here."""
        asked = [] if len(ranges) > _MOST_RANGES else [f"-L{first},{last}" for first, last in ranges]
        command = ["blame", "--porcelain", "-w", "--contents", "-", *asked, "--", path]
        answer = self._git.ask(*command, given=text.encode("utf-8", "surrogateescape"))
        if answer.code != 0:  # not in the history of the branch at hand: the project's own branch may have written it
            from standfast.code.history import find_project_commit

            answer = self._git.ask("blame", "--porcelain", "-w", *asked, find_project_commit(self._git), "--", path)
        return _parse(answer.out) if answer.code == 0 else None

    def _read(self, name: str) -> tuple[list[str], list[Written]]:
        try:
            hashes, people, rows = json.loads(self._kept.get(name, "[[],[],[]]"))
            return hashes, [Written(*people[number]) for number in rows]
        except (ValueError, TypeError, IndexError):
            return [], []

    def _write(self, name: str, hashes: list[str], rows: list[Written]) -> None:
        people = list(dict.fromkeys(rows))
        numbers = {item: number for number, item in enumerate(people)}
        value = [
            hashes,
            [[person.commit, person.author, person.at] for person in people],
            [numbers[row] for row in rows],
        ]
        if all(row.commit for row in rows):  # what is not committed yet is asked again
            self._kept[name] = json.dumps(value, separators=(",", ":"))
            self._kept.save()


def _ranges(places: Sequence[int]) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    for place in places:
        if found and found[-1][1] == place:
            found[-1] = (found[-1][0], place + 1)
        else:
            found.append((place + 1, place + 1))
    return found


def _parse(out: bytes) -> dict[int, Written]:
    commits: dict[str, list[str]] = {}
    lines: dict[int, str] = {}
    sha = ""
    for row in out.split(b"\n"):
        head = _HEAD.match(row)
        if head is not None:
            sha = head["sha"].decode()
            lines[int(head["line"])] = sha
            commits.setdefault(sha, ["", "0"])
        elif row.startswith(b"author "):
            commits[sha][0] = decode(row[7:])
        elif row.startswith(b"author-time "):
            commits[sha][1] = decode(row[12:])
    nobody = {name for name in commits if not name.strip("0")}
    return {
        number: Written("", "", 0) if sha in nobody else Written(sha, commits[sha][0], int(commits[sha][1]))
        for number, sha in lines.items()
    }


class Dates:
    """Dates what documents say by the commits that last wrote their lines; anchors are taken as they were then."""

    def __init__(self, root: Path | None) -> None:
        from standfast.code.git import find_git

        git = find_git(str(root)) if root is not None else None
        self._blame = Blame(git) if git is not None else None
        self._anchored = 0

    def date(self, path: str, data: bytes, findings: Sequence[Statement]) -> list[Statement]:
        """Return findings of one document with the time and commit of their lines; a time that is said stays."""
        if self._blame is None:
            return list(findings)
        text = data.decode("utf-8", "replace").replace("\r\n", "\n")
        try:
            rows = self._blame.of(path, text)
        except StandfastError:
            rows = []
        return [self._dated(finding, text, rows) for finding in findings] if rows else list(findings)

    def _dated(self, finding: Statement, text: str, rows: Sequence[Written]) -> Statement:
        first, last = find_lines(text, finding.text)
        first, last = (first, last) if first else (finding.line, finding.line)
        # What is said without a line is as old as the file as a whole.
        written = [row for row in (rows[first - 1 : last] if first else rows) if row.commit]
        if not written:
            return finding
        newest = max(written, key=lambda row: row.at)
        at = finding.at or datetime.fromtimestamp(newest.at, UTC).isoformat()
        anchors = finding.anchors
        if self._anchored < _MOST_ANCHORED and anchors:
            self._anchored += 1
            anchors = tuple(
                anchor if "@" in anchor or ":" in anchor else f"{anchor}@{newest.commit}" for anchor in anchors
            )
        return replace(finding, at=at, commit=newest.commit, line=finding.line or first, anchors=anchors)
