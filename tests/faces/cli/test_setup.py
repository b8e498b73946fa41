"""setup: connect agents and take it back, as the installed program does it."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from standfast.agents.program import find_executable, is_passing, name_for
from standfast.errors import ConfigError
from tests.program import write_program

if TYPE_CHECKING:
    from tests.faces.cli.machine import Machine

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the console script of these tests is a POSIX one")


def test_agents_that_are_found_are_connected_and_a_second_run_changes_nothing(machine: Machine) -> None:
    (machine.home / ".claude").mkdir()
    (machine.home / ".gemini").mkdir()
    done = machine.ask("setup", "--yes")
    assert done["applied"]
    assert [agent["name"] for agent in done["agents"]] == ["claude-code", "gemini-cli"]
    assert done["executable"] == str(machine.program)
    server = json.loads((machine.home / ".claude.json").read_text())["mcpServers"]["standfast"]
    assert server["command"] == str(machine.program)
    hooks = json.loads((machine.home / ".gemini/settings.json").read_text())["hooks"]
    assert str(machine.program) in json.dumps(hooks["SessionStart"])
    before = machine.files()
    again = machine.ask("setup")
    assert not again["applied"]
    assert {file["change"] for file in again["files"]} == {"none"}
    assert machine.files() == before
    assert "Nothing to change" in machine.run("setup").stdout


def test_a_dry_run_shows_the_diff_and_writes_nothing(machine: Machine) -> None:
    done = machine.run("setup", "codex", "--dry-run")
    assert done.returncode == 0
    assert "+[mcp_servers.standfast]" in done.stdout
    assert "+[hooks.state." in done.stdout
    assert "/hooks in `codex`" in done.stdout
    assert machine.files() == {}


def test_the_files_that_were_written_are_named(machine: Machine) -> None:
    said = machine.run("setup", "claude-code", "--yes").stdout.splitlines()
    assert {line.strip() for line in said} >= {str(machine.home / name) for name in machine.files()}


def test_nobody_to_ask_means_that_nothing_is_written(machine: Machine) -> None:
    done = machine.run("setup", "codex", "--json")
    assert (done.returncode, json.loads(done.stderr)["error"]["code"]) == (2, "needs-yes")
    assert machine.files() == {}


@pytest.mark.parametrize(("reply", "connected"), [("y\n", True), ("n\n", False)])
def test_a_person_sees_the_diff_and_is_asked(machine: Machine, reply: str, connected: bool) -> None:
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [str(machine.program), "setup", "zed"],
        cwd=machine.folder,
        env=machine.env,
        stdin=theirs,
        stdout=subprocess.PIPE,
        stderr=theirs,
    )
    os.close(theirs)
    asked = b""
    while b"[y/N]" not in asked:
        asked += os.read(ours, 1000)
    os.write(ours, reply.encode())
    out, _ = process.communicate(timeout=60)
    os.close(ours)
    assert b"context_servers" in out
    assert (process.returncode == 0) == connected
    assert bool(machine.files()) == connected


def test_undo_removes_what_a_setup_that_was_killed_left_beside_a_file(machine: Machine) -> None:
    kept = machine.home / ".cursor" / "mcp.json"
    kept.parent.mkdir()
    kept.write_text("{}\n")
    before = machine.files()
    machine.ask("setup", "cursor", "--yes")
    killed = subprocess.Popen(["true"])
    killed.wait()
    for process in (killed.pid, os.getpid()):
        (kept.parent / f".mcp.json.{process}.abcdef.tmp").write_text("half of it")
    machine.ask("setup", "--undo", "--yes")
    at_work = kept.parent / f".mcp.json.{os.getpid()}.abcdef.tmp"
    assert machine.files() == before | {str(at_work): b"half of it"}


def test_undo_gives_every_file_back_to_the_byte(machine: Machine) -> None:
    kept = machine.home / ".cursor" / "mcp.json"
    kept.parent.mkdir()
    kept.write_text('{\n  // mine\n  "mcpServers": {"other": {"command": "x"}},\n}\n')
    before = machine.files()
    machine.ask("setup", "cursor", "claude-code", "--yes")
    assert len(machine.files()) > len(before)
    machine.ask("setup", "--undo", "claude-code", "--yes")
    assert "standfast" in kept.read_text()
    undone = machine.ask("setup", "--undo", "--yes")
    assert undone["applied"]
    assert machine.files() == before
    assert "nothing to undo" in machine.run("setup", "--undo").stdout


def test_a_file_that_cannot_be_read_is_left_alone_and_the_rest_is_connected(machine: Machine) -> None:
    broken = machine.home / ".gemini" / "settings.json"
    broken.parent.mkdir()
    broken.write_text("{ not json")
    done = machine.run("setup", "gemini-cli", "zed", "--yes", "--json")
    assert done.returncode == 1
    files = {Path(file["path"]).name: file["change"] for file in json.loads(done.stdout)["files"] if file["problem"]}
    assert files == {"settings.json": "problem"}
    assert broken.read_text() == "{ not json"
    assert any("zed" in path for path in machine.files())


def test_a_repository_gets_the_program_by_name_because_others_share_the_file(machine: Machine) -> None:
    assert machine.run("setup", "claude-code", "--project", "--yes").returncode == 2
    subprocess.run(["git", "init", "--quiet"], cwd=machine.folder, check=True, env=machine.env)
    machine.ask("setup", "claude-code", "--project", "--yes")
    written = json.loads((machine.folder / ".mcp.json").read_text())
    assert written["mcpServers"]["standfast"]["command"] == "standfast"
    machine.ask("setup", "--undo", "--project", "--yes")
    assert machine.files() == {}


def test_no_agent_and_an_unknown_agent_are_told_what_to_do(machine: Machine) -> None:
    machine.env["PATH"] = str(machine.program.parent)
    none = machine.run("setup", "--json")
    assert (none.returncode, json.loads(none.stderr)["error"]["code"]) == (2, "no-agent")
    unknown = machine.run("setup", "clippy", "--json")
    assert (unknown.returncode, json.loads(unknown.stderr)["error"]["code"]) == (1, "unknown-agent")
    assert len(machine.ask("setup", "--all", "--dry-run")["agents"]) == 14


def test_the_program_is_named_by_the_link_that_outlives_its_environment(tmp_path: Path) -> None:
    real = write_program(tmp_path / "environment")
    (tmp_path / "bin").mkdir()
    link = tmp_path / "bin" / "standfast"
    link.symlink_to(real)
    env = {"PATH": str(tmp_path / "bin")}
    python = str(tmp_path / "nowhere" / "python")
    assert find_executable(str(real), env, python) == str(link)
    assert find_executable("pytest", env, python) == str(link)
    assert find_executable("pytest", {"PATH": ""}, str(real.with_name("python"))) == str(real)
    assert name_for("user", str(real), env) == str(real)
    assert is_passing("/home/x/.cache/uv/archive-v0/abc/bin/standfast")
    with pytest.raises(ConfigError, match="not installed"):
        find_executable("pytest", {"PATH": ""}, python)


def test_gemini_is_told_of_a_folder_only_where_a_person_says_so_and_doctor_sees_it(machine: Machine) -> None:
    listed = machine.home / ".gemini" / "trustedFolders.json"
    subprocess.run(["git", "init", "--quiet"], cwd=machine.folder, check=True)
    machine.ask("setup", "gemini-cli", "--yes")
    assert not listed.exists()
    seen = machine.run("doctor", "--json").stdout
    assert "is not a folder it trusts" in seen
    before = machine.files()
    machine.ask("setup", "gemini-cli", "--yes", "--trust-folder")
    assert list(json.loads(listed.read_text()).values()) == ["TRUST_FOLDER"]
    assert "is not a folder it trusts" not in machine.run("doctor", "--json").stdout
    machine.ask("setup", "--undo", "gemini-cli", "--yes")
    assert not listed.exists()
    assert len(machine.files()) < len(before)


def test_a_folder_that_a_person_refused_stays_refused_and_no_agent_trusts_one(machine: Machine) -> None:
    listed = machine.home / ".gemini" / "trustedFolders.json"
    subprocess.run(["git", "init", "--quiet"], cwd=machine.folder, check=True)
    machine.env["AI_AGENT"] = "robo"
    machine.ask("setup", "gemini-cli", "--yes", "--trust-folder")
    assert not listed.exists()
    del machine.env["AI_AGENT"]
    refused = json.dumps({str(machine.folder.resolve()): "DO_NOT_TRUST"})
    listed.parent.mkdir(exist_ok=True)
    listed.write_text(refused)
    machine.ask("setup", "gemini-cli", "--yes", "--trust-folder")
    assert listed.read_text() == refused
