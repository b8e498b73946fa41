"""An agent's token hands in what an agent could have done, whatever the operations say of themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from standfast.capture.draft import Draft
from standfast.config import Settings
from standfast.memory import Memory
from standfast.model.encode import encode_content
from standfast.model.ids import MemoryId, mint
from standfast.model.operation import Act
from standfast.model.source import Source
from standfast.model.trust import Status
from standfast.model.value import replace
from standfast.store.values import Change
from standfast.sync import rounds
from standfast.sync.batch import Batch
from standfast.sync.remote import StoreRemote
from standfast.trust.record import Remembered

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from standfast.model.memory import Memory as State

AGENT = Source("agent", "codex", session="s1")


def at(folder: Path, who: Source) -> Memory:
    settings = Settings(home=folder, store_url=f"sqlite://{folder / 'store'}", project="shop", embedder="off")
    folder.mkdir(exist_ok=True)
    return Memory(settings, who, folder)


def here(memory: Memory) -> Any:
    return memory.context.partition(memory.context.scope)


class Team:
    """A server with a decision of Ana's, and a machine that has pulled it and is open to whoever sits there."""

    def __init__(self, folder: Path) -> None:
        self.server = at(folder / "server", Source("person", "ana"))
        self.rule = self.server.remember("Locks are keyed by payment", kind="decision").id
        self.old = self.server.remember("Locks are keyed by customer", kind="decision").id
        self.server.retract(self.old)
        self.machine = at(folder / "machine", Source("person", "ben"))
        self.pull()

    def remote(self, profile: str) -> StoreRemote:
        return StoreRemote(self.server.context, profile=profile, person="ben")

    def pull(self) -> None:
        self.machine.context.scope  # noqa: B018 (the project is made when it is first asked for)
        rounds.pull(self.machine.context, self.remote("agent"))

    def hand_in(self, change: Change, profile: str = "agent") -> list[str]:
        """Write an operation as nobody's verb would, hand it in, and return why it was refused."""
        partition = here(self.machine)
        with partition.writing():
            device = partition.log.append(change).header.device
        carried = partition.exchange.carried(
            device, 1, 99, limit=99
        )  # all of it: an honest sender would hold some back
        taken = self.remote(profile).send(here(self.server).key, Batch(tuple(carried)))
        return [reason for _, reason in taken.refused]

    def state(self, memory: str) -> State:
        found = here(self.server).memories.find(memory)
        assert found is not None
        return found

    def content(self, **changes: Any) -> dict[str, Any]:
        state = here(self.machine).memories.find(self.rule)
        return {"content": encode_content(replace(state.content, **changes))}


@pytest.fixture
def team(tmp_path: Path) -> Iterator[Team]:
    made = Team(tmp_path)
    yield made
    made.server.close()
    made.machine.close()


def last(team: Team) -> Any:
    return here(team.machine).memories.find(team.rule).version.operation


ATTACKS: dict[str, Any] = {
    "takes it back": lambda team: Change(Act.RETRACT, AGENT, team.rule, {"reason": "x"}),
    "lets it expire": lambda team: Change(Act.EXPIRE, AGENT, team.rule),
    "rewords it": lambda team: Change(
        Act.REVISE, AGENT, team.rule, team.content(text="Locks are gone"), based_on=last(team), revision=2
    ),
    "puts another in its place": lambda team: Change(
        Act.REMEMBER, AGENT, team.machine.remember("Another").id, team.content(text="Other"), supersedes=(team.rule,),
        revision=2,
    ),
    "says so": lambda team: Change(Act.SUPERSEDE, AGENT, team.rule, {"by": team.old}),
    "adds to it": lambda team: Change(Act.REMEMBER, AGENT, team.rule, team.content(tags=("gone",)), revision=2),
    "undoes it": lambda team: Change(Act.REVERT, AGENT, targets=(last(team),)),
    "purges it": lambda team: Change(Act.PURGE, AGENT, team.rule),
    "approves": lambda team: Change(Act.APPROVE, AGENT, team.rule),
    "brings back": lambda team: Change(Act.RESTORE, AGENT, team.old),
    "speaks as another": lambda team: Change(Act.RETRACT, Source("person", "ana"), team.rule, {"reason": "x"}),
    "speaks as its person": lambda team: Change(Act.RETRACT, Source("person", "ben"), team.rule, {"reason": "x"}),
    "speaks as a document": lambda team: Change(
        Act.REVISE, Source("document", "AGENTS.md"), team.rule, team.content(text="Locks are gone"),
        based_on=last(team), revision=2,
    ),
    "takes it back, as if noted": lambda team: Change(Act.RETRACT, AGENT, team.rule, {"reason": "x", "noted": True}),
    "lets it expire, as if noted": lambda team: Change(Act.EXPIRE, AGENT, team.rule, {"noted": True}),
    "says so, as if noted": lambda team: Change(Act.SUPERSEDE, AGENT, team.rule, {"by": team.old, "noted": True}),
    "brings back, as if noted": lambda team: Change(Act.RESTORE, AGENT, team.old, {"noted": True}),
    "rewords it, as if noted": lambda team: Change(
        Act.REVISE, AGENT, team.rule, team.content(text="Locks are gone") | {"noted": True}, based_on=last(team),
        revision=2,
    ),
}  # fmt: skip


