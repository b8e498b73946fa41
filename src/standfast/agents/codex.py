"""OpenAI Codex: `config.toml` for the server, `hooks.json` for hooks, in $CODEX_HOME or the project's `.codex`.

Owns its events, its strict shapes and its places. Proven with 0.166. A hook that is new or whose command changed is
skipped in silence until a person trusts it in the TUI (`/hooks`): the commands here must never change with a version.
"""

from __future__ import annotations

import os

from standfast.agents import contract as c

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from standfast.agents.edit.kinds import Edit
    from standfast.agents.site import Site

_EVENTS = c.without("PostToolUseFailure")
# SessionEnd may take 3 s at most.
WANTED: dict[str, dict[str, Any]] = {
    **c.each(_EVENTS, timeout=10),
    "PreToolUse": {"matcher": "apply_patch|Edit|Write|Bash", "timeout": 10},
    "SessionEnd": {"timeout": 3},
}


class Codex(c.Agent):
    """OpenAI Codex CLI."""

    name = "codex"
    title = "Codex"
    own_memory = "codex-memory"
    records_below = ("sessions", r"\d{4}", r"\d\d", r"\d\d")
    loads = ("AGENTS.override.md else AGENTS.md",)
    binaries = ("codex",)
    shell = ("CODEX_THREAD_ID", "CODEX_SANDBOX", "CODEX_SANDBOX_NETWORK_DISABLED", "CODEX_CI")
    events = _EVENTS
    injects = frozenset((c.SESSION_START, c.PROMPT, c.BEFORE_TOOL, c.AFTER_TOOL, c.SUBAGENT_START))
    denies = frozenset((c.BEFORE_TOOL,))
    tells_compaction = True
    tells_exit = False
    note = (
        "Codex runs only hooks that are trusted: setup records that you trust Standfast's; /hooks in `codex` shows it."
    )

    def memory_folder(self, _seen: c.HookEvent, env: Mapping[str, str], /) -> str:
        """Return the one folder that it keeps for all projects; what is of others is left out in reading."""
        home = env.get("CODEX_HOME") or (os.path.join(env["HOME"], ".codex") if env.get("HOME") else "")  # noqa: PTH118
        return os.path.join(home, "memories") if home else ""  # noqa: PTH118

    def folders(self, site: Site) -> Sequence[str]:
        return [site.moved("CODEX_HOME", ".codex")]

    def edits(self, site: Site) -> list[Edit]:
        from standfast.agents.edit.kinds import TomlTable
        from standfast.agents.wiring import SERVER, groups

        folder = site.at_project(".codex") if site.project else site.moved("CODEX_HOME", ".codex")
        values = {
            "command": site.executable,
            "args": ["mcp"],
            # Codex hands servers a bare environment: without these a moved home would be looked for in vain.
            "env_vars": ["STANDFAST_HOME", "STANDFAST_STORE", "STANDFAST_PROJECT", "XDG_DATA_HOME"],
            "startup_timeout_sec": 30,
            # Otherwise `remember` is refused wherever nobody can be asked.
            "default_tools_approval_mode": "approve",
        }
        table = TomlTable(
            site.join(folder, "config.toml"), ("mcp_servers", SERVER), values, "connects the memory server"
        )
        dialect = "cmd" if site.windows else "sh"
        return [table, *groups(site, self.name, site.join(folder, "hooks.json"), WANTED, dialect=dialect)]

    def trusts(self, site: Site, written: Mapping[str, bytes], /) -> list[Edit]:
        """List the entries of Codex's record of trust for our own hooks; without them it skips every one in silence."""
        from standfast.agents.codex_trust import trusted_tables

        folder = site.at_project(".codex") if site.project else site.moved("CODEX_HOME", ".codex")
        hooks, config = site.join(folder, "hooks.json"), site.join(folder, "config.toml")
        if hooks not in written or config not in written or site.project:
            return []  # what a repository brings is trusted by whoever opens it, not by who wrote it
        return trusted_tables(hooks, written[hooks].decode("utf-8-sig"), config, written[config].decode("utf-8-sig"))


AGENT = Codex()
