"""Capture: what an agent reports, redacted and put into the journal, or into the spool when the store is not there."""

from __future__ import annotations

import json

from standfast.capture import spool
from standfast.errors import StoreError
from standfast.model.moment import read_time, render_time
from standfast.model.scope import USER, Scope
from standfast.model.session import Event, EventKind, Session
from standfast.model.value import Value, replace
from standfast.text.lines import one_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from datetime import datetime
    from typing import Any

    from standfast.context.context import Context

BODY_LIMIT = 16_000
_MODEL = 80  # characters of a model's name
_LEAF_LIMIT = 8_000
_LONGEST_LIST = 200
_DEEPEST = 40
_OVERLAP = 4_096  # looked at beyond a cut: longer than any secret but a chain of certificates


class Report(Value):
    """One thing an agent reported, before redaction."""

    session: str
    key: str
    kind: EventKind
    near: str = ""  # the key under which another hook may just have reported the same
    tool: str = ""
    body: Any = ""
    files: tuple[str, ...] = ()
    ends: bool = False
    outcome: str = ""


def capture(context: Context, report: Report) -> bool:
    """Record an event; return False when it had to be left in the spool. What a person keeps out leaves no trace."""
    if context.kept_out is not None:
        from standfast.capture.kept_out import without_kept_out

        allowed = without_kept_out(context.kept_out, report.kind, report.body, report.files)
        if allowed is None:
            return True
        report = replace(report, body=allowed[0], files=allowed[1])
    record = _redacted(context, report)
    try:
        record.update(_place(context))
        _record(context, record)
        if report.kind is EventKind.START:
            drain(context)
            _tidy(context)
    except StoreError as error:
        try:
            spool.leave(context.settings.spool, record)
        except OSError:
            raise error from None  # what keeps the store from being written says more
        return False
    return True


def recorded(context: Context, key: str, near: str) -> str:
    """Return the key under which an occurrence is on record, of the two that it may have."""
    journal, session = context.partition(context.scope).journal, context.who.session
    named = near and not journal.knows(session, context.clean_key(key))
    return near if named and journal.knows(session, context.clean_key(near)) else key


def model_event(context: Context, session: str, model: str, at: datetime) -> Event:
    """Return what puts on record that a model worked in a session; once for each, however often it is told."""
    name = one_name(context.clean(model), _MODEL)
    return Event(session, f"model:{name}", EventKind.NOTE, at, tool=name, body=f"model {name}")


def note_model(context: Context, model: str) -> None:
    """Put on record which model works in the session at hand, unless it is known."""
    partition, session, now = context.partition(context.scope), context.who.session, context.clock.now()
    event = model_event(context, session, model, now)
    if session and event.tool and not partition.journal.knows(session, event.key):
        with partition.writing():
            partition.journal.record(Session(session, context.who.name, now, now), [event])


def drain(context: Context) -> int:
    """Store what waits in the spool; return how much that was."""
    folder = context.settings.spool
    done = 0
    if folder.is_dir():
        for path, record in spool.waiting(folder):
            try:
                _store_waiting(context, record)
            except (KeyError, TypeError, ValueError):
                spool.set_aside(path)
                continue
            path.unlink(missing_ok=True)
            done += 1
    return done


def _place(context: Context) -> dict[str, str]:
    """Return where an event belongs; only the store knows that, so it may have to be found out later."""
    return {"partition": context.scope.partition, "branch": context.clean(context.here.branch)}


def _news(report: Report) -> Any:
    """Return what was reported without what memory itself had said: it would be learned again."""
    body = report.body
    if report.kind is not EventKind.TOOL or not isinstance(body, dict) or "response" not in body:
        return body
    from standfast.capture.own_output import is_own_call, without_ours_in

    if is_own_call(report.tool, body.get("input")):
        return {name: value for name, value in body.items() if name != "response"}
    return {**body, "response": without_ours_in(body["response"])}


def _redacted(context: Context, report: Report) -> dict[str, Any]:
    now = context.clock.now()
    return {
        "agent": context.who.name,
        "session": context.clean_id(report.session),
        "cwd": context.clean(str(context.where)),
        "project": context.clean(context.settings.project),
        "key": context.clean_key(report.key),
        "near": context.clean_key(report.near),
        "kind": report.kind.value,
        "at": render_time(now),
        "tool": context.clean(report.tool),
        "body": written(context, _news(report)),
        "files": [context.clean(file) for file in report.files],
        "ends": report.ends,
        "outcome": context.clean(report.outcome),
    }