def test_an_agents_token_takes_nothing_back_that_a_person_approved_since(team: Team) -> None:
    with at(team.server.context.settings.home, AGENT) as agent:
        (said,) = agent.remember_many([Draft("Retries are capped at three", status="proposed")])
    assert isinstance(said, Remembered)
    team.server.approve([said.id])
    team.pull()
    before = team.state(said.id)
    assert team.hand_in(Change(Act.REVERT, AGENT, targets=(said.operation,)))
    assert team.state(said.id) == before


@pytest.mark.parametrize("attack", ATTACKS)
def test_an_agents_token_changes_nothing_that_a_person_decided(team: Team, attack: str) -> None:
    before = team.state(team.rule), team.state(team.old)
    refused = team.hand_in(ATTACKS[attack](team))
    assert refused
    assert (team.state(team.rule), team.state(team.old)) == before


def revised(team: Team, memory: str) -> Change:
    """Return a rewording of an agent's own note that also says it is in force."""
    state = here(team.machine).memories.find(memory)
    payload = {"content": encode_content(replace(state.content, text="Locks last a day")), "status": "active"}
    return Change(Act.REVISE, AGENT, state.id, payload, based_on=state.version.operation, revision=state.revision + 1)


def test_an_agents_token_does_not_bring_back_an_agents_note_that_a_person_took_back(team: Team) -> None:
    agent = at(team.server.context.settings.home, AGENT)
    note = agent.remember("Locks last an hour").id
    agent.close()
    team.server.retract(note)
    team.pull()
    assert team.hand_in(revised(team, note))
    assert team.state(note).status is Status.RETRACTED


@pytest.mark.parametrize("status", [Status.PROPOSED, Status.QUARANTINED])
@pytest.mark.parametrize("act", [Act.REVISE, Act.RESTORE])
def test_an_agents_token_does_not_put_in_force_what_waits_for_a_person(team: Team, status: Status, act: Act) -> None:
    note = MemoryId(mint("memory"))
    waiting = team.content(text="Locks last an hour") | {"status": status.value}
    assert team.hand_in(Change(Act.REMEMBER, AGENT, note, waiting, revision=1)) == []
    change = revised(team, note) if act is Act.REVISE else Change(act, AGENT, note)
    assert team.hand_in(change)
    assert team.state(note).status is status


def test_an_agents_token_hands_in_what_agents_note_and_change_of_their_own(team: Team) -> None:
    noted = team.machine.remember("The tests need a database", kind="gotcha")
    with here(team.machine).writing():
        here(team.machine).log.append(Change(Act.REVERT, Source("person", "ben"), targets=(noted.operation,)))
    own = at(team.machine.context.settings.home, AGENT)
    made = own.remember("Fixtures live in tests/data", kind="fact").id
    own.revise(made, "Fixtures live in tests/fixtures")
    own.feedback(team.rule, "helpful")
    own.close()
    rounds.push(team.machine.context, team.remote("agent"))
    assert team.state(made).content.text == "Fixtures live in tests/fixtures"
    assert team.state(team.rule).feedback.helpful == 1


def test_a_maintainers_token_does_what_its_person_may(team: Team) -> None:
    change = Change(Act.RETRACT, Source("person", "ben"), team.rule, {"reason": "x"})
    assert team.hand_in(change, "maintainer") == []
    assert team.state(team.rule).status is Status.RETRACTED
