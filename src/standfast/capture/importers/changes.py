"""What changed, release by release: CHANGELOG, UPGRADING, MIGRATION and their like, with the version and its date."""

from __future__ import annotations

import re
from bisect import bisect_right
from datetime import date
from itertools import accumulate
from posixpath import basename, dirname

from standfast.capture.importers.finding import Statement
from standfast.capture.importers.page import is_rst, own_words, read_page, split_front
from standfast.capture.importers.wording import cut_words, shorten
from standfast.model.value import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from standfast.capture.importers.page import Part, Section

_TEXT = 3_000
_LONG = 20_000
_UNASKED = 20_000  # characters of the newest releases that are read unasked, and how many of them
_RELEASES = 300
_RELEASE = re.compile(
    r"^(?:(?P<over>[=~^#*+-])(?P=over){2,}\n)?(?P<heading>\w.*)\n(?P<sign>[=~^#*+-])(?P=sign){2,}[ \t]*$", re.MULTILINE
)
_VERSION = re.compile(
    r"(?<![\w.])v?(?P<version>\d+\.\d+(?:\.\d+)*(?:[-.]?(?:rc|alpha|beta|a|b|dev|pre)[.-]?\d*)?)(?![\w.])",
    re.IGNORECASE,
)
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = rf"(?P<month>{'|'.join(_MONTHS)})[a-z]*\.?"
_DATES = (
    re.compile(r"\b(?P<year>\d{4})[-/.](?P<month>\d{1,2})[-/.](?P<day>\d{1,2})\b"),
    re.compile(rf"\b(?P<day>\d{{1,2}})(?:st|nd|rd|th)?[ -](?:of )?{_MONTH},?[ -](?P<year>\d{{4}})\b", re.IGNORECASE),
    re.compile(rf"\b{_MONTH} (?P<day>\d{{1,2}})(?:st|nd|rd|th)?,? (?P<year>\d{{4}})\b", re.IGNORECASE),
)
_DATED = re.compile(r"(?:release[sd]?|date|on)\b[ :]*", re.IGNORECASE)
_BESIDE = 40  # characters of a line that has nothing but the date of a release
_GRAVE = re.compile(r"^\W*(?:security|breaking)\b|\b(?:CVE-\d{4}-\d|GHSA-\w)", re.IGNORECASE)
_GRAVE_HEADING = re.compile(r"^\W*(?:security|breaking)\b", re.IGNORECASE)
_GRAVEST = 8  # of one release
_UPGRADE = re.compile(r"upgrad|migrat|breaking", re.IGNORECASE)


def is_log(sections: tuple[Section, ...]) -> bool:
    """Tell whether a page is about releases that were made: most of its sections are named after a version."""
    heads = [section.heading for section in sections if section.level and section.body.strip()]
    return 2 * sum(bool(_VERSION.search(head)) for head in heads) > len(heads)


def read_changes(path: str, text: str) -> list[Statement]:
    """Return what each release changed; of a guide for upgrading, what each part of it says."""
    words = split_front(own_words(text))[1]
    return [statement for piece in _split(path, words) for statement in _read_piece(path, *piece)]


def read_newest(path: str, text: str) -> tuple[list[Statement], list[str]]:
    """Return the newest releases, which stand first: as much as is read unasked, and which older ones there are."""
    pieces = _split(path, split_front(own_words(text))[1])
    found: list[Statement] = []
    for place, piece in enumerate(pieces):
        found += _read_piece(path, *piece)
        sizes = list(accumulate(len(statement.text) for statement in found))
        if sizes and (sizes[-1] > _UNASKED or len(sizes) > _RELEASES):
            kept = min(bisect_right(sizes, _UNASKED), _RELEASES)
            older = [release_of(statement.title) for statement in found[kept:]]
            return found[:kept], [*older, *(release_of(f": {unread}") for _, unread in pieces[place + 1 :])]
    return found, []


def release_of(title: str) -> str:
    """Return the version that the title of what a release changed names first, or the title where it names none."""
    found = _VERSION.search(title, title.find(": ") + 2)
    return found["version"] if found else title


def _read_piece(path: str, before: int, piece: str) -> list[Statement]:
    page = read_page(path, piece)
    sections = page.sections
    upgrade = bool(_UPGRADE.search(f"{basename(dirname(path))}/{basename(path)}"))
    name = basename(path).rpartition(".")[0] or basename(path)
    found: list[Statement] = []
    above = 0  # the level of the heading with a version that a section stands below
    for place, section in enumerate(sections):
        version = _VERSION.search(section.heading)
        above = section.level if version else 0 if section.level <= above else above
        if not section.level or not (version or (upgrade and not above)):
            continue  # what stands below a version is told with it
        said = _with_below(sections, place) if version else section.body
        if len(said.split()) < 4:
            continue
        title = cut_words(f"{name}: {section.heading}", 160)
        told, at = shorten(said, _TEXT), _find_date(section)
        found.append(Statement(path, told, "fact", title=title, at=at, line=before + section.line))
        if version:
            after = next((item.line for item in sections[place + 1 :] if item.level <= section.level), len(piece))
            below = [part for part in page.parts if section.line < part.line < after]
            grave = [part for part in below if _is_grave(part)][:_GRAVEST] if len(below) > 1 else []
            found += [replace(found[-1], text=shorten(part.text, _TEXT), line=before + part.line) for part in grave]
    return found


def _is_grave(part: Part) -> bool:
    """Tell whether an item of a release is about a hole that was closed or what it breaks: asked for by itself."""
    head = part.headings[-1] if part.headings else ""
    return part.kind == "item" and bool(_GRAVE.search(part.text) or _GRAVE_HEADING.match(head))


def _split(path: str, text: str) -> list[tuple[int, str]]:
    """Return the releases of a long log, each with the number of lines before it and no longer than is kept of it.

    A parser of reStructuredText takes a second for 300 kB, and most of a long release is not kept.
    """
    heads = [head for head in _RELEASE.finditer(text) if _VERSION.search(head["heading"])]
    if not is_rst(path) or len(text) <= _LONG or not heads:
        return [(0, text)]
    signs = [head["sign"] for head in heads]
    level = max(signs, key=signs.count)
    starts = [head.start() for head in heads if head["sign"] == level]
    pieces = [text[start:end] for start, end in zip(starts, [*starts[1:], len(text)], strict=True)]
    return [
        (text.count("\n", 0, start), piece[: _TEXT + piece[_TEXT:].find("\n\n")] if len(piece) > _TEXT else piece)
        for start, piece in zip(starts, pieces, strict=True)
    ]


def _find_date(section: Section) -> str:
    """Return the day that a release says it was made: in its heading, or on a line of its own below it."""
    below = section.body.strip().partition("\n")[0].strip("*_()[]: ")
    for said in (section.heading, below if len(_DATED.sub("", below)) <= _BESIDE else ""):
        for pattern in _DATES:
            if found := pattern.search(said):
                month = found["month"].lower()
                number = int(month) if month.isdigit() else 1 + _MONTHS.index(month[:3])
                try:
                    return date(int(found["year"]), number, int(found["day"])).isoformat()
                except ValueError:
                    continue
    return ""


def _with_below(sections: tuple[Section, ...], place: int) -> str:
    """Return a section with those below it that mention no version of their own."""
    top = sections[place]
    said = [top.body]
    for section in sections[place + 1 :]:
        if section.level <= top.level or _VERSION.search(section.heading):
            break
        said.append(f"{section.heading}\n{section.body}" if section.body else "")
    return "\n\n".join(part for part in said if part)
