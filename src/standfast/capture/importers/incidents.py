"""Post-mortems: what went wrong and why, every section in its own words; what was decided there, apart."""

from __future__ import annotations

import re

from standfast.capture.importers.finding import Statement
from standfast.capture.importers.page import own_words, read_page, split_front
from standfast.capture.importers.record import date_of, said_under, spread, title_of, without_pairs
from standfast.capture.importers.wording import shorten

_TEXT = 8_000
_WHY = 2_000
_CAUSE = re.compile(r"^(root[ -]causes?|causes?|trigger|contributing factors?|why (it|this) happened)\b", re.IGNORECASE)
_DECIDED = re.compile(r"^(decisions?|what we decided|resolution and decision|agreed)\b", re.IGNORECASE)


def read_incident(path: str, text: str) -> list[Statement]:
    """Return what a post-mortem teaches: the incident with every section, and a decision where it holds one."""
    front, body = split_front(own_words(text))
    sections = read_page(path, spread(body)).sections
    title = title_of(front, sections)
    at = date_of(front, sections)
    line = next((item.line for item in sections if item.level), 1)
    said = []
    for place, section in enumerate(sections):
        words = without_pairs(section.body)
        if words and not _CAUSE.match(section.heading):
            said.append(f"{section.heading}: {words}" if section.heading and place > 1 else words)
    if not said or not title:
        return []
    why = shorten(said_under(sections, _CAUSE), _WHY)
    found = [Statement(path, shorten("\n\n".join(said), _TEXT), "gotcha", title=title, why=why, at=at, line=line)]
    decided = said_under(sections, _DECIDED)
    if decided:
        reason = why or shorten("\n\n".join(said[:1]), _WHY)
        found.append(Statement(path, shorten(decided, _TEXT), "decision", title=title, why=reason, at=at, line=line))
    return found
