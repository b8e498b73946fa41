"""Words: what a memory says in one line, for every answer that names it; also of what was taken back.

Owns where the words come from: the memory as it is, else what its last readable operation said. What was purged has
none. An answer that says them to anybody but a person is on record before it is out (`put_on_record`). Neighbours:
`show` lists operations, `revert` and `undo` report what they took back.
"""

from __future__ import annotations

from standfast.model.operation import Act
from standfast.model.trust import Standing
from standfast.model.value import replace
from standfast.text.lines import one_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from standfast.context.context import Context
    from standfast.model.ids import MemoryId
    from standfast.model.memory import Memory
    from standfast.model.operation import Operation
    from standfast.model.receipt import Receipt
    from standfast.verbs.show import Entry

_LONGEST = 200


def words_of(context: Context, memories: Iterable[MemoryId]) -> dict[MemoryId, str]:
    """Return what each of these memories says, in one line; those that are purged or unknown are left out."""
    wanted = list(dict.fromkeys(memories))
    found: dict[MemoryId, str] = {}
    for partition in context.partitions():
        for start in range(0, len(wanted), 500):
            for memory in partition.memories.find_several(wanted[start : start + 500]).values():
                found.setdefault(memory.id, _line(memory.content.title or memory.content.text))
    for identity in wanted:
        if identity not in found and (line := _last_said(context, identity)):
            found[identity] = line
    return found


def standing_words(context: Context, receipts: Iterable[Receipt]) -> dict[tuple[MemoryId, Standing], str]:
    """Return what people read of each standing in which memories were given, where that is another word."""
    from standfast.standing.anchors.judgement import bears_nothing_out
    from standfast.standing.judged import NOT_CHECKED, word_of

    pairs = list(dict.fromkeys((item.memory, item.standing) for receipt in receipts for item in receipt.given))
    wanted = list(dict.fromkeys(memory for memory, _ in pairs))
    known: dict[MemoryId, Memory] = {}
    for partition in context.partitions():
        for start in range(0, len(wanted), 500):
            known = {**partition.memories.find_several(wanted[start : start + 500]), **known}
    found: dict[tuple[MemoryId, Standing], str] = {}
    for identity, standing in pairs:
        if (memory := known.get(identity)) is not None:
            anchored = bool(memory.content.anchors)
            found[identity, standing] = word_of(standing, anchored=anchored, source=memory.source.kind)
            placed = [item.fingerprint for item in memory.content.anchors if item.fingerprint is not None]
            if found[identity, standing] == Standing.HOLDS and placed and all(map(bears_nothing_out, placed)):
                found[identity, standing] = NOT_CHECKED
    return {pair: word for pair, word in found.items() if word != pair[1].value}


def tell_words(context: Context, memories: Iterable[MemoryId]) -> dict[MemoryId, str]:
    """Return what each of these memories says, in one line, on record where no person asks."""
    found = words_of(context, memories)
    put_on_record(context, found)
    return found


def put_on_record(context: Context, said: Mapping[MemoryId, str]) -> None:
    """Leave a receipt for memories of which a caller who is not a person is about to be told this."""
    if context.who.is_person or not said:
        return
    from standfast.recall.receipts import give
    from standfast.standing.memories import Judge

    judge = Judge(context)
    known: dict[MemoryId, Memory] = {}
    for partition in context.partitions():
        known = {**partition.memories.find_several([memory for memory in said if memory not in known]), **known}
    shown = [(memory, judge(memory)) for memory in known.values()]
    give(context, "show", shown, said=[said[memory.id] for memory, _ in shown])


def words_said(operation: Operation) -> str:
    """Return what an operation itself said, in one line; nothing where it wrote no content."""
    content = (operation.payload or {}).get("content")
    if not isinstance(content, dict):
        return ""
    return _line(str(content.get("title") or content.get("text") or ""))


def worded(context: Context, entries: Sequence[Entry]) -> list[Entry]:
    """Return entries of the log with what each is about."""
    said = {entry.operation.id: words_said(entry.operation) for entry in entries}
    unsaid = [entry.operation for entry in entries if not said[entry.operation.id]]
    undone = {item.id: _undone(context, item) for item in unsaid if item.header.act is Act.REVERT}
    wanted = [item.header.memory for item in unsaid if item.header.memory]
    wanted += [memory for memories in undone.values() for memory in memories]
    known = words_of(context, wanted)
    for item in unsaid:
        if item.id in undone:
            said[item.id] = _line(" · ".join(known[memory] for memory in undone[item.id] if memory in known))
        elif item.header.memory:
            said[item.id] = known.get(item.header.memory, "")
    told = {entry.operation.header.memory: said[entry.operation.id] for entry in entries if said[entry.operation.id]}
    put_on_record(context, {**known, **{memory: line for memory, line in told.items() if memory}})
    return [replace(entry, words=said[entry.operation.id]) for entry in entries]


def _undone(context: Context, operation: Operation, depth: int = 3) -> list[MemoryId]:
    """Return the memories of what a revert took back; of a revert of a revert, those of the first."""
    found: list[MemoryId] = []
    for target in operation.header.targets[:20]:
        for partition in context.partitions():
            if inner := partition.log.find(target):
                found += inner.header.touched
                if inner.header.act is Act.REVERT and depth:
                    found += _undone(context, inner, depth - 1)
                break
    return list(dict.fromkeys(found))


def _last_said(context: Context, identity: MemoryId) -> str:
    for partition in context.partitions():
        for operation in reversed(partition.log.of_memory(identity)):
            if operation.header.memory == identity and (line := words_said(operation)):
                return line  # another memory that took its place says its own words
    return ""


def _line(text: str) -> str:
    return one_line(text, _LONGEST)
