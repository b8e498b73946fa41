"""Which commits were taken back, by which, and whether they came again.

Owns: recognising a revert by the commit it names, the title it quotes, the number of the change it names, or by
content: a change that is exactly the inverse of an earlier one. A commit that merely speaks of a revert takes nothing
back. What was taken back and landed again is live. Must not: write memories; `history.py` does. Grows linearly with
the commits.
"""

from __future__ import annotations

import re
from collections import Counter

from standfast.learn.message import finish_sentences, first_of, fold_title, paragraphs, read_message, says_again
from standfast.learn.telling import BECAUSE
from standfast.model.value import Value, replace
from standfast.text.sentences import split_sentences

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

    from standfast.code.history import Commit

_SHA = r"[0-9a-f]{7,64}"
_RUN = "{1,20}"  # of blanks: several runs beside each other must not be long
_SUBJECT = re.compile(
    r"^(?:\[[^\]]{1,40}\]\s*|[\w./-]{1,30}:\s*|\w+\([^)]*\)!?:\s*)?"
    r"(?P<part>partial(?:ly)?[\s-]+)?(?:revert(?:s|ed|ing)?|back(?:ed|s)?[\s-]?out|roll(?:ed|s)?[\s-]?back|undo)\b"
    r"(?P<rest>.*)$",
    re.IGNORECASE,
)
_AGAIN = re.compile(
    r"^(?:\[[^\]]{1,40}\]\s*|[\w./-]{1,30}:\s*|\w+\([^)]*\)!?:\s*)?\[?"
    r"(?P<again>re-?land(?:s|ed|ing)?|re-?appl(?:y|ies|ied|ying)|re-?revert|unrevert)\b\]?:?",
    re.IGNORECASE,
)
_TWICE = re.compile(r"^revert\s+revert\b", re.IGNORECASE)
# What a sentence points at: `#12`, `owner/name#12`, the address of a change, or a commit; and several of them.
_POINTER = (
    rf"(?:https?://[\w.-]+/[\w.-]+/[\w.-]+/(?:-/)?(?:pull|merge_requests|issues|commit)/(?:\d{{1,7}}\b|{_SHA}\b)"
    rf"|(?:[\w.-]+/[\w.-]+)?[#!]\d{{1,7}}\b|{_SHA}\b)"
)
_POINTERS = rf"(?P<pointers>{_POINTER}(?:(?:\s*,\s*(?:and\s+)?|\s+(?:and|&)\s+){_POINTER})*)"
_GAP = r"(?:\s+[\"“][^\"”]{4,200}[\"”],?)?(?:\s+[^\s.;:#]+){0,7}?\s+[`(\[\"]*"
_PART_OF = re.compile(
    rf"\b(?:partial(?:ly)?[\s-]+(?:revert(?:s|ing)?|roll(?:s|ing)?[\s-]?back|back(?:s|ing)?[\s-]?out|undo(?:es)?)"
    rf"|revert(?:s|ing)?\s+(?:only\s+)?(?:a\s+)?(?:part|parts|some|portion|bits)){_GAP}{_POINTERS}"
    rf"|\brevert(?:s|ing)?:?\s+(?:commit\s+)?(?P<before>{_POINTER})\s+(?:partially|partly|in part)\b",
    re.IGNORECASE,
)
_AGAIN_OF = re.compile(
    rf"(?:^|\b(?:this|commit|PR|change|partial|it|and)\s+)(?:is\s+an?\s+)?(?:partial\s+)?"
    rf"(?:re-?land(?:s|ing)?|re-?appl(?:y|ies|ying)|adds?\s+back|brings?\s+back){_GAP}{_POINTERS}",
    re.IGNORECASE | re.MULTILINE,
)
_TITLE = re.compile(r"[\"“'`](?P<title>.{4,300})[\"”'`]")
_LANDED_AS = re.compile(
    r"\((?:[\w.-]+/[\w.-]+)?[#!](?P<number>\d{1,7})\)\s*$|^Merge pull request #(?P<merge>\d{1,7})\b"
)
_CLOSES = re.compile(
    r"^[^\S\n]*(?:closes|PR-URL|pull[ -]request)\b:?\s+(?:\S*/|[\w.-]*[#!])(?P<number>\d{1,7})\s*$",
    re.IGNORECASE | re.MULTILINE,
)
_NAMED = re.compile(
    rf"\b(?:this\s{_RUN})?(?:partial(?:ly)?\s{_RUN})?"
    rf"(?:reverts?|reverting|backs?\s{_RUN}out|undoes|rolls?\s{_RUN}back)\s{_RUN}(?:of\s{_RUN})?"
    rf"(?:the\s{_RUN})?(?:following\s{_RUN})?(?:commits?|changesets?|revisions?|merge)?[\s:]{{0,20}}"
    rf"(?P<shas>{_SHA}\b(?:(?:\s{{0,20}}(?:,|and|&)\s{{0,20}}|\s{_RUN})(?:commits?\s{_RUN})?{_SHA}\b)*)",
    re.IGNORECASE,
)
_THIS = re.compile(rf"^[^\S\n]*this\s+(?:partially\s+)?reverts\s+commits?\s+{_SHA}", re.IGNORECASE | re.MULTILINE)
_GITHUB = re.compile(r"^[^\S\n]*Reverts\s+(?:[\w.-]+/[\w.-]+)?[#!](?P<number>\d{1,7})\b", re.MULTILINE)
_NAMED_NUMBER = re.compile(
    rf"\brevert(?:s|ed|ing)?\s{_RUN}(?:of\s{_RUN}|the\s{_RUN})?"
    r"(?:PR|MR|pull request|merge request|changes? (?:of|from|in))?\s{0,20}"
    r"(?:[\w.-]+/[\w.-]+)?(?<![\w.-])[#!](?P<number>\d{1,7})\b",
    re.IGNORECASE,
)
_HASHED = re.compile(r"(?:(?<![\w.-])|(?<=\w)/[\w.-]+)[#!](\d{1,7})\b")
_VERSION = re.compile(r"\b(?:bump|version|release|dev|changelog)\b|\bv?\d+\.\d+", re.IGNORECASE)
_BULLET = re.compile(r"^[^\S\n]*[*•+-]\s", re.MULTILINE)
_PARTLY = re.compile(
    r"\bpartial(?:ly)?\b[\s-]*(?:revert|back)|\brevert(?:s|ed)?\s+(?:only\s+)?(?:a\s+)?(?:part|parts|some)\b",
    re.IGNORECASE,
)
_SPOKEN = ("revert", "back", "undo", "roll", "land", "appl")  # one of these stands in whatever speaks of it
_CLOSED = ("closes", "pr-url", "pull")
_SAID = 1_200
_SOME, _TITLED = 12, 72  # letters that a reason has at least, and that the title of a commit seldom exceeds
_MOST_FILES = 200
_MOST_TURNS = 2
_SHORTEST = 6  # letters of a title
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
    said = _THIS.search(message) or _PART_OF.search(message) or _AGAIN_OF.search(message)
    return bool(_SUBJECT.match(subject) or _AGAIN.match(subject) or said)


