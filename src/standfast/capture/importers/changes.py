"""What changed, release by release: CHANGELOG, UPGRADING, MIGRATION and their like, with the version and its date."""

from __future__ import annotations

import re
from posixpath import basename

from standfast.capture.importers.finding import Statement
from standfast.capture.importers.instructions import cut_words, shorten
from standfast.capture.importers.page import own_words, read_page, split_front

TYPE_CHECKING = False
if TYPE_CHECKING:
    from standfast.capture.importers.page import Section

_BYTES = 60_000  # the newest releases stand first; the rest is history that commits tell
_RELEASES = 20
_TEXT = 3_000
_VERSION = re.compile(
    r"(?<![\w.])v?(?P<version>\d+\.\d+(?:\.\d+)*(?:[-.]?(?:rc|alpha|beta|a|b|dev|pre)[.-]?\d*)?)(?![\w.])",
    re.IGNORECASE,
)
_DATE = re.compile(r"\b(\d{4}-\d{2}-\d{2})\b")
_UPGRADE = re.compile(r"upgrad|migrat|breaking", re.IGNORECASE)


def is_log(sections: tuple[Section, ...]) -> bool:
    """Tell whether a page is about releases that were made: most of its sections are named after a version."""
    heads = [section.heading for section in sections if section.level and section.body.strip()]
    return 2 * sum(bool(_VERSION.search(head)) for head in heads) > len(heads)


def read_changes(path: str, text: str) -> list[Statement]:
    """Return what each release changed; of a guide for upgrading, what each part of it says."""
    sections = read_page(path, split_front(own_words(text[:_BYTES]))[1]).sections
    upgrade = bool(_UPGRADE.search(basename(path)))
    name = basename(path).rpartition(".")[0] or basename(path)
    found: list[Statement] = []
    for place, section in enumerate(sections):
        version = _VERSION.search(section.heading)
        if not section.level or not (version or upgrade) or len(found) >= _RELEASES:
            continue
        said = _with_below(sections, place) if version else section.body
        if len(said.split()) < 4:
            continue
        date = _DATE.search(section.heading)
        head = f"{name}: {section.heading}"
        found.append(
            Statement(
                path,
                shorten(said, _TEXT),
                "fact",
                title=cut_words(head, 160),
                at=date[1] if date else "",
                line=section.line,
            )
        )
    return found


def _with_below(sections: tuple[Section, ...], place: int) -> str:
    """Return a section with those below it that speak of no version of their own."""
    top = sections[place]
    said = [top.body]
    for section in sections[place + 1 :]:
        if section.level <= top.level or _VERSION.search(section.heading):
            break
        said.append(f"{section.heading}\n{section.body}" if section.body else "")
    return "\n\n".join(part for part in said if part)
