"""What keeps an agent from using what setup wrote, though it is all there: switches, refusals, a second installation.

Owns `obstacles_of` and `installed_as_package`, pure over the texts of an agent's own files, for `doctor`. Reads only.
Setup side. Neighbours: `registered` finds what is written where, `codex_trust` which hooks Codex skips.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from standfast.agents.edit.jsontree import read_object
from standfast.agents.gemini_trust import TRUSTED, verdict_on
from standfast.agents.opencode import home
from standfast.agents.site import Site


def obstacles_of(agent: str, site: Site) -> list[tuple[str, str]]:
    """Return what stands in the way of an agent, each with what to do about it."""
    return list(_READERS[agent](site)) if agent in _READERS else []


def installed_as_package(agent: str, site: Site) -> str:
    """Return the file that says that the agent has Standfast as its own plugin or extension, or nothing."""
    if agent == "claude-code":
        for path in _claude_settings(site):
            plugins = read_object(path).get("enabledPlugins")
            if isinstance(plugins, dict) and any(name.startswith("standfast@") and on for name, on in plugins.items()):
                return path
    if agent == "codex":
        path = site.join(site.moved("CODEX_HOME", ".codex"), "config.toml")
        plugins = _toml(path).get("plugins")
        if isinstance(plugins, dict) and any(name.startswith("standfast@") for name in plugins):
            return path
    if agent == "gemini-cli":
        path = site.at_home(".gemini", "extensions", "standfast", "gemini-extension.json")
        return path if Path(path).is_file() else ""
    return ""


def _claude_settings(site: Site) -> list[str]:
    user = site.join(site.moved("CLAUDE_CONFIG_DIR", ".claude"), "settings.json")
    found = [user]
    if site.project_root:
        found += [site.at_project(".claude", name) for name in ("settings.json", "settings.local.json")]
    return found


def _claude(site: Site) -> Iterator[tuple[str, str]]:
    for path in _claude_settings(site):
        settings = read_object(path)
        if settings.get("disableAllHooks") is True:
            yield f"{path} switches all hooks off (`disableAllHooks`)", "Remove it there: nothing is told or recorded."
        permissions = settings.get("permissions")
        denied = permissions.get("deny") if isinstance(permissions, dict) else None
        if isinstance(denied, list) and any(str(rule).startswith("mcp__standfast") for rule in denied):
            yield f"{path} denies the memory tools", "Take `mcp__standfast` out of permissions.deny."
        if _has_comments(path):
            yield (
                f"{path} has comments, and Claude Code reads plain JSON only: it skips the whole file",
                "Take the comments out.",
            )
    config = read_object(site.join(site.env.get("CLAUDE_CONFIG_DIR") or site.home, ".claude.json"))
    projects = config.get("projects")
    project = projects.get(site.project_root) if isinstance(projects, dict) else None
    if isinstance(project, dict) and "standfast" in (project.get("disabledMcpServers") or ()):
        yield "the server is switched off for this project", "`/mcp` in Claude Code switches it on."


def _gemini(site: Site) -> Iterator[tuple[str, str]]:
    if site.project_root and verdict_on(site.project_root, site) != TRUSTED:
        told = f"{site.project_root} is not a folder it trusts: it runs neither server nor hooks there"
        yield told, "`standfast setup gemini-cli --trust-folder` here, or answer its question once."
    for path in (site.at_home(".gemini", "settings.json"), site.at_project(".gemini", "settings.json")):
        settings = read_object(path)
        hooks = settings.get("hooksConfig")
        if isinstance(hooks, dict) and (hooks.get("enabled") is False or "standfast" in (hooks.get("disabled") or ())):
            yield f"{path} switches hooks off (`hooksConfig`)", "Switch them on there: nothing is told or recorded."
        servers = settings.get("mcp")
        if isinstance(servers, dict) and "standfast" in (servers.get("excluded") or ()):
            yield f"{path} excludes the memory server", "Take `standfast` out of mcp.excluded."


def _codex(site: Site) -> Iterator[tuple[str, str]]:
    path = site.join(site.moved("CODEX_HOME", ".codex"), "config.toml")
    settings = _toml(path)
    features = settings.get("features")
    if isinstance(features, dict) and (features.get("hooks") is False or features.get("codex_hooks") is False):
        yield f"{path} switches hooks off (`features`)", "Remove it there: nothing is told or recorded."
    servers = settings.get("mcp_servers")
    server = servers.get("standfast") if isinstance(servers, dict) else None
    if isinstance(server, dict) and server.get("enabled") is False:
        yield f"{path} switches the memory server off", "Set `enabled = true` in [mcp_servers.standfast]."


def _copilot(site: Site) -> Iterator[tuple[str, str]]:
    folder = site.moved("COPILOT_HOME", ".copilot")
    for name in ("settings.json", "config.json"):
        path = site.join(folder, name)
        settings = read_object(path)
        if settings.get("disableAllHooks") is True:
            yield f"{path} switches all hooks off (`disableAllHooks`)", "Remove it there: nothing is told or recorded."


def _qwen(site: Site) -> Iterator[tuple[str, str]]:
    for path in (site.at_home(".qwen", "settings.json"), site.at_project(".qwen", "settings.json")):
        settings = read_object(path)
        if settings.get("disableAllHooks") is True:
            yield f"{path} switches all hooks off (`disableAllHooks`)", "Remove it there: nothing is told or recorded."
        servers = settings.get("mcp")
        if isinstance(servers, dict) and "standfast" in (servers.get("excluded") or ()):
            yield f"{path} excludes the memory server", "Take `standfast` out of mcp.excluded."


def _opencode(site: Site) -> Iterator[tuple[str, str]]:
    for folder in (home(site), site.project_root):
        for name in ("opencode.json", "opencode.jsonc"):
            servers = read_object(site.join(folder, name)).get("mcp") if folder else None
            server = servers.get("standfast") if isinstance(servers, dict) else None
            if isinstance(server, dict) and server.get("enabled") is False:
                path = site.join(folder, name)
                yield f"{path} switches the memory server off", "Set `enabled` to true in its mcp.standfast."


_READERS = {
    "claude-code": _claude,
    "gemini-cli": _gemini,
    "codex": _codex,
    "copilot-cli": _copilot,
    "opencode": _opencode,
    "qwen-code": _qwen,
}


def _has_comments(path: str) -> bool:
    """Tell whether a file is read by forgiving readers alone."""
    try:
        text = Path(path).read_text(encoding="utf-8-sig")
        json.loads(text)
    except (OSError, UnicodeDecodeError):
        return False
    except ValueError:
        return bool(read_object(path))
    return False


def _toml(path: str) -> dict[str, Any]:
    try:
        return tomllib.loads(Path(path).read_text(encoding="utf-8-sig"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError):
        return {}
