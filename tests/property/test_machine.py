"""A state machine over all operations, from several sessions at once, against a model that fits on a page."""

from __future__ import annotations

import shutil
import tempfile
from datetime import UTC, datetime, timedelta
from pathlib import Path

from hypothesis import HealthCheck, settings, strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    consumes,
    initialize,
    invariant,
    multiple,
    rule,
    run_state_machine_as_test,
)

from standfast import Memory
from standfast.config import Settings
from standfast.errors import NotFound
from standfast.model.moment import Clock
from standfast.model.source import Source
from standfast.store.values import View
from tests.postgres import drop_schema

WORDS = [f"{a}{b}ish" for a in "bdfgklmnprst" for b in ("ano", "eku", "ilo", "oru", "uba")]
SESSIONS = (
    Source("agent", "codex", session="s1"),
    Source("agent", "claude-code", session="s2"),
    Source("person", "ana"),
)
TEXT = st.lists(st.sampled_from(WORDS), min_size=2, max_size=4, unique=True)
AFTER = {"retract": "retracted", "restore": "active", "supersede": "superseded"}


class StepClock(Clock):
    def __init__(self) -> None:
        self.moment = datetime(2026, 1, 1, tzinfo=UTC)

    def now(self) -> datetime:
        self.moment += timedelta(seconds=1)
        return self.moment


class Model:
    """What should be there: a list of what happened, replayed in the plainest way."""

    def __init__(self) -> None:
        self.happened: list[tuple[str, str, tuple]] = []  # operation, act, arguments
        self.purged: set[str] = set()

    def undone(self) -> set[str]:
        undone: set[str] = set()
        for operation, act, args in reversed(self.happened):
            if act == "revert" and operation not in undone:
                undone.update(args)
        return undone

    def state(self) -> dict[str, tuple[str, str]]:
        """Return memory → (text, status)."""
        undone = self.undone()
        found: dict[str, tuple[str, str]] = {}
        for operation, act, args in self.happened:
            if operation in undone or act == "revert":
                continue
            memory = args[0]
            if act == "remember":
                text, olds = args[1], args[2]
                if memory not in found:
                    found[memory] = (text, "active")
                for old in olds:
                    if old in found:
                        found[old] = (found[old][0], "superseded")
            elif memory in found:
                text, status = found[memory]
                if act == "revise":
                    found[memory] = (args[1], status)
                else:
                    found[memory] = (text, AFTER[act])
        return {memory: seen for memory, seen in found.items() if memory not in self.purged}


