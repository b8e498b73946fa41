"""Windsurf (Devin Desktop): `mcp_config.json` and `hooks.json` in `~/.codeium/windsurf`, `.windsurf` in the project.

Owns its events, its shapes and its places (documented). Its hooks can watch and refuse (exit code 2) but not add
context, so memory is delivered by the server and a rule.
"""

from __future__ import annotations

from standfast.agents import contract as c

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from standfast.agents.edit.kinds import Edit
    from standfast.agents.site import Site

WANTED = (
    "pre_user_prompt", "pre_write_code", "pre_run_command", "post_read_code", "post_write_code", "post_run_command",
    "post_mcp_tool_use", "post_cascade_response",
)  # fmt: skip


class Windsurf(c.Agent):
    """Windsurf."""

    name = "windsurf"
    title = "Windsurf"
    loads = ("AGENTS.md", ".windsurfrules", ".windsurf/rules/*")
    binaries = ("windsurf",)
    shell = ("WINDSURF_CASCADE_TERMINAL", "WINDSURF_CASCADE_TERMINAL_KIND")
    editor = True
    events = {  # noqa: RUF012
        "pre_user_prompt": c.PROMPT,
        "pre_read_code": c.BEFORE_TOOL,
        "pre_write_code": c.BEFORE_TOOL,
        "pre_run_command": c.BEFORE_TOOL,
        "pre_mcp_tool_use": c.BEFORE_TOOL,
        "post_read_code": c.AFTER_TOOL,
        "post_write_code": c.AFTER_TOOL,
        "post_run_command": c.AFTER_TOOL,
        "post_mcp_tool_use": c.AFTER_TOOL,
        "post_cascade_response": c.STOP,
    }
    denies = frozenset((c.BEFORE_TOOL,))
    event_keys = ("agent_action_name",)
    session_keys = ("trajectory_id",)
    turn_keys = ("execution_id",)

    def refine(self, seen: c.HookEvent, _env: Mapping[str, str], /) -> None:
        """Open `tool_info`, where everything is."""
        info = seen.raw.get("tool_info")
        if not isinstance(info, dict):
            return
        seen.cwd = c.first_text(info, ("cwd",))
        seen.prompt = c.first_text(info, ("user_prompt",)) if seen.kind == c.PROMPT else ""
        seen.message = c.first_text(info, ("response",))
        if seen.kind not in (c.BEFORE_TOOL, c.AFTER_TOOL):
            return
        seen.tool_name = seen.name.partition("_")[2]
        seen.tool_input = {**info, "command": info["command_line"]} if "command_line" in info else info
        if "mcp_tool" in seen.name:
            server, tool = (c.first_text(info, (key,)) for key in ("mcp_server_name", "mcp_tool_name"))
            seen.tool_name = f"{server}/{tool}"
            seen.tool_input = info.get("mcp_tool_arguments")
            seen.tool_response = info.get("mcp_result")
        seen.writes = seen.name.endswith("write_code")

    def refusal(self, _event: c.HookEvent, reason: str, /) -> tuple[str, int]:
        return reason, 2

    def sample(self, event: str, session: str, cwd: str) -> dict[str, Any]:
        info = {"file_path": "README.md", "cwd": cwd, "user_prompt": "Is everything connected?", "response": "Yes."}
        return {"agent_action_name": event, "trajectory_id": session, "execution_id": "turn-1", "tool_info": info}

    def folders(self, site: Site) -> Sequence[str]:
        return [site.at_home(".codeium", "windsurf")]

    def edits(self, site: Site) -> list[Edit]:
        from standfast.agents.edit.kinds import JsonItem, WholeFile
        from standfast.agents.wiring import INSTRUCTIONS, instruction, mark, server

        edits: list[Edit] = []
        if site.project:
            hooks = site.at_project(".windsurf", "hooks.json")
            rule = site.at_project(".windsurf", "rules", "standfast.md")
            text = "---\ntrigger: always_on\ndescription: This project's memory (Standfast)\n---\n\n" + INSTRUCTIONS
            edits.append(WholeFile(rule, text, "(Standfast)", why="tells the agent when to use its memory"))
        else:
            hooks = site.at_home(".codeium", "windsurf", "hooks.json")
            path = site.at_home(".codeium", "windsurf", "mcp_config.json")
            edits.append(server(path, site.executable))
            edits.append(instruction(site.at_home(".codeium", "windsurf", "memories", "global_rules.md")))
        for event in WANTED:
            handler = {"command": site.hook(self.name, event), "show_output": False}
            if site.windows:
                handler["powershell"] = site.hook(self.name, event, dialect="powershell")
            why = "hooks: capture what happens"
            edits.append(JsonItem(hooks, ("hooks", event), handler, mark(self.name, event), why=why))
        return edits


AGENT = Windsurf()
