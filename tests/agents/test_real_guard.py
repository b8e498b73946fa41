"""Guards with the real clients: the mistake is denied before it is written, and no commit of theirs carries it."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

import pytest

from tests.agents.clients import CLIENTS, asked, program_of
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


def _guard(machine: Machine) -> None:
    with machine.memory() as memory:
        taught = memory.remember(INCIDENT, kind="gotcha", why="customers were paid twice")
        memory.guards.add(taught.id, RULE)


def test_a_client_that_writes_the_mistake_is_told_of_the_incident_and_writes_it_right(machine: Machine) -> None:
    client = CLIENTS["claude-code"]
    if not program_of(client).exists():
        pytest.skip("claude-code is not installed for this system")
    _guard(machine)
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


@pytest.mark.parametrize("name", list(CLIENTS))
def test_no_shell_of_a_client_that_may_run_one_writes_or_commits_the_mistake(machine: Machine, name: str) -> None:
    client = asked(CLIENTS[name], "Commit it", free=True)  # without leave a client runs no shell: that is its own rule
    if not program_of(client).exists():
        pytest.skip(f"{name} is not installed for this system")
    _guard(machine)
    machine.standfast("init", "--yes")
    tools, shell = client.shell
    target = machine.project / "refunds.py"

    def by_hand() -> None:
        assert not target.exists(), "written through the shell"
        target.write_text(WRONG)

    who = "-c user.name=Ana -c user.email=ana@example.net"
    script = [
        Use(tools, shell("printf 'with acquire_lock(user_id):\\n    pay()\\n' > refunds.py")),
        Use(tools, shell(f"git add -A && git {who} commit -q -m 'Refunds'"), before=by_hand),
        Say("Done."),
    ]
    with Model(script) as model:
        said = machine.session(client, model)
    assert model.missing == [], said[-2000:]
    assert "Key the lock by payment_id." in model.asked[1]
    assert model.asked[2].count("payment-lock-key") > model.asked[1].count("payment-lock-key")
    held = subprocess.run(
        ["git", "log", "--all", "-1"], cwd=machine.project, env=machine.env, capture_output=True, check=False
    )
    assert b"Refunds" not in held.stdout
