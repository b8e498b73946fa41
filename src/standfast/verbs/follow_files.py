"""Follow the memory files that an agent keeps for itself: what is new there comes in, what changed or is gone follows.

Owns the order of steps. What a file says in other words takes the place of what it said; what no file says any more is
retracted, and comes back with its file. What a person decided about any of it stands. The agent that owns the files is
not told what is in them (`moments.known`). Neighbours: `import_store` brings other stores in once.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from standfast.capture.importers.stores import read_store
from standfast.context.beyond_checkouts import find_change, note_state
from standfast.context.context import Context
from standfast.errors import StandfastError
from standfast.learn.documents import past_words
from standfast.model.key import content_key
from standfast.model.memory import Memory
from standfast.model.operation import Act
from standfast.model.source import Source
from standfast.model.trust import Status
from standfast.model.value import Value, replace
from standfast.store.contract import Partition
from standfast.store.values import Change
from standfast.trust.admission import prepare
from standfast.trust.record import Remembered, remember
from standfast.verbs.import_store import draft_of, is_here

GONE = "the agent's own file does not say it any more"
_IN_FORCE = frozenset((Status.ACTIVE, Status.PROPOSED))


class Followed(Value):
    """What came of it: new, said in other words, gone, and back again."""

    added: int = 0
    changed: int = 0
    gone: int = 0
    back: int = 0


def follow_files(context: Context, tool: str, path: str | Path) -> Followed:
    """Bring memory in step with an agent's own files, unless they are as they were at the last look."""
    folder = Path(path)
    state = find_change(context, folder)
    if not state:
        return Followed()
    done = _follow(context, tool, folder)
    note_state(context, folder, state)
    return done


def _follow(context: Context, tool: str, folder: Path) -> Followed:
    source, partition = Source("import", tool), context.partition(context.scope)
    past = past_words(partition, source)
    known = partition.memories.find_several(list(dict.fromkeys(past.values())))
    done, kept = Followed(), set[str]()
    for record in read_store(tool, folder) if folder.is_dir() else ():
        if record.project and not is_here(context, record.project):
            continue
        draft = draft_of(context, record, source)
        try:
            key = content_key(prepare(context, draft).content, source)
        except StandfastError:
            continue
        if (memory := known.get(past[key]) if key in past else None) is not None:
            kept.add(memory.id)
            done = replace(done, back=done.back + _bring_back(partition, memory, source))
            continue
        older = [] if "#" in record.id else _said_by(known.values(), f"{tool}/{record.id}", source)
        try:
            result = remember(context, replace(draft, supersedes=[item.id for item in older]))
        except StandfastError:
            continue
        kept.update((result.id, *(item.id for item in older)))
        done = _counted(done, result, changed=bool(older))
    gone = [item for item in known.values() if item.id not in kept and _is_theirs(item, source)]
    with partition.writing():
        for memory in gone:
            partition.log.append(Change(Act.RETRACT, source, memory.id, {"reason": GONE}))
    return replace(done, gone=len(gone))


def _counted(done: Followed, result: Remembered, *, changed: bool) -> Followed:
    if result.operation is None:
        return done
    return replace(done, changed=done.changed + 1) if changed else replace(done, added=done.added + 1)


def _said_by(known: Iterable[Memory], ref: str, source: Source) -> list[Memory]:
    """Return what a file said until now."""
    return [
        memory
        for memory in known
        if _is_theirs(memory, source) and any(item.ref == ref for item in memory.content.evidence)
    ]


def _is_theirs(memory: Memory, source: Source) -> bool:
    """Tell whether nobody but the agent's files stands behind a memory that counts or waits."""
    alone = all(item.identity[:2] == source.identity[:2] for item in memory.sources)
    return memory.status in _IN_FORCE and alone and not memory.is_decided


def _bring_back(partition: Partition, memory: Memory, source: Source) -> int:
    """Let what was gone count again; what anybody else took back stays so."""
    if memory.status is not Status.RETRACTED or memory.reason != GONE:
        return 0
    with partition.writing():
        partition.log.append(Change(Act.RESTORE, source, memory.id))
    return 1
