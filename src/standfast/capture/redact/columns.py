"""Find secrets in tables: the heading of a column gives away what stands below it.

Owns the tables that text is full of: values separated by commas, semicolons or tabs, Markdown, what psql and mysql
print, and columns lined up with spaces. A heading is a line of nothing but short names, one of which promises a secret.
Neighbours: names.py judges the headings, weigh.py the values, engine.py collects.
"""

from __future__ import annotations

from standfast.capture.redact.lazy import compiled, present, wanted
from standfast.capture.redact.names import NONE, PASSWORD, classify
from standfast.capture.redact.weigh import is_secret

TYPE_CHECKING = False
if TYPE_CHECKING:
    Span = tuple[int, int, str]

_SIGNS = wanted(("password", "passwd", "pwd", "secret", "token", "_key", " key", "apikey", "pass"))
_NAME = r"[\w \"'./()*`-]{0,41}"
# (what separates the columns of a heading, how a whole heading of that kind looks)
_KINDS = (
    (",", rf"\ufeff?{_NAME}(?:,{_NAME}){{1,24}}"),
    ("\t", rf"\ufeff?{_NAME}(?:\t{_NAME}){{1,24}}"),
    (";", rf"\ufeff?{_NAME}(?:;{_NAME}){{1,24}}"),
    ("|", rf"[ \t]{{0,8}}\|?{_NAME}(?:\|{_NAME}){{1,24}}\|?"),
    ("  ", r"[A-Z0-9_./()-]{2,40}(?:(?: {2,40}| {1,2})[A-Z0-9_./()-]{2,40}){1,12}"),
)
# Names in small letters are a heading only above a line that underlines each of them.
_RULED = ("  ", r"[\w./()-]{2,40}(?:(?: {2,40}| {1,2})[\w./()-]{2,40}){1,12}[ ]{0,40}")
_UNDERLINED = r"[ ]{0,8}-{2,60}(?:[ ]{1,40}-{2,60}){1,12}[ ]{0,40}\r?\n"
_RULER = r"[ \t|:+=-]{3,4000}"
_LONGEST = 400  # characters of a heading
_MOST_ROWS = 1000


def find_columns(text: str, lower: str) -> list[Span]:
    """Return the spans of values below headings that promise a secret."""
    found: list[Span] = []
    done = 0
    for at in sorted({lower.rfind("\n", 0, place) + 1 for place in _promises(lower)}):
        end = text.find("\n", at, at + _LONGEST)
        if at < done or end < 0:
            continue
        line = text[at:end].rstrip("\r")
        line = line.replace("||", "|") if line.lstrip().startswith("||") else line  # a heading as wikis write it
        ruled = compiled(_UNDERLINED).match(text, end + 1) is not None
        for mark, pattern in (*_KINDS, _RULED) if ruled else _KINDS:
            if mark in line and compiled(pattern).fullmatch(line):
                done = _below(text, end + 1, line, mark, found)
                break
    return found


def _promises(lower: str) -> list[int]:
    """Return where lines hold a word that a heading could promise a secret by, once a line."""
    places: list[int] = []
    for sign in present(_SIGNS, lower):
        at = lower.find(sign)
        while at >= 0:
            places.append(at)
            at = lower.find("\n", at)
            at = lower.find(sign, at) if at >= 0 else -1
    return places


def _below(text: str, at: int, line: str, mark: str, found: list[Span]) -> int:
    names = [name.strip(" \"'*`") for name, _ in _fields(line, mark)]
    if sum(map(bool, names)) < 2 or (mark != "|" and not all(names)):
        return at  # a list of words, one on each line
    levels = [classify(name) for name in names]
    return _rows(text, at, mark, levels, found) if any(levels) else at


def _fields(row: str, mark: str) -> list[tuple[str, int]]:
    """Return the fields of a row and where each begins."""
    if mark == "  ":
        return [(word[0], word.start()) for word in compiled(r"\S+(?: \S+)*|\S+").finditer(row)]
    fields: list[tuple[str, int]] = []
    place = 0
    for field in row.split(mark):
        fields.append((field, place))
        place += len(field) + 1
    return fields


def _rows(text: str, at: int, mark: str, levels: list[int], found: list[Span]) -> int:
    """Add the values of the rows that follow, as long as they have as many columns, and return where they end."""
    for _ in range(_MOST_ROWS):
        end = text.find("\n", at)
        row = text[at : end if end >= 0 else len(text)]
        if mark not in ("|", "  ") or not compiled(_RULER).fullmatch(row.rstrip("\r")):
            fields = _fields(row, mark)
            if len(fields) != len(levels):
                break
            for level, (field, place) in zip(levels, fields, strict=True):
                value = field.strip(" \r\"'`*")
                firm = mark in ",\t;" or not value.isalpha()
                if level != NONE and value and is_secret(value, level, quoted=True, firm=firm and not value.isalpha()):
                    start = at + place + field.find(value)
                    found.append((start, start + len(value), "password" if level == PASSWORD else "secret"))
        if end < 0:
            return len(text)
        at = end + 1
    return at
