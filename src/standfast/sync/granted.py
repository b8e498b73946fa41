"""Granted: what a token may hand in. Operations say themselves whose they are, so the token has the last word on that.

Owns the one rule of the way in over a line: an agent's token carries what an agent could have done here. The verbs ask
the same of whoever calls them (`trust.overrule`, `trust.person`), before an operation is written; one that was written
elsewhere has to be asked again.
"""

from __future__ import annotations

from standfast.model.encode import decode_content
from standfast.model.fold import authority_of
from standfast.model.memory import Memory
from standfast.model.operation import Act, Operation
from standfast.model.trust import WAITING, Authority, Status
from standfast.model.value import Value
from standfast.store.contract import Partition
from standfast.trust.overrule import may_bring_back, may_overrule, may_take_back, who_ended

_PERSONS = frozenset((Act.APPROVE, Act.REJECT, Act.PURGE))  # what only a person does
_CHANGES = frozenset((Act.REVISE, Act.SUPERSEDE, Act.RETRACT, Act.RESTORE, Act.EXPIRE, Act.VERIFY))


class Grant(Value):
    """Who hands in, and as what; without a profile it is whoever opened the store, who may do anything."""

    profile: str = ""
    person: str = ""

    def refusal(self, partition: Partition, operation: Operation) -> str:
        """Say why this may not be handed in, or nothing."""
        if not self.profile or self.profile == "admin":
            return ""
        source = operation.header.source
        if source.is_person and source.name.casefold() != self.person.casefold():
            return f"{source} said it, and this token is {self.person}'s"
        return _beyond_agent(partition, operation) if self.profile == "agent" else ""


def _beyond_agent(partition: Partition, operation: Operation) -> str:
    header, payload = operation.header, operation.payload or {}
    if header.source.ceiling is Authority.INSTRUCTION:
        return "an agent's token carries neither a person's words nor a document's"
    if header.act in _PERSONS:
        return f"only a person does that ({header.act.value})"
    is_active = Status(payload.get("status", Status.ACTIVE)) is Status.ACTIVE
    if "content" in payload and is_active and not partition.key.startswith("project:"):
        return "an agent's words beyond a project wait for a person"
    targets = [target for name in header.targets if (target := partition.log.find(name)) is not None]
    if any(target.header.source.ceiling is Authority.INSTRUCTION for target in targets):
        return "it undoes what a person or a document did"
    for target in targets:
        said = partition.memories.find_several(target.header.touched)
        if not all(may_take_back(header.source, target, memory) for memory in said.values()):
            return "it undoes what a person has approved since"
    memories = partition.memories.find_several(header.touched)
    if any(_overrules(partition, operation, memory) for memory in memories.values()):
        return "it changes what carries more authority than an agent"
    return ""


def _overrules(partition: Partition, operation: Operation, memory: Memory) -> bool:
    """Tell whether an operation changes a memory that its source may not change."""
    header, payload = operation.header, operation.payload or {}
    retires = memory.id in header.supersedes
    if header.act is Act.REMEMBER and not retires:  # the same words again: they may add nothing
        said = decode_content(payload["content"]) if "content" in payload else memory.content
        changes = memory.content.joined(said) != memory.content
    else:
        is_noted = header.act is Act.VERIFY and bool(payload.get("noted"))  # to every other act the word means nothing
        changes = retires or (header.act in _CHANGES and not is_noted)
    if not changes:
        return False
    if not may_overrule(authority_of(memory.content, (header.source,)), header.source, memory):
        return True
    return _makes_active(operation) and (
        memory.status in WAITING or not may_bring_back(header.source, who_ended(partition, memory))
    )


def _makes_active(operation: Operation) -> bool:
    """Tell whether an operation may make a memory active that was not: one that waits for a person, or has ended."""
    act, payload = operation.header.act, operation.payload or {}
    return act is Act.RESTORE or (act is Act.REVISE and payload.get("status") == Status.ACTIVE.value)
