"""When the time of a rule has come, by its own words: "before every commit", "after changing a skill".

Owns reading the occasion that a note names, of a command or of a change to a file, so that a rule which nobody anchored
is told then. Only what somebody noted is read so (`known.is_noted`). Must not look anything up. Hook path: light.
Neighbours: `ban` (what a rule forbids), `followed` (what is done as it says already).
"""

from __future__ import annotations

import re

from standfast.model.pattern import compile_kept, compile_later
from standfast.moments.command import adds_dependency, is_deed
from standfast.moments.file_sort import SORTS, sorts_in, without_sorts
from standfast.moments.followed import is_placed
from standfast.moments.place import is_narrow, lies_at, names_of, spots_in
from standfast.text.stem import stem
from standfast.text.word_lists import read_lists

TYPE_CHECKING = False
if TYPE_CHECKING:
    from standfast.moments.command import Act

_TIME = r"\b(?:before|after|when(?:ever)?|while|upon|once|prior to|every|each|any|per)\b"
_SAID_OF = r"(?:^|[.;:!?\n]\s*)(?:never|always|only|do not|don['’]t|keep|make|write|use|prefer)\b"
_NEAR = r"(?:[ `'*]{1,3}[\w-]+){0,3}?[ `'*]{1,3}"
_BRANCH = r"(?:the |a )?(?:`|(?:main|master|trunk|develop|dev|release|production)\b|[\w-]+ branch)"
_WORK = r"\b(?:before|when|after|once|every|each)\b[^.;:!?\n]{0,40}?\b"
_LISTS = read_lists(__file__, "occasions")
_COMMANDS: dict[str, dict[str, str]] = _LISTS["commands"]
"""For a command: how a rule speaks of it near a word of time (`deed`), what always is about it, what it ends."""
_ADDED = "dependency package library module crate"
_ADDING = compile_later(
    r"\b(?:add|introduc|install|pull in|chang|updat|upgrad|bump|remov|new|extra|more|another)\w*[\s'`]+"
    r"(?:[\w-]+[\s'`]+){0,3}?"
    r"(?:dependenc(?:y|ies)|packages?|librar(?:y|ies)|modules?|crates?|gems?)\b"
    r"|\bdependenc(?:y|ies) (?:are |is )?(?:chang|add|updat)\w*",
    re.IGNORECASE,
)
_REWORKS = compile_later(r"\b(amend|squash|fixup|revert|rebase)\w*\b[^.;,]{0,30}\bcommits?\b", re.IGNORECASE)
_FORCED = compile_later(r"\bforce[- ]?push\w*|\bpush\w* (?:with )?(?:--)?force\b", re.IGNORECASE)
_FORCE = frozenset(("-f", "--force", "--force-with-lease", "--mirror"))
_EVERY_CHANGE = compile_later(
    r"\b(?:every|each|any|all)\b(?P<what>(?:\W{1,5}[\w-]{1,40}){0,2}?)\W{1,5}(?:chang(?:es?|ing)|edits?)\b",
    re.IGNORECASE,
)
_BY_ACT = {"migrate": frozenset(("schema", "migration"))}  # sorts of files that a command is about to change
# What is spoken of often: only "when running the tests" names the occasion.
_RUNS = r"(?:you |we )?(?:run|running|execut\w+|start|starting|doing|making|generat\w+|creat\w+) (?:[\w`'-]+ ){0,3}?"
_CHANGES = r"(?:add|updat|chang|edit|creat|writ|touch|modify|remov|renam|mov|introduc|bump|upgrad)\w*"
_CHANGING = compile_later(
    rf"\b(?:before|after|when(?:ever)?|while|if|once|every time|prior to)\s+(?:you\s+|we\s+)?{_CHANGES}"
    rf"(?:,? (?:or|and) \w+ing)?(?P<what>(?:\s+[\w`'./-]+){{1,5}})",
    re.IGNORECASE,
)
_CHANGED = compile_later(
    r"(?<![\w./-])(?P<what>(?:[\w./-]{1,40}\s+){1,4}?)(?:files?\s+)?chang(?:es?|ed)\b", re.IGNORECASE
)
_CHANGE_OF = compile_later(r"\bchang(?:es?|ing) (?:of|to|in) (?P<what>(?:[\w./-]+\s*){1,4})", re.IGNORECASE)
_NEVER_NEW = compile_later(
    r"\b(?:never|do not|don['’]?t)\s+(?:add|create|write|put)\s+"
    r"(?P<what>(?:(?!to\b|in\b|into\b)[\w./-]+\s*){1,3})\b(?!\s*(?:to|in|into)\b)",
    re.IGNORECASE,
)
_NEW_FILES = compile_later(r"\bnew (?P<what>\*?\.\w+|\w+) files?\b", re.IGNORECASE)
_EVERY_FILE = compile_later(
    r"\b(?:every|each|any|all)\s+(?P<what>[\w-]+) files?\b[^.;\n]{0,60}?\b(?:edit|chang|touch|writ|modif)\w*",
    re.IGNORECASE,
)
_PROPER = compile_later(
    r"(?<!\w)(?!(?:API|UI|DB|Database|CI|Rust|Python|Go|PHP|Ruby|Java|React|Vue)\b)[A-Z][a-z]+[A-Za-z]*"
)  # Prisma, GraphQL
_PHRASE_ENDS = compile_later(
    r"\b(?:after|before|when(?:ever)?|while|if|every|each|any|run|use|call|in|into|to|with|for|from|of|at|on|then|also|always|make|see|check|need|needs|by|so|that|which)\b",
    re.IGNORECASE,
)
_OUTSIDE = compile_later(r"\b(?:outside|except|other than)(?: of| in)?(?P<what>(?:\s+[\w-]+){1,3})", re.IGNORECASE)
_OF_PULL = compile_later(r"\b(?:every|each|any|all) (?:pull requests?|PRs?|merge requests?)\b", re.IGNORECASE)
_AT_ROOT = compile_later(r"\b(?:root|top[- ]level) [`'\"]?(?P<name>[\w-]*\.\w+)", re.IGNORECASE)
_OF_PART = compile_later(
    r"(?:^|\bin )the [`'\"]?(?P<name>\w+(?:[-_]\w+)*)[`'\"]? "
    r"(?:package|crate|module|folder|directory|service|plugin)\b",
    re.IGNORECASE,
)
_IN_CODE = compile_later(
    r"\b(?:in|inside|within) (?:(?:the|our|your|any|all|new) )?(?P<what>[\w-]+) "
    r"(?:code|files?|modules?|packages?|crates?)\b",
    re.IGNORECASE,
)
_IN_EARNEST = compile_later(r"\b(?:in|of|for) (?:production|application|library) (?:code|files?)\b", re.IGNORECASE)
_YOURS = compile_later(r"(?:my|your|yours|example|foo|path|name|xxx)\b", re.IGNORECASE)
_WORDS = read_lists(__file__, "words")
_EMPTY = frozenset(map(stem, _WORDS["no_change"]))
_ENDINGS = compile_later(r"(?<![\w.])\*?(\.[A-Za-z]\w*)\b")
_TELLING = 5  # letters of the name of a program that is no word of every day
_MOST = 2 / 3  # of the words of a phrase
_QUOTED = compile_later(r"`([^`\n]{2,60})`")
_WORD = compile_later(r"[^\W_]{3,40}")


