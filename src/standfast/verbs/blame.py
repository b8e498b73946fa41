"""Blame: where each line of a brief came from, of the one that would be given now or of what a session was given.

Owns the line with its origin. Must not leave a receipt: nothing is given to a session here. Neighbours: `brief` draws
what would be given, `show` finds receipts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from standfast.context.context import Context
from standfast.model.ids import MemoryId, OperationId
from standfast.model.memory import Memory, Version
from standfast.model.moment import render_time
from standfast.model.receipt import Given, Receipt
from standfast.model.trust import Standing, Status
from standfast.model.value import Value, plain
from standfast.moments.brief import draw
from standfast.recall.receipts import Result
from standfast.standing.memories import Judge
from standfast.verbs.show import receipts_of
from standfast.verbs.words import put_on_record

_ALWAYS = ("pinned", "recent", "changed")


class Origin(Value):
    """One line: the memory it says, the revision of it, and why it is there.

    `number` is its line in the text of the brief, or its rank on the receipt.

    `version` is None when the words were purged since; `memory` when the memory was purged or reverted.
    `standing` is what was said with the line, `now` what the repository says today.
    """

    number: int
    text: str
    id: MemoryId
    revision: int
    version: Version | None
    memory: Memory | None
    standing: Standing
    now: Standing | None
    because: str
    score: float
    scores: Mapping[str, float]

    @property
    def operation(self) -> OperationId | None:
        """The operation that brought these words."""
        return self.version.operation if self.version else None

    @property
    def status(self) -> Status | None:
        """What is decided about the memory now."""
        return self.memory.status if self.memory else None

    @property
    def commit(self) -> str:
        """The commit these words came from, or else the one their anchors were read at."""
        return commit_of(self.version) if self.version else ""

    def to_dict(self) -> dict[str, Any]:
        version, memory = self.version, self.memory
        return {
            "line": self.number,
            "text": self.text,
            "id": self.id,
            "revision": self.revision,
            "operation": self.operation,
            "source": version.source.to_dict() if version else None,
            "sources": plain(memory.sources) if memory else [],
            "session": version.source.session if version else "",
            "commit": self.commit or None,
            "at": render_time(version.at) if version else None,
            "recorded_at": render_time(version.recorded_at) if version else None,
            "kind": version.content.kind.value if version else None,
            "authority": memory.authority.word if memory else None,
            "status": memory.status.value if memory else None,
            "standing": self.standing.value,
            "because": self.because,
            "score": round(self.score, 6),
            "scores": {name: round(value, 6) for name, value in self.scores.items()},
            "now": {"revision": memory.revision, "standing": self.now.value if self.now else None} if memory else None,
        }


class Blamed(Value):
    """A brief with the origin of each line; with a receipt, what was given then."""

    text: str
    lines: tuple[Origin, ...]
    withheld: int
    tokens: int
    receipt: Receipt | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain data: the brief as it would be now, or what a receipt says was given."""
        record: dict[str, Any] = {"tokens": self.tokens, "withheld": self.withheld, "lines": plain(self.lines)}
        if self.receipt is None:
            return {"text": self.text, **record}
        given = self.receipt.to_dict()
        del given["given"]
        return {**given, "lines": record["lines"]}


def blame(context: Context, *, budget: int = 0, files: Sequence[str] = (), task: str = "") -> Blamed:
    """Return the brief as it would be given now, with where each line came from; an agent gets it on record."""
    drawn = draw(context, budget=budget or context.settings.brief_tokens, files=files, task=task)
    text = drawn.text.splitlines()
    lines: list[Origin] = []
    number = 0
    for row, item in zip(drawn.rows, drawn.results, strict=True):
        number = text.index(row, number) + 1
        lines.append(_of_result(item, number, row))
    put_on_record(context, {line.id: line.text for line in lines})
    return Blamed(drawn.text, tuple(lines), drawn.withheld, drawn.tokens)


def blame_given(context: Context, reference: str) -> list[Blamed]:
    """Return what a session, or one receipt, was given, with where each line came from."""
    judge = Judge(context)
    found: list[Blamed] = []
    for receipt in receipts_of(context, reference):
        lines = tuple(_of_given(context, judge, receipt, item) for item in receipt.given)
        found.append(Blamed("", lines, receipt.withheld, receipt.tokens, receipt))
    put_on_record(context, {line.id: line.text for blamed in found for line in blamed.lines if line.text})
    return found


def commit_of(version: Version) -> str:
    """Return the commit a revision came from: said by it, shown by it, or else the one its anchors were read at."""
    if version.source.kind == "commit":
        return version.source.name
    shown = [item.ref for item in version.content.evidence if item.kind == "commit"]
    read_at = [anchor.fingerprint.commit for anchor in version.content.anchors if anchor.fingerprint]
    return next((item for item in (*shown, *read_at) if item), "")


def _of_result(result: Result, number: int, row: str) -> Origin:
    memory, standing = result.memory, result.judged.standing
    because = _because("brief", result.scores)
    return Origin(
        number, row, memory.id, memory.revision, memory.version, memory, standing, standing, because, result.score,
        result.scores,
    )  # fmt: skip


def _of_given(context: Context, judge: Judge, receipt: Receipt, given: Given) -> Origin:
    memory, version = _find(context, given)
    return Origin(
        given.rank, _words(version) if version else "", given.memory, given.revision, version, memory, given.standing,
        judge(memory).standing if memory else None, _because(receipt.verb, given.scores), given.score, given.scores,
    )  # fmt: skip


def _find(context: Context, given: Given) -> tuple[Memory | None, Version | None]:
    """Return a memory as it is now, and the revision of it that was given, from where it lives if it has moved."""
    found: tuple[Memory | None, Version | None] = None, None
    for partition in context.partitions():
        versions = partition.memories.versions(given.memory)
        version = next((item for item in versions if item.revision == given.revision), None)
        memory = partition.memories.find(given.memory)
        if memory is not None and memory.status is not Status.RETRACTED:
            return memory, version
        if version is not None:
            found = memory, version
    return found


def _because(verb: str, scores: Mapping[str, float]) -> str:
    """Return why a line is there, in one word: how the brief chose it, or what it was found for."""
    for word in _ALWAYS:
        if word in scores:
            return word
    if scores.get("anchor", 0) > 0:
        return "files"
    return {"brief": "task", "inject": "prompt", "recall": "query"}.get(verb, verb)


def _words(version: Version) -> str:
    return " ".join(f"{version.content.lead}{version.content.text}".split())
