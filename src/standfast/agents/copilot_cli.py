"""GitHub Copilot CLI: `mcp-config.json` and a hooks file of our own in $COPILOT_HOME, or `.github` in the project.

Owns its events, its shapes and its places. Proven with 1.0.102: context must be top-level `additionalContext`, and
`hookSpecificOutput` is ignored. VS Code reads the same hooks folder, so both share one file; the host tells them apart.
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
    "sessionStart", "userPromptSubmitted", "preToolUse", "postToolUse", "postToolUseFailure", "subagentStart",
    "subagentStop", "preCompact", "agentStop", "sessionEnd",
)  # fmt: skip


# What an agent may do with its own memory: nothing else is consented to in its name.
OWN = frozenset(("recall", "remember", "brief", "show", "revise", "feedback"))


class CopilotCli(c.Agent):
    """GitHub Copilot CLI."""

    name = "copilot-cli"
    title = "GitHub Copilot CLI"
    loads = ("AGENTS.md", "CLAUDE.md", "GEMINI.md", ".github/copilot-instructions.md", ".github/instructions/*")
    binaries = ("copilot",)
    shell = ("COPILOT_CLI", "COPILOT_AGENT", "COPILOT_AGENT_SESSION_ID", "COPILOT_AGENT_JOB_ID")
    # camelCase in its own files; PascalCase (with Claude Code's field names) where it reads another agent's.
    events = {  # noqa: RUF012
        "sessionStart": c.SESSION_START,
        "userPromptSubmitted": c.PROMPT,
        "preToolUse": c.BEFORE_TOOL,
        "postToolUse": c.AFTER_TOOL,
        "postToolUseFailure": c.TOOL_FAILED,
        "subagentStart": c.SUBAGENT_START,
        "subagentStop": c.SUBAGENT_STOP,
        "preCompact": c.COMPACT,
        "agentStop": c.STOP,
        "sessionEnd": c.SESSION_END,
        "UserPromptSubmit": c.PROMPT,
        "Stop": c.STOP,
    }
    injects = frozenset((c.SESSION_START, c.PROMPT, c.AFTER_TOOL, c.SUBAGENT_START))
    reports_tasks_as_prompts = True  # a sub-agent's task is reported as a prompt in a session of its own
    denies = frozenset((c.BEFORE_TOOL,))
    forgets_brief = True
    records_below = ("session-state", r"[\w-]+")
    prompt_keys = ("prompt", "initialPrompt", "initial_prompt")
    response_keys = ("toolResult", "tool_result", "error")

    def refine(self, seen: c.HookEvent, _env: Mapping[str, str], /) -> None:
        """Leave out the start of a sub-agent: what it is told there is lost; its task comes as a prompt."""
        if seen.kind == c.SUBAGENT_START:
            seen.kind = ""

    def addition(self, _event: c.HookEvent, text: str, /) -> str:
        return c.written(additionalContext=text)

    def refusal(self, _event: c.HookEvent, reason: str, /) -> tuple[str, int]:
        return c.written(permissionDecision="deny", permissionDecisionReason=reason), 0

    def allowance(self, event: c.HookEvent, /) -> str:
        """Shape the consent to a call of our own tools: `copilot -p` refuses those that write."""
        own = event.tool_name.removeprefix("standfast-") in OWN and event.tool_name.startswith("standfast-")
        return c.written(permissionDecision="allow") if own else ""

    def sample(self, event: str, session: str, cwd: str) -> dict[str, Any]:
        made = super().sample(event, session, cwd)
        return {"sessionId": session, "timestamp": 0} | {k: v for k, v in made.items() if k != "hook_event_name"}

    def folders(self, site: Site) -> Sequence[str]:
        return [site.moved("COPILOT_HOME", ".copilot")]

    def edits(self, site: Site) -> list[Edit]:
        from standfast.agents.wiring import server

        if site.project:
            path = site.at_project(".github", "mcp.json")
        else:
            path = site.join(site.moved("COPILOT_HOME", ".copilot"), "mcp-config.json")
        return [server(path, site.executable, kind="local", tools=["*"]), *hook_file(site)]


def hook_file(site: Site) -> list[Edit]:
    """Write the hooks file that Copilot CLI and VS Code share."""
    from standfast.agents.edit.kinds import JsonDefault, JsonItem
    from standfast.agents.wiring import HOOKS_WHY, mark, passing

    folder = (
        site.at_project(".github", "hooks")
        if site.project
        else site.join(site.moved("COPILOT_HOME", ".copilot"), "hooks")
    )
    path = site.join(folder, "standfast.json")
    edits: list[Edit] = [JsonDefault(path, ("version",), 1, why=HOOKS_WHY)]
    for event in WANTED:
        bash = site.hook(AGENT.name, event)
        windows = site.hook(AGENT.name, event, dialect="powershell")
        if event == "preToolUse":
            bash, windows = passing(bash), passing(windows)
        handler = {"type": "command", "bash": bash, "powershell": windows, "timeoutSec": 10}
        edits.append(JsonItem(path, ("hooks", event), handler, mark(AGENT.name, event), why=HOOKS_WHY))
    return edits


AGENT = CopilotCli()
