"""Moments through real hook processes: the same for every agent, in each one's own shape, and never in the way."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
import time
from typing import Any

import pytest

from tests.faces.hooks.conftest import Shop
from tests.faces.hooks.test_guards import INCIDENT, RULE, WRONG

DEPLOY = "Purge the CDN after every deploy, or old prices are shown"
CURE = "ModuleNotFoundError: No module named 'ledger_core' goes away after `make link`"
OUTPUT = "Traceback (most recent call last):\nModuleNotFoundError: No module named 'ledger_core'\nExit code: 1"


def calls(command: str, response: Any) -> dict[str, tuple[tuple[str, dict[str, Any]], tuple[str, dict[str, Any]]]]:
    """Return, for each agent that is really driven, the events before and after its shell ran a command."""
    plain = {"tool_name": "Bash", "tool_input": {"command": command}, "tool_use_id": "c-1"}
    shell = {**plain, "tool_name": "run_shell_command"}
    camel = {"toolName": "bash", "toolArgs": {"command": command}}
    text = {"resultType": "success", "textResultForLlm": response}
    return {
        "claude-code": (("PreToolUse", plain), ("PostToolUseFailure", {**plain, "error": response})),
        "codex": (("PreToolUse", plain), ("PostToolUse", {**plain, "tool_response": response})),
        "gemini-cli": (("BeforeTool", shell), ("AfterTool", {**shell, "tool_response": {"llmContent": response}})),
        "copilot-cli": (("preToolUse", camel), ("postToolUse", {**camel, "toolResult": text})),
        "qwen-code": (("PreToolUse", shell), ("PostToolUseFailure", {**shell, "error": response})),
        "opencode": (("tool.execute.before", plain), ("tool.failed", {**plain, "tool_response": response})),
    }


def session(told: Any, name: str) -> Any:
    """Put a recorded call into another session."""
    for key in ("session_id", "sessionId"):
        if key in told.payload:
            told.payload[key] = name
    return told


@pytest.mark.parametrize("agent", list(calls("", "")))
def test_a_command_brings_what_is_anchored_to_it_and_its_failure_what_helped(shop: Shop, agent: str) -> None:
    shop.remember(DEPLOY, kind="procedure", anchors=["cmd:npm run deploy"])
    shop.remember(CURE, kind="gotcha")
    before, after = calls("npm run deploy", OUTPUT)[agent]
    said = [shop.fire(shop.told(f"{agent}/{name}", **more)) for name, more in (before, after)]
    assert DEPLOY in "".join(said)
    assert "make link" in said[1]
    assert sum(part.count(DEPLOY) for part in said) == 1
    moments = [moment for moment, _ in shop.lookups()]
    assert moments == ["command", "failure"]
    assert [json.loads(body)["failed"] for _, kind, body in shop.journal() if kind == "tool"] == [True]


def test_a_refused_call_is_in_the_journal(shop: Shop) -> None:
    with shop.memory() as memory:
        memory.guards.add(memory.remember(INCIDENT, kind="gotcha").id, RULE % "block")
    call = {"tool_name": "Write", "tool_input": {"file_path": "pay.py", "content": WRONG}}
    assert "deny" in shop.fire(shop.told("claude-code/PreToolUse", **call))
    ((_, kind, body),) = shop.journal()
    assert kind == "note"
    assert json.loads(body)["refused"]


@pytest.mark.parametrize("command", ["git commit -m pay", "git add pay.py && git commit -m pay", "git commit -am pay"])
def test_where_the_shell_runs_no_git_hook_the_gate_is_held_before_the_commit(shop: Shop, command: str) -> None:
    with shop.memory() as memory:
        memory.guards.add(memory.remember(INCIDENT, kind="gotcha").id, RULE % "block")
    file = shop.folder / "pay.py"
    file.write_text("pass\n")
    git = ["git", "-c", "user.name=a", "-c", "user.email=a@b.example"]
    for words in (["add", "pay.py"], ["commit", "--quiet", "--no-verify", "-m", "x"]):
        subprocess.run([*git, *words], cwd=shop.folder, check=True, env=shop.env)
    file.write_text(WRONG)
    if "add" not in command and "-a" not in command:
        subprocess.run(["git", "add", "pay.py"], cwd=shop.folder, check=True, env=shop.env)
    call = {"tool_name": "run_shell_command", "tool_input": {"command": command}}
    assert json.loads(shop.fire(shop.told("gemini-cli/BeforeTool", **call)))["decision"] == "deny"
    file.write_text(WRONG.replace("user_id", "payment_id"))
    subprocess.run(["git", "add", "pay.py"], cwd=shop.folder, check=True, env=shop.env)
    assert "deny" not in shop.fire(shop.told("gemini-cli/BeforeTool", **call))


def test_a_sub_agent_is_briefed_for_the_task_it_was_sent_to_do(shop: Shop) -> None:
    shop.remember("The payment lock is keyed by payment_id", kind="decision")
    sent = {"tool_name": "Task", "tool_input": {"prompt": "Look into the payment lock", "description": "lock"}}
    shop.fire(shop.told("claude-code/PreToolUse", **sent))
    assert "payment_id" in shop.fire(shop.told("claude-code/SubagentStart"))
    assert [kind for _, kind, _ in shop.journal()] == ["subagent", "subagent"]


def test_a_held_store_is_waited_for_once_and_then_hardly_at_all(shop: Shop) -> None:
    shop.remember()
    (file,) = (
        path for path in (shop.home / "store").rglob("*.db") if "project" in path.name or path.parent.name != "store"
    )
    holder = sqlite3.connect(file, isolation_level=None)
    holder.execute("BEGIN EXCLUSIVE")

    def spend(number: int) -> float:
        told = shop.told("claude-code/PostToolUse", tool_use_id=f"t-{number}")
        begun = time.monotonic()
        shop.fire(told)
        return time.monotonic() - begun

    first = spend(0)
    assert any(spend(number) < first for number in range(10, 40)), "the machine may be slow, but not every time"
    holder.execute("ROLLBACK")
    holder.close()
    assert (shop.home / "busy").exists()
    shop.fire(shop.told("claude-code/PostToolUse", tool_use_id="t-9"))
    assert not (shop.home / "busy").exists()


def run(shop: Shop, *words: str, **env: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "standfast", *words]
    return subprocess.run(
        command, cwd=shop.folder, env={**shop.env, **env}, capture_output=True, text=True, check=False
    )


def test_a_pause_stops_capturing_and_speaking_until_it_is_taken_back(shop: Shop) -> None:
    shop.remember()
    asked = shop.told("claude-code/SessionStart")
    assert run(shop, "pause").returncode == 0
    assert shop.fire(asked) == ""
    assert shop.journal() == []
    assert run(shop, "pause", "--off").returncode == 0
    assert run(shop, "pause", "--speak", "--moment", "start", "--agent", "claude-code").returncode == 0
    assert shop.fire(asked) == ""
    assert shop.journal()
    assert run(shop, "pause", "--off").returncode == 0
    assert "payment lock" in shop.fire(session(shop.told("claude-code/SessionStart"), "another"))
    assert json.loads(run(shop, "pause", "--show", "--json").stdout) == {"paused": []}


def test_an_agents_shell_can_neither_pause_nor_take_a_pause_back(shop: Shop) -> None:
    for words in (("pause", "--all"), ("pause", "--off")):
        refused = run(shop, *words, CLAUDECODE="1")
        assert refused.returncode == 1
        assert "person" in refused.stderr
    assert not (shop.home / "pause.json").exists()


def test_a_pause_that_cannot_be_read_is_silence(shop: Shop) -> None:
    shop.remember()
    (shop.home / "pause.json").write_text('[{"capture": ', encoding="utf-8")
    assert shop.fire(shop.told("claude-code/SessionStart")) == ""
    assert shop.journal() == []


def test_what_was_said_where_is_shown_with_its_cost(shop: Shop) -> None:
    shop.remember(DEPLOY, kind="procedure", anchors=["cmd:npm run deploy"])
    (name, more), _ = calls("npm run deploy", "")["claude-code"]
    shop.fire(shop.told(f"claude-code/{name}", **more))
    (row,) = json.loads(run(shop, "status", "--moments", "--json").stdout)["moments"]
    assert (row["moment"], row["looked"], row["said"], row["memories"]) == ("command", 1, 1, 1)
    assert row["tokens"] > 10
    told = subprocess.run(
        [sys.executable, "-m", "standfast", "statusline"], cwd=shop.folder, env=shop.env, check=True,
        input=json.dumps({"session_id": shop.told("claude-code/PreToolUse").payload["session_id"]}),
        capture_output=True, text=True,
    )  # fmt: skip
    assert f"{row['tokens']} tokens told" in told.stdout


def test_a_damaged_store_is_told_to_the_person_once_and_the_agent_goes_on(shop: Shop) -> None:
    shop.remember()
    for file in (shop.home / "store").rglob("*.db"):
        file.write_bytes(b"no database at all, " * 400)
        for part in ("-wal", "-shm"):
            file.with_name(file.name + part).unlink(missing_ok=True)
    said = shop.fire(shop.told("claude-code/SessionStart"))
    assert "Standfast" in json.loads(said)["systemMessage"]
    assert "additionalContext" not in said
    assert shop.fire(shop.told("claude-code/SessionStart")) == ""
