"""Content as JSON-like records and back: the one form used in payloads, exports and the mirror's machine fields."""

from __future__ import annotations

from functools import lru_cache

from standfast.model.anchor import Anchor, Fingerprint
from standfast.model.kind import Kind
from standfast.model.memory import Anchored, Content, Evidence, Feedback, Link, Memory, Version
from standfast.model.moment import read_time, render_time
from standfast.model.receipt import Given, GivenTurn, Receipt
from standfast.model.scope import Scope, parse_partition
from standfast.model.source import Source
from standfast.model.trust import Authority, Standing, Status

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any


_KINDS = {kind.value: kind for kind in Kind}  # calling an enumeration costs ten times a look-up


def encode_content(content: Content) -> dict[str, Any]:
    """Write content as a record; empty fields are left out."""
    record: dict[str, Any] = {"kind": str(content.kind), "text": content.text, "scope": str(content.scope)}
    optional = {
        "title": content.title,
        "why": content.why,
        "tags": list(content.tags),
        "anchors": [encode_anchored(anchor) for anchor in content.anchors],
        "evidence": [[item.kind, item.ref, item.note] for item in content.evidence],
        "links": [[link.kind, link.target, render_time(link.at) if link.at else ""] for link in content.links],
        "guard": content.guard,
        "expires_at": render_time(content.expires_at) if content.expires_at else "",
    }
    record.update({name: value for name, value in optional.items() if value})
    return record


def decode_content(record: Mapping[str, Any]) -> Content:
    """Read content back from its record."""
    find = record.get
    return Content(
        _KINDS.get(record["kind"]) or Kind(record["kind"]),
        record["text"],
        decode_scope(record["scope"]),
        find("title", ""),
        find("why", ""),
        tuple(find("tags", ())),
        tuple([decode_anchored(item) for item in find("anchors", ())]),
        tuple([Evidence(*item) for item in find("evidence", ())]),
        tuple([Link(kind, target, read_time(at) if at else None) for kind, target, at in find("links", ())]),
        find("guard", ""),
        read_time(record["expires_at"]) if find("expires_at") else None,
    )


def encode_anchored(anchored: Anchored) -> dict[str, Any]:
    """Write an anchor with its fingerprint; in parts, so that reading it back needs no parsing."""
    anchor, taken = anchored.anchor, anchored.fingerprint
    record: dict[str, Any] = {
        "anchor": [anchor.kind, anchor.target, anchor.detail, anchor.first, anchor.last, anchor.commit]
    }
    if taken:
        record["fingerprint"] = [taken.scheme, taken.commit, taken.data]
    return record


def decode_anchored(record: Mapping[str, Any]) -> Anchored:
    """Read an anchor with its fingerprint."""
    if "fingerprint" in record:
        return Anchored(Anchor(*record["anchor"]), Fingerprint(*record["fingerprint"]))
    return _anchored(*record["anchor"])


@lru_cache(maxsize=2048)
def _anchored(*parts: Any) -> Anchored:
    """Return an anchor without a fingerprint: commits have the same few thousand again and again."""
    return Anchored(Anchor(*parts), None)


@lru_cache(maxsize=256)
def decode_scope(text: str) -> Scope:
    """Read a scope as it was stored: whole, never relative to where the reader stands."""
    return parse_partition(text)


def encode_source(source: Source) -> dict[str, Any]:
    """Write a source as a record; empty fields are left out."""
    record: dict[str, Any] = {"kind": source.kind, "name": source.name}
    for name in ("session", "turn", "item"):
        if value := getattr(source, name):
            record[name] = value
    if source.untrusted:
        record["untrusted"] = True
    return record


def decode_source(record: Mapping[str, Any]) -> Source:
    """Read a source back from its record."""
    return Source(**record)


def encode_version(version: Version) -> dict[str, Any]:
    """Write one revision."""
    return {
        "revision": version.revision,
        "content": encode_content(version.content),
        "operation": version.operation,
        "source": encode_source(version.source),
        "at": render_time(version.at),
        "recorded_at": render_time(version.recorded_at),
    }


def decode_version(record: Mapping[str, Any]) -> Version:
    """Read one revision."""
    return Version(
        record["revision"],
        decode_content(record["content"]),
        record["operation"],
        decode_source(record["source"]),
        read_time(record["at"]),
        read_time(record["recorded_at"]),
    )


def encode_memory(memory: Memory) -> dict[str, Any]:
    """Write a memory's whole state."""
    record: dict[str, Any] = {
        "id": memory.id,
        "version": encode_version(memory.version),
        "status": str(memory.status),
        "authority": int(memory.authority),
        "sources": [encode_source(source) for source in memory.sources],
        "at": render_time(memory.at),
        "recorded_at": render_time(memory.recorded_at),
        "hlc": memory.hlc,
    }
    feedback = memory.feedback
    votes = [feedback.helpful, feedback.wrong, feedback.stale, feedback.noted]
    optional = {
        "superseded_by": memory.superseded_by,
        "disputed_by": [encode_version(item) for item in memory.disputed_by],
        "feedback": votes if any(votes) else None,
        "verified_at": render_time(memory.verified_at) if memory.verified_at else None,
        "reason": memory.reason,
        "approved_at": render_time(memory.approved_at) if memory.approved_at else None,
    }
    record.update({name: value for name, value in optional.items() if value})
    return record


def decode_memory(record: Mapping[str, Any]) -> Memory:
    """Read a memory's whole state."""
    return Memory(
        id=record["id"],
        version=decode_version(record["version"]),
        status=Status(record["status"]),
        authority=Authority(record["authority"]),
        sources=tuple(decode_source(item) for item in record["sources"]),
        at=read_time(record["at"]),
        recorded_at=read_time(record["recorded_at"]),
        hlc=record["hlc"],
        superseded_by=record.get("superseded_by"),
        disputed_by=tuple(decode_version(item) for item in record.get("disputed_by", ())),
        feedback=Feedback(*record.get("feedback", ())),
        verified_at=read_time(record["verified_at"]) if record.get("verified_at") else None,
        reason=record.get("reason", ""),
        approved_at=read_time(record["approved_at"]) if record.get("approved_at") else None,
    )


def encode_receipt(partition: str, receipt: Receipt) -> dict[str, Any]:
    """Write a receipt that waits for its partition."""
    given = [
        [item.memory, item.revision, item.rank, item.score, dict(item.scores), item.standing.value, item.tokens]
        for item in receipt.given
    ]
    head = [receipt.id, receipt.verb, receipt.session, receipt.to, receipt.query, render_time(receipt.at)]
    return {
        "partition": partition,
        "head": head,
        "given": given,
        "withheld": receipt.withheld,
        "tokens": receipt.tokens,
        "turns": [[item.session, item.turn, item.rank, item.score, item.tokens] for item in receipt.turns],
    }


def decode_receipt(record: Mapping[str, Any]) -> tuple[str, Receipt]:
    """Read a receipt that waited, with its partition."""
    identity, verb, session, to, query, at = record["head"]
    given = tuple(
        Given(memory, revision, rank, score, scores, Standing(standing), tokens)
        for memory, revision, rank, score, scores, standing, tokens in record["given"]
    )
    withheld, tokens = record["withheld"], record["tokens"]
    turns = tuple(GivenTurn(*item) for item in record.get("turns", ()))
    receipt = Receipt(identity, verb, session, to, query, read_time(at), given, withheld, tokens, turns)
    return record["partition"], receipt
