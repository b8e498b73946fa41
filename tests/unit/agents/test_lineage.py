"""Who called a hook: the agent's own program, or a command that its model had it run."""

from __future__ import annotations

import pytest

from standfast.agents.lineage import between_is_foreign, calls_hook

CLAUDE = ["/opt/claude/claude", "-p", "hi"]
GEMINI = ["node", "/usr/lib/node_modules/.bin/gemini", "-p", "hi"]
LOGIN = ["-bash"]


@pytest.mark.parametrize(
    "parents",
    [
        [["/bin/sh", "-c", "/usr/bin/standfast hook claude-code UserPromptSubmit"], ["sh"], CLAUDE, LOGIN],
        [["bash", "-c", "'/home/ana b/bin/standfast' hook claude-code PreToolUse; exit 0"], CLAUDE],
        [["bash", "-lc", "standfast hook gemini-cli BeforeAgent"], GEMINI, LOGIN],
        [["bash", "-c", 'STANDFAST_HOME=$HOME/x direnv exec . "$BIN/standfast" hook gemini-cli BeforeAgent'], GEMINI],
        [["pwsh", "-c", "& 'C:/a b/standfast.exe' hook gemini-cli BeforeAgent"], GEMINI],
        [CLAUDE, ["/bin/bash", "./start-my-agent.sh"], LOGIN],
        [["python3", "-m", "standfast", "hook", "claude-code", "UserPromptSubmit"], CLAUDE],
        [["/bin/bash", "-c", "echo '{}' | standfast hook claude-code UserPromptSubmit"], LOGIN],
    ],
)
def test_a_hook_that_the_client_calls_is_believed_and_so_is_a_persons_own_shell(parents: list[list[str]]) -> None:
    assert not between_is_foreign(parents)


@pytest.mark.parametrize(
    "command",
    [
        "echo '{}' | standfast hook claude-code UserPromptSubmit",
        "standfast hook claude-code UserPromptSubmit < prompt.json",
        "standfast hook claude-code UserPromptSubmit; rm prompt.json",
        "source /tmp/snapshot.sh && eval 'standfast hook claude-code UserPromptSubmit'",
        "make check",
    ],
)
def test_a_hook_below_the_agents_shell_is_not(command: str) -> None:
    assert between_is_foreign([["/bin/bash", "-c", command], ["bash"], CLAUDE, LOGIN])
    assert between_is_foreign([["python3", "report.py"], ["/bin/bash", "-c", command], GEMINI])
    assert between_is_foreign([["/bin/bash", "./report.sh"], GEMINI])


def test_a_command_that_calls_a_hook_is_known() -> None:
    assert calls_hook("echo '{}' | standfast hook claude-code UserPromptSubmit")
    assert calls_hook("'/opt/bin/standfast' hook codex UserPromptSubmit < x.json")
    assert not calls_hook("standfast recall 'how does a hook answer'")
    assert calls_hook("bash -c 'standfast hook codex Stop'")
    assert calls_hook("python3 -m standfast 'hook' codex Stop")
    assert not calls_hook("git log --grep 'standfast hook'")
    assert not calls_hook("git commit -m 'Say how standfast hook codex Stop is called'")


@pytest.mark.parametrize(
    "command",
    [
        "cat > s.sh <<'E'\nstandfast hook codex UserPromptSubmit < p.json\nE\nsh s.sh",
        "trap 'standfast hook codex UserPromptSubmit < p.json' EXIT",
        "python -c \"import os; os.system('standfast hook codex UserPromptSubmit < p.json')\"",
        "su -c 'standfast hook codex UserPromptSubmit < p.json'",
        "script -qc 'standfast hook codex UserPromptSubmit' /dev/null < p.json",
        "echo 'standfast hook codex UserPromptSubmit < p.json' > s; sh s",
        "tmux new -d 'standfast hook codex UserPromptSubmit < p.json'",
        "echo 'standfast hook codex UserPromptSubmit < p.json' | at now",
        "git commit -m 'How standfast hook codex Stop is called'; su -c 'standfast hook codex Stop'",
    ],
)
def test_a_call_of_a_hook_that_cannot_be_followed_is_known_by_how_it_looks(command: str) -> None:
    assert calls_hook(command)
