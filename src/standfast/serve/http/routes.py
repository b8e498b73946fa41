"""What REST offers: every operation under /api/v1 as plain data, each with one call of the facade.

Owns paths, parameters and who may call what. The check of arguments is `serve.arguments`, the JSON of answers is
`verbs.shape` (the command line's own), the description for programs is `openapi`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import islice
from typing import Any

from standfast import answers as shape
from standfast.errors import Refused
from standfast.memory import Memory
from standfast.model.value import Value
from standfast.verbs.declared import PARAMETERS, properties_of

Record = dict[str, Any]
Act = Callable[..., Record]

TEXT: Record = {"type": "string"}
TEXTS: Record = {"type": "array", "items": {"type": "string"}}
FLAG: Record = {"type": "boolean"}
KIND: Record = {**TEXT, "description": "decision, convention, fact, gotcha, requirement, episode, attempt, thread, …"}
SCOPE: Record = {**TEXT, "description": "user, group:NAME, project, with ,path:GLOB and ,branch:NAME added"}
TIME: Record = {**TEXT, "description": "2026-11-15, 2026-11-15T10:00:00Z, yesterday, 2h, 3d"}

READER, AGENT, ADMIN = "reader", "agent", "admin"
ALLOWED = {READER: {READER}, AGENT: {READER, AGENT}, ADMIN: {READER, AGENT, ADMIN}}


class Operation(Value):
    """One method of one path. `takes` come from the query on GET and from the body otherwise; `{id}` from the path."""

    name: str
    method: str
    path: str
    summary: str
    act: Act
    answer: str
    takes: Mapping[str, Record] = {}
    needs: tuple[str, ...] = ()
    level: str = READER
    status: int = 200

    @property
    def schema(self) -> Record:
        """The schema of its arguments, without those in the path."""
        return {"type": "object", "properties": dict(self.takes), "required": list(self.needs)}


def limit(most: int) -> Record:
    """Describe how many are wanted."""
    return {"type": "integer", "minimum": 1, "maximum": most}


def _list(memory: Memory, **options: Any) -> Record:
    return shape.shape_listed(memory.list(**options, given=True))


def _remember(memory: Memory, **options: Any) -> Record:
    return shape.shape_remembered(memory.remember(options.pop("text"), **options))


def _recall(memory: Memory, query: str, **options: Any) -> Record:
    return shape.shape_recalled(memory.recall(query, **options))


def _show(memory: Memory, id: str, **options: Any) -> Record:  # noqa: A002 - the word of the path
    return shape.shape_shown(memory.show(id, **options, given=True))


def _log(memory: Memory, id: str = "", **options: Any) -> Record:  # noqa: A002
    return shape.shape_many("operations", map(shape.shape_entry, memory.log(id, **options)))


def _why(memory: Memory, id: str) -> Record:  # noqa: A002
    receipts = memory.why(id)
    words = memory.words(given.memory for receipt in receipts for given in receipt.given)
    return shape.shape_many("receipts", (shape.shape_receipt(receipt, words) for receipt in receipts))


def _diff(memory: Memory, id: str, revision: int | None = None) -> Record:  # noqa: A002
    return {"id": memory.show(id, given=True).memory.id, "lines": memory.diff(id, revision)}


def _graph(memory: Memory, id: str = "", query: str = "", **options: Any) -> Record:  # noqa: A002
    return shape.shape_graph(memory.graph(id or query, **options))


def _drift(memory: Memory, since: str = "") -> Record:
    return shape.shape_drift(memory.drift(since=since))


def _blame(memory: Memory, **options: Any) -> Record:
    return shape.shape_blamed(memory.blame(**options))


def _blame_given(memory: Memory, id: str) -> Record:  # noqa: A002
    return shape.shape_many("given", map(shape.shape_blamed, memory.blame_given(id)))


def _guards(memory: Memory) -> Record:
    return shape.shape_many("guards", map(shape.shape_guard, memory.guards(everything=True)))


def _purge(
    memory: Memory, ids: list[str] | None = None, text: str = "", confirm: str = "", *, dry_run: bool = False, **by: Any
) -> Record:
    """Delete for good in two steps: what would go, then exactly that; only the person's token makes a person."""
    preview = memory.purge(ids or (), match=text, **by, dry_run=True)
    expected = memory.context.fingerprint("purge\x1f" + " ".join(sorted(preview.purged)))
    if dry_run:
        return {**shape.shape_purged(preview), "confirm": expected}
    if confirm != expected:
        hint = "Ask with dry_run first, look at what would go, and send its `confirm` back."
        raise Refused("That is not what a dry run showed.", hint=hint, code="not-confirmed")
    return shape.shape_purged(memory.purge(ids or (), match=text, **by))


def _revise(memory: Memory, id: str, **changes: Any) -> Record:  # noqa: A002
    return shape.shape_remembered(memory.revise(id, **changes))


def _supersede(memory: Memory, id: str, by: str) -> Record:  # noqa: A002
    return shape.shape_remembered(memory.supersede(id, by))


def _change(verb: str) -> Act:
    def act(memory: Memory, id: str, **options: Any) -> Record:  # noqa: A002
        return shape.shape_remembered(getattr(memory, verb)(id, **options))

    return act


def _feedback(memory: Memory, id: str, verdict: str, note: str = "") -> Record:  # noqa: A002
    return shape.shape_remembered(memory.feedback(id, verdict, note=note))


def _review(memory: Memory, **options: Any) -> Record:
    return shape.shape_many("waiting", map(shape.shape_waiting, memory.review(**options, given=True)))


