"""What a rule forbids of code: a name in the lines of an edit, a change of what lies at a path; and whether this is it.

Owns how a text denies something of code, and holding the lines of an edit and paths against that. Must not look
anything up. Hook path: light; everything is read once, from left to right. Neighbours: `occasion` (when a rule's time
has come), `named_commands` (which commands it forbids). Words that name nothing of code: `words.json`.
"""

from __future__ import annotations

import re
from collections import Counter

from standfast.code.globs import matches_any
from standfast.model.pattern import compile_later
from standfast.moments.notes.command import added_by
from standfast.moments.notes.place import lies_at, marked_spots
from standfast.moments.notes.role import FORBIDDEN, role_of, words_before
from standfast.text.word_lists import read_lists

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from standfast.model.memory import Memory
    from standfast.moments.notes.command import Act

_LONGEST_EDIT = 40_000  # characters of an edit that are looked at
_FEWEST = 3  # letters of a word that may be a name of code
_BETWEEN = 2  # words between a denial and a name of code that it denies
_MOST = 60  # words of the lines that are looked up
_NAME = r"[$@.#]?[A-Za-z_][\w$]*(?:(?:\.|::|/|-|->|\\)[A-Za-z_$][\w$]*)*(?:\(\))?!?"
_THING = rf"`[^`\n]{{2,60}}`|{_NAME}"
_DENIED_CODE = compile_later(
    r"(?:\b(?:never|not|no|avoid|without|instead of|rather than|ban|banned|over|free of)|n['’]t)"
    r"(?:\s+(?:ever|be|use|used|using|call|calling|import|importing|read|reading|access|accessing|from|write|writing|add|adding|raise|raising|throw"
    r"|throwing|cast|with|a|an|the|any|plain|bare|raw|direct|directly|old|classic|broad|to|catch|stub|stubbing"
    r"|deprecated|legacy"
    r"|mock|mocking|extend|extending|set|setting|return|pass))*"
    rf"\s+(?P<things>(?:{_THING})(?:(?:,? (?:or|and|nor)|,)\s+(?!(?:or|and|nor)\b)(?:{_THING})){{0,4}})"
    r"(?P<rest>[^.;\n]{0,24})",
    re.IGNORECASE,
)
_DENIED_AT = compile_later(
    r"\s+(?:\w+\s+)?(?:in|inside|within|under|anywhere in)\s+(?:the\s+)?`?(?P<spot>[\w.@-]+/[\w./@-]*)", re.IGNORECASE
)
_ONE = compile_later(_THING)
_CODED = compile_later(
    r"`[^`\n]{2,60}`|(?<![\w@$./-])(?:@[\w-]+(?:/[\w-]+)*|\$\w+|\.\w+\(\)|[A-Za-z_][\w]*(?:(?:\.|::|->)[A-Za-z_]\w*)*\(\)"
    r"|[A-Za-z_]\w*(?:::[A-Za-z_]\w*)+|[a-z_]\w*\.[A-Z]\w+|[a-z]{2,}\.[a-z]{2,}(?:\.[a-z]+)?(?=[\s,;:)])|_*[a-z]+_\w+|__[a-z]\w+|[A-Z]+_\w+|[a-z]+[A-Z]\w+|[A-Z][a-z]+[A-Z]\w*)(?![\w/]|\.\w)"
)
_DENIAL_ENDS = compile_later(
    r"\s*$|[,.;:)]|\s*(?:statements?|calls?|keywords?|imports?|blocks?|casts?|loops?|decorators?|in|for|from|here|anywhere"
    r"|where|when|if|unless|at|directly|or|and|but|because|since|on|outside|any more|anymore)\b",
    re.IGNORECASE,
)
_NO_CODE = frozenset(read_lists(__file__, "words")["no_code"])  # words behind a denial
_BARE = frozenset(read_lists(__file__, "words")["bare_calls"])  # functions that are no methods
_CODE_WORD = compile_later(r"[A-Za-z_$@][\w$]*")
_TOKEN = compile_later(r"[\w$.-]+")
_CLAUSE = compile_later(r"(?<=[.!?;:,])\s+|\s[–—-]\s|\n(?=\s*(?:[-*•]|\d+[.)])\s)|\n\s*\n")
_BAN = compile_later(
    r"(?:\bnever|\bnot|n['’]t|\bdont)\s+(?:ever\s+)?(?:be\s+)?(?:(?:manually|directly|hand)[\s-]+)?(?:"
    r"(?:edit|modif|chang|touch|alter)(?:y|ied|ed|e)?\b"
    r"|(?:add|write|commit|put)\s+(?:(?:any|new|more|existing|anything|files?|code|changes|directly)\s+)*(?:to|in|into|under)\b)",
    re.IGNORECASE,
)  # "Never commit secrets" forbids something else
_BARE_FILE = compile_later(r"\A\s+(?:the\s+)?([\w.-]*\w\.[a-z]\w{0,7})(?![\w/.])")  # what a ban names without marks
_DENIALS = ("never", "not", "n't", "n’t", "dont")  # one of them stands in every ban
_ELSEWHERE = compile_later(r"\b(?:outside|except|other than)\b", re.IGNORECASE)
_ASIDE = compile_later(r"\b(?:without|unless|until|instead|rather than|but|because|since)\b", re.IGNORECASE)
_ANYTHING = compile_later(
    r"(?:\W|\b(?:it|them|this|that|these|those|the|any|anything|existing|generated|files?|folder|directory|here|in|of|"
    r"under|inside|by|hand|manually|directly|yourself)\b)*",
    re.IGNORECASE,
)


