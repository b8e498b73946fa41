"""Recall: find what is relevant, check what still holds, leave a receipt, then answer."""

from __future__ import annotations

from contextlib import ExitStack, contextmanager
from datetime import datetime
from functools import partial

from standfast.errors import ConfigError, StoreBusy
from standfast.model.encode import encode_receipt
from standfast.model.ids import MemoryId, ReceiptId, mint
from standfast.model.kind import Kind, parse_kind
from standfast.model.memory import Memory
from standfast.model.moment import render_time
from standfast.model.receipt import Given, Receipt
from standfast.model.trust import Standing
from standfast.model.value import Value
from standfast.recall.ask import Ask, Hit, Ranking
from standfast.recall.pack import count_tokens
from standfast.recall.rank import with_standing
from standfast.recall.search import search
from standfast.verbs.context import Context
from standfast.verbs.standing import Judge, Judged, is_decided
from standfast.verbs.view import BRANCHES, parse_statuses, views

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from standfast.recall.embed.contract import Embedder
    from standfast.store.contract import Partition
    from standfast.store.values import View


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
    hidden: Mapping[str, int] = {}
    """How many more would have answered, by the status that keeps them back."""


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
        reopen=partial(_reopen, context),
    )
    with one_look(seen):
        ranking = search(seen, ask)
        found = _found(ranking, as_of, limit)
    answer = tuple(_judged(found, Judge(context, blame=True))[:limit])
    withheld = ranking.withheld + len(ranking.hits) - len(answer)
    receipt = leave_receipt(context, "recall", query, answer, withheld)
    return Recalled(receipt, answer, withheld, ranking.dense, ranking.hidden)


def recall_light(context: Context, query: str, *, limit: int, files: Sequence[str] = ()) -> list[Result]:
    """Return what the hook path finds: words and places, nothing scanned, no receipt yet."""
    ask = Ask(query=query, files=tuple(files), limit=limit, now=context.clock.now(), light=True)
    seen = views(context, files=files)
    with one_look(seen):
        found = _found(search(seen, ask), None, limit)
    return _judged(found, Judge(context))


def _reopen(context: Context, model: str) -> Embedder | None:
    """Open the embedder that vectors were made with, by the name recorded with them.

    Who chose an embedder on this machine chose that no question leaves it: one elsewhere is not opened again.
    """
    from standfast.recall.embed import DEFAULT_SPEC, is_remote

    spec = model.rpartition("/")[0] if ":" in model else DEFAULT_SPEC
    if is_remote(spec) and not is_remote(context.settings.embedder):
        return None
    return context.open_embedder(spec)


@contextmanager
def one_look(seen: Sequence[tuple[Partition, View]]) -> Iterator[None]:
    """Hold one snapshot of every partition, for one answer."""
    with ExitStack() as stack:
        for partition, _ in seen:
            stack.enter_context(partition.reading())
        yield


def _found(ranking: Ranking, as_of: datetime | None, limit: int) -> list[tuple[Hit, Memory]]:
    """Return the first of a ranking, whole; more than `limit` only where the code may make one of them sink."""
    first = ranking.hits[:limit]
    return whole(ranking.hits if any(one.document.place for one in first) else first, as_of)


def _judged(found: Sequence[tuple[Hit, Memory]], judge: Judge) -> list[Result]:
    """Look at the code, and put what drifted after what holds."""
    results: list[Result] = []
    for hit, memory in found:
        judged = judge(memory)
        # What a person decided keeps its place when the code changes under it: it is labelled, and waits in review.
        score = hit.score if is_decided(memory) else with_standing(hit.score, _counted(judged))
        scores = {**hit.scores, "standing": score - hit.score}
        results.append(Result(memory, score, scores, judged, hit.folded))
    results.sort(key=lambda one: -one.score)
    return results


def _counted(judged: Judged) -> Standing:
    """Return the standing that counts in ranking: what rests on stale ground is no better than touched."""
    fine = judged.standing in {Standing.HOLDS, Standing.MOVED, Standing.UNANCHORED}
    return Standing.TOUCHED if judged.rests_on and fine else judged.standing


def whole(hits: Sequence[Hit], as_of: datetime | None = None) -> list[tuple[Hit, Memory]]:
    """Return each hit with its memory, as it is now or was then."""
    if as_of is not None:
        then = ((one, one.partition.memories.as_of(one.document.memory, as_of)) for one in hits)
        return [(hit, memory) for hit, memory in then if memory is not None]
    known: dict[str, dict[MemoryId, Memory]] = {}
    for partition in {one.partition.key: one.partition for one in hits}.values():
        wanted = [one.document.memory for one in hits if one.partition is partition]
        known[partition.key] = partition.memories.find_several(wanted)
    now = ((one, known[one.partition.key].get(one.document.memory)) for one in hits)
    return [(hit, memory) for hit, memory in now if memory is not None]


def leave_receipt(
    context: Context,
    verb: str,
    query: str,
    results: Sequence[Result],
    withheld: int,
    *,
    said: Sequence[str] = (),
    tokens: int = 0,
) -> ReceiptId:
    """Put on record what is about to be given, before it is.

    `said` is what each memory is given as, where that is not its text; `tokens` what all of it costs, with what stands
    around it.
    """
    said = said or [_words(one.memory) for one in results]
    given = tuple(
        Given(
            one.memory.id,
            one.memory.revision,
            rank,
            round(one.score, 6),
            one.scores,
            one.judged.standing,
            count_tokens(text),
        )
        for rank, (one, text) in enumerate(zip(results, said, strict=True), 1)
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
        tokens=tokens or sum(one.tokens for one in given),
    )
    record_receipt(context, context.scope.partition, receipt)
    return receipt.id


def _words(memory: Memory) -> str:
    content = memory.content
    return "\n".join(part for part in (content.title, content.text, content.why) if part)


def record_receipt(context: Context, key: str, receipt: Receipt) -> None:
    """Put a receipt on record; while another process holds the store, in the spool."""
    partition = context.store.partition(key)
    try:
        with partition.writing():
            partition.receipts.record(receipt)
    except StoreBusy:
        from standfast.capture import spool

        spool.leave(context.settings.spool, {"at": render_time(receipt.at), "receipt": encode_receipt(key, receipt)})


def readable(text: str) -> str:
    """Return text that can be written: half characters and bytes that were no text become question marks."""
    return text.encode("utf-8", "replace").decode()
