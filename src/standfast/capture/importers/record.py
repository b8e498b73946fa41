"""Records: documents with a title, a date and sections that are known by their headings."""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from standfast.capture.importers.page import Section

STATUS = re.compile(r"^status\b", re.IGNORECASE)
_DATE_HEADING = re.compile(r"^(date|decided on)\b", re.IGNORECASE)
_TITLE_NUMBER = re.compile(r"^\s*(?:(?:adr|rfc|dr)[\s_#-]*\d+|\d+)\s*[.:)–—-]*\s+", re.IGNORECASE)
_LINE = re.compile(
    r"^\s*(?:[-*]\s*)?[*_]*(?P<key>status|date|supersedes|superseded[ -]by)[*_]*\s*:[*_]*\s*(?P<value>.+)$",
    re.IGNORECASE,
)
_BOLD = re.compile(
    r"^\*\*(?P<name>status|context|problem|background|why|decision|outcome|consequences|alternatives|date|measured"
    r"|summary"
    r"|root causes?|impact|lessons(?: learned)?|action items|resolution)\s{0,9}[.:]?\s{0,9}\*\*\s{0,9}[.:]?[ \t]+",
    re.IGNORECASE | re.MULTILINE,
)
DATE = re.compile(r"\b(\d{4}-\d{2}-\d{2})\b")


def spread(body: str) -> str:
    """Return a text in which `**Decision.** We …` is a section, as it reads."""
    return _BOLD.sub(lambda match: f"\n###### {match['name']}\n\n", body)


def title_of(front: dict[str, list[str]], sections: Iterable[Section]) -> str:
    """Return the first heading, without the number a record carries."""
    heads = (section.heading for section in sections if section.heading and not _LINE.match(section.heading))
    heading = next(heads, "") or ", ".join(front.get("title", ()))
    return _TITLE_NUMBER.sub("", heading).strip() if not heading.strip().isdigit() else ""


def said_under(sections: Sequence[Section], wanted: re.Pattern[str]) -> str:
    """Return the text of the first section with such a heading, and of those below it."""
    found = (place for place, item in enumerate(sections) if item.level and wanted.match(item.heading))
    return next((text_below(sections, place)[0] for place in found), "")


def text_below(sections: Sequence[Section], place: int) -> tuple[str, int]:
    """Return the text of a section and of those below it, and the place of the next one that is not."""
    item = sections[place]
    said = [item.body]
    after = place + 1
    while after < len(sections) and sections[after].level > item.level:
        below = sections[after]
        said.append(f"{below.heading}\n\n{below.body}" if below.body else below.heading)
        after += 1
    return "\n\n".join(part for part in said if part).strip(), after


def pairs_of(sections: Sequence[Section]) -> list[tuple[str, str]]:
    """Return the lines about the record itself, such as `Status: accepted`."""
    matches = (_LINE.match(line) for section in sections[:3] for line in (section.heading, *section.body.split("\n")))
    return [(match["key"].lower(), match["value"].strip()) for match in matches if match]


def without_pairs(body: str) -> str:
    """Return a text without such lines, and without what stands in brackets there and goes on below."""
    kept: list[str] = []
    opened = 0
    for line in body.split("\n"):
        if opened > 0 or _LINE.match(line):
            opened += line.count("(") - line.count(")") if line.strip() else -opened
        else:
            kept.append(line)
    return "\n".join(kept).strip()


def date_of(front: dict[str, list[str]], sections: Sequence[Section]) -> str:
    """Return the day a record is dated, or nothing."""
    pairs = pairs_of(sections)
    said = [*front.get("date", ()), *(value for name in ("date", "status") for key, value in pairs if key == name)]
    said += [said_under(sections, _DATE_HEADING), said_under(sections, STATUS)]
    dates = (DATE.search(item) for item in said)
    return next((match[1] for match in dates if match and _is_day(match[1])), "")


def _is_day(text: str) -> bool:
    from datetime import date

    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True
