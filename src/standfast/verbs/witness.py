"""Witness: whether a prompt in which a person asked to remember something stands in the client's own record of it.

Owns one small file per such prompt in the home's pending folder (names only, no words), written when it is stored and
gone when the client's transcript was read. Where that holds prompts and this one is not among them, a program made it
up: what it stored is reverted, and so where a client that has shown such records left none of this session. One whose
records cannot be read leaves everything as it is, unless nothing else stands behind the prompt.
Neighbours: `verbs.told` stores, `capture.transcripts` reads, `agents.lineage` looks at who called the hook.
"""

from __future__ import annotations

import json
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from standfast.model.encode import decode_content
from standfast.model.operation import Act
from standfast.model.session import Event, EventKind, Session
from standfast.model.source import Source
from standfast.store.values import Change, LogFilter
from standfast.text.files import write_whole
from standfast.text.lines import one_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from standfast.context.context import Context
    from standfast.model.operation import Operation
    from standfast.store.contract import Partition

_FOLDER, _BEGINNING, _FORGED = "pending", "told-", "forged:"
_RECORDS = "records"  # `agents.lineage` notes there which client has shown one
_LARGEST = 64 << 20
_PATIENCE_S = 600
_REASON = "the client's own record of the session holds no such prompt"


def wait_for_record(context: Context, turn: str, transcript: str) -> None:
    """Learn from a prompt only where the client's own record, not written yet, holds it when the turn ends."""
    await_record(context, turn, transcript, unseen=True)


def await_record(context: Context, turn: str, transcript: str, *, unseen: bool = False) -> None:
    """Note that a prompt is to be looked up in a transcript; one `unseen` counts only where it is found there."""
    session = context.who.session
    if not transcript or not session:
        return
    folder = context.settings.home / _FOLDER
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    told = {"agent": context.who.name, "session": session, "turn": turn, "transcript": transcript, "unseen": unseen}
    path = folder / f"{_BEGINNING}{sha256(f'{session} {turn}'.encode()).hexdigest()[:32]}.json"
    write_whole(path, json.dumps(told).encode(), mode=0o600)


def look_up(context: Context) -> int:
    """Look up every prompt that waits for its record; return how many were made up, and are reverted."""
    made_up = 0
    for path in sorted((context.settings.home / _FOLDER).glob(f"{_BEGINNING}*.json")):
        try:
            told = json.loads(path.read_text(encoding="utf-8"))
            agent, session, turn, transcript = (str(told[key]) for key in ("agent", "session", "turn", "transcript"))
        except (OSError, ValueError, LookupError, TypeError):
            continue
        reported = _reported(context, session, turn)
        if reported is None:
            continue  # of another project: its own hooks look
        if session != context.who.session and not _is_old(context, path):
            continue  # its client may not have written it yet: the session looks itself when its turn ends
        with suppress(OSError):
            path.unlink()
        prompts = list(_prompts(agent, session, Path(transcript)))
        done = [item for _, left in _left_by(context, session, turn) for item in left]
        unseen = bool(told.get("unseen"))
        if (prompts or unseen or _is_absent(context, agent, transcript)) and not any(
            _is_witness(context, prompt, reported, done, unseen=unseen) for prompt in prompts
        ):
            made_up += _revert(context, session, turn)
            _note(context, session, turn)
    return made_up


def _is_old(context: Context, path: Path) -> bool:
    """Tell whether a prompt has waited for so long that its session no longer looks itself."""
    with suppress(OSError):
        return context.clock.now().timestamp() - path.stat().st_mtime > _PATIENCE_S
    return False


def _is_absent(context: Context, agent: str, transcript: str) -> bool:
    """Tell whether a record that was named is not there, of a client that has shown one before."""
    from standfast.capture.transcripts import AGENTS

    return agent in AGENTS and (context.settings.home / _RECORDS / agent).exists() and not Path(transcript).is_file()


def witnessed(events: Iterable[Event]) -> list[Event]:
    """Return a session's events without the prompts that were made up: nothing is learned from those."""
    known = list(events)
    forged = {event.key.removeprefix(_FORGED) for event in known if event.key.startswith(_FORGED)}
    return [event for event in known if event.key not in forged] if forged else known


def _note(context: Context, session: str, turn: str) -> None:
    """Put on record that a prompt was made up."""
    partition, now = context.partition(context.scope), context.clock.now()
    with partition.writing():
        event = Event(session, f"{_FORGED}{turn}", EventKind.NOTE, now, body=_REASON)
        partition.journal.record(Session(session, context.who.name, now, now), [event])


def _reported(context: Context, session: str, turn: str) -> str | None:
    """Return the prompt that a hook reported, as the journal keeps it."""
    for event in context.partition(context.scope).journal.events(session):
        if event.kind is EventKind.PROMPT and event.key == turn:
            return event.body
    return None


def _is_witness(
    context: Context, prompt: str, reported: str, done: Sequence[Operation], *, unseen: bool = False
) -> bool:
    """Tell whether a prompt of the record is the reported one, and asks for what was done because of that one.

    Clients do not keep every line as they report it, so the longest is looked for; of one that nothing else stands
    behind, each of the person's own, of which it may be learned.
    """
    from standfast.learn.session.words.own_words import own_words

    said = one_line(prompt)
    lines = [one_line(line) for line in reported.splitlines()]
    if max(lines, key=len, default="") not in said:
        return False
    if unseen and any(one_line(line) not in said for line in own_words(reported).splitlines()):
        return False
    return all(_asks_for(context, prompt, item) for item in done)


def _asks_for(context: Context, prompt: str, operation: Operation) -> bool:
    """Tell whether a prompt, read as a live one, has an operation done: what it stores, or that it withdraws."""
    from standfast.learn.session.signs.told import find_order
    from standfast.learn.session.words.withdrawn import find_withdrawal

    taken = find_withdrawal(prompt)
    if operation.header.act is Act.RETRACT:
        return taken is not None
    orders = [find_order(context.clean(prompt)), context.clean(find_order(taken.rest)) if taken else ""]
    content = (operation.payload or {}).get("content")
    return content is None or one_line(decode_content(content).text) in map(one_line, orders)


def _prompts(agent: str, session: str, path: Path) -> Iterator[str]:
    from standfast.capture.transcripts import AGENTS, get_reader

    with suppress(OSError, ValueError, LookupError, TypeError, AttributeError):
        if agent in AGENTS and path.is_file() and path.stat().st_size <= _LARGEST:
            for heard in get_reader(agent)(path):
                if heard.kind is EventKind.PROMPT and heard.session in {session, ""}:
                    yield str(heard.body)


def _revert(context: Context, session: str, turn: str) -> int:
    """Take back what such a prompt stored, with what it had superseded, and what it withdrew."""
    count = 0
    for partition, left in _left_by(context, session, turn):
        with partition.writing():
            who = Source("import", "standfast", session=session)
            targets = tuple(item.id for item in left)
            partition.log.append(Change(Act.REVERT, who, payload={"reason": _REASON}, targets=targets))
        count += len(left)
    return count


def _left_by(context: Context, session: str, turn: str) -> Iterator[tuple[Partition, list[Operation]]]:
    """Yield what a prompt had done and nobody reverted, by partition."""
    for partition in context.partitions():
        wanted = LogFilter(session=session, acts=(Act.REMEMBER, Act.RETRACT))
        found = [item for item in partition.log.iterate(wanted) if _is_of(item, turn)]
        if left := [item for item in found if not partition.log.is_reverted(item.id)]:
            yield partition, left


def _is_of(operation: Operation, turn: str) -> bool:
    source = operation.header.source
    return source.kind == "person" and source.turn == turn
