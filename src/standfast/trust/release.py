"""Release: what may leave this machine, and in which words. Default deny.

Owns the one filter between memory and other people: export for others uses it, and so does whatever else hands memory
out. Nothing is cut to fit and nothing passes because nobody thought of it: kinds, scopes and fields are allow-lists.
Must not read or write anything; the caller brings the mask, which is redaction with personal data taken out as well.
"""

from __future__ import annotations

from standfast.model.kind import HAPPENED, TRAITS
from standfast.model.memory import Memory
from standfast.model.trust import Authority, Status
from standfast.model.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

SHARED = "shared"
KINDS = frozenset(kind for kind, traits in TRAITS.items() if traits.folder) - HAPPENED
LONGEST = {"title": 300, "text": 8_000, "why": 2_000}
_MOST_NAMES = 32


class Released(Value):
    """What leaves of one memory: a record that `remember --jsonl` reads, as a proposal on the other side."""

    id: str
    record: dict[str, Any]
    masked: bool


class Withheld(Value):
    """A memory that stays, and why."""

    id: str
    kind: str
    reason: str


def release(memory: Memory, *, mask: Callable[[str], str]) -> Released | Withheld:
    """Decide about one memory: what leaves of it, or why nothing does."""
    content = memory.content
    reason = _reason(memory)
    if reason:
        return Withheld(memory.id, content.kind.value, reason)
    if any(mask(path) != path for path in content.scope.paths):
        return Withheld(memory.id, content.kind.value, "the paths it is for hold something private")
    said = {"text": content.text, "title": content.title, "why": content.why}
    # Names are whole or not at all: one with a hole in it finds nothing on the other side.
    tags = [tag for tag in content.tags if mask(tag) == tag][:_MOST_NAMES]
    anchors = [text for anchor in content.anchors if mask(text := str(anchor.anchor)) == text][:_MOST_NAMES]
    masked = {name: mask(text) for name, text in said.items() if text}
    record: dict[str, Any] = {
        "kind": content.kind.value,
        **masked,
        "tags": tags,
        "anchors": anchors,
        "scope": ",".join(["project", *(f"path:{path}" for path in content.scope.paths)])
        if content.scope.paths
        else "",
        "status": Status.PROPOSED.value,
    }
    whole = len(tags) == len(content.tags) and len(anchors) == len(content.anchors)
    changed = not whole or any(said[name] != text for name, text in masked.items())
    return Released(memory.id, {name: value for name, value in record.items() if value}, changed)


def _reason(memory: Memory) -> str:
    content = memory.content
    if memory.status is not Status.ACTIVE:
        return f"it is {memory.status.value}"
    if memory.authority is Authority.UNTRUSTED:
        return "it came from an untrusted origin and nobody stood up for it"
    if content.scope.level != "project":
        owner = "yours" if content.scope.level == "user" else "a group's"
        return f"only what belongs to a project leaves; this is {owner}"
    if content.scope.branch:
        return "it is only true on a branch"
    if content.kind in HAPPENED and SHARED not in content.tags:
        return f"a memory of kind {content.kind.value} leaves only when it is tagged {SHARED!r}"
    if content.kind not in KINDS | HAPPENED:
        return f"a {content.kind.value} never leaves"
    for name, longest in LONGEST.items():
        if len(getattr(content, name)) > longest:
            return f"its {name} is longer than {longest:,} characters"
    return ""
