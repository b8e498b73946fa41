"""What doctor can see: what is there, what is out of date, what is there twice, what Codex will not run."""

from __future__ import annotations

import json
import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest

from standfast.agents import NAMES, get_agent, read_event
from standfast.agents.codex_trust import trust_hash, untrusted
from standfast.agents.edit.kinds import JsonItem
from standfast.agents.plan import apply, plan
from standfast.agents.registered import Registration, registrations
from standfast.agents.site import Site

if TYPE_CHECKING:
    from pathlib import Path


def look(root: Path, *agents: str, executable: str = "/opt/my tools/standfast") -> list[Registration]:
    return registrations(
        agents or NAMES,
        home=str(root / "home"),
        project_root=str(root / "shop"),
        env={},
        platform="linux",
        executable=executable,
    )


def connect(root: Path, *agents: str, level: str = "user", executable: str = "/opt/my tools/standfast") -> None:
    changes = plan(
        agents or NAMES,
        level,
        home=str(root / "home"),
        project_root=str(root / "shop"),
        env={},
        platform="linux",
        executable=executable,
    )
    apply(changes, backups=str(root / "b"), manifest=str(root / "m.json"))


def test_everything_that_setup_wrote_is_seen_as_current_with_its_program(tmp_path: Path) -> None:
    assert not [found for found in look(tmp_path) if found.present]
    connect(tmp_path)
    seen = [found for found in look(tmp_path) if found.level == "user"]
    assert all(found.present and found.current and not found.problem for found in seen)
    named = {found.program for found in seen if found.what.split()[0] in ("server", "hook")}
    assert named == {"/opt/my tools/standfast"}
    assert not [found for found in look(tmp_path) if found.level == "project" and found.present]


def test_entries_of_a_program_that_moved_are_seen_as_out_of_date(tmp_path: Path) -> None:
    connect(tmp_path, "codex", "goose", "opencode", executable="/old/standfast")
    seen = [found for found in look(tmp_path, "codex", "goose", "opencode") if found.present and found.what != "words"]
    assert seen
    assert not [found for found in seen if found.current]
    assert {found.program for found in seen} == {"/old/standfast", ""}


def test_both_levels_show_when_both_are_set_up(tmp_path: Path) -> None:
    connect(tmp_path, "gemini-cli")
    connect(tmp_path, "gemini-cli", level="project")
    twice = [found.what for found in look(tmp_path, "gemini-cli") if found.present]
    assert twice.count("server") == 2
    assert twice.count("hook SessionStart") == 2


def test_a_file_that_cannot_be_read_is_a_problem_and_not_an_absence(tmp_path: Path) -> None:
    (tmp_path / "home" / ".cursor").mkdir(parents=True)
    (tmp_path / "home" / ".cursor" / "mcp.json").write_text("{")
    assert [
        found.problem for found in look(tmp_path, "cursor") if found.what == "server" and found.level == "user"
    ] != [""]


def test_codex_hooks_are_untrusted_until_codex_says_otherwise(tmp_path: Path) -> None:
    connect(tmp_path, "codex")
    path = tmp_path / "home" / ".codex" / "hooks.json"
    events = list(json.loads(path.read_bytes())["hooks"])
    assert untrusted(str(path), path.read_text(), "") == events
    state = ""
    for event, groups in json.loads(path.read_bytes())["hooks"].items():
        name = "".join("_" + char.lower() if char.isupper() else char for char in event)[1:]
        value = trust_hash(event, groups[0], groups[0]["hooks"][0])
        state += f'[hooks.state."{path}:{name}:0:0"]\ntrusted_hash = "{value}"\n'
    assert untrusted(str(path), path.read_text(), state) == []
    moved = path.read_text().replace("codex Stop", "codex Stop ")
    assert untrusted(str(path), moved, state) == ["Stop"]


def test_the_trust_hash_is_the_one_codex_computes() -> None:
    # The form that `hooks/list` of Codex 0.166 gives; tests/agents proves it with the client itself.
    handler = {"type": "command", "command": "'/opt/my tools/standfast' hook codex PreToolUse", "timeout": 10}
    group = {"matcher": "apply_patch|Edit|Write", "hooks": [handler]}
    assert trust_hash("PreToolUse", group, handler) == (
        "sha256:3c8574534e804d06545f7c4b1794a6bf3a2f0285f9b71346ab24b9d56560b012"
    )


@pytest.mark.parametrize("name", NAMES)
def test_every_registered_hook_can_be_tried_with_a_payload_of_its_own(name: str) -> None:
    agent = get_agent(name)
    for event in agent.events:
        agent_seen, seen = read_event(name, event, agent.sample(event, "probe-1", "/repo"), {})
        assert agent_seen is agent
        # Copilot reports a sub-agent's start and then its task as a prompt: the task is what counts.
        kind = "" if (name, event) == ("copilot-cli", "subagentStart") else agent.events[event]
        assert (seen.kind, seen.session_id) == (kind, "probe-1")
        assert seen.prompt or seen.kind != "prompt"
        assert seen.tool_name or seen.kind not in ("before-tool", "after-tool", "tool-failed")
    site = Site("user", "/home/ada", "/repo", {}, "linux", "/opt/standfast")
    marks = [
        edit.mark.split()[1:] for edit in agent.edits(site) if isinstance(edit, JsonItem) and edit.keys[0] == "hooks"
    ]
    assert all(event in get_agent(named).events for named, event in marks)


def test_a_hook_that_may_not_fail_succeeds_without_its_program(tmp_path: Path) -> None:
    shell = shutil.which("sh")
    site = Site("user", "/home/ada", "/repo", {}, "linux", str(tmp_path / "gone" / "standfast"))
    for name, event, field in (("copilot-cli", "preToolUse", "bash"), ("claude-code", "PreToolUse", "command")):
        item = next(e for e in get_agent(name).edits(site) if isinstance(e, JsonItem) and e.keys[-1] == event)
        handler = item.value["hooks"][0] if "hooks" in item.value else item.value
        assert subprocess.run([shell or "sh", "-c", handler[field]], capture_output=True, check=False).returncode == 0
