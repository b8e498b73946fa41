"""The journal keeps itself in bounds: abandoned sessions are closed, what is too old or too much goes."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from standfast.config import load_settings
from standfast.memory import Memory
from standfast.model.moment import Clock
from standfast.model.session import EventKind
from standfast.model.source import Source
from standfast.verbs.capture import Report

if TYPE_CHECKING:
    from datetime import datetime

    from tests.faces.hooks.conftest import Shop


class Past(Clock):
    """A clock that stands some days back."""

    def __init__(self, days: float) -> None:
        self._days = days

    def now(self) -> datetime:
        return super().now() - timedelta(days=self._days)


def record(shop: Shop, session: str, days: float, events: int = 1) -> None:
    who = Source("agent", "codex", session=session)
    with Memory(load_settings(shop.env), who, shop.folder, clock=Past(days)) as memory:
        for number in range(events):
            memory.hooks.capture(
                Report(session=session, key=f"k{number}", kind=EventKind.PROMPT, body=f"prompt {number}")
            )


def test_a_session_that_never_said_its_end_is_closed_when_the_next_one_starts(shop: Shop) -> None:
    record(shop, "abandoned", 3)
    record(shop, "alive", 0.1)
    shop.fire(shop.told("claude-code/SessionStart"))
    with shop.memory() as memory:
        ended = {item.id: item.ended_at is not None for item in memory.sessions.list()}
    assert ended["abandoned"]
    assert not ended["alive"]


def test_events_that_are_too_old_or_too_many_are_let_go_the_oldest_first(shop: Shop) -> None:
    shop.home.mkdir(exist_ok=True)
    (shop.home / "config.toml").write_text("journal_days = 30\njournal_events = 5\n")
    record(shop, "ancient", 40, events=3)
    record(shop, "busy", 2, events=8)
    shop.fire(shop.told("claude-code/SessionStart"))
    with shop.memory() as memory:
        events = [event for item in memory.sessions.list() for event in memory.sessions.replay(item.id)[1]]
        kept = [event for event in events if event.kind is not EventKind.NOTE]
        assert {item.id for item in memory.sessions.list()} >= {"busy"}
    bodies = [event.body for event in kept if event.kind is EventKind.PROMPT]
    assert "prompt 0" not in bodies
    assert "prompt 7" in bodies
    assert 0 < len(kept) <= 6
