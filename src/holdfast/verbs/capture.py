"""Capture: what an agent reports, redacted and put into the journal, or into the spool when the store is not there."""

from __future__ import annotations

import json

from holdfast.capture import spool
from holdfast.errors import StoreError
from holdfast.model.moment import read_time, render_time
from holdfast.model.session import Event, EventKind, Session
from holdfast.model.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from holdfast.verbs.context import Context

BODY_LIMIT = 16_000
_LEAF_LIMIT = 8_000
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
    """Record an event; return False when it had to be left in the spool."""
    record = _redacted(context, report)
    try:
        _record(context, record)
        if report.kind is EventKind.START:
            drain(context)
            _tidy(context)
    except StoreError:
        spool.leave(context.settings.spool, record)
        return False
    return True


def drain(context: Context) -> int:
    """Store what waits in the spool; return how much that was."""
    folder = context.settings.spool
    done = 0
    if folder.is_dir():
        for path, record in spool.waiting(folder):
            try:
                _store_waiting(context, record)
            except (KeyError, TypeError, ValueError):
                path.rename(path.with_suffix(".unreadable"))  # kept for a person, and out of everybody's way
                continue
            path.unlink(missing_ok=True)
            done += 1
    return done


def _redacted(context: Context, report: Report) -> dict[str, Any]:
    now = context.clock.now()
    here = context.here
    body = _clean(context, report.body)
    text = body if isinstance(body, str) else json.dumps(body, ensure_ascii=False, default=str)
    return {
        "partition": context.scope.partition,
        "agent": context.who.name,
        "session": context.clean(report.session),
        "cwd": context.clean(str(context.where)),
        "branch": context.clean(here.branch),
        "key": context.clean(report.key),
        "near": context.clean(report.near),
        "kind": report.kind.value,
        "at": render_time(now),
        "tool": context.clean(report.tool),
        "body": _bounded(text, BODY_LIMIT),
        "files": [context.clean(one) for one in report.files],
        "ends": report.ends,
        "outcome": context.clean(report.outcome),
    }


def _clean(context: Context, value: Any) -> Any:
    """Redact every text inside a value; a value whose name says it is secret is redacted by that name."""
    if isinstance(value, str):
        return _clean_long(context, value) if len(value) > _LEAF_LIMIT else context.clean(value)
    if isinstance(value, dict):
        return {context.clean(str(name)): _named(context, str(name), one) for name, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [_clean(context, one) for one in value[:200]]
    return value


def _clean_long(context: Context, text: str) -> str:
    """Keep the two ends of a long text; neither cut goes through a secret, half of which would not be known for one."""
    half = _LEAF_LIMIT // 2
    first, last = half, len(text) - half
    for finding in context.redaction_of(text[: half + _OVERLAP]).findings:
        if finding.start < half < finding.end:
            first = min(first, finding.start)
    offset = last - _OVERLAP if last > _OVERLAP else 0
    for finding in context.redaction_of(text[offset:]).findings:
        if offset + finding.start < last < offset + finding.end:
            last = max(last, offset + finding.end)
    note = f"[… {last - first:,} of {len(text):,} characters left out …]"
    return f"{context.clean(text[:first])}\n{note}\n{context.clean(text[last:])}"


def _named(context: Context, name: str, value: Any) -> Any:
    if not isinstance(value, str) or len(name) > 80 or len(value) > 500:
        return _clean(context, value)
    # Read as `name="value"`, so that the name can give the value away.
    lead = f'{name}="'
    cleaned = context.clean(f'{lead}{value}"')
    return cleaned[len(lead) : -1] if cleaned.startswith(lead) and cleaned.endswith('"') else context.clean(value)


def _bounded(text: str, limit: int) -> str:
    """Cut a text to its bound and say how long it was."""
    if len(text) <= limit:
        return text
    half = limit // 2
    return f"{text[:half]}\n[… {len(text) - 2 * half:,} of {len(text):,} characters left out …]\n{text[-half:]}"


def _record(context: Context, record: dict[str, Any]) -> None:
    at = read_time(record["at"])
    partition = context.store.partition(record["partition"])
    session = Session(record["session"], record["agent"], at, at, record["cwd"], record["branch"])
    kind = EventKind(record["kind"])
    event = Event(record["session"], record["key"], kind, at, record["tool"], record["body"], tuple(record["files"]))
    with partition.writing():
        near = record.get("near", "")
        reported = bool(near) and partition.journal.knows(record["session"], near)
        partition.journal.record(session, [] if reported else [event])
        if record["ends"]:
            partition.journal.close(record["session"], at, record["outcome"] or "ended")


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
    from holdfast.model.encode import decode_receipt

    key, receipt = decode_receipt(record["receipt"])
    partition = context.store.partition(key)
    with partition.writing():
        if partition.receipts.find(receipt.id) is None:
            partition.receipts.record(receipt)
