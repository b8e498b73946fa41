"""Setup as a whole: every agent, both levels, diffs, writing, re-running, undoing."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path

import pytest

from standfast.agents import NAMES
from standfast.agents.manifest import FileChange, diff
from standfast.agents.plan import apply, detect, plan, undo
from standfast.errors import ConfigError, NotFound

EXECUTABLE = "/opt/tools/standfast"


class Machine:
    """A home, a repository, and where setup keeps its records."""

    def __init__(self, root: Path) -> None:
        self.home = root / "home"
        self.project = root / "shop"
        self.kept = root / "kept"
        self.home.mkdir()
        self.project.mkdir()

    def plan(self, *agents: str, level: str = "user", executable: str = EXECUTABLE, **env: str) -> list[FileChange]:
        return plan(
            agents or NAMES,
            level,
            home=str(self.home),
            project_root=str(self.project),
            env=env,
            platform="linux",
            executable=executable,
        )

    def setup(self, *agents: str, level: str = "user", executable: str = EXECUTABLE) -> list[FileChange]:
        changes = self.plan(*agents, level=level, executable=executable)
        return apply(changes, backups=str(self.kept / "backups"), manifest=str(self.kept / "setup.json"))

    def undo(self, *agents: str, dry_run: bool = False, under: str | None = None) -> list[FileChange]:
        return undo(manifest=str(self.kept / "setup.json"), agents=agents or None, dry_run=dry_run, under=under)

    def tree(self) -> dict[str, bytes | None]:
        found = {}
        for root in (self.home, self.project):
            for path in sorted(root.rglob("*")):
                found[str(path.relative_to(root.parent))] = path.read_bytes() if path.is_file() else None
        return found

    def write(self, name: str, text: str) -> Path:
        path = self.home / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
        return path


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


CLAUDE_JSON = """{
  "numStartups": 41,
  "mcpServers": {
    "github": {"type": "http", "url": "https://example.org/mcp", "headers": {"Authorization": "Bearer x"}}
  },
  "projects": {"/home/ada/shop": {"allowedTools": [], "history": [{"display": "fix // the bug"}]}}
}"""
CLAUDE_SETTINGS = """{
    "$schema": "https://json.schemastore.org/claude-code-settings.json",
    "permissions": {"allow": ["Bash(npm test:*)"]}, // mine
    "hooks": {
        "PostToolUse": [
            {
                "matcher": "Edit|Write",
                "hooks": [{"type": "command", "command": "prettier --write"}],
            },
        ],
        "Stop": []
    },
}
"""
CODEX = 'model = "gpt-6"\n\n[mcp_servers.docs]\ncommand = "npx" # keep\n\n[projects."/a"]\ntrust_level = "trusted"'
GOOSE = "extensions:\n  developer:\n    enabled: true # on\n\nGOOSE_MODEL: x\n"
ZED = '// Zed settings\n{\n\t"theme": "One",\n\t"context_servers": {},\n}\n'
FILES = {
    ".claude.json": CLAUDE_JSON,
    ".claude/settings.json": CLAUDE_SETTINGS.replace("\n", "\r\n"),
    ".codex/config.toml": CODEX,
    ".codex/hooks.json": '{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"say done"}]}]}}',
    ".config/goose/config.yaml": GOOSE,
    ".config/zed/settings.json": ZED,
    ".config/zed/AGENTS.md": "Be brief.",
    ".cursor/hooks.json": '{\n  "version": 1,\n  "hooks": {"stop": [{"command": "./done.sh"}]}\n}\n',
    ".gemini/settings.json": "\ufeff{}\n",
    ".qwen/settings.json": "",
    ".config/opencode/opencode.jsonc": '{\n  // model\n  "model": "a/b",\n}\n',
    ".config/amp/settings.json": '{ "amp.mcpServers": { "x": { "command": "y" } }, "amp.url": "z" }',
}


def fill(machine: Machine) -> None:
    for name, text in FILES.items():
        machine.write(name, text)


@pytest.mark.parametrize("level", ["user", "project"])
def test_undo_leaves_no_trace_on_an_empty_machine(machine: Machine, level: str) -> None:
    before = machine.tree()
    done = machine.setup(level=level)
    assert done
    assert not [change for change in done if change.problem]
    assert machine.tree() != before
    machine.undo()
    assert machine.tree() == before


def test_undo_restores_every_byte_of_lived_in_files(machine: Machine) -> None:
    fill(machine)
    before = machine.tree()
    assert not [change.problem for change in machine.plan() if change.problem]
    machine.setup()
    machine.setup(level="project")
    machine.undo()
    assert machine.tree() == before


def test_running_setup_again_changes_nothing(machine: Machine) -> None:
    fill(machine)
    machine.setup()
    once = machine.tree()
    assert not [change.path for change in machine.plan() if change.changes]
    assert machine.setup() == []
    assert machine.tree() == once


@pytest.mark.parametrize("agent", NAMES)
def test_each_agent_can_come_and_go_alone(machine: Machine, agent: str) -> None:
    fill(machine)
    before = machine.tree()
    machine.setup(agent)
    machine.setup(agent, level="project")
    assert EXECUTABLE.encode() in b"".join(filter(None, machine.tree().values()))
    machine.undo(agent)
    assert machine.tree() == before


@pytest.mark.parametrize("first", ["claude-code", "copilot-cli", "opencode", "goose", "zed"])
def test_agents_leave_one_by_one_and_the_last_leaves_nothing(machine: Machine, first: str) -> None:
    fill(machine)
    before = machine.tree()
    machine.setup()
    machine.setup(level="project")
    machine.undo(first)
    assert f"hook {first} ".encode() not in b"".join(filter(None, machine.tree().values())) or first == "copilot-cli"
    machine.undo(*[name for name in NAMES if name != first])
    assert machine.tree() == before


def test_a_file_that_two_agents_share_stays_until_both_have_left(machine: Machine) -> None:
    machine.setup("vscode", "copilot-cli", level="project")
    shared = machine.project / ".github" / "hooks" / "standfast.json"
    machine.undo("copilot-cli")
    assert shared.exists()
    machine.undo("vscode")
    assert not shared.exists()


def test_what_others_wrote_since_survives_undo(machine: Machine) -> None:
    fill(machine)
    machine.setup()
    settings = machine.home / ".claude.json"
    rewritten = json.loads(settings.read_bytes())
    rewritten["numStartups"] = 42
    rewritten["mcpServers"]["new"] = {"command": "n"}
    settings.write_text(json.dumps(rewritten, indent=2))
    codex = machine.home / ".codex" / "config.toml"
    codex.write_text(codex.read_text() + '\n[projects."/home/ada/other"]\ntrust_level = "trusted"\n')
    machine.undo()
    left = json.loads(settings.read_bytes())
    assert left == {
        **json.loads(CLAUDE_JSON),
        "numStartups": 42,
        "mcpServers": {**json.loads(CLAUDE_JSON)["mcpServers"], "new": {"command": "n"}},
    }
    assert codex.read_text() == CODEX + '\n\n[projects."/home/ada/other"]\ntrust_level = "trusted"\n'


def test_a_file_we_made_and_others_then_used_stays_without_us(machine: Machine) -> None:
    machine.setup("cursor")
    hooks = machine.home / ".cursor" / "hooks.json"
    value = json.loads(hooks.read_bytes())
    value["hooks"]["stop"].append({"command": "./done.sh"})
    hooks.write_text(json.dumps(value, indent=2))
    machine.setup("cursor")
    machine.undo()
    assert json.loads(hooks.read_bytes()) == {"version": 1, "hooks": {"stop": [{"command": "./done.sh"}]}}


def test_a_file_that_holds_only_its_schema_is_not_left_behind(machine: Machine) -> None:
    machine.setup("opencode")
    config = machine.home / ".config" / "opencode" / "opencode.json"
    config.write_text(json.dumps({"$schema": "https://opencode.ai/config.json", **json.loads(config.read_bytes())}))
    machine.undo()
    assert machine.tree() == {}


def test_a_moved_program_is_renewed_in_place_and_undo_still_restores_the_first_bytes(machine: Machine) -> None:
    fill(machine)
    before = machine.tree()
    machine.setup()
    machine.write(".config/zed/AGENTS.md", (machine.home / ".config/zed/AGENTS.md").read_text() + "More.\n")
    machine.setup(executable="/usr/local/bin/standfast")
    everything = b"".join(filter(None, machine.tree().values()))
    assert EXECUTABLE.encode() not in everything
    assert everything.count(b"/usr/local/bin/standfast hook claude-code Stop") == 1
    machine.undo()
    after = machine.tree()
    assert after.pop("home/.config/zed/AGENTS.md") == b"Be brief.\nMore.\n"
    before.pop("home/.config/zed/AGENTS.md")
    assert after == before


def test_an_entry_the_user_had_under_our_name_comes_back(machine: Machine) -> None:
    mine = '{"mcpServers": {"standfast": {"command": "/my/own"}}}'
    path = machine.write(".cursor/mcp.json", mine)
    machine.setup("cursor")
    assert json.loads(path.read_bytes())["mcpServers"]["standfast"]["command"] == EXECUTABLE
    machine.undo()
    assert path.read_text() == mine


def test_links_stay_links_and_modes_stay_as_they_were(machine: Machine) -> None:
    real = machine.write("dotfiles/claude.json", CLAUDE_JSON)
    real.chmod(0o640)
    link = machine.home / ".claude.json"
    link.symlink_to(real)
    machine.setup("claude-code")
    assert link.is_symlink()
    assert b"standfast" in real.read_bytes()
    assert stat.S_IMODE(real.stat().st_mode) == 0o640
    machine.undo()
    assert link.is_symlink()
    assert real.read_text() == CLAUDE_JSON


def test_scripts_can_be_run_and_records_are_private(machine: Machine) -> None:
    fill(machine)
    machine.setup()
    assert os.access(machine.home / ".cline" / "hooks" / "PreToolUse", os.X_OK)
    for path in [machine.kept / "setup.json", *(machine.kept / "backups").iterdir()]:
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_malformed_file_is_reported_and_left_alone_while_the_others_are_written(machine: Machine) -> None:
    broken = machine.write(".claude.json", '{"mcpServers": ')
    changes = {Path(change.path).name: change for change in machine.plan("claude-code", "codex")}
    problem = changes[".claude.json"].problem
    assert problem is not None
    assert str(broken) in problem.message
    assert problem.hint
    machine.setup("claude-code", "codex")
    assert broken.read_text() == '{"mcpServers": '
    assert (machine.home / ".codex" / "config.toml").exists()


def test_somebody_elses_file_at_our_place_is_left_alone(machine: Machine) -> None:
    theirs = machine.write(".cline/hooks/PreToolUse", "#!/bin/sh\nexit 0\n")
    machine.setup("cline")
    assert theirs.read_text() == "#!/bin/sh\nexit 0\n"
    machine.undo()
    assert theirs.read_text() == "#!/bin/sh\nexit 0\n"


def test_a_file_of_ours_that_was_changed_by_hand_is_kept_and_reported(machine: Machine) -> None:
    machine.setup("opencode")
    plugin = machine.home / ".config" / "opencode" / "plugins" / "standfast.js"
    plugin.write_text(plugin.read_text() + "// mine\n")
    problems = [change.problem for change in machine.undo() if change.problem]
    assert [str(plugin) in problem.message for problem in problems] == [True]
    assert plugin.exists()


def test_a_dry_run_of_undo_writes_nothing(machine: Machine) -> None:
    machine.setup()
    before = machine.tree()
    changes = machine.undo(dry_run=True)
    assert any(change.after is None for change in changes)
    assert machine.tree() == before


def test_undo_can_be_kept_to_one_folder(machine: Machine) -> None:
    machine.setup("gemini-cli")
    machine.setup("gemini-cli", level="project")
    machine.undo(under=str(machine.project))
    assert not (machine.project / ".gemini").exists()
    assert (machine.home / ".gemini" / "settings.json").exists()


def test_undo_without_a_setup_is_nothing(machine: Machine) -> None:
    assert machine.undo() == []


def test_undo_after_the_file_was_deleted_leaves_it_deleted(machine: Machine) -> None:
    machine.setup("zed")
    (machine.home / ".config" / "zed" / "settings.json").unlink()
    machine.undo()
    assert machine.tree() == {}


def test_a_change_made_between_plan_and_apply_is_not_lost(machine: Machine) -> None:
    path = machine.write(".claude.json", "{}")
    changes = machine.plan("claude-code")
    path.write_text('{"numStartups": 1}')
    apply(changes, backups=str(machine.kept / "b"), manifest=str(machine.kept / "setup.json"))
    assert json.loads(path.read_bytes())["numStartups"] == 1
    machine.undo()
    assert path.read_text() == '{"numStartups": 1}'


def test_without_its_backups_undo_is_still_exact(machine: Machine) -> None:
    fill(machine)
    before = machine.tree()
    machine.setup()
    for copy in (machine.kept / "backups").iterdir():
        copy.write_bytes(b"changed")
    assert not [change.problem for change in machine.undo() if change.problem]
    assert machine.tree() == before


def test_the_diff_shows_what_setup_would_write(machine: Machine) -> None:
    machine.write(".claude.json", CLAUDE_JSON)
    changes = machine.plan("claude-code")
    shown = "".join(diff(change) for change in changes)
    assert '+    "standfast": {' in shown
    assert '-  "numStartups"' not in shown
    assert f"--- {os.devnull}" in shown
    machine.setup("claude-code")
    assert not "".join(diff(change) for change in machine.plan("claude-code"))


def test_an_unreadable_manifest_and_an_unknown_level_or_agent_are_refused(machine: Machine) -> None:
    machine.kept.mkdir()
    (machine.kept / "setup.json").write_text("{")
    with pytest.raises(ConfigError):
        machine.undo()
    with pytest.raises(ConfigError):
        machine.plan(level="galaxy")
    with pytest.raises(NotFound):
        machine.plan("emacs")


def test_agents_are_found_by_folder_or_program(machine: Machine, tmp_path: Path) -> None:
    (machine.home / ".codex").mkdir()
    program = tmp_path / "bin" / "gemini"
    program.parent.mkdir()
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    found = {agent.name: agent.by for agent in detect(str(machine.home), {"PATH": str(program.parent)}, "linux")}
    assert found == {"codex": str(machine.home / ".codex"), "gemini-cli": str(program)}
    moved = detect(str(machine.home), {"CODEX_HOME": "/nowhere", "PATH": ""}, "linux")
    assert moved == []
