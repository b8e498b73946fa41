"""Cursor: `mcp.json` and `hooks.json` in `~/.cursor` or the project's `.cursor`, and a rule file in the project.

Owns its events, its shapes and its places (documented; injection at session start failed in some releases, so the
project also gets a rule that is always applied). It prints JSON or nothing; sessions go by `conversation_id`.
"""

from __future__ import annotations

from standfast.agents import contract as c

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from standfast.agents.edit.kinds import Edit
    from standfast.agents.site import Site

WANTED: dict[str, dict[str, Any]] = {
    "sessionStart": {},
    "beforeSubmitPrompt": {},
    "preToolUse": {"matcher": "Write|Shell"},
    "postToolUse": {},
    "postToolUseFailure": {},
    "subagentStart": {},
    "subagentStop": {},
    "preCompact": {},
    "afterAgentResponse": {},
    "stop": {},
    "sessionEnd": {},
}
RULE_HEAD = "---\ndescription: This project's memory (Standfast)\nalwaysApply: true\n---\n"


class Cursor(c.Agent):
    """Cursor."""

    name = "cursor"
    title = "Cursor"
    loads = ("AGENTS.md", ".cursorrules", ".cursor/rules/*")
    binaries = ("cursor", "cursor-agent")
    shell = ("CURSOR_AGENT", "CURSOR_EXTENSION_HOST_ROLE=agent", "CURSOR_TRACE_ID")
    editor = True
    events = {  # noqa: RUF012
        "sessionStart": c.SESSION_START,
        "beforeSubmitPrompt": c.PROMPT,
        "preToolUse": c.BEFORE_TOOL,
        "beforeShellExecution": c.BEFORE_TOOL,
        "beforeMCPExecution": c.BEFORE_TOOL,
        "beforeReadFile": c.BEFORE_TOOL,
        "postToolUse": c.AFTER_TOOL,
        "afterShellExecution": c.AFTER_TOOL,
        "afterMCPExecution": c.AFTER_TOOL,
        "afterFileEdit": c.AFTER_TOOL,
        "postToolUseFailure": c.TOOL_FAILED,
        "subagentStart": c.SUBAGENT_START,
        "subagentStop": c.SUBAGENT_STOP,
        "preCompact": c.COMPACT,
        "afterAgentResponse": c.STOP,
        "stop": c.STOP,
        "sessionEnd": c.SESSION_END,
        "UserPromptSubmit": c.PROMPT,
    }
    injects = frozenset((c.SESSION_START, c.AFTER_TOOL))
    denies = frozenset((c.BEFORE_TOOL,))
    session_keys = ("conversation_id", "session_id")
    turn_keys = ("generation_id",)
    response_keys = ("tool_output", "result_json", "output", "error_message")
    message_keys = ("text",)

    def refine(self, seen: c.HookEvent, env: Mapping[str, str], /) -> None:
        """Find the folder, and the tool in events that are named after one."""
        roots = seen.raw.get("workspace_roots")
        if not seen.cwd and isinstance(roots, list) and roots and isinstance(roots[0], str):
            seen.cwd = roots[0]
        if not seen.cwd:
            seen.cwd = env.get("CURSOR_PROJECT_DIR", "")
        if seen.kind in (c.BEFORE_TOOL, c.AFTER_TOOL) and not seen.tool_name:
            name_tool(seen)

    def addition(self, _event: c.HookEvent, text: str, /) -> str:
        return c.written(additional_context=text)

    def refusal(self, _event: c.HookEvent, reason: str, /) -> tuple[str, int]:
        return c.written(permission="deny", user_message=reason, agent_message=reason), 0

    def sample(self, event: str, session: str, cwd: str) -> dict[str, Any]:
        made = super().sample(event, session, cwd)
        return {**made, "cursor_version": "0", "generation_id": "turn-1", "workspace_roots": [cwd]}

    def folders(self, site: Site) -> Sequence[str]:
        return [site.at_home(".cursor")]

    def edits(self, site: Site) -> list[Edit]:
        from standfast.agents.edit.kinds import JsonDefault, JsonItem, WholeFile
        from standfast.agents.wiring import HOOKS_WHY, INSTRUCTIONS, mark, server

        place = site.at_project if site.project else site.at_home
        hooks = place(".cursor", "hooks.json")
        edits: list[Edit] = [
            server(place(".cursor", "mcp.json"), site.executable),
            JsonDefault(hooks, ("version",), 1, why=HOOKS_WHY),
        ]
        for event, options in WANTED.items():
            handler = {"command": site.hook(self.name, event), "timeout": 10, **options}
            edits.append(JsonItem(hooks, ("hooks", event), handler, mark(self.name, event), why=HOOKS_WHY))
        if site.project:
            rule = RULE_HEAD + "\n" + INSTRUCTIONS
            path = site.at_project(".cursor", "rules", "standfast.mdc")
            edits.append(WholeFile(path, rule, "(Standfast)", why="tells the agent when to use its memory"))
        return edits


def name_tool(seen: c.HookEvent) -> None:
    """Give events that are named after a tool the tool's name and arguments."""
    raw = seen.raw
    if "Shell" in seen.name:
        seen.tool_name, seen.tool_input = "Shell", {"command": raw.get("command", "")}
        seen.tool_response = raw.get("output")
    elif "File" in seen.name:
        seen.writes = seen.name == "afterFileEdit"
        seen.tool_name = "Write" if seen.writes else "Read"
        seen.tool_input = {key: raw[key] for key in ("file_path", "edits") if key in raw}
    seen.tool_use_id = c.first_text(raw, ("tool_use_id",))


AGENT = Cursor()
