"""Places and command strings on Linux, macOS and Windows, with the variables that move them."""

from __future__ import annotations

import shlex

import pytest
from hypothesis import given, strategies as st

from standfast.agents import NAMES, get_agent
from standfast.agents.plan import plan
from standfast.agents.site import Site, quoted

HOMES = {"linux": "/home/ada", "darwin": "/Users/ada", "win32": "C:\\Users\\ada"}


def paths(agent: str, platform: str, level: str = "user", **env: str) -> list[str]:
    site = Site(level, HOMES[platform], "/repo", env, platform, "/opt/standfast")
    return [edit.path for edit in get_agent(agent).edits(site)]


@pytest.mark.parametrize(
    ("agent", "platform", "env", "wanted"),
    [
        ("claude-code", "linux", {}, "/home/ada/.claude.json"),
        ("claude-code", "linux", {"CLAUDE_CONFIG_DIR": "/cfg"}, "/cfg/.claude.json"),
        ("claude-code", "linux", {"CLAUDE_CONFIG_DIR": "/cfg"}, "/cfg/settings.json"),
        ("claude-code", "win32", {}, "C:\\Users\\ada\\.claude\\settings.json"),
        ("codex", "darwin", {"CODEX_HOME": "/cx"}, "/cx/config.toml"),
        ("codex", "win32", {}, "C:\\Users\\ada\\.codex\\hooks.json"),
        ("copilot-cli", "linux", {"COPILOT_HOME": "/cp"}, "/cp/hooks/standfast.json"),
        ("vscode", "linux", {}, "/home/ada/.config/Code/User/mcp.json"),
        ("vscode", "darwin", {}, "/Users/ada/Library/Application Support/Code/User/mcp.json"),
        ("vscode", "win32", {"APPDATA": "D:\\Roam"}, "D:\\Roam\\Code\\User\\mcp.json"),
        ("opencode", "linux", {"XDG_CONFIG_HOME": "/x"}, "/x/opencode/opencode.json"),
        ("opencode", "linux", {"OPENCODE_CONFIG_DIR": "/oc"}, "/oc/plugins/standfast.js"),
        ("zed", "win32", {}, "C:\\Users\\ada\\AppData\\Roaming\\Zed\\settings.json"),
        ("zed", "darwin", {}, "/Users/ada/.config/zed/settings.json"),
        ("goose", "win32", {}, "C:\\Users\\ada\\AppData\\Roaming\\Block\\goose\\config\\config.yaml"),
        ("goose", "linux", {}, "/home/ada/.config/goose/config.yaml"),
        ("cline", "linux", {"CLINE_MCP_SETTINGS_PATH": "/c/m.json"}, "/c/m.json"),
        ("cline", "win32", {}, "C:\\Users\\ada\\.cline\\hooks\\PreToolUse.ps1"),
        ("windsurf", "win32", {}, "C:\\Users\\ada\\.codeium\\windsurf\\mcp_config.json"),
        ("kiro", "linux", {}, "/home/ada/.kiro/settings/mcp.json"),
        ("amp", "linux", {}, "/home/ada/.config/amp/settings.json"),
        ("qwen-code", "linux", {}, "/home/ada/.qwen/settings.json"),
        ("gemini-cli", "win32", {}, "C:\\Users\\ada\\.gemini\\settings.json"),
        ("cursor", "darwin", {}, "/Users/ada/.cursor/hooks.json"),
    ],
)
def test_files_are_where_the_agent_looks_for_them(agent: str, platform: str, env: dict[str, str], wanted: str) -> None:
    assert wanted in paths(agent, platform, **env)


@pytest.mark.parametrize("agent", NAMES)
def test_the_project_level_stays_inside_the_project(agent: str) -> None:
    assert all(path.startswith("/repo/") for path in paths(agent, "linux", "project"))
    assert not any("/repo" in path for path in paths(agent, "linux"))


@pytest.mark.parametrize("agent", NAMES)
@pytest.mark.parametrize("platform", HOMES)
def test_every_agent_can_be_planned_on_every_platform(agent: str, platform: str) -> None:
    changes = plan(
        [agent],
        "user",
        home=HOMES[platform] + "/nowhere",
        project_root="/nowhere",
        env={},
        platform=platform,
        executable="C:\\Program Files\\hf\\standfast.exe" if platform == "win32" else "/opt/my tools/standfast",
    )
    assert changes
    assert not [change.problem for change in changes if change.problem]
    assert all(change.why for change in changes)


@given(st.text(st.characters(codec="utf-8", exclude_characters="\0\r\n"), min_size=1))
def test_any_path_survives_a_posix_shell(path: str) -> None:
    assert shlex.split(f"{quoted(path, 'sh')} hook a B") == [path, "hook", "a", "B"]


def test_windows_shells_each_get_their_quotes() -> None:
    plain, spaced = "C:\\hf\\standfast.exe", "C:\\Program Files\\hf\\standfast.exe"
    assert quoted(plain, "bash-on-windows") == "C:/hf/standfast.exe"
    assert quoted(spaced, "bash-on-windows") == "'C:/Program Files/hf/standfast.exe'"
    assert quoted(plain, "powershell") == plain
    assert quoted(spaced, "powershell") == "& 'C:\\Program Files\\hf\\standfast.exe'"
    assert quoted(plain, "cmd") == plain
    assert quoted(spaced, "cmd") == f'"{spaced}"'


def test_commands_do_not_change_with_the_version() -> None:
    from standfast import __version__

    for agent in NAMES:
        site = Site("user", "/home/ada", "/repo", {}, "linux", "/opt/standfast")
        assert __version__ not in repr(get_agent(agent).edits(site))
