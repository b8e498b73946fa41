"""Post-mortems: what went wrong, and why, in the words of those who were there."""

from __future__ import annotations

import re

from standfast.capture.importers.finding import Finding
from standfast.capture.importers.instructions import shorten
from standfast.capture.importers.markdown import own_words, split_front, split_sections
from standfast.capture.importers.record import date_of, said_under, spread, title_of

_TEXT = 4_000
_WHY = 2_000
_LEARNED = re.compile(r"^(lessons?( learn(ed|t))?|what we learn(ed|t)|takeaways?|learnings?)\b", re.IGNORECASE)
_SUMMARY = re.compile(r"^(executive )?(summary|overview|tl;?dr|what happened|impact|incident)\b", re.IGNORECASE)
_CAUSE = re.compile(r"^(root[ -]causes?|causes?|trigger|contributing factors?|why (it|this) happened)\b", re.IGNORECASE)
_ACTIONS = re.compile(
    r"^(action items?|actions|follow[ -]?ups?|prevention|remediation|resolution|fix)\b", re.IGNORECASE
)


def read_incident(path: str, text: str) -> Finding | None:
    """Return what a post-mortem teaches, or None when it says nothing."""
    front, body = split_front(own_words(text))
    sections = split_sections(spread(body))
    parts = [said_under(sections, pattern) for pattern in (_SUMMARY, _LEARNED, _ACTIONS)]
    said = "\n\n".join(part for part in parts if part)
    if not said:
        said = next((one.body for one in sections if one.body), "")
    title = title_of(front, sections)
    if not said or not title:
        return None
    why = shorten(said_under(sections, _CAUSE), _WHY)
    return Finding(path, shorten(said, _TEXT), "gotcha", title=title, why=why, at=date_of(front, sections))
