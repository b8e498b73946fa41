"""The whole way with the clients' default permissions: from `setup` to a second session, without a flag.

Brief, remember, recall, the refusal of a guard, and the next session of the same client. Where a client offers its
model no tool that writes unless a flag lets it, nothing is written either: that is its own rule.
"""

from __future__ import annotations

import pytest

from tests.agents.clients import CLIENTS, MOVES, OLD_LINE, asked, program_of
from tests.agents.scripted_model import Model, Say, Use
from tests.agents.test_real_clients import NEW, OLD, Machine, _installed, machine, pytestmark

__all__ = ["_installed", "machine", "pytestmark"]

INCIDENT = "On 3 March prices were doubled because x was raised to two"
RULE = """{"id": "no-two", "severity": "block", "language": "python", "rule": {"pattern": "x = 2"},
"message": "Keep x at one.", "tests": {"caught": ["x = 2"], "passes": ["x = 1"]}}"""
WITHOUT_WRITING = {"gemini-cli", "qwen-code"}  # they offer no tool that writes where nobody can be asked


@pytest.mark.parametrize("name", list(CLIENTS))
def test_a_client_works_with_its_default_permissions_from_setup_to_the_next_session(
    machine: Machine, name: str
) -> None:
    client = CLIENTS[name]
    if not program_of(client).exists():
        pytest.skip(f"{name} is not installed for this system")
    assert not set(client.words) & set(client.free), "a flag would say what is allowed"
    machine.learn(OLD, kind="decision")
    with machine.memory() as memory:
        taught = memory.remember(INCIDENT, kind="gotcha")
        memory.guards.add(taught.id, RULE)
    tools, arguments = MOVES[name].edit
    noted = {"text": NEW, "kind": "convention"}
    script = [
        Use(("remember",), noted, meanwhile=client.meanwhile),
        Use(("recall",), {"query": "When are deploys frozen?"}),
        Use(tools, arguments(machine.file)),
        Say("All done."),
    ]
    with Model(script) as model:
        said = machine.session(client, model)
    assert OLD in model.asked[0], "the brief did not reach the model"
    assert NEW in model.asked[-1], said[-2000:]
    assert machine.file.read_text(encoding="utf-8").strip() == OLD_LINE
    if name in WITHOUT_WRITING:
        assert [step.tools for step in model.missing] == [tools]
    else:
        assert model.missing == []
        assert "Keep x at one." in model.asked[-1], "the guard's reason did not reach the model"
    with machine.memory() as memory:
        verbs = {receipt.verb for item in memory.sessions.list() for receipt in memory.why(item.id)}
        assert {"brief", "recall"} <= verbs
    with Model([Use(("recall",), {"query": "deploys frozen"}, meanwhile=client.meanwhile), Say("Noted.")]) as second:
        machine.session(asked(client, "Good evening, please go on."), second)
    assert NEW in second.asked[0], "the next session did not begin with what the first one remembered"
    assert second.missing == []
