"""Documentation, change logs and release notes: headings with what they head, sentences with their surroundings."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from .pair import Pair, is_prose, make, tidy

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator

_ROLE = re.compile(r":[a-zA-Z:+-]+:`~?\.?([^`<]+?)(?:\s*<[^>]*>)?`")
_LINK = re.compile(r"\[([^\]]+)\]\([^)]*\)|`([^`<]+?)\s*<[^>]*>`_+")
_TICKS = re.compile(r"`+|\*\*|\\(?=[_*`])|(?<![\w*\\])[*_](?=\w)|(?<=\w)[*_](?![\w*])|\|")
_NOISE = re.compile(r"https?://\S+|^\s*\.\. .*$|^\s*:[\w-]+:.*$|^\s*[-=~^+|#*]{4,}\s*$|<[^>\n]{1,80}>", re.MULTILINE)
_UNDERLINE = re.compile(r"^([^\n]{3,100})\n([=\-~^+*#'\"`.])\2{2,}\s*$", re.MULTILINE)
_HASHES = re.compile(r"^#{1,5} +([^\n]{3,100}?)#*$", re.MULTILINE)
_ITEM = re.compile(r"^\s*(?:[-*•+]|\d+\.|#\d+[:.]?)\s+", re.MULTILINE)
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z`\"(])")
_REFERENCES = re.compile(
    r"\(?(?:closes?|fixes|see|gh-|pr|issue|bug)?\s*:?\s*#\d+\)?|\(\s*[\d, ]*\)|@[\w-]+", re.IGNORECASE
)

CHANGES = re.compile(r"(change|history|news|release|whatsnew|what-s-new|whats_new|upgrad)", re.IGNORECASE)


def plain(text: str) -> str:
    """Take the markup of reStructuredText and Markdown off."""
    text = _ROLE.sub(r"\1", text)
    text = _LINK.sub(lambda found: found[1] or found[2], text)
    return _TICKS.sub("", _NOISE.sub("", text))


def sections(text: str) -> Iterator[tuple[str, str]]:
    """Cut a document at its headings: title and body."""
    text = text.replace("\r\n", "\n")
    marks = sorted(
        [(m.start(), m.end(), m[1]) for m in _UNDERLINE.finditer(text)]
        + [(m.start(), m.end(), m[1]) for m in _HASHES.finditer(text)]
    )
    for at, (_, end, title) in enumerate(marks):
        stop = marks[at + 1][0] if at + 1 < len(marks) else len(text)
        yield plain(title).strip(), text[end:stop]


def paragraphs(body: str) -> list[str]:
    """Return the paragraphs of prose of a section, code and tables left out."""
    found = []
    for block in re.split(r"\n\s*\n", body):
        lines = block.split("\n")
        if all(line.startswith(("    ", "\t", ">>>", "```")) for line in lines if line):
            continue
        text = tidy(plain(_ITEM.sub("", block)).replace("\n", " "))
        if is_prose(text):
            found.append(text)
    return found


def read_document(source: str, name: str, text: str, chance: random.Random) -> Iterator[Pair | None]:
    """Yield pairs of one document; a change log gives its items, other documents their sections."""
    if CHANGES.search(name):
        yield from read_changes(source, text)
        return
    page = ""
    for title, body in sections(text):
        found = paragraphs(body)
        page = page or title
        if not found:
            continue
        head = title if title == page else f"{page}: {title}"
        yield make("heading", source, head, "\n".join(found[:3]))
        yield from surroundings(source, found, chance)


def surroundings(source: str, found: list[str], chance: random.Random) -> Iterator[Pair | None]:
    """Yield a sentence with the rest of its passage, and a paragraph with the next one."""
    for at, text in enumerate(found):
        parts = _SENTENCE.split(text)
        if len(parts) >= 3:
            taken = chance.randrange(len(parts))
            if is_prose(parts[taken]):
                yield make("sentence", source, parts[taken], " ".join(parts[:taken] + parts[taken + 1 :]))
        elif at + 1 < len(found) and chance.random() < 0.5:
            yield make("next", source, text, found[at + 1])


def read_changes(source: str, text: str) -> Iterator[Pair | None]:
    """Yield the entries of a change log: what was done, with its explanation where there is one."""
    for _, body in list(sections(text)) or [("", text)]:
        for block in _ITEM.split(body):
            entry = tidy(_REFERENCES.sub("", plain(block.split("\n\n")[0])).replace("\n", " "), 800).strip(" .,-")
            if is_prose(entry):
                yield from read_message(source, entry)


def read_message(source: str, entry: str) -> Iterator[Pair | None]:
    """Yield one entry: its first sentence with the rest; or, alone, for the teacher only."""
    parts = _SENTENCE.split(entry, maxsplit=1)
    if len(parts) == 2 and len(parts[0]) > 15 and len(parts[1]) > 30:
        yield make("change", source, parts[0], parts[1])
    else:
        yield Pair("alone", source, entry, "")


def read_release_note(source: str, text: str) -> Iterator[Pair | None]:
    """Yield the notes of one reno file (OpenStack): YAML lists of prose, read without a YAML parser."""
    section = ""
    for line_block in re.split(r"\n(?=\S)", text):
        head, _, body = line_block.partition(":")
        section = head.strip()
        if section not in {
            "features",
            "fixes",
            "upgrade",
            "issues",
            "deprecations",
            "security",
            "critical",
            "other",
            "prelude",
        }:
            continue
        notes = paragraphs(re.sub(r"^\s*(?:- )?\|?[>|]?-?\s*$", "", body, flags=re.MULTILINE).replace("  - ", "\n\n"))
        for at, note in enumerate(notes):
            yield from read_message(source, note)
            if at + 1 < len(notes):
                yield make("next", source, note, notes[at + 1])
