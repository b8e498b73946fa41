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
from holdfast.model.trust import Standing
from holdfast.model.value import Value
from holdfast.recall.ask import Ask, Hit, Ranking
from holdfast.recall.pack import count_tokens
from holdfast.recall.rank import with_standing
from holdfast.recall.search import search
from holdfast.verbs.context import Context
from holdfast.verbs.standing import Judge, Judged, is_decided
from holdfast.verbs.view import BRANCHES, parse_statuses, views

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
    elsewhere = any(word.strip().lower() == BRANCHES for word in include)
    statuses = parse_statuses(include)
    seen = views(
        context,
        files=paths,
        scope=scope,
        kinds=wanted,
        tags=tags,
        statuses=statuses,
        before=as_of,
        elsewhere=elsewhere,
    )
    ask = Ask(
        query=query,
        files=tuple(paths),
        limit=limit + _SPARE,
        now=as_of or context.clock.now(),
        embedder=context.embedder,
    )
    ranking = search(seen, ask)
    results = _judged(ranking, Judge(context, blame=True), as_of)
    answer = tuple(results[:limit])
    withheld = ranking.withheld + len(results) - len(answer)
    receipt = leave_receipt(context, "recall", query, answer, withheld)
    return Recalled(receipt, answer, withheld, ranking.dense)


def recall_light(context: Context, query: str, *, limit: int, files: Sequence[str] = ()) -> list[Result]:
    """Return what the hook path finds: words and places, nothing scanned, no receipt yet."""
    ask = Ask(query=query, files=tuple(files), limit=limit, now=context.clock.now(), light=True)
    return _judged(search(views(context, files=files), ask), Judge(context), None)


def _judged(ranking: Ranking, judge: Judge, as_of: datetime | None) -> list[Result]:
    found: list[Result] = []
    for hit in ranking.hits:
        memory = _memory(hit, as_of)
        if memory is None:
            continue
        judged = judge(memory)
        # What a person decided keeps its place when the code changes under it: it is labelled, and waits in review.
        score = hit.score if is_decided(memory) else with_standing(hit.score, _counted(judged))
        scores = {**hit.scores, "standing": round(score - hit.score, 6)}
        found.append(Result(memory, score, scores, judged, hit.folded))
    found.sort(key=lambda one: -one.score)
    return found


def _counted(judged: Judged) -> Standing:
    """Return the standing that counts in ranking: what rests on stale ground is no better than touched."""
    fine = judged.standing in {Standing.HOLDS, Standing.MOVED, Standing.UNANCHORED}
    return Standing.TOUCHED if judged.rests_on and fine else judged.standing


def _memory(hit: Hit, as_of: datetime | None) -> Memory | None:
    identity = hit.document.memory
    if as_of is None:
        return hit.partition.memories.find(identity)
    return hit.partition.memories.as_of(identity, as_of)


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
