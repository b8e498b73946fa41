"""The next revision of a memory: which number it has, what it builds on. Every room that changes one asks here."""

from __future__ import annotations

from standfast.model.encode import encode_content
from standfast.model.operation import Act
from standfast.store.values import Change

TYPE_CHECKING = False
if TYPE_CHECKING:
    from datetime import datetime
    from typing import Any

    from standfast.model.memory import Content, Memory
    from standfast.model.source import Source
    from standfast.store.contract import Partition


def revised(partition: Partition, memory: Memory, content: Content, who: Source, **more: Any) -> Change:
    """Return what gives a memory, as it was read, another content: from then on it is the word of `who`."""
    payload = {"content": encode_content(content), **more}
    number = partition.memories.last_revision(memory.id) + 1
    return Change(Act.REVISE, who, memory.id, payload, based_on=memory.version.operation, revision=number)


def enriched(
    partition: Partition, memory: Memory, content: Content, source: Source, *, at: datetime | None = None
) -> Change:
    """Return what adds to a memory where it is from, what it is about or what it stands against: not other words."""
    number = partition.memories.last_revision(memory.id) + 1
    return Change(Act.REMEMBER, source, memory.id, {"content": encode_content(content)}, at=at, revision=number)
