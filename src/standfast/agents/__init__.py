"""One file per coding agent: where its configuration lives, its hook events, its shapes. Nothing else knows a name.

Owns finding the file of an agent by name, so that a hook loads one agent and not fourteen. Neighbours: `contract`
(what an agent is), `host` (which agent is really calling), `plan` (what setup writes and how it is undone).
"""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from standfast.agents.contract import Agent, HookEvent, Payload

NAMES = (
    "claude-code", "codex", "cursor", "gemini-cli", "windsurf", "vscode", "copilot-cli", "opencode", "cline", "zed",
    "goose", "kiro", "qwen-code", "amp",
)  # fmt: skip

# Programs that are an agent while they run, to be known without loading any; editors are none, people work in them too.
RUNNERS = {
    "claude": "claude-code",
    "codex": "codex",
    "cursor-agent": "cursor",
    "gemini": "gemini-cli",
    "copilot": "copilot-cli",
    "opencode": "opencode",
    "cline": "cline",
    "goose": "goose",
    "kiro-cli": "kiro",
    "kiro-cli-chat": "kiro",
    "qwen": "qwen-code",
    "amp": "amp",
}


def get_agent(name: str) -> Agent:
    """Load one agent by the name used on the command line."""
    if name not in NAMES:
        from standfast.errors import NotFound

        raise NotFound(f"no agent is called {name!r}", code="unknown-agent", hint="Known: " + ", ".join(NAMES))
    agent: Agent = import_module("standfast.agents." + name.replace("-", "_")).AGENT
    return agent


def read_event(name: str, event: str, payload: Payload, env: Mapping[str, str]) -> tuple[Agent, HookEvent]:
    """Read a hook call: the agent that is really calling and what it said, whoever's configuration named us."""
    from standfast.agents.host import detect_host

    told = payload if isinstance(payload, dict) else {}
    agent = get_agent(detect_host(env, told) or name)
    return agent, agent.parse(event, told, env)
