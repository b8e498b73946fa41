"""A state machine over learning, conflict, decision, expiry, outcome and threshold: whatever happens, this holds.

Replaying the log gives the live state; what was superseded is never given as current; an operation or a session that is
reverted leaves recall as it was; what only sessions said is nobody's decision.
"""

from __future__ import annotations

import json
import shutil
import tempfile
from datetime import UTC, datetime, timedelta
from pathlib import Path

from hypothesis import HealthCheck, settings, strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, initialize, invariant, rule

from standfast import Memory
from standfast.config import Settings
from standfast.errors import StandfastError
from standfast.learn.session.belief.promotion import promote
from standfast.learn.session.finding import is_said
from standfast.model.fold import effective, fold
from standfast.model.moment import Clock
from standfast.model.operation import Act, Operation
from standfast.model.session import Event, EventKind, Session
from standfast.model.source import Source
from standfast.model.trust import Status
from standfast.store.values import Change, LogFilter, View
from standfast.trust.life import MISLED, fade
from standfast.trust.threshold import asks_first

THINGS = ("Heron locks", "Otter queues", "Owl reports")
VALUES = ("payment_id", "user_id", "order_id")
ANA, CODEX, TAUGHT = (
    Source("person", "ana"),
    Source("agent", "codex", session="s1"),
    Source("session", "s2", session="s2"),
)
WORDS = st.tuples(st.sampled_from(THINGS), st.sampled_from(VALUES)).map(
    lambda pair: f"{pair[0]} are keyed by {pair[1]}"
)


class JumpClock(Clock):
    def __init__(self) -> None:
        self.moment = datetime(2026, 1, 1, tzinfo=UTC)

    def now(self) -> datetime:
        self.moment += timedelta(seconds=1)
        return self.moment


