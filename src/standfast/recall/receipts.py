"""Receipts: put on record what is about to be given, before it is.

Owns every receipt that is written: of a ranking, and of what was shown without one (one memory whole, a list, a queue,
what a guard quotes). A person who looks at their own memory leaves none. While the store is busy a receipt waits in the
spool; where nothing can be written, a person reads without one and is told so, an agent is given nothing.
"""

from __future__ import annotations

from standfast.errors import StoreBusy, StoreError
from standfast.model.encode import encode_receipt
from standfast.model.ids import MemoryId, ReceiptId, mint
from standfast.model.memory import AboutMemory, Memory
from standfast.model.moment import render_time
from standfast.model.receipt import Given, GivenTurn, Receipt
from standfast.model.trust import Standing
from standfast.recall.pack import count_tokens
from standfast.standing.judged import Judged

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Any

    from standfast.context.context import Context
    from standfast.model.session import Excerpt
    from standfast.model.source import Source


UNWRITABLE = frozenset({"store-read-only", "store-full", "store-io"})
NOT_KEPT = ReceiptId("")
"""Given to a person who reads what cannot be written: there is no receipt. An agent is then given nothing."""


def note_unrecorded(receipt: str | None) -> dict[str, str]:
    """Return what an answer says of its receipt where none could be written; None is an answer that needs none."""
    return {} if receipt or receipt is None else {"note": "No receipt was kept: the store cannot be written."}


class Result(AboutMemory):
    """One memory that was found, why, and where it stands."""

    score: float
    scores: Mapping[str, float]
    judged: Judged
    folded: tuple[MemoryId, ...] = ()
    support: float = 0.0
    """How much of what was asked it holds (`floor`)."""

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain data; what there is nothing to say of is left out."""
        content, judged = self.memory.content, self.judged.to_dict()
        holds = self.judged.standing in {Standing.HOLDS, Standing.UNANCHORED}
        more = {"branch": content.scope.branch, "folded": list(self.folded), **judged}
        if holds:
            del more["standing_detail"]
        return {
            **self.memory.to_dict(),
            "score": round(self.score, 6),
            "scores": {name: round(value, 6) for name, value in self.scores.items()},
            **{name: value for name, value in more.items() if value},
        }


def leave_receipt(
    context: Context,
    verb: str,
    query: str,
    results: Sequence[Result],
    withheld: int,
    *,
    said: Sequence[str] = (),
    tokens: int = 0,
    excerpts: Sequence[Excerpt] = (),
) -> ReceiptId:
    """Put on record what is about to be given, before it is.

    `said` is what each memory is given as, where that is not its text; `tokens` what all of it costs, with what stands
    around it; `excerpts` are turns of past sessions that are quoted.
    """
    said = said or [_words(result.memory) for result in results]
    given = tuple(
        Given(
            entry.memory.id,
            entry.memory.revision,
            rank,
            round(entry.score, 6),
            entry.scores,
            entry.judged.standing,
            count_tokens(text),
        )
        for rank, (entry, text) in enumerate(zip(results, said, strict=True), 1)
    )
    now = context.clock.now()
    receipt = Receipt(
        id=ReceiptId(mint("receipt", seconds=now.timestamp())),
        verb=verb,
        session=context.who.session,
        to=reader_of(context.who),
        query=context.fingerprint(query),
        at=now,
        given=given,
        withheld=withheld,
        tokens=tokens or sum(item.tokens for item in given),
        turns=tuple(
            GivenTurn(hit.session, hit.turn, rank, round(hit.score, 6), count_tokens(hit.text))
            for rank, hit in enumerate(excerpts, 1)
        ),
    )
    try:
        record_receipt(context, context.scope.partition, receipt)
    except StoreError as error:
        if not context.who.is_person or error.code not in UNWRITABLE:
            raise
        return NOT_KEPT
    return receipt.id


def reader_of(who: Source) -> str:
    """Name who reads: an agent, or one sub-agent of it, which has not seen what its parent was told."""
    return f"{who}/{who.turn}" if who.turn and who.kind == "agent" else str(who)


def _words(memory: Memory) -> str:
    content = memory.content
    return "\n".join(part for part in (content.title, content.text, content.why) if part)


def record_receipt(context: Context, key: str, receipt: Receipt) -> None:
    """Put a receipt on record; while another process holds the store, in the spool."""
    partition = context.store.partition(key)
    try:
        with partition.noting():
            partition.receipts.record(receipt)
    except StoreBusy:
        from standfast.capture import spool

        spool.leave(context.settings.spool, {"at": render_time(receipt.at), "receipt": encode_receipt(key, receipt)})


def give(
    context: Context,
    verb: str,
    shown: Iterable[tuple[Memory, Judged]],
    *,
    query: str = "",
    said: Sequence[str] = (),
) -> None:
    """Leave a receipt for what the caller is about to be shown; `said` is what each is shown as, if not whole."""
    if context.who.is_person:
        return
    results = [Result(memory, 0.0, {}, judged) for memory, judged in shown]
    if results:
        leave_receipt(context, verb, query, results, 0, said=said)
