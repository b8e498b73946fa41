"""When the time of a rule has come, by its own words: "before every commit", "after changing a skill".

Owns reading the occasion that a note names, of a command or of a change to a file, so that a rule which nobody anchored
is told then. Only what somebody noted is read so (`known.is_noted`). Must not look anything up. Hook path: light.
Neighbours: `role` (what a note does with what it names), `ban` (what it forbids), `named_commands`.
"""

from __future__ import annotations

import re

from standfast.model.pattern import compile_kept, compile_later
from standfast.moments.notes.command import adds_dependency
from standfast.moments.notes.file_sort import SORTS, sorts_in, without_sorts
from standfast.moments.notes.named_commands import is_forced
from standfast.moments.notes.place import names_of, spots_in
from standfast.moments.notes.role import FORBIDDEN, OCCASION, SENT, role_of, ungoverned, words_before
from standfast.text.stem import stem
from standfast.text.word_lists import read_lists

TYPE_CHECKING = False
if TYPE_CHECKING:
    from standfast.moments.notes.command import Act

_LISTS = read_lists(__file__, "occasions")
_COMMANDS: dict[str, dict[str, str]] = _LISTS["commands"]
"""For a command: how a rule speaks of it (`deed`), what always is about it, what it ends."""
_DEED_ENDS = (
    r"(?P<part> \w+(?= (?:code|changes?|files?)\b))?"
    r"(?: (?:messages?|subjects?|titles?|summar(?:y|ies))\b(?! (?:hook|template|of)\b)"
    r"|(?=[^\w\s/-]|\s*$|\s[^\w]|\s(?:must|should|is|are|ha(?:s|ve)|needs?|always|never|only|that|which|to|on|in|into|at"
    r"|for|with|as|and|or|but|small|short|code|changes?|files?|run|make|use|before|after|when|until|unless|\w+ly)\b))"
)
"""A deed stands for itself, or for its message: a commit's hash is no commit."""
_SPECIAL = compile_later(r"\b(force|amend|squash|fixup|revert|rebase)", re.IGNORECASE)
_BRANCH = r"(?:the |a )?(?:`|(?:main|master|trunk|develop|dev|release|production)\b|[\w-]+ branch)"
_ADDED = "dependency package library module crate"
_ADDING = compile_later(
    r"\b(?:add|introduc|install|chang|updat|upgrad|bump|remov|new|extra|more|another)\w*[\s'`]+(?:[\w-]+[\s'`]+){0,3}?"
    r"(?:dependenc(?:y|ies)|packages?|librar(?:y|ies)|modules?|crates?|gems?)\b(?!\.\w)"
    r"|\bdependenc(?:y|ies) (?:are |is )?(?:chang|add|updat)\w*",
    re.IGNORECASE,
)
_EVERY_CHANGE = compile_later(
    r"\b(?:every|each|any) (?P<what>(?:[\w-]+ ){0,2}?)(?:chang(?:es?|ing)|edits?)\b"
    r"|\b(?:every|each) (?P<files>[\w-]+ )?files? (?:that )?(?:right after )?you (?:chang|edit|touch)\w*",
    re.IGNORECASE,
)
_RUNS = (
    r"\b(?:before|after|when(?:ever)?|while|once)\b[^.;:!?\n]{0,20}?\b(?:run|start|execut|do|mak)\w* "
    r"(?:[\w`'-]+ ){0,3}?"
)
_WHAT = r"(?P<what>(?:[\s`'\"]+[\w./-]+){1,5})"
_MAKING, _CHANGING = r"add|creat|introduc|writ", r"updat|chang|edit|touch|modify|bump|upgrad"
_CHANGES = (
    compile_later(
        r"\b(?:before|after|when(?:ever)?|while|if|once|every time)\s+(?:you\s+|we\s+)?"
        rf"(?P<verb>{_MAKING}|{_CHANGING})\w*(?:,? (?:or|and) (?P<other>\w+ing))?{_WHAT}",
        re.IGNORECASE,
    ),
    compile_later(rf"\bchang(?:es?|ing) (?:of|to|in){_WHAT}", re.IGNORECASE),
    compile_later(r"(?<![\w./-])(?P<what>(?:[\w./-]{1,40}\s+){1,4}?)chang(?:es?|ed)\b", re.IGNORECASE),
)
_OF_PULL = compile_later(r"\b(?:every|each|any|all) (?:pull requests?|PRs?|merge requests?)\b", re.IGNORECASE)
_OUTSIDE = compile_later(r"\b(?:outside|except|other than)(?: of| in)?(?P<what>(?:\s+[\w-]+){1,3})", re.IGNORECASE)
_OF_PART = compile_later(
    r"(?:^the |\b(?:in|inside|within) (?:(?:the|our|your|any|all|new) )?)[`'\"]?(?P<name>\w+(?:[-_]\w+)*)[`'\"]? "
    r"(?:package|crate|module|folder|directory|service|plugin|code|files)\b",
    re.IGNORECASE,
)
_WHOLE = frozenset(read_lists(__file__, "words")["whole_code"])  # what is no part of the code
_PROPER = compile_later(r"(?<!\w)[A-Z][a-z]+[A-Za-z]*")  # Prisma, GraphQL
_EMPTY = frozenset(map(stem, read_lists(__file__, "words")["no_change"]))
_ENDINGS = compile_later(r"(?<![\w.])\*?(\.[A-Za-z]\w*)\b")
_MOST = 2 / 3  # of the words of a phrase
_WORD = compile_later(r"[^\W_]{3,40}")


