"""Who an MCP client is: its name as one of our agents, and the session it runs in.

Owns the names agents give themselves in `clientInfo` and the variables they set for the servers they start.
"""

from __future__ import annotations

from standfast.agents.host import by_environment

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

# How agents introduce themselves, longest first where one is the beginning of another.
_NAMES = (
    ("claude", "claude-code"),
    ("codex", "codex"),
    ("cursor", "cursor"),
    ("gemini", "gemini-cli"),
    ("windsurf", "windsurf"),
    ("visual studio code", "vscode"),
    ("vscode", "vscode"),
    ("copilot", "copilot-cli"),
    ("github-copilot", "copilot-cli"),
    ("opencode", "opencode"),
    ("cline", "cline"),
    ("zed", "zed"),
    ("goose", "goose"),
    ("kiro", "kiro"),
    ("qwen", "qwen-code"),
    ("amp", "amp"),
)
_SESSIONS = (
    "CLAUDE_CODE_SESSION_ID",
    "COPILOT_AGENT_SESSION_ID",
    "QWEN_CODE_SESSION_ID",
    "GEMINI_SESSION_ID",
    "CODEX_THREAD_ID",
    "AMP_CURRENT_THREAD_ID",
)


def name_client(told: str, env: Mapping[str, str]) -> str:
    """Return our name for a client; an unknown one keeps its own, made plain."""
    lowered = told.strip().lower()
    for beginning, name in _NAMES:
        if lowered.startswith(beginning):
            return name
    plain = "".join(char if char.isalnum() else "-" for char in lowered).strip("-")[:40]
    return plain or by_environment(env) or "unknown"


def session_of(env: Mapping[str, str]) -> str:
    """Return the agent's session, where it tells the programs it starts."""
    for variable in _SESSIONS:
        if env.get(variable):
            return env[variable][:200]
    return ""
