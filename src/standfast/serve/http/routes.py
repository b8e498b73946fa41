"""What REST offers: every operation under /api/v1 as plain data, each with one call of the facade.

Owns paths, parameters and who may call what. The check of arguments is `serve.arguments`, the JSON of an
answer is its own `to_dict`, as the command line prints it; the description for programs is `openapi`.
"""

from __future__ import annotations

from itertools import islice
from typing import Any

from standfast.memory import Memory
from standfast.serve.http.operation import (
    ADMIN,
    AGENT,
    ALLOWED,
    FLAG,
    KIND,
    TEXT,
    TEXTS,
    TIME,
    Act,
    Operation,
    Record,
    limit,
    many,
    one,
)
from standfast.serve.http.pages import PAGES, purge
from standfast.verbs.declared import PARAMETERS, properties_of


def _why(memory: Memory, id: str) -> Record:  # noqa: A002
    receipts = memory.why(id)
    words = memory.labels.words(given.memory for receipt in receipts for given in receipt.given)
    standings = memory.labels.standings(receipts)
    return {"receipts": [receipt.to_dict(words, standings) for receipt in receipts]}


def _diff(memory: Memory, id: str, revision: int | None = None) -> Record:  # noqa: A002
    return {"id": memory.show(id, given=True).memory.id, "lines": memory.diff(id, revision)}


def _graph(memory: Memory, id: str = "", query: str = "", **options: Any) -> Record:  # noqa: A002
    return memory.graph(id or query, given=True, **options).to_dict()


def _supersede(memory: Memory, id: str, by: str) -> Record:  # noqa: A002
    return memory.supersede(id, by).to_dict()


def _decide(verb: str) -> Act:
    def act(memory: Memory, ids: list[str], revision: int | None = None) -> Record:
        options = {"version": revision} if revision is not None else {}
        return {"decided": [item.to_dict() for item in getattr(memory, verb)(ids, **options)]}

    return act


def _revert(memory: Memory, operations: list[str] | None = None, **options: Any) -> Record:
    return memory.revert(operations or (), **options).to_dict()


def _replay(memory: Memory, id: str, limit: int = 1000) -> Record:  # noqa: A002
    session, events = memory.sessions.replay(id)
    return {**session.to_dict(), "journal": [event.to_dict() for event in islice(events, limit)]}


_DRAFT = properties_of("remember")
_QUESTION = {word: schema for word, schema in properties_of("recall").items() if word != "sessions"} | {
    "preview": PARAMETERS["preview"],
}
_REVISION = properties_of("revise", "text", "title", "why", "kind", "scope", "tags", "anchors", "based_on")
_FILTERS = {**properties_of("list"), "kind": KIND}
_AROUND = {"hops": PARAMETERS["hops"], "limit": limit(500)}
_SOME = {"limit": limit(1000), "skip": PARAMETERS["skip"]}
_ONE = "/memories/{id}"