def called(act: Act) -> str:
    """Return the words by which a rule may speak of a command without naming it."""
    changed = " ".join(word for name in act.acts for word in sorted(_BY_ACT.get(name, ())))
    return f"{_said_of(act, 'called')} {_ADDED if adds_dependency(act) else ''} {changed}"


def is_time_for(text: str, act: Act, line: str = "") -> bool:
    """Tell whether a rule names a command as its occasion: "before every commit", "keep commits small".

    What is for some of the code ("before committing backend code") is not, where the `line` names other files alone.
    """
    deed = _said_of(act, "deed")
    if any(quoted[1] == " ".join(act.words[:2]) for quoted in _QUOTED.finditer(text)) and is_deed(act):
        return True
    if (always := _said_of(act, "always")) and _find(always, text):
        return True
    if adds_dependency(act) and (_ADDING.search(text) or _is_of_manifest(text, act)):
        return True
    if act.words[:2] == ("git", "push") and _FORCED.search(text):
        return not _FORCE.isdisjoint(act.raw.split())
    if _is_named_then(text, act):
        return True
    if any(not _BY_ACT[name].isdisjoint(_changed_in(text)) for name in act.acts if name in _BY_ACT):
        return True
    if not deed:
        often = [_LISTS["acts"][name] for name in act.acts if name in _LISTS["acts"]]
        return any(_find(rf"{_TIME} {_RUNS}{name}", text) for name in often)
    if any(said[1].lower() not in act.raw for said in _REWORKS.finditer(text)):
        return False  # what is done with commits that are there is no matter of a new one
    if _find(rf"\b{deed}\b(?: \w+)? (?:to|on|into) {_BRANCH}", text):
        return False  # what is against a branch is told at that branch
    if any("/" in spot for spot in spots_in(text)):
        return False  # what is for some files is told there
    part = _find(rf"\b{deed} (\w+) (?:code|changes?|files?)\b", text)
    if part and part[1].lower() not in _WORDS["any"] and "/" in line and part[1].lower() not in line.lower():
        return False
    ways = (
        rf"(?:{_TIME}|{_SAID_OF}){_NEAR}{deed}\b",
        rf"\b(?:in|into|to|of) (?:[\w-]+,? ){{0,2}}?{deed}\b(?![-/])",
        rf"\b{deed} (?:messages?|subjects?|titles?|summar(?:y|ies))\b",
        rf"\bconventional {deed}\b",
    )
    return any(_find(way, text) for way in ways) or _is_of_work(text, act)


