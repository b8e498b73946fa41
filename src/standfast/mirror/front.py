"""Front matter: the lines between two `---`, kept as they were written and read only as far as we need.

Owns a small, strict subset of YAML: text, quoted text, blocks of text, and lists of them. An entry whose key nobody
here knows is never interpreted: its lines, and the comments before it, are carried along. Nothing is ever expanded
(no aliases, no tags), so a file cannot cost more than its size. Neighbour: `format.py`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

from standfast.errors import ConfigError
from standfast.model.value import Value

_KEY = re.compile(r"([A-Za-z_][\w.-]{0,63})[ \t]*:(?:[ \t]+|$)")
_PLAIN = re.compile(r"[A-Za-z0-9_./][^\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff]*")
_OTHER = re.compile(r"(?:true|false|null|yes|no|on|off|y|n|[-+.\d][\d_.,eExXoa-fA-F:+-]*)", re.IGNORECASE)
_DATE = re.compile(r"\d{4}-\d\d-\d\d(?:T[\d:.]+Z)?")
_ESCAPES = {"0": "\0", "a": "\a", "e": "\x1b", "v": "\v", "N": "\x85", "_": "\xa0", "L": "\u2028", "P": "\u2029"}
_ESCAPE = re.compile(r"\\(x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|.)")
_HINT = "Write `key: value`, or a list with one `- item` per line. Text with `: ` or ` #` in it needs quotes."


class BadPage(ConfigError):
    """A file of the mirror cannot be read; `line` says where, counted from 1."""

    code = "bad-page"

    def __init__(self, message: str, *, line: int = 1, hint: str = _HINT, kind: str = "broken") -> None:
        super().__init__(message, hint=hint)
        self.line = line
        self.kind = kind


class FrontKey(Value):
    """One top-level key with the lines it was written in; `lead` are the comments and blank lines before it."""

    key: str
    lines: tuple[str, ...]
    lead: tuple[str, ...] = ()
    number: int = 0


def split_entries(lines: Sequence[str], first: int) -> tuple[list[FrontKey], tuple[str, ...]]:
    """Cut front matter into entries; return them and the comments after the last one. `first` numbers the lines."""
    entries: list[FrontKey] = []
    lead: list[str] = []
    for number, line in enumerate(lines, first):
        if not line.strip() or line.startswith("#"):
            lead.append(line)
        elif line[0] in " \t-]}" and entries:
            last = entries[-1]
            entries[-1] = FrontKey(last.key, (*last.lines, *lead, line), last.lead, last.number)
            lead = []
        elif found := _KEY.match(line):
            if any(entry.key == found[1] for entry in entries):
                raise BadPage(f"`{found[1]}` stands there twice.", line=number, hint="Keep one of them.")
            entries.append(FrontKey(found[1], (line,), tuple(lead), number))
            lead = []
        else:
            raise BadPage("This line of the front matter is no `key: value`.", line=number)
    return entries, tuple(lead)


def read_text(entry: FrontKey) -> str:
    """Return the one text an entry holds."""
    value = _value(entry)
    if isinstance(value, str):
        return value
    raise BadPage(f"`{entry.key}` is one text, not a list.", line=entry.number)


def read_list(entry: FrontKey) -> tuple[str, ...]:
    """Return the texts an entry holds; a single one stands for a list of one."""
    value = _value(entry)
    if isinstance(value, str):
        return (value,) if value else ()
    return tuple(value)


def _value(entry: FrontKey) -> str | list[str]:
    found = _KEY.match(entry.lines[0])
    rest = entry.lines[0][found.end() :].strip() if found else ""
    more = entry.lines[1:]
    if rest[:1] in {"|", ">"}:
        return _block(rest, more)
    if rest[:1] == "[":
        return _flow(" ".join([rest, *(line.strip() for line in more)]), entry.number)
    plain = "" if rest.startswith("#") else rest
    told = [(number, line.strip()) for number, line in enumerate(more, entry.number + 1)]
    told = [(number, line) for number, line in told if line and not line.startswith("#")]
    if not plain and any(line == "-" or line.startswith("- ") for _, line in told):
        return [_item(line, number) for number, line in told]
    if not plain and told:
        raise BadPage(f"`{entry.key}` holds something that is not read here.", line=entry.number)
    return _scalar(" ".join([plain, *(line for _, line in told)]) if plain else "", entry.number)


def _item(line: str, number: int) -> str:
    if line != "-" and not line.startswith("- "):
        raise BadPage("Every item of a list starts with `- ` and takes one line.", line=number)
    return _scalar(line[1:].strip(), number)


def _scalar(text: str, number: int) -> str:
    if text[:1] in {'"', "'"}:
        value, rest = _quoted(text, number)
        if rest.strip() and not rest.lstrip().startswith("#"):
            raise BadPage("Something stands after the closing quote.", line=number)
        return value
    if text[:1] in {"&", "*", "!", "{", "[", "%", "@", "`", "|", ">"}:
        raise BadPage(f"`{text[:20]}` is not read here.", line=number, hint="Put the text between quotes.")
    plain = re.split(r"\s#", f" {text}", maxsplit=1)[0].strip()
    if re.search(r":(?:\s|$)", plain):
        raise BadPage("A text with `: ` in it needs quotes.", line=number)
    return "" if plain in {"~", "null"} else plain


def _quoted(text: str, number: int) -> tuple[str, str]:
    """Read quoted text from the start; return it and what follows."""
    if text[0] == "'":
        place = 1
        while (place := text.find("'", place)) >= 0:
            if text[place + 1 : place + 2] != "'":
                return text[1:place].replace("''", "'"), text[place + 1 :]
            place += 2
    elif found := re.match(r'"((?:[^"\\]|\\.)*)"', text):
        return _ESCAPE.sub(_unescape, found[1]), text[found.end() :]
    raise BadPage("A quote is not closed on its line.", line=number)


def _unescape(found: re.Match[str]) -> str:
    code = found[1]
    if code[0] in "xuU" and len(code) > 1:
        value = int(code[1:], 16)
        return chr(value) if value < 0x110000 and not 0xD800 <= value < 0xE000 else "\ufffd"
    return {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", **_ESCAPES}.get(code, code)


def _flow(text: str, number: int) -> list[str]:
    found: list[str] = []
    rest = text[1:].lstrip()
    while rest and rest[0] != "]":
        if rest[0] in {'"', "'"}:
            value, rest = _quoted(rest, number)
        else:
            end = re.search(r"[,\]]", rest)
            if end is None:
                break
            value, rest = _scalar(rest[: end.start()].strip(), number), rest[end.start() :]
        found.append(value)
        rest = rest.lstrip()
        rest = rest[1:].lstrip() if rest[:1] == "," else rest
    if rest[:1] != "]" or (rest[1:].strip() and not rest[1:].lstrip().startswith("#")):
        raise BadPage("A list between brackets is not closed.", line=number)
    return found


def _block(head: str, lines: Sequence[str]) -> str:
    used = [line for line in lines if line.strip()]
    margin = min((len(line) - len(line.lstrip(" ")) for line in used), default=0)
    cut = [line[margin:] for line in lines]
    if head[0] == "|":
        return "\n".join(cut).strip("\n")
    return re.sub(r"\n{2,}", "\n", re.sub(r"(?<!\n)\n(?!\n)", " ", "\n".join(cut).strip("\n")))


def write_entry(key: str, value: str | Sequence[str]) -> tuple[str, ...]:
    """Write an entry the one way we write it."""
    if isinstance(value, str):
        return (f"{key}: {_written(value)}",)
    return (f"{key}:", *(f"  - {_written(item)}" for item in value))


def _written(text: str) -> str:
    other = _OTHER.fullmatch(text) and not _DATE.fullmatch(text)
    easy = _PLAIN.fullmatch(text) and not re.search(r":(?:\s|$)|\s#|^\.\.\.", text) and text == text.strip()
    return text if easy and not other else json.dumps(text, ensure_ascii=False)
