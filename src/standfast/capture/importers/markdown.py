"""Markdown, read by markdown-it: paragraphs, items, steps and code with their place, lead and headings; sections.

Blocks only: inline markup stays as it is written, so a memory quotes the file. Quotes (but for callouts), HTML and
link definitions are not taken. Must not: judge what a block means. Neighbours: `page`, `rst`.
"""

from __future__ import annotations

import re
from functools import cache

from standfast.capture.importers.page import Page, Part, Section, lead_of, rows_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from markdown_it import MarkdownIt
    from markdown_it.token import Token

_BOX = re.compile(r"^(?:!!!|\?\?\?\+?)[ \t]+(?P<name>\w+)(?:[ \t]+\"[^\"\n]*\")?[ \t]*(?:\n|$)")
_CALLOUT = re.compile(r"^\[!(?P<name>\w+)\][ \t]*\n?")


@cache
def _parser() -> MarkdownIt:
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark", {"maxNesting": 12}).enable("table")
    parser.core.ruler.enableOnly(["normalize", "block"])
    return parser


def read_markdown(text: str) -> Page:
    """Take a Markdown text apart."""
    tokens = _parser().parse(text)
    reading = _Reading(text.split("\n"), tokens)
    reading.blocks(0, len(tokens), "", "")
    return Page(tuple(reading.parts), _sections(text.split("\n"), tokens))


def list_fenced(text: str) -> dict[int, str]:
    """Return the lines that stand in fenced blocks, counted from one, with the language of their block."""
    found: dict[int, str] = {}
    for token in _parser().parse(text):
        if token.type == "fence" and token.map:
            first = token.map[0] + 2  # behind the line that opens the block
            found.update(dict.fromkeys(range(first, first + token.content.count("\n")), _language(token)))
    return found


def _language(token: Token) -> str:
    return token.info.strip().partition(" ")[0].lower()


def _sections(lines: Sequence[str], tokens: Sequence[Token]) -> tuple[Section, ...]:
    heads = [
        (token.map[0], token.map[1], int(token.tag[1]), _flat(tokens[place + 1].content))
        for place, token in enumerate(tokens)
        if token.type == "heading_open" and token.level == 0 and token.map
    ]
    starts = [(0, 0, 0, ""), *heads]
    found = []
    for place, (first, after, level, heading) in enumerate(starts):
        end = starts[place + 1][0] if place + 1 < len(starts) else len(lines)
        found.append(Section(level, heading, "\n".join(lines[after:end]).strip(), first + 1))
    return tuple(found)


