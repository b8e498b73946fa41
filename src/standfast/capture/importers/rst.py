"""reStructuredText, read by docutils: the same parts and sections that Markdown gives.

Directives and roles that only Sphinx knows are passed by, literal blocks are code, quotes are not taken; of
admonitions the words. Nothing is included from other files and nothing raw is run. Neighbours: `page`, `markdown`.
"""

from __future__ import annotations

import re
from copy import copy
from functools import cache

from standfast.capture.importers.page import Page, Part, Section, lead_of, rows_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from docutils import nodes
    from docutils.frontend import Values

_LONGEST = 120_000  # docutils takes a second for as much
_SETTINGS = {
    "report_level": 5,
    "halt_level": 5,
    "file_insertion_enabled": False,
    "raw_enabled": False,
    "_disable_config": True,
    "syntax_highlight": "none",
    "smart_quotes": False,
    "toc_backlinks": False,
    "warning_stream": "",
}
_BOXES = {
    "note": "note", "warning": "warning", "caution": "warning", "danger": "warning", "attention": "warning",
    "important": "important", "hint": "tip", "tip": "tip",
}  # fmt: skip
_NAMED = re.compile(r"^[\w.-]+$")


def read_rst(text: str) -> Page:
    """Take a reStructuredText apart."""
    reading = _Reading()
    try:
        reading.section(_parse(text[:_LONGEST]), ())
    except RecursionError:  # nested as no person writes: it says nothing
        return Page((), ())
    reading.close()
    return Page(tuple(reading.parts), tuple(reading.sections))


def _parse(text: str) -> nodes.document:
    """Return the tree as it is written, without the transforms that make a book of it."""
    from docutils.parsers.rst import Parser
    from docutils.utils import new_document

    document = new_document("", copy(_settings()))
    Parser().parse(text, document)
    return document


@cache
def _settings() -> Values:
    """Return how docutils is to read: a log has a page for each release, and putting this together costs as much."""
    from docutils.frontend import get_default_settings
    from docutils.parsers.rst import Parser

    settings: Values = get_default_settings(Parser)
    vars(settings).update(_SETTINGS)
    return settings


