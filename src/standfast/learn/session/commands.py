"""Commands of a session: what each was for, and what a run of them says.

Owns the aim of a command line and which of them are checks of the work. Must not read the journal.
"""

from __future__ import annotations

import re

from standfast.learn.session.failure import QUIET, name_of
from standfast.text.shell import parse_commands

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from standfast.learn.session.turns import Step, Turn

_AIMS = (
    ("install", re.compile(r"\binstall\b|\bnpm ci\b|\bsync\b|\brestore\b")),
    (
        "test",
        re.compile(
            r"\b(?:py|unit|c|vi|next|run[-_]?)?tests?\b|\bjest\b|\bmocha\b|\brspec\b|\bphpunit\b|\bplaywright\b|\bcypress\b|"
            r"\btox\b|\bnox\b"
        ),
    ),
    ("lint", re.compile(r"\blint\b|\beslint\b|\bruff\b|\bflake8\b|\bclippy\b|\bbiome\b|\bstandard\b|\bshellcheck\b")),
    ("types", re.compile(r"\btsc\b|\bmypy\b|\bpyright\b|\btypecheck\b|\btype-check\b")),
    ("format", re.compile(r"\bformat\b|\bfmt\b|\bprettier\b|\bblack\b")),
    ("build", re.compile(r"\bbuild\b|\bcompile\b|\bbundle\b|\bmake\b|\bwebpack\b|\bassemble\b")),
    ("migrate", re.compile(r"\bmigrat\w*\b|\balembic\b|\bseed\w*\b")),
    ("deploy", re.compile(r"\bdeploy\b|\brelease\b|\bpublish\b|\bversion (?:\d|pre|patch|minor|major)|\bbump")),
    ("start", re.compile(r"\bserve\b|\bstart\b|\bdev\b|\brunserver\b|\buvicorn\b|\bup\b")),
)
_REDIRECTED = re.compile(r"[12&]?>>?\s*\S+")  # `> /dev/null` starts nothing
CHECKS = frozenset(("test", "lint", "types", "build"))
_LOOKS = frozenset((
    "ls", "cat", "head", "tail", "grep", "rg", "find", "sed", "awk", "wc", "pwd", "which", "tree", "file", "stat",
    "git status", "git diff", "git log", "git show", "git branch", "git add", "git stash", "ps", "kill", "rm", "cp",
    "pkill", "killall", "lsof", "netstat", "open", "start", "dir", "select-string", "get-content", "get-childitem",
    "mv", "touch", "chmod", "du", "df", "date", "jq", "sort", "diff", "type", "man", "history", "test", "[",
))  # fmt: skip
_LONGEST = 160
_READ = 4_000  # characters of a command line


def aim_of(command: str) -> str:
    """Return what a command is for: tests, a build, an installation …; nothing where its words do not tell."""
    line = _REDIRECTED.sub("", command.split("|", 1)[0]).lower()
    told = (name_of(line), line)  # what the program is told to do, before what it is done to
    return next((aim for words in told for aim, expression in _AIMS if expression.search(words)), "")


def aimed_part(command: str) -> str:
    """Return the part of a command line that has its aim: `pytest` in `rm -rf out && pytest`."""
    aim = aim_of(command)
    parts = map(str.strip, re.split(r"&&|\|\||;|\n", command))
    return next((part for part in parts if aim and aim_of(part) == aim), command)


def ran(turns: Iterable[Turn]) -> Iterator[Step]:
    """Yield the commands of a session that did more than look, in order."""
    for turn in turns:
        for step in turn.steps:
            if step.command and not only_looks(step.command):
                yield step


def only_looks(command: str) -> bool:
    """Tell whether no part of a command line does more than look: `git add -A && git commit` does."""
    if name_of(command) not in _LOOKS:
        return False
    names = (name_of(" ".join(part.words)) for part in parse_commands(command[:_READ]) if part.words)
    return all(name in _LOOKS or name.partition(" ")[0] in QUIET for name in names)


def only_handles(command: str) -> bool:
    """Tell whether a command looks around or handles files: whatever its words name, it is no other way to an aim."""
    name = name_of(command).lower()
    return name in _LOOKS or name.partition(" ")[0] in {"mkdir", "git", "echo", "cd", "curl"}


def plain(command: str) -> str:
    """Return a command line as it may be quoted: one line, without what leads into it, and short; else nothing."""
    line = " ".join(command.split("\n", 1)[0].split())
    line = re.sub(r"^cd \S+ && ", "", line)
    line = re.sub(r" ?(?:2>&1)? ?\| ?(?:tail|head|grep|tee)\b(?s:.*)| ?2>&1$", "", line)
    whole = "\n" not in command.strip() and "<<" not in command
    return line if whole and len(line) <= _LONGEST else ""


def is_red(turns: Sequence[Turn]) -> bool:
    """Tell whether the last check of a session failed and nothing made it good again."""
    last: dict[str, bool] = {}
    for step in ran(turns):
        aim = aim_of(step.command)
        if aim in CHECKS and step.failed is not None:
            last.pop(aim, None)
            last[aim] = step.failed
    return bool(last) and list(last.values())[-1]
