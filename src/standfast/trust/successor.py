"""Successor: what a new version takes over from the one it replaces, and what rested on the old one.

Owns carrying kind, anchors, tags and a guard over where the new version names none of its own, and finding what was
built on the old: memories that rest on it, its guard, commits at its anchors since it was said. Must not decide who may
replace whom (`overrule`) or write (`record`, `verbs.revise`).
"""

from __future__ import annotations

import re

from standfast.model.kind import HAPPENED, Kind
from standfast.model.trust import Status
from standfast.model.value import replace
from standfast.store.values import View
from standfast.trust.kind_from_words import kind_from_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from standfast.capture.draft import Draft, Prepared
    from standfast.context.context import Context
    from standfast.model.anchor import Anchor
    from standfast.model.memory import Content, Memory
    from standfast.store.contract import Partition

_CARRIES = frozenset(("person", "agent", "session"))  # what files and history say names its places itself
_RESTS = frozenset(("because-of", "derived-from", "about"))
_MOST = 10


def of_one_kind(draft: Draft, older: Sequence[Memory]) -> Draft:
    """Return a draft with the kind of what it replaces, where it names none and its words say only a fact."""
    kinds = [memory.content.kind for memory in older if memory.content.kind not in HAPPENED]
    if draft.kind or not kinds or kind_from_words(draft.text) is not Kind.FACT:
        return draft
    return replace(draft, kind=kinds[0].value)


def carried(prepared: Prepared, older: Sequence[Memory]) -> Prepared:
    """Return a draft with the anchors, tags and guard of what it replaces, where it names none itself."""
    if not older or prepared.source.kind not in _CARRIES:
        return prepared
    content = succeed(prepared.content, older, guard=prepared.source.is_person)
    return replace(prepared, content=content)


def succeed(content: Content, older: Sequence[Memory], *, guard: bool) -> Content:
    """Return a content that takes over what it lacks from older ones; a guard only where a person replaces it."""
    anchors = content.anchors or tuple(
        {
            str(item.anchor): item
            for memory in older
            for item in memory.content.anchors
            if not _gives_up(content, memory.content, item.anchor)
        }.values()
    )
    tags = content.tags or tuple(dict.fromkeys(tag for memory in older for tag in memory.content.tags))
    rules = [memory.content.guard for memory in older if memory.content.guard]
    kept = content.guard or (rules[0] if guard and rules else "")
    return replace(content, anchors=anchors, tags=tags, guard=kept)


def _gives_up(content: Content, older: Content, anchor: Anchor) -> bool:
    """Tell whether what an anchor names is what the old words chose and the new ones do not: a command, a dependency.

    Carried over, it would have the successor fall with what it took the place of.
    """
    named = re.compile(rf"(?<![\w-]){re.escape(anchor.target)}(?![\w-])", re.IGNORECASE)
    return anchor.kind in {"cmd", "dep"} and bool(named.search(older.text)) and not named.search(content.text)


def holds_beyond(content: Content, older: Memory) -> bool:
    """Tell whether a memory holds where a content does not, which is said of one branch alone.

    There nothing has taken its place: it is replaced when the branch lands (`standing.branches.land`), if it does.
    """
    return bool(content.scope.branch) and older.content.scope.branch != content.scope.branch


def find_resting(context: Context, partition: Partition, older: Memory) -> tuple[dict[str, str], ...]:
    """Return what rested on a memory that was replaced: memories, its guard, and commits at its anchors since."""
    found: list[dict[str, str]] = []
    for _, document in partition.index.linked([older.id], View(statuses=(Status.ACTIVE,)), _MOST):
        other = partition.memories.find(document.memory)
        if other is not None and any(link.kind in _RESTS and link.target == older.id for link in other.content.links):
            found.append({"kind": "memory", "id": other.id, "words": _first(other.content.title or other.content.text)})
    if older.content.guard:
        found.append({"kind": "guard", "id": older.id, "words": _first(older.content.title or older.content.text)})
    return (*found, *commits_since(context, older))


def commits_since(
    context: Context, older: Memory, *, since: datetime | None = None, until: datetime | None = None
) -> list[dict[str, str]]:
    """Return the commits at the anchors of a memory since it was said (or `since` then, if later) until it ended."""
    paths = list(dict.fromkeys(item.anchor.path for item in older.content.anchors if item.anchor.path))
    if context.here.root is None or not paths:
        return []
    from standfast.code.git import find_git
    from standfast.errors import StandfastError

    git = find_git(str(context.here.root))
    if git is None:
        return []
    began = max(older.at, since) if since else older.at
    span = [f"--since=@{int(began.timestamp())}", *([f"--until=@{int(until.timestamp())}"] if until else [])]
    try:
        listed = git.read("log", "--format=%h %s", *span, f"-n{_MOST}", "--", *paths).decode("utf-8", "replace")
    except StandfastError:
        return []  # no commit yet
    rows = [line.partition(" ") for line in listed.splitlines() if line]
    return [{"kind": "commit", "id": sha, "words": _first(subject)} for sha, _, subject in rows]


def _first(text: str) -> str:
    return " ".join(text.split())[:120]
