"""Which agent is calling: its own words first, then its environment."""

from __future__ import annotations

import pytest

from standfast.agents.host import detect_host

CODEX = {"turn_id": "t", "model": "m", "permission_mode": "default"}


@pytest.mark.parametrize(
    ("env", "host"),
    [
        ({"CLAUDECODE": "1"}, "claude-code"),
        ({"QWEN_CODE_SESSION_ID": "1", "GEMINI_PROJECT_DIR": "/p", "CLAUDE_PROJECT_DIR": "/p"}, "qwen-code"),
        ({"COPILOT_CLI": "1", "CLAUDE_PROJECT_DIR": "/p"}, "copilot-cli"),
        ({"CURSOR_VERSION": "3", "CLAUDE_PROJECT_DIR": "/p"}, "cursor"),
        ({"GEMINI_SESSION_ID": "1", "CLAUDE_PROJECT_DIR": "/p"}, "gemini-cli"),
        ({"CLAUDE_PROJECT_DIR": "/p"}, None),
        ({}, None),
    ],
)
def test_borrowed_variables_do_not_hide_the_borrower(env: dict[str, str], host: str | None) -> None:
    assert detect_host(env, {"hook_event_name": "SessionStart", "session_id": "s"}) == host


def test_an_agent_started_from_anothers_shell_is_known_by_what_it_says() -> None:
    inherited = {"CLAUDECODE": "1", "CLAUDE_CODE_SESSION_ID": "outer", "GEMINI_SESSION_ID": "outer"}
    assert detect_host(inherited, CODEX) == "codex"
    assert detect_host(inherited, {"transcript_path": "/h/.codex/sessions/x.jsonl"}) == "codex"
    assert detect_host(inherited, {"transcript_path": "/moved/sessions/2026/11/15/rollout-x.jsonl"}) == "codex"
    assert detect_host(inherited, {"transcript_path": "C:\\Users\\a\\.qwen\\projects\\x.jsonl"}) == "qwen-code"
    assert detect_host(inherited, {"cursor_version": "3"}) == "cursor"


@pytest.mark.parametrize(
    ("payload", "host"),
    [
        ({"agent_action_name": "pre_user_prompt", "trajectory_id": "t"}, "windsurf"),
        ({"hookName": "PreToolUse", "taskId": "t"}, "cline"),
        ({"event": "Stop", "session_id": "s", "working_dir": "/p"}, "goose"),
        ({"standfast_bridge": "opencode"}, "opencode"),
        ({"timestamp": "2026-02-09T10:30:00.000Z", "hookEventName": "Stop"}, "vscode"),
        ({"timestamp": 1794727624000, "sessionId": "s"}, "copilot-cli"),
        ({"hook_event_name": "agentSpawn", "cwd": "/p"}, "kiro"),
        ({"transcript_path": 7}, None),
    ],
)
def test_agents_without_variables_are_known_by_their_fields(payload: dict, host: str | None) -> None:
    assert detect_host({}, payload) == host
