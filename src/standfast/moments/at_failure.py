"""After a failure: what worked when the same thing failed before, from memory alone, never from the raw journal.

Owns which memories are about a failure: those learned from an equal one (by its fingerprint), those anchored to the
command, and those whose words name the same error, mined commits among them. Must not read sessions, choose by session
(`known`) or word anything (`said`). Hook path: words and places, nothing scanned.
"""

from __future__ import annotations

import re

from standfast.context.view import views
from standfast.model.kind import Kind
from standfast.moments.failing import error_lines, tag_of
from standfast.recall.answer import one_look, recall_light
from standfast.recall.receipts import Result
from standfast.recall.terms import query_terms
from standfast.standing.memories import Judge

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from standfast.context.context import Context
    from standfast.model.memory import Memory
    from standfast.moments.table import Moment

_CONSIDERED = 8
_LINES = 3  # of an error, that are looked up
_FEWEST = 2  # words of an error that a memory must share
_HELPS = (Kind.GOTCHA, Kind.ATTEMPT, Kind.PROCEDURE, Kind.DECISION, Kind.CONVENTION, Kind.FACT, Kind.EPISODE)
# Names that only an error has: types, codes, and what it could not find.
_TELLING = re.compile(
    r"[A-Z][A-Za-z]+(?:Error|Exception|Warning|Failure)\b|\b[A-Z]{2,}[A-Z0-9_]{3,}\b|\b[A-Z]{1,4}\d{3,5}\b"
)


def at_failure(context: Context, moment: Moment, command: str, output: str) -> tuple[list[tuple[str, Result]], int]:
    """Return what is known to have helped, each with where it is known from, and how much is below the floor."""
    equal = _equal(context, command, output)
    known = {result.memory.id for result in equal}
    lines = error_lines(output)[:_LINES]
    if not lines:
        return [(_origin(result.memory), result) for result in equal], 0
    found = [one for one in recall_light(context, " ".join(lines), limit=_CONSIDERED) if one.memory.id not in known]
    able = [one for one in found if one.memory.content.kind in _HELPS]
    named = [one for one in able if _names(one.memory, lines, moment.floor)]
    return [(_origin(one.memory), one) for one in (*equal, *named)], len(found) - len(named)


def _equal(context: Context, command: str, output: str) -> list[Result]:
    """Return what was learned from a failure with the same fingerprint."""
    tag = tag_of(command, output)
    if not tag:
        return []
    seen = views(context, tags=(tag,))
    found: list[Memory] = []
    with one_look(seen):
        for partition, view in seen:
            found += partition.memories.select(view, limit=_CONSIDERED)
    judge = Judge(context)
    return [Result(memory, 1.0, {"failure": 1.0}, judge(memory)) for memory in found]


def _names(memory: Memory, lines: Sequence[str], floor: float) -> bool:
    """Tell whether a memory names the same error: most words of one of its lines, or what only that error is called."""
    content = memory.content
    text = f"{content.title}\n{content.text}\n{content.why}"
    have = set(query_terms(text))
    for line in lines:
        asked = query_terms(line)
        shared = [term for term in asked if term in have]
        telling = [name for name in _TELLING.findall(line) if name in text]
        if telling and len(shared) >= max(_FEWEST, floor * len(asked) / 2):
            return True
        if len(shared) > _FEWEST and len(shared) >= (floor + 0.2) * len(asked):
            return True
    return False


def _origin(memory: Memory) -> str:
    """Say where it is known from: the session that learned it, or the commit."""
    source = memory.source
    if source.kind == "commit":
        return f"seen before (commit {source.name[:10]})"
    session = source.session[:8]
    return f"seen before (session {session})" if session else "seen before"
