"""OpenAI Codex: `config.toml` for the server, `hooks.json` for hooks, in $CODEX_HOME or the project's `.codex`.

Owns its events, its strict shapes and its places. Proven with 0.166. A hook that is new or whose command changed is
skipped in silence until a person trusts it in the TUI (`/hooks`): the commands here must never change with a version.
"""

from __future__ import annotations

from holdfast.agents import contract as c

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from holdfast.agents.edit.kinds import Edit
    from holdfast.agents.site import Site

# SessionEnd may take 3 s at most.
WANTED: dict[str, dict[str, Any]] = {
    "SessionStart": {"timeout": 10},
    "UserPromptSubmit": {"timeout": 10},
    "PreToolUse": {"matcher": "apply_patch|Edit|Write|Bash", "timeout": 10},
    "PostToolUse": {"timeout": 10},
    "SubagentStart": {"timeout": 10},
    "SubagentStop": {"timeout": 10},
    "PreCompact": {"timeout": 10},
    "Stop": {"timeout": 10},
    "SessionEnd": {"timeout": 3},
}


class Codex(c.Agent):
    """OpenAI Codex CLI."""

    name = "codex"
    title = "Codex"
    binaries = ("codex",)
    events = {  # noqa: RUF012
        "SessionStart": c.SESSION_START,
        "UserPromptSubmit": c.PROMPT,
        "PreToolUse": c.BEFORE_TOOL,
        "PostToolUse": c.AFTER_TOOL,
        "SubagentStart": c.SUBAGENT_START,
        "SubagentStop": c.SUBAGENT_STOP,
        "PreCompact": c.COMPACT,
        "Stop": c.STOP,
        "SessionEnd": c.SESSION_END,
    }
    injects = frozenset((c.SESSION_START, c.PROMPT, c.BEFORE_TOOL, c.AFTER_TOOL, c.SUBAGENT_START))
    denies = frozenset((c.BEFORE_TOOL,))
    keeps_after_resume = True
    note = "Codex skips new hooks until you trust them: start `codex` once, open /hooks and approve Holdfast's."

    def folders(self, site: Site) -> Sequence[str]:
        """List the folders whose presence says that this agent is installed."""
        return [site.moved("CODEX_HOME", ".codex")]

    def edits(self, site: Site) -> list[Edit]:
        """List what `setup` writes for this agent at the site's level."""
        from holdfast.agents.edit.kinds import TomlTable
        from holdfast.agents.wiring import SERVER, groups

        folder = site.at_project(".codex") if site.project else site.moved("CODEX_HOME", ".codex")
        values = {
            "command": site.executable,
            "args": ["mcp"],
            "startup_timeout_sec": 30,
            # Otherwise `remember` is refused wherever nobody can be asked.
            "default_tools_approval_mode": "approve",
        }
        table = TomlTable(
            site.join(folder, "config.toml"), ("mcp_servers", SERVER), values, "connects the memory server"
        )
        dialect = "cmd" if site.windows else "sh"
        return [table, *groups(site, self.name, site.join(folder, "hooks.json"), WANTED, dialect=dialect)]


AGENT = Codex()
