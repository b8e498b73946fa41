"""Ahead: of many drafts, those to come are read by other processes while those before them are written.

Owns the processes and what they send back: drafts that are redacted, screened, and taken apart into claims and terms.
They are copies of this process, so no draft travels and nothing is set up; they write nothing. What has to be refused,
or holds a secret that has to be known again, is left to this process in its turn: the outcome is what one process makes
of it. Neighbours: `admission` reads a draft, `record` stores what was read.
"""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager, suppress

from standfast.capture.redact import Known
from standfast.errors import StandfastError
from standfast.trust.admission import prepare
from standfast.trust.conflicts.address import claims_of, keep_claims

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import BinaryIO

    from standfast.capture.draft import Draft, Prepared
    from standfast.context.context import Context
    from standfast.trust.conflicts.address import Located

    # What was read, how many secrets were known by then, its claims and its terms.
    Read = tuple[Prepared, int, Located, tuple[str, str, str]]

_LEAST = 2_000  # drafts; with fewer, the processes cost more than they save
_MOST = 3  # processes besides this one: it writes what they read, and cannot keep up with more
_PIECE = 64  # drafts that are sent back at once
_OWN = 6  # one in so many pieces this process reads itself, beside a single other: to read takes longer than to write
_ROOM = 1 << 20  # bytes of drafts that wait to be taken in: some 500, read while this process writes those before them


class _Watched(Known):
    """What a home remembers of secrets, for a process that must not add to it: it notes that there was something."""

    __slots__ = ("asked",)
    asked: bool

    def learn(self, values: object) -> None:  # noqa: ARG002 - whose turn it is will see them again
        """Note that a secret was found."""
        self.asked = True


@contextmanager
def reading_ahead(context: Context, drafts: Sequence[Draft]) -> Iterator[Callable[[int], Prepared]]:
    """Give what returns each of some drafts, asked for in order, as it may be written."""
    helpers = _count_helpers() if len(drafts) >= _LEAST else 0
    if not helpers:
        yield lambda place: prepare(context, drafts[place])
        return
    started: list[tuple[int, BinaryIO]] = []
    try:
        with suppress(StandfastError):  # a bad one is told in its turn
            prepare(context, drafts[0])  # what is read once in a process is read before there are several
        for number in range(helpers):
            started.append(_start(context, drafts, number, helpers, [pipe for _, pipe in started]))
        yield _Reader(context, drafts, [pipe for _, pipe in started]).read
    finally:
        for process, pipe in started:
            pipe.close()
            with suppress(ChildProcessError):  # whoever started this process may have asked not to be told of any end
                os.waitpid(process, 0)


def _count_helpers() -> int:
    """Return how many processes there is room for; none where a copy of this one would not be sound."""
    if sys.platform != "linux":
        return 0
    import threading

    return min(_MOST, len(os.sched_getaffinity(0)) - 1) if threading.active_count() == 1 else 0


def _reader_of(piece: int, helpers: int) -> int:
    """Return which process reads a piece; -1 is this one."""
    return -1 if helpers == 1 and piece % _OWN == _OWN - 1 else piece % helpers


def _start(
    context: Context, drafts: Sequence[Draft], number: int, helpers: int, others: Sequence[BinaryIO]
) -> tuple[int, BinaryIO]:
    """Start a process that reads its share of the drafts; return its number and where to read from."""
    from fcntl import F_SETPIPE_SZ, fcntl  # not on every system

    source, sink = os.pipe()
    with suppress(OSError):  # a system may allow less
        fcntl(sink, F_SETPIPE_SZ, _ROOM)
    process = os.fork()
    if process:
        os.close(sink)
        return process, os.fdopen(source, "rb")
    try:
        import gc
        import pickle

        gc.disable()  # whatever is left over here belongs to the other process
        os.close(source)
        for pipe in others:
            os.close(pipe.fileno())
        known = _Watched(context.settings.home / "known", context.key)
        context.known = known
        with os.fdopen(sink, "wb") as pipe:
            for piece in range(-(-len(drafts) // _PIECE)):
                if _reader_of(piece, helpers) != number:
                    continue
                read = [_read(context, draft, known) for draft in drafts[piece * _PIECE : (piece + 1) * _PIECE]]
                pipe.write(pickle.dumps(read, pickle.HIGHEST_PROTOCOL))
                pipe.flush()
    finally:
        os._exit(0)  # nothing of the other process is closed, flushed or told


def _read(context: Context, draft: Draft, known: _Watched) -> Read | None:
    """Read one draft; nothing where the store would be asked, it is refused, or it holds a secret."""
    if draft.scope:
        return None
    known.asked = False
    before = known.refresh()
    try:
        prepared = prepare(context, draft)
    except StandfastError:
        return None
    if known.asked or known.count != before:
        return None
    content = prepared.content
    return prepared, before, claims_of(content), context.indexer.fields(content)


class _Reader:
    """Takes in what the processes read, in order; what they left, it reads."""

    def __init__(self, context: Context, drafts: Sequence[Draft], pipes: Sequence[BinaryIO]) -> None:
        self._context = context
        self._drafts = drafts
        self._pipes = pipes
        self._taken = -1
        self._piece: list[Read | None] = []

    def read(self, place: int) -> Prepared:
        """Return one draft as it may be written."""
        if place // _PIECE != self._taken:
            self._taken = place // _PIECE
            reader = _reader_of(self._taken, len(self._pipes))
            self._piece = self._take(self._pipes[reader]) if reader >= 0 else []
        found = self._piece[place % _PIECE] if self._piece else None
        if found is None or found[1] != self._context.known.count:  # a secret may be known by now
            return prepare(self._context, self._drafts[place])
        prepared, _, claims, terms = found
        keep_claims(prepared.content, claims)
        self._context.indexer.keep_fields(prepared.content, terms)
        return prepared

    def _take(self, pipe: BinaryIO) -> list[Read | None]:
        import pickle

        self._context.known.refresh()
        try:
            found: list[Read | None] = pickle.load(pipe)  # noqa: S301 - from a copy of this process
        except (EOFError, OSError, pickle.UnpicklingError):
            return []  # it was stopped: then this one reads them
        return found
