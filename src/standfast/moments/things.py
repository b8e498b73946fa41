"""What a rule names of code, held against the lines that an edit puts in: a banned import, a call, a decorator.

Owns reading the things that a rule denies ("never print()", "not argparse", "instead of Day.js") and those that it only
names (`@shop/ui`, `get_viewer()`), and whether they are put in. Must not look anything up. Hook path: light; everything
is read once, from left to right. Neighbours: `sorts` (sorts of files), `applies` (occasions).
"""

from __future__ import annotations

import re
from collections import Counter

from standfast.model.pattern import compile_later
from standfast.moments.sorts import sorts_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_LONGEST = 40_000  # characters of an edit that are looked at
_FEWEST = 3  # letters of a word that may be a name of code
_MOST = 60  # words of the lines that are looked up
_NAME = r"[$@.#]?[A-Za-z_][\w$]*(?:(?:\.|::|/|-|->|\\)[A-Za-z_$][\w$]*)*(?:\(\))?!?"
_THING = rf"`[^`\n]{{2,60}}`|{_NAME}"
_DENIED = compile_later(
    r"(?:\b(?:never|not|no|avoid|without|instead of|rather than|ban|banned|over)|n['’]t)"
    r"(?:\s+(?:ever|be|use|used|using|call|calling|import|importing|from|write|writing|add|adding|raise|raising|throw"
    r"|throwing|cast|with|a|an|the|any|plain|bare|raw|direct|directly|old|classic|broad|to|catch|stub|stubbing"
    r"|mock|mocking|extend|extending|set|setting|return|pass))*"
    rf"\s+(?P<things>(?:{_THING})(?:(?:,| or| and| nor|,? or)\s+(?:{_THING})){{0,4}})"
    r"(?P<rest>[^.;\n]{0,24})",
    re.IGNORECASE,
)
_ONE = compile_later(_THING)
_CODED = compile_later(
    r"`[^`\n]{2,60}`|(?<![\w@$./-])(?:@[\w-]+(?:/[\w-]+)*|\$\w+|\.\w+\(\)|[A-Za-z_][\w]*(?:(?:\.|::|->)[A-Za-z_]\w*)*\(\)"
    r"|[A-Za-z_]\w*(?:::[A-Za-z_]\w*)+|[a-z]+_\w+|[A-Z]+_\w+|[a-z]+[A-Z]\w+|[A-Z][a-z]+[A-Z]\w*)(?![\w/])"
)
_GOES_ON = compile_later(
    r"\s*$|[,.;:)]|\s*(?:statements?|calls?|keywords?|imports?|blocks?|casts?|loops?|decorators?|in|for|from|here|anywhere"
    r"|where|when|if|unless|at|directly|or|and|but|because|since|on|outside|any more|anymore)\b",
    re.IGNORECASE,
)
_PROSE = frozenset(
    (
        *("add", "all", "any", "anything", "break", "build", "bypass", "call", "change", "changes", "check", "code"),
        *("comment", "comments", "commit", "commits", "copy", "create", "data", "delete", "deploy", "do", "edit"),
        *("else", "even", "everything", "file", "files", "forget", "hand", "have", "hesitate", "here", "ignore"),
        *("it", "just", "later", "logic", "longer", "make", "manually", "matter", "merge", "mention", "mix", "modify"),
        *("more", "move", "need", "new", "nobody", "nothing", "one", "other", "our", "out", "own", "people", "please"),
        *("push", "put", "read", "real", "really", "rebase", "remove", "rename", "reorder", "repeat", "reset", "run"),
        *("search", "skip", "so", "some", "something", "start", "stop", "strings", "such", "sure", "test", "tests"),
        *(
            "that",
            "them",
            "there",
            "these",
            "this",
            "those",
            "too",
            "touch",
            "until",
            "update",
            "us",
            "use",
            "warnings",
        ),
        *("we", "wait", "worry", "write", "you", "your", "by", "to", "of", "as", "is", "are", "be"),
    )
)  # words behind a denial that name nothing of code
_WORD = compile_later(r"[A-Za-z_$@][\w$]*")
_TOKEN = compile_later(r"[\w$.-]+")


