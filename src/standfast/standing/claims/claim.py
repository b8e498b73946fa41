"""What a claim states: the names, numbers, strings and paths in its words, and what it says is not so.

Owns: reading a sentence as far as code can answer it. Nothing here understands English; it only tells which words could
be names or values, which of them stand under a negation, and which kind of relation the sentence is about (calls,
inherits, takes, imports …). Must not: look at code; `stated.py` holds a claim against it. Grows linearly.
"""

from __future__ import annotations

import re
from functools import cached_property

from standfast.code.literals import spell, spell_number
from standfast.code.qualified import last_name, split_name
from standfast.text.amounts import NUMERALS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_LONGEST = 8_000
_TICKED = re.compile(r"(?<!`)`+([^`\n]{1,300})`+")
_QUOTED = re.compile(r"(?<![\w`])\"([^\"\n]{1,200})\"|(?<![\w`])'([^'\n]{1,200})'(?!\w)|[“]([^”\n]{1,200})[”]")
_PHRASE = re.compile(
    r"\"[^\"\nA-Za-z]*+[A-Za-z][^\"\n]*+\"|(?<!\w)'[^'\nA-Za-z]*+[A-Za-z][^'\n]*+'(?!\w)"
)  # a number in it is not its own
_NAME = re.compile(r"[A-Za-z_$@][\w$]*(?:(?:\.|::|#|->)(?:[A-Za-z_$][\w$]*|\d+(?=\.\w)))*")
_WORD = re.compile(r"[A-Za-z_$][\w$]*")
_NUMBER = re.compile(
    r"(?<![\w.#/-])-?(?:0[xX][\da-fA-F]+|\d[\d_]*(?:,\d{3})*(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.]*\w\()"
)
_CALL = re.compile(r"(?<![\w$])([A-Za-z_$][\w$.:]{0,99})\(([^()\n]{0,200})\)")
_PATH = re.compile(
    r"(?<![\w/.@-])(?:\.{0,2}/)?(?:[\w@.+-]+/)+[\w@.+-]*[\w+-]|(?<![\w/.@-])[\w@+-][\w@.+-]*\.[A-Za-z]{1,6}\b"
)
_SHAPED = re.compile(r"[a-z0-9][A-Z]|[A-Za-z0-9]_[A-Za-z0-9]|^_+[A-Za-z]|\w(?:::|->|#)\w|^[A-Z][A-Z0-9]{2,}$|^@\w")
_CLAUSE = re.compile(r"[;:!?]\s|\.\s|\n|,\s(?:but|and|so)\b")
_NEGATION = re.compile(
    r"\b(?:not|never|no longer|no|without|instead of|rather than|avoid\w*|removed?|drop(?:ped|s)?|forbid\w*|banned|"
    r"unlike|except|neither|nor|stop(?:ped|s)? (?:using|calling)|replac(?:ed|es|ing)|old|former(?:ly)?|previous(?:ly)?)"
    r"\b|n't\b",
    re.IGNORECASE,
)
# "If not set, it is taken from `x`" says of `x` that it is there.
_CONDITION = re.compile(
    r"\bnot (?:been )?(?:specified|set|given|provided|defined|present|passed|supplied|configured|installed|only|just|"
    r"yet|needed|required|necessary)\b|\bno (?:value|argument|default) is\b",
    re.IGNORECASE,
)
_BOOLEANS = {"true": "true", "false": "false", "none": "none", "null": "none", "nil": "none", "undefined": "none"}


def _list(text: str) -> tuple[str, ...]:
    return tuple(text.split())


_COUNTED = {word: str(number) for word, number in NUMERALS.items()}
STOP = frozenset(
    _list(
        "a an and are as at be been but by can do does each every for from has have how if in into is it its"
        " may must no not of on only or our own per shall should since so some than that the their them then"
        " there these they this those to too up us use used uses using via was we were what when where which"
        " while who why will with would you your file class function method module constant variable value"
        " default parameter parameters argument arguments takes called named set defined defines returns"
        " return calls call inherits extends imports import type types code new all any also always never it's"
        " i e g eg ie etc vs"
    )
)


