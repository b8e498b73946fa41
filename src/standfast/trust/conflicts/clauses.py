"""Clauses: a text cut into what is said one by one, without the marks of its format. Pure.

Owns where a clause ends, what stands beside it in brackets, and what it says a constant is. Must not: read what a
clause states. Neighbour: `reading` does.
"""

from __future__ import annotations

import re

from standfast.model.pattern import compile_later
from standfast.trust.conflicts.slots import choices_of, is_name, is_value, stem, words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_PURPOSE = (
    r"to (?:ensure|indicate|maintain|signify|denote|show|improve|help|promote|standardi[sz]e|keep our|make it|avoid)"
)
# A sentence ends a clause, and so does a comma before what only explains it.
_CLAUSE = compile_later(
    r"(?=[\s,])(?:(?<=[.!?;])\s+|\n+|\s{1,40}[–—-]\s{1,40}"
    r"|\s{1,40}(?=because\b|so that\b|which (?:is|are|was|has|does)\b)"
    rf"|(?<!\byou)(?<!\bus),?\s{{1,40}}(?={_PURPOSE}\b)"
    r"|,?\s{1,40}(?=and (?:you'll|we'll|you're)\b|from now on\b|going forward\b|moving forward\b)"
    r"|,\s{1,40}(?=(?:seen|see|which|because|since|so|as|noted|found|but|according)\b))"
)
# Who forbids something in speech says after a comma what is wrong with it, or what is done.
_COMMENT = compile_later(
    r"(?i)^(?:no,\s+)?(?:do not|don['’]?t|never|stop|avoid)\b[^,]+(,)\s+(?:it|they|that|this|we|you)(?:['’]\w+)?\s+\w"
)
WORD = compile_later(
    r"`[^`\n]{1,80}`|\"[^\"\n]{1,60}\"|(?<!\w)'[^'\n]{1,60}'(?!\w)|[“‘][^”’\n]{1,60}[”’]"
    r"|#[a-z][\w-]*\w|[#$~^]?\d[\d.,]*(?:/\d+)*(?:[\w%+-]*\w|[%+])?|--?[a-z][\w-]+|\.?[\w@][\w./@\\:+'’-]*[\w%]|\w|\$\w+|,|:(?=\s)",
    re.IGNORECASE,
)
_ASIDE = compile_later(r"(?<![\w`])\(([^()\n]{0,200})\)")  # `call()` is none
_FENCED = compile_later(r"^[ \t]*```.*?(?:^[ \t]*```|\Z)", re.DOTALL | re.MULTILINE)
_ROLE = compile_later(r":[a-z]{2,20}:(?=`)|\[\^\w+\]|`(?=`)|\*\*")  # marks of a format, not words
_POINTER = compile_later(r"\[([^\[\]\n]{1,80})\](?:\([^()\s]{1,200}\)|\[[^\[\]\n]{0,80}\])")  # of a link, its words
_TARGET = compile_later(r"`([^`<\n]{1,80}?)\s*<[^`<>\n]{1,200}>`_{1,2}")  # "`words <address>`_"
_NAMED = compile_later(
    r"(?m)^[^\S\n]*+(?:[*+-]\s+)?[*`]{0,3}(\w[\w./@+-]*(?: [\w./@+-]+){0,2})[*`]{0,3}\s+[-–—]{1,3}\s+(?=\S)"
)
_EXAMPLE = compile_later(
    r"(?i)(?<!\s)\s*[(\[](?:e\.g\b|for example\b)[^()\[\]\n]*[)\]]?|(?<=\bsomething like )(?:\"[^\"\n]{1,60}\"|\S+)"
)  # it might as well be another
_AT_LEAST = compile_later(r"(?<![^\s(])>= ?(v?\d[\d.]{0,20})(?![\w)])")  # said of a version; in back-ticks it is code
_ROW_OF_TABLE = compile_later(r"(?m)^[^\S\n]*+(?:\|[^\S\n]+)?(\S+)[^\S\n]+\|[^\S\n]+(\S.*)$")
_AMOUNT = r"(\d(?:[\d.,_]*\d)?(?:%|\s?(?:[kmgt]i?b|bytes?|ms|s|sec(?:ond)?s?|min(?:ute)?s?|hours?|days?|lines?)\b)?)"
_CONSTANT_NAME = r"[`'\"]?(?-i:\b([A-Z][A-Z\d]*(?:_[A-Z\d]+)+)\b)[`'\"]?"
_CONSTANTS = (
    compile_later(
        rf"(?i)^(?:the )?{_CONSTANT_NAME}(?: in \S*[./]\S*)?"
        r"(?::| =| (?:is|equals|defaults to|(?:must |should )?(?:be|stays?|remains?)))(?: now| still| set to| at)* "
        rf"[`'\"]?{_AMOUNT}(?=[`'\"]?\s*(?:$|[.,;:(]))"
    ),
    compile_later(rf"(?i){_CONSTANT_NAME} \({_AMOUNT}\)"),
    compile_later(rf"(?i)(?<![\w.-]){_AMOUNT} \({_CONSTANT_NAME}\)"),
)  # "NAME is 4 KB", "NAME (4 KB)", "4 KB (NAME)"
_REJECTS = words("not no never instead rather over")
PHRASE = 8  # words that can be the value of what a title names
STARTS = words("to for in on with under after before during when if while once unless at within without unlike")
CONDITIONS = words("if when where while during unless except whenever once until")


