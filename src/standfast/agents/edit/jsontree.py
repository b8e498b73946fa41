"""JSON with comments and trailing commas as a tree of positions: what stands where, so that edits touch nothing else.

Owns reading only. Refuses what no JSON reader would take (`Malformed`), because a file that is not understood must not
be written. Neighbours: `jsonc` edits with these positions.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from standfast.agents.edit.document import Malformed, position

SPACE = re.compile(r"[ \t\r\n]*")
COMMENT = re.compile(r"//[^\r\n]*|/\*.*?\*/", re.DOTALL)
STRING = re.compile(r'"(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"')
SCALAR = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null")
DEPTH = 200


@dataclass(slots=True)
class Slot:
    """One member of an object (with its key) or item of a list, and the comma behind it."""

    start: int
    node: Node
    key: str | None = None
    comma: int = -1


@dataclass(slots=True)
class Node:
    """One value: its range, and for containers what is in it and where its last token ends."""

    kind: str  # object, list, scalar
    start: int
    end: int = 0
    slots: list[Slot] = field(default_factory=list)
    last: int = 0  # where the last token (value, comma or comment) before the closing bracket ends
    line_comment: bool = False  # that token is a comment that runs to the end of its line

    def find(self, key: str) -> int | None:
        """Find a member; of several with one name the last counts, as it does for every reader."""
        for index in range(len(self.slots) - 1, -1, -1):
            if self.slots[index].key == key:
                return index
        return None


class Reader:
    """One pass over one text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.last = 0
        self.line_comment = False

    def fail(self, what: str) -> Malformed:
        return Malformed(f"it is not valid JSON: {what} at {position(self.text, self.at)}")

    def skip(self) -> str:
        """Pass over space and comments; return the next character, or nothing at the end."""
        while True:
            self.at = SPACE.match(self.text, self.at).end()  # type: ignore[union-attr]
            if not self.text.startswith("/", self.at):
                return self.text[self.at : self.at + 1]
            comment = COMMENT.match(self.text, self.at)
            if not comment:
                raise self.fail("an unfinished comment")
            self.line_comment = self.text.startswith("//", self.at)
            self.at = self.last = comment.end()

    def token(self, end: int) -> None:
        self.at = self.last = end
        self.line_comment = False

    def value(self, depth: int = 0) -> Node:
        if depth > DEPTH:
            raise self.fail("nesting without end")
        char = self.skip()
        if char in ("{", "["):
            return self.container(char, depth)
        found = (STRING if char == '"' else SCALAR).match(self.text, self.at)
        if not found:
            raise self.fail("the end of the file" if not char else "something unexpected")
        node = Node("scalar", self.at, found.end())
        self.token(found.end())
        return node

    def container(self, opener: str, depth: int) -> Node:
        node = Node("object" if opener == "{" else "list", self.at)
        closer = "}" if opener == "{" else "]"
        self.token(self.at + 1)
        while self.skip() != closer:
            if node.slots and node.slots[-1].comma < 0:
                raise self.fail("a missing comma")
            node.slots.append(self.slot(node.kind, depth))
            if self.skip() == ",":
                node.slots[-1].comma = self.at
                self.token(self.at + 1)
        node.last, node.line_comment, node.end = self.last, self.line_comment, self.at + 1
        self.token(node.end)
        return node

    def slot(self, kind: str, depth: int) -> Slot:
        start = self.at
        key = None
        if kind == "object":
            found = STRING.match(self.text, self.at)
            if not found:
                raise self.fail("a member without a quoted name")
            key = json.loads(found.group())
            self.token(found.end())
            if self.skip() != ":":
                raise self.fail("a missing colon")
            self.token(self.at + 1)
        return Slot(start, self.value(depth + 1), key)


def read(text: str) -> Node | None:
    """Read a text into its root; None when there is nothing but space and comments."""
    reader = Reader(text)
    if not reader.skip():
        return None
    root = reader.value()
    if reader.skip():
        raise reader.fail("something after the end")
    return root


def value_of(text: str, node: Node) -> Any:
    """Give the value that a reader of the file would see."""
    if node.kind == "object":
        return {slot.key: value_of(text, slot.node) for slot in node.slots}
    if node.kind == "list":
        return [value_of(text, slot.node) for slot in node.slots]
    return json.loads(text[node.start : node.end])


def data_of(text: str) -> Any:
    """Give the value of a whole text; an empty object where there is none."""
    root = read(text)
    return {} if root is None else value_of(text, root)


def read_object(path: str) -> dict[str, Any]:
    """Give the object that a file holds; an empty one where there is none or it cannot be read."""
    try:
        found = data_of(Path(path).read_text(encoding="utf-8-sig"))
    except (OSError, ValueError, Malformed):
        return {}
    return found if isinstance(found, dict) else {}
