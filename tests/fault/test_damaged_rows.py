"""A damaged row of a session, an event or a receipt costs that row, and doctor names it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import apsw
import pytest

from standfast import Memory
from standfast.model.session import EventKind
from standfast.model.source import Source
from standfast.verbs.capture import Report
from tests.fault.test_damage import file_of, open_memory

if TYPE_CHECKING:
    from pathlib import Path

AGENT = Source("agent", "codex", session="s1")
HARMS = (
    "UPDATE event SET body = CAST(x'ff41c3' AS TEXT) WHERE session = 's1' AND key = 'k1'",
    "UPDATE event SET kind = 'promqt' WHERE session = 's1' AND key = 'k1'",
    "UPDATE event SET files = '[\"a' WHERE session = 's1' AND key = 'k1'",
    "UPDATE event SET tool = CAST(x'ff' AS TEXT) WHERE session = 's1' AND key = 'k1'",
    "UPDATE event SET at = '2026-1x-16T' WHERE session = 's1' AND key = 'k1'",
    "UPDATE session SET agent = CAST(x'ff' AS TEXT) WHERE id = 's1'",
    "UPDATE session SET started_at = '20x6' WHERE id = 's1'",
    "UPDATE session SET ended_at = '20x6' WHERE id = 's1'",
    "UPDATE session SET events = -4 WHERE id = 's1'",
    "UPDATE receipt SET at = '20x6'",
    "UPDATE receipt SET verb = CAST(x'ff' AS TEXT)",
    "UPDATE given SET standing = 'unanchoree'",
    "UPDATE given SET scores = '{\"a'",
    "UPDATE given SET tokens = 'many'",
)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A home with two sessions of events, of which one was given something."""
    with open_memory(tmp_path) as memory:
        memory.remember("The walrus queue is drained before the backup")
        for session in ("s1", "s2"):
            for key in ("k1", "k2"):
                said = f"why does {key} hang?"
                memory.hooks.capture(Report(session=session, key=key, kind=EventKind.PROMPT, body=said))
    with Memory(memory.context.settings, AGENT, tmp_path) as memory:
        assert memory.recall("walrus queue").results
    return tmp_path


def said(memory: Memory) -> dict[str, list[str]]:
    """Return what the journal says of each session."""
    return {item.id: [event.body for event in memory.sessions.replay(item.id)[1]] for item in memory.sessions.list()}


@pytest.mark.parametrize("harm", HARMS)
def test_a_damaged_row_outside_the_log_is_named_and_the_rest_is_read(home: Path, harm: str) -> None:
    with open_memory(home) as memory:
        before = said(memory)
        assert memory.maintenance.problems() == []
    with apsw.Connection(str(file_of(home))) as file:
        file.execute(harm)
        assert file.changes()
    with open_memory(home) as memory:
        after = said(memory)
        assert after["s2"] == before["s2"]
        assert after["s1"][1:] == before["s1"][1:]
        assert memory.why("s1")
        assert memory.brief().text
        assert memory.purge(match="quibblefish").proof.found == 0
        assert memory.maintenance.problems()
        memory.maintenance.salvage()
    with open_memory(home) as memory:
        assert memory.maintenance.problems() == []
        assert memory.maintenance.losses()
        assert said(memory) == after
