"""Answers: a ranking becomes memories, judged against the code of this moment.

Owns the way from hits to results; `receipts` puts them on record, the verbs give them.
"""

from __future__ import annotations

from contextlib import ExitStack, contextmanager

from standfast.context.view import views
from standfast.model.ids import ReceiptId
from standfast.model.kind import Kind
from standfast.model.memory import AboutMemory
from standfast.model.moment import render_time
from standfast.model.trust import Standing
from standfast.model.value import Value, plain
from standfast.recall.ask import Ask
from standfast.recall.rank import with_standing
from standfast.recall.receipts import Result, note_unrecorded
from standfast.recall.search import search
from standfast.standing.branches.work import work_of
from standfast.standing.catch_up import catch_up
from standfast.standing.memories import Judge, is_decided

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from datetime import datetime
    from typing import Any

    from standfast.context.context import Context
    from standfast.model.ids import MemoryId
    from standfast.model.memory import Link, Memory, Version
    from standfast.model.session import Excerpt
    from standfast.recall.ask import Hit, Ranking
    from standfast.recall.embed.contract import Embedder
    from standfast.standing.judged import Judged
    from standfast.store.contract import Partition
    from standfast.store.values import View
    from standfast.trust.use import Use


class Recalled(Value):
    """An answer and its receipt. `dense` says whether meaning counted, and if not, why."""

    receipt: ReceiptId | None
    results: tuple[Result, ...]
    withheld: int
    dense: str
    hidden: Mapping[str, int] = {}
    """How many more would have answered, by the status that keeps them back."""
    sessions: tuple[Excerpt, ...] = ()
    """Where past sessions speak of it, if no memory does."""
    read_as: Mapping[str, str] = {}
    """Words of the question that nothing here says, with the word of an answer that each was taken for."""

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain data."""
        record = {**super().to_dict(), **note_unrecorded(self.receipt)}
        return {name: value for name, value in record.items() if value or name not in ("sessions", "read_as")}

    def tell_read_as(self) -> list[str]:
        """Say which words of the question were read as others: an answer to another word must not pass for one."""
        return [f"Nothing here says “{word}”; read as “{other}”." for word, other in self.read_as.items()]


class Shown(AboutMemory):
    """One memory with what the repository says of it now, and how it was used, where that was asked for."""

    judged: Judged
    use: Use | None = None
    versions: tuple[Version, ...] = ()
    """What it said before, oldest first, where that was asked for."""
    replaced: tuple[Memory, ...] = ()
    """What it took the place of, where that was asked for."""

    @property
    def links(self) -> tuple[Link, ...]:
        """What it is linked to; what it took the place of it contradicts no longer."""
        settled = {older.id for older in self.replaced} | {self.memory.superseded_by}
        links = self.memory.content.links
        return tuple(link for link in links if link.kind != "contradicts" or link.target not in settled)

    def to_dict(self) -> dict[str, Any]:
        """Return the memory in full, as plain data."""
        memory, content, said = self.memory, self.memory.content, self.memory.feedback
        record: dict[str, Any] = {
            **memory.to_dict(),
            **self.judged.to_dict(),
            "confidence": memory.confidence,
            "sources": plain(memory.sources),
            "evidence": plain(content.evidence),
            "links": plain(self.links),
            "recorded_at": render_time(memory.version.recorded_at),
            "guard": content.guard or None,
            "feedback": {"helpful": said.helpful, "wrong": said.wrong, "stale": said.stale},
            "reason": memory.reason,
        }
        if memory.superseded_by:
            record["superseded_by"] = memory.superseded_by
        if memory.verified_at:
            record["verified_at"] = render_time(memory.verified_at)
        if content.expires_at:
            record["expires_at"] = render_time(content.expires_at)
        if content.kind is Kind.THREAD:
            record["work"] = work_of(memory).to_dict()
        if self.use is not None:
            record["use"] = self.use.to_dict()
        if self.replaced:
            record["replaces"] = [older.id for older in self.replaced]
        if self.versions:
            record["history"] = [_told(version) for version in self.versions]
        if memory.disputed_by:
            record["versions"] = [
                {"revision": version.revision, "text": version.content.text, "source": version.source.to_dict()}
                for version in (memory.version, *memory.disputed_by)
            ]
        return record


def _told(version: Version) -> dict[str, Any]:
    content = version.content
    told = {"revision": version.revision, "text": content.text, "why": content.why, "at": render_time(version.at)}
    return {**told, "source": version.source.to_dict()}


def recall_light(context: Context, query: str, *, limit: int) -> list[Result]:
    """Return what the hook path finds: words and places, nothing scanned, no receipt yet."""
    ask = Ask(query=query, limit=limit, now=context.clock.now(), light=True)
    catch_up(context)
    seen, judge = views(context), Judge(context, light=True)
    with one_look(seen):
        found = found_whole(search(seen, ask), None, limit)
        judge.look_ahead([memory for _, memory in found])
    return judge_results(found, judge)


def reopen_embedder(context: Context, model: str) -> Embedder | None:
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
    """Hold one snapshot of every partition, for one answer: within it nobody asks whether anything was written."""
    with ExitStack() as stack:
        for partition, _ in seen:
            stack.enter_context(partition.reading())
        yield


def found_whole(ranking: Ranking, as_of: datetime | None, limit: int) -> list[tuple[Hit, Memory]]:
    """Return the first of a ranking, whole; more than `limit` only where the code may make one of them sink."""
    first = ranking.hits[:limit]
    return whole(ranking.hits if any(item.document.place for item in first) else first, as_of)


def judge_results(found: Sequence[tuple[Hit, Memory]], judge: Judge) -> list[Result]:
    """Look at the code, and put what drifted after what holds; `judge` has looked ahead at what was found."""
    results: list[Result] = []
    for hit, memory in found:
        judged = judge(memory)
        # What a person decided keeps its place when the code changes under it: it is labelled, and waits in review.
        score = hit.score if is_decided(memory) else with_standing(hit.score, _counted(judged))
        scores = {**hit.scores, "standing": score - hit.score}
        results.append(Result(memory, score, scores, judged, hit.folded, hit.support))
    results.sort(key=lambda result: -result.score)
    return results


def _counted(judged: Judged) -> Standing:
    """Return the standing that counts in ranking: what rests on stale ground is no better than touched."""
    fine = judged.standing in {Standing.HOLDS, Standing.MOVED, Standing.UNANCHORED}
    return Standing.TOUCHED if judged.rests_on and fine else judged.standing


def whole(hits: Sequence[Hit], as_of: datetime | None = None) -> list[tuple[Hit, Memory]]:
    """Return each hit with its memory, as it is now or was then."""
    if as_of is not None:
        then = ((item, item.partition.memories.as_of(item.document.memory, as_of)) for item in hits)
        return [(hit, memory) for hit, memory in then if memory is not None]
    known: dict[str, dict[MemoryId, Memory]] = {}
    for partition in {item.partition.key: item.partition for item in hits}.values():
        wanted = [item.document.memory for item in hits if item.partition is partition]
        known[partition.key] = partition.memories.find_several(wanted)
    now = ((item, known[item.partition.key].get(item.document.memory)) for item in hits)
    return [(hit, memory) for hit, memory in now if memory is not None]