class Reverts(Value):
    """What was taken back and did not come again, by commit; what did come again, with what brought it; all reverts."""

    taken: Mapping[str, TakenBack]
    again: Mapping[str, str]
    takers: Collection[str] = ()


def find_reverts(commits: Iterable[Commit], merged: Callable[[str], Sequence[str]]) -> Reverts:
    """Find what was taken back among commits given oldest first; `merged` says which commits a merge brought."""
    known = list(commits)
    book = _Book(merged, _find_restless(known))
    for commit in known:
        book.read(commit)
    taken = {sha: item for sha, item in book.taken.items() if sha not in book.again}
    return Reverts(taken, book.again, book.takers)


class _Inverses:
    """The changes of earlier commits, to find the one that a commit undoes; `restless` files are left out."""

    def __init__(self, restless: Collection[frozenset[str]] = ()) -> None:
        self._restless = restless
        self._changes: dict[tuple[str, str, str], str] = {}
        self._known: dict[str, tuple[int, int]] = {}

    def find(self, commit: Commit) -> list[str]:
        """Return the earlier commit whose change this one undoes to the byte, file by file."""
        mine = commit.blobs
        if not 0 < len(mine) <= _MOST_FILES or _list_paths(commit) in self._restless:
            return []
        seen = {self._changes.get((path, new, old), "") for path, old, new in mine}
        other = next(iter(seen))
        if len(seen) != 1 or not other:
            return []
        size, at = self._known[other]
        # What is removed years later had its time; it was not a mistake that somebody took back.
        return [other] if size == len(mine) and commit.committed - at <= _SOON else []

    def note(self, commit: Commit) -> None:
        """Take in a commit's changes."""
        self._known[commit.sha] = (len(commit.blobs), commit.committed)
        for change in commit.blobs:
            self._changes[change] = commit.sha


