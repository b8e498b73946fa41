"""Shape: the answers of the verbs as JSON documents, the same for the command line, MCP and HTTP.

Owns the names of fields, which others depend on. Must not parse, ask or decide anything, nor import a face.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from standfast.model.memory import Memory
from standfast.model.moment import render_time

if TYPE_CHECKING:
    from standfast.config import Setting
    from standfast.errors import StandfastError
    from standfast.model.receipt import Receipt
    from standfast.model.session import Event, Session
    from standfast.model.source import Source
    from standfast.moments.brief import Brief
    from standfast.recall.answer import Recalled, Shown
    from standfast.recall.receipts import Result
    from standfast.standing.instructions import Stale
    from standfast.standing.memories import Judged
    from standfast.standing.proposal import Proposal
    from standfast.trust.record import Remembered
    from standfast.verbs.blame import Blamed, Origin
    from standfast.verbs.drift import Drift, JudgedMemory
    from standfast.verbs.graph import Graph, Node
    from standfast.verbs.guard_check import Carried
    from standfast.verbs.handoff import HandedOver
    from standfast.verbs.list_ import Listed
    from standfast.verbs.purge import Purged
    from standfast.verbs.recall_sessions import RecalledSessions
    from standfast.verbs.revert import Reverted
    from standfast.verbs.review import Waiting
    from standfast.verbs.revise import Changed
    from standfast.verbs.show import Entry
    from standfast.verbs.status import StatusReport

Record = dict[str, Any]


def shape_error(error: "StandfastError") -> Record:
    """Shape an error."""
    return {"error": {"code": error.code, "message": error.message, "hint": error.hint}}


def shape_source(source: "Source") -> Record:
    """Shape a source."""
    record: Record = {"kind": source.kind, "name": source.name, "session": source.session}
    if source.turn:
        record["turn"] = source.turn
    if source.item:
        record["item"] = source.item
    if source.untrusted:
        record["untrusted"] = True
    return record


def shape_remembered(done: "Remembered | Changed") -> Record:
    """Shape what became of a draft or a change."""
    record: Record = {
        "id": done.id,
        "revision": done.revision,
        "operation": done.operation,
        "status": done.status.value,
        "redactions": list(done.redactions),
        "conflicts": [dict(conflict) for conflict in done.conflicts],
    }
    if done.reasons:
        record["reasons"] = list(done.reasons)
    if getattr(done, "anchors", ()):
        record["anchors"] = list(getattr(done, "anchors", ()))
    if getattr(done, "doubts", ()):
        record["doubts"] = list(getattr(done, "doubts", ()))
    if getattr(done, "unresolved", ()):
        record["unresolved"] = list(getattr(done, "unresolved", ()))
    if getattr(done, "branch", ""):
        record["branch"] = getattr(done, "branch", "")
    if getattr(done, "dry_run", False):
        record["dry_run"] = True
    return record


def shape_handed_over(done: "HandedOver") -> Record:
    """Shape a note for the next session, and the session it is about."""
    did = done.did
    session = shape_session(did.session) if did else None
    return {**shape_remembered(done.remembered), "session": session, "files": list(did.files) if did else []}


def shape_recalled(answer: "Recalled") -> Record:
    """Shape the answer to a query."""
    return {
        "receipt": answer.receipt,
        "results": [shape_result(result) for result in answer.results],
        "withheld": answer.withheld,
        "dense": answer.dense,
        "hidden": dict(answer.hidden),
        **_unrecorded(answer.receipt),
    }


def _unrecorded(receipt: str | None) -> Record:
    """Say that there is no receipt, where none could be written."""
    return {} if receipt or receipt is None else {"note": "No receipt was kept: the store cannot be written."}


def _head(memory: Memory) -> Record:
    """Shape what every record of a memory begins with."""
    content = memory.content
    return {
        "id": memory.id,
        "revision": memory.revision,
        "kind": content.kind.value,
        "title": content.title,
        "text": content.text,
    }


def shape_result(result: "Result") -> Record:
    """Shape one memory that was found."""
    memory, content = result.memory, result.memory.content
    record: Record = {
        **_head(memory),
        "why": content.why,
        "score": round(result.score, 6),
        "scores": {name: round(value, 6) for name, value in result.scores.items()},
        "standing": result.judged.standing.value,
        "status": memory.status.value,
        "authority": memory.authority.word,
        "source": shape_source(memory.source),
        "scope": str(content.scope),
        "tags": list(content.tags),
        "anchors": _anchors(memory),
        "at": render_time(memory.version.at),
    }
    if content.scope.branch:
        record["branch"] = content.scope.branch
    if result.judged.standing.value not in {"holds", "unanchored"}:
        record["standing_detail"] = list(result.judged.detail)
    if result.judged.against:
        record["against"] = list(result.judged.against)
    if result.judged.rests_on:
        record["rests_on"] = _rests_on(result.judged)
    if result.folded:
        record["folded"] = list(result.folded)
    return record


def shape_shown(shown: "Shown") -> Record:
    """Shape one memory in full."""
    memory, content, said = shown.memory, shown.memory.content, shown.memory.feedback
    record: Record = {
        "id": memory.id,
        "revision": memory.revision,
        "kind": content.kind.value,
        "title": content.title,
        "text": content.text,
        "why": content.why,
        "scope": str(content.scope),
        "tags": list(content.tags),
        "status": memory.status.value,
        "standing": shown.judged.standing.value,
        "standing_detail": list(shown.judged.detail),
        "rests_on": _rests_on(shown.judged),
        "against": list(shown.judged.against),
        "authority": memory.authority.word,
        "confidence": memory.confidence,
        "source": shape_source(memory.source),
        "sources": [shape_source(source) for source in memory.sources],
        "anchors": _anchors(memory),
        "evidence": [{"kind": item.kind, "ref": item.ref, "note": item.note} for item in content.evidence],
        "links": [
            {"kind": link.kind, "target": link.target, "at": render_time(link.at) if link.at else None}
            for link in content.links
        ],
        "at": render_time(memory.version.at),
        "recorded_at": render_time(memory.version.recorded_at),
        "guard": content.guard or None,
        "feedback": {"helpful": said.helpful, "wrong": said.wrong, "stale": said.stale},
        "reason": memory.reason,
    }
    if memory.superseded_by:
        record["superseded_by"] = memory.superseded_by
    if memory.verified_at:
        record["verified_at"] = render_time(memory.verified_at)
    if content.expires_at:
        record["expires_at"] = render_time(content.expires_at)
    if memory.disputed_by:
        record["versions"] = [
            {"revision": item.revision, "text": item.content.text, "source": shape_source(item.source)}
            for item in (memory.version, *memory.disputed_by)
        ]
    return record


def shape_brief(brief: "Brief") -> Record:
    """Shape what a session is given."""
    return {
        "text": brief.text,
        "tokens": brief.tokens,
        "given": list(brief.given),
        "withheld": brief.withheld,
        "receipt": brief.receipt,
        "results": [shape_result(result) for result in brief.results],
        **_unrecorded(brief.receipt),
    }


def shape_entry(entry: "Entry") -> Record:
    """Shape one operation of the log."""
    header = entry.operation.header
    return {
        "operation": header.id,
        "act": header.act.value,
        "memory": header.memory,
        "revision": header.revision or None,
        "supersedes": list(header.supersedes),
        "reverts": list(header.targets),
        "source": shape_source(header.source),
        "at": render_time(header.at),
        "recorded_at": render_time(header.recorded_at),
        "reverted": entry.reverted,
        "partition": header.partition,
        "words": entry.words,
    }


def shape_receipt(receipt: "Receipt", words: Mapping[Any, str]) -> Record:
    """Shape what was given to whom; `words` are what the memories say."""
    return {
        "receipt": receipt.id,
        "verb": receipt.verb,
        "session": receipt.session,
        "to": receipt.to,
        "at": render_time(receipt.at),
        "given": [
            {
                "id": item.memory,
                "words": words.get(item.memory, ""),
                "revision": item.revision,
                "rank": item.rank,
                "score": item.score,
                "scores": dict(item.scores),
                "standing": item.standing.value,
                "tokens": item.tokens,
            }
            for item in receipt.given
        ],
        "withheld": receipt.withheld,
        "tokens": receipt.tokens,
    }


def shape_blamed(blamed: "Blamed") -> Record:
    """Shape a brief with the origin of each line."""
    lines = [shape_origin(line) for line in blamed.lines]
    if (receipt := blamed.receipt) is None:
        return {"text": blamed.text, "tokens": blamed.tokens, "withheld": blamed.withheld, "lines": lines}
    return {
        "receipt": receipt.id,
        "verb": receipt.verb,
        "session": receipt.session,
        "to": receipt.to,
        "at": render_time(receipt.at),
        "tokens": receipt.tokens,
        "withheld": receipt.withheld,
        "lines": lines,
    }


def shape_origin(one: "Origin") -> Record:
    """Shape one line of a brief and where it came from."""
    version, memory = one.version, one.memory
    return {
        "line": one.number,
        "text": one.text,
        "id": one.id,
        "revision": one.revision,
        "operation": one.operation,
        "source": shape_source(version.source) if version else None,
        "sources": [shape_source(each) for each in memory.sources] if memory else [],
        "session": version.source.session if version else "",
        "commit": one.commit or None,
        "at": render_time(version.at) if version else None,
        "recorded_at": render_time(version.recorded_at) if version else None,
        "kind": version.content.kind.value if version else None,
        "authority": memory.authority.word if memory else None,
        "status": memory.status.value if memory else None,
        "standing": one.standing.value,
        "because": one.because,
        "score": round(one.score, 6),
        "scores": {name: round(value, 6) for name, value in one.scores.items()},
        "now": {"revision": memory.revision, "standing": one.now.value if one.now else None} if memory else None,
    }


def shape_graph(graph: "Graph") -> Record:
    """Shape what something is related to."""
    return {
        "root": graph.root.id,
        "nodes": [shape_node(node) for node in graph.nodes],
        "edges": [{"from": edge.start, "to": edge.end, "kind": edge.kind} for edge in graph.edges],
        "withheld": graph.withheld,
    }


def shape_node(node: "Node") -> Record:
    """Shape one thing that is related; a memory with what was decided and how it stands."""
    record: Record = {"id": node.id, "type": node.type, "label": node.label}
    if node.memory is None:
        return record
    memory = node.memory
    return {
        **record,
        "revision": memory.revision,
        "kind": memory.content.kind.value,
        "status": memory.status.value,
        "standing": node.judged.standing.value if node.judged else None,
        "authority": memory.authority.word,
        "scope": str(memory.content.scope),
        "at": render_time(memory.version.at),
    }


def shape_waiting(waiting: "Waiting") -> Record:
    """Shape one memory that waits for a person."""
    memory, content = waiting.memory, waiting.memory.content
    return {
        "id": memory.id,
        "revision": memory.revision,
        "kind": content.kind.value,
        "title": content.title,
        "text": content.text,
        "status": memory.status.value,
        "reason": waiting.reason,
        "authority": memory.authority.word,
        "source": shape_source(memory.source),
        "scope": str(content.scope),
        "anchors": _anchors(memory),
        "at": render_time(memory.version.at),
    }


def shape_reverted(done: "Reverted") -> Record:
    """Shape an undo and its blast radius."""
    return {
        "operations": list(done.operations),
        "reverts": list(done.reverts),
        "memories": list(done.memories),
        "words": {memory: done.words[memory] for memory in done.memories if memory in done.words},
        "sessions": [{"session": name, "given": list(given)} for name, given in done.blast.sessions],
        "derived": list(done.blast.derived),
        "dry_run": done.dry_run,
    }


def shape_purged(done: "Purged") -> Record:
    """Shape a purge and its proof."""
    proof = done.proof
    record: Record = {
        "purged": list(done.purged),
        "proof": {
            "files_scanned": proof.files_scanned,
            "bytes": proof.bytes,
            "found": proof.found,
            "hits": [{"place": hit.place, "where": hit.where, "pieces": hit.pieces} for hit in proof.hits],
            "unreached": [*proof.unreached, *(f"git: {commit}" for commit in done.commits)],
        },
        "commits": list(done.commits),
        "unreached": list(done.unreached),
    }
    if proof.removed:
        record["proof"]["removed"] = list(proof.removed)
    if done.dry_run:
        record["dry_run"] = True
        record["preview"] = [{"id": memory, "where": place, "words": words} for memory, place, words in done.preview]
    return record


def shape_guard(carried: "Carried") -> Record:
    """Shape a guard, the memory that carries it and its words, or what is wrong with it."""
    guard, content = carried.guard, carried.memory.content
    return {
        "guard": carried.id,
        "memory": carried.memory.id,
        "words": content.title or content.text,
        "status": carried.memory.status.value,
        "severity": guard.severity if guard else None,
        "kind": guard.kind if guard else None,
        "languages": list(guard.languages) if guard else [],
        "paths": list(guard.paths) if guard else [],
        "since": guard.since if guard else "",
        "expires": guard.expires if guard else "",
        "message": guard.message if guard else "",
        "waivers": carried.document.get("waivers") or [],
        "problem": carried.problem,
    }


def shape_listed(listed: "Listed") -> Record:
    """Shape one page of memories, and how to get the next."""
    return {**shape_many("memories", map(shape_shown, listed.shown)), "cursor": listed.cursor or None}


def shape_setting(setting: "Setting") -> Record:
    """Shape one setting: its value, where it comes from, and what it would be otherwise."""
    return {
        "name": setting.name,
        "value": setting.value,
        "from": setting.origin,
        "default": setting.default,
        "help": setting.help,
    }


def shape_status(report: "StatusReport") -> Record:
    """Shape what is in reach here."""
    totals: dict[str, int] = {}
    for state in report.partitions:
        for word, count in state.memories.items():
            totals[word] = totals.get(word, 0) + count
    return {
        "project": report.project or None,
        "name": report.name,
        "root": report.root,
        "branch": report.branch,
        "home": report.home,
        "memories": totals,
        "waiting": report.waiting,
        "instructions": shape_stale(report.instructions),
        "standings": dict(report.standings),
        "unjudged": report.unjudged,
        "partitions": [
            {"partition": partition.partition, "memories": partition.memories, "operations": partition.operations}
            for partition in report.partitions
        ],
        "embedder": report.embedder,
        "unembedded": report.unembedded,
        "groups": list(report.groups),
        "claims": list(report.claims),
        "by": report.by,
        "said": report.said,
        "signs": dict(report.signs),
    }


def shape_session(session: "Session") -> Record:
    """Shape one run of one agent."""
    return {
        "session": session.id,
        "agent": session.agent,
        "started_at": render_time(session.started_at),
        "last_at": render_time(session.last_at),
        "ended_at": render_time(session.ended_at) if session.ended_at else None,
        "outcome": session.outcome,
        "cwd": session.cwd,
        "branch": session.branch,
        "events": session.events,
        "tokens": session.tokens,
    }


def shape_recalled_sessions(recalled: "RecalledSessions") -> Record:
    """Shape an answer out of past sessions."""
    hits = [
        {
            "session": hit.session,
            "agent": hit.agent,
            "turn": hit.turn,
            "kind": hit.kind,
            "tool": hit.tool,
            "at": render_time(hit.at),
            "text": hit.text,
            "score": hit.score,
        }
        for hit in recalled.hits
    ]
    return {"receipt": recalled.receipt, "sessions": hits, "withheld": recalled.withheld}


def shape_event(event: "Event") -> Record:
    """Shape one thing that happened in a session."""
    return {
        "kind": event.kind.value,
        "at": render_time(event.at),
        "tool": event.tool,
        "body": event.body,
        "files": list(event.files),
    }


def shape_replay(session: "Session", events: "Iterable[Event]") -> Record:
    """Shape a session with what happened in it."""
    return {**shape_session(session), "journal": [shape_event(event) for event in events]}


def shape_many(name: str, records: Iterable[Record]) -> Record:
    """Shape a list of records under their name."""
    return {name: list(records)}


def shape_stale(found: "Sequence[Stale]") -> list[Record]:
    """Shape what instruction files name and is not there."""
    fields = ("file", "line", "kind", "name", "nearest", "since", "written", "author", "at")
    return [{name: getattr(item, name) for name in fields} for item in found]


def shape_drift(report: "Drift") -> Record:
    """Shape how everything anchored stands."""
    landed = report.landed
    return {
        "since": report.since or None,
        "head": report.head,
        "branch": report.branch,
        "instructions": shape_stale(report.instructions),
        "standings": dict(report.standings),
        "unknown": report.unknown,
        "memories": [shape_found(item) for item in report.found],
        "stale": [item.memory.id for item in report.stale],
        "dependants": [
            {"id": dependant.memory.id, "title": dependant.memory.content.title, "text": dependant.memory.content.text,
             "rests_on": dependant.on, "standing": dependant.standing.value}
            for dependant in report.dependants
        ],
        "landed": {
            "promoted": list(landed.promoted),
            "expired": list(landed.expired),
            "revived": list(landed.revived),
            "renamed": list(landed.renamed),
            "review": list(landed.review),
        },
        "fixed": [item.memory.id for item in report.found if item.fixed],
        "proposals": [shape_proposal(proposal) for proposal in report.proposals],
        "stored": [shape_remembered(item) for item in report.stored],
    }  # fmt: skip


def shape_found(found: "JudgedMemory") -> Record:
    """Shape one memory that does not simply hold."""
    memory, content = found.memory, found.memory.content
    record: Record = {
        **_head(memory),
        "standing": found.judged.standing.value,
        "standing_detail": list(found.judged.detail),
        "authority": memory.authority.word,
        "source": shape_source(memory.source),
        "scope": str(content.scope),
        "anchors": _anchors(memory),
        "at": render_time(memory.version.at),
        "review": found.review,
        "fixed": found.fixed,
    }
    if found.was is not None:
        record["was"] = found.was.value
    if found.kept_back:
        record["kept_back"] = found.kept_back
    return record


def shape_proposal(proposal: "Proposal") -> Record:
    """Shape what a change is worth remembering for."""
    return {
        "kind": proposal.kind,
        "title": proposal.title,
        "text": proposal.text,
        "why": proposal.why,
        "anchors": list(proposal.anchors),
        "evidence": list(proposal.evidence),
    }


def _rests_on(judged: "Judged") -> list[Record]:
    return [{"id": identity, "standing": standing.value} for identity, standing in judged.rests_on]


def _anchors(memory: Memory) -> Sequence[str]:
    return [str(anchor.anchor) for anchor in memory.content.anchors]
