"""Guards from the mirror: for a clone that has no store, or has not taken in what arrived with a pull. Reads only.

Owns where such guards come from: commits, never the working tree, so that a change cannot disarm the guard it runs
into by removing its file. What no person stands behind, and what is disputed, is not enforced, as in the store.
Neighbours: `verbs.guard_check` asks them; `folder` reads the files.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from standfast.code.git import find_git
from standfast.code.locate import find_checkout
from standfast.context.context import Context
from standfast.errors import StandfastError
from standfast.guard.rule import read_document, read_guard
from standfast.guard.vet import vet_guard
from standfast.mirror.folder import File, read_commit, read_project_at
from standfast.mirror.format import Page, parse_page
from standfast.model.ids import MemoryId, OperationId
from standfast.model.kind import Kind
from standfast.model.memory import Content, Memory, Version
from standfast.model.moment import parse_horizon
from standfast.model.scope import Scope
from standfast.model.source import Source
from standfast.model.trust import Authority, Status
from standfast.model.value import Value

_HEADING = b"## guard"


class Mirrored(Value):
    """Memories of the mirror that carry a guard, and what could not be read: (where, what, hint)."""

    memories: tuple[Memory, ...] = ()
    broken: tuple[tuple[str, str, str], ...] = ()


def mirrored(context: Context, revisions: Sequence[str] = ("HEAD",)) -> Mirrored:
    """Return the carriers in the mirror at these commits, an earlier one counting more, that the store lacks."""
    place = find_checkout(str(context.where))
    if place is None:
        return Mirrored()
    git = find_git(place.root)
    if git is None:
        return Mirrored()
    found: dict[str, Memory] = {}
    broken: dict[str, tuple[str, str, str]] = {}
    for rev in revisions:
        try:
            read_project_at(git, rev)
        except StandfastError as error:
            broken.setdefault("mirror", ("mirror", error.message, error.hint))
            continue
        for file in read_commit(git, rev):
            if _HEADING in file.data.lower():
                try:
                    memory = _carrier(context, file)
                    if memory is not None and not _is_decided(context, memory.id):
                        found.setdefault(memory.id, memory)
                except StandfastError as error:
                    broken.setdefault(file.path, (file.path, error.message.removesuffix("."), error.hint))
    return Mirrored(tuple(found[name] for name in sorted(found)), tuple(broken.values()))


def count_guards_at(root: Path, rev: str) -> int:
    """Count the pages of the mirror that carry a guard at a commit, without reading what they say."""
    git = find_git(str(root))
    return sum(_HEADING in file.data.lower() for file in read_commit(git, rev)) if git else 0


def _is_decided(context: Context, memory: MemoryId) -> bool:
    """Tell whether the store's word counts: it knows the memory, unless the guard is what arrived with the file."""
    for partition in context.partitions() if context.has_store else ():
        current = partition.memories.find(memory)
        if current is not None and current.status is Status.ACTIVE:
            return any(version.content.guard for version in partition.memories.versions(memory))
        if current is not None or partition.log.of_memory(memory):
            return True
    return False


def _carrier(context: Context, file: File) -> Memory | None:
    """Return the memory a page stands for, as far as a guard needs it."""
    page = parse_page(file.data)
    if not page.guard or page.source or page.others:
        return None
    now = context.clock.now()
    if page.expires and parse_horizon(page.expires, now=now) <= now:
        return None
    content = Content(
        kind=Kind(page.kind) if page.kind else Kind.FACT,
        text=page.text,
        scope=Scope("project", "mirror", page.paths),
        title=page.title,
        why=page.why,
        guard=json.dumps(_vetted(page), ensure_ascii=False),
    )
    identity, source = MemoryId(page.id or file.path), Source("document", file.path)
    version = Version(1, content, OperationId(""), source, now, now)
    return Memory(identity, version, Status.ACTIVE, Authority.APPROVED, (source,), now, now, 0)


def _vetted(page: Page) -> dict[str, object]:
    """Read the guard of a page; one that could be slow is refused before it is asked."""
    document = read_document(page.guard)
    if "rule" in document:
        vet_guard(read_guard(document))
    return document
