"""Habits: what the history of a file shows without a word about why. Who knows it, and what is changed along with it.

Owns: reading a file's log and saying it in a line or two. True by counting, so that it holds where messages say
little. Must not: read the store, or be called by a hook, because Git walks the history for it. Neighbours: `telling`.
"""

from __future__ import annotations

import re
from collections import Counter

from standfast.code.git import decode, find_git
from standfast.code.history import list_earlier_names, list_renamed
from standfast.errors import StandfastError
from standfast.learn.episodes import is_robot
from standfast.learn.telling import is_release, is_trivial
from standfast.model.pattern import compile_later
from standfast.model.value import Value
from standfast.recall.fence import in_quotes, label

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path

    from standfast.code.git import Git
    from standfast.context.context import Context

_COMMITS = 200
_PATIENCE_S = 5.0
_PEOPLE = 3
_TOGETHER = 4
_WIDEST = 15  # files of a commit above which it is a sweep: it says nothing of what belongs together
_LEAST = 3  # changes below which there is no habit
_IN_COMMON = 4  # changes below which two files are changed together by chance
_GONE = 3  # years without a change after which nobody is asked any more
_YEARS = 2  # after which a change says half as much about who knows a file
_PART = 0.25  # of the changes of a file: what goes with fewer is no habit
_KNOWS = 0.1  # of the same: who made fewer does not know it
_RECENT = 60
_LATELY = 3  # years before the last change: what was big then is no news
_BIG = 30  # lines, and
_SHARE = 0.25  # this part of a file, from which a change is a big one
_RELEASES = 0.5
_LONGEST = 60  # characters of a name
# Every new dependency changes these beside what uses it.
_LOCK = compile_later(
    r"(?:\.lock|[.-]lock\.\w+|\.sum|npm-shrinkwrap\.json|(?:^|/)(?:go\.mod|package\.json|Cargo\.toml))$"
)
_ADDS = compile_later(r"(?:[\w()/-]+!?: )?(?:add(?:ed|s|ing)?|initial|creat\w+|introduc\w+|first)\b", re.IGNORECASE)
_RECORD = "\0\1\0"  # no message holds a null
_FORMAT = "%x00%x01%x00%aN%x00%aE%x00%as%x00%s%x00"
_DAY = compile_later(r"\d{4}-\d\d-\d\d")  # a commit without a date has none


class Habits(Value):
    """The last changes of a file: how many, by whom (name, how many, last day), beside what, and how many released."""

    changes: int
    people: tuple[tuple[str, int, str], ...] = ()
    together: tuple[tuple[str, int], ...] = ()
    narrow: int = 0
    """Changes that were not sweeps: what `together` is counted among."""
    releases: int = 0
    big: tuple[str, str, str, int] = ("", "", "", 0)
    """The last big change: day, author, subject and lines."""


def read_habits(context: Context, path: str) -> Habits:
    """Read the last changes of a file, as Git knows them."""
    root = context.here.root
    git = find_git(str(root)) if root else None
    tally = _tally(git, root, path) if root is not None and git is not None else None
    if root is None or git is None or tally is None:
        return Habits(0)
    least = max(_IN_COMMON, _PART * tally.narrow)
    beside = [
        (context.clean(other), count)
        for other, count in tally.together.most_common(4 * _TOGETHER)
        if count >= least and not _LOCK.search(other) and (root / other).exists()
    ]
    head = decode(git.ask("log", "-1", "--format=%as", timeout_s=_PATIENCE_S).out).strip()
    enough = _KNOWS * tally.people.total()
    here = [
        name
        for name, _ in tally.near.most_common()
        if tally.people[name] >= enough and not _is_gone(tally.last[name], head)
    ]
    known = [(context.clean(name), tally.people[name], tally.last[name]) for name in here[:_PEOPLE]]
    big = _big(context, git, path)
    return Habits(tally.people.total(), tuple(known), tuple(beside[:_TOGETHER]), tally.narrow, tally.releases, big)


