"""Around the gate: commits that went past it, a violation to test it with, and warnings that become blocks.

Owns answers for whoever wires the gate into Git, and the small file in the Git folder that says what it saw last, so
that a commit past it is noticed; losing it loses nothing but that. Installs no hook.
"""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Collection, Sequence
from pathlib import Path

from standfast.code.changes import Blobs, ChangedFile, resolve_commit, run_git
from standfast.code.filetypes import extension
from standfast.code.globs import matches_any
from standfast.guard.backtest import HistoryContents, ReplayedCommit, iter_commits
from standfast.guard.change import ChangeSet
from standfast.guard.check import check
from standfast.guard.finding import Report, Waiver
from standfast.guard.rule import Guard
from standfast.text.files import write_whole

_COMMITS = 50  # that are looked at, newest first


NAME = "standfast-gate.json"
PASSED = "standfast-gate.passed"  # there from the gate's yes until the commit is made: without it, nobody was asked
KEPT = 400  # changes remembered: more than anyone commits between two looks


def change_digest(entries: Sequence[ChangedFile]) -> str:
    """Return a name for what a change does, the same for the staged change and for the commit made of it."""
    from hashlib import sha256

    lines = sorted(f"{entry.path}\0{entry.status}\0{entry.oid}" for entry in entries)
    return sha256("\n".join(lines).encode("utf-8", "surrogateescape")).hexdigest()[:32]


def find_unchecked(
    root: Path,
    guards: Sequence[Guard],
    *,
    since: str,
    checked: Collection[str],
    today: str,
    waivers: Sequence[Waiver] = (),
) -> list[tuple[ReplayedCommit, Report]]:
    """Return commits after `since` that the gate never saw and would have blocked, as `--no-verify` leaves them.

    `checked` holds the digests of changes that went through the gate; `since` is the last commit known to be seen.
    """
    start, head = resolve_commit(root, since), resolve_commit(root, "HEAD")
    new = (
        run_git(root, "rev-list", "--no-merges", f"--max-count={_COMMITS}", f"{start}..{head}").decode("ascii").split()
    )
    if not new:
        return []
    wanted, found = set(new), []
    with Blobs(root) as blobs:
        for commit in iter_commits(root, f"{start}..{head}", _COMMITS):
            if commit.id not in wanted or change_digest(commit.entries) in checked:
                continue
            report = check(
                guards, ChangeSet(commit.id, commit.entries, HistoryContents(blobs)), today=today, waivers=waivers
            )
            if report.blocked:
                found.append((commit, report))
    return found


def planted_violation(guard: Guard) -> tuple[str, bytes] | None:
    """Return a file that the guard must block, to prove that the gate works; None when one file cannot show it."""
    if guard.kind in {"companion", "dependency", "import"}:
        return None
    for snippet in guard.caught:
        if snippet.before is not None or snippet.size > 8 * 1024 * 1024:
            continue
        path = snippet.path or _path_for(guard)
        if path and (not guard.paths or matches_any(path, guard.paths)):
            return path, snippet.text.encode("utf-8", "surrogateescape").ljust(max(snippet.size, 0), b"\n")
    return None


def _path_for(guard: Guard) -> str:
    """Return a path that the guard's globs fit, made from the first of them."""
    ending = extension(guard.languages[0]) if guard.languages else "txt"
    plain = f"planted.{ending}"
    if not guard.paths or matches_any(plain, guard.paths):
        return plain
    for glob in guard.paths:
        if not glob.startswith("!"):
            body = re.sub(r"\{([^,{}]*+)[^{}]*+\}", r"\1", glob.strip("/"))
            made = re.sub(r"\[.[^\]]*\]", "a", body.replace("**", "planted").replace("*", "planted").replace("?", "a"))
            for path in (made, f"{made}/{plain}", f"{made}.{ending}"):
                if path.endswith(f".{ending}") and matches_any(path, guard.paths):
                    return path
    return ""


def promoted(guard: Guard, *, last_found: str, today: str) -> Guard:
    """Return the guard as it is enforced today: a warning with `promote_after: DAYS` blocks after that many."""
    days = dict(guard.extra).get("promote_after")
    if guard.severity != "warn" or not isinstance(days, int) or not (guard.since or last_found):
        return guard
    from datetime import date

    clean_since = max(guard.since, last_found)
    clean = (date.fromisoformat(today) - date.fromisoformat(clean_since[:10])).days
    return guard._replace(severity="block") if clean >= days else guard


class GateBook:
    """What the gate remembers in one checkout: the last commit seen, changes let through, and when a guard fired."""

    def __init__(self, git_dir: Path) -> None:
        self._path = git_dir / NAME
        self.seen = ""
        self.checked: list[str] = []
        self.found: dict[str, str] = {}
        try:
            record = json.loads(self._path.read_text(encoding="utf-8"))
            self.seen = str(record["seen"])
            self.checked = [str(item) for item in record["checked"]]
            self.found = {str(name): str(date) for name, date in record["found"].items()}
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            pass  # no notes, or none that can be read: it starts anew

    def mark(self, *, passed: bool) -> None:
        """Leave a mark that the next commit went through the gate, or take it away."""
        path = self._path.with_name(PASSED)
        with contextlib.suppress(OSError):
            path.touch() if passed else path.unlink(missing_ok=True)

    def note(self, *, head: str, digest: str, found: dict[str, str]) -> None:
        """Remember one look; a disk that cannot be written must not stop a commit."""
        kept = [item for item in self.checked if item != digest]
        self.seen, self.checked = head or self.seen, [*kept, *([digest] if digest else [])][-KEPT:]
        self.found = {**self.found, **found}
        record = {"seen": self.seen, "checked": self.checked, "found": self.found}
        with contextlib.suppress(OSError):
            write_whole(self._path, json.dumps(record).encode())
