"""Hooks that are killed at any moment: no event is lost whose hook had returned, and none is there twice."""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

import standfast
from standfast.config import load_settings
from standfast.memory import Memory
from tests.program import plain_env

SESSIONS, EVENTS = 4, 12


def fire(env: dict[str, str], folder: Path, session: str, number: int) -> subprocess.Popen[bytes]:
    payload = {
        "session_id": session,
        "cwd": str(folder),
        "hook_event_name": "PostToolUse",
        "tool_name": "Bash",
        "tool_use_id": f"{session}-{number}",
        "tool_input": {"command": f"make step-{number}"},
        "tool_response": f"step {number} of {session} went well",
    }
    process = subprocess.Popen(
        [sys.executable, "-m", "standfast", "hook", "claude-code", "PostToolUse"],
        cwd=folder,
        env=env,
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    assert process.stdin
    process.stdin.write(json.dumps(payload).encode())
    process.stdin.close()
    return process


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="kill -9 is POSIX")
@pytest.mark.parametrize("seed", [1, 2])
def test_events_of_killed_hooks_are_whole_or_absent_and_nothing_acknowledged_is_lost(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    source = str(Path(standfast.__file__).parent.parent)
    env = plain_env(tmp_path, STANDFAST_HOME=str(tmp_path / "home"), STANDFAST_PROJECT="storm", PYTHONPATH=source)
    acknowledged: set[str] = set()
    fired = 0
    for number in range(EVENTS):
        batch = [(f"s{item}", fire(env, tmp_path, f"s{item}", number)) for item in range(SESSIONS)]
        fired += len(batch)
        victim = chance.choice(batch)[1]
        deadline = time.monotonic() + chance.random() * 0.4
        while victim.poll() is None and time.monotonic() < deadline:
            os.sched_yield()
        victim.kill()
        for session, process in batch:
            if process.wait(timeout=120) == 0:
                acknowledged.add(f"{session}-{number}")
                if chance.random() < 0.3:  # an agent that retries, or two hooks that report one thing
                    assert fire(env, tmp_path, session, number).wait(timeout=120) == 0
    with Memory.open(tmp_path, settings=load_settings(env)) as memory:
        memory.hooks.drain()
        assert memory.maintenance.problems() == []
        events = [
            (item.id, event.body) for item in memory.sessions.list() for event in memory.sessions.replay(item.id)[1]
        ]
    steps = [f"{session}-{re.findall(r'make step-([0-9]+)', body)[0]}" for session, body in events]
    assert len(steps) == len(set(steps)), "an event is there twice"
    assert acknowledged - set(steps) == set(), "an event whose hook had returned is missing"
    assert len(acknowledged) >= fired - EVENTS
    assert len(steps) <= fired