class _Tally:
    """What the last changes of a file come to: who made them, and what changed along with it."""

    def __init__(self) -> None:
        self.people: Counter[str] = Counter()
        self.near: Counter[str] = Counter()  # the same, with those who came lately before those who are gone
        self.last: dict[str, str] = {}
        self.together: Counter[str] = Counter()
        self.narrow = self.releases = 0
        self._names: dict[str, str] = {}  # by address, the latest: one person may sign in several ways

    def add(self, signed: str, email: str, day: str, subject: str, files: set[str]) -> None:
        """Count one change, the latest first; `files` changed along with it."""
        name = self._names.setdefault(email.lower(), signed)
        self.people[name] += 1
        self.last.setdefault(name, day)
        years = int(next(iter(self.last.values()))[:4]) - int(day[:4])  # days of authors may run backwards
        self.near[name] += 1000 >> min(10, max(0, years) // _YEARS)
        self.releases += is_release(subject)
        if len(files) < _WIDEST:
            self.narrow += 1
            self.together.update(files)


def _tally(git: Git, root: Path, path: str) -> _Tally | None:
    """Count the last changes of a file under all its names; None where Git cannot tell all of them."""
    names_before = list_earlier_names(git, path, timeout_s=_PATIENCE_S)
    earlier = {name: commit for name, commit in names_before.items() if not (root / name).exists()}
    now: dict[str, str] = {}  # what was renamed along with it is known by the name it has
    for commit in dict.fromkeys(earlier.values()):
        now |= list_renamed(git, commit, timeout_s=_PATIENCE_S)
    shape = ("--no-merges", "--full-diff", "--no-renames", "--name-only", "-z", f"--format={_FORMAT}")
    try:
        answer = git.ask("log", f"-{_COMMITS}", *shape, "--", path, *earlier, timeout_s=_PATIENCE_S)
    except StandfastError:
        return None
    if answer.code:
        return None  # a clone without its older objects: of a part nothing is to be counted
    tally = _Tally()
    for record in decode(answer.out).split(_RECORD)[1:]:
        signed, email, day, subject, *names = record.split("\0")
        if not is_robot(signed, email) and _DAY.fullmatch(day):
            bare = (item.strip("\n") for item in names)
            tally.add(signed, email, day, subject, {now.get(item, item) for item in bare} - {"", path, *earlier})
    return tally


def _is_gone(day: str, head: str) -> bool:
    """Tell whether whoever changed a file last on a day has left it long ago, and is no longer one to ask."""
    return bool(_DAY.fullmatch(head)) and int(head[:4]) - int(day[:4]) > _GONE


def _big(context: Context, git: Git, path: str) -> tuple[str, str, str, int]:
    """Return the last change that made much of a file new, unless it got another name, was copied, or formatted."""
    none = ("", "", "", 0)
    command = ("log", f"-{_RECENT}", "--follow", "--no-merges", "--numstat", "-z", f"--format={_FORMAT}")
    try:
        answer = git.ask(*command, "--", path, timeout_s=_PATIENCE_S)
        text = (context.here.root / path).read_bytes() if context.here.root else b""
    except (StandfastError, OSError):
        return none
    if answer.code:
        return none
    least = max(_BIG, _SHARE * text.count(b"\n"))
    latest = ""
    for record in decode(answer.out).split(_RECORD)[1:]:
        name, email, day, subject, *counts = record.split("\0")
        if not _DAY.fullmatch(day):
            continue
        latest = latest or day
        if int(latest[:4]) - int(day[:4]) > _LATELY:
            return none
        added = "".join(counts).strip().partition("\t")[0]
        big = added.isdecimal() and int(added) >= least
        if (
            big
            and not _ADDS.match(subject)
            and not is_robot(name, email)
            and not is_trivial(subject)
            and not is_release(subject)
        ):
            return day, context.clean(name), context.clean(subject), int(added)
    return none


def tell_habits(habits: Habits) -> list[str]:
    """Say it: that a file only holds a version, what is changed along with it, and whom to ask."""
    said: list[str] = []
    if habits.changes >= _LEAST and habits.releases > _RELEASES * habits.changes:
        said.append(f"{habits.releases} of its last {habits.changes} changes only raise a version")
    if habits.big[2]:
        day, name, subject, lines = habits.big
        said.append(f"last big change ({day[:7]}, {_name(name)}, {lines} lines): “{in_quotes(subject)}”")
    if habits.together:
        (first, often), *others = habits.together
        files = "".join(f", {label(path, 120)} ({count})" for path, count in others)
        said.append(f"changed together with {label(first, 120)} ({often} of {habits.narrow} times){files}")
    if habits.changes >= _LEAST and habits.people:
        names = ", ".join(f"{_name(name)} ({count}, last {day[:7]})" for name, count, day in habits.people)
        said.append(f"who knows it: {names}")
    return said


def _name(name: str) -> str:
    return in_quotes(name)[:_LONGEST]