def denies_added(text: str, act: Act) -> bool:
    """Tell whether a text denies what a command adds to the dependencies."""
    added = added_by(act)
    return bool(added) and is_put_in(denied_in(text), Lines(" ".join(added)))


class Lines:
    """The lines that an edit takes out (in one or more `parts`) and puts in."""

    def __init__(self, added: str = "", removed: str = "", parts: Sequence[str] = ()) -> None:
        self.added, self.removed = added[:_LONGEST_EDIT], removed[:_LONGEST_EDIT]
        self.parts = parts
        self._folded: set[str] | None = None

    def __bool__(self) -> bool:
        return bool(self.added)

    @property
    def fresh(self) -> str:
        """The lines that were not there before."""
        old = set(self.removed.split("\n"))
        return "\n".join(line for line in self.added.split("\n") if line not in old)

    def words(self) -> list[str]:
        """Return the words that are new in these lines, as they come, as many as are looked up."""
        old = set(_CODE_WORD.findall(self.removed))
        fresh = dict.fromkeys(word for word in _CODE_WORD.findall(self.added) if word not in old and len(word) > 2)
        return list(fresh)[:_MOST]

    def have(self, thing: str, besides: Sequence[str] = (), *, exactly: bool = False) -> bool:
        """Tell whether a thing stands in what is put in, more often than in what is taken out.

        As a part of what it is `besides`, it is another thing: `till.open` is no `open`.
        """
        pattern = _as_code(thing)
        added, removed = (
            len(pattern.findall(text)) - sum(text.count(form) for form in besides)
            for text in (self.added, self.removed)
        )
        if added > max(removed, 0) or exactly:
            return added > max(removed, 0)
        plain = _fold(thing)
        named = {plain, plain.removesuffix("js")} if thing.endswith(".js") else {plain}  # `moment` is moment.js
        return len(plain) > 3 and (thing[:1].isupper() or len(named) > 1) and not named.isdisjoint(self._folds())

    def _folds(self) -> set[str]:
        if self._folded is None:
            fresh = Counter(map(_fold, _TOKEN.findall(self.added)))
            fresh.subtract(map(_fold, _TOKEN.findall(self.removed)))
            self._folded = {word for word, count in fresh.items() if count > 0}
        return self._folded


def denied_in(text: str, *, coded: bool = False, paths: Sequence[str] = ()) -> list[str]:
    """Return the things of code that a text denies: what looks like code, or a single word behind the denial.

    With `coded`, only what is written as code is, and is not just the lesser choice: of pages, which have many words.
    What is denied in a place where none of these `paths` lies is left out.
    """
    found: dict[str, None] = {}
    for denial in _DENIED_CODE.finditer(text.replace("**", "")):
        if (coded and denial[0][:4].lower() == "over") or _is_elsewhere(denial, paths):
            continue
        things = [at[0] for at in _ONE.finditer(denial["things"]) if at[0].lower() not in {"or", "and", "nor"}]
        for place, thing in enumerate(things):
            ends = place < len(things) - 1 or _DENIAL_ENDS.match(denial["rest"])
            if is_coded(thing) or (not coded and ends and _is_word(thing)):
                found[thing.strip("`").rstrip(".")] = None
    for at in _CODED.finditer(text) if not coded else ():
        if "/" in at[0]:
            continue  # a place
        if role_of(text, at.start()) == FORBIDDEN and len(words_before(text, at.start())) <= _BETWEEN:
            found[at[0].strip("`")] = None
    return list(found)