class Machine(RuleBasedStateMachine):
    memories = Bundle("memories")
    operations = Bundle("operations")
    url = ""  # of a database; without one, a store of files

    @initialize()
    def begin(self) -> None:
        if self.url:
            drop_schema(self.url)
        self.home = Path(tempfile.mkdtemp(prefix="machine-"))
        self.clock = StepClock()
        options = Settings(
            home=self.home,
            store_url=self.url or f"sqlite://{self.home / 'store'}",
            project="machine",
            embedder="off",
            durability="normal",
        )
        self.open = [Memory(options, who, self.home, clock=self.clock) for who in SESSIONS]
        self.model = Model()
        self.used: set[str] = set()
        self.snapshots: list[tuple[datetime, dict[str, tuple[str, str]]]] = []

    def teardown(self) -> None:
        if hasattr(self, "open"):
            for memory in self.open:
                memory.close()
            shutil.rmtree(self.home)

    def text(self, words: list[str]) -> str:
        return " ".join(words)

    @rule(target=memories, who=st.integers(0, 2), words=TEXT)
    def remember(self, who: int, words: list[str]):
        text = self.text(words)
        if text in self.used:
            return multiple()
        self.used.add(text)
        done = self.open[who].remember(text)
        self.model.happened.append((done.operation, "remember", (done.id, text, ())))
        return done.id

    @rule(target=memories, old=memories, words=TEXT)
    def remember_instead(self, old: str, words: list[str]):
        text = self.text(words)
        if text in self.used or old not in self.model.state():
            return multiple()
        self.used.add(text)
        done = self.open[2].remember(text, supersedes=[old])
        self.model.happened.append((done.operation, "remember", (done.id, text, (old,))))
        return done.id

    @rule(target=operations, memory=memories, words=TEXT)
    def revise(self, memory: str, words: list[str]):
        text = self.text(words)
        if text in self.used or memory not in self.model.state():
            return multiple()
        self.used.add(text)
        done = self.open[2].revise(memory, text)
        self.model.happened.append((done.operation, "revise", (memory, text)))
        return done.operation

    @rule(target=operations, memory=memories)
    def retract(self, memory: str):
        if memory not in self.model.state():
            return multiple()
        done = self.open[2].retract(memory)
        self.model.happened.append((done.operation, "retract", (memory,)))
        return done.operation

    @rule(target=operations, memory=memories)
    def restore(self, memory: str):
        state = self.model.state()
        if memory not in state or state[memory][1] == "active":
            return multiple()
        done = self.open[2].restore(memory)
        self.model.happened.append((done.operation, "restore", (memory,)))
        return done.operation

    @rule(target=operations, old=memories, new=memories)
    def supersede(self, old: str, new: str):
        state = self.model.state()
        if old == new or old not in state or state.get(new, ("", ""))[1] != "active":
            return multiple()
        done = self.open[2].supersede(old, new)
        self.model.happened.append((done.operation, "supersede", (old,)))
        return done.operation

    @rule(target=operations, data=st.data())
    def revert(self, data):
        undone = self.model.undone()
        happened = self.model.happened
        possible = [operation for operation, _, args in happened if operation not in undone and self.lives(args)]
        if not possible:
            return multiple()
        chosen = data.draw(st.lists(st.sampled_from(possible), min_size=1, max_size=3, unique=True))
        done = self.open[2].revert(chosen)
        for item in done.reverts:
            self.model.happened.append((item, "revert", tuple(chosen)))
        return multiple(*done.reverts)

    def lives(self, args: tuple) -> bool:
        return not self.model.purged.intersection(args[:1])

    @rule()
    def revert_a_session(self):
        before = self.model.undone()
        mine = [operation for operation, act, args in self.model.happened if operation not in before]
        try:
            done = self.open[2].revert(session="s1")
        except NotFound:  # it has written nothing yet
            assert not any(partition.log.sessions("s1") for partition in self.open[2].context.partitions())
            return
        assert set(done.operations) <= set(mine)
        for revert in done.reverts:
            self.model.happened.append((revert, "revert", tuple(done.operations)))

    @rule(memory=consumes(memories))
    def purge(self, memory: str) -> None:
        try:
            done = self.open[2].purge([memory])
        except NotFound:
            return
        assert not done.proof.found
        self.model.purged.update(done.purged)

    @rule()
    def look_at_the_clock(self) -> None:
        self.snapshots.append((self.clock.now(), self.model.state()))

    @rule(who=st.integers(0, 2))
    def restart(self, who: int) -> None:
        old = self.open[who].context
        self.open[who].close()
        self.open[who] = Memory(old.settings, old.who, old.where, clock=self.clock)

    @rule()
    def reindex(self) -> None:
        self.open[0].maintenance.reindex()

    @invariant()
    def every_session_sees_what_should_be_there(self) -> None:
        if not hasattr(self, "open"):
            return
        expected = self.model.state()
        for memory in self.open:
            partition = memory.context.partition(memory.context.scope)
            stored = partition.memories.select(View(statuses=()))
            seen = {item.id: (item.content.text, item.status.value) for item in stored}
            assert seen == expected

    @invariant()
    def the_past_is_as_it_was(self) -> None:
        if not hasattr(self, "open"):
            return
        for moment, then in self.snapshots[-3:]:
            for memory, (text, status) in then.items():
                if memory not in self.model.purged:
                    past = self.open[0].show(memory, as_of=moment).memory
                    assert (past.content.text, past.status.value) == (text, status)

    @rule(word=st.sampled_from(WORDS))
    def recall_finds_all_that_is_current_and_nothing_else(self, word: str) -> None:
        current = {memory: text for memory, (text, status) in self.model.state().items() if status == "active"}
        expected = {memory for memory, text in current.items() if word in text.split()}
        found = self.open[1].recall(word, limit=100)
        ids = {item for result in found.results for item in (result.memory.id, *result.folded)}
        # What was said just before or after in the same session comes along; without an answer nothing does.
        assert expected <= ids <= (current.keys() if expected else set())

    @rule()
    def the_log_verifies(self) -> None:
        assert self.open[0].maintenance.problems() == []


LIMITS = settings(
    max_examples=12, stateful_step_count=25, deadline=None, suppress_health_check=list(HealthCheck), print_blob=True
)
TestMachine = Machine.TestCase
TestMachine.settings = LIMITS


def test_a_shared_store_does_the_same(database: str) -> None:
    class Shared(Machine):
        url = database

    run_state_machine_as_test(Shared, settings=settings(LIMITS, max_examples=6))
