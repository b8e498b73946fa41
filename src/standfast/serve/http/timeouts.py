"""Timeouts: a connection that asks for nothing, or never ends asking, is let go, so that the others are served.

Owns how long a request may take to arrive and how many may be on their way at once; beyond that the one that has kept
us waiting longest is dropped. A request that has arrived whole is nobody's business here: an answer takes its time.
"""

from __future__ import annotations

import asyncio
from typing import Any, ClassVar

from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

HEAD_S = 10.0
REQUEST_S = 120.0
WAITING = 256


class HurriedProtocol(H11Protocol):
    """HTTP/1.1 in which whoever connects has to say what for."""

    waiting: ClassVar[dict[HurriedProtocol, asyncio.TimerHandle]] = {}

    def connection_made(self, transport: Any) -> None:
        """Expect a request from now on."""
        super().connection_made(transport)
        self._expect(HEAD_S)

    def data_received(self, data: bytes) -> None:
        """Take in what came, and see whether the request is whole, its head is, or it has only begun."""
        was_served = self._is_served()
        super().data_received(data)
        if self.transport.is_closing() or (self._is_served() and not self.cycle.more_body):
            self._let()
        elif self._is_served() and not was_served:
            self._let()
            self._expect(REQUEST_S)
        else:
            self._expect(HEAD_S)

    def on_response_complete(self) -> None:
        """Stop waiting for the rest of a request that was answered before it was whole."""
        self._let()
        super().on_response_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._let()
        super().connection_lost(exc)

    def _is_served(self) -> bool:
        cycle: RequestResponseCycle | None = self.cycle  # none before the first request
        return cycle is not None and not cycle.response_complete

    def _expect(self, seconds: float) -> None:
        """Wait so long for what is missing, at most; drop whoever has waited longest where too many do."""
        if self in self.waiting:
            return
        while len(self.waiting) >= WAITING:
            next(iter(self.waiting)).drop()
        self.waiting[self] = self.loop.call_later(seconds, self.drop)

    def _let(self) -> None:
        if timer := self.waiting.pop(self, None):
            timer.cancel()

    def drop(self) -> None:
        """Let go of the connection, without a word."""
        self._let()
        self.transport.abort()
