"""Supersede: let one memory take the place of another, with the anchors, tags and guard it has none of."""

from __future__ import annotations

from standfast.context.context import Context
from standfast.context.references import get_memory
from standfast.errors import ConfigError, Refused
from standfast.model.memory import Link, Memory
from standfast.model.operation import Act
from standfast.model.trust import Status
from standfast.model.value import replace
from standfast.standing.anchors.anchoring import restated
from standfast.store.contract import Partition
from standfast.store.revised import enriched, revised
from standfast.trust.record import Changed
from standfast.trust.successor import find_resting, holds_beyond, succeed
from standfast.verbs.governed import act_on, changed_by, must_overrule, quoted


def supersede(context: Context, old: str, new: str) -> Changed:
    """Replace one memory by another."""
    partition, older = get_memory(context, old)
    home, newer = get_memory(context, new)
    if older.id == newer.id:
        raise ConfigError("A memory cannot supersede itself.", hint="Name two memories.")
    must_overrule(context, older)
    # Both partitions, in one order for everyone: two that supersede each other at once would retire both.
    first, second = sorted((partition, home), key=lambda item: item.key)
    with first.writing(), second.writing():
        newer = home.memories.find(newer.id) or newer
        if newer.status is not Status.ACTIVE:
            hint = f"Approve or restore {newer.id} first."
            raise Refused(f"{newer.id} is {newer.status}: it cannot take another's place.", hint=hint)
        must_overrule(context, partition.memories.find(older.id) or older)
        if holds_beyond(newer.content, older):
            content = succeed(newer.content, [older], guard=False)  # which stays where the old one holds
            if content.anchors != newer.content.anchors:
                content = restated(context, content)
            content = replace(content, links=(*content.links, Link("supersedes", older.id)))
            operation = home.log.append(enriched(home, newer, content, context.who))
            return replace(changed_by(home, newer.id, operation.id), later=(older.id,))
        done = act_on(context, partition, older, Act.SUPERSEDE, {"by": newer.id})
        _carry(context, home, newer, older)
    return quoted(context, replace(done, rests=find_resting(context, partition, older)))


def _carry(context: Context, home: Partition, newer: Memory, older: Memory) -> None:
    """Let a successor take over the anchors, tags and guard it has none of."""
    content = succeed(newer.content, [older], guard=context.who.is_person)
    if content == newer.content:
        return
    if content.anchors != newer.content.anchors:
        content = restated(context, content)
    if content.guard != newer.content.guard:  # a person's act: what it guards from now on, they stand behind
        home.log.append(revised(home, newer, content, context.who))
    else:  # places and tags are added; the words stay those of who said them
        home.log.append(enriched(home, newer, content, newer.version.source, at=newer.version.at))
