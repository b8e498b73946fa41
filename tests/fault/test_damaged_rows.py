"""A damaged row of a session, an event or a receipt costs that row, and doctor names it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import apsw
import pytest

from standfast import Memory
from standfast.model.ids import ReceiptId
from standfast.model.receipt import GivenTurn
from standfast.model.session import EventKind
from standfast.model.source import Source
from standfast.model.value import replace
from standfast.verbs.capture import Report
from tests.fault.test_damage import file_of, open_memory

if TYPE_CHECKING:
    from pathlib import Path

AGENT = Source("agent", "codex", session="s1")
HARMS = (
    "UPDATE event SET body = CAST(x'ff41c3' AS TEXT) WHERE session = 's1' AND key = 'k1'",
    "UPDATE event SET body = replace(body, 'hang', 'sing') WHERE session = 's1' AND key = 'k1'",
    "UPDATE event SET kind = 'answer' WHERE session = 's1' AND key = 'k1'",
    "UPDATE event SET sum = sum + 1 WHERE session = 's1' AND key = 'k1'",
    "UPDATE event SET kind = 'promqt' WHERE session = 's1' AND key = 'k1'",
    "UPDATE event SET files = '[\"a' WHERE session = 's1' AND key = 'k1'",
    "UPDATE event SET tool = CAST(x'ff' AS TEXT) WHERE session = 's1' AND key = 'k1'",
    "UPDATE event SET at = '2026-1x-16T' WHERE session = 's1' AND key = 'k1'",
    "UPDATE session SET agent = CAST(x'ff' AS TEXT) WHERE id = 's1'",
    "UPDATE session SET started_at = '20x6' WHERE id = 's1'",
    "UPDATE session SET ended_at = '20x6' WHERE id = 's1'",
    "UPDATE session SET events = -4 WHERE id = 's1'",
    "UPDATE session SET events = 1 WHERE id = 's1'",
    "UPDATE session SET cwd = '/elsewhere' WHERE id = 's1'",
    "UPDATE session SET branch = 'other' WHERE id = 's1'",
    "UPDATE session SET outcome = 'done' WHERE id = 's1'",
    "UPDATE session SET agent = 'other' WHERE id = 's1'",
    "UPDATE session SET last_at = '2031-01-01T00:00:00.000000Z' WHERE id = 's1'",
    "UPDATE session SET tokens = 77 WHERE id = 's1'",
    "UPDATE receipt SET at = '20x6'",
    "UPDATE receipt SET verb = CAST(x'ff' AS TEXT)",
    "UPDATE given SET standing = 'unanchoree'",
    "UPDATE given SET scores = '{\"a'",
    "UPDATE given SET tokens = 'many'",
)
HARMED_KEYS = (
    "UPDATE receipt SET id = CAST(x'ff' || id AS TEXT)",
    "UPDATE receipt SET session = CAST(session || x'fe' AS TEXT)",
    "UPDATE given SET memory = CAST(memory || x'ff6d36' AS TEXT)",
    "UPDATE given SET rank = -rank",
    "UPDATE given_turn SET session = CAST(x'ff' || session AS TEXT)",
    "UPDATE given_turn SET turn = CAST(turn || x'c3' AS TEXT)",
    "UPDATE given_turn SET rank = 'x' || rank",
    "UPDATE event SET session = CAST(x'ff' || session AS TEXT) WHERE session = 's1'",
    "UPDATE event SET key = CAST('k' || CASE key WHEN 'k1' THEN x'fe' ELSE x'ff' END AS TEXT) WHERE session = 's1'",
    "UPDATE session SET id = CAST('s' || x'ff' AS TEXT) WHERE id = 's1'",
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


@pytest.mark.parametrize("harm", HARMED_KEYS)
def test_a_damaged_key_is_repaired_once_and_for_all(home: Path, harm: str) -> None:
    with open_memory(home) as memory:
        partition = memory.context.partition(memory.context.scope)
        receipt = partition.receipts.of_session("s1")[0]
        turns = tuple(GivenTurn("s2", key, rank, 0.5, 3) for rank, key in enumerate(("k1", "k2"), 1))
        with partition.writing():
            partition.receipts.record(replace(receipt, id=ReceiptId("r000000-0000009"), given=(), turns=turns))
        before = said(memory)
    with apsw.Connection(str(file_of(home))) as file:
        file.execute(harm)
        assert file.changes()
    with Memory(memory.context.settings, AGENT, home) as reader:
        assert reader.brief().text
        assert reader.recall("walrus queue").results
    kept = counts(home)
    with open_memory(home) as memory:
        assert memory.maintenance.problems()
        assert memory.maintenance.salvage()
        noted = memory.maintenance.losses()
        assert noted
    with open_memory(home) as memory:
        assert memory.maintenance.problems() == []
        assert memory.maintenance.salvage() == []
        assert memory.maintenance.losses() == noted
        assert said(memory)["s2"] == before["s2"]
    assert counts(home) == kept


def counts(home: Path) -> dict[str, int]:
    """Return how many rows the tables have."""
    tables = ("session", "event", "receipt", "given", "given_turn")
    with apsw.Connection(str(file_of(home))) as file:
        return {table: file.execute(f"SELECT count(*) FROM {table}").get for table in tables}


def test_events_and_sessions_without_sums_are_not_called_damaged(home: Path) -> None:
    with apsw.Connection(str(file_of(home))) as file:
        file.execute("UPDATE event SET sum = NULL")
        file.execute("UPDATE session SET kept = NULL, sum = NULL")
    with open_memory(home) as memory:
        assert memory.maintenance.problems() == []
        memory.hooks.capture(Report(session="s1", key="k9", kind=EventKind.PROMPT, body="why does \x00 it\ud800 hang?"))
        assert memory.maintenance.problems() == []


def test_damage_is_not_hidden_by_what_a_session_says_next(home: Path) -> None:
    with apsw.Connection(str(file_of(home))) as file:
        file.execute("UPDATE session SET branch = 'other' WHERE id = 's1'")
    with open_memory(home) as memory:
        memory.hooks.capture(Report(session="s1", key="k9", kind=EventKind.PROMPT, body="why?"))
        memory.hooks.capture(Report(session="s1", key="k10", kind=EventKind.END, body=""))
        assert memory.maintenance.problems()
        memory.maintenance.salvage()
    with open_memory(home) as memory:
        assert memory.maintenance.problems() == []
