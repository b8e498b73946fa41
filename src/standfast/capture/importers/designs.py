"""Design and architecture pages: choices with their reason, and boundaries. Found when asked for, never pinned."""

from __future__ import annotations

import re

from standfast.capture.importers.finding import Statement
from standfast.capture.importers.instructions import is_empty, shorten, stand_alone, title_of
from standfast.capture.importers.kinds import is_aside
from standfast.capture.importers.orders import introduces_example
from standfast.capture.importers.page import own_words, read_page, split_front

_MOST = 60
_TEXT = 2_000
_CHOICE = re.compile(
    r"\b(because|instead of|rather than|we (chose|decided|picked|prefer|opted|avoid|do not|don't|keep|use)"
    r"|in favou?r of"
    r"|by design|deliberate\w*|intentional\w*|on purpose|trade-?offs?|the reason|so that|to avoid|to prevent"
    r"|non-?goals?"
    r"|out of scope|rejected|considered)\b",
    re.IGNORECASE,
)
_BOUNDARY = re.compile(
    r"\b(must not|must never|never|must|may only|only .{1,60} may|not allowed to|depends? (only )?on|does not (know"
    r"|depend|import)"
    r"|should not|responsible for|owns|boundar(y|ies)|invariant\w*|guarantee\w*)\b",
    re.IGNORECASE,
)


def read_design(path: str, text: str) -> list[Statement]:
    """Return the decisions and boundaries that a page states."""
    parts = read_page(path, split_front(own_words(text))[1]).parts
    tops = {part.headings[0] for part in parts if part.headings}
    named = len(tops) == 1
    found: list[Statement] = []
    for part in parts:
        if part.kind not in {"paragraph", "item"} or is_empty(part) or is_aside(part.headings):
            continue
        if introduces_example(part.lead) or len(part.text.split()) < 8:
            continue
        kind = "decision" if gives_reason(part.text) else "fact" if _BOUNDARY.search(part.text) else ""
        if kind:
            said = shorten(stand_alone(part), _TEXT)
            found.append(Statement(path, said, kind, title=title_of(part, "", named=named), line=part.line))
    return found[:_MOST]


def gives_reason(text: str) -> bool:
    """Tell whether a text says what was chosen, or why."""
    return _CHOICE.search(text) is not None
