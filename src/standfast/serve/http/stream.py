"""A session as it happens: its events as a stream that ends with the session, the server, or the one who reads it.

Owns the form (server-sent events: `event` for each thing that happened, `session` when it changes, `end`). Reading is
done on a worker thread, as for every other request. Nothing is kept open in the store between two looks.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from itertools import islice
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.responses import StreamingResponse

from standfast.errors import StandfastError
from standfast.model.source import Source
from standfast.serve.http.pool import Where
from standfast.serve.http.state import ServerState

LOOK_S = 1.0
BEAT_S = 15.0
_AT_ONCE = 500


def look(state: ServerState, who: Source, where: Where, identity: str, sent: int) -> tuple[dict[str, Any], list[Any]]:
    """Return a session and what happened in it beyond what was sent."""
    with state.pool.lend(who, where) as memory:
        session, events = memory.sessions.replay(identity)
        fresh = islice(events, sent, sent + _AT_ONCE) if session.events > sent else ()
        return session.to_dict(), [event.to_dict() for event in fresh]


async def follow(
    state: ServerState,
    who: Source,
    where: Where,
    identity: str,
    *,
    may: Callable[[], bool],
    after: int = 0,
    until_now: bool = False,
) -> StreamingResponse:
    """Answer with a session's events from the one after `after`; with `until_now`, only those that are there.

    The stream ends when its reader may no longer read, which is asked before every further look.
    """
    session, events = await run_in_threadpool(look, state, who, where, identity, after)

    async def stream() -> AsyncIterator[str]:
        nonlocal session, events
        sent, silent, told = after, 0.0, ""
        while True:
            for event in events:
                sent += 1
                yield _message("event", event, sent)
            now = json.dumps(session)
            if now != told:
                told = now
                yield _message("session", session, sent)
            if not events:
                if session["ended_at"] or until_now or state.is_ending():
                    yield _message("end", {"ended": bool(session["ended_at"])}, sent)
                    return
                await asyncio.sleep(LOOK_S)
                silent += LOOK_S
                if silent >= BEAT_S:
                    silent = 0.0
                    yield ": still here\n\n"
            try:
                if not await run_in_threadpool(may):
                    yield _message("end", {"ended": False, "code": "no-token"}, sent)
                    return
                session, events = await run_in_threadpool(look, state, who, where, identity, sent)
            except StandfastError as error:
                yield _message("end", {"ended": False, "code": error.code}, sent)
                return

    return StreamingResponse(stream(), media_type="text/event-stream", headers={"x-accel-buffering": "no"})


def _message(name: str, record: dict[str, Any], number: int) -> str:
    text = json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace").decode()
    return f"id: {number}\nevent: {name}\ndata: {text}\n\n"
