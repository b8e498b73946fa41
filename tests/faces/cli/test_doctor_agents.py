"""doctor on agents: the server is started and each hook fired as the agent would, and what is wrong is named."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.faces.cli.machine import Machine

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the console script of these tests is a POSIX one")


def findings(machine: Machine, *words: str, code: int = 0) -> list[tuple[str, str]]:
    done = machine.run("doctor", "--json", *words)
    assert done.returncode == code, done.stdout
    checks = json.loads(done.stdout)["checks"]
    return [(check["verdict"], check["message"]) for check in checks if check["check"] in {"agents", "spool", "hooks"}]


def test_connected_agents_are_proven_and_the_users_memory_is_not_touched(machine: Machine) -> None:
    machine.ask("setup", "claude-code", "zed", "--yes")
    found = findings(machine)
    assert ("ok", "Claude Code: the server starts and offers 6 tools") in found
    assert ("ok", "Claude Code: all 10 hooks answer, and a session is briefed") in found
    assert ("ok", "Zed: the server starts and offers 6 tools") in found
    assert {verdict for verdict, _ in found} == {"ok"}
    assert not (machine.home / ".local/share/standfast/store").exists()


def test_an_agent_that_could_be_connected_is_named(machine: Machine) -> None:
    (machine.home / ".codeium" / "windsurf").mkdir(parents=True)
    assert any("not connected" in message and "Windsurf" in message for _, message in findings(machine))


def test_a_program_that_is_gone_is_a_failure(machine: Machine) -> None:
    machine.ask("setup", "zed", "--yes")
    settings = machine.home / ".config" / "zed" / "settings.json"
    settings.write_text(settings.read_text().replace(str(machine.program), "/nowhere/standfast"))
    found = findings(machine, code=3)
    assert ("fail", "Zed would start /nowhere/standfast, which is not there") in found
    assert any(verdict == "warn" and "differently" in message for verdict, message in found)


def test_a_server_that_does_not_answer_is_a_failure(machine: Machine) -> None:
    machine.ask("setup", "zed", "--yes")
    broken = machine.folder / "broken"
    broken.write_text("#!/bin/sh\necho hello\n")
    broken.chmod(0o755)
    settings = machine.home / ".config" / "zed" / "settings.json"
    settings.write_text(settings.read_text().replace(str(machine.program), str(broken)))
    assert any(verdict == "fail" and "did not answer" in message for verdict, message in findings(machine, code=3))


def test_codex_runs_the_hooks_a_person_set_up_and_skips_those_an_agent_did(machine: Machine) -> None:
    machine.ask("setup", "codex", "--yes")
    assert not any("nobody trusted" in message for _, message in findings(machine))
    machine.ask("setup", "--undo")
    machine.env["CLAUDECODE"] = "1"
    machine.ask("setup", "codex", "--yes")
    assert any("nobody trusted" in message and "SessionStart" in message for _, message in findings(machine))


def test_what_a_person_switched_off_in_codex_stays_off(machine: Machine) -> None:
    machine.ask("setup", "codex", "--yes")
    config = machine.home / ".codex" / "config.toml"
    config.write_text(config.read_text().replace("trusted_hash", "enabled = false\ntrusted_hash", 1))
    machine.ask("setup", "codex", "--yes")
    assert "enabled = false" in config.read_text()
    assert any("nobody trusted" in message for _, message in findings(machine))


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ('{"disableAllHooks": true}', "switches all hooks off"),
        ('{"permissions": {"deny": ["mcp__standfast__remember"]}}', "denies the memory tools"),
        ('{\n  // mine\n  "env": {}\n}', "has comments"),
        ('{"enabledPlugins": {"standfast@standfast": true}}', "twice, by setup and as a plugin"),
    ],
)
def test_what_keeps_claude_code_from_using_it_is_named(machine: Machine, settings: str, told: str) -> None:
    path = machine.home / ".claude" / "settings.json"
    path.parent.mkdir()
    path.write_text(settings)
    machine.ask("setup", "claude-code", "--yes")
    assert any(told in message for verdict, message in findings(machine) if verdict != "ok")
    machine.ask("setup", "--undo")
    assert path.read_text() == settings


@pytest.mark.parametrize(
    ("agent", "place", "settings", "told"),
    [
        ("qwen-code", ".qwen/settings.json", '{"disableAllHooks": true}', "switches all hooks off"),
        ("qwen-code", ".qwen/settings.json", '{"mcp": {"excluded": ["standfast"]}}', "excludes the memory server"),
        ("gemini-cli", ".gemini/settings.json", '{"hooksConfig": {"enabled": false}}', "switches hooks off"),
        ("copilot-cli", ".copilot/settings.json", '{"disableAllHooks": true}', "switches all hooks off"),
    ],
)
def test_what_keeps_another_agent_from_using_it_is_named(
    machine: Machine, agent: str, place: str, settings: str, told: str
) -> None:
    path = machine.home / place
    path.parent.mkdir()
    path.write_text(settings)
    machine.ask("setup", agent, "--yes")
    assert any(told in message for verdict, message in findings(machine) if verdict != "ok")


def test_a_server_that_opencode_switched_off_is_named(machine: Machine) -> None:
    machine.ask("setup", "opencode", "--yes")
    path = machine.home / ".config" / "opencode" / "opencode.json"
    assert not any("switches the memory server off" in message for _, message in findings(machine))
    path.write_text(path.read_text().replace('"enabled": true', '"enabled": false'))
    assert any("switches the memory server off" in message for _, message in findings(machine))


def test_an_agent_that_has_it_as_a_plugin_counts_as_connected(machine: Machine) -> None:
    path = machine.home / ".claude" / "settings.json"
    path.parent.mkdir()
    path.write_text('{"enabledPlugins": {"standfast@standfast": true}}')
    told = findings(machine)
    assert any("as a plugin" in message for verdict, message in told if verdict == "ok")
    assert not any("not connected" in message for _, message in told)


def test_pieces_that_are_missing_are_named(machine: Machine) -> None:
    machine.ask("setup", "codex", "--yes")
    path = machine.home / ".codex" / "hooks.json"
    hooks = json.loads(path.read_text())
    del hooks["hooks"]["Stop"]
    path.write_text(json.dumps(hooks))
    assert any("missing: hook Stop (user)" in message for _, message in findings(machine))


def test_a_server_registered_twice_is_named(machine: Machine) -> None:
    import subprocess

    subprocess.run(["git", "init", "--quiet"], cwd=machine.folder, check=True, env=machine.env)
    machine.ask("setup", "qwen-code", "--yes")
    machine.ask("setup", "qwen-code", "--project", "--yes")
    assert any(
        "the server is" in message and ".qwen" in message for verdict, message in findings(machine) if verdict == "warn"
    )


def test_events_that_wait_are_counted_and_stored(machine: Machine) -> None:
    spool = machine.home / ".local/share/standfast/spool"
    spool.mkdir(parents=True)
    record = {
        "partition": "user", "agent": "codex", "session": "s-1", "cwd": "", "branch": "", "key": "k", "kind": "prompt",
        "at": "2026-11-15T10:00:00Z", "tool": "", "body": "hello", "files": [], "ends": False, "outcome": "",
    }  # fmt: skip
    (spool / "one.json").write_text(json.dumps(record))
    (spool / "two.json").write_text("{torn")
    assert ("warn", "2 events wait to be stored") in findings(machine)
    (spool / "three.json").write_text("[1]")
    told = findings(machine, "--fix")
    assert ("ok", "Stored 1 events that were waiting") in told
    assert ("warn", "2 events could not be read and were set aside") in told
    assert sorted(path.name for path in spool.iterdir()) == ["three.unreadable", "two.unreadable"]
    assert ("warn", "2 events could not be read and were set aside") in findings(machine)
    assert [session["session"] for session in machine.ask("sessions")["sessions"]] == ["s-1"]


def test_failures_of_hooks_are_shown_and_forgotten(machine: Machine) -> None:
    log = machine.home / ".local/share/standfast/log"
    log.mkdir(parents=True)
    (log / "hooks.log").write_text("2026-11-15T10:00:00Z StoreError store-busy\n")
    assert any("1 hook calls failed" in message for _, message in findings(machine))
    assert any("Forgot 1" in message for _, message in findings(machine, "--fix"))
