"""A sync that is killed at any moment has sent whole batches or nothing, and the next one goes on where it was."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import standfast
from tests.program import plain_env

MANY = 900


def run(env: dict[str, str], folder: Path, *words: str, given: str = "") -> dict[str, object]:
    done = subprocess.run(
        [sys.executable, "-m", "standfast", *words], cwd=folder, env=env, input=given, capture_output=True, text=True,
        check=False, timeout=300,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout) if "--json" in words else {}


def kill_soon(env: dict[str, str], folder: Path, wait_s: float, *words: str) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "standfast", *words], cwd=folder, env=env, stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        process.wait(timeout=wait_s)
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGKILL)
        process.wait()


def test_a_killed_sync_goes_on_where_it_was(tmp_path: Path) -> None:
    (tmp_path / "team" / "store").mkdir(parents=True)
    team = f"sqlite://{tmp_path / 'team' / 'store'}"
    source = str(Path(standfast.__file__).parent.parent)
    machines = {
        name: plain_env(
            tmp_path,
            STANDFAST_HOME=str(tmp_path / name),
            PYTHONPATH=source,
            STANDFAST_PROJECT="shop",
            STANDFAST_EMBEDDER="off",
        )
        for name in ("ana", "ben")
    }
    lines = "".join(
        json.dumps({"text": f"Lesson {number} is about queue {number * 7919 % 10007}", "kind": "fact"}) + "\n"
        for number in range(MANY)
    )
    run(machines["ana"], tmp_path, "remember", "--jsonl", given=lines)
    started = time.monotonic()
    run(machines["ana"], tmp_path, "sync", "status", "--team", team, "--json")
    pace = time.monotonic() - started  # how long it takes to begin at all, on this machine now
    for step in range(3):
        kill_soon(machines["ana"], tmp_path, pace * (0.8 + 0.5 * step), "sync", "push", "--team", team, "--yes")
        kill_soon(machines["ben"], tmp_path, pace * (0.8 + 0.4 * step), "sync", "pull", "--team", team)
    run(machines["ana"], tmp_path, "sync", "push", "--team", team, "--yes")
    run(machines["ben"], tmp_path, "sync", "pull", "--team", team)
    again = run(machines["ben"], tmp_path, "sync", "pull", "--team", team, "--json")
    assert again["scopes"][0]["operations"] == 0  # type: ignore[index]
    for env in machines.values():
        assert run(env, tmp_path, "status", "--json")["memories"]["active"] == MANY  # type: ignore[index]
        checked = subprocess.run(
            [sys.executable, "-m", "standfast", "doctor", "--json"], cwd=tmp_path, env={**os.environ, **env},
            capture_output=True, text=True, check=False, timeout=120,
        )  # fmt: skip
        store = [item for item in json.loads(checked.stdout)["checks"] if item["check"] == "store"]
        assert [item["ok"] for item in store] == [True], store
