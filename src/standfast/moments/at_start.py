"""When a session starts, is taken up again, was compacted, or sends a sub-agent off: the brief, and what goes with it.

Owns what is added to the brief at these moments: what the session was told and has lost, what it was doing, what
changed while it was away. The brief itself is `brief`'s. Hook path, once or twice in a session.
"""

from __future__ import annotations

from standfast.learn.session.turns import touched_by
from standfast.model.operation import Act
from standfast.model.session import EventKind
from standfast.model.trust import Status
from standfast.model.value import replace
from standfast.moments.brief import brief, draw
from standfast.moments.known import only_loaded
from standfast.moments.lines import Line, line_of, packed
from standfast.moments.table import MOMENTS, RESUME
from standfast.recall.fence import quote_line
from standfast.recall.pack import count_tokens
from standfast.recall.receipts import Result, leave_receipt
from standfast.standing.judged import STALE
from standfast.standing.memories import Judge
from standfast.store.values import LogFilter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from standfast.context.context import Context
    from standfast.model.ids import MemoryId
    from standfast.moments.brief import Brief

LONGEST = 8_400  # characters: agents cut what a hook says at 9,000, and nothing may be on record that is cut
_LOST_TOKENS = 400
_FILES = 8
_ASKED = 300
_MERGES = 3
_WORDS = {Status.ACTIVE: "new", Status.SUPERSEDED: "no longer", Status.RETRACTED: "retracted"}


def fitted_brief(context: Context, budget: int, *, task: str = "", again: bool = False, besides: int = 0) -> Brief:
    """Return a brief that every agent shows whole, with room for so many characters beside it."""
    room = LONGEST - besides
    if budget * 4 > room:  # a token has four characters or fewer, mostly
        while budget > 100 and len(draw(context, budget=budget, task=task, again=again).text) > room:
            budget = budget * 4 // 5
    return brief(context, budget=budget, task=task, again=again)


def after_compaction(context: Context) -> tuple[str, int]:
    """Return what a session whose context was compacted is told: the brief, what it has lost, what it was doing."""
    lost = dict(context.partition(context.scope).receipts.given_in(context.who.session))
    _cut(context)
    thread = own_thread(context)
    found = fitted_brief(context, context.settings.brief_tokens, again=True, besides=1_600 + len(thread))
    missing = [memory for memory in lost if memory not in set(found.given)]
    lines = _lines_of(context, missing, "told earlier in this session", tokens=_LOST_TOKENS)
    text = _joined(found.text, "## Told earlier in this session" if lines else "", lines, thread)
    return text, found.tokens + sum(count_tokens(line.row) for line in lines)


def _cut(context: Context) -> None:
    """Put on record that everything told before this is gone from the session's context."""
    leave_receipt(context, "compact", "", (), 0)


def own_thread(context: Context) -> str:
    """Return what the session was asked last and which files it changed, from its own journal."""
    asked, files = "", dict[str, None]()
    for event in context.partition(context.scope).journal.events(context.who.session):
        if event.kind is EventKind.PROMPT and event.body.strip():
            asked = event.body
        for path in touched_by(event):
            files.pop(path, None)
            files[path] = None
    if not asked and not files:
        return ""
    lines = ["## What this session was doing"]
    if asked:
        flat = " ".join(asked.split())
        lines.append(quote_line(f"last asked: {flat[:_ASKED]}{'…' if len(flat) > _ASKED else ''}"))
    if files:
        lines.append(quote_line("files at hand: " + ", ".join(list(files)[-_FILES:])))
    return "\n".join(lines)