def called(act: Act) -> str:
    """Return the words by which a rule may speak of a command without naming it."""
    return f"{_said_of(act, 'called')} {_ADDED if adds_dependency(act) else ''}"


def is_time_for(text: str, act: Act, line: str = "") -> bool:
    """Tell whether a rule names a command as its occasion: "before every commit", "keep commits small".

    What is for some of the code ("before committing backend code") is not, where the `line` names other files alone.
    """
    if adds_dependency(act):
        return bool(_ADDING.search(text))
    if (always := _said_of(act, "always")) and _find(always, text):
        return True
    if any(_find(f"{_RUNS}{_LISTS['acts'][name]}", text) for name in act.acts if name in _LISTS["acts"]):
        return True
    deed = _said_of(act, "deed")
    if deed and _find(rf"\b{deed}\b(?: \w+)? (?:to|on|into) {_BRANCH}", text):
        return False  # what is against a branch is told at that branch
    if special := {at[1].lower() for at in _SPECIAL.finditer(text)} if deed else set():
        return any(word in act.raw.lower() or (word == "force" and is_forced(act)) for word in special)
    if not speaks_of_pulls(text) and any("/" in spot for spot in spots_in(text)):
        return False  # what is for some files is told there
    found = _finds(rf"(?<![\w/-]){deed}{_DEED_ENDS}", text) if deed else []
    return any(_is_meant(at, text, line) for at in found) or _is_of_work(text, act)


def _is_meant(deed: re.Match[str], text: str, line: str) -> bool:
    """Tell whether a text is for a deed that it names: its occasion, forbidden, or what it begins with."""
    part = (deed["part"] or "").strip().lower()
    if part and part not in _EMPTY and "/" in line and part not in line.lower():
        return False
    role = role_of(text, deed.start())
    words = words_before(text, deed.start())
    return len(words) <= {FORBIDDEN: 5, OCCASION: 3, SENT: 2}.get(role, 1)


def _said_of(act: Act, what: str) -> str:
    """Return how rules speak of a command, or nothing; who takes files back out of Git switches no branch."""
    if act.words[:2] == ("git", "checkout") and (" -- " in act.raw or not act.words[2:] or "." in act.words[2]):
        return ""
    forms = (" ".join(act.words[:count]) for count in (3, 2))
    return next((_COMMANDS[form][what] for form in forms if what in _COMMANDS.get(form, ())), "")


def _find(pattern: str, text: str) -> re.Match[str] | None:
    """Look for an expression that is made of the tables above: there are few, and each is compiled once for a home."""
    return compile_kept(pattern, re.IGNORECASE).search(text)


def _finds(pattern: str, text: str) -> list[re.Match[str]]:
    return list(compile_kept(pattern, re.IGNORECASE).finditer(text))


def _is_of_work(text: str, act: Act) -> bool:
    """Tell whether a rule is for the end of a piece of work, which is when it is committed, or for every piece."""
    if act.words[:2] == ("git", "commit") and (every := _EVERY_CHANGE.search(text)):
        what = every["what"] or every["files"] or ""
        if all(SORTS[name].wide for name in sorts_in(what)):
            return True
    ends = _said_of(act, "ends")
    return any(role_of(text, at.start()) == OCCASION for at in (_finds(rf"\b{ends}", text) if ends else ()))


def speaks_of_pulls(text: str) -> bool:
    """Tell whether a text is for some pull requests: what these touch is told when one is made."""
    return bool(_OF_PULL.search(text))


def is_for_change(text: str, path: str, sorts: set[str], *, made: bool, grown: bool) -> bool:
    """Tell whether a rule names the change of what a path is as its occasion: "when you add a till", "schema changes".

    What is to change is named by the sort of file, or by most words of a phrase being names of the path. What is to be
    made is not meant where nothing is made: the file is there and gets no new definition (`grown`).
    """
    for way in _CHANGES:
        for said in way.finditer(text):
            groups = said.groupdict()
            makes = (groups.get("verb") or "").lower() in _MAKING.split("|") and not groups.get("other")
            if (made or grown or not makes) and _is_named_by(
                ungoverned(said["what"], last=way is _CHANGES[-1]), path, sorts, made=made
            ):
                return True
    return False


def _is_named_by(named: str, path: str, sorts: set[str], *, made: bool) -> bool:
    """Tell whether a phrase names what lies at a path; a language or a side of the program says little of a change."""
    if "/" in named or any(not path.endswith(ending) for ending in _ENDINGS.findall(named)):
        return False  # a place is told of where it is, and files of an ending at these
    meant, rest = sorts_in(named), without_sorts(named)
    words = {stem(word.lower()) for word in _WORD.findall(rest)} - _EMPTY
    there = words & names_of(path)
    if meant:
        wide = all(SORTS[name].wide for name in meant)
        said = {stem(word.lower()) for word in _WORD.findall(named)}
        return (
            meant <= sorts
            and (made or not wide)
            and (not any(SORTS[name].common for name in meant) or not said.isdisjoint(names_of(path)))
            and all(name.lower() in path.lower() for name in _PROPER.findall(rest))
        )
    return bool(there) and len(there) >= _MOST * len(words)


def is_outside(text: str, path: str) -> bool:
    """Tell whether a text leaves a path out: "never outside the settings", "in the till package"."""
    parts = [name for said in _OF_PART.finditer(text) if (name := said["name"].lower()) not in _WHOLE]
    if parts and all(part not in path.lower() for part in parts):
        return True
    words = {stem(word.lower()) for said in _OUTSIDE.finditer(text) for word in _WORD.findall(said["what"])}
    return not words.isdisjoint(names_of(path))
