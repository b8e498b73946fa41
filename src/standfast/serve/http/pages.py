"""What the pages ask for beyond the verbs of agents: files, the whole graph, time, the person, guards, groups, health.

Owns these operations and the JSON of their answers. Everything shown to an agent is on record first (`given`).
"""

from __future__ import annotations

from typing import Any

from standfast.errors import Refused
from standfast.memory import Memory
from standfast.serve.http.operation import ADMIN, Operation, Record, limit, many, one
from standfast.verbs.declared import PARAMETERS


def purge(
    memory: Memory, ids: list[str] | None = None, text: str = "", confirm: str = "", *, dry_run: bool = False, **by: Any
) -> Record:
    """Delete for good in two steps: what would go, then exactly that; only the person's token makes a person."""
    preview = memory.purge(ids or (), match=text, **by, dry_run=True)
    expected = memory.context.fingerprint("purge\x1f" + " ".join(sorted(preview.purged)))
    if dry_run:
        return {**preview.to_dict(), "confirm": expected}
    if confirm != expected:
        hint = "Ask with dry_run first, look at what would go, and send its `confirm` back."
        raise Refused("That is not what a dry run showed.", hint=hint, code="not-confirmed")
    return memory.purge(ids or (), match=text, **by).to_dict()


def _places(memory: Memory, under: str = "") -> Record:
    return {"under": under.strip("/"), "places": [place.to_dict() for place in memory.pages.places(under)]}


def _file(memory: Memory, path: str) -> Record:
    page = memory.pages.file(path, given=True)
    return {
        "path": page.path,
        "lines": list(page.lines),
        "cut": page.cut,
        "memories": [{**item.shown.to_dict(), "first": item.first, "last": item.last} for item in page.memories],
        "people": [{"name": name, "commits": commits} for name, commits in page.people],
    }


def _atlas(memory: Memory, **options: Any) -> Record:
    graph = memory.pages.whole_graph(given=True, **options)
    edges = [{"from": edge.start, "to": edge.end, "kind": edge.kind} for edge in graph.edges]
    return {"nodes": [node.to_dict() for node in graph.nodes], "edges": edges, "withheld": graph.withheld}


def _past(memory: Memory, at: str, **options: Any) -> Record:
    past = memory.pages.past(at, **options, given=True)
    return {**past.to_dict(), "commit": past.commit or None, "cursor": past.cursor or None}


def _forget_you(memory: Memory, *, said: bool = False, **options: Any) -> Record:
    """Delete what is kept about the person; `said` takes what they said about projects as well."""
    ids = memory.pages.personal_ids()
    if said:
        found = memory.purge(source=f"person:{memory.context.who.name}", dry_run=True).purged
        ids = list(dict.fromkeys((*ids, *found)))
    if ids:
        return purge(memory, list(ids), **options)
    nothing: Record = {"files_scanned": 0, "bytes": 0, "found": 0, "hits": [], "unreached": []}
    return {"purged": [], "proof": nothing, "commits": [], "unreached": [], "preview": [], "dry_run": True}


def _sides(memory: Memory, id: str) -> Record:  # noqa: A002 - the word of the path
    sides = memory.pages.compare(id, given=True)
    return {
        "memory": sides.shown.to_dict(),
        "others": [
            {
                "memory": other.shown.to_dict(),
                "relation": other.relation,
                "supported": other.support.memory,
                "because": other.support.reason,
            }
            for other in sides.others
        ],
    }


def _merge(memory: Memory, keep: str, ids: list[str], text: str = "") -> Record:
    return memory.pages.merge(keep, ids, text=text).to_dict()


def _blocked(memory: Memory, **options: Any) -> Record:
    calls = memory.pages.blocked(**options)
    return {"blocked": [{**call.to_dict(), "memory": call.memory or None} for call in calls]}


def _backtests(memory: Memory, id: str, **options: Any) -> Record:  # noqa: A002
    return {
        "backtests": [
            {
                "guard": test.guard,
                "commits": test.commits,
                "first": test.first_date,
                "last": test.last_date,
                "flagged": [dict(item._asdict(), places=list(item.places)) for item in test.flagged],
                "caught": list(test.caught),
                "false_alarms": list(test.false_alarms),
                "alarms_per_year": test.alarms_per_year,
                "agrees": test.agrees,
                "complete": test.complete,
                "problem": test.broken,
            }
            for test in memory.guards.backtest(id, **options)
        ]
    }


def _groups(memory: Memory) -> Record:
    return {"groups": memory.pages.groups()}


def _join(memory: Memory, name: str) -> Record:
    memory.project.join_group(name)
    return _groups(memory)


