"""When a rule applies, by its own words: "before every commit", "after changing a skill", "tests go to `tests/`".

Owns reading the occasion that a note names, of a command or of a change to a file, so that a rule which nobody anchored
is told when its time has come. Only what somebody noted is read so (`known.is_noted`). Must not look anything up. Hook
path: light.
"""

from __future__ import annotations

import re

from standfast.code.globs import matches_any
from standfast.model.pattern import compile_later
from standfast.moments.acts import is_deed
from standfast.text.stem import stem

TYPE_CHECKING = False
if TYPE_CHECKING:
    from standfast.moments.acts import Act

_TIME = r"\b(?:before|after|when(?:ever)?|while|upon|once|prior to|every|each|any|per)\b"
_SAID_OF = r"(?:^|[.;:!?\n]\s*)(?:never|always|only|do not|don['’]t|keep|make|write|use|prefer)\b"
_NEAR = r"(?:[ `'*]{1,3}[\w-]+){0,3}?[ `'*]{1,3}"
_BRANCH = r"(?:the |a )?(?:`|(?:main|master|trunk|develop|dev|release|production)\b|[\w-]+ branch)"
_WORK = r"\b(?:before|when|after|once|every|each)\b[^.;:!?\n]{0,40}?\b"
_ENDS_OF: dict[tuple[str, ...], re.Pattern[str]] = {
    ("git", "commit"): compile_later(rf"{_WORK}(?:complete|completed|done|finish\w*)\b", re.IGNORECASE),
    ("gh", "issue"): compile_later(rf"{_WORK}issues?\b", re.IGNORECASE),
    ("gh", "pr"): compile_later(rf"{_WORK}(?:pull requests?|PRs?)\b", re.IGNORECASE),
}
_CALLED: dict[tuple[str, ...], str] = {("git", "commit"): "complete done finish", ("gh", "pr"): "pull request"}
# What a command does, as a rule speaks of it; these are seldom spoken of in passing.
_DEEDS: dict[tuple[str, ...], str] = {
    ("git", "commit"): r"commit(?:s|ted|ting)?",
    ("git", "push"): r"push(?:es|ed|ing)?",
    ("git", "merge"): r"merg(?:e|es|ed|ing)",
    ("git", "rebase"): r"rebas(?:e|es|ed|ing)",
    ("gh", "pr", "create"): r"(?:pull requests?|PRs?)",
    ("gh", "pr", "merge"): r"merg(?:e|es|ed|ing)",
    ("gh", "issue", "create"): r"issues?",
    ("glab", "mr", "create"): r"(?:merge requests?|MRs?)",
}
# What is spoken of so seldom that who does it is told of it.
_SELDOM: dict[tuple[str, ...], str] = {
    ("git", "worktree", "add"): r"\bworktrees?\b",
    ("git", "submodule"): r"\bsubmodules?\b",
}
# What is spoken of often: only "when running the tests" names the occasion.
_RUNS = r"(?:you |we )?(?:run|running|execut\w+|start|starting|doing|making) (?:[\w`'-]+ ){0,3}?"
_OFTEN = {
    "test": r"tests?\b",
    "build": r"builds?\b",
    "install": r"install\w*",
    "deploy": r"deploy\w*",
    "release": r"(?:releas|publish)\w*",
    "migrate": r"migrat\w*",
}
_CHANGING = compile_later(
    r"\b(?:before|after|when(?:ever)?|while|prior to)\s+(?:you\s+|we\s+)?"
    r"(?:add|updat|chang|edit|creat|writ|touch|modify|remov|renam|mov)\w*"
    r"(?:,? (?:or|and) \w+ing)?(?P<what>(?:\s+[\w`'./-]+){1,5})",
    re.IGNORECASE,
)
_SPOT = compile_later(r"(?<![\w/.@-])(?:~/|\./)?(?P<spot>[.@{,-]{0,8}+[\w*}][\w.@*{},/-]*+)")
_LONGEST = 20_000  # signs of a text that are read for places
_PLACING = compile_later(
    r"(?:\b(?:go(?:es)?|lives?|belongs?|resides?|(?:be|is|are) (?:put|placed|stored|kept|written|created))\b"
    r"|(?:^|[.;:!?]\s+)(?:put|place|store|write|create)\b)"
    r"(?:[^.;\n]|\.(?=\S)){0,60}?\b(?:in|into|under|to|inside)\b",
    re.IGNORECASE,
)
_YOURS = compile_later(r"(?:my|your|yours|example|foo|path|name|xxx)\b", re.IGNORECASE)
_DENIES = compile_later(r"\b(?:never|not|no|avoid|out of|only)\b|n['’]t\b", re.IGNORECASE)
PASSING = compile_later(
    r"\b(?:read|see|consult|follow|per|run|source)\s+(?:the\s+)?[`'\"(]?(?:\./|~/)?$", re.IGNORECASE
)  # where to look, and what to run: no word about the file
_ANY = frozenset(("the", "any", "your", "all", "new", "these", "this", "our", "such", "more"))
_PLAIN = frozenset(("src", "lib", "app", "apps", "packages", "source", "code", "main", "index"))
_ENDING = compile_later(r"\.(?:\w+|\{[^}]*\})$")
_QUOTED = compile_later(r"`([^`\n]{2,60})`")
_WORD = compile_later(r"[^\W_]{3,40}")


