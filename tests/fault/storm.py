"""A storm: many writers on one store, killed at random; then everything acknowledged must be there, once."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from pathlib import Path

from standfast import Memory
from standfast.config import load_settings
from standfast.model.source import Source
from standfast.store.values import View

_WRITER = Path(__file__).with_name("writer.py")


def run_storm(folder: Path, *, writers: int, each: int, kill_share: float, seed: int) -> dict[str, int]:
    """Run writers, kill some of them with -9 at random moments, and check the store; return what was seen."""
    chance = random.Random(seed)
    env = {
        **os.environ,
        "STANDFAST_HOME": str(folder / "home"),
        "STANDFAST_PROJECT": "storm",
        "STANDFAST_EMBEDDER": "off",
    }
    running = []
    for number in range(writers):
        name = f"w{seed}n{number}"
        acks = folder / f"{name}.acks"
        process = subprocess.Popen([sys.executable, str(_WRITER), name, str(each), str(acks)], env=env, cwd=folder)
        running.append((process, acks))
    doomed = chance.sample(running, int(writers * kill_share))
    deadline = time.monotonic() + 300
    for process, acks in doomed:
        wanted = chance.randrange(1, max(2, each // 2))
        while process.poll() is None and _lines(acks) < wanted and time.monotonic() < deadline:
            time.sleep(0.002)
        process.kill()
    for process, _ in running:
        process.wait(timeout=300)
    return _check(folder, env, running, {id(process) for process, _ in doomed}, each)


def _lines(path: Path) -> int:
    return path.read_bytes().count(b"\n") if path.exists() else 0


def _check(folder: Path, env: dict[str, str], running, doomed: set[int], each: int) -> dict[str, int]:  # type: ignore[no-untyped-def]
    acknowledged = {line for _, acks in running if acks.exists() for line in acks.read_text().splitlines()}
    survivors = [acks for process, acks in running if id(process) not in doomed]
    assert all(_lines(acks) == each for acks in survivors), "a writer that was not killed could not write everything"
    with Memory(load_settings(env), Source("person", "judge"), folder) as memory:
        assert memory.maintenance.problems() == []
        partition = memory.context.partition(memory.context.scope)
        stored = [item.content.text for item in partition.memories.select(View())]
        assert len(stored) == len(set(stored)), "something is there twice"
        assert acknowledged <= set(stored), "something acknowledged is missing"
        for text in random.Random(1).sample(sorted(acknowledged), min(40, len(acknowledged))):
            found = memory.recall(text.split()[0], limit=3).results
            assert [item.memory.content.text for item in found][:1] == [text]
    return {"acknowledged": len(acknowledged), "stored": len(stored), "killed": len(doomed)}