def written(context: Context, body: Any) -> str:
    """Return what an agent reported as text that may be written: redacted whole, then bounded."""
    cleaned = context.clean_value(_shortened(context, body, 0))
    text = cleaned if isinstance(cleaned, str) else json.dumps(cleaned, ensure_ascii=False, default=str)
    return _bounded(text, BODY_LIMIT)


def _shortened(context: Context, value: Any, depth: int) -> Any:
    """Return a value of plain parts, its long texts and lists cut: redaction then has all that is kept before it."""
    if value is None or isinstance(value, (bool, int, float)):
        return value
    if isinstance(value, (dict, list, tuple)) and depth > _DEEPEST:
        return "[… nested too deep …]"
    if isinstance(value, dict):
        return {_readable(name): _shortened(context, entry, depth + 1) for name, entry in value.items()}
    if isinstance(value, (list, tuple)):
        return [_shortened(context, item, depth + 1) for item in value[:_LONGEST_LIST]]
    return _cut(context, _readable(value))


def _readable(value: Any) -> str:
    text = value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)
    return text.encode("utf-8", "replace").decode().replace("\0", "")


def _cut(context: Context, text: str) -> str:
    """Keep the two ends of a long text; neither cut goes through a secret, half of which would not be known for one."""
    if len(text) <= _LEAF_LIMIT:
        return text
    half = _LEAF_LIMIT // 2
    first, last = half, len(text) - half
    for finding in context.redaction_of(text[: half + _OVERLAP]).findings:
        if finding.start < half < finding.end:
            first = min(first, finding.start)
    offset = last - _OVERLAP if last > _OVERLAP else 0
    for finding in context.redaction_of(text[offset:]).findings:
        if offset + finding.start < last < offset + finding.end:
            last = max(last, offset + finding.end)
    return f"{text[:first]}\n[… {last - first:,} of {len(text):,} characters left out …]\n{text[last:]}"


def _bounded(text: str, limit: int) -> str:
    """Cut a text to its bound and say how long it was."""
    if len(text) <= limit:
        return text
    half = limit // 2
    return f"{text[:half]}\n[… {len(text) - 2 * half:,} of {len(text):,} characters left out …]\n{text[-half:]}"


def _record(context: Context, record: dict[str, Any]) -> None:
    at = read_time(record["at"])
    if "partition" not in record:
        record = {**record, **_place_of(context, record)}
    partition = context.store.partition(record["partition"])
    session = Session(record["session"], record["agent"], at, at, record["cwd"], record["branch"])
    kind = EventKind(record["kind"])
    event = Event(record["session"], record["key"], kind, at, record["tool"], record["body"], tuple(record["files"]))
    events = [event]
    if kind is EventKind.PROMPT:
        from standfast.learn.session.words.place import note_branch

        events += note_branch(event, record["branch"])
    with partition.writing():
        near = record.get("near", "")
        reported = bool(near) and partition.journal.knows(record["session"], near)
        partition.journal.record(session, [] if reported else events)
        if record["ends"]:
            partition.journal.close(record["session"], at, record["outcome"] or "ended")


def _place_of(context: Context, record: dict[str, Any]) -> dict[str, str]:
    """Return where an event belongs that was spooled before the store could say so: the project it happened in."""
    from pathlib import Path

    from standfast.context.here import find_here

    if record["cwd"] == context.clean(str(context.where)):
        return _place(context)
    here = find_here(
        context.store.catalog, context.home, Path(record["cwd"]), record.get("project", ""), clean=context.clean
    )
    scope = Scope("project", here.project) if here.project else USER
    return {"partition": scope.partition, "branch": context.clean(here.branch)}


def _tidy(context: Context) -> None:
    """Close sessions that ended without saying so, and keep the journal within its bounds."""
    from datetime import timedelta

    now = context.clock.now()
    partition = context.partition(context.scope)
    with partition.writing():
        partition.journal.close_idle(now - timedelta(hours=24))
        settings = context.settings
        partition.journal.trim(before=now - timedelta(days=settings.journal_days), keep=settings.journal_events)


def _store_waiting(context: Context, record: dict[str, Any]) -> None:
    """Store what waited in the spool: an event, or a receipt of something that was given."""
    if "receipt" not in record:
        _record(context, record)
        return
    from standfast.model.encode import decode_receipt

    key, receipt = decode_receipt(record["receipt"])
    partition = context.store.partition(key)
    with partition.writing():
        if partition.receipts.find(receipt.id) is None:
            partition.receipts.record(receipt)
