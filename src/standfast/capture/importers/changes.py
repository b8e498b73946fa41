"""What changed, release by release: CHANGELOG, UPGRADING, MIGRATION and their like, with the version and its date."""

from __future__ import annotations

import re
from datetime import date
from posixpath import basename

from standfast.capture.importers.finding import Statement
from standfast.capture.importers.instructions import cut_words, shorten
from standfast.capture.importers.page import own_words, read_page, split_front

TYPE_CHECKING = False
if TYPE_CHECKING:
    from standfast.capture.importers.page import Section

_TEXT = 3_000
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
_UPGRADE = re.compile(r"upgrad|migrat|breaking", re.IGNORECASE)


def is_log(sections: tuple[Section, ...]) -> bool:
    """Tell whether a page is about releases that were made: most of its sections are named after a version."""
    heads = [section.heading for section in sections if section.level and section.body.strip()]
    return 2 * sum(bool(_VERSION.search(head)) for head in heads) > len(heads)


def read_changes(path: str, text: str) -> list[Statement]:
    """Return what each release changed; of a guide for upgrading, what each part of it says."""
    sections = read_page(path, split_front(own_words(text))[1]).sections
    upgrade = bool(_UPGRADE.search(basename(path)))
    name = basename(path).rpartition(".")[0] or basename(path)
    found: list[Statement] = []
    for place, section in enumerate(sections):
        version = _VERSION.search(section.heading)
        if not section.level or not (version or upgrade):
            continue
        said = _with_below(sections, place) if version else section.body
        if len(said.split()) < 4:
            continue
        head = f"{name}: {section.heading}"
        found.append(
            Statement(
                path,
                shorten(said, _TEXT),
                "fact",
                title=cut_words(head, 160),
                at=_find_date(section),
                line=section.line,
            )
        )
    return found


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
    """Return a section with those below it that speak of no version of their own."""
    top = sections[place]
    said = [top.body]
    for section in sections[place + 1 :]:
        if section.level <= top.level or _VERSION.search(section.heading):
            break
        said.append(f"{section.heading}\n{section.body}" if section.body else "")
    return "\n\n".join(part for part in said if part)
