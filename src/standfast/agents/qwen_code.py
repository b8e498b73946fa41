"""Qwen Code: Gemini's files with Claude Code's hook names, in `~/.qwen` or the project's `.qwen`.

Owns its events, its shapes and its places. Proven with 0.24. UserPromptSubmit fires before every model call; only the
first of them, the one with a `submitted_prompt`, is a prompt.
"""

from __future__ import annotations

from standfast.agents import contract as c

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from standfast.agents.edit.kinds import Edit
    from standfast.agents.site import Site

# Milliseconds.
WANTED: dict[str, dict[str, Any]] = {
    **c.each(c.EVENTS, timeout=10_000),
    "PreToolUse": {"matcher": "write_file|edit|run_shell_command", "timeout": 10_000},
    "PostToolUse": {"matcher": "*", "timeout": 10_000},
    "PostToolUseFailure": {"matcher": "*", "timeout": 10_000},
}


class QwenCode(c.Agent):
    """Qwen Code."""

    name = "qwen-code"
    title = "Qwen Code"
    loads = ("AGENTS.md", "QWEN.md")
    includes = True
    binaries = ("qwen",)
    shell = ("QWEN_CODE",)
    events = c.EVENTS
    # It reads additionalContext before a tool and when a sub-agent starts, but the model never sees it.
    injects = frozenset((c.SESSION_START, c.PROMPT, c.AFTER_TOOL, c.TOOL_FAILED))
    denies = frozenset((c.BEFORE_TOOL,))
    forgets_brief = True
    records_below = ("chats",)
    reports_failures = True
    response_keys = ("tool_response", "error")

    def refine(self, seen: c.HookEvent, _env: Mapping[str, str], /) -> None:
        """Let only what a person submitted count as a prompt."""
        if seen.kind == c.PROMPT:
            # Not what it writes to itself when a sub-agent in the background ends.
            submitted = seen.raw.get("submitted_prompt", seen.prompt)
            seen.prompt = submitted if isinstance(submitted, str) else ""
            if not seen.prompt.strip() or seen.prompt.lstrip().startswith("<task-notification>"):
                seen.kind = ""

    def sample(self, event: str, session: str, cwd: str) -> dict[str, Any]:
        made = super().sample(event, session, cwd)
        return {**made, "submitted_prompt": made["prompt"]} if "prompt" in made else made

    def folders(self, site: Site) -> Sequence[str]:
        return [site.at_home(".qwen")]

    def edits(self, site: Site) -> list[Edit]:
        from standfast.agents.wiring import groups, server

        place = site.at_project if site.project else site.at_home
        path = place(".qwen", "settings.json")
        hooks = groups(site, self.name, path, WANTED, dialect="powershell" if site.windows else "sh")
        return [server(path, site.executable, trust=True, alwaysLoadTools=True), *hooks]


AGENT = QwenCode()
