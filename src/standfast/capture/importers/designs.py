"""Design and architecture pages: choices with their reason, and boundaries. Found when asked for, never pinned."""

from __future__ import annotations

import re

from standfast.capture.importers.finding import Statement
from standfast.capture.importers.kinds import is_aside
from standfast.capture.importers.leads import is_sample, shows
from standfast.capture.importers.page import own_words, read_page, split_front
from standfast.capture.importers.wording import is_empty, shorten, stand_alone, title_of
from standfast.text.sentences import split_sentences

_MOST = 60
_TEXT = 2_000
# What somebody chose, or left out on purpose.
_CHOSEN = re.compile(
    r"\bwe (?:\w+ ){0,2}(?:chose|decided|picked|prefer|opted|settled on|went with|rejected|considered)\b"
    r"|\b(?:is|are|was|were) (?:chosen|rejected (?:because|in favou?r|as)|preferred over)\b|^\W*rejected\b"
    r"|\b(?:in favou?r of|by design|deliberate(?:ly)?|intentional(?:ly)?|on purpose|trade-?offs?|the reason (?:for|why"
    r"|we|behind|is)|the intent (?:is|was)|design (?:decision|choice|goal|principle|implication)s?|non-?goals?"
    r"|out of scope|(?:were|was) considered|alternatives? considered)\b",
    re.IGNORECASE,
)
_REASON = re.compile(
    r"\b(?:because|instead of|rather than|so that|to avoid|to prevent|that is why|for this reason)\b", re.IGNORECASE
)
# What we do, not "the tool we use".
_OURS = re.compile(
    r"(?:^\W*|[,;:(–—-]\s*|\b(?:and|so|but|or|here|therefore|this|because|since|that|\w+ly)\s+)"
    r"we (?:also |only |never |always )?(?:use|keep|avoid|do not|don't|require)\b",
    re.IGNORECASE,
)
# Said to whoever uses what is made here, or of a case that is only thought of.
_TO_USERS = re.compile(
    r"\b(?:you|your|yours|yourself|users?|for (?:example|instance)|e\.g)\b"
    r"|^\W*(?:say|suppose|imagine|consider|maybe|note)\b",
    re.IGNORECASE,
)
_FOR_USERS = re.compile(r"(?:^|/)(?:concepts|explanations?)/", re.IGNORECASE)
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
    ours = _FOR_USERS.search(path) is None
    found: list[Statement] = []
    for part in parts:
        if part.kind not in {"paragraph", "item"} or is_empty(part) or is_aside(part.headings):
            continue
        if shows(part.lead) or is_sample(part.headings) or len(part.text.split()) < 8:
            continue
        kind = "decision" if gives_reason(part.text, ours=ours) else "fact" if _BOUNDARY.search(part.text) else ""
        if kind:
            said = shorten(stand_alone(part), _TEXT)
            found.append(Statement(path, said, kind, title=title_of(part, "", named=named), line=part.line))
    return found[:_MOST]


def gives_reason(text: str, *, ours: bool = True) -> bool:
    """Tell whether a text says what was chosen, or why; not `ours`: a page that explains the program to its users."""
    return any(_is_choice(sentence, ours=ours) for sentence in split_sentences(text))


def _is_choice(sentence: str, *, ours: bool) -> bool:
    if _CHOSEN.search(sentence):
        return True
    signs = (_REASON.search(sentence), _OURS.search(sentence))
    return (any(signs) if ours else all(signs)) and not _TO_USERS.search(sentence)