def _find_restless(commits: Iterable[Commit]) -> frozenset[frozenset[str]]:
    """Find files that go back and forth between two states: a program writes them, and nobody took anything back."""
    inverses = _Inverses()
    turns = Counter[frozenset[tuple[str, frozenset[str]]]]()
    for commit in commits:
        if inverses.find(commit):
            turns[frozenset((path, frozenset((old, new))) for path, old, new in commit.blobs)] += 1
        inverses.note(commit)
    return frozenset(frozenset(path for path, _ in states) for states, count in turns.items() if count > _MOST_TURNS)


def _list_paths(commit: Commit) -> frozenset[str]:
    return frozenset(path for path, _, _ in commit.blobs)


class _Book:
    """What was seen so far: titles, numbers and changes of earlier commits."""

    def __init__(self, merged: Callable[[str], Sequence[str]], restless: Collection[frozenset[str]]) -> None:
        self._merged = merged
        self._inverses = _Inverses(restless)
        self._merges: set[str] = set()
        self._tips: dict[str, str] = {}  # the last commit that a merge brought
        self._titles: dict[str, list[str]] = {}
        self._merge_titles: dict[str, str] = {}
        self._numbers: dict[str, list[str]] = {}
        self._closing: dict[str, list[str]] = {}  # where the title has no number, the change is named below
        self._short: dict[str, str] = {}
        self._files: dict[str, frozenset[str]] = {}
        self._reverts: dict[str, list[str]] = {}  # what a commit took back
        self._brought: dict[str, list[str]] = {}  # what a commit brought again
        self._named_so: set[str] = set()  # says that it is a revert, whether or not it was found of what
        self.taken: dict[str, TakenBack] = {}
        self.again: dict[str, str] = {}

    def read(self, commit: Commit) -> None:
        """Take in one commit: what it takes back, and under which names it may itself be taken back."""
        subject = " ".join(commit.message.strip().split("\n", 1)[0].split())
        targets, how = self._targets(commit, subject)
        if targets and self._is_again(subject, targets):
            self._land_again(commit.sha, targets)
        elif targets:
            self._take_back(commit, targets, how)
        self._note(commit, subject)

    @property
    def takers(self) -> Collection[str]:
        """The commits that took something back."""
        return self._reverts.keys()

    def _is_again(self, subject: str, targets: Sequence[str]) -> bool:
        """Tell whether a commit brings something again: it says so, or what it takes back are reverts."""
        reverts = self._reverts.keys() | self._named_so
        says_so = _AGAIN.match(subject) or _TWICE.match(subject)
        return says_so is not None or all(target in reverts for target in targets)

    def _targets(self, commit: Commit, subject: str) -> tuple[list[str], str]:
        """Return the commits that this one takes back (or, as a re-land, the reverts that it takes back)."""
        if not any(map(commit.message.lower().__contains__, _SPOKEN)):
            return self._by_content(commit, subject)
        head = _SUBJECT.match(subject)
        body = commit.message.partition("\n")[2]
        again = _AGAIN.match(subject)
        plain = _THIS.search(body) is not None and not self._is_list(body)
        named = _NAMED.search(subject) or _NAMED_NUMBER.search(subject)
        part = _PART_OF.search(f"{_LANDED_AS.sub('', subject)}\n{body}")  # its own number is not what it is part of
        if part is not None and again is None and (found := self._pointed_at(part["pointers"] or part["before"])):
            return found, "reference"
        if head is None and again is None and (found := self._back_again(body)):
            return found, "reference"
        if head is None and again is None and not plain and named is None:
            return self._by_content(commit, subject)
        if again is not None:
            return self._again(subject, body, again)
        found = self._by_reference(subject, body if head is not None or not self._is_list(body) else "")
        if found:
            return found, "reference"
        rest = head["rest"] if head is not None else ""
        found = self._by_title(rest, strict=_TITLE.search(rest) is None) if head is not None else []
        if found:
            return found, "title"
        found = self._by_number(f"{subject}\n{body}")
        return (found, "number") if found else (self._inverses.find(commit), "content")

    def _by_content(self, commit: Commit, subject: str) -> tuple[list[str], str]:
        return ([], "") if _VERSION.search(subject) else (self._inverses.find(commit), "content")

    def _again(self, subject: str, body: str, again: re.Match[str]) -> tuple[list[str], str]:
        """Return what a re-land names: commits, the title, or the numbers of what it brings again or of its revert."""
        pointers = [match["pointers"] for match in _AGAIN_OF.finditer(f"{subject}\n{body}")]
        found = self._pointed_at(" ".join(pointers))
        found = found or self._by_reference(subject, body)
        if found:
            return found, "reference"
        rest = subject[again.end() :]
        whole = (
            subject[: again.start("again")] + rest.strip()
        )  # `refactor(cli): reland tidy up` was `refactor(cli): tidy up`
        found = self._by_title(rest, strict=False) or self._by_title(whole, strict=True)
        found = found or self._by_number(f"{rest.strip()}\n{body}")
        return found, "title"

    def _back_again(self, body: str) -> list[str]:
        """Return the reverts of what a body says it lands again, where that was taken back."""
        found = [sha for match in _AGAIN_OF.finditer(body) for sha in self._pointed_at(match["pointers"])]
        taken = [self.taken[sha].by for sha in found if sha in self.taken and sha not in self.again]
        return list(dict.fromkeys(taken))

    def _pointed_at(self, text: str) -> list[str]:
        """Return the commits that numbers, addresses and beginnings of hashes stand for."""
        found: list[str] = []
        for pointer in re.findall(_POINTER, text, re.IGNORECASE):
            last = re.split(r"[#!/]", pointer)[-1].lower()
            if last.isdigit() and pointer != last:
                found += (self._numbers.get(last) or self._closing.get(last, []))[-1:]
            elif (full := self._short.get(last[:7], "")).startswith(last) and full:
                found.append(full)
        return found

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
        titles = [rest.strip(" :-\"'"), *([quoted["title"]] if quoted is not None else [])]
        keys = [key for title in titles if len(key := fold_title(title)) >= _SHORTEST]
        for key in keys:
            if key in self._titles:
                return self._titles[key][-1:]
        if not strict and titles[-1].endswith(("…", "...")):
            front = fold_title(titles[-1].rstrip("…."))
            return next((shas for name, shas in reversed(self._titles.items()) if name.startswith(front)), [])[-1:]
        return [sha for key in keys if (sha := self._merge_titles.get(key))][:1]

    def _by_number(self, text: str) -> list[str]:
        subject = text.partition("\n")[0]
        found = _NAMED_NUMBER.search(text) or _GITHUB.search(text)
        # The last one in brackets is the number that this commit landed as itself; a quoted title may speak of others.
        bare = _TITLE.sub(lambda quote: (_LANDED_AS.search(quote["title"]) or [""])[0], _LANDED_AS.sub("", subject))
        for number in [] if found is not None else _HASHED.findall(bare):
            if number in self._numbers:
                return self._numbers[number][-1:]
        return self._numbers.get(found["number"], [])[-1:] if found is not None else []

    def _take_back(self, commit: Commit, targets: Sequence[str], how: str) -> None:
        message = commit.message
        partly = (_PARTLY.search(message[:2_000]) or _PART_OF.search(message)) is not None
        whole = [sha for target in targets for sha in (target, *self._list_with(target, commit, partly=partly))]
        self._reverts[commit.sha] = whole
        for sha in dict.fromkeys(whole):
            if len(commit.parents) > 1 and sha in self.taken and sha not in self.again:
                continue  # the merge of a revert: the revert itself says why
            self.again.pop(sha, None)
            self.taken[sha] = TakenBack(sha, commit.sha, commit.author, commit.committed, _reason(commit), how, partly)
        for merge in {self._tips[sha] for sha in whole if sha in self._tips and not partly} - set(whole):
            if all(sha in self.taken for sha in self._merged(merge)):  # nothing is left of what it brought
                self._reverts[commit.sha].append(merge)
                self.again.pop(merge, None)
                self.taken[merge] = replace(self.taken[whole[0]], sha=merge)

    def _list_with(self, target: str, commit: Commit, *, partly: bool) -> list[str]:
        """List what goes with a commit: what it brought again or merged; of that, in part, what has files in common."""
        brought = [*self._brought.get(target, ()), *(self._merged(target) if target in self._merges else ())]
        touched = frozenset(commit.files)
        return [sha for sha in brought if not partly or touched & self._files.get(sha, frozenset())]

    def _land_again(self, by: str, targets: Sequence[str]) -> None:
        """Take it that something is live again: named itself, or by the revert that is taken back."""
        for target in targets:
            brought = self._reverts.get(target, [] if target in self._named_so else [target])
            self._brought.setdefault(by, []).extend(brought)
            self.again.update(dict.fromkeys(brought, by))

    def _note(self, commit: Commit, subject: str) -> None:
        sha = commit.sha
        self._short[sha[:7]] = sha
        self._files[sha] = frozenset(commit.files)
        if len(commit.parents) > 1:
            self._merges.add(sha)
            self._tips[commit.parents[1]] = sha
        head = _SUBJECT.match(subject)
        if head is not None and _TITLE.match(head["rest"].lstrip(" :")) and sha not in self._brought:
            self._named_so.add(sha)
        self._titles.setdefault(fold_title(subject), []).append(sha)
        if subject.startswith("Merge pull request #"):  # a revert quotes the title that stands below
            title = commit.message.partition("\n")[2].strip().partition("\n")[0]
            self._merge_titles[fold_title(title)] = sha
        landed = _LANDED_AS.search(subject)
        if landed is not None:
            self._numbers.setdefault(landed["number"] or landed["merge"], []).append(sha)
        said = commit.message.lower()
        for number in _CLOSES.findall(commit.message) if any(map(said.__contains__, _CLOSED)) else ():
            self._closing.setdefault(number, []).append(sha)
        self._inverses.note(commit)