def meanwhile(context: Context) -> tuple[str, int]:
    """Return what changed while a session was away: others' notes, what it was told and no longer holds, merges."""
    since = _left_at(context)
    if since is None:
        return "", 0
    partition = context.partition(context.scope)
    given = partition.receipts.given_in(context.who.session)
    news = _changed_since(context, since)
    changed = [line for line in news if given.get(line.result.memory.id, 0) < line.result.memory.revision]
    stale = _stale(context, [memory for memory in given if memory not in {line.result.memory.id for line in changed}])
    moment = MOMENTS[RESUME]
    decided = [line for line in changed if line.result.memory.is_decided]
    lines = packed(moment, [*decided, *stale, *(line for line in changed if line not in decided)])
    merged = _merged(context, since)
    if not lines and not merged:
        return "", 0
    text = _joined("# Project memory (Standfast)\nSince this session was left:", "", lines, merged)
    tokens = count_tokens(text)
    if lines:
        leave_receipt(
            context, RESUME, "", [line.result for line in lines], len(changed) + len(stale) - len(lines),
            said=[line.row for line in lines], tokens=tokens,
        )  # fmt: skip
    return text, tokens


def _left_at(context: Context) -> datetime | None:
    """Return when the session was last heard of before it was taken up again just now."""
    last = None
    for event in context.partition(context.scope).journal.events(context.who.session):
        if event.kind is not EventKind.START:
            last = event.at
    return last


def _changed_since(context: Context, since: datetime) -> list[Line]:
    partition = context.partition(context.scope)
    acts = (Act.REMEMBER, Act.REVISE, Act.SUPERSEDE, Act.RETRACT)
    judge = Judge(context)
    found: dict[MemoryId, Line] = {}
    for operation in partition.log.iterate(LogFilter(since=since, acts=acts), limit=60):
        if operation.header.source.session == context.who.session:
            continue
        for touched in operation.header.touched:
            memory = partition.memories.find(touched)
            if memory is None or touched in found or memory.source.kind == "commit" or memory.content.scope.branch:
                continue
            if only_loaded(memory, context.loaded or ()):
                continue  # the agent's own file says it, or said it
            word = _WORDS.get(memory.status)
            if word:
                found[touched] = line_of(Result(memory, 0.1, {"changed": 0.1}, judge(memory)), word=word)
    return list(found.values())


def _stale(context: Context, given: Sequence[MemoryId]) -> list[Line]:
    partition = context.partition(context.scope)
    judge = Judge(context)
    results = [
        Result(item, 0.2, {"changed": 0.2}, judge(item))
        for item in partition.memories.find_several(list(given)[:40]).values()
    ]
    return [
        line_of(result, word="you were told this, and it no longer holds")
        for result in results
        if result.judged.standing in STALE
    ]


def _merged(context: Context, since: datetime) -> str:
    """Say what was merged into the branch at hand since then; Git is asked once."""
    from standfast.code.git import decode, find_git
    from standfast.errors import StandfastError

    root = context.here.root
    git = find_git(str(root)) if root else None
    if git is None:
        return ""
    try:
        told = git.read("log", f"--since={since.isoformat()}", "--format=%h %s", f"-{_MERGES * 4}")
    except (StandfastError, OSError):
        return ""
    found = decode(told).splitlines()
    rows = [quote_line(line[:140]) for line in found[:_MERGES]]
    more = f"\n| and {len(found) - len(rows)} more" if len(found) > len(rows) else ""
    return "## Commits since\n" + "\n".join(rows) + more if rows else ""


def _lines_of(context: Context, memories: Sequence[MemoryId], word: str, *, tokens: int) -> list[Line]:
    """Return memories as lines within a budget, on record."""
    judge = Judge(context)
    found: dict[MemoryId, Result] = {}
    for partition in context.partitions():
        for memory in partition.memories.find_several(list(memories)).values():
            if memory.status is Status.ACTIVE:
                found[memory.id] = Result(memory, 0.3, {"told": 0.3}, judge(memory))
    ordered = [line_of(found[item], brief=True) for item in reversed(memories) if item in found]
    lines = packed(replace(MOMENTS[RESUME], tokens=tokens), ordered)
    if lines:
        leave_receipt(
            context, word.partition(" ")[0], "", [line.result for line in lines], len(ordered) - len(lines),
            said=[line.row for line in lines],
        )  # fmt: skip
    return lines


def _joined(head: str, heading: str, lines: Sequence[Line], tail: str) -> str:
    rows = "\n".join(filter(None, (heading, *(line.row for line in lines))))
    return "\n\n".join(filter(None, (head, rows, tail)))