def split_clauses(plain: str) -> list[str]:
    """Return the clauses of a text that `without_marks` returned."""
    return [one for part in _CLAUSE.split(plain) if part and part.strip() for one in _uncommented(part)]


def without_asides(text: str) -> str:
    """Return a text on one line, without what stands in brackets."""
    return " ".join((_ASIDE.sub(" ", text) if "(" in text else text).split())


def list_said(clause: str) -> list[str]:
    """Return what a clause says: itself without brackets, with them where they give a value, and its constants."""
    bare = without_asides(clause)
    said = [bare, *(_opened(clause) if "(" in clause else ())]
    return [*said, *(_constants(clause, bare) if "_" in clause else ())]


def _uncommented(clause: str) -> list[str]:
    """Return what a clause forbids, and what is said about that after a comma, as two."""
    comment = _COMMENT.match(clause.strip())
    return [clause.strip()[: comment.start(1)], clause.strip()[comment.end(1) :]] if comment else [clause]


def without_marks(text: str) -> str:
    """Return a text without code and marks of a format; each is looked for only where its signs are."""
    text = text.replace("(s)", "s")
    if ">`_" in text:
        text = _TARGET.sub(r"\1", text)
    if "`" in text or "[^" in text or "**" in text:
        text = _ROLE.sub("", _FENCED.sub("\n", text) if "```" in text else text)
    if "](" in text or "][" in text:
        text = _POINTER.sub(r"\1", text)
    if "e.g" in text or "xample" in text or "something like" in text:
        text = _EXAMPLE.sub("", text)
    if ">=" in text:
        text = _AT_LEAST.sub(r"at least \1", text)
    if " | " in text:
        text = _ROW_OF_TABLE.sub(_as_label, text)
    return _NAMED.sub(r"\1: ", text) if "-" in text or "–" in text or "—" in text else text


def _as_label(row: re.Match[str]) -> str:
    """Return a row of a table that begins with a name from code as what is said of that name."""
    return f"{row[1]}: {row[2].replace(' | ', ', ').rstrip(' |')}" if is_name(row[1]) else row[0]


def _opened(clause: str) -> list[str]:
    """Return a clause with what stands in brackets in its row, where that names a value."""
    aside = " ".join(_ASIDE.findall(clause))
    told = WORD.findall(aside) if len(aside.split()) <= PHRASE else []
    rejects = told and told[0].lower() in _REJECTS  # "(not A)"
    if not rejects and not any(map(is_value, told)) and not choices_of([stem(word) for word in told]):
        return []
    return [" ".join(_ASIDE.sub(r" \1 ", clause).split())]


def _constants(clause: str, bare: str) -> Iterator[str]:
    """Yield what a clause says a constant is, whatever else it says of it; nothing where that holds in a case only."""
    said = [word.lower() for word in bare.split()]
    if not said or said[0] in STARTS or not CONDITIONS.isdisjoint(said):
        return
    for pattern in _CONSTANTS:
        for found in pattern.finditer(clause.strip()):
            name, amount = sorted(found.groups(), key=lambda part: part[0].isdigit())
            told = f"{name} is {amount}"
            if told != bare.replace("`", "").rstrip("."):
                yield told
