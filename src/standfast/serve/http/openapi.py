"""The OpenAPI document: what `routes` holds, for programs. Generated at each request, so never out of date.

Owns the schemas of the answers. A test holds every real answer against them.
"""

from __future__ import annotations

from typing import Any

from standfast import __version__
from standfast.serve.http.routes import FLAG, OPERATIONS, TEXT, TEXTS, Operation

Record = dict[str, Any]

_NUMBER: Record = {"type": "number"}
_COUNT: Record = {"type": "integer"}
_TIME: Record = {"type": "string", "format": "date-time"}
_MAYBE: Record = {"type": ["string", "null"]}
_ANY: Record = {"type": "object"}


def _ref(name: str) -> Record:
    return {"$ref": f"#/components/schemas/{name}"}


def _many(name: str) -> Record:
    return {"type": "array", "items": _ref(name)}


def _object(optional: Record | None = None, /, **fields: Record) -> Record:
    return {"type": "object", "properties": {**fields, **(optional or {})}, "required": list(fields)}


SCHEMAS: Record = {
    "Error": _object(error=_object(code=TEXT, message=TEXT, hint=TEXT)),
    "Source": _object({"turn": TEXT, "item": TEXT, "untrusted": FLAG}, kind=TEXT, name=TEXT, session=TEXT),
    "Memory": _object(
        {"superseded_by": TEXT, "verified_at": _TIME, "expires_at": _TIME, "versions": {"type": "array"}},
        id=TEXT, revision=_COUNT, kind=TEXT, title=TEXT, text=TEXT, why=TEXT, scope=TEXT, tags=TEXTS, status=TEXT,
        standing=TEXT, standing_detail={"type": "array"}, authority=TEXT, confidence=_NUMBER, source=_ref("Source"),
        sources=_many("Source"), anchors=TEXTS, evidence={"type": "array"}, links={"type": "array"}, at=_TIME,
        recorded_at=_TIME, guard=_MAYBE, feedback=_ANY, reason=TEXT,
    ),
    "Memories": _object(memories=_many("Memory"), cursor=_MAYBE),
    "Threads": _object(threads=_many("Memory")),
    "Result": _object(
        {"folded": TEXTS, "why": TEXT, "scope": TEXT, "tags": TEXTS},
        id=TEXT, revision=_COUNT, kind=TEXT, title=TEXT, text=TEXT, score=_NUMBER, scores=_ANY, standing=TEXT,
        status=TEXT, authority=TEXT, source=_ref("Source"), anchors=TEXTS, at=_TIME,
    ),
    "Recalled": _object(
        {"dense": TEXT, "sessions": {"type": "array"}, "read_as": _ANY},
        receipt=_MAYBE, results=_many("Result"), withheld=_COUNT,
    ),
    "Brief": _object(
        text=TEXT, tokens=_COUNT, given=TEXTS, withheld=_COUNT, receipt=_MAYBE, results=_many("Result")
    ),
    "Changed": _object(
        {"reasons": TEXTS, "anchors": TEXTS, "unresolved": TEXTS, "doubts": TEXTS, "dry_run": FLAG, "behind": TEXT,
         "unanchored": FLAG, "likely": TEXT, "near": {"type": "array"}, "guard": TEXT, "later": TEXTS,
         "instead_of": TEXT},
        id=TEXT, revision=_COUNT, operation=_MAYBE, status=TEXT, redactions=TEXTS, conflicts={"type": "array"},
    ),
    "Decided": _object(decided=_many("Changed")),
    "HandedOver": {
        "allOf": [_ref("Changed"), _object(session={"type": ["object", "null"]}, files=TEXTS)],
    },
    "Operation": _object(
        operation=TEXT, act=TEXT, memory=_MAYBE, revision={"type": ["integer", "null"]}, supersedes=TEXTS,
        reverts=TEXTS, source=_ref("Source"), at=_TIME, recorded_at=_TIME, reverted=FLAG, partition=TEXT,
        words=TEXT,
    ),
    "Operations": _object(operations=_many("Operation")),
    "Receipt": _object(
        {"turns": {"type": "array"}},
        receipt=TEXT, verb=TEXT, session=TEXT, to=TEXT, at=_TIME, given={"type": "array"}, withheld=_COUNT,
        tokens=_COUNT,
    ),
    "Receipts": _object(receipts=_many("Receipt")),
    "Waiting": _object(
        {"against": TEXT},
        id=TEXT, revision=_COUNT, kind=TEXT, title=TEXT, text=TEXT, status=TEXT, reason=TEXT, authority=TEXT,
        source=_ref("Source"), scope=TEXT, anchors=TEXTS, at=_TIME,
    ),
    "Review": _object(waiting=_many("Waiting")),
    "Reverted": _object(
        operations=TEXTS, reverts=TEXTS, operation=_MAYBE, memories=TEXTS, words=_ANY, sessions={"type": "array"},
        derived=TEXTS, commits=TEXTS, passed=_ANY, guards=_ANY, dry_run=FLAG,
    ),
    "Purged": _object(
        {"dry_run": FLAG, "preview": {"type": "array"}, "confirm": TEXT},
        purged=TEXTS, proof=_ANY, commits=TEXTS, unreached=TEXTS,
    ),
    "Diff": _object(id=TEXT, lines=TEXTS),
    "Graph": _object(root=TEXT, nodes={"type": "array"}, edges={"type": "array"}, withheld=_COUNT),
    "Drift": _object(
        since=_MAYBE, head=TEXT, branch=TEXT, instructions={"type": "array"}, pages={"type": "array"},
        standings=_ANY, unchecked=_COUNT, unsure=_COUNT, unknown=_COUNT,
        memories={"type": "array"}, stale=TEXTS, dependants={"type": "array"}, landed=_ANY, fixed=TEXTS,
        proposals={"type": "array"}, stored=_many("Changed"), nowhere=TEXTS,
    ),
    "Blamed": _object(
        {"text": TEXT, "receipt": TEXT, "verb": TEXT, "session": TEXT, "to": TEXT, "at": _TIME},
        tokens=_COUNT, withheld=_COUNT, lines={"type": "array"},
    ),
    "BlamedGiven": _object(given=_many("Blamed")),
    "Guard": _object(guard=TEXT, memory=TEXT, words=TEXT, status=TEXT, severity=_MAYBE, kind=_MAYBE, problem=TEXT),
    "Guards": _object(guards=_many("Guard")),
    "Status": _object(
        project=_MAYBE, name=TEXT, root=TEXT, branch=TEXT, home=TEXT, memories=_ANY, waiting=_COUNT,
        waiting_all=_COUNT, partitions={"type": "array"}, embedder=TEXT, groups=TEXTS,
    ),
    "Session": _object(
        session=TEXT, agent=TEXT, started_at=_TIME, last_at=_TIME, ended_at=_MAYBE, outcome=TEXT, cwd=TEXT,
        branch=TEXT, events=_COUNT, tokens=_COUNT,
    ),
    "Sessions": _object(sessions=_many("Session")),
    "Server": _object(version=TEXT, person=FLAG, profile=TEXT, read_only=FLAG, loopback=FLAG, name=TEXT),
    "Event": TEXT,
    "Place": _object(path=TEXT, folder=FLAG, files=_COUNT, known=_COUNT, stale=_COUNT),
    "Places": _object(under=TEXT, places=_many("Place")),
    "FileMemory": {"allOf": [_ref("Memory"), _object(first=_COUNT, last=_COUNT)]},
    "File": _object(path=TEXT, lines=TEXTS, cut=FLAG, memories=_many("FileMemory"), people={"type": "array"}),
    "Atlas": _object(nodes={"type": "array"}, edges={"type": "array"}, withheld=_COUNT),
    "History": _object(
        points={"type": "array", "items": _object(at=_TIME, known=_COUNT, stale=_COUNT)}
    ),
    "Past": _object(at=_TIME, commit=_MAYBE, known=_COUNT, memories=_many("Memory"), cursor=_MAYBE),
    "You": _object(name=TEXT, memories=_many("Memory"), total=_COUNT, said=_COUNT, sessions=_COUNT),
    "Side": _object(memory=_ref("Memory"), relation=TEXT, supported=_MAYBE, because=TEXT),
    "Sides": _object(memory=_ref("Memory"), others=_many("Side")),
    "Blocked": _object(guard=TEXT, memory=_MAYBE, session=TEXT, at=_TIME, tool=TEXT, files=TEXTS, words=TEXT),
    "BlockedCalls": _object(blocked=_many("Blocked")),
    "Backtest": _object(
        guard=TEXT, commits=_COUNT, first=TEXT, last=TEXT, flagged={"type": "array"}, caught=TEXTS, false_alarms=TEXTS,
        alarms_per_year=_NUMBER, agrees=FLAG, complete=FLAG, problem=TEXT,
    ),
    "Backtests": _object(backtests=_many("Backtest")),
    "Groups": _object(groups=TEXTS),
    "SessionHits": _object(receipt=_MAYBE, sessions={"type": "array"}, withheld=_COUNT),
    "Check": _object(check=TEXT, verdict=TEXT, message=TEXT, hint=TEXT),
    "Doctor": _object(ok=FLAG, checks=_many("Check")),
    "Replay": {"allOf": [_ref("Session"), _object(journal={"type": "array"})]},
}  # fmt: skip
"""What the answers look like."""


