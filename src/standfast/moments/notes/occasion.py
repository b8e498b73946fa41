"""When the time of a rule has come, by its own words: "before every commit", "when you open a pull request".

Owns reading the command that a note names as its occasion, so that a rule which nobody anchored is told then. Only what
somebody noted is read so (`known.is_noted`). Must not look anything up. Hook path: light. Neighbours: `role` (what a
note does with what it names), `ban` (what it forbids), `named_commands`.
"""

from __future__ import annotations

import re

from standfast.code.filetypes import canonical
from standfast.model.pattern import compile_kept, compile_later
from standfast.moments.notes.command import adds_dependency
from standfast.moments.notes.named_commands import is_forced
from standfast.moments.notes.place import spots_in
from standfast.moments.notes.role import FORBIDDEN, OCCASION, SENT, role_of, words_before
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
_BRANCH = r"(?:the |a )?(?:`|(?:main|master|trunk|develop|dev|release|production)\b|(?!shared|public|any)[\w-]+ branch)"
ADDED = "dependency package library module crate gem"
_ADDING = compile_later(
    r"\b(?:(?P<new>add|introduc|install|new|extra|more|another)|chang|updat|upgrad|bump|remov)\w*[\s'`]+(?:[\w-]+[\s'`]+){0,3}?"
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
_AHEAD = r"\bbefore (?:the|an?|any|every|each|your) (?:full |whole |next )?"
_OF_PULL = compile_later(r"\b(?:every|each|any|all) (?:pull requests?|PRs?|merge requests?)\b", re.IGNORECASE)
_EMPTY = frozenset(read_lists(__file__, "words")["no_change"])
_WORD = compile_later(r"[^\W_]{3,40}")


def called(act: Act) -> str:
    """Return the words by which a rule may speak of a command without naming it."""
    return f"{_said_of(act, 'called')} {ADDED if adds_dependency(act) else ''}"


def is_time_for(text: str, act: Act, line: str = "") -> bool:
    """Tell whether a rule names a command as its occasion: "before every commit", "keep commits small".

    What is for some of the code ("before committing backend code") is not, where the `line` names other files alone.
    """
    if adds_dependency(act):
        return is_for_taking(text)
    if (always := _said_of(act, "always")) and _find(always, text):
        return True
    acts = [_LISTS["acts"][name] for name in act.acts if name in _LISTS["acts"]]
    if any(_find(f"{_RUNS}{name}|{_AHEAD}{name}", text) for name in acts):
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


def is_for_taking(text: str, *, new: bool = True) -> bool:
    """Tell whether a rule is for who adds (where it is a `new` one) or changes a dependency, whichever it is."""
    return any(new or not at["new"] for at in _ADDING.finditer(text))


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
        if all(word.lower() in _EMPTY or canonical(word) for word in _WORD.findall(what)):
            return True
    ends = _said_of(act, "ends")
    return any(role_of(text, at.start()) == OCCASION for at in (_finds(rf"\b{ends}", text) if ends else ()))


def speaks_of_pulls(text: str) -> bool:
    """Tell whether a text is for some pull requests: what these touch is told when one is made."""
    return bool(_OF_PULL.search(text))