class _Reading:
    """Walks the tokens once; a block is known by the pair of tokens around it."""

    def __init__(self, lines: Sequence[str], tokens: Sequence[Token]) -> None:
        self._lines = lines
        self._tokens = tokens
        self._ends = _match(tokens)
        self._trail: list[tuple[int, str]] = []
        self.parts: list[Part] = []

    def blocks(self, start: int, end: int, lead: str, callout: str) -> None:
        """Read the blocks between two tokens; `lead` is what introduces them as a whole."""
        place = start
        introduced = lead
        while place < end:
            token, close = self._tokens[place], self._ends[place]
            if token.type == "heading_open":
                level = int(token.tag[1])
                heading = _flat(self._tokens[place + 1].content)
                self._trail = [item for item in self._trail if item[0] < level] + [(level, heading)]
                introduced = lead
            elif token.type == "paragraph_open":
                text = self._tokens[place + 1].content.strip()
                box = _BOX.match(text)  # a box as MkDocs writes it
                text = text[box.end() :].strip() if box else text
                self._add("paragraph", text, token, lead, box["name"].lower() if box else callout)
                below = self._tokens[close + 1].type if close + 1 < end else ""
                introduced = lead_of(text, listed=below.endswith("list_open")) or lead
            elif token.type == "bullet_list_open":
                self._items(place, close, introduced, callout)
                introduced = lead
            elif token.type == "ordered_list_open":
                self._steps(place, close, introduced, callout)
                introduced = lead
            elif token.type in {"fence", "code_block"}:
                language = _language(token) if token.type == "fence" else ""
                self._add("code", token.content.rstrip("\n"), token, introduced, callout, language)
                introduced = lead
            elif token.type == "table_open":
                self._table(place, close, introduced, callout)
                introduced = lead
            elif token.type == "blockquote_open":
                self._quote(place, close, lead)
            place = close + 1

    def _quote(self, place: int, close: int, lead: str) -> None:
        """Read a callout; what is merely quoted is somebody else's word."""
        inner = next((token for token in self._tokens[place + 1 : close] if token.type == "inline"), None)
        match = _CALLOUT.match(inner.content) if inner else None
        if inner is None or match is None:
            return
        inner.content = inner.content[match.end() :]
        self.blocks(place + 1, close, lead, match["name"].lower())

    def _table(self, place: int, close: int, lead: str, callout: str) -> None:
        rows: list[list[str]] = []
        for token in self._tokens[place:close]:
            if token.type == "tr_open":
                rows.append([])
            elif token.type == "inline":
                rows[-1].append(token.content.strip())
        self._add("table", rows_of(rows), self._tokens[place], lead, callout)

    def _items(self, place: int, close: int, lead: str, callout: str) -> None:
        for first, last in self._children(place, close):
            self._item("item", first, last, lead, callout)

    def _item(self, kind: str, first: int, last: int, lead: str, callout: str) -> None:
        """Read one item: its own words with what is nested in it, unless they only introduce what is nested."""
        own, nested = self._own(first + 1, last)
        if own.endswith(":") and nested:
            if self._tokens[nested[0]].type == "fence":
                self._add(kind, own, self._tokens[first], lead, callout)
            self.blocks(nested[0], last, lead_of(own), callout)
            return
        lists = (item for item in nested if self._tokens[item].type.endswith("_list_open"))
        # What stands below another paragraph belongs to that, which is not told.
        below = [self._raw(item, skip_code=True) for item in lists if not self._has_words(nested[0], item)]
        text = "\n".join([own, *(item for item in below if item)]).strip()
        self._add(kind, text, self._tokens[first], lead, callout)
        for item in nested:
            if self._tokens[item].type in {"fence", "code_block"}:
                self.blocks(item, item + 1, lead_of(own + ":"), callout)

    def _steps(self, place: int, close: int, lead: str, callout: str) -> None:
        before = len(self.parts)
        for first, last in self._children(place, close):
            own, nested = self._own(first + 1, last)
            code = [self._tokens[item].content.strip() for item in nested if self._tokens[item].type == "fence"]
            text = "\n".join([own, *code]).strip()
            self._add("item", text, self._tokens[first], lead, callout)
        items = tuple(self.parts[before:])
        del self.parts[before:]
        if items:
            text = "\n".join(f"{number}. {entry.text}" for number, entry in enumerate(items, 1))
            self._add("steps", text, self._tokens[place], lead, callout, items=items)

    def _own(self, start: int, end: int) -> tuple[str, list[int]]:
        """Return the words of an item, and where the blocks nested in it begin."""
        words: list[str] = []
        nested: list[int] = []
        place = start
        while place < end:
            token = self._tokens[place]
            if token.type == "paragraph_open":
                if not nested:
                    words.append(self._tokens[place + 1].content.strip())
            else:
                nested.append(place)
            place = self._ends[place] + 1
        return "\n".join(words), nested

    def _has_words(self, start: int, end: int) -> bool:
        """Tell whether a paragraph begins between two blocks nested in an item."""
        level = self._tokens[end].level
        return any(token.type == "paragraph_open" and token.level == level for token in self._tokens[start:end])

    def _raw(self, place: int, *, skip_code: bool) -> str:
        """Return the lines of a block as they are written."""
        token = self._tokens[place]
        if token.map is None:
            return ""
        hidden: set[int] = set()
        for item in self._tokens[place : self._ends[place]] if skip_code else ():
            if item.type in {"fence", "code_block"} and item.map:
                hidden.update(range(*item.map))
        lines = [
            line for at, line in enumerate(self._lines[token.map[0] : token.map[1]], token.map[0]) if at not in hidden
        ]
        return "\n".join(lines).rstrip()

    def _children(self, place: int, close: int) -> list[tuple[int, int]]:
        found = []
        at = place + 1
        while at < close:
            found.append((at, self._ends[at]))
            at = self._ends[at] + 1
        return found

    def _add(
        self,
        kind: str,
        text: str,
        token: Token,
        lead: str,
        callout: str,
        language: str = "",
        items: tuple[Part, ...] = (),
    ) -> None:
        line = token.map[0] + 1 if token.map else 1
        headings = tuple(heading for _, heading in self._trail if heading)
        if text:
            self.parts.append(Part(kind, text, line, headings, lead, callout, language, items))


def _match(tokens: Sequence[Token]) -> list[int]:
    """Return for every token where the block it opens ends; a token that opens none ends itself."""
    ends = list(range(len(tokens)))
    opened: list[int] = []
    for place, token in enumerate(tokens):
        if token.nesting == 1:
            opened.append(place)
        elif token.nesting == -1 and opened:
            ends[opened.pop()] = place
    return ends


def _flat(text: str) -> str:
    """Return words on one line, without the marks that set a heading or a lead off."""
    return " ".join(text.split()).strip("*_# ").strip()
