"""Which commits were taken back, by which, and whether they came again.

Owns: recognising a revert by the commit it names, the title it quotes, the number of the change it names, or by
content: a change that is exactly the inverse of an earlier one. A commit that merely speaks of a revert takes nothing
back. What was taken back and landed again is live. Must not: write memories; `history.py` does. Grows linearly with
the commits.
"""

from __future__ import annotations

import re

from standfast.learn.message import first_of, paragraphs, read_message
from standfast.model.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from standfast.code.history import Commit

_SHA = r"[0-9a-f]{7,40}"
_SUBJECT = re.compile(
    r"^(?:\[[^\]]{1,40}\]\s*|[\w./-]{1,30}:\s*|\w+\([^)]*\)!?:\s*)?"
    r"(?P<part>partial(?:ly)?[\s-]+)?(?:revert(?:s|ed|ing)?|back(?:ed|s)?[\s-]?out|roll(?:ed|s)?[\s-]?back|undo)\b"
    r"(?P<rest>.*)$",
    re.IGNORECASE,
)
_AGAIN = re.compile(
    r"^(?:\[[^\]]{1,40}\]\s*|\w+\([^)]*\)!?:\s*)?(?:re-?land|re-?apply|re-?revert|unrevert)\b", re.IGNORECASE
)
_TITLE = re.compile(r"[\"“'`](?P<title>.{4,300})[\"”'`]")
_LANDED_AS = re.compile(
    r"\((?:[\w.-]+/[\w.-]+)?[#!](?P<number>\d{1,7})\)\s*$|^Merge pull request #(?P<merge>\d{1,7})\b"
)
_NAMED = re.compile(
    rf"\b(?:this\s+)?(?:partial(?:ly)?\s+)?(?:reverts?|reverting|backs?\s+out|undoes|rolls?\s+back)\s+(?:of\s+)?"
    rf"(?:the\s+)?(?:following\s+)?(?:commits?|changesets?|revisions?|merge)?\s*:?\s*"
    rf"(?P<shas>{_SHA}\b(?:(?:\s*(?:,|and|&)\s*|\s+)(?:commits?\s+)?{_SHA}\b)*)",
    re.IGNORECASE,
)
_THIS = re.compile(rf"^\s*this\s+(?:partially\s+)?reverts\s+commits?\s+{_SHA}", re.IGNORECASE | re.MULTILINE)
_GITHUB = re.compile(r"^\s*Reverts\s+(?:[\w.-]+/[\w.-]+)?[#!](?P<number>\d{1,7})\b", re.MULTILINE)
_NAMED_NUMBER = re.compile(
    r"\brevert(?:s|ed|ing)?\s+(?:of\s+|the\s+)?(?:PR|MR|pull request|merge request|changes? (?:of|from|in))?\s*"
    r"(?:[\w.-]+(?:/[\w.-]+)?)?[#!](?P<number>\d{1,7})\b",
    re.IGNORECASE,
)
_HASHED = re.compile(r"[#!](\d{1,7})\b")
_VERSION = re.compile(r"\b(?:bump|version|release|dev|changelog)\b|\bv?\d+\.\d+", re.IGNORECASE)
_BULLET = re.compile(r"^\s*[*•+-]\s", re.MULTILINE)
_PARTLY = re.compile(
    r"\bpartial(?:ly)?\b[\s-]*(?:revert|back)|\brevert(?:s|ed)?\s+(?:only\s+)?(?:a\s+)?(?:part|parts|some)\b",
    re.IGNORECASE,
)
_SAID = 1_200
_MOST_FILES = 200
_SOON = 90 * 24 * 3600


class TakenBack(Value):
    """That a commit was taken back: by which, why, by whom, when; `partly`, and how that was recognised."""

    sha: str
    by: str
    author: str
    at: int
    why: str
    how: str
    partly: bool = False


def is_revert_like(message: str) -> bool:
    """Tell whether a message could be that of a revert or a re-land."""
    subject = message.strip().split("\n", 1)[0]
    return bool(_SUBJECT.match(subject) or _AGAIN.match(subject) or _THIS.search(message))


class Reverts(Value):
    """What was taken back and did not come again, by commit; and what did come again."""

    taken: Mapping[str, TakenBack]
    again: frozenset[str]


def find_reverts(commits: Iterable[Commit], merged: Callable[[str], Sequence[str]]) -> Reverts:
    """Find what was taken back among commits given oldest first; `merged` says which commits a merge brought."""
    book = _Book(merged)
    for commit in commits:
        book.read(commit)
    taken = {sha: one for sha, one in book.taken.items() if sha not in book.again}
    return Reverts(taken, frozenset(book.again))


