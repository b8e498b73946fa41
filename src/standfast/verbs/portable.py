"""Export and import as JSON Lines: one's own copy, whole, which comes back; and what other people may have of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from standfast.capture.draft import Draft
from standfast.context.context import Context
from standfast.errors import ConfigError
from standfast.model.encode import (
    decode_anchored,
    decode_content,
    decode_source,
    encode_anchored,
    encode_content,
    encode_memory,
    encode_source,
)
from standfast.model.ids import MemoryId, is_id
from standfast.model.memory import LINK_KINDS, Anchored, Content
from standfast.model.moment import read_time, render_time
from standfast.model.operation import Act
from standfast.model.source import KINDS as SOURCE_KINDS, Source
from standfast.model.trust import Status
from standfast.model.value import replace
from standfast.store.contract import Partition
from standfast.store.values import Change, LogFilter, View
from standfast.trust.admission import EVIDENCE_KINDS, MANY, VERDICTS, judge_names, prepare, stricter
from standfast.trust.authority import AGENT
from standfast.trust.person import require_person
from standfast.trust.purged import is_purged
from standfast.trust.release import Released, Withheld, release
from standfast.verbs.words import put_on_record

_TOLD = 200  # memories of an export on one receipt
FORMAT = "standfast-memory-1"
ANCHOR_KINDS = frozenset({"path", "symbol", "lines", "commit", "dep", "cmd", "conf"})
_LETS_THROUGH = frozenset({Act.APPROVE.value, Act.RESTORE.value})


def export(context: Context) -> Iterator[dict[str, Any]]:
    """Yield one record per memory in reach, with the operations that made it, oldest first."""
    for partition in context.partitions():
        seen: dict[MemoryId, None] = {}
        for operation in partition.log.iterate(LogFilter(), newest_first=False):
            seen.update(dict.fromkeys(operation.header.touched))
        for projected in partition.memories.select(View(statuses=()), newest_first=False):
            seen.setdefault(projected.id)  # what made it cannot be read, and it still can
        names = list(seen)
        for start in range(0, len(names), _TOLD):
            some = names[start : start + _TOLD]
            states = {memory: state for memory in some if (state := partition.memories.find(memory)) is not None}
            put_on_record(context, {memory: state.content.text for memory, state in states.items()})
            for memory, state in states.items():
                yield _record(partition, memory, encode_memory(state))


def export_for_others(context: Context) -> Iterator[Released | Withheld]:
    """Yield, for every memory of the project at hand, what other people would get of it, or why they get nothing."""
    for partition in context.partitions():
        decided = [
            (memory, release(memory, mask=context.mask))
            for memory in partition.memories.select(View(statuses=()), newest_first=False)
        ]
        put_on_record(context, {one.id: one.content.text for one, other in decided if isinstance(other, Released)})
        yield from (other for _, other in decided)


def _record(partition: Partition, memory: MemoryId, state: dict[str, Any]) -> dict[str, Any]:
    history = []
    for operation in partition.log.of_memory(memory):
        header = operation.header
        if not partition.log.is_reverted(operation.id):
            history.append(
                {
                    "act": header.act.value,
                    "memory": header.memory,
                    "at": render_time(header.at),
                    "source": encode_source(header.source),
                    "supersedes": list(header.supersedes),
                    "revision": header.revision,
                    "payload": operation.payload,
                }
            )
    return {"format": FORMAT, "id": memory, "partition": partition.key, "state": state, "history": history}


def import_records(context: Context, records: Iterable[Mapping[str, Any]]) -> Iterator[tuple[MemoryId, str]]:
    """Bring exported memories in, each with its history; yield (memory, added|known|purged)."""
    # An export says who said what: whoever brings one in could put words into a person's mouth.
    require_person(context.who, "imports an export", instead="An agent remembers with `standfast remember --jsonl`.")
    for record in records:
        if record.get("format") != FORMAT or not is_id(str(record.get("id", "")), "memory"):
            raise ConfigError(
                "This is not an exported memory.", hint="Use a file that `standfast export` wrote.", code="bad-record"
            )
        memory = MemoryId(str(record["id"]))
        try:
            yield memory, _import_one(context, memory, record)
        except (KeyError, TypeError, ValueError) as error:
            hint = "Use a file that `standfast export` wrote."
            raise ConfigError(f"The record of {memory} is damaged: {error}.", hint=hint, code="bad-record") from error


def _import_one(context: Context, memory: MemoryId, record: Mapping[str, Any]) -> str:
    history = [_checked(item) for item in record["history"]]
    contents = [
        decode_content(item["payload"]["content"]) for item in history if (item["payload"] or {}).get("content")
    ]
    if not contents:
        raise ConfigError(f"The record of {memory} says nothing.", hint="Use a whole export.", code="bad-record")
    partition = context.partition(_land(context, contents[0]).scope)
    with partition.writing():
        if any(is_purged(context, partition, content, memory) for content in contents):
            return "purged"
        if partition.log.of_memory(memory):
            return "known"
        hostile = False
        for item in history:
            if hostile and item["act"] in _LETS_THROUGH:
                continue  # the export says that a person let it through; here none has
            hostile = _replay(context, partition, memory, item) == "hostile" or hostile
    return "added"


def _checked(record: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return one operation of an export whose every word is one that we write; raise for any other."""
    act, source, payload = Act(record["act"]), decode_source(record["source"]), record["payload"] or {}
    if act in {Act.REVERT, Act.PURGE}:
        raise ValueError("an export holds neither reverts nor purges")
    known = source.kind in SOURCE_KINDS and all(is_id(str(old), "memory") for old in record["supersedes"])
    texts: list[object] = [source.name, source.session, source.turn, source.item]
    Status(payload.get("status", Status.ACTIVE))
    if "content" in payload:
        content = decode_content(payload["content"])
        texts += [content.text, content.title, content.why, content.guard, *content.tags]
        texts += [text for proof in content.evidence for text in (proof.ref, proof.note)]
        texts += [link.target for link in content.links]
        known = known and all(proof.kind in EVIDENCE_KINDS for proof in content.evidence)
        known = known and all(link.kind in LINK_KINDS for link in content.links)
        known = known and all(_is_known(anchored) for anchored in content.anchors)
    if not known or not all(isinstance(text, str) for text in texts):
        raise ValueError("it holds a kind or a name that is not one of ours")
    return record


