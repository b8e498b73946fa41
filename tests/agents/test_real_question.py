"""The question to the agent, with the real clients: asked once, after a sign; its answer rests on the user's turn."""

from __future__ import annotations

import pytest

from tests.agents.clients import CLIENTS, MOVES, Client, asked, program_of
from tests.agents.scripted_model import Model, Say, Step, Use
from tests.agents.test_real_clients import Machine, _installed, machine, pytestmark

__all__ = ["_installed", "machine", "pytestmark"]

PLAIN = "please rename the header component"
SIGN = "no, never touch the vendored stylesheets"
CLAIM = "Vendored stylesheets are never changed by hand"
QUESTION = "earlier the user said"


def _held(machine: Machine, client: Client, prompt: str, *steps: Step, again: bool = True) -> str:
    """Ask a client one thing, in the session at hand or in a new one; return the last that reached the model."""
    client = asked(client, prompt)
    client = client._replace(words=MOVES[client.name].resumed(client.words)) if again else client
    with Model([*steps, Say("Done.")]) as model:
        machine.session(client, model)
    assert model.missing == []
    return "\n".join(model.asked)


@pytest.mark.parametrize("name", list(CLIENTS))
def test_the_agent_is_asked_once_after_a_sign_and_its_answer_rests_on_the_users_turn(
    machine: Machine, name: str
) -> None:
    client = CLIENTS[name]
    if not program_of(client).exists():
        pytest.skip(f"{name} is not installed for this system")
    assert QUESTION not in _held(machine, client, PLAIN, again=False), "nothing was said that could outlive the task"
    assert QUESTION not in _held(machine, client, SIGN), "not while the user speaks of it"
    answer = Use(
        ("remember",),
        {"text": CLAIM, "kind": "convention", "why": "updates overwrite them"},
        meanwhile=client.meanwhile,
    )
    heard = _held(machine, client, "now the footer", answer)
    assert f"{QUESTION} “{SIGN}”" in heard
    before = heard.count(QUESTION)
    assert _held(machine, client, "and the sidebar").count(QUESTION) <= before, "it is not asked a second time"
    with machine.memory() as memory:
        memory.sessions.learn()
        (found,) = [item.memory for item in memory.recall(CLAIM, limit=1).results]
        (session,) = memory.sessions.list()
        assert found.content.text == CLAIM
        assert [item.ref.partition("/")[0] for item in found.content.evidence if item.kind == "turn"] == [session.id]