class Lines:
    """The lines that an edit takes out and puts in; `known` where there are any."""

    def __init__(self, added: str = "", removed: str = "") -> None:
        self.added, self.removed = added[:_LONGEST], removed[:_LONGEST]
        self._folded: set[str] | None = None

    def __bool__(self) -> bool:
        return bool(self.added)

    def words(self) -> list[str]:
        """Return the words that are new in these lines, as they come, as many as are looked up."""
        old = set(_WORD.findall(self.removed))
        fresh = dict.fromkeys(word for word in _WORD.findall(self.added) if word not in old and len(word) > 2)
        return list(fresh)[:_MOST]

    def have(self, thing: str) -> bool:
        """Tell whether a thing stands in what is put in, more often than in what is taken out."""
        pattern = _as_code(thing)
        if len(pattern.findall(self.added)) > len(pattern.findall(self.removed)):
            return True
        plain = _fold(thing)
        return len(plain) > 3 and thing[:1].isupper() and plain in self._folds()

    def _folds(self) -> set[str]:
        if self._folded is None:
            fresh = Counter(map(_fold, _TOKEN.findall(self.added)))
            fresh.subtract(map(_fold, _TOKEN.findall(self.removed)))
            self._folded = {word for word, count in fresh.items() if count > 0}
        return self._folded


def denied_in(text: str) -> list[str]:
    """Return the things of code that a text denies: what looks like code, or a single word behind the denial."""
    found: dict[str, None] = {}
    for denial in _DENIED.finditer(text):
        things = [at[0] for at in _ONE.finditer(denial["things"]) if at[0].lower() not in {"or", "and", "nor"}]
        for place, thing in enumerate(things):
            ends = place < len(things) - 1 or _GOES_ON.match(denial["rest"])
            if is_coded(thing) or (ends and _is_word(thing) and not sorts_in(thing)):
                found[thing.strip("`").rstrip(".")] = None
    return list(found)


def coded_in(text: str) -> list[str]:
    """Return the things in a text that are written as code is."""
    return list(dict.fromkeys(at[0].strip("`") for at in _CODED.finditer(text)))


def is_coded(thing: str) -> bool:
    """Tell whether a thing is written as code is, and no word of prose is."""
    return bool(_CODED.fullmatch(thing))


def _is_word(thing: str) -> bool:
    if thing.lower() in _PROSE or len(thing) < _FEWEST or thing.lower().endswith(("ing", "ly")):
        return False
    return not thing.islower() or not thing.endswith("s") or thing.endswith(("js", "ss", "us", "is"))  # no plural


def is_put_in(things: Sequence[str], lines: Lines) -> bool:
    """Tell whether one of these things is put in."""
    return any(lines.have(thing) for thing in things)


def _as_code(thing: str) -> re.Pattern[str]:
    """Return a pattern for a thing in code: whole, not as a part of a longer name, and a call with its parenthesis."""
    name = thing.removesuffix("()").removesuffix("!")
    call = r"\s*\(" if thing.endswith("()") else ""
    behind = r"(?![\w$/-])" if not call else ""
    before = (
        r"(?<![\w$@-])"
        if name[:1] in "@$."
        else r"(?<![\w$@.-])"
        if name.isalpha() and name.islower()
        else r"(?<![\w$-])"
    )
    last = re.escape(name.rpartition("::")[2])
    return re.compile(rf"{before}(?:{re.escape(name)}|{last}){behind}{call}")


def _fold(word: str) -> str:
    """Fold a name to its letters: `Day.js` is imported as `dayjs`."""
    return re.sub(r"[\W_]", "", word).lower()
