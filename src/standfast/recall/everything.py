"""Questions that ask for no one thing: "anything I should know?", "what should I know before I start here?".

Owns how such a question reads. Nothing in it can be looked up; a brief answers it, or the calendar where it names a
time: "what did we decide in March". Neighbours: `question`, `when`.
"""

from __future__ import annotations

import re

from standfast.model.kind import Kind
from standfast.recall.question import happening_words
from standfast.recall.terms import query_terms
from standfast.recall.when import plain_words, read_when
from standfast.text.lexicon import FRAMES, STOP
from standfast.text.stem import stem

TYPE_CHECKING = False
if TYPE_CHECKING:
    from datetime import datetime

    from standfast.recall.when import When

_WORD = re.compile(r"[^\W\d_]+")
_LONGEST = 160  # characters
_ASKED = frozenset(("know", "knowing", "aware"))
_AROUND = frozenset(
    _WORD.findall(
        "a about all am an and any anything are as at be before begin beginning can change changing code codebase could"
        " day do does editing else everything first for get getting have here i important in is it just let ll me most"
        " must need new newcomer now of on one or ought please project re repo repository right s should so someone"
        " something start started starting tell that the there thing things this to today touch touching up us we"
        " what when while with work working worth would you your"
    )
)
_KEPT = frozenset(query_terms("make take record remember memory note know learn say"))  # done with any memory


def asks_for_everything(query: str) -> bool:
    """Tell whether a question asks what one should know here, and of nothing in particular."""
    words = set(_WORD.findall(query.lower())) if len(query) <= _LONGEST else set()
    return bool(words & _ASKED) and words <= _ASKED | _AROUND


def asked_time(query: str, now: datetime) -> tuple[When, Kind | None] | None:
    """Return the time and the kind of memory, if any, of a question that names nothing else: "decisions since July"."""
    when = read_when(query, now) if len(query) <= _LONGEST else None
    if when is None:
        return None
    besides = STOP.union(when.words, happening_words(query))
    left = {stem(word) for word in plain_words(query) if word not in besides} - _KEPT
    kinds = {kind for kind in Kind if not left.isdisjoint(_words_of(kind))}
    if len(kinds) > 1 or any(left - _words_of(kind) for kind in kinds or [None]):
        return None
    return when, next(iter(kinds), None)


def _words_of(kind: Kind | None) -> frozenset[str]:
    """Return the words that a kind is asked for by."""
    names = next((words for words in FRAMES if kind in words), (kind,) if kind else ())
    return frozenset(map(stem, names))
