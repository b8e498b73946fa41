"""Backtest: what a guard would have done to this repository's own history.

Owns replaying commits, oldest first, in one pass of `git log` and one `cat-file` process, through the very check the
gate uses, and the verdict drawn from it. A flagged commit counts as caught when it is the incident, or when what was
found was later taken out again by a commit that says so (a fix, or one that names the matter); every other one is a
false alarm.
"""

from __future__ import annotations

import re
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from standfast.code.changes import Blobs, ChangedFile, iter_log, parse_raw, resolve_commit, run_git
from standfast.code.lines import Lines, compare
from standfast.guard.change import ChangeSet, held, of_commit
from standfast.guard.check import MAX_READ, check
from standfast.guard.file import File
from standfast.guard.finding import Finding
from standfast.guard.rule import Guard

_FIX = re.compile(
    r"\b(?:fix(?:e[sd]|ing)?|bug\w*|revert\w*|hotfix|regress\w*|incident|security|cve|leak\w*|crash\w*|race|deadlock)\b",
    re.IGNORECASE,
)
_CACHED_BLOBS = 64  # a commit is followed by one that changes the same files: its blobs become the "before"


class ReplayedCommit(NamedTuple):
    """One commit of the history: id, time in seconds, subject, what it changed."""

    id: str
    seconds: int
    subject: str
    entries: list[ChangedFile]


class Flagged(NamedTuple):
    """A commit the guard would have stopped, and the commit that later took out what was found, if any."""

    commit: str
    date: str
    subject: str
    places: tuple[str, ...]
    undone_by: str = ""
    undone_subject: str = ""


class Backtest(NamedTuple):
    """What one guard would have done. `incident_caught` and `fix_passes` are None where none was named."""

    guard: str
    commits: int
    first_date: str
    last_date: str
    flagged: tuple[Flagged, ...]
    caught: tuple[str, ...]
    false_alarms: tuple[str, ...]
    alarms_per_year: float
    incident_caught: bool | None
    fix_passes: bool | None
    broken: str = ""
    complete: bool = True

    @property
    def agrees(self) -> bool:
        """Whether the history speaks for the guard: the incident is caught, the fix passes, alarms are rare."""
        told = self.incident_caught is not False and self.fix_passes is not False
        return told and not self.broken and self.alarms_per_year <= 2.0


