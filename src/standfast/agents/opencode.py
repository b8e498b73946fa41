"""OpenCode: `mcp` in `opencode.json` and a plugin, since it has no command hooks.

Owns its events and its places; the events are those that the plugin of ours (`opencode_bridge.js`) sends, and their
shape is ours on both sides. Proven with 1.18.
"""

from __future__ import annotations

from standfast.agents import contract as c

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from standfast.agents.edit.kinds import Edit
    from standfast.agents.site import Site


class OpenCode(c.Agent):
    """OpenCode."""

    name = "opencode"
    title = "OpenCode"
    loads = ("AGENTS.md else CLAUDE.md",)
    binaries = ("opencode",)
    shell = ("OPENCODE", "OPENCODE_CLIENT")
    events = {  # noqa: RUF012
        "session.created": c.SESSION_START,
        "chat.message": c.PROMPT,
        "tool.execute.before": c.BEFORE_TOOL,
        "tool.execute.after": c.AFTER_TOOL,
        "tool.failed": c.TOOL_FAILED,
        "session.idle": c.STOP,
        "session.compacted": c.COMPACT,
        "session.deleted": c.SESSION_END,
        "subagent.created": c.SUBAGENT_START,
        "subagent.idle": c.SUBAGENT_STOP,
    }
    # The plugin holds what it is told before a tool runs and adds it to the tool's result.
    injects = frozenset(
        (c.SESSION_START, c.PROMPT, c.BEFORE_TOOL, c.AFTER_TOOL, c.TOOL_FAILED, c.COMPACT, c.SUBAGENT_START)
    )
    denies = frozenset((c.BEFORE_TOOL,))
    forgets_brief = True

    def refine(self, seen: c.HookEvent, _env: Mapping[str, str], /) -> None:
        """Take off the quotes that `opencode run` puts around a prompt of several words: they quote nobody."""
        said = seen.prompt.strip()
        if seen.kind == c.PROMPT and len(said) > 2 and said[0] == said[-1] == '"' and '"' not in said[1:-1]:
            seen.prompt = said[1:-1]

    def record_folder(self, env: Mapping[str, str], /) -> str:
        """Return the folder of the one database in which it keeps all sessions."""
        data = env.get("XDG_DATA_HOME") or (f"{env['HOME']}/.local/share" if env.get("HOME") else "")
        return f"{data}/opencode" if data else ""

    def addition(self, _event: c.HookEvent, text: str, /) -> str:
        return c.written(context=text)

    def refusal(self, _event: c.HookEvent, reason: str, /) -> tuple[str, int]:
        return c.written(deny=reason), 0

    def silence(self, _event: c.HookEvent, /) -> str:
        return "{}"

    def sample(self, event: str, session: str, cwd: str) -> dict[str, Any]:
        return {"standfast_bridge": "opencode", **super().sample(event, session, cwd)}

    def folders(self, site: Site) -> Sequence[str]:
        return [home(site)]

    def edits(self, site: Site) -> list[Edit]:
        from standfast.agents.edit.kinds import JsonEntry, WholeFile
        from standfast.agents.wiring import SERVER

        folder = site.project_root if site.project else home(site)
        path = site.existing(site.join(folder, "opencode.json"), site.join(folder, "opencode.jsonc"))
        plugins = site.at_project(".opencode", "plugins") if site.project else site.join(home(site), "plugins")
        entry = {"type": "local", "command": [site.executable, "mcp"], "enabled": True}
        return [
            JsonEntry(path, ("mcp", SERVER), entry, why="connects the memory server"),
            WholeFile(
                site.join(plugins, "standfast.js"),
                bridge(site.executable),
                "standfast_bridge",
                why="plugin: captures what happens, gives what is known",
            ),
        ]


def home(site: Site) -> str:
    """Name OpenCode's configuration folder."""
    return site.env.get("OPENCODE_CONFIG_DIR") or site.config("opencode")


def bridge(executable: str) -> str:
    """Write the plugin with the program's path in it."""
    import json
    from importlib.resources import files

    source = files("standfast.agents").joinpath("opencode_bridge.js").read_text(encoding="utf-8")
    return source.replace('"@EXECUTABLE@"', json.dumps(executable))


AGENT = OpenCode()