def _is_known(anchored: Anchored) -> bool:
    """Tell whether an anchor is of a kind that we write, in the types that we write."""
    anchor, taken = anchored.anchor, anchored.fingerprint
    words: tuple[object, ...] = (anchor.target, anchor.detail, anchor.commit)
    words += (taken.scheme, taken.commit, taken.data) if taken else ()
    numbers: tuple[object, ...] = (anchor.first, anchor.last)
    shaped = all(isinstance(word, str) and word.isprintable() for word in words)
    return anchor.kind in ANCHOR_KINDS and shaped and all(type(number) is int for number in numbers)


def _land(context: Context, content: Content) -> Content:
    """Return the content in the scope it gets here: a project's memories come to the project at hand."""
    scope = content.scope
    if scope.level != "project":
        return content
    here = context.scope
    return replace(
        content, scope=replace(scope, level=here.level, name=here.name, branch=scope.branch if here.name else "")
    )


def _as_draft(content: Content, source: Source) -> Draft:
    return Draft(
        text=content.text,
        kind=content.kind.value,
        title=content.title,
        why=content.why,
        scope=str(content.scope),
        tags=[tag[:64] for tag in content.tags[:MANY]],
        guard=content.guard,
        source=source,
    )


def _screen_beside(context: Context, content: Content, source: Source) -> str:
    """Judge what stands beside the words: who is said to have said them, anchors, evidence with its notes, links."""
    names = [source.name, source.session, *(str(anchor.anchor) for anchor in content.anchors)]
    names += [text for item in content.evidence for text in (item.ref, item.note)]
    return judge_names(context, [*names, *(link.target for link in content.links)])[0]


def _rebuilt(context: Context, content: Content, safe: Content) -> Content:
    """Return content as it was exported, in the words that may be written here."""
    anchors = tuple(_clean_anchored(context, anchor) for anchor in content.anchors[:MANY])
    evidence = tuple(map(context.clean_evidence, content.evidence[:MANY]))
    links = tuple(replace(link, target=context.clean(link.target)) for link in content.links[:MANY])
    return replace(safe, anchors=anchors, evidence=evidence, links=links, expires_at=content.expires_at)


def _clean_anchored(context: Context, anchored: Anchored) -> Anchored:
    anchor, taken = anchored.anchor, anchored.fingerprint
    kept = taken if taken and context.clean(taken.data) == taken.data else None
    return Anchored(replace(anchor, target=context.clean(anchor.target), detail=context.clean(anchor.detail)), kept)


def _clean_payload(context: Context, payload: Mapping[str, Any]) -> dict[str, Any]:
    """Return what is said beside the content (reasons, notes, fresh anchors) as it may be written."""
    cleaned: dict[str, Any] = {}
    for name, value in payload.items():
        if name == "anchors":
            cleaned[name] = [encode_anchored(_clean_anchored(context, decode_anchored(item))) for item in value]
        elif isinstance(value, str):
            cleaned[name] = context.clean(value)
        elif name == "content":
            cleaned[name] = value
    return cleaned


def _replay(context: Context, partition: Partition, memory: MemoryId, record: Mapping[str, Any]) -> str:
    """Write one operation of an export anew, and return how its words are judged here."""
    payload = _clean_payload(context, record["payload"]) if record["payload"] else None
    stated = decode_source(record["source"])
    source = context.clean_source(replace(stated, untrusted=bool(stated.untrusted)))
    judged, verdict = Status.ACTIVE, "clean"
    if payload and "content" in payload:
        content = _land(context, decode_content(payload["content"]))
        safe = prepare(context, _as_draft(content, source))
        verdict = max(safe.verdict, _screen_beside(context, content, stated), key=VERDICTS.index)
        doubt = bool((record["payload"] or {}).get("doubt"))  # it was data where it was written, and is no more here
        judged = safe.status if doubt else stricter(safe.status, getattr(AGENT, verdict))
        if doubt:
            payload["doubt"] = True
        payload["content"] = encode_content(_rebuilt(context, content, safe.content))
        if judged is not Status.ACTIVE:
            payload["status"] = stricter(Status(payload.get("status", Status.ACTIVE)), judged).value
            payload.setdefault("reason", "; ".join(safe.reasons))
    if record["memory"] != memory:
        return verdict
    base = partition.memories.find(memory)
    partition.log.append(
        Change(
            Act(record["act"]),
            source,
            memory,
            payload,
            at=read_time(record["at"]),
            supersedes=tuple(MemoryId(old) for old in record["supersedes"]) if judged is Status.ACTIVE else (),
            based_on=base.version.operation if base else None,
            revision=int(record["revision"]),
        )
    )
    return verdict