def backtest(
    root: Path,
    guards: Sequence[Guard],
    *,
    incident: str = "",
    fix: str = "",
    revision: str = "HEAD",
    limit: int = 1000,
    budget_s: float | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> list[Backtest]:
    """Replay guards over the last `limit` commits (merges left out), all of them in one pass."""
    bare = [guard._replace(since="", expires="", severity="block") for guard in guards]
    named = {name: resolve_commit(root, name) for name in (incident, fix) if name}
    run = _Replay(root, bare)
    start = resolve_commit(root, revision)
    total = min(limit, int(run_git(root, "rev-list", "--count", "--no-merges", f"--max-count={limit}", start)))
    deadline = None if budget_s is None else time.monotonic() + budget_s
    complete = True
    with Blobs(root) as blobs:
        for commit in iter_commits(root, start, limit):
            if deadline is not None and time.monotonic() > deadline:
                complete = False
                break
            run.replay(commit, blobs)
            if progress is not None:
                progress(run.commits, total)
    alone = {name: _flagged_alone(root, bare, commit) for name, commit in named.items()}
    ends = (named.get(incident, ""), named.get(fix, ""))
    told = {
        guard.id: (
            guard.id in alone[incident] if incident else None,
            guard.id not in alone[fix] if fix else None,
        )
        for guard in bare
    }
    return [run.verdict(guard, ends, told[guard.id], complete=complete) for guard in bare]


def iter_commits(root: Path, revision: str, limit: int) -> Iterator[ReplayedCommit]:
    """Stream commits oldest first, each with what it changed against its parent."""
    options = ["--no-merges", "--reverse", f"--max-count={limit}", "--raw", "-z", "--no-abbrev", "-M", "-l400"]
    mark = secrets.token_hex(16)  # a file's name must not be taken for a commit
    fields = iter_log(root, *options, "--no-color", "--root", f"--format={mark}%H%x1f%ct%x1f%s", revision, "--")
    current: ReplayedCommit | None = None
    raw: list[bytes] = []
    for field in fields:
        text = field.lstrip(b"\n")
        if text.startswith(mark.encode()):
            if current is not None:
                yield current._replace(entries=parse_raw(b"\0".join(raw)))
            commit, seconds, subject = text[len(mark) :].decode("utf-8", "replace").split("\x1f", 2)
            current, raw = ReplayedCommit(commit, int(seconds), subject, []), []
        elif field:
            raw.append(text if text.startswith(b":") else field)
    if current is not None:
        yield current._replace(entries=parse_raw(b"\0".join(raw)))


class HistoryContents:
    """Contents of one commit, read through the process and the cache that all commits share."""

    def __init__(self, blobs: Blobs, cache: OrderedDict[str, bytes] | None = None) -> None:
        self._blobs = blobs
        self._cache: OrderedDict[str, bytes] = OrderedDict() if cache is None else cache

    def _get(self, oid: str) -> bytes:
        data = self._cache.get(oid)
        if data is None:
            data = self._cache[oid] = self._blobs.read(oid, limit=MAX_READ)
            while len(self._cache) > _CACHED_BLOBS:
                self._cache.popitem(last=False)
        return data

    def sizes(self, entries: Sequence[ChangedFile]) -> dict[str, int]:
        """Measure by reading: every selected file is read anyway."""
        return {entry.path: len(self._get(entry.oid)) for entry in entries if entry.mode != "module"}

    def size_before(self, entry: ChangedFile) -> int:
        """Measure the old blob."""
        before = self.read_before(entry)
        return -1 if before is None else len(before)

    def expect(self, entries: Sequence[ChangedFile]) -> None:
        """Need no warning."""

    def read(self, entry: ChangedFile) -> bytes:
        return self._get(entry.oid)

    def read_before(self, entry: ChangedFile) -> bytes | None:
        return self._get(entry.old_oid) if entry.old_oid.strip("0") else None

    def added(self, entries: Sequence[ChangedFile]) -> dict[str, Lines | None]:
        """Compare here: a process per commit would cost more than all the matching."""
        return {entry.path: compare(self.read_before(entry), self.read(entry)) for entry in entries}

    def close(self) -> None:
        """Leave the shared process to its owner."""


class _Replay:
    """The pass over history: what was flagged, and what is still open to be undone."""

    def __init__(self, root: Path, guards: Sequence[Guard]) -> None:
        self.root = root
        self.guards = guards
        self.commits = 0
        self.first = self.last = 0
        self.flagged: dict[str, dict[str, Flagged]] = {guard.id: {} for guard in guards}
        self.broken: dict[str, str] = {}
        self._open: dict[str, list[tuple[str, str, str]]] = {}
        self._cache: OrderedDict[str, bytes] = OrderedDict()

    def replay(self, commit: ReplayedCommit, blobs: Blobs) -> None:
        """Hold the guards against one commit."""
        self.commits += 1
        self.first = min(self.first or commit.seconds, commit.seconds)
        self.last = max(self.last, commit.seconds)
        contents = HistoryContents(blobs, self._cache)
        date = _date(commit.seconds)
        self._close(commit, contents)
        report = check(self.guards, ChangeSet(commit.id, commit.entries, contents), today=date)
        self.broken.update({item.guard: item.error for item in report.broken})
        for finding in report.findings:
            self._flag(commit, date, finding)

    def _flag(self, commit: ReplayedCommit, date: str, finding: Finding) -> None:
        known = self.flagged[finding.guard].get(commit.id)
        places = (*known.places, finding.place) if known else (finding.place,)
        self.flagged[finding.guard][commit.id] = Flagged(commit.id, date, commit.subject, places)
        if finding.start_line:
            self._open.setdefault(finding.path, []).append((finding.guard, commit.id, finding.text))

    def _close(self, commit: ReplayedCommit, contents: HistoryContents) -> None:
        """Note which findings of earlier commits are gone after this one."""
        for entry in commit.entries:
            waiting = self._open.pop(entry.old_path or entry.path, None)
            if not waiting:
                continue
            file = File(entry.path, contents.read(entry) if entry.oid else b"")
            standing = {guard: self._texts(guard, file) for guard in {guard for guard, _, _ in waiting}}
            for guard, found_in, snippet in waiting:
                if snippet in standing[guard]:
                    self._open.setdefault(entry.path, []).append((guard, found_in, snippet))
                elif entry.status != "deleted":
                    known = self.flagged[guard][found_in]
                    if not known.undone_by:
                        gone = known._replace(undone_by=commit.id, undone_subject=commit.subject)
                        self.flagged[guard][found_in] = gone

    def _texts(self, guard_id: str, file: File) -> set[str]:
        """Return what a guard finds in a whole file, as findings show it."""
        guard = next(guard for guard in self.guards if guard.id == guard_id)
        with held("whole", {file.path: (None, file.data)}) as change:
            report = check([guard], change, today="9999-12-31", everything=True)
        return {finding.text for finding in report.findings}

    def verdict(
        self, guard: Guard, ends: tuple[str, str], told: tuple[bool | None, bool | None], *, complete: bool
    ) -> Backtest:
        """Draw the verdict for one guard; `ends` are the incident's and the fix's commits, `told` what they showed."""
        incident, fix = ends
        flagged = tuple(self.flagged[guard.id].values())
        caught = tuple(
            item.commit
            for item in flagged
            if item.commit == incident
            or (item.undone_by and (item.undone_by == fix or _is_fix(item.undone_subject, guard.id)))
        )
        alarms = tuple(item.commit for item in flagged if item.commit not in caught)
        years = max((self.last - self.first) / (365.25 * 86400), 1 / 12)
        return Backtest(
            guard.id,
            self.commits,
            _date(self.first),
            _date(self.last),
            flagged,
            caught,
            alarms,
            round(len(alarms) / years, 2),
            *told,
            self.broken.get(guard.id, ""),
            complete,
        )


def _is_fix(subject: str, guard_id: str) -> bool:
    """Tell whether the commit that took a finding out says so: it calls itself a fix, or names the matter."""
    words = set(re.findall(r"[a-z]{4,}", guard_id.lower()))
    said = set(re.findall(r"[a-z]{4,}", subject.lower()))
    return _FIX.search(subject) is not None or len(words & said) >= 2


def _flagged_alone(root: Path, guards: Sequence[Guard], commit: str) -> set[str]:
    with of_commit(root, commit) as change:
        report = check(guards, change, today="9999-12-31")
    return {finding.guard for finding in report.findings}


def _date(seconds: int) -> str:
    return time.strftime("%Y-%m-%d", time.gmtime(seconds))


COLUMNS = ("guard", "commits", "would have stopped", "caught", "false alarms", "a year", "incident", "fix")


def backtest_rows(results: Sequence[Backtest]) -> tuple[tuple[str, ...], list[list[str]]]:
    """Return the results as columns and rows of a table."""
    rows: list[list[str]] = []
    for item in results:
        incident = {True: "caught", False: "missed", None: "–"}[item.incident_caught]
        fix = {True: "passes", False: "blocked", None: "–"}[item.fix_passes]
        span = f"{item.commits} ({item.first_date} to {item.last_date})"
        counts = [str(len(item.flagged)), str(len(item.caught)), str(len(item.false_alarms))]
        rows.append([item.guard, span, *counts, f"{item.alarms_per_year:g}", incident, fix])
    return COLUMNS, rows


def render_backtest(results: Sequence[Backtest]) -> str:
    """Write the results as a Markdown table."""
    columns, rows = backtest_rows(results)
    lines = ["| " + " | ".join(line) + " |" for line in (columns, *rows)]
    return "\n".join([lines[0], "|" + "---|" * len(columns), *lines[1:]]) + "\n"