OPERATIONS: tuple[Operation, ...] = (
    *PAGES,  # first: /sessions/search is not a session
    Operation(
        "listMemories", "GET", "/memories", "Memories, a page at a time", one("list", given=True), "Memories", _FILTERS,
    ),
    Operation(
        "remember", "POST", "/memories", "Store one memory", one("remember"), "Changed", _DRAFT, ("text",), AGENT, 201
    ),
    Operation(
        "showMemory", "GET", _ONE, "One memory, as it is or was", one("show", given=True), "Memory", {"as_of": TIME},
    ),
    Operation("reviseMemory", "PATCH", _ONE, "Write a new revision", one("revise"), "Changed", _REVISION, (), AGENT),
    Operation(
        "logMemory", "GET", f"{_ONE}/log", "Its history", many("operations", "log"), "Operations",
        {"limit": limit(1000)},
    ),
    Operation("whyMemory", "GET", f"{_ONE}/why", "Who was given it, and why", _why, "Receipts"),
    Operation(
        "diffMemory", "GET", f"{_ONE}/diff", "What a revision changed", _diff, "Diff",
        {"revision": PARAMETERS["revision"]},
    ),
    Operation("graphMemory", "GET", f"{_ONE}/graph", "What it is related to", _graph, "Graph", _AROUND),
    Operation(
        "graph", "GET", "/graph", "What a file, person, session, commit or memory is related to", _graph, "Graph",
        {"query": TEXT, **_AROUND}, ("query",),
    ),
    Operation(
        "drift", "GET", "/drift", "What still holds after the code moved", one("drift"), "Drift", {"since": TEXT},
    ),
    Operation(
        "blame", "GET", "/blame", "The brief, with where each line came from", one("blame"), "Blamed",
        properties_of("brief")
    ),
    Operation(
        "guards", "GET", "/guards", "What is enforced here", many("guards", "guards.list", everything=True), "Guards",
    ),
    Operation(
        "purge", "POST", "/purge", "Delete for good and prove it: a dry run first, then its confirmation", purge,
        "Purged", {**properties_of("purge"), "confirm": PARAMETERS["confirm"]}, (), ADMIN,
    ),
    Operation(
        "supersedeMemory", "POST", f"{_ONE}/supersede", "Let another take its place", _supersede, "Changed",
        {"by": TEXT}, ("by",), AGENT,
    ),
    Operation(
        "retractMemory", "POST", f"{_ONE}/retract", "Take it back; it stays in the history", one("retract"),
        "Changed", {"reason": TEXT}, (), AGENT,
    ),
    Operation(
        "restoreMemory", "POST", f"{_ONE}/restore", "Make it current again", one("restore"), "Changed", {}, (),
        AGENT,
    ),
    Operation(
        "verifyMemory", "POST", f"{_ONE}/verify", "Say that it still holds", one("verify"), "Changed",
        {"note": TEXT}, (), AGENT,
    ),
    Operation(
        "giveFeedback", "POST", f"{_ONE}/feedback", "Say that it was helpful, wrong or stale", one("feedback"),
        "Changed",
        properties_of("feedback", "verdict", "note"), ("verdict",), AGENT,
    ),
    Operation(
        "recall", "GET", "/recall", "Find what answers a question", one("recall"), "Recalled", _QUESTION, ("query",),
    ),
    Operation(
        "brief", "GET", "/brief", "What a session would be given now",
        one("brief"), "Brief",
        properties_of("brief"),
    ),
    Operation(
        "log", "GET", "/log", "Operations, the latest first", many("operations", "log"), "Operations", _SOME
    ),
    Operation(
        "status", "GET", "/status", "What is here", one("status"), "Status"
    ),
    Operation(
        "review", "GET", "/review", "What waits for a person", many("waiting", "review", given=True), "Review",
        {"limit": limit(500)},
    ),
    Operation(
        "approve", "POST", "/review/approve", "Let memories take effect", _decide("approve"), "Decided",
        {"ids": TEXTS, "revision": PARAMETERS["revision"]}, ("ids",), ADMIN,
    ),
    Operation(
        "reject", "POST", "/review/reject", "Keep memories out", _decide("reject"), "Decided", {"ids": TEXTS},
        ("ids",), ADMIN,
    ),
    Operation(
        "revert", "POST", "/revert", "Undo operations, a session, or a source", _revert, "Reverted",
        properties_of("revert"), (), ADMIN,
    ),
    Operation(
        "undo", "POST", "/undo", "Take back your last operation here",
        one("undo"), "Reverted", properties_of("undo"), (),
        ADMIN,
    ),
    Operation(
        "sessions", "GET", "/sessions", "Sessions of agents", many("sessions", "sessions.list"), "Sessions",
        {"limit": limit(500), "skip": PARAMETERS["skip"]},
    ),
    Operation(
        "replay", "GET", "/sessions/{id}", "What happened in a session", _replay, "Replay", {"limit": limit(10_000)}
    ),
    Operation(
        "blameSession", "GET", "/sessions/{id}/blame", "What a session was given, and where each line came from",
        many("given", "blame_given"), "BlamedGiven",
    ),
    Operation("whySession", "GET", "/sessions/{id}/why", "What a session was given, and why", _why, "Receipts"),
    Operation(
        "listThreads", "GET", "/handoff", "What was handed over and is open", many("threads", "sessions.threads",
        given=True), "Threads", {"limit": limit(500)}
    ),
    Operation(
        "handOver", "POST", "/handoff", "Leave a note for the next session", one("sessions.handoff"), "HandedOver",
        properties_of("handoff"), (), AGENT, 201,
    ),
)  # fmt: skip
"""Everything REST offers."""

__all__ = ["ADMIN", "ALLOWED", "FLAG", "OPERATIONS", "TEXT", "TEXTS", "Operation"]
