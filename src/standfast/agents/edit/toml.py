"""Editing TOML text: write one table at the end of the file, renew it in place, and take it out with its sub-tables.

Owns `insert` and `remove` for `TomlTable`. Works on statements (a scanner that knows strings and brackets), and lets
the standard library's reader judge before and after, so that nothing is written that reads differently elsewhere.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from standfast.agents.edit.document import Malformed, newline_of, without_lead
from standfast.agents.edit.kinds import Piece, TomlTable

BARE = re.compile(r"[A-Za-z0-9_-]+")
TOKEN = re.compile(
    r'"""(?:[^\\]|\\.)*?"""|\'\'\'.*?\'\'\'|"(?:[^"\\\n]|\\[^\n])*(?:"|\\?(?=\n|\Z))|\'[^\'\n]*\'|#[^\n]*|[\[\]{}]|\n',
    re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class TomlStatement:
    """One statement: a table header (with its name) or a key and its value, with the whole of its lines."""

    start: int
    end: int
    table: tuple[str, ...] | None


def load(text: str) -> dict[str, Any]:
    """Read a text as any TOML reader would."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as failure:
        raise Malformed(f"it is not valid TOML: {failure}") from None


def insert(text: str, edit: TomlTable) -> tuple[str, Piece | None]:
    """Write the table; the piece is None when the file already says so."""
    old = load(text.replace("\r\n", "\n"))
    if held(old, edit.table) == edit.values:
        return text, None
    end = newline_of(text)
    section = render(edit).replace("\n", end)
    piece = Piece("toml", edit.table)
    found = next((part for part in sections(text) if part[0] == edit.table), None)
    if found:
        _, start, stop = found
        piece.previous = text[start:stop]
        new = text[:start] + section + text[stop:]
    else:
        piece.lead = "" if not text else end if text.endswith("\n") else end * 2
        new = text + piece.lead + section
    checked = try_load(new)
    if checked is None or held(checked, edit.table) != edit.values or without(checked, edit) != without(old, edit):
        raise Malformed(
            f"{'.'.join(edit.table)} is written there in a form that cannot be extended in place",
            hint=f"Write it as a table of its own, [{'.'.join(edit.table)}], or remove it, then run setup again.",
        )
    return new, piece


def remove(text: str, pieces: list[Piece]) -> str:
    """Take our tables out, with every sub-table that hangs on them."""
    for piece in reversed(pieces):
        for table, start, stop in reversed(list(sections(text))):
            if table == piece.keys and piece.previous is not None:
                text = text[:start] + piece.previous + text[stop:]
            elif piece.previous is None and table[: len(piece.keys)] == piece.keys:
                before = text[:start]
                if table == piece.keys and before.endswith(piece.lead):
                    before = without_lead(before, piece.lead, text[stop:])
                text = before + text[stop:]
    return text


def render(edit: TomlTable) -> str:
    """Write a table of plain values."""
    lines = [f"[{'.'.join(name if BARE.fullmatch(name) else json.dumps(name) for name in edit.table)}]"]
    lines += [f"{key} = {literal(value)}" for key, value in edit.values.items()]
    return "\n".join(lines) + "\n"


def literal(value: Any) -> str:
    """Write one value; JSON's spelling of texts, numbers and booleans is TOML's too."""
    if isinstance(value, list):
        return "[" + ", ".join(literal(inner) for inner in value) + "]"
    if isinstance(value, str):
        # DEL is the one character that JSON leaves as it is and TOML wants escaped.
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    return json.dumps(value)


def sections(text: str) -> Iterator[tuple[tuple[str, ...], int, int]]:
    """List the tables: name, where the header begins, where the last statement's line ends."""
    table: tuple[str, ...] | None = None
    start = stop = 0
    for statement in statements(text):
        if statement.table is not None:
            if table is not None:
                yield table, start, stop
            table, start = statement.table, statement.start
        stop = statement.end
    if table is not None:
        yield table, start, stop


def statements(text: str) -> Iterator[TomlStatement]:
    """Split a text into statements, passing over blank and comment lines."""
    at = 0
    while at < len(text):
        begin = at
        depth = 0
        found: re.Match[str] | None = None
        for found in TOKEN.finditer(text, at):
            mark = found.group()
            depth += (mark in ("[", "{")) - (mark in ("]", "}"))
            if mark == "\n" and depth <= 0:
                break
        else:
            found = None
        at = found.end() if found else len(text)
        line = text[begin:at].strip()
        if line and not line.startswith("#"):
            yield TomlStatement(begin, at, header(line) if line.startswith("[") else None)


def header(line: str) -> tuple[str, ...]:
    """Read the name in a table header; a list of tables is known by a name that no table has."""
    if line.startswith("[["):
        return ("[[", line)
    try:
        data: Any = tomllib.loads(line)
    except tomllib.TOMLDecodeError:
        return ("[", line)
    name = []
    while isinstance(data, dict) and data:
        key, data = next(iter(data.items()))
        name.append(key)
    return tuple(name)


def try_load(text: str) -> dict[str, Any] | None:
    """Read a text, or nothing."""
    try:
        return tomllib.loads(text.replace("\r\n", "\n"))
    except tomllib.TOMLDecodeError:
        return None


def held(data: Any, table: tuple[str, ...]) -> Any:
    """Give what a table holds, less its sub-tables."""
    for key in table:
        data = data.get(key) if isinstance(data, dict) else None
    if not isinstance(data, dict):
        return None
    return {key: value for key, value in data.items() if not isinstance(value, dict)}


def without(data: Any, edit: TomlTable) -> Any:
    """Give everything but our table's own values."""
    if not isinstance(data, dict) or not edit.table:
        return data
    key, rest = edit.table[0], edit.table[1:]
    inner = data.get(key, {})
    if not rest:
        left = {name: value for name, value in inner.items() if isinstance(value, dict)} if inner else {}
    else:
        left = without(inner, TomlTable("", rest, {}))
    kept = {name: value for name, value in data.items() if name != key}
    return {**kept, key: left} if left else kept
