"""Goose: `extensions` in its config.yaml, hooks in a plugin folder, hints in words.

Owns its events, its shapes and its places (documented and read in its source). Its hooks can watch and refuse; what
they print is a decision and nothing else, so memory is delivered by the server and the hints.
"""

from __future__ import annotations

from standfast.agents import contract as c

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from standfast.agents.edit.kinds import Edit
    from standfast.agents.site import Site

_EVENTS = c.without("SubagentStart", "SubagentStop", "PreCompact")
WANTED: dict[str, dict[str, Any]] = {
    **c.each(_EVENTS, timeout=10),
    "PreToolUse": {"matcher": "developer__(text_editor|write|edit|shell)", "timeout": 10},
}


class Goose(c.Agent):
    """Goose."""

    name = "goose"
    title = "Goose"
    loads = ("AGENTS.md", ".goosehints")
    binaries = ("goose",)
    shell = ("GOOSE_TERMINAL", "AGENT=goose")
    events = _EVENTS
    denies = frozenset((c.BEFORE_TOOL,))
    event_keys = ("event",)
    cwd_keys = ("working_dir",)
    prompt_keys = ("message",)
    response_keys = ("tool_output",)
    call_keys = ("tool_call_id",)

    def refusal(self, _event: c.HookEvent, reason: str, /) -> tuple[str, int]:
        return c.written(decision="block", reason=reason), 0

    def sample(self, event: str, session: str, cwd: str) -> dict[str, Any]:
        return {"event": event, **super().sample(event, session, cwd)}

    def folders(self, site: Site) -> Sequence[str]:
        return [folder(site)]

    def edits(self, site: Site) -> list[Edit]:
        from standfast.agents.edit.kinds import YamlEntry
        from standfast.agents.wiring import SERVER, groups, instruction

        place = site.at_project if site.project else site.at_home
        hooks = groups(site, self.name, place(".agents", "plugins", "standfast", "hooks", "hooks.json"), WANTED)
        if site.project:
            return [instruction(site.at_project("AGENTS.md")), *hooks]
        entry = {
            "name": SERVER,
            "type": "stdio",
            "description": "This project's memory",
            "cmd": site.executable,
            "args": ["mcp"],
            "enabled": True,
            "envs": {},
            "timeout": 300,
        }
        config = site.join(folder(site), "config.yaml")
        server = YamlEntry(config, ("extensions", SERVER), entry, why="connects the memory server")
        return [server, instruction(site.join(folder(site), ".goosehints")), *hooks]


def folder(site: Site) -> str:
    """Name Goose's configuration folder."""
    if site.env.get("GOOSE_PATH_ROOT"):
        return site.join(site.env["GOOSE_PATH_ROOT"], "config")
    return site.roaming("Block", "goose", "config") if site.windows else site.config("goose")


AGENT = Goose()