class Governance(RuleBasedStateMachine):
    """One store, a person, an agent, and time that passes."""

    memories: Bundle[str] = Bundle("memories")

    @initialize(asks=st.sampled_from([(), ("agent decision",), ("everything",)]))
    def begin(self, asks: tuple[str, ...]) -> None:
        self.home = Path(tempfile.mkdtemp(prefix="standfast-governance-"))
        self.clock = JumpClock()
        options = Settings(
            home=self.home, store_url=f"sqlite://{self.home / 's'}", project="p", embedder="off", review=list(asks)
        )
        self.people = {who.kind: Memory(options, who, self.home, clock=self.clock) for who in (ANA, CODEX)}
        self.partition = self.people["person"].context.partition(self.people["person"].context.scope)

    def teardown(self) -> None:
        for memory in getattr(self, "people", {}).values():
            memory.close()
        shutil.rmtree(getattr(self, "home", ""), ignore_errors=True)

    def current(self) -> list[tuple[str, str]]:
        found = self.people["person"].recall("keyed by", limit=50).results
        return sorted((item.memory.id, item.memory.content.text) for item in found)

    @rule(
        target=memories,
        who=st.sampled_from(["person", "agent"]),
        text=WORDS,
        kind=st.sampled_from(["fact", "decision"]),
    )
    def remember(self, who: str, text: str, kind: str) -> str:
        return self.people[who].remember(text, kind=kind).id

    @rule(target=memories, old=memories, text=WORDS, who=st.sampled_from(["person", "agent"]))
    def succeed(self, old: str, text: str, who: str) -> str:
        try:
            return self.people[who].remember(text, supersedes=[old]).id
        except StandfastError:
            return old

    @rule(
        memory=memories,
        other=memories,
        who=st.sampled_from(["person", "agent"]),
        act=st.sampled_from(["approve", "reject", "retract", "restore", "verify", "supersede", "helpful", "wrong"]),
    )
    def decide(self, memory: str, other: str, who: str, act: str) -> None:
        actor = self.people[who]
        try:
            if act in {"approve", "reject"}:
                getattr(actor, act)([memory])
            elif act == "supersede":
                actor.supersede(memory, other)
            elif act in {"helpful", "wrong"}:
                actor.feedback(memory, act)
            else:
                getattr(actor, act)(memory)
        except StandfastError:
            pass  # refused: then nothing may have changed, which the invariants see

    @rule(text=WORDS, number=st.integers(3, 6))
    def a_session_says(self, text: str, number: int) -> None:
        self.session(f"s{number}", f"No, {text}, always")

    @rule(target=memories, text=WORDS)
    def tell(self, text: str) -> str:
        """Ask in a live prompt that something be remembered."""
        agent = self.people["agent"]
        before = self.last()
        agent.hooks.heed(f"Remember that {text}", "p1")
        last = self.last()
        return str(last.header.memory) if last and last != before and last.header.memory else agent.remember(text).id

    @rule(text=WORDS, who=st.sampled_from(["person", "agent"]), days=st.sampled_from([1, 60]))
    def say_until(self, text: str, who: str, days: int) -> None:
        self.people[who].remember(text, expires=(self.clock.now() + timedelta(days=days)).isoformat())

    @rule(text=WORDS)
    def a_session_that_is_reverted_leaves_recall_as_it_was(self, text: str) -> None:
        promote(self.people["person"].context, self.partition)  # what was due anyway is done first
        before = self.current()
        self.session("s9", f"No, {text}, always")
        self.people["person"].revert(session="s9")
        assert self.current() == before

    def session(self, name: str, prompt: str) -> None:
        """Let an agent do something, a person answer it, and the session be learned from."""
        now = self.clock.now()
        work = json.dumps({"input": {"file_path": "a.py"}, "failed": False})
        told = [(EventKind.PROMPT, "go on", ""), (EventKind.TOOL, work, "Edit"), (EventKind.PROMPT, prompt, "")]
        events = [
            Event(name, f"{now.timestamp()}-{place}", kind, now, tool, body, ("a.py",) if tool else ())
            for place, (kind, body, tool) in enumerate(told)
        ]
        with self.partition.writing():
            self.partition.journal.record(Session(name, "codex", now, now), events)
            self.partition.journal.close(name, now, "ended")
        self.people["agent"].sessions.learn(name)

    def last(self) -> Operation | None:
        return next(iter(self.partition.log.iterate(LogFilter(), limit=1)), None)

    @rule(memory=memories)
    def mislead(self, memory: str) -> None:
        if self.partition.memories.find(memory) is not None:
            with self.partition.writing():
                self.partition.log.append(
                    Change(Act.FEEDBACK, TAUGHT, memory, {"verdict": MISLED, "note": "corrected"})
                )

    @rule(days=st.sampled_from([1, 40, 200, 400]))
    def wait(self, days: int) -> None:
        self.clock.moment += timedelta(days=days)
        fade(self.partition, self.clock.now())
        promote(self.people["person"].context, self.partition)

    @rule()
    def hold_everything_against_everything(self) -> None:
        self.people["person"].review(conflicts=True)

    @rule(text=WORDS, kind=st.sampled_from(["fact", "decision"]))
    def an_operation_that_is_reverted_leaves_recall_as_it_was(self, text: str, kind: str) -> None:
        before = self.current()
        done = self.people["agent"].remember(text, kind=kind)
        if done.operation:
            self.people["person"].revert([done.operation])
        assert self.current() == before

    @rule()
    def reverting_the_last_operation_twice_changes_nothing(self) -> None:
        last = next(iter(self.partition.log.iterate(LogFilter(), limit=1)), None)
        if last is not None and not self.partition.log.is_reverted(last.id):
            before = self.current()
            done = self.people["person"].revert([last.id])
            self.people["person"].revert(list(done.reverts))
            assert self.current() == before

    @invariant()
    def replaying_the_log_gives_the_live_state(self) -> None:
        for memory in self.partition.memories.select(View(statuses=())):
            operations = self.partition.log.of_memory(memory.id)
            replayed = fold(
                memory.id, effective(operations, self.partition.log.reverts_of(item.id for item in operations))
            )
            assert replayed == memory

    @invariant()
    def what_was_superseded_is_never_given_as_current(self) -> None:
        states = {item.id: item for item in self.partition.memories.select(View(statuses=()))}
        given = [states[identity] for identity, _ in self.current()]
        assert all(item.status is Status.ACTIVE or is_said(item) for item in given)

    @invariant()
    def what_only_sessions_said_is_nobodys_decision(self) -> None:
        for memory in self.partition.memories.select(View(statuses=(Status.ACTIVE,))):
            asked = self.partition.log.of_memory(memory.id)
            decided = any(item.header.source.is_person for item in asked)
            assert decided or not memory.is_decided

    @invariant()
    def what_a_person_asked_to_see_first_is_in_force_only_after_their_word(self) -> None:
        for memory in self.partition.memories.select(View(statuses=(Status.ACTIVE,))):
            if asks_first(self.people["person"].context.settings.review, memory.content, memory.source):
                asked = self.partition.log.of_memory(memory.id)
                assert any(item.header.source.is_person for item in asked)

    @invariant()
    def what_a_person_decided_never_ends_by_silence(self) -> None:
        for memory in self.partition.memories.select(View(statuses=(Status.EXPIRED,))):
            assert not memory.is_decided or memory.content.expires_at is not None


Governance.TestCase.settings = settings(
    max_examples=25, stateful_step_count=25, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck)
)
TestGovernance = Governance.TestCase
