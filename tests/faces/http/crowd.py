"""A crowd: many memories and sessions, written straight into the store, for what has to stay quick with many."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from standfast.config import load_settings
from standfast.context.context import Context
from standfast.model.anchor import parse_anchor
from standfast.model.encode import encode_content
from standfast.model.ids import MemoryId, mint
from standfast.model.kind import Kind
from standfast.model.memory import Anchored, Content
from standfast.model.moment import Clock
from standfast.model.operation import Act
from standfast.model.session import Event, EventKind, Session
from standfast.model.source import Source
from standfast.store.values import Change

if TYPE_CHECKING:
    from pathlib import Path

KINDS = tuple(Kind)[:6]
BATCH = 5000


def crowd(home: Path, repository: Path, *, memories: int, sessions: int) -> None:
    """Fill the store of a repository, as fast as the log takes it; nothing is screened, nothing is embedded."""
    agent = Source("agent", "claude-code", "s-0")
    context = Context(
        load_settings({"STANDFAST_HOME": str(home), "STANDFAST_EMBEDDER": "off"}), agent, repository, Clock()
    )
    partition = context.store.partition(context.scope.partition)
    began = datetime.now(UTC) - timedelta(days=300)
    for first in range(0, memories, BATCH):
        with partition.writing():
            for number in range(first, min(first + BATCH, memories)):
                at = began + timedelta(days=300 * number / memories)
                content = Content(
                    kind=KINDS[number % len(KINDS)],
                    text=f"Worker {number} retries what queue {number % 97} gives it {number % 7} times, then stops",
                    scope=context.scope,
                    tags=(f"queue-{number % 97}",),
                    anchors=(Anchored(parse_anchor(f"src/queue_{number % 400}.py")),) if number % 20 == 0 else (),
                )
                memory = MemoryId(mint("memory", seconds=at.timestamp()))
                source = Source("agent", "claude-code", f"s-{number % max(1, sessions)}")
                partition.log.append(
                    Change(Act.REMEMBER, source, memory, {"content": encode_content(content)}, at=at, revision=1)
                )
    for first in range(0, sessions, BATCH):
        with partition.writing():
            for number in range(first, min(first + BATCH, sessions)):
                at = began + timedelta(days=300 * number / max(1, sessions))
                session = Session(f"s-{number}", "claude-code", at, at, str(repository), "main", at, "exit", 2, 0)
                prompt = Event(session.id, f"k{number}", EventKind.PROMPT, at, "", f"Why does worker {number} stop?")
                partition.journal.record(session, [prompt])
    context.close()
