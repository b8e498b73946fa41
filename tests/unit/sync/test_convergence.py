"""Five machines that work apart, with clocks hours off and lines that fail, end up with the same memory."""

from __future__ import annotations

import random
import subprocess
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from standfast.errors import UserError
from standfast.model.ids import MemoryId
from standfast.model.operation import Act
from standfast.model.session import Event, EventKind, Session
from standfast.model.trust import Status
from standfast.store.values import Change, View
from tests.unit.sync.replicas import Replica

if TYPE_CHECKING:
    from collections.abc import Iterator

STEPS = 110


@pytest.fixture(params=["folder", "postgres"])
def team(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a team's store, which nobody has used yet."""
    if request.param == "postgres":
        return str(request.getfixturevalue("fresh_database"))
    (tmp_path / "hub" / "store").mkdir(parents=True)
    return f"sqlite://{tmp_path / 'hub' / 'store'}"


@pytest.fixture
def replicas(tmp_path: Path) -> Iterator[list[Replica]]:
    made = [Replica(tmp_path / "machines", f"ana{number}", hours) for number, hours in enumerate((0, -7, 5, 23, -30))]
    yield made
    for replica in made:
        replica.close()


def act(replica: Replica, chance: random.Random, said: dict[str, str], purged: dict[str, str]) -> None:
    """Do something that a person does."""
    memory = replica.memory
    known = list(replica.partition.memories.select(View(statuses=())))
    what = chance.choice(("remember", "remember", "revise", "revise", "retract", "restore", "revert", "purge", "judge"))
    if what == "remember" or not known:
        words = f"{chance.getrandbits(64):016x} is what the {chance.choice(('lock', 'queue', 'cache'))} needs"
        said[memory.remember(words, kind="decision").id] = words
        return
    target = chance.choice(known)
    words = f"{chance.getrandbits(64):016x} is the newer word on it"
    if what == "revise" and target.status in {Status.ACTIVE, Status.DISPUTED}:
        memory.revise(target.id, words)
        said[target.id] += f"\n{words}"
    elif what == "retract" and target.status is Status.ACTIVE:
        memory.retract(target.id)
    elif what == "restore" and target.status is Status.RETRACTED:
        memory.restore(target.id)
    elif what == "judge" and target.status is Status.DISPUTED:
        memory.approve([target.id])
    elif what == "revert":
        memory.revert([memory.log(target.id)[0].operation.id])
    elif what == "purge" and chance.random() < 0.35:
        memory.purge([target.id])
        purged[target.id] = said[target.id]


def bytes_of(folder: Path, team: str) -> bytes:
    """Return every byte that any machine or the team keeps; of a database, what its own program writes out."""
    found = b"".join(path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file())
    if team.startswith("postgres"):
        import psycopg

        with psycopg.connect(team) as connection:
            programs = connection.execute("SELECT setting FROM pg_config() WHERE name = 'BINDIR'").fetchone()
        assert programs
        dump = subprocess.run([f"{programs[0]}/pg_dump", team], capture_output=True, check=True, timeout=120).stdout
        assert b"COPY standfast.operation" in dump
        found += dump
    return found


@pytest.mark.parametrize("seed", [11, 12, 13])
def test_five_machines_end_up_alike(team: str, replicas: list[Replica], tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    said: dict[str, str] = {}
    purged: dict[str, str] = {}
    for _ in range(STEPS):
        replica = chance.choice(replicas)
        with suppress(UserError):  # what cannot be met on that machine now
            act(replica, chance, said, purged)
        if chance.random() < 0.3:  # the rest of the time it is cut off
            chance.choice(replicas).sync(team, chance, bad=True)
        elif chance.random() < 0.1:
            chance.choice(replicas).crash(team, chance)
    assert sum(replica.crashes for replica in replicas), "the seed crashes nowhere"
    for _ in range(2):
        for replica in replicas:
            assert replica.sync(team, chance)
    states = [replica.state() for replica in replicas]
    assert all(state == states[0] for state in states)
    for memory in states[0]:
        made = [[item.id for item in replica.partition.log.of_memory(memory)] for replica in replicas]
        assert all(operations == made[0] for operations in made)
    assert [replica.memory.maintenance.problems() for replica in replicas] == [[]] * len(replicas)
    assert purged, "the seed purges nothing"
    assert not purged.keys() & states[0].keys()
    for memory, words in said.items():  # what was acknowledged is current, or in the log of who said it and undid it
        if memory not in purged:
            logged = [operation for replica in replicas for operation in replica.partition.log.of_memory(memory)]
            texts = {(item.payload or {}).get("content", {}).get("text") for item in logged}
            assert set(words.splitlines()) <= texts
    everything = bytes_of(tmp_path, team)
    for words in purged.values():
        for line in words.splitlines():
            assert line.split()[0].encode() not in everything


def test_the_revert_of_a_session_that_left_nothing_stays_here_and_stops_no_sync(
    team: str, replicas: list[Replica]
) -> None:
    here, there, *_ = replicas
    chance = random.Random(1)
    at = here.memory.context.clock.now()
    with here.partition.writing():
        session = Session("silent-one", "claude-code", at, at)
        here.partition.journal.record(session, [Event("silent-one", "1", EventKind.PROMPT, at, body="look around")])
    kept = here.memory.remember("The queue is drained before the cache is filled", kind="decision").id
    assert here.memory.revert(session="silent-one").reverts
    assert not here.memory.revert(session="silent-one").reverts, "once is enough"
    last = here.memory.remember("The cache is filled before the lock is taken", kind="decision").id
    for replica in (here, there, here):
        assert replica.sync(team, chance)
    assert set(there.state()) == {kept, last}
    assert there.state() == here.state()
    assert not here.partition.problems()
    assert not there.partition.problems()


def test_what_old_and_new_machines_call_wrong_is_the_same_on_all_of_them(
    replicas: list[Replica], tmp_path: Path
) -> None:
    (tmp_path / "hub" / "store").mkdir(parents=True)
    url, chance = f"sqlite://{tmp_path / 'hub' / 'store'}", random.Random(7)
    one, two = replicas[:2]
    old, new = (one.memory.remember(f"The {word} is keyed by user", kind="decision").id for word in ("lock", "queue"))
    for replica in (one, two):
        assert replica.sync(url, chance)
    with two.partition.writing():  # as a machine that was not updated writes it
        who = two.memory.context.who
        two.partition.log.append(Change(Act.FEEDBACK, who, MemoryId(old), {"verdict": "wrong", "note": ""}))
    one.memory.feedback(new, "wrong", note="by payment")
    for replica in (one, two, one):
        assert replica.sync(url, chance)
    assert one.state() == two.state()
    for replica in (one, two):
        found = replica.partition.memories.find_several([MemoryId(old), MemoryId(new)])
        assert [found[MemoryId(name)].status for name in (old, new)] == [Status.ACTIVE, Status.DISPUTED]
        assert replica.partition.differing() == []
