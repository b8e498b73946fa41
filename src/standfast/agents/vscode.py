"""VS Code with GitHub Copilot: `mcp.json` of the profile or `.vscode`, and the hooks file it shares with Copilot CLI.

Owns its events, its shapes and its places (documented, August 2026). Hooks written for Claude Code and Copilot CLI run
here too, with VS Code's own payload: PascalCase events, camelCase tool arguments, matchers ignored.
"""

from __future__ import annotations

from standfast.agents import contract as c

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from standfast.agents.edit.kinds import Edit
    from standfast.agents.site import Site


class VsCode(c.Agent):
    """VS Code with GitHub Copilot."""

    name = "vscode"
    title = "VS Code (GitHub Copilot)"
    loads = (".github/copilot-instructions.md", ".github/instructions/*", "AGENTS.md", "CLAUDE.md")
    binaries = ("code",)
    shell = ("VSCODE_AGENT",)
    editor = True
    events = c.without("PostToolUseFailure", "SessionEnd")
    # UserPromptSubmit has no field for context.
    injects = frozenset((c.SESSION_START, c.BEFORE_TOOL, c.AFTER_TOOL, c.SUBAGENT_START))
    denies = frozenset((c.BEFORE_TOOL,))
    note = "VS Code asks once whether to trust the server: answer it when the first chat starts."

    def resolve(self, event: str, payload: c.Payload) -> tuple[str, str]:
        """Name the event, also when Copilot CLI's name for it stands on the command line."""
        renamed = {"userPromptSubmitted": "UserPromptSubmit", "agentStop": "Stop"}.get(event, event)
        return super().resolve(renamed, payload)

    def folders(self, site: Site) -> Sequence[str]:
        return [site.code_user()]

    def edits(self, site: Site) -> list[Edit]:
        from standfast.agents.copilot_cli import hook_file
        from standfast.agents.wiring import server

        path = site.at_project(".vscode", "mcp.json") if site.project else site.code_user("mcp.json")
        return [server(path, site.executable, key="servers", kind="stdio"), *hook_file(site)]


AGENT = VsCode()