def _leave(memory: Memory, name: str) -> Record:
    memory.project.leave_group(name)
    return _groups(memory)


def _doctor(memory: Memory) -> Record:
    """Check what the server keeps; `standfast doctor` also looks at the agents and hooks of this machine."""
    status, care = memory.status(), memory.maintenance
    behind = care.unfinished()
    damage = [line for line in care.problems() if line not in behind]
    looked = (
        ("store", damage, "fail", "`standfast doctor --fix` repairs what can be repaired."),
        ("log", care.damaged(), "fail", "`standfast doctor --fix` saves what can be saved."),
        ("losses", care.losses(), "fail" if care.open_losses() else "ok",
         "A repair could not bring this back. `standfast doctor --accept-loss` says that you know."),
        ("leftovers", care.leftovers(), "warn", "`standfast doctor --fix` clears it."),
        ("purge", ["A purge was stopped before it was done."] * care.is_purge_pending(), "fail",
         "`standfast doctor --fix` finishes it."),
        ("vectors", [f"{status.unembedded} memories have no vector yet."] * bool(status.unembedded), "warn",
         "`standfast reindex` makes them."),
    )  # fmt: skip
    checks = [
        {"check": name, "verdict": verdict if found else "ok", "message": "; ".join(map(str, found[:5])),
         "hint": hint if found else ""}
        for name, found, verdict, hint in looked
    ]  # fmt: skip
    return {"ok": not any(check["verdict"] == "fail" for check in checks), "checks": checks}


def words(*names: str) -> Record:
    """Describe parameters as they are declared."""
    return {name: PARAMETERS[name] for name in names}


PAGES: tuple[Operation, ...] = (
    Operation(
        "files", "GET", "/files", "What is beneath a folder of the repository, and how much is known there", _places,
        "Places", words("under"),
    ),
    Operation(
        "file", "GET", "/file", "A file, with what is known about it at its lines", _file, "File",
        words("path"), ("path",),
    ),
    Operation(
        "atlas", "GET", "/atlas", "Everything known here as one graph", _atlas, "Atlas",
        {**words("path", "since", "until"), "limit": limit(5000)},
    ),
    Operation(
        "history", "GET", "/history", "How much was known over time, and how much of it no longer stood",
        many("points", "pages.history"),
        "History", words("points"),
    ),
    Operation(
        "past", "GET", "/past", "What was known at a time", _past, "Past",
        {**words("at", "cursor"), "limit": limit(500)}, ("at",),
    ),
    Operation("you", "GET", "/you", "Everything kept about you", one("pages.personal"), "You", {}, (), ADMIN),
    Operation(
        "forgetYou", "POST", "/you/purge", "Delete it for good and prove it: a dry run first, then its confirmation",
        _forget_you, "Purged",
        words("said", "dry_run", "confirm"), (), ADMIN,
    ),
    Operation(
        "sides", "GET", "/review/{id}", "What waits beside what it conflicts with, and what the code supports",
        _sides, "Sides",
    ),
    Operation(
        "merge", "POST", "/review/merge", "Let one memory stand for several", _merge, "Changed",
        words("keep", "ids", "text"), ("keep", "ids"), ADMIN,
    ),
    Operation(
        "blocked", "GET", "/blocked", "Which guard stopped which call", _blocked, "BlockedCalls", {"limit": limit(400)},
    ),
    Operation(
        "backtests", "GET", "/guards/{id}/backtest", "What a guard would have done to this history", _backtests,
        "Backtests", {"limit": limit(1000)},
    ),
    Operation("groups", "GET", "/groups", "What this project shares with", _groups, "Groups"),
    Operation(
        "joinGroup", "POST", "/groups/join", "Share with a group", _join, "Groups", words("name"), ("name",), ADMIN,
    ),
    Operation("leaveGroup", "POST", "/groups/leave", "End that", _leave, "Groups", words("name"), ("name",), ADMIN),
    Operation(
        "searchSessions", "GET", "/sessions/search", "Places in past sessions that answer a question",
        one("sessions.recall"), "SessionHits", {**words("query", "preview"), "limit": limit(100)}, ("query",),
    ),
    Operation("server", "GET", "/server", "What this server lets you do", None, "Server"),
    Operation(
        "sessionEvents", "GET", "/sessions/{id}/events", "What happens in a session, as a stream", None, "Event",
        words("after", "until_now"),
        media="text/event-stream",
    ),
    Operation("doctor", "GET", "/doctor", "Whether everything kept here is whole", _doctor, "Doctor", {}, (), ADMIN),
)  # fmt: skip
"""Everything the pages look at."""
