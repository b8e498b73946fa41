"""A page: what a document says, taken apart by a parser of its own language. Blocks with their place, and sections.

Owns the values that readers of every markup fill, and the words that are not the file's own (comments, what Standfast
wrote, front matter), which leave blank lines behind so that places stay true. Neighbours: `markdown`, `rst` (the
parsers), `instructions`, `decisions`, `incidents`, `changes`, `designs` (what a page means).
"""

from __future__ import annotations

import re

from standfast.model.value import Value
from standfast.text.lines import unify_ends
from standfast.text.sentences import split_sentences

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

LONGEST = 400_000  # a rule file of this size is something else; the rest of it is not read

# What Standfast itself wrote must never come back as something learned; a block without its end reaches to the end.
_OWN = re.compile(
    r"<!--\s*standfast:(?P<name>[\w:]*?)begin\b.*?(?:<!--\s*standfast:(?P=name)end\b[^>]*-->|\Z)", re.DOTALL
)
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
# What a site's generator reads and nobody else: shortcodes, tags alone in their line, the ends of boxes. Not in code.
_TAG = re.compile(r"`[^`\n]*`|\{\{[%<][^{}\n]*[%>]\}\}|^[ \t]*(?:\{%[^{}\n]*%\}|:::+[^\n]*)$", re.MULTILINE)
_FRONT = re.compile(r"\A---[ \t]*\n(?P<front>.*?)\n---[ \t]*(?:\n|\Z)", re.DOTALL)
_KEY = re.compile(r"(?P<key>[A-Za-z][\w-]*)\s*:\s*(?P<value>.*)")
_LEAD = 200  # characters beyond which words before a list are not its lead
_SENTENCE = 6  # words; fewer without an end are a caption


class Part(Value):
    """One block: `kind` is paragraph, item, steps, code or table; `line` is where it begins, counted from one.

    `headings` are those it stands under, `lead` the words that introduce it, `callout` the sort of box it is in,
    `items` the steps of numbered steps, `language` that of code.
    """

    kind: str
    text: str
    line: int
    headings: tuple[str, ...] = ()
    lead: str = ""
    callout: str = ""
    language: str = ""
    items: tuple[Part, ...] = ()


class Section(Value):
    """A heading and the text below it, up to the next heading."""

    level: int
    heading: str
    body: str
    line: int = 1


class Page(Value):
    """A document: its blocks in order, and its sections, the first of which stands above all headings."""

    parts: tuple[Part, ...]
    sections: tuple[Section, ...]


def is_rst(path: str) -> bool:
    """Tell whether a document is written in reStructuredText."""
    return path.lower().endswith((".rst", ".rest"))


def read_page(path: str, text: str) -> Page:
    """Take a document apart with the parser of its markup; `text` is its own words."""
    if is_rst(path):
        from standfast.capture.importers.rst import read_rst

        return read_rst(text)
    from standfast.capture.importers.markdown import read_markdown

    return read_markdown(text)


def lead_of(text: str, *, listed: bool = False) -> str:
    """Return what a paragraph or item introduces what follows it with: its last sentence, if that ends with a colon.

    Right above a list (`listed`) a sentence that does not end at all does the same.
    """
    plain = " ".join(text.replace("**", "").replace("__", "").split())
    open_end = listed and plain[-1:].isalnum() and len(plain.split()) >= _SENTENCE
    if not plain.endswith(":") and not open_end:
        return ""
    last = (split_sentences(plain) or [""])[-1].rstrip(":").strip("*_# ").strip()
    return last if len(last) <= _LEAD else ""


def rows_of(rows: Sequence[Sequence[str]]) -> str:
    """Return a table as a block has it: a line for its heads, and one for each row, the cells between bars."""
    return "\n".join(" | ".join(cells) for cells in rows)


def own_words(text: str) -> str:
    """Return a text without comments, tags and what Standfast wrote into it; every line keeps its number."""
    plain = unify_ends(text[:LONGEST]).removeprefix("\ufeff")
    said = _COMMENT.sub(_blank, _OWN.sub(_blank, plain))
    return _TAG.sub(lambda match: match[0] if match[0].startswith("`") else "", said)


def _blank(match: re.Match[str]) -> str:
    return "\n" * match[0].count("\n")


def split_front(text: str) -> tuple[dict[str, list[str]], str]:
    """Return the front matter (each key with its values) and the rest, every line of it with its number.

    Read by hand: rule files write `globs: **/*.ts`, which is not YAML.
    """
    match = _FRONT.match(text)
    if match is None:
        return {}, text
    front: dict[str, list[str]] = {}
    key = ""
    for line in match["front"].split("\n"):
        pair = _KEY.fullmatch(line.rstrip())
        if pair:
            key = pair["key"].lower()
            front[key] = _values(pair["value"])
        elif key and line.lstrip().startswith("- "):
            front[key] += _values(line.lstrip()[2:])
    return front, _blank(match) + text[match.end() :]


def _values(text: str) -> list[str]:
    inside = text.strip().removeprefix("[").removesuffix("]")
    depth, parts, part = 0, [], ""
    for char in inside:  # a comma inside {a,b} of a glob does not divide
        depth += (char == "{") - (char == "}")
        if char == "," and depth <= 0:
            parts.append(part)
            part = ""
        else:
            part += char
    return [value for value in (piece.strip().strip("'\"").strip() for piece in (*parts, part)) if value]
