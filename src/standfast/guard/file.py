"""One file as a matcher sees it: its path, its bytes, and what is derived from them once.

Owns decoding, line numbers and the parsed tree. Lines are counted as Git counts them, by line feeds; CRLF becomes LF
before anything is matched, so that `$` means the end of a line everywhere. UTF-16 is known by its mark; other bytes
that are not UTF-8 become U+FFFD, which moves no line.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import Any

from standfast.code.filetypes import language_of, language_of_script, may_be_script

BINARY_PROBE = 8000  # as many bytes as Git looks at before it calls a file binary
MAX_DEPTH = 1000  # deeper trees make relational rules quadratic: 10,000 brackets took 9 s
_WIDE = (b"\xff\xfe", b"\xfe\xff")
_CONTROL = bytes(code for code in range(32) if code not in b"\t\n\r\f")
_TEXT_SHARE = 0.9
_BRACKETS = re.compile(rb"[()\[\]{}]")


class File:
    """A file's content after the change. `status` is added, modified, renamed, copied or deleted."""

    __slots__ = ("_nested", "_starts", "_text", "_trees", "data", "path", "size", "status")

    def __init__(self, path: str, data: bytes, *, status: str = "added") -> None:
        self.path = path
        self.data = data
        self.size = len(data)
        self.status = status
        self._text: str | None = None
        self._starts: list[int] | None = None
        self._trees: dict[str, Any] = {}
        self._nested: bool | None = None

    @property
    def binary(self) -> bool:
        """Whether the bytes are not text."""
        return b"\0" in self.data[:BINARY_PROBE] and not self.wide

    @property
    def mostly_text(self) -> bool:
        """Whether bytes that hold a NUL read as text all the same: one that was put there hides nothing."""
        probe = self.data[:BINARY_PROBE]
        return len(probe.translate(None, _CONTROL)) >= _TEXT_SHARE * len(probe) and b"\xff" not in probe

    @property
    def wide(self) -> bool:
        """Whether the bytes say of themselves that they are UTF-16."""
        return is_wide(self.data)

    @property
    def text(self) -> str:
        """The content as text with plain line feeds."""
        if self._text is None:
            self._text = decode(self.data)
        return self._text

    @property
    def ascii(self) -> bool:
        """Whether the text holds nothing but ASCII."""
        return self.text.isascii()

    @property
    def language(self) -> str | None:
        """The language its name stands for, or the one a script's first line names."""
        return language_of_script(self.data) if may_be_script(self.path) else language_of(self.path)

    def line_at(self, offset: int) -> int:
        """Return the line, from 1, that holds the character at `offset`."""
        if self._starts is None:
            text, starts, position = self.text, [0], 0
            while (position := text.find("\n", position) + 1) > 0:
                starts.append(position)
            self._starts = starts
        return bisect_right(self._starts, offset)

    def tree(self, language: str) -> Any:
        """Return the root node of the file parsed as `language`, a name that `language.canonical` gave."""
        root = self._trees.get(language)
        if root is None:
            from ast_grep_py import SgRoot

            root = self._trees[language] = SgRoot(self.text, language).root()
        return root

    @property
    def too_nested(self) -> bool:
        """Whether brackets nest so deeply that a structural rule could take minutes."""
        if self._nested is None:
            self._nested = _depth_exceeds(self.data, MAX_DEPTH)
        return self._nested


def is_wide(data: bytes) -> bool:
    """Tell whether bytes begin as UTF-16 does, and not as UTF-32."""
    return data[:2] in _WIDE and data[2:4] != b"\0\0"


def decode(data: bytes) -> str:
    """Decode bytes as the matchers see them."""
    text = data.decode("utf-16" if is_wide(data) else "utf-8", "replace")
    text = text.removeprefix("\ufeff")
    return text.replace("\r\n", "\n") if "\r" in text else text


def _depth_exceeds(data: bytes, limit: int) -> bool:
    if sum(data.count(opening) for opening in (b"(", b"[", b"{")) <= limit:
        return False
    depth = 0
    for bracket in _BRACKETS.findall(data):
        if bracket in b"([{":
            depth += 1
            if depth > limit:
                return True
        elif depth:
            depth -= 1
    return False
