"""What came after a memory was given to a session."""

from __future__ import annotations

from pathlib import Path

from standfast.config import Settings
from standfast.learn.session.failure import fingerprint_failure
from standfast.learn.session.outcome import find_contradicted
from standfast.learn.session.turns import read_turns
from standfast.memory import Memory
from standfast.model.ids import MemoryId
from standfast.model.source import Source
from tests.unit.learn.session.test_deeds import START, Journal


def test_a_command_that_fails_as_a_memory_says_does_not_speak_against_it(tmp_path: Path) -> None:
    refused = "error: unknown flag: --no-pager"
    words = f"`ship status --no-pager` fails here ({refused}); `ship status` worked."
    settings = Settings(home=tmp_path, store_url=f"sqlite://{tmp_path / 'store'}")
    with Memory(settings, Source("person", "ana"), tmp_path) as memory:
        tag = fingerprint_failure("ship status --no-pager", refused).tag
        kept = MemoryId(memory.remember(words, kind="gotcha", anchors=["cmd:ship status"], tags=[tag]).id)
        given = [(memory.context.partition(memory.context.scope).memories.find_several([kept])[kept], START)]
    again = Journal().says("go").runs("ship status --no-pager", refused, code=1)
    assert find_contradicted(read_turns(again.events), given) == []
    again.runs("ship status", "error: no harbour", code=1)
    assert [outcome.how for outcome in find_contradicted(read_turns(again.events), given)] == ["failed"]
