"""What comes in from another store: judged like everything that comes in, then taken in whole, in one transaction.

Owns what is taken and what is refused. An operation is taken as it was written or not at all: one whose words redaction
would change, that is hostile and no person's, or whose form is not ours, stays out and is named. A purge from elsewhere
is carried out here first, in every place where this machine keeps words; what was purged here does not come back in any
order, under any id.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from standfast.capture.screen import screen
from standfast.context.context import Context
from standfast.model.encode import decode_content, encode_content
from standfast.model.ids import MemoryId, is_id
from standfast.model.moment import render_time, tick
from standfast.model.operation import Act, Header, Operation
from standfast.model.source import KINDS as SOURCE_KINDS
from standfast.model.trust import Status
from standfast.model.value import Value, replace
from standfast.purge.choose import PurgeChoice, add_copies, quotation_of
from standfast.purge.forget import forget
from standfast.store.contract import Partition
from standfast.store.relational.exchange import read_carried
from standfast.store.replay import UNREADABLE, is_readable
from standfast.store.values import CONTENT, Carried, Purge, Stone
from standfast.sync.batch import Batch
from standfast.sync.granted import Grant
from standfast.sync.texts import holds_secret, texts_in
from standfast.trust.purged import is_purged

AHEAD = timedelta(days=366)  # how far another machine's clock may be ahead of ours
_TEXTS = ("kind", "text", "scope", "title", "why", "guard", "expires_at")


class Arrived(Value):
    """What became of a batch: how many operations were new, which stayed out and why, what was purged and disputed."""

    added: int = 0
    known: int = 0
    refused: tuple[tuple[str, str], ...] = ()
    purged: tuple[str, ...] = ()
    disputed: tuple[str, ...] = ()

    def joined(self, other: Arrived) -> Arrived:
        """Return both together."""
        return Arrived(
            self.added + other.added,
            self.known + other.known,
            tuple(dict.fromkeys((*self.refused, *other.refused))),
            tuple(dict.fromkeys((*self.purged, *other.purged))),
            tuple(dict.fromkeys((*self.disputed, *other.disputed))),
        )


def take_in(context: Context, partition: Partition, batch: Batch, grant: Grant | None = None) -> Arrived:
    """Take a batch in, all of it that may come in or nothing; `grant` says what its sender may hand in."""
    sound: list[tuple[Carried, Operation]] = []
    refused: list[tuple[str, str]] = []
    held = partition.exchange.held()
    for item in batch.carried:
        operation = read_carried(item)
        known = any(first <= operation.header.number <= last for first, last in held.get(operation.header.device, ()))
        reason = "" if known else _reason(context, partition, operation)
        if grant is not None and not known and not reason:
            reason = grant.refusal(partition, operation)
        if reason:
            refused.append((operation.id, reason))
        else:
            sound.append((item, operation))
    purged = [operation.header.memory for _, operation in sound if operation.header.act is Act.PURGE]
    gone = _forget_here(context, partition, [memory for memory in purged if memory])
    with partition.writing():
        kept, again = _without_purged(context, partition, sound, {memory for memory in purged if memory})
        arrived = partition.exchange.receive(kept)
        _bury(context, partition, batch, arrived)
        _purge_again(context, partition, again)
        touched = dict.fromkeys(memory for operation in arrived for memory in operation.header.touched)
        states = partition.memories.find_several(list(touched))
    if again or gone:
        context.store.seal_purge([partition.key])
    disputed = tuple(memory for memory, state in states.items() if state.status is Status.DISPUTED)
    return Arrived(len(arrived), len(sound) - len(arrived), tuple(refused), (*gone, *again), disputed)


def _reason(context: Context, partition: Partition, operation: Operation) -> str:
    """Say why an operation does not come in, or nothing."""
    header = operation.header
    if not _is_ours(partition, header, context):
        return "its header is not one of ours"
    if header.hlc > tick(0, context.clock.now() + AHEAD):
        return "it comes from a clock that is more than a year ahead"
    if operation.payload is not None and not _is_shaped(operation):
        return "its payload is not one of ours"
    if context.clean_source(header.source) != header.source or holds_secret(context, operation):
        return "redaction finds something in it"
    spoken = "\n".join(text for text in texts_in(operation) if " " in text)
    if spoken and not header.source.is_person and screen(spoken).verdict == "hostile":
        quarantined = (operation.payload or {}).get("status") == Status.QUARANTINED.value
        return "" if quarantined else "it tries to become an instruction"
    return ""


def _is_ours(partition: Partition, header: Header, context: Context) -> bool:
    level = partition.key.partition(":")[0]
    same = header.partition == partition.key or (level == "project" and header.partition.startswith("project:"))
    ids = [header.memory, *header.supersedes]
    return (
        same
        and is_id(header.id, "operation")
        and is_id(header.device, "device")
        and header.number > 0
        and header.hlc > 0
        and header.source.kind in SOURCE_KINDS
        and all(memory is None or is_id(memory, "memory") for memory in ids)
        and all(is_id(target, "operation") for target in header.targets)
        and all(isinstance(text, str) for text in texts_of(header))
        and header.at <= context.clock.now() + AHEAD
    )


def texts_of(header: Header) -> list[object]:
    """Return what is text in a header."""
    source = header.source
    return [source.kind, source.name, source.session, source.turn, source.item, header.commitment, header.previous]


def _is_shaped(operation: Operation) -> bool:
    """Tell whether a payload is what we would write: it reads back to the very same record, in the same partition."""
    payload = operation.payload or {}
    content = payload.get("content")
    try:
        if content is not None:
            read = decode_content(content)
            texts = all(isinstance(content.get(name, ""), str) for name in _TEXTS)
            if not texts or encode_content(read) != content or read.scope.partition != operation.header.partition:
                return False
        Status(payload.get("status", Status.ACTIVE))
        return is_readable(operation)
    except UNREADABLE:
        return False


def _forget_here(context: Context, partition: Partition, memories: Sequence[MemoryId]) -> list[str]:
    """Carry out purges from elsewhere, of what is still said here; return what went."""
    said = [memory for memory in dict.fromkeys(memories) if partition.memories.versions(memory)]
    if not said:
        return []
    chosen = {partition.key: dict.fromkeys(said)}
    if context.settings.is_shared:  # everybody's store: nothing but the partition at hand is this caller's to read
        _purge_shared(context, partition, said)
    else:
        add_copies(context, chosen, (), "")
        forget(context, PurgeChoice({key: tuple(found) for key, found in chosen.items()}), on_record=said)
    return [memory for found in chosen.values() for memory in found]


def _purge_shared(context: Context, partition: Partition, memories: Sequence[MemoryId]) -> None:
    gone = quotation_of(context, PurgeChoice({partition.key: tuple(memories)}))
    purge = _purge_of(context, partition, memories, on_record=tuple(memories))
    partition.purge(replace(purge, carries=gone.carries))
    context.store.catalog.bury(stone for found in purge.tombstones.values() for stone in found)


def _purge_of(
    context: Context, partition: Partition, memories: Sequence[MemoryId], *, on_record: tuple[MemoryId, ...] = ()
) -> Purge:
    stones = {
        memory: tuple(
            dict.fromkeys(
                stone
                for version in partition.memories.versions(memory)
                for stone in context.tombstones_of(version.content)
            )
        )
        for memory in memories
    }
    marks = tuple(map(context.mark_of, context.purge_keys))
    return Purge(tuple(memories), (), _nothing, stones, context.who, marks, on_record)


def _without_purged(
    context: Context, partition: Partition, sound: Sequence[tuple[Carried, Operation]], purged: set[MemoryId]
) -> tuple[list[Carried], list[MemoryId]]:
    """Leave out payloads of what was purged; return also the memories that say again what was, under another id."""
    kept: list[Carried] = []
    again: dict[MemoryId, None] = {}
    for item, operation in sound:
        memory, payload = operation.header.memory, operation.payload
        gone = memory is not None and (memory in purged or partition.memories.is_purged("", memory))
        if not gone and memory is not None and payload is not None and "content" in payload:
            gone = is_purged(context, partition, decode_content(payload["content"]))
            again |= {memory: None} if gone else {}
        kept.append(replace(item, nonce=None, body=None) if gone and item.body is not None else item)
    return kept, list(again)


def _bury(context: Context, partition: Partition, batch: Batch, arrived: Sequence[Operation]) -> None:
    """Leave tombstones for what others purged: with the hashes they sent, whether or not it was ever here."""
    for operation in arrived:
        header = operation.header
        if header.act is Act.PURGE and header.memory is not None:
            stones = [stone for stone in batch.stones.get(header.memory, ()) if len(stone) == 32 and stone.isalnum()]
            at, who = render_time(header.at), str(header.source)
            partition.bury(header.memory, [Stone(CONTENT, stone, at, who) for stone in stones or ("",)])
            context.store.catalog.bury(stones)
    if any(operation.header.act is Act.PURGE for operation in arrived):
        for key in context.purge_keys:
            partition.note_key(context.mark_of(key))


def _purge_again(context: Context, partition: Partition, memories: Sequence[MemoryId]) -> None:
    """Purge for everybody what says again what was purged: whoever sent it gets the purge in return."""
    if memories:
        partition.purge(_purge_of(context, partition, memories))


def _nothing(text: str) -> bool:
    del text
    return False
