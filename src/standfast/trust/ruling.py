"""Ruling: what a draft becomes beside what is in force: active, or waiting for a person, and what it stands against.

Reads and decides; `record` writes. Neighbours: `overrule` (who may retire whose words), `conflict` (what contradicts).
"""

from __future__ import annotations

from standfast.context.context import Context
from standfast.context.view import is_here
from standfast.model.fold import authority_of
from standfast.model.memory import Content, Link, Memory
from standfast.model.source import Source
from standfast.model.trust import Status
from standfast.model.value import Value, replace
from standfast.trust.authority import way_of
from standfast.trust.conflicts.clash import OF_TWO
from standfast.trust.conflicts.conflict import Conflict, find_conflicts, with_links
from standfast.trust.overrule import find_ended, find_withdrawn, may_overrule
from standfast.trust.successor import holds_beyond

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from standfast.capture.draft import Prepared
    from standfast.model.ids import MemoryId
    from standfast.store.contract import Partition

    Older = list[tuple[Partition, Memory]]


class Ruling(Value):
    """What a draft becomes: its content with links, its status and the reasons for it, and what it stands against."""

    content: Content
    status: Status
    reasons: tuple[str, ...]
    source: Source
    conflicts: tuple[dict[str, str], ...] = ()
    known: Memory | None = None  # what says the same already
    ended: bool = False  # a person took it back before
    load: int = 0  # with what it was given at once

    def waiting(self, reason: str, conflicts: Iterable[tuple[MemoryId, str]], replacing: Iterable[str] = ()) -> Ruling:
        """Return it waiting for a person, with why, and what it would replace once approved."""
        links = tuple(Link("supersedes", target) for target in replacing)
        return replace(
            self,
            content=self.content.joined(replace(self.content, links=links)) if links else self.content,
            status=Status.PROPOSED if self.status is Status.ACTIVE else self.status,
            reasons=(*self.reasons, reason),
            conflicts=(*self.conflicts, *({"id": memory, "why": why} for memory, why in conflicts)),
        )


def rule(
    context: Context, partition: Partition, prepared: Prepared, older: Older, equal: list[Memory]
) -> tuple[Ruling, Older]:
    """Decide what a draft becomes, and which of `older` it retires; `equal` are the memories that say or said the same.

    The first that says it already ends the questions: it only agrees then.
    """
    ruling = Ruling(prepared.content, prepared.status, prepared.reasons, prepared.source, load=prepared.load)
    ruling, retired = _until_landed(*_hold_back(ruling, older))
    ruling = _find_known(ruling, equal)
    if ruling.known is None:
        ruling = _find_known(_beside_ended(partition, ruling, equal), equal)
    if ruling.known is None and ruling.status is Status.ACTIVE:
        ruling = _find_known(_beside_withdrawn(context, partition, ruling), equal)
    said = ruling.status is Status.PROPOSED and ruling.source.kind == "session"  # what it corrects is told beside it
    if ruling.known is None and (said or ruling.status is Status.ACTIVE):
        besides = [memory.id for _, memory in older]
        ruling = _find_known(_beside_contrary(context, partition, ruling, besides), equal)
    return ruling, retired


def _find_known(ruling: Ruling, equal: list[Memory]) -> Ruling:
    """Add which of the memories that say the same says it now: active, or waiting from the same source."""
    for memory in equal:
        same_source = any(item.identity == ruling.source.identity for item in memory.sources)
        if memory.status is Status.ACTIVE and ruling.status is Status.ACTIVE:
            return replace(ruling, known=memory)
        if memory.status is ruling.status and same_source:
            return replace(ruling, known=memory)
    return ruling


def _hold_back(ruling: Ruling, older: Older) -> tuple[Ruling, Older]:
    """Split what is to be superseded into what this source may retire, and what a person has to approve."""
    if not older:
        return ruling, []
    weight = authority_of(ruling.content, (ruling.source,))
    refused = {memory.id: memory for _, memory in older if not may_overrule(weight, ruling.source, memory)}
    if not refused:
        return ruling, older
    reason = "it would replace what a person decided: a person must approve it"
    conflicts = [(memory.id, f"{memory.authority.word} by {memory.source}") for memory in refused.values()]
    allowed = [(home, memory) for home, memory in older if memory.id not in refused]
    return ruling.waiting(reason, conflicts, replacing=refused), allowed


def _until_landed(ruling: Ruling, retired: Older) -> tuple[Ruling, Older]:
    """Split what is to be superseded into what it may retire now, and what it takes the place of once it has landed."""
    content = ruling.content
    later = [memory for _, memory in retired if holds_beyond(content, memory)]
    if not later:
        return ruling, retired
    links = tuple(Link("supersedes", memory.id) for memory in later)
    ruling = replace(ruling, content=content.joined(replace(content, links=links)))
    return ruling, [(home, memory) for home, memory in retired if memory not in later]


def _beside_ended(partition: Partition, ruling: Ruling, equal: list[Memory]) -> Ruling:
    ended = find_ended(partition, equal, ruling.content, ruling.source)
    return _held(ruling, ended) if ended else ruling


def _held(ruling: Ruling, ended: list[tuple[MemoryId, str, bool]]) -> Ruling:
    current = [memory for memory, _, is_current in ended if is_current]
    conflicts = [(memory, why) for memory, why, _ in ended]
    held = ruling.waiting("a person withdrew it before: a person must approve it", conflicts, replacing=current)
    return replace(held, ended=True)


def _beside_withdrawn(context: Context, partition: Partition, ruling: Ruling) -> Ruling:
    withdrawn = find_withdrawn(context, partition, ruling.content, ruling.source)
    if not withdrawn:
        return ruling
    if ended := find_ended(partition, withdrawn, ruling.content, ruling.source):
        return _held(ruling, ended)
    conflicts = [(memory.id, "it says something else now") for memory in withdrawn]
    return ruling.waiting("a person reworded it: a person must approve it", conflicts)


def _beside_contrary(context: Context, partition: Partition, ruling: Ruling, besides: list[MemoryId]) -> Ruling:
    source = ruling.source
    clashes = find_conflicts(context, partition, ruling.content, source, besides=besides, load=ruling.load)
    if not clashes:
        return ruling
    linked = replace(ruling, content=with_links(ruling.content, clashes))
    # What another branch says is no fact here: it stands against this once that branch has landed.
    clashes = [
        clash for clash in clashes if is_here(context, clash.branch) or clash.branch == ruling.content.scope.branch
    ]
    conflicts = [(clash.memory, _said_before(clash, source)) for clash in clashes]
    if any(clash.is_decided and clash.why != OF_TWO for clash in clashes) and not way_of(source, context.who).rule:
        return linked.waiting("it conflicts with what a person decided: a person must approve it", conflicts)
    return replace(linked, conflicts=(*ruling.conflicts, *({"id": memory, "why": why} for memory, why in conflicts)))


def _said_before(clash: Conflict, source: Source) -> str:
    """Say why two stand against each other; a person who said the other one before is offered to replace it."""
    mine = source.is_person and clash.source.identity == source.identity
    return f"{clash.why}; the same person said it before, so this one may take its place" if mine else clash.why