class _Book:
    """What was seen so far: titles, numbers and changes of earlier commits."""

    def __init__(self, merged: Callable[[str], Sequence[str]]) -> None:
        self._merged = merged
        self._merges: set[str] = set()
        self._titles: dict[str, list[str]] = {}
        self._numbers: dict[str, list[str]] = {}
        self._short: dict[str, str] = {}
        self._changes: dict[tuple[str, str, str], str] = {}
        self._sizes: dict[str, int] = {}
        self._times: dict[str, int] = {}
        self._reverts: dict[str, list[str]] = {}  # what a commit took back
        self.taken: dict[str, TakenBack] = {}
        self.again: set[str] = set()

    def read(self, commit: Commit) -> None:
        """Take in one commit: what it takes back, and under which names it may itself be taken back."""
        subject = " ".join(commit.message.strip().split("\n", 1)[0].split())
        targets, how = self._targets(commit, subject)
        if targets and self._is_again(subject, targets):
            self._land_again(targets)
        elif targets:
            self._take_back(commit, targets, how)
        self._note(commit, subject)

    def _is_again(self, subject: str, targets: Sequence[str]) -> bool:
        """Tell whether a commit brings something again: it says so, or what it takes back are reverts."""
        return _AGAIN.match(subject) is not None or all(target in self._reverts for target in targets)

    def _targets(self, commit: Commit, subject: str) -> tuple[list[str], str]:
        """Return the commits that this one takes back (or, as a re-land, the reverts that it takes back)."""
        head = _SUBJECT.match(subject)
        body = commit.message.partition("\n")[2]
        again = _AGAIN.match(subject)
        plain = _THIS.search(body) is not None and not self._is_list(body)
        named = _NAMED.search(subject) or _NAMED_NUMBER.search(subject)
        if head is None and again is None and not plain and named is None:
            return ([], "") if _VERSION.search(subject) else (self._inverse(commit), "content")
        found = self._by_reference(subject, body if head is not None or not self._is_list(body) else "")
        if found:
            return found, "reference"
        if again is not None:
            return self._by_title(subject[again.end() :], strict=False), "title"
        rest = head["rest"] if head is not None else ""
        found = self._by_title(rest, strict=_TITLE.search(rest) is None) if head is not None else []
        if found:
            return found, "title"
        found = self._by_number(f"{subject}\n{body}")
        return (found, "number") if found else (self._inverse(commit), "content")

    @staticmethod
    def _is_list(body: str) -> bool:
        """Tell whether a body lists the commits of a squashed branch: what one of them reverted was never landed."""
        found = _THIS.search(body)
        return found is not None and _BULLET.search(body[: found.start()]) is not None

    def _by_reference(self, subject: str, body: str) -> list[str]:
        words = [sha for match in _NAMED.finditer(f"{subject}\n{body}") for sha in re.findall(_SHA, match["shas"])]
        return [full for word in words if (full := self._short.get(word[:7].lower(), "")).startswith(word.lower())]

    def _by_title(self, rest: str, *, strict: bool) -> list[str]:
        quoted = _TITLE.search(rest)
        title = quoted["title"] if quoted is not None else rest.strip(" :-\"'")
        key = _fold(title)
        if len(key) < 6:
            return []
        known = self._titles.get(key)
        if known is None and not strict and title.endswith(("…", "...")):
            front = _fold(title.rstrip("…."))
            known = next((shas for name, shas in reversed(self._titles.items()) if name.startswith(front)), None)
        return known[-1:] if known else []

    def _by_number(self, text: str) -> list[str]:
        subject = text.partition("\n")[0]
        found = _NAMED_NUMBER.search(text) or _GITHUB.search(text)
        # The last one in brackets is the number that this commit landed as itself; a quoted title may speak of others.
        bare = _TITLE.sub(lambda quote: (_LANDED_AS.search(quote["title"]) or [""])[0], _LANDED_AS.sub("", subject))
        for number in [] if found is not None else _HASHED.findall(bare):
            if number in self._numbers:
                return self._numbers[number][-1:]
        return self._numbers.get(found["number"], [])[-1:] if found is not None else []

    def _inverse(self, commit: Commit) -> list[str]:
        """Return the earlier commit whose change this one undoes to the byte, file by file."""
        mine = commit.blobs
        if not 0 < len(mine) <= _MOST_FILES:
            return []
        seen = {self._changes.get((path, new, old), "") for path, old, new in mine}
        other = next(iter(seen))
        if len(seen) != 1 or not other or self._sizes.get(other) != len(mine):
            return []
        # What is removed years later had its time; it was not a mistake that somebody took back.
        return [other] if commit.committed - self._times[other] <= _SOON else []

    def _take_back(self, commit: Commit, targets: Sequence[str], how: str) -> None:
        partly = _PARTLY.search(commit.message[:2_000]) is not None
        whole = [
            sha for target in targets for sha in (target, *(self._merged(target) if target in self._merges else ()))
        ]
        self._reverts[commit.sha] = whole
        for sha in dict.fromkeys(whole):
            self.again.discard(sha)
            self.taken[sha] = TakenBack(sha, commit.sha, commit.author, commit.committed, _reason(commit), how, partly)

    def _land_again(self, targets: Sequence[str]) -> None:
        """Take it that something is live again: named itself, or by the revert that is taken back."""
        for target in targets:
            self.again.update(self._reverts.get(target, [target]))

    def _note(self, commit: Commit, subject: str) -> None:
        sha = commit.sha
        self._short[sha[:7]] = sha
        self._sizes[sha] = len(commit.blobs)
        self._times[sha] = commit.committed
        if len(commit.parents) > 1:
            self._merges.add(sha)
        self._titles.setdefault(_fold(subject), []).append(sha)
        landed = _LANDED_AS.search(subject)
        if landed is not None:
            self._numbers.setdefault(landed["number"] or landed["merge"], []).append(sha)
        for change in commit.blobs:
            self._changes[change] = sha


def _fold(title: str) -> str:
    """Fold a title so that a quote of it is found: without the number it landed as, marks at the ends, and case."""
    plain = re.sub(r"\s*\((?:[\w.-]+/[\w.-]+)?[#!]\d+\)\s*$", "", title.strip())
    return " ".join(plain.strip(" \"'`“”.…").lower().split())


def _reason(commit: Commit) -> str:
    message = read_message(commit.message)
    body = _GITHUB.sub(
        "", re.sub(rf"(?im)^\s*this\s+(?:partially\s+)?reverts\s+commits?\s+{_SHA}[^\n]*$", "", message.body)
    )
    return first_of([paragraph for paragraph in paragraphs(body) if len(paragraph) > 12], _SAID)
