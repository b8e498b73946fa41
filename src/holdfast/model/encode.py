"""Content as JSON-like records and back: the one form used in payloads, exports and the mirror's machine fields."""

from collections.abc import Mapping
from typing import Any

from holdfast.model.anchor import Fingerprint, parse_anchor
from holdfast.model.kind import Kind
from holdfast.model.memory import Anchored, Content, Evidence, Link
from holdfast.model.moment import parse_time, render_time
from holdfast.model.scope import Scope, parse_partition
from holdfast.model.source import Source


def encode_content(content: Content) -> dict[str, Any]:
    """Write content as a record; empty fields are left out."""
    record: dict[str, Any] = {"kind": str(content.kind), "text": content.text, "scope": str(content.scope)}
    optional = {
        "title": content.title,
        "why": content.why,
        "tags": list(content.tags),
        "anchors": [encode_anchored(one) for one in content.anchors],
        "evidence": [[one.kind, one.ref, one.note] for one in content.evidence],
        "links": [[one.kind, one.target, render_time(one.at) if one.at else ""] for one in content.links],
        "guard": content.guard,
        "expires_at": render_time(content.expires_at) if content.expires_at else "",
    }
    record.update({name: value for name, value in optional.items() if value})
    return record


def decode_content(record: Mapping[str, Any]) -> Content:
    """Read content back from its record."""
    return Content(
        kind=Kind(record["kind"]),
        text=record["text"],
        scope=decode_scope(record["scope"]),
        title=record.get("title", ""),
        why=record.get("why", ""),
        tags=tuple(record.get("tags", ())),
        anchors=tuple(decode_anchored(one) for one in record.get("anchors", ())),
        evidence=tuple(Evidence(*one) for one in record.get("evidence", ())),
        links=tuple(Link(kind, target, parse_time(at) if at else None) for kind, target, at in record.get("links", ())),
        guard=record.get("guard", ""),
        expires_at=parse_time(record["expires_at"]) if record.get("expires_at") else None,
    )


def encode_anchored(one: Anchored) -> dict[str, str]:
    """Write an anchor with its fingerprint."""
    record = {"anchor": str(one.anchor)}
    if one.fingerprint:
        record |= {
            "scheme": one.fingerprint.scheme,
            "commit": one.fingerprint.commit,
            "data": one.fingerprint.data,
        }
    return record


def decode_anchored(record: Mapping[str, str]) -> Anchored:
    """Read an anchor with its fingerprint."""
    taken = Fingerprint(record["scheme"], record["commit"], record["data"]) if "scheme" in record else None
    return Anchored(parse_anchor(record["anchor"]), taken)


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
