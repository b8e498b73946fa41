"""Overrule: whose words may retire whose, who took a memory back, and whether another may bring it back.

What a person retired stays retired until a person says otherwise: an agent that repeats the words proposes them. Reads
the log and never writes. Neighbours: `trust.record` and `verbs.revise`, which ask.
"""

from __future__ import annotations

from standfast.model.encode import decode_content
from standfast.model.fold import authority_of, effective
from standfast.model.key import content_key
from standfast.model.operation import Act
from standfast.model.trust import Authority, Status
from standfast.model.value import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from standfast.context.context import Context
    from standfast.model.ids import MemoryId
    from standfast.model.memory import Content, Memory
    from standfast.model.operation import Operation
    from standfast.model.source import Source
    from standfast.store.contract import Partition

_ENDED = frozenset((Status.SUPERSEDED, Status.RETRACTED))
_ENDS = frozenset((Act.SUPERSEDE, Act.RETRACT, Act.REJECT))
_SAYS = frozenset((Act.REMEMBER, Act.REVISE))
_REPEATS = frozenset(("agent", "session"))  # who repeats words; an import names its records
_TERMS = 24  # documents looked at
_MEETING = 6  # words that all of them have
PAST = "past"  # of a document: a revision that is not the current one
_LONGEST = 50  # links from what was superseded to what is said today; more is a circle


def who_ended(partition: Partition, memory: Memory) -> Source | None:
    """Return who superseded, retracted or rejected a memory; None where nobody did, or it only moved."""
    ending = _ending(partition, memory)
    return ending.header.source if ending else None


def _ending(partition: Partition, memory: Memory) -> Operation | None:
    """Return the operation that superseded, retracted or rejected a memory."""
    if memory.status not in _ENDED:
        return None
    operations = partition.log.of_memory(memory.id)
    for item in reversed(effective(operations, partition.log.reverts_of(other.id for other in operations))):
        if memory.id in item.header.supersedes or item.header.act in _ENDS:
            return None if (item.payload or {}).get("moved") else item
    return None


def find_rejected(partition: Partition, equal: list[Memory], source: Source) -> tuple[Memory, Source] | None:
    """Return which of the memories that say the same a person refused when it was proposed, and who: it is not again.

    Only a person may say it anew.
    """
    for memory in equal if source.ceiling is not Authority.INSTRUCTION else ():
        ending = _ending(partition, memory)
        if ending and ending.header.act is Act.REJECT and not may_bring_back(source, ending.header.source):
            return memory, ending.header.source
    return None


def may_bring_back(source: Source, ended: Source | None) -> bool:
    """Tell whether `source` may undo what `ended` did: what a person or a rule file ended, only such a one does."""
    return ended is None or ended.ceiling is not Authority.INSTRUCTION or source.ceiling is Authority.INSTRUCTION


def find_ended(
    partition: Partition, equal: list[Memory], content: Content, source: Source
) -> list[tuple[MemoryId, str, bool]]:
    """Return what stands against saying this again: a memory, why, and whether that memory is what is said today.

    `equal` are the memories that say or said the same.
    """
    if source.ceiling is Authority.INSTRUCTION:
        return []
    found: list[tuple[MemoryId, str, bool]] = []
    for memory in equal:
        ended = who_ended(partition, memory)
        if ended is None or may_bring_back(source, ended):
            continue
        newer = _newest(partition, memory)
        if newer.id != memory.id:
            found.append((newer.id, f"it took the place of {memory.id}, says {ended}", newer.status is Status.ACTIVE))
        else:
            found.append((memory.id, f"{memory.status} by {ended}", False))
    return found or _find_reverted(partition, content, source)


def _newest(partition: Partition, memory: Memory) -> Memory:
    for _ in range(_LONGEST):
        newer = partition.memories.find(memory.superseded_by) if memory.superseded_by else None
        if newer is None:
            break
        memory = newer
    return memory


def _find_reverted(partition: Partition, content: Content, source: Source) -> list[tuple[MemoryId, str, bool]]:
    for item in partition.log.undone(content.text):
        said = decode_content(item.payload["content"]) if item.payload else None
        equal = said and content_key(said, item.header.source) == content_key(content, source)
        same = equal or (said and source.kind in _REPEATS)
        ended = _reverter(partition, item) if same else None
        if item.header.memory and ended is not None and not may_bring_back(source, ended):
            return [(item.header.memory, f"reverted by {ended}", False)]
    return []


def find_withdrawn(context: Context, partition: Partition, content: Content, source: Source) -> list[Memory]:
    """Return the memories that had these words until a person withdrew or reworded them, with whatever reason or title.

    None where these very words are in force besides.
    """
    if source.ceiling is Authority.INSTRUCTION or source.kind not in _REPEATS or not partition.log.any_past():
        return []
    from standfast.store.values import View

    _, body, _ = context.indexer.fields(replace(content, title="", why=""))
    # What said the same has every word of it: the longest ones are looked up where they all meet.
    joint = [(term,) for term in sorted(dict.fromkeys(body.split()), key=len, reverse=True)[:_MEETING]]
    words = content.text.split()
    found: dict[MemoryId, Memory] = {}
    for document in partition.index.lexical((), View(statuses=(), aside=True), _TERMS, joint=joint):
        state = partition.memories.find(document.memory) if document.memory not in found else None
        if state is None:
            continue
        if state.content.text.split() == words:
            if not may_bring_back(source, who_ended(partition, state)):
                found[state.id] = state
            continue
        if document.status != PAST:
            continue
        versions = partition.memories.versions(state.id)
        same = [version.revision for version in versions if version.content.text.split() == words]
        later = [version for version in versions if same and version.revision > max(same)]
        if any(item.source.ceiling is Authority.INSTRUCTION for item in later):
            found[state.id] = state
    current = partition.index.lexical((), View(), _TERMS, joint=joint) if found else ()
    said = partition.memories.find_several([document.memory for document in current])
    return [] if any(item.content.text.split() == words for item in said.values()) else list(found.values())


def _reverter(partition: Partition, operation: Operation) -> Source | None:
    reverts = [item for item in partition.log.reverts_of([operation.id]) if operation.id in item.header.targets]
    standing = [revert for revert in reverts if not partition.log.is_reverted(revert.id)]
    heaviest = max(standing, key=lambda item: item.header.source.ceiling, default=None)
    return heaviest.header.source if heaviest else None


def may_overrule(weight: Authority, source: Source, memory: Memory) -> bool:
    """Tell whether words of this weight may retire a memory: never what a person or a rule file stands behind."""
    if source.untrusted:
        return memory.authority is Authority.UNTRUSTED
    return (
        source.ceiling is Authority.INSTRUCTION or weight >= memory.authority or memory.authority <= Authority.OBSERVED
    )


def may_take_back(source: Source, operation: Operation, memory: Memory) -> bool:
    """Tell whether a source may revert what it said itself: not its words in force that a person approved since."""
    if operation.header.act not in _SAYS or memory.source.identity != source.identity:
        return True
    return may_overrule(authority_of(memory.content, (source,)), source, memory)
