"""The question to the person over HTTP, with the one real client that offers to ask its user: Codex.

Without a terminal it declines for them at once. That is an answer: the call goes on, and nobody is asked again.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from standfast.learn.session.belief.asking import ASKED
from tests.agents.clients import CLIENTS, MOVES, asked, program_of
from tests.agents.scripted_model import Model, Say, Step, Use
from tests.agents.test_real_clients import Machine, _installed, machine, pytestmark

__all__ = ["_installed", "machine", "pytestmark"]

CODEX = CLIENTS["codex"]
PLAIN = "please rename the header component"
SIGN = "no, never touch the vendored stylesheets"
QUESTION = "earlier the user said"
_SERVER = re.compile(r"(?ms)^\[mcp_servers\.standfast\]\n.*?(?=^\[|\Z)")


def _ask(machine: Machine, url: str, token: str, prompt: str, *steps: Step, again: bool = True) -> str:
    """Ask Codex one thing, with the server over HTTP; return the last that reached the model."""
    client = asked(CODEX, prompt)
    client = client._replace(words=MOVES["codex"].resumed(client.words)) if again else client
    with Model([*steps, Say("Done.")]) as model:
        client.prepare(machine.home, machine.project, model.url)
        machine.standfast("setup", "codex", "--yes", "--trust-folder")
        config = machine.home / ".codex" / "config.toml"
        server = f'[mcp_servers.standfast]\nurl = "{url}/mcp"\nbearer_token_env_var = "STANDFAST_SEAT"\n\n'
        config.write_text(_SERVER.sub(server, config.read_text()))
        done = subprocess.run(
            [str(program_of(client)), *client.words],
            cwd=machine.project,
            env={**machine.env, **client.variables(model.url), "STANDFAST_SEAT": token},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
            timeout=180,
        )
    assert done.returncode == 0, done.stdout[-2000:]
    assert model.missing == []
    return model.asked[-1]


@pytest.mark.skipif(sys.platform != "linux", reason="programs are found by the tables of Linux")
def test_codex_is_asked_over_http_at_the_call_after_a_sign_and_its_answer_counts(machine: Machine) -> None:
    if not program_of(CODEX).exists():
        pytest.skip("codex is not installed for this system")
    words = [str(machine.program), "serve", "--port", "0", "--json"]
    with subprocess.Popen(words, cwd=machine.project, env=machine.env, stdout=subprocess.PIPE) as server:
        try:
            assert server.stdout is not None
            told = json.loads(server.stdout.readline())
            seat = (told["url"], Path(told["agent_token_file"]).read_text().strip())
            _ask(machine, *seat, PLAIN, again=False)
            call = Use(("recall",), {"query": "stylesheets"}, meanwhile=CODEX.meanwhile)
            assert QUESTION not in _ask(machine, *seat, SIGN, call)
            assert QUESTION not in _ask(machine, *seat, "and the sidebar"), "the agent is not asked besides"
        finally:
            server.terminate()
    with machine.memory() as memory:
        _, events = memory.sessions.replay(memory.sessions.list()[0].id)
        assert ASKED in {event.key for event in events}, "that the person was asked is on record"
