"""Acts: what one request wrote as a whole, such as an import, so that it is taken back as a whole.

Owns a small book in the home: ids of operations by whose request they were written, never a word. Losing it costs
`undo` its whole steps and nothing else. Neighbour: `verbs/undo.py` reads it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from standfast.code.cache import Cache
from standfast.context.context import Context
from standfast.model.ids import OperationId
from standfast.model.operation import Operation
from standfast.model.value import Value
from standfast.store.appended import APPENDED

FOLDER = "acts"  # in the home
_KEPT = 50
_TOLD = "told:"  # begins the names of rows that say up to when a caller was told what cannot be undone


class WholeAct(Value):
    """Operations that were written by one request: when the last of them was, and which, by partition."""

    hlc: int
    operations: dict[str, list[OperationId]]


@contextmanager
def one_act(context: Context) -> Iterator[None]:
    """Note what is written meanwhile as one act of whoever asks; within another act it is part of that."""
    if APPENDED.get() is not None:
        yield
        return
    written: list[Operation] = []
    token = APPENDED.set(written)
    try:
        yield
    finally:
        APPENDED.reset(token)
        if len(written) > 1 or any(item.header.source.identity != context.who.identity for item in written):
            _note(context, written)


def _note(context: Context, written: Sequence[Operation]) -> None:
    operations: dict[str, list[str]] = {}
    for operation in written:
        operations.setdefault(operation.header.partition, []).append(operation.id)
    book = _open(context)
    book[f"{written[-1].header.hlc:020}"] = json.dumps({"who": _caller(context), "operations": operations})
    for name in sorted(name for name in book if not name.startswith(_TOLD))[:-_KEPT]:
        del book[name]
    book.save()


def list_acts(context: Context) -> list[WholeAct]:
    """Return the acts of whoever asks, the latest first."""
    acts = []
    for name, value in sorted(_open(context).list_rows(), reverse=True):
        try:
            record = json.loads(value)
            if not name.startswith(_TOLD) and record["who"] == _caller(context):
                acts.append(WholeAct(int(name), record["operations"]))
        except (ValueError, KeyError, TypeError):
            continue  # a damaged row costs itself
    return acts


def note_told(context: Context, hlc: int) -> None:
    """Note that whoever asks was told that what they did up to then and cannot undo is passed by from now on."""
    book = _open(context)
    book[_TOLD + _caller(context)] = str(hlc)
    book.save()


def told_until(context: Context) -> int:
    """Return up to when whoever asks was told that."""
    told = _open(context).get(_TOLD + _caller(context), "0")
    return int(told) if told.isdigit() else 0


def _open(context: Context) -> Cache:
    return Cache(str(context.settings.home / FOLDER), book=FOLDER)


def _caller(context: Context) -> str:
    who = context.who
    return context.fingerprint("\n".join((*who.identity, "" if who.is_person else who.session)))