def describe() -> Record:
    """Return the whole document."""
    paths: Record = {}
    for operation in OPERATIONS:
        paths.setdefault(operation.path, {})[operation.method.lower()] = _operation(operation)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Standfast",
            "version": __version__,
            "description": "Memory for coding agents that knows what still stands. Each operation is one call of "
            "the library and answers what the command of that name prints with --json.",
            "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
        },
        "servers": [{"url": "/api/v1"}],
        "security": [{}, {"token": []}],
        "paths": paths,
        "components": {
            "schemas": SCHEMAS,
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }


def _operation(operation: Operation) -> Record:
    text = {"reader": "", "agent": "Changes memory.", "admin": "Needs the token, or the admin profile."}[
        operation.level
    ]
    record: Record = {
        "operationId": operation.name,
        "summary": operation.summary,
        **({"description": text} if text else {}),
    }
    parameters = [_parameter("directory", TEXT, "query", "Another folder of this machine than the served one")]
    if "{id}" in operation.path:
        parameters.append({**_parameter("id", TEXT, "path", "An id, or a part that names one alone"), "required": True})
    if operation.method == "GET":
        for name, schema in operation.takes.items():
            parameters.append({**_parameter(name, schema, "query", ""), "required": name in operation.needs})
    else:
        content = {"application/json": {"schema": {**operation.schema, "additionalProperties": False}}}
        record["requestBody"] = {"required": bool(operation.needs), "content": content}
    failed = {"description": "Why not", "content": {"application/json": {"schema": _ref("Error")}}}
    record["parameters"] = parameters
    record["responses"] = {
        str(operation.status): {
            "description": operation.summary,
            "content": {operation.media: {"schema": _ref(operation.answer)}},
        },
        "default": failed,
    }
    return record


def _parameter(name: str, schema: Record, place: str, text: str) -> Record:
    return {"name": name, "in": place, "schema": schema, **({"description": text} if text else {})}