def _said_of(act: Act, what: str) -> str:
    """Return how rules speak of a command, or nothing; who takes files back out of Git switches no branch."""
    if act.words[:2] == ("git", "checkout") and (" -- " in act.raw or not act.words[2:] or "." in act.words[2]):
        return ""
    forms = (" ".join(act.words[:count]) for count in (3, 2))
    return next((_COMMANDS[form][what] for form in forms if what in _COMMANDS.get(form, ())), "")


def _is_of_manifest(text: str, act: Act) -> bool:
    """Tell whether a command writes the list of dependencies, and a text is for its changes: "any go.mod change"."""
    if act.program in {"pip", "pip3"}:
        return False  # writes none
    words = (word for phrase in _changes_in(text) for word in phrase.split())
    return any(SORTS["dependency"].paths.search(word) for word in words)


def _find(pattern: str, text: str) -> re.Match[str] | None:
    """Look for an expression that is made of the tables above: there are few, and each is compiled once for a home."""
    return compile_kept(pattern, re.IGNORECASE).search(text)


def _is_named_then(text: str, act: Act) -> bool:
    """Tell whether a text names the calls of a program as its occasion: "before any bundle command"."""
    program = re.escape(act.program)
    calls = rf"(?:you |we )?(?:run|running|start|starting|call|calling|launch\w*) {program}\b"
    if len(act.program) >= _TELLING and re.search(rf"{_TIME} {calls}", text, re.IGNORECASE):
        return True
    return bool(re.search(rf"{_TIME} (?:\w+ ){{0,2}}{program} (?:commands?|calls?)\b", text, re.IGNORECASE))


def _is_of_work(text: str, act: Act) -> bool:
    """Tell whether a rule is for the end of a piece of work, which is when it is committed, or for every piece."""
    ends = _said_of(act, "ends")
    commits = act.words[:2] == ("git", "commit")
    every = _EVERY_CHANGE.search(text) or _EVERY_FILE.search(text) if commits else None
    if every is not None and "." not in every["what"] and all(SORTS[name].wide for name in sorts_in(every["what"])):
        return True
    return bool(ends) and bool(_find(rf"{_WORK}{ends}", text))


