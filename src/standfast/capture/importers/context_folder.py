"""Context folders (`agent-context/` and its like): notes for agents by subject, with heading, date and index."""

from __future__ import annotations

import re
from posixpath import basename

from standfast.capture.importers.decisions import looks_decided, read_decision
from standfast.capture.importers.discover import usual_kind
from standfast.capture.importers.finding import Statement
from standfast.capture.importers.instructions import read_instructions
from standfast.capture.importers.page import own_words, read_page, split_front
from standfast.capture.importers.record import date_of
from standfast.capture.importers.wording import cut_words, shorten
from standfast.model.value import replace

_INDEX = re.compile(r"^(readme|index|toc|contents?|_index|overview)\.", re.IGNORECASE)
_DATE = re.compile(r"(?<!\d)(\d{4}-\d{2}-\d{2})(?!\d)")


def read_context(path: str, text: str) -> list[Statement]:
    """Return what a file of a context folder says: a decision record whole, an index whole, the rest by its blocks."""
    if looks_decided(path, text):
        decision = read_decision(path, text)
        return [decision] if decision else []
    front, body = split_front(own_words(text))
    sections = read_page(path, body).sections
    heading = next((section.heading for section in sections if section.heading), "") or ", ".join(
        front.get("title", ())
    )
    if _INDEX.match(basename(path)):
        said = shorten(body.strip(), 6_000)
        return [Statement(path, said, "fact", title=cut_words(heading or basename(path), 160), line=1)] if said else []
    named = _DATE.search(basename(path)) or _DATE.search(heading)
    at = date_of(front, sections) or (named[1] if named else "")
    found = read_instructions(path, text, usual=usual_kind(path), everywhere=True)
    return [_headed(item, heading, at) for item in found]


def _headed(finding: Statement, heading: str, at: str) -> Statement:
    title = (
        finding.title
        if finding.title.startswith(heading)
        else f"{heading} › {finding.title}"
        if finding.title
        else heading
    )
    return replace(finding, title=cut_words(title, 160), at=finding.at or at)
