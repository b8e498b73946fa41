"""Claude Code: user settings and `~/.claude.json`, or the project's `.claude/settings.json` and `.mcp.json`.

Owns its events, its shapes and its places. Shapes proven with 2.1.197 and 2.1.325. `tools/packages.py` writes
the same wiring as a plugin.
"""

from __future__ import annotations

import os

from standfast.agents import contract as c

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from standfast.agents.edit.kinds import Edit, JsonEntry
    from standfast.agents.site import Site

# What touches files: also the shell, whose commands guards follow, and what sends a sub-agent off.
FILE_TOOLS = "Read|Edit|MultiEdit|Write|NotebookEdit|Bash|Task|Agent"

TOOLS = "mcp__standfast"
_TAIL = 1 << 16
# SessionEnd hooks share 1.5 s unless a timeout here says otherwise.
WANTED: dict[str, dict[str, Any]] = {
    **c.each(c.EVENTS, timeout=10),
    "PreToolUse": {"matcher": FILE_TOOLS, "timeout": 10, "passes": True},
    "PostToolUse": {"matcher": "*", "timeout": 10},
    "PostToolUseFailure": {"matcher": "*", "timeout": 10},
}


class ClaudeCode(c.Agent):
    """Claude Code."""

    name = "claude-code"
    title = "Claude Code"
    own_memory = "claude-memory"
    loads = ("CLAUDE.md else AGENTS.md", "CLAUDE.local.md", ".claude/CLAUDE.md", ".claude/rules/*")
    includes = True
    binaries = ("claude",)
    shell = (
        "CLAUDECODE",
        "CLAUDE_CODE",
        "CLAUDE_CODE_SESSION_ID",
        "CLAUDE_CODE_ENTRYPOINT",
        "CLAUDE_CODE_CHILD_SESSION",
    )
    events = c.EVENTS
    injects = frozenset((c.SESSION_START, c.PROMPT, c.BEFORE_TOOL, c.AFTER_TOOL, c.TOOL_FAILED, c.SUBAGENT_START))
    denies = frozenset((c.BEFORE_TOOL,))
    tells_compaction = True
    reports_failures = True
    response_keys = ("tool_response", "error")

    def refine(self, seen: c.HookEvent, _env: Mapping[str, str], /) -> None:
        """Leave out the prompts that Claude Code writes to itself when a background task ends."""
        if seen.kind == c.PROMPT and seen.prompt.lstrip().startswith("<task-notification>"):
            seen.kind = ""

    def model_in(self, seen: c.HookEvent, /) -> str:
        """Return the model as the event tells it, or, when a turn is over, as the end of the transcript does."""
        if seen.kind not in (c.STOP, c.SESSION_END) or not seen.transcript:
            return super().model_in(seen)
        return _last_model(seen.transcript)

    def memory_folder(self, seen: c.HookEvent, _env: Mapping[str, str], /) -> str:
        """Return the folder beside the sessions of the project."""
        return os.path.join(os.path.dirname(seen.transcript), "memory") if seen.transcript else ""  # noqa: PTH118, PTH120

    def notice(self, text: str, /) -> str:
        """Shape a word to the person."""
        return c.written(systemMessage=text)

    def folders(self, site: Site) -> Sequence[str]:
        return [site.moved("CLAUDE_CONFIG_DIR", ".claude")]

    def edits(self, site: Site) -> list[Edit]:
        from standfast.agents.edit.kinds import JsonItem
        from standfast.agents.wiring import ALLOWS_WHY, groups

        if site.project:
            servers, settings = site.at_project(".mcp.json"), site.at_project(".claude", "settings.json")
        else:
            moved = site.env.get("CLAUDE_CONFIG_DIR")
            servers = site.join(moved or site.home, ".claude.json")
            settings = site.join(site.moved("CLAUDE_CONFIG_DIR", ".claude"), "settings.json")
        # Without it every call of ours is asked about, and refused where nobody can be asked (`claude -p`).
        allowed = JsonItem(settings, ("permissions", "allow"), TOOLS, "__standfast", why=ALLOWS_WHY)
        return [mcp_entry(servers, site.executable), allowed, *groups(site, self.name, settings, WANTED)]


def _last_model(transcript: str) -> str:
    """Return the model of the last answer in a transcript; nothing where its end does not tell."""
    import json

    try:
        with open(transcript, "rb") as file:  # noqa: PTH123 - hook path
            file.seek(max(0, os.fstat(file.fileno()).st_size - _TAIL))
            lines = file.read(_TAIL).split(b"\n")
    except OSError:
        return ""
    for line in reversed(lines):
        if b'"assistant"' in line:
            try:
                message = json.loads(line).get("message") or {}
            except (ValueError, AttributeError):
                continue  # cut off in the middle
            name = message.get("model")
            if isinstance(name, str) and name and not name.startswith("<"):  # it calls its own words <synthetic>
                return name
    return ""


def mcp_entry(path: str, executable: str) -> JsonEntry:
    """Register the server; without `alwaysLoad` the tools hide behind a search."""
    from standfast.agents.wiring import server

    return server(path, executable, kind="stdio", env={}, alwaysLoad=True)


AGENT = ClaudeCode()
