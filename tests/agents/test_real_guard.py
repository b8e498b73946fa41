"""The story of a guard with a real client: the mistake is denied before it is written, the right version goes in."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.agents.clients import CLIENTS, program_of
from tests.agents.scripted_model import Model, Say, Use
from tests.agents.test_real_clients import Machine, _installed, machine, pytestmark

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["_installed", "machine", "pytestmark"]

INCIDENT = "On 3 March two refunds of one user ran at once because the lock was keyed by user_id"
RULE = """{"id": "payment-lock-key", "severity": "block", "language": "python",
"rule": {"pattern": "acquire_lock($KEY)"},
"constraints": {"KEY": {"not": {"regex": "payment_id"}}}, "message": "Key the lock by payment_id.",
"tests": {"caught": ["acquire_lock(user_id)"], "passes": ["acquire_lock(payment_id)"]}}"""
WRONG = "with acquire_lock(user_id):\n    pay()\n"
RIGHT = WRONG.replace("user_id", "payment_id")


def test_a_client_that_writes_the_mistake_is_told_of_the_incident_and_writes_it_right(machine: Machine) -> None:
    client = CLIENTS["claude-code"]
    if not program_of(client).exists():
        pytest.skip("claude-code is not installed for this system")
    with machine.memory() as memory:
        taught = memory.remember(INCIDENT, kind="gotcha", why="customers were paid twice")
        memory.add_guard(taught.id, RULE)
    target: Path = machine.project / "refunds.py"

    def untouched() -> None:
        assert not target.exists()

    script = [
        Use(("Write",), {"file_path": str(target), "content": WRONG}),
        Use(("Write",), {"file_path": str(target), "content": RIGHT}, before=untouched),
        Say("Done."),
    ]
    with Model(script) as model:
        said = machine.session(client._replace(words=(*client.words, "--allowedTools", "Write")), model)
    assert model.missing == []
    assert len(model.asked) >= 3, said[-2000:]
    assert INCIDENT in model.asked[1]
    assert "Key the lock by payment_id." in model.asked[1]
    assert target.read_text(encoding="utf-8") == RIGHT
