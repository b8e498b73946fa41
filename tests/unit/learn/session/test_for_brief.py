"""What was said in sessions and waits, among other things that wait."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from standfast.config import Settings
from standfast.learn.session.belief.for_brief import find_said
from standfast.memory import Memory
from standfast.model.encode import encode_content
from standfast.model.ids import MemoryId, mint
from standfast.model.kind import Kind
from standfast.model.memory import Content
from standfast.model.operation import Act
from standfast.model.source import Source
from standfast.store.values import Change

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SAID = Source("session", "claude-code", session="s0", turn="t1")
NOTED = Source("agent", "codex", session="s1")
RULE = "Always export the ledger as CSV before the audit"


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Memory]:
    settings = Settings(home=tmp_path, store_url=f"sqlite://{tmp_path / 'store'}", project="shop", embedder="off")
    with Memory(settings, Source("agent", "codex", session="s2"), tmp_path) as opened:
        yield opened


def wait(memory: Memory, source: Source, *texts: str) -> None:
    context = memory.context
    partition = context.partition(context.scope)
    with partition.writing():
        for text in texts:
            content = Content(Kind.PREFERENCE, text, context.scope)
            payload = {"content": encode_content(content), "status": "proposed"}
            partition.log.append(Change(Act.REMEMBER, source, MemoryId(mint("memory")), payload, revision=1))


@pytest.mark.parametrize("others", [0, 3, 80])
def test_what_was_said_is_found_however_many_others_wait(memory: Memory, others: int) -> None:
    wait(memory, SAID, RULE)
    wait(memory, NOTED, *(f"The gateway keeps parcel {number} for a week" for number in range(others)))
    found = find_said(memory.context, "how do we export the ledger before the audit?", limit=3)
    assert [result.memory.content.text for result in found] == [RULE]


@pytest.mark.parametrize("others", [1, 80])
def test_what_an_agent_noted_and_waits_was_not_said(memory: Memory, others: int) -> None:
    wait(memory, NOTED, *(f"{RULE} number {number}" for number in range(others)))
    assert find_said(memory.context, "how do we export the ledger before the audit?", limit=3) == []
