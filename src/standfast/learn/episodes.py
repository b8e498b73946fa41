"""Episodes: what happened, commit by commit, for recall. Everything worth reading is kept, in the author's words.

Machines' commits, merges without words and messages that say nothing are left out. Must not: propose anything
(`proposals.py`).
"""

from __future__ import annotations

import re

from standfast.learn.message import Message, read_message
from standfast.model.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from standfast.code.history import Commit

_FILES = 24  # nine commits in ten touch fewer than six files; a sweep over hundreds is about none of them
_TEXT = 6_000
_OWN = ".standfast/"  # what Standfast wrote is known already
_BOT = re.compile(
    r"\[bot\]|\bbot@|(^|\W)(dependabot|renovate|greenkeeper|snyk-?bot|pyup-?bot|mergify|weblate|transifex|crowdin|"
    r"github-actions?|gitlab-bot|pre-commit-ci|semantic-release-bot|allcontributors|imgbot|copybara)\b"
    r"|(?:^|[-_ ])(?:ro)?bot$|^AI assistant\b",
    re.IGNORECASE,
)
_MACHINE = re.compile(r"^(fixup|squash|amend)! |^(index on|WIP on) \S+: [0-9a-f]{7}", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_]{2,}")


class Episode(Value):
    """One commit as it is remembered: the subject is its title and the body its text; a subject alone is the text."""

    sha: str
    at: int
    authored: int
    title: str
    text: str
    files: tuple[str, ...]
    author: str = ""


def read_episode(commit: Commit, message: Message | None = None) -> Episode | None:
    """Return what a commit tells, or None when it is not worth an episode."""
    if is_machine(commit):
        return None
    said = message or read_message(commit.message)
    if _MACHINE.match(said.subject) or len(_WORD.findall(said.whole)) < 2:
        return None
    files = touched(commit, said)
    if commit.files and all(path.startswith(_OWN) for path in commit.files):
        return None
    text = said.body or said.subject
    if len(text) > _TEXT:
        text = text[:_TEXT].rsplit("\n", 1)[0] + " …"
    title = said.subject[:300] if said.body else ""
    return Episode(commit.sha, commit.committed, commit.authored, title, text, files, commit.author)


def is_machine(commit: Commit) -> bool:
    """Tell whether a program wrote it."""
    return is_robot(commit.author, commit.email)


def is_robot(author: str, email: str) -> bool:
    """Tell whether a name or an address is a program's."""
    return bool(_BOT.search(author) or _BOT.search(email))


def touched(commit: Commit, message: Message) -> tuple[str, ...]:
    """Return the files a commit is about: those its message names first, and only so many."""
    files = [path for path in commit.files if path.isprintable() and not path.startswith(_OWN)]
    if len(files) <= _FILES:
        return tuple(files)
    text = message.whole
    named = [path for path in files if path.rsplit("/", 1)[-1] in text]
    return tuple(dict.fromkeys([*named, *files]))[:_FILES]