def _cue(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


_CUES = {
    "calls": _cue(r"\b(?:call|invok|delegat|us(?:es|ing)\b|rel(?:ies|y)|wrap|trigger|execut|dispatch)"),
    "base": _cue(r"\b(?:inherit|exten[ds]|subclass|deriv|implement|bas(?:e|ed)\b|embed|parent|trait|mixin|super)"),
    "decorator": _cue(r"\b(?:decorat|annotat|deriv|attribute|marked|wrapp)|@"),
    "imports": _cue(r"\b(?:import|depend|requir|includ|us(?:es|ing)\b)"),
    "parameter": _cue(r"\b(?:param|arg(?:s|ument)|takes?\b|accept|signature|keyword|option|receiv|pass)"),
    "raises": _cue(r"\b(?:rais|throw|fail|error|panic)"),
    "defines": _cue(r"\b(?:defin|member|method|field|attribut|contain|provid|expos|propert)"),
    "returns": _cue(r"\breturn|\byield|->"),
    "type": _cue(r"\btyp(?:e|ed|es)\b|\bannotat|\breturn|->|: ?\w|\b(?:an?|is)\b"),
    "modifier": _cue(r"\b(?:async|asynchronous|static|abstract|final|unsafe|export|pub|private|protected)"),
    "nothing": _cue(r"\bno (?:param|arg)|\bwithout (?:param|arg)|\bnullary"),
}


class Claim:
    """One claim, read once."""

    def __init__(self, text: str) -> None:
        self.text = text[:_LONGEST]

    @cached_property
    def compact(self) -> str:
        """The whole text as an expression would be spelled, to find longer expressions in."""
        return re.sub(r"\s+", "", self.text).replace("'", '"').replace("`", "")

    @cached_property
    def quoted(self) -> tuple[str, ...]:
        """What stands in back-ticks."""
        return tuple(piece.strip() for piece in _TICKED.findall(self.text))

    @cached_property
    def strings(self) -> frozenset[str]:
        """What stands in quotes or back-ticks, as it would stand in a string."""
        found = {next(part for part in parts if part) for parts in _QUOTED.findall(self.text) if any(parts)}
        ticked = {piece.strip("\"'") for piece in self.quoted}
        return frozenset(found | ticked)

    @cached_property
    def paths(self) -> frozenset[str]:
        """Words that look like files or folders."""
        found = (word.removeprefix("./").rstrip("/") for word in _PATH.findall(self.text))
        return frozenset(word for word in found if "/" in word or _is_file(word))

    @cached_property
    def plain(self) -> str:
        """The text without its paths: the words in them name no code."""
        return _PATH.sub(lambda found: " " if "/" in found[0] or _is_file(found[0]) else found[0], self.text)

    @cached_property
    def names(self) -> frozenset[str]:
        """Words that can only be names of code: in back-ticks, called, dotted, underscored or with inner capitals."""
        bare = self.plain
        found = {match for match in _NAME.findall(bare) if _SHAPED.search(match) or _is_dotted(match)}
        found.update(match[0] for match in _CALL.findall(bare))
        for piece in _TICKED.findall(bare):
            found.update(_NAME.findall(piece) if len(piece) < 60 else ())
        return frozenset(name.strip(".:") for name in found if not name.isdigit() and name.lower() not in _BOOLEANS)

    @cached_property
    def parts(self) -> frozenset[str]:
        """The parts of all names, and the names themselves."""
        pieces = {part for name in self.names for part in split_name(name)}
        return frozenset(pieces) | self.names

    @cached_property
    def words(self) -> frozenset[str]:
        """Every word that could be a name, of code or of English."""
        return frozenset(word for word in _WORD.findall(self.plain) if word.lower() not in STOP) | self.parts

    @cached_property
    def tokens(self) -> frozenset[str]:
        """Every word, of one letter too."""
        return frozenset(_WORD.findall(self.plain))

    @cached_property
    def numbers(self) -> frozenset[str]:
        """The numbers it says, spelled one way."""
        bare = _PHRASE.sub(" ", self.text)
        found = {spell_number(match.replace(",", "")) for match in _NUMBER.findall(bare)}
        counted = {_COUNTED[word] for word in re.findall(r"[a-z]+", self.text.lower()) if word in _COUNTED}
        return frozenset(found | counted)

    @cached_property
    def negated(self) -> frozenset[str]:
        """The names that stand under a negation in their clause."""
        found: set[str] = set()
        for clause in _CLAUSE.split(self.text):
            no = _NEGATION.search(_CONDITION.sub(" ", clause))
            if no is not None:
                rest = _CONDITION.sub(" ", clause)[no.end() :][:120]
                found.update(part for name in _NAME.findall(rest) for part in (name, name.rpartition(".")[2]))
        return frozenset(found)

    def says(self, name: str, cue: str = "") -> bool:
        """Tell whether a name is said: as one that can only be code, or as a word where the sentence is about that."""
        if name in self.parts or name.lstrip("@$") in self.parts:
            return True
        return bool(cue) and name in self.words and self.is_about(cue)

    def count(self, word: str) -> int:
        """Count how often a word is said."""
        return _WORD.findall(self.plain).count(word)

    def contains(self, word: str) -> bool:
        """Tell whether a word stands in the text as it is, on its own: `net/http`, `@scope/name`, `../a`."""
        return re.search(rf"(?<![\w./@:-]){re.escape(word)}(?![\w/:-])", self.text) is not None

    def states(self, value: str) -> bool:
        """Tell whether a value, spelled as `relations.spell` does, is said."""
        if not value:
            return False
        plain = value.strip('"')
        if value[:1] == '"':
            return plain in self.strings or (len(plain) > 1 and f'"{plain}"' in self.compact) or plain in self.parts
        if re.fullmatch(r"-?[\d.]+(?:e[+-]?\d+)?|0x[\da-f]+", value):
            return value in self.numbers
        if value.lower() in _BOOLEANS:
            wanted = _BOOLEANS[value.lower()]
            return any(_BOOLEANS.get(word.lower()) == wanted for word in re.findall(r"[A-Za-z]+", self.text))
        if _WORD.fullmatch(value):
            return value in self.parts or value in self.words
        return len(value) > 2 and spell(value) in self.compact

    def is_about(self, cue: str) -> bool:
        """Tell whether the sentence mentions a kind of relation."""
        found = _CUES.get(cue)
        return found is not None and found.search(self.text) is not None

    def signatures(self) -> Iterator[tuple[str, list[str]]]:
        """Yield what is written like a call or a signature, with the names of its arguments."""
        for name, inner in _CALL.findall(self.text):
            words = [re.split(r"[=:\s]", part.strip().lstrip("*&."), maxsplit=1)[0] for part in inner.split(",")]
            yield last_name(name), [word for word in words if _WORD.fullmatch(word)]


def _is_file(word: str) -> bool:
    from standfast.code.languages import find_language

    suffix = word.rpartition(".")[2].lower()
    return find_language(word) is not None or suffix in _SUFFIXES


def _is_dotted(name: str) -> bool:
    return "." in name and not re.fullmatch(r"(?:[a-z]\.){1,3}[a-z]?\.?", name, re.IGNORECASE) and not _is_file(name)


_SUFFIXES = frozenset(
    _list(
        "md mdx rst adoc txt toml yaml yml json jsonc ini cfg conf lock sh bash ps1 bat html css scss less xml proto"
        " sql env mk tf vue svelte ipynb hbs ejs erb j2 jinja tmpl properties gradle cmake csproj sln graphql prisma"
    )
)