def _decide(verb: str) -> Act:
    def act(memory: Memory, ids: list[str], revision: int | None = None) -> Record:
        options = {"version": revision} if revision is not None else {}
        return shape.shape_many("decided", map(shape.shape_remembered, getattr(memory, verb)(ids, **options)))

    return act


def _revert(memory: Memory, operations: list[str] | None = None, **options: Any) -> Record:
    return shape.shape_reverted(memory.revert(operations or (), **options))


def _sessions(memory: Memory, **options: Any) -> Record:
    return shape.shape_many("sessions", map(shape.shape_session, memory.sessions(**options)))


def _replay(memory: Memory, id: str, limit: int = 1000) -> Record:  # noqa: A002
    session, events = memory.replay(id)
    return shape.shape_replay(session, islice(events, limit))


def _threads(memory: Memory, **options: Any) -> Record:
    return shape.shape_many("threads", map(shape.shape_shown, memory.threads(**options, given=True)))


def _hand_over(memory: Memory, text: str = "", session: str = "") -> Record:
    return shape.shape_handed_over(memory.handoff(text, session=session))


_DRAFT = properties_of("remember")
_QUESTION = properties_of("recall", "query", "limit", "files", "kinds", "tags", "scope", "as_of", "include")
_REVISION = properties_of("revise", "text", "title", "why", "kind", "scope", "tags", "anchors", "based_on")
_FILTERS = {**properties_of("list"), "kind": KIND}
_AROUND = {"hops": PARAMETERS["hops"], "limit": limit(500)}
_ONE = "/memories/{id}"

OPERATIONS: tuple[Operation, ...] = (
    Operation("listMemories", "GET", "/memories", "Memories, a page at a time", _list, "Memories", _FILTERS),
    Operation(
        "remember", "POST", "/memories", "Store one memory", _remember, "Changed", _DRAFT, ("text",), AGENT, 201
    ),
    Operation("showMemory", "GET", _ONE, "One memory, as it is or was", _show, "Memory", {"as_of": TIME}),
    Operation("reviseMemory", "PATCH", _ONE, "Write a new revision", _revise, "Changed", _REVISION, (), AGENT),
    Operation("logMemory", "GET", f"{_ONE}/log", "Its history", _log, "Operations", {"limit": limit(1000)}),
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
    Operation("drift", "GET", "/drift", "What still holds after the code moved", _drift, "Drift", {"since": TEXT}),
    Operation(
        "blame", "GET", "/blame", "The brief, with where each line came from", _blame, "Blamed", properties_of("brief")
    ),
    Operation("guards", "GET", "/guards", "What is enforced here", _guards, "Guards"),
    Operation(
        "purge", "POST", "/purge", "Delete for good and prove it: a dry run first, then its confirmation", _purge,
        "Purged", {**properties_of("purge"), "confirm": PARAMETERS["confirm"]}, (), ADMIN,
    ),
    Operation(
        "supersedeMemory", "POST", f"{_ONE}/supersede", "Let another take its place", _supersede, "Changed",
        {"by": TEXT}, ("by",), AGENT,
    ),
    Operation(
        "retractMemory", "POST", f"{_ONE}/retract", "Take it back; it stays in the history", _change("retract"),
        "Changed", {"reason": TEXT}, (), AGENT,
    ),
    Operation(
        "restoreMemory", "POST", f"{_ONE}/restore", "Make it current again", _change("restore"), "Changed", {}, (),
        AGENT,
    ),
    Operation(
        "verifyMemory", "POST", f"{_ONE}/verify", "Say that it still holds", _change("verify"), "Changed",
        {"note": TEXT}, (), AGENT,
    ),
    Operation(
        "giveFeedback", "POST", f"{_ONE}/feedback", "Say that it was helpful, wrong or stale", _feedback, "Changed",
        properties_of("feedback", "verdict", "note"), ("verdict",), AGENT,
    ),
    Operation("recall", "GET", "/recall", "Find what answers a question", _recall, "Recalled", _QUESTION, ("query",)),
    Operation(
        "brief", "GET", "/brief", "What a session would be given now",
        lambda memory, **options: shape.shape_brief(memory.brief(**options)), "Brief",
        properties_of("brief"),
    ),
    Operation("log", "GET", "/log", "Operations, the latest first", _log, "Operations", {"limit": limit(1000)}),
    Operation(
        "status", "GET", "/status", "What is here", lambda memory: shape.shape_status(memory.status()), "Status"
    ),
    Operation("review", "GET", "/review", "What waits for a person", _review, "Review", {"limit": limit(500)}),
    Operation(
        "approve", "POST", "/review/approve", "Let memories speak", _decide("approve"), "Decided",
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
        lambda memory, **options: shape.shape_reverted(memory.undo(**options)), "Reverted", properties_of("undo"), (),
        ADMIN,
    ),
    Operation("sessions", "GET", "/sessions", "Sessions of agents", _sessions, "Sessions", {"limit": limit(500)}),
    Operation(
        "replay", "GET", "/sessions/{id}", "What happened in a session", _replay, "Replay", {"limit": limit(10_000)}
    ),
    Operation(
        "blameSession", "GET", "/sessions/{id}/blame", "What a session was given, and where each line came from",
        _blame_given, "BlamedGiven",
    ),
    Operation("whySession", "GET", "/sessions/{id}/why", "What a session was given, and why", _why, "Receipts"),
    Operation(
        "listThreads", "GET", "/handoff", "What was handed over and is open", _threads, "Threads", {"limit": limit(500)}
    ),
    Operation(
        "handOver", "POST", "/handoff", "Leave a note for the next session", _hand_over, "HandedOver",
        properties_of("handoff"), (), AGENT, 201,
    ),
)  # fmt: skip
"""Everything REST offers."""
