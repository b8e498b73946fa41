"""Kiro: `settings/mcp.json` and a hooks file of our own in `~/.kiro` or the project's `.kiro`.

Owns its events, its shapes and its places (documented: triggers of CLI 3 and IDE 1, and the older camelCase names).
What a hook prints at session start and on a prompt is context as it stands; exit code 2 refuses a tool call.
"""

from __future__ import annotations

from standfast.agents import contract as c

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from standfast.agents.edit.kinds import Edit
    from standfast.agents.site import Site

WANTED = ("SessionStart", "UserPromptSubmit", "PreToolUse", "PostToolUse", "Stop")


class Kiro(c.Agent):
    """Kiro."""

    name = "kiro"
    title = "Kiro"
    loads = ("AGENTS.md", ".kiro/steering/*")
    binaries = ("kiro-cli", "kiro")
    shell = ("AWS_EXECUTION_ENV=AmazonQ", "KIRO_AGENT")
    editor = True
    events = {  # noqa: RUF012
        **c.without("PostToolUseFailure", "SubagentStart", "SubagentStop", "PreCompact", "SessionEnd"),
        "agentSpawn": c.SESSION_START,
    }
    injects = frozenset((c.SESSION_START, c.PROMPT))
    denies = frozenset((c.BEFORE_TOOL,))
    message_keys = ("assistant_response", "last_assistant_message")

    def addition(self, _event: c.HookEvent, text: str, /) -> str:
        return text

    def refusal(self, _event: c.HookEvent, reason: str, /) -> tuple[str, int]:
        return reason, 2

    def folders(self, site: Site) -> Sequence[str]:
        return [site.at_home(".kiro")]

    def edits(self, site: Site) -> list[Edit]:
        from standfast.agents.edit.kinds import JsonDefault, JsonItem
        from standfast.agents.wiring import HOOKS_WHY, READING, mark, server

        place = site.at_project if site.project else site.at_home
        path = place(".kiro", "settings", "mcp.json")
        hooks = place(".kiro", "hooks", "standfast.json")
        edits: list[Edit] = [
            server(path, site.executable, disabled=False, autoApprove=READING),
            JsonDefault(hooks, ("version",), "v1", why=HOOKS_WHY),
        ]
        for event in WANTED:
            handler = {
                "name": f"standfast {event}",
                "trigger": event,
                "action": {"type": "command", "command": site.hook(self.name, event)},
                "timeout": 10,
                "enabled": True,
            }
            edits.append(JsonItem(hooks, ("hooks",), handler, mark(self.name, event), why=HOOKS_WHY))
        return edits


AGENT = Kiro()
