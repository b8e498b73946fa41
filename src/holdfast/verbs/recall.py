"""Recall: find what is relevant, check what still holds, leave a receipt, then answer."""

from __future__ import annotations

from datetime import datetime

from holdfast.errors import ConfigError, StoreBusy
from holdfast.model.encode import encode_receipt
from holdfast.model.ids import MemoryId, ReceiptId, mint
from holdfast.model.kind import Kind, parse_kind
from holdfast.model.memory import Memory
from holdfast.model.moment import render_time
from holdfast.model.receipt import Given, Receipt
from holdfast.model.value import Value
from holdfast.recall.ask import Ask, Hit, Ranking
from holdfast.recall.pack import count_tokens
from holdfast.recall.rank import with_standing
from holdfast.recall.search import search
from holdfast.verbs.context import Context
from holdfast.verbs.standing import Judge, Judged
from holdfast.verbs.view import parse_statuses, views

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


MOST = 1000
_SPARE = 5  # how many more are judged than asked for, so that a drifted one can sink out of the answer


class Result(Value):
    """One memory that was found, why, and where it stands."""

    memory: Memory
    score: float
    scores: Mapping[str, float]
    judged: Judged
    folded: tuple[MemoryId, ...] = ()


class Recalled(Value):
    """An answer and its receipt. `dense` says whether meaning counted, and if not, why."""

    receipt: ReceiptId
    results: tuple[Result, ...]
    withheld: int
    dense: str


def recall(
    context: Context,
    query: str,
    *,
    limit: int = 10,
    files: Sequence[str] = (),
    kinds: Sequence[str] = (),
    tags: Sequence[str] = (),
    scope: str = "",
    as_of: datetime | None = None,
    include: Sequence[str] = (),
) -> Recalled:
    """Return the memories that answer a query, best first, with reasons."""
    if not 0 < limit <= MOST:
        raise ConfigError(f"A limit is between 1 and {MOST}.", hint="Use --limit 10.", code="bad-limit")
    wanted: tuple[Kind, ...] = tuple(parse_kind(kind) for kind in kinds)
    query = readable(query)
    paths = [readable(path).replace("\\", "/") for path in files]
    seen = views(
        context, files=paths, scope=scope, kinds=wanted, tags=tags, statuses=parse_statuses(include), before=as_of
    )
    ask = Ask(
        query=query,
        files=tuple(paths),
        limit=limit + _SPARE,
        now=as_of or context.clock.now(),
        embedder=context.embedder,
    )
    ranking = search(seen, ask)
    results = _judged(context, ranking, as_of)
    answer = tuple(results[:limit])
    withheld = ranking.withheld + len(results) - len(answer)
    receipt = leave_receipt(context, "recall", query, answer, withheld)
    return Recalled(receipt, answer, withheld, ranking.dense)


def recall_light(context: Context, query: str, *, limit: int, files: Sequence[str] = ()) -> list[Result]:
    """Return what the hook path finds: words and places, nothing scanned, no receipt yet."""
    ask = Ask(query=query, files=tuple(files), limit=limit, now=context.clock.now(), light=True)
    return _judged(context, search(views(context, files=files), ask), None)


def _judged(context: Context, ranking: Ranking, as_of: datetime | None) -> list[Result]:
    found: list[Result] = []
    judge = Judge(context)
    memories = _memories(ranking.hits, as_of)
    for hit in ranking.hits:
        memory = memories.get((hit.partition.key, hit.document.memory))
        if memory is None:
            continue
        judged = judge(memory)
        score = with_standing(hit.score, judged.standing)
        scores = {**hit.scores, "standing": round(score - hit.score, 6)}
        found.append(Result(memory, score, scores, judged, hit.folded))
    found.sort(key=lambda one: -one.score)
    return found


def _memories(hits: Sequence[Hit], as_of: datetime | None) -> dict[tuple[str, MemoryId], Memory]:
    """Return the memories that were found, whole, as they are now or were then."""
    if as_of is not None:
        then = {(one.partition.key, one.document.memory): _as_of(one, as_of) for one in hits}
        return {key: memory for key, memory in then.items() if memory is not None}
    found: dict[tuple[str, MemoryId], Memory] = {}
    for partition in {one.partition.key: one.partition for one in hits}.values():
        wanted = [one.document.memory for one in hits if one.partition is partition]
        found.update({(partition.key, name): one for name, one in partition.memories.find_several(wanted).items()})
    return found


def _as_of(hit: Hit, moment: datetime) -> Memory | None:
    return hit.partition.memories.as_of(hit.document.memory, moment)


def leave_receipt(context: Context, verb: str, query: str, results: Sequence[Result], withheld: int) -> ReceiptId:
    """Put on record what is about to be given, before it is."""
    given = tuple(
        Given(
            one.memory.id,
            one.memory.revision,
            rank,
            round(one.score, 6),
            one.scores,
            one.judged.standing,
            count_tokens(one.memory.content.text),
        )
        for rank, one in enumerate(results, 1)
    )
    now = context.clock.now()
    receipt = Receipt(
        id=ReceiptId(mint("receipt", seconds=now.timestamp())),
        verb=verb,
        session=context.who.session,
        to=str(context.who),
        query=context.fingerprint(query),
        at=now,
        given=given,
        withheld=withheld,
        tokens=sum(one.tokens for one in given),
    )
    record_receipt(context, context.scope.partition, receipt)
    return receipt.id


def record_receipt(context: Context, key: str, receipt: Receipt) -> None:
    """Put a receipt on record; while another process holds the store, in the spool."""
    partition = context.store.partition(key)
    try:
        with partition.writing():
            partition.receipts.record(receipt)
    except StoreBusy:
        from holdfast.capture import spool

        spool.leave(context.settings.spool, {"at": render_time(receipt.at), "receipt": encode_receipt(key, receipt)})


def readable(text: str) -> str:
    """Return text that can be written: half characters and bytes that were no text become question marks."""
    return text.encode("utf-8", "replace").decode()