def _is_elsewhere(denial: re.Match[str], paths: Sequence[str]) -> bool:
    """Tell whether something is denied in a folder or file alone, and none of these paths lies there."""
    place = _DENIED_AT.match(denial.string, denial.end("things")) if paths else None
    return place is not None and not any(lies_at(path, place["spot"].rstrip(".")) for path in paths)


def is_coded(thing: str) -> bool:
    """Tell whether a thing is written as code is, and no word of prose is."""
    return bool(_CODED.fullmatch(thing))


def _is_word(thing: str) -> bool:
    if thing.lower() in _NO_CODE or len(thing) < _FEWEST or thing.lower().endswith(("ing", "ly")):
        return False
    return not thing.islower() or not thing.endswith("s") or thing.endswith(("js", "ss", "us", "is"))  # no plural


def is_put_in(things: Sequence[str], lines: Lines, text: str = "") -> bool:
    """Tell whether one of these things is put in, and not as a part of a longer form that the text names besides."""
    named = dict.fromkeys(at[0].strip("`") for at in _CODED.finditer(text))
    forms = [form for form in named if form not in things]
    return any(lines.have(thing, [form for form in forms if form.endswith(f".{thing}")]) for thing in things)


def _as_code(thing: str) -> re.Pattern[str]:
    """Return a pattern for a thing in code: whole, not as a part of a longer name, and a call with its parenthesis.

    A name that is no word of every day (`makeTill()`) is the same thing where it is imported or passed on.
    """
    name = thing.removesuffix("()").removesuffix("!")
    plain = name.islower() and "_" not in name.strip("_")
    call = r"\s*\(" if thing.endswith("()") and (plain or not name.replace("_", "").isalnum()) else ""
    behind = r"(?![\w$/-])" if not call and not name.startswith("__") else ""
    before = (
        r""
        if name[:1] == "."
        else r"(?<![\w$@-])"
        if name[:1] in "@$"
        else r"(?<![\w$@.-])"
        if name.isalpha() and name.islower() and (not call or name in _BARE)
        else r"(?<![\w$-])"
    )
    last = re.escape(name.rpartition("::")[2])
    return re.compile(rf"{before}(?:{re.escape(name)}|{last}){behind}{call}")


def _fold(word: str) -> str:
    """Fold a name to its letters: `Day.js` is imported as `dayjs`."""
    return re.sub(r"[\W_]", "", word).lower()


def forbids_change(memory: Memory, paths: Sequence[str]) -> bool:
    """Tell whether a memory forbids changing what lies at one of these paths.

    The clause that forbids it, or the one before it ("`gen/` is generated; do not edit it"), names the path, a folder
    above it or a pattern that it fits; or the memory is for these paths alone and forbids changing anything there.
    """
    lowered = memory.content.text.lower()
    if not any(word in lowered for word in _DENIALS):
        return False
    clauses = [clause for clause in _CLAUSE.split(memory.content.text) if clause]
    scope = memory.content.scope.paths

    def bars(spots: Sequence[str]) -> bool:  # a page of one folder may name what is in it from there
        return any(lies_at(path, spot, inside=matches_any(path, scope)) for spot in spots for path in paths)

    for number, clause in enumerate(clauses):
        ban = _BAN.search(clause)
        if ban is None or _ELSEWHERE.search(clause):
            continue
        if spots := marked_spots(_ASIDE.split(clause)[0]) or _BARE_FILE.findall(clause[ban.end() :]):
            if bars(spots):
                return True
            continue
        if not _ANYTHING.fullmatch(clause[ban.end() :]):
            continue
        before = marked_spots(clauses[number - 1]) if number else []
        if bars(before):
            return True
        if not before and scope and any(matches_any(path, scope) for path in paths):
            return True
    return False