def is_for_file(text: str, path: str, *, norm: bool) -> bool:
    """Tell whether a rule is for a file: it names a folder or a pattern that it lies in, or the change as its occasion.

    A name that is anybody's stands for what lies there: "test an extension with `extensions/yours/index.ts`". A whole
    folder of the top is ruled on only by a `norm`.
    """
    if _OF_PULL.search(text):
        return False  # what is for some pull requests is told there
    for spot in spots_in(text):
        for at, top in ((spot, norm), (_before_yours(spot), False)):
            if is_narrow(at, top=top) and lies_at(path, at):
                return not is_placed(text, path)
    return False


def is_for_change(text: str, path: str, sorts: set[str]) -> bool:
    """Tell whether a rule names the change of what a path is as its occasion: "when you add a till", "schema changes".

    What is to change is named by the sort of file, or by the names of the path: most words of the phrase are there.
    """
    if _find(_WORK + _COMMANDS["git commit"]["ends"], text):
        return False  # what is for the end of the work is told there
    return any(_is_named_by(phrase, path, sorts) for phrase in _changes_in(text))


def is_for_new(text: str, path: str, sorts: set[str]) -> bool:
    """Tell whether a rule is for new files of the ending or the sort of a path."""
    kinds = [said["what"].lstrip("*") for said in _NEW_FILES.finditer(text)]
    return any(path.endswith(kind) if kind.startswith(".") else not sorts_in(kind).isdisjoint(sorts) for kind in kinds)


def _changes_in(text: str) -> list[str]:
    """Return what a text speaks of as changing."""
    spoken = [said["what"] for said in _CHANGING.finditer(text)]
    for way in (_CHANGE_OF, _NEVER_NEW, _EVERY_FILE):
        spoken += [said["what"] for said in way.finditer(text)]
    return spoken + [_PHRASE_ENDS.split(said["what"])[-1] for said in _CHANGED.finditer(text)]


def _changed_in(text: str) -> set[str]:
    """Return the sorts of files that a text speaks of as changing."""
    return {name for phrase in _changes_in(text) for name in sorts_in(_PHRASE_ENDS.split(phrase)[0])}


def _is_named_by(phrase: str, path: str, sorts: set[str]) -> bool:
    """Tell whether a phrase names what lies at a path."""
    named = _PHRASE_ENDS.split(phrase)[0]
    if "/" in named or any(not path.endswith(ending) for ending in _ENDINGS.findall(named)):
        return False  # a place is told of where it is, and files of an ending at these
    meant, rest = sorts_in(named), without_sorts(named)
    words = {stem(word.lower()) for word in _WORD.findall(rest)} - _EMPTY
    there = words & names_of(path)
    if meant:
        wide = all(SORTS[name].wide for name in meant)
        if not meant <= sorts or (wide and words - there):
            return False
        return all(name.lower() in path.lower() for name in _PROPER.findall(rest))
    return bool(there) and len(there) >= _MOST * len(words)


def is_outside(text: str, path: str, sorts: set[str]) -> bool:
    """Tell whether a text leaves a path out: "never outside the settings", "in the root package.json"."""
    if "test" in sorts and _IN_EARNEST.search(text):
        return True
    *folders, name = path.lower().split("/")
    if folders and any(said["name"].lower() == name for said in _AT_ROOT.finditer(text)):
        return True
    parts = [said["name"].lower() for said in _OF_PART.finditer(text)]
    if parts and all(part not in path.lower() for part in parts):
        return True
    words = {stem(word.lower()) for said in _OUTSIDE.finditer(text) for word in _WORD.findall(said["what"])}
    return not words.isdisjoint(names_of(path))


def is_of_other_code(text: str, path: str) -> bool:
    """Tell whether a text is for the code of something alone ("in adapter code") that no name of a path has."""
    whats = [said["what"].lower() for said in _IN_CODE.finditer(text)]
    named = {
        stem(word)
        for what in whats
        if what not in _WORDS["any_code"] and not sorts_in(what)
        for word in _WORD.findall(what)
    }
    return bool(named) and named.isdisjoint(names_of(path))


def _before_yours(spot: str) -> str:
    """Return the folder before a name that is anybody's."""
    parts = spot.split("/")
    place = next((place for place, part in enumerate(parts) if _YOURS.match(part)), 0)
    return f"{'/'.join(parts[:place])}/" if place else ""
