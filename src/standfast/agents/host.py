"""Which agent is really calling: agents load each other's hook files, so the command line alone is not to be believed.

Owns telling hosts apart by what they say (the payload comes from the caller itself) and then by the environment they
set (which is inherited: an agent started from another agent's shell carries both sets). Hook path: imports nothing.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from standfast.agents.contract import Payload

# Folders only one agent keeps its transcripts in; the order matters where one path could hold two.
TRANSCRIPTS = (
    ("/.qwen/", "qwen-code"),
    ("/.copilot/", "copilot-cli"),
    ("/.cursor/", "cursor"),
    ("/.gemini/", "gemini-cli"),
    ("/.codex/", "codex"),
    ("/github.copilot-chat/", "vscode"),
    ("/.claude/projects/", "claude-code"),
)

# Qwen also sets Gemini's and Claude's, Copilot and Gemini also set Claude's: the borrowers come first.
VARIABLES = (
    ("QWEN_CODE_SESSION_ID", "qwen-code"),
    ("COPILOT_CLI", "copilot-cli"),
    ("COPILOT_PROJECT_DIR", "copilot-cli"),
    ("CURSOR_VERSION", "cursor"),
    ("CURSOR_PROJECT_DIR", "cursor"),
    ("GEMINI_SESSION_ID", "gemini-cli"),
    ("GEMINI_PROJECT_DIR", "gemini-cli"),
    ("CLAUDE_CODE_SESSION_ID", "claude-code"),
    ("CLAUDECODE", "claude-code"),
)


def detect_host(env: Mapping[str, str], payload: Payload) -> str | None:
    """Name the agent that is calling, or None when nothing gives it away."""
    return by_keys(payload) or by_transcript(payload) or by_environment(env) or by_shape(payload)


def by_keys(payload: Payload) -> str | None:
    """Recognise fields that only one agent sends."""
    if payload.get("standfast_bridge") == "opencode":
        return "opencode"
    if "cursor_version" in payload or ("conversation_id" in payload and "generation_id" in payload):
        return "cursor"
    if "agent_action_name" in payload and "trajectory_id" in payload:
        return "windsurf"
    if "hookName" in payload and "taskId" in payload:
        return "cline"
    if "turn_id" in payload and "model" in payload and "permission_mode" in payload:
        return "codex"
    return None


def by_transcript(payload: Payload) -> str | None:
    """Recognise the folder in which the caller keeps its transcript."""
    path = payload.get("transcript_path") or payload.get("transcriptPath")
    if not isinstance(path, str):
        return None
    lowered = path.replace("\\", "/").lower()
    if lowered.rpartition("/")[2].startswith("rollout-"):
        return "codex"
    for mark, name in TRANSCRIPTS:
        if mark in lowered:
            return name
    return None


def by_environment(env: Mapping[str, str]) -> str | None:
    """Recognise variables that the caller sets for its hooks."""
    for variable, name in VARIABLES:
        if env.get(variable):
            return name
    return None


def by_shape(payload: Payload) -> str | None:
    """Recognise what is left: spellings that only one of the remaining agents uses."""
    if "event" in payload and "working_dir" in payload:
        return "goose"
    if isinstance(payload.get("timestamp"), int) and "sessionId" in payload:
        return "copilot-cli"
    if isinstance(payload.get("timestamp"), str) and ("hookEventName" in payload or "hook_event_name" in payload):
        return "vscode"
    if payload.get("hook_event_name") in ("agentSpawn", "userPromptSubmit", "preToolUse", "postToolUse"):
        return "kiro"
    return None