class _Reading:
    """Walks the tree once."""

    def __init__(self) -> None:
        self.parts: list[Part] = []
        self.sections: list[Section] = []
        self._open: tuple[int, str, int] = (0, "", 1)
        self._body: list[str] = []

    def section(self, node: nodes.Element, trail: tuple[str, ...]) -> None:
        """Read a section, or the document, and those below it."""
        from docutils import nodes

        introduced = ""
        for child in node.children:
            if isinstance(child, nodes.title | nodes.subtitle):
                if isinstance(child, nodes.title):
                    trail = (*trail, _words(child))
                    self._begin(len(trail), trail[-1], _line(child) - 1)  # docutils gives that of the underline
            elif isinstance(child, nodes.section):
                self.section(child, trail)
                introduced = ""
            else:
                introduced = self._block(child, trail, introduced, "")

    def _begin(self, level: int, heading: str, line: int) -> None:
        self.close()
        self._open = (level, heading, line)
        self._body = []

    def close(self) -> None:
        """End the section at hand."""
        level, heading, line = self._open
        self.sections.append(Section(level, heading, "\n\n".join(self._body).strip(), line))

    def _block(self, node: nodes.Node, trail: tuple[str, ...], lead: str, callout: str) -> str:
        """Read one block and return what it introduces, if anything."""
        from docutils import nodes

        if isinstance(node, nodes.paragraph):
            text = _words(node)
            literal = node.rawsource.rstrip().endswith("::")
            self._body.append(text)
            self._add("paragraph", text, node, trail, lead, callout)
            below = node.next_node(descend=False, siblings=True)
            listed = isinstance(below, nodes.bullet_list | nodes.enumerated_list)
            return lead_of(f"{text}:" if literal else text, listed=listed)
        if isinstance(node, nodes.bullet_list):
            for item in node.children:
                self._item(item, trail, lead, callout)
        elif isinstance(node, nodes.enumerated_list):
            self._steps(node, trail, lead, callout)
        elif isinstance(node, nodes.definition_list):
            self._definitions(node, trail, callout)
        elif isinstance(node, nodes.literal_block):
            classes: list[str] = node.get("classes", [])
            names = [name for name in classes if name != "code" and _NAMED.match(name)]
            self._body.append(node.astext())
            self._add("code", node.astext(), node, trail, lead, callout, language=names[0] if names else "")
        elif isinstance(node, nodes.table):
            rows = [[_flat(entry) for entry in row.children] for row in node.findall(nodes.row)]
            self._body += [" | ".join(cells) for cells in rows]
            self._add("table", rows_of(rows), node, trail, lead, callout)
        elif isinstance(node, nodes.field_list):
            self._body += [": ".join(_flat(part) for part in entry.children) for entry in node.children]
        else:
            self._boxed(node, trail, lead, callout)
        return ""

    def _boxed(self, node: nodes.Node, trail: tuple[str, ...], lead: str, callout: str) -> None:
        """Read what is in a box; of what is indented the lists: a quote to docutils, an indented list to people."""
        from docutils import nodes

        lists = nodes.bullet_list | nodes.enumerated_list | nodes.definition_list
        for child in node.children:
            if isinstance(node, nodes.Admonition):
                self._block(child, trail, lead, _BOXES.get(type(node).__name__, "note"))
            elif isinstance(node, nodes.block_quote) and isinstance(child, lists):
                self._block(child, trail, lead, callout)

    def _item(self, item: nodes.Node, trail: tuple[str, ...], lead: str, callout: str) -> None:
        from docutils import nodes

        own = [_words(child) for child in item.children if isinstance(child, nodes.paragraph)]
        rest = [child for child in item.children if not isinstance(child, nodes.paragraph)]
        text = "\n".join(own)
        if text.endswith(":") and rest:
            if isinstance(rest[0], nodes.literal_block):
                self._add("item", text, item, trail, lead, callout)
            for child in rest:
                self._block(child, trail, lead_of(text), callout)
            return
        below = [f"  - {_flat(entry)}" for child in rest for entry in _entries(child)]
        said = "\n".join([text, *below]).strip()
        self._body.append(f"- {said}")
        self._add("item", said, item, trail, lead, callout)

    def _steps(self, node: nodes.Element, trail: tuple[str, ...], lead: str, callout: str) -> None:
        before, length = len(self.parts), len(self._body)
        for item in node.children:
            self._item(item, trail, lead, callout)
        items = tuple(part for part in self.parts[before:] if part.kind == "item")
        del self.parts[before:]
        del self._body[length:]
        if items:
            text = "\n".join(f"{number}. {entry.text}" for number, entry in enumerate(items, 1))
            self._body.append(text)
            self._add("steps", text, node, trail, lead, callout, items=items)

    def _definitions(self, node: nodes.Element, trail: tuple[str, ...], callout: str) -> None:
        from docutils import nodes

        for entry in node.children:
            term = next((_words(child) for child in entry.children if isinstance(child, nodes.term)), "")
            for child in entry.children:
                if isinstance(child, nodes.definition):
                    for block in child.children:
                        self._block(block, trail, term, callout)

    def _add(
        self,
        kind: str,
        text: str,
        node: nodes.Node,
        trail: tuple[str, ...],
        lead: str,
        callout: str,
        language: str = "",
        items: tuple[Part, ...] = (),
    ) -> None:
        if text.strip():
            self.parts.append(Part(kind, text.strip(), _line(node), trail, lead, callout, language, items))


def _entries(node: nodes.Node) -> list[nodes.Node]:
    from docutils import nodes

    return list(node.children) if isinstance(node, nodes.bullet_list | nodes.enumerated_list) else []


def _words(node: nodes.Node) -> str:
    """Return the words of a block as they are written; of a heading, without its underline."""
    from docutils import nodes

    raw = getattr(node, "rawsource", "") if isinstance(node, nodes.paragraph) else ""
    text = raw or node.astext()
    text = text.strip()
    return (text[:-1] if text.endswith("::") else text).strip()


def _flat(node: nodes.Node) -> str:
    return " ".join(node.astext().split())


def _line(node: nodes.Node) -> int:
    """Return where a block begins: docutils knows it of some nodes, and of others by what is in or around them."""
    at: nodes.Node | None = node
    while at is not None:
        if at.line:
            return int(at.line)
        inner = next((child.line for child in at.children if child.line), None)
        if inner:
            return int(inner)
        at = at.parent
    return 1
