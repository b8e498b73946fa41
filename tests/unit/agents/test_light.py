"""The hook path stays light: one agent's file, nothing of setup, nothing slow."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from standfast.agents import NAMES, get_agent
from standfast.errors import NotFound

SOURCE = Path(__file__).parents[3] / "src"
PROGRAM = """
import sys
sys.path.insert(0, sys.argv[1])
import json
before = set(sys.modules)
from standfast.agents import read_event
agent, seen = read_event(sys.argv[2], sys.argv[3], {"session_id": "s", "prompt": "p", "tool_name": "Edit",
    "tool_input": {"file_path": "a"}}, {})
agent.render(seen, context="c", deny="d")
seen.key
print(json.dumps(sorted(set(sys.modules) - before)))
"""


@pytest.mark.parametrize("name", NAMES)
def test_a_hook_loads_its_own_agent_and_nothing_heavy(name: str) -> None:
    event = next(iter(get_agent(name).events), "none")
    command = [sys.executable, "-I", "-S", "-c", PROGRAM, str(SOURCE), name, event]
    loaded = set(json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout))
    ours = {module for module in loaded if module.startswith("standfast")}
    module = "standfast.agents." + name.replace("-", "_")
    named = ("contract", "host", "reading")
    light = {"standfast", "standfast.agents", "standfast.model", "standfast.model.digests", module}
    assert ours <= light | {f"standfast.agents.{part}" for part in named}
    assert not loaded & {
        "typing",
        "dataclasses",
        "pathlib",
        "re",
        "logging",
        "asyncio",
        "importlib.metadata",
        "inspect",
    }


def test_an_unknown_agent_is_named_with_those_that_exist() -> None:
    with pytest.raises(NotFound) as failure:
        get_agent("emacs")
    assert "claude-code" in failure.value.hint