_QUEUED = re.compile(r"^\d+:\s|\sr=\S+\sa=\S+$")  # what a merge queue adds to a title
_BOILERPLATE = re.compile(
    rf"\bthis\s+(?:partially\s+)?(?:reverts?|backs?\s+out|undoes|rolls?\s+back)\s+(?:the\s+)?(?:merge\s+)?(?:commits?\s+)?"
    rf"{_SHA}\b(?:(?:\s*(?:,|and\b|&))+\s*(?:commits?\s+)?{_SHA}\b)*(?:\s*\([^)\n]*\))?"
    rf"(?:,?\s+reversing\s+changes\s+made\s+to\s+{_SHA})?(?P<rest>[^\n]*)$",
    re.IGNORECASE | re.MULTILINE,
)
_GOES_ON = re.compile(r"[.,;:]*\s+(?:[A-Z][\w'’]*[ ,]|(?:because|since|as|due|which|so|in favou?r)\s)|[.;]\s+\w+[ ,]")
_SAID_BEFORE = re.compile(r"^(?:BREAKING[ -]CHANGE\b|[a-z]+(?:\([^)]*\))?!?: .{1,72}$)")
_ACTS = re.compile(r"(?:revert|undo|remov|delet|drop|roll|back)\w*\s(?:\S+\s+){0,11}\S+$", re.IGNORECASE)
_ADDRESS = re.compile(r"https?://\S+")
_REFERS = re.compile(
    r"(?:please )?(?:see|refs?|cf|should fix|fix(?:es|ed)?|close[sd]?|resolve[sd]?|related|as (?:discussed|per)"
    r"|also needed"
    r"|more (?:info|details)|discussed|reported|context)\b[^.]{0,80}?(?:#\d+|\b[a-z]{2,10}-\d+\b|https?://\S+)",
    re.IGNORECASE,
)
_OFFERS = re.compile(r"\b(?:feel free to|let me know|happy to (?:discuss|revisit))\b|^for when\b", re.IGNORECASE)
_BESIDE = 4  # words of a reason besides an address


