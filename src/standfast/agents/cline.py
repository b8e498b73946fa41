"""Cline: a settings file for the server, one script per hook event, rules in the project.

Owns its events, its shapes and its places. Proven with the CLI 3.0.65: only tool hooks can add context, and the field
is `context`; the VS Code extension nests its payload by event and calls the field `contextModification`.
"""

from __future__ import annotations

from standfast.agents import contract as c

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from standfast.agents.edit.kinds import Edit
    from standfast.agents.site import Site

WANTED = ("TaskStart", "TaskResume", "UserPromptSubmit", "PreToolUse", "PostToolUse", "TaskComplete", "TaskCancel")


class Cline(c.Agent):
    """Cline."""

    name = "cline"
    title = "Cline"
    loads = ("AGENTS.md", ".clinerules", ".clinerules/*")
    binaries = ("cline",)
    shell = ("CLINE_ACTIVE", "CLINE_AGENT")
    events = {  # noqa: RUF012
        "TaskStart": c.SESSION_START,
        "TaskResume": c.SESSION_START,
        "UserPromptSubmit": c.PROMPT,
        "PreToolUse": c.BEFORE_TOOL,
        "PostToolUse": c.AFTER_TOOL,
        "PreCompact": c.COMPACT,
        "TaskComplete": c.STOP,
        "TaskError": c.STOP,
        "TaskCancel": c.SESSION_END,
        "SessionShutdown": c.SESSION_END,
    }
    injects = frozenset((c.BEFORE_TOOL, c.AFTER_TOOL))
    denies = frozenset((c.BEFORE_TOOL,))
    event_keys = ("hookName",)
    session_keys = ("taskId",)

    def refine(self, seen: c.HookEvent, _env: Mapping[str, str], /) -> None:
        """Find the event's own part, nested by event (extension) or as a tool call (CLI)."""
        roots = seen.raw.get("workspaceRoots")
        if isinstance(roots, list) and roots and isinstance(roots[0], str):
            seen.cwd = roots[0]
        if seen.kind == c.SESSION_START:
            seen.source = "resume" if seen.name == "TaskResume" else "startup"
        part = seen.raw.get(seen.name[:1].lower() + seen.name[1:])
        call = seen.raw.get("tool_call")
        part = part if isinstance(part, dict) else call if isinstance(call, dict) else {}
        if seen.kind == c.PROMPT:
            seen.prompt = c.first_text(part, ("prompt",)) or c.first_text(seen.raw, ("prompt",))
        elif seen.kind in (c.BEFORE_TOOL, c.AFTER_TOOL):
            seen.tool_name = c.first_text(part, ("toolName", "name", "tool"))
            seen.tool_input = c.decoded(c.first_value(part, ("parameters", "input", "arguments", "args")))
            seen.tool_response = c.first_value(part, ("result", "output")) or seen.raw.get("tool_result")
            seen.tool_use_id = c.first_text(part, ("id", "toolUseId", "call_id"))
            if part.get("success") is False:
                seen.kind = c.TOOL_FAILED

    def addition(self, event: c.HookEvent, text: str, /) -> str:
        """Shape context: the extension's field where the payload is the extension's, else the CLI's."""
        nested = isinstance(event.raw.get(event.name[:1].lower() + event.name[1:]), dict)
        return c.written(contextModification=text) if nested else c.written(context=text)

    def refusal(self, _event: c.HookEvent, reason: str, /) -> tuple[str, int]:
        return c.written(cancel=True, errorMessage=reason), 0

    def silence(self, _event: c.HookEvent, /) -> str:
        return "{}"

    def sample(self, event: str, session: str, cwd: str) -> dict[str, Any]:
        part = {"toolName": "read_file", "parameters": {"path": "README.md"}, "prompt": "Is everything connected?"}
        nested = event[:1].lower() + event[1:]
        return {"hookName": event, "taskId": session, "workspaceRoots": [cwd], nested: part}

    def folders(self, site: Site) -> Sequence[str]:
        return [site.at_home(".cline"), site.code_user("globalStorage", "saoudrizwan.claude-dev")]

    def edits(self, site: Site) -> list[Edit]:
        import os.path

        from standfast.agents.edit.kinds import WholeFile
        from standfast.agents.wiring import INSTRUCTIONS, READING, instruction, server

        if site.project:
            rules = site.at_project(".clinerules")
            if os.path.isfile(rules):  # noqa: PTH113
                return [instruction(rules), *scripts(site, site.at_project(".cline", "hooks"))]
            rule = WholeFile(
                site.join(rules, "standfast.md"),
                INSTRUCTIONS,
                "`standfast`",
                why="tells the agent when to use its memory",
            )
            return [rule, *scripts(site, site.join(rules, "hooks"))]
        own = site.env.get("CLINE_MCP_SETTINGS_PATH") or site.at_home(
            ".cline", "data", "settings", "cline_mcp_settings.json"
        )
        extension = site.code_user("globalStorage", "saoudrizwan.claude-dev")
        paths = [own]
        if os.path.isdir(extension):  # noqa: PTH112
            paths.append(site.join(extension, "settings", "cline_mcp_settings.json"))
        edits: list[Edit] = [server(path, site.executable, disabled=False, autoApprove=READING) for path in paths]
        return [
            *edits,
            instruction(site.at_home(".agents", "AGENTS.md")),
            *scripts(site, site.at_home(".cline", "hooks")),
        ]


def scripts(site: Site, folder: str) -> list[Edit]:
    """Write one script per event, named after it."""
    from standfast.agents.edit.kinds import WholeFile

    edits: list[Edit] = []
    for event in WANTED:
        if site.windows:
            command = site.hook(AGENT.name, event, dialect="powershell")
            path, text = site.join(folder, event + ".ps1"), f"# Written by standfast setup.\n{command}\n"
        else:
            command = site.hook(AGENT.name, event)
            path, text = site.join(folder, event), f"#!/bin/sh\n# Written by standfast setup.\nexec {command}\n"
        edits.append(
            WholeFile(path, text, "Written by standfast setup", executable=True, why="hooks: capture what happens")
        )
    return edits


AGENT = Cline()