def called(act: Act) -> str:
    """Return the words by which a rule may speak of a command without naming it."""
    return _CALLED.get(act.words[:2], "")


def is_time_for(text: str, act: Act, line: str = "") -> bool:
    """Tell whether a rule names a command as its occasion: "before every commit", "keep commits small".

    What is for some of the code ("before committing backend code") is not, where the `line` names other files alone.
    """
    deed = next((_DEEDS[form] for form in (act.words[:3], act.words[:2]) if form in _DEEDS), "")
    if any(quoted[1] == " ".join(act.words[:2]) for quoted in _QUOTED.finditer(text)) and is_deed(act):
        return True
    if rare := _SELDOM.get(act.words[:3]) or _SELDOM.get(act.words[:2]):
        return bool(re.search(rare, text, re.IGNORECASE))
    if not deed:
        often = [_OFTEN[name] for name in act.acts if name in _OFTEN]
        return any(re.search(rf"{_TIME} {_RUNS}{name}", text, re.IGNORECASE) for name in often)
    if re.search(rf"\b{deed}\b(?: \w+)? (?:to|on|into) {_BRANCH}", text, re.IGNORECASE):
        return False  # what is against a branch is told at that branch
    if any("/" in spot for spot in spots_in(text)):
        return False  # what is for some files is told there
    part = re.search(rf"\b{deed} (\w+) (?:code|changes?|files?)\b", text, re.IGNORECASE)
    if part and part[1].lower() not in _ANY and "/" in line and part[1].lower() not in line.lower():
        return False
    ways = (
        rf"(?:{_TIME}|{_SAID_OF}){_NEAR}{deed}\b",
        rf"\b{deed} (?:messages?|subjects?|titles?)\b",
        rf"\bconventional {deed}\b",
    )
    return any(re.search(way, text, re.IGNORECASE) for way in ways) or _is_of_work(text, act)


def _is_of_work(text: str, act: Act) -> bool:
    """Tell whether a rule is for the end of a piece of work, which is when it is committed, or for every piece."""
    ends = _ENDS_OF.get(act.words[:2])
    return ends is not None and bool(ends.search(text))


def is_for_file(text: str, path: str, *, norm: bool) -> bool:
    """Tell whether a rule is for a file: it names a folder or a pattern that it lies in, or the change as its occasion.

    A name that is anybody's stands for what lies there: "test an extension with `extensions/yours/index.ts`". A whole
    folder of the top is ruled on only by a `norm`.
    """
    for spot in spots_in(text):
        if _lies_at(path, spot, top=norm) or _lies_at(path, _before_yours(spot)):
            return not is_heeded_at(text, path)
    parts = names_of(path)
    return any(stem(word.lower()) in parts for said in _CHANGING.finditer(text) for word in _WORD.findall(said["what"]))


def is_heeded_at(text: str, path: str) -> bool:
    """Tell whether a text only says where files of a sort belong, and a path lies there."""
    return (
        bool(_PLACING.search(text))
        and not _DENIES.search(text)
        and any(_lies_at(path, spot, top=True) for spot in spots_in(text))
    )


def _before_yours(spot: str) -> str:
    """Return the folder before a name that is anybody's."""
    parts = spot.split("/")
    place = next((place for place, part in enumerate(parts) if _YOURS.match(part)), 0)
    return f"{'/'.join(parts[:place])}/" if place else ""


def names_of(path: str) -> set[str]:
    """Return the words by which a rule may call what lies at a path: its folders and its name, but plain ones."""
    pieces = [word for part in path.split("/") for word in _WORD.findall((part.rpartition(".")[0] or part).lower())]
    return {stem(word) for word in pieces if word not in _PLAIN}


def spots_in(text: str) -> list[str]:
    """Return the folders and patterns that a text names, not only as what to read or to run."""
    spots = (
        at for at in _SPOT.finditer(text[:_LONGEST]) if not PASSING.search(text[max(0, at.start() - 40) : at.start()])
    )
    found = dict.fromkeys(at["spot"].rstrip(".,") for at in spots)
    return [spot for spot in found if len(spot) > 2 and ("/" in spot or "*." in spot)]


def _lies_at(path: str, spot: str, *, top: bool = False) -> bool:
    """Tell whether a path lies in a folder, or fits a pattern for files of some name (not of a language)."""
    if "*" in spot:
        name = _ENDING.sub("", spot.rpartition("/")[2])
        return bool(_WORD.search(name)) and matches_any(path, (spot, f"**/{spot}"))
    folder = spot.rstrip("/")
    if not folder or ("/" not in folder and (not top or not spot.endswith("/") or folder in _PLAIN)):
        return False
    return f"{path}/".startswith(f"{folder}/") or f"/{folder}/" in f"/{path}"