def without_boilerplate(body: str) -> str:
    """Return what the message of a revert says beyond the words that Git and its hosts write into every one."""
    said = _GITHUB.sub("", _BOILERPLATE.sub(_rest, body))
    return "\n".join("" if _only_names(line) else line for line in said.split("\n")).strip()


def _reason(commit: Commit) -> str:
    """Return why something was taken back, as far as the message says more than that it was."""
    message = read_message(commit.message)
    body = finish_sentences(without_boilerplate(message.body))
    least = _TITLED if _BULLET.match(body) else _SOME  # a list of squashed commits: their titles give no reason
    parts = [part for part in map(_without_pointers, paragraphs(body)) if len(part) > least and not _only_names(part)]
    return first_of([part for part in parts if not _says_nothing(part, message.subject)], _SAID)


def _without_pointers(paragraph: str) -> str:
    """Return a paragraph without the sentences that only say where the reason stands."""
    return " ".join(sentence for sentence in split_sentences(paragraph) if not _REFERS.match(sentence))


def _rest(boilerplate: re.Match[str]) -> str:
    """Return what a line says after the words that every revert has, where it goes on."""
    rest = boilerplate["rest"]
    return rest.lstrip(" .,;:") if _GOES_ON.match(rest) else ""


def _says_nothing(paragraph: str, subject: str) -> bool:
    """Tell whether a paragraph is what was taken back, the subject again, an address, or what was done, without why."""
    plain = _ADDRESS.sub("", paragraph)
    alone = plain != paragraph and len(plain.split()) < _BESIDE
    acts = (_ACTS.match(paragraph) or _OFFERS.search(paragraph)) and not BECAUSE.search(paragraph)
    if subject.count('"') % 2 and paragraph.count('"') % 2:
        return True  # a quoted title that goes over two lines
    return alone or bool(acts or _SAID_BEFORE.match(paragraph)) or says_again(paragraph, subject)


def _only_names(paragraph: str) -> bool:
    """Tell whether a paragraph is the title of a revert once more, which gives no reason."""
    head = _SUBJECT.match(_QUEUED.sub("", paragraph))
    return head is not None and not _LANDED_AS.sub("", _TITLE.sub("", head["rest"])).strip(" .:\"'")
