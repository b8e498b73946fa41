"""Who called a hook: the agent's own program, or a command that its model had it run."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from standfast.agents import get_agent
from standfast.agents.lineage import between_is_foreign, calls_hook

if TYPE_CHECKING:
    from pathlib import Path

CLAUDE = ["/opt/claude/claude", "-p", "hi"]
GEMINI = ["node", "/usr/lib/node_modules/.bin/gemini", "-p", "hi"]
LOGIN = ["-bash"]


def _programs(parents: list[list[str]]) -> list[list[list[str]]]:
    """Return programs as the system lists them: their words, then what each calls itself."""
    return [[words, [words[0].rpartition("/")[2]]] for words in parents]


@pytest.mark.parametrize(
    "parents",
    [
        [["/bin/sh", "-c", "/usr/bin/standfast hook claude-code UserPromptSubmit"], CLAUDE, LOGIN],
        [["bash", "-c", "'/home/ana b/bin/standfast' hook claude-code PreToolUse; exit 0"], CLAUDE],
        [["bash", "-lc", "standfast hook gemini-cli BeforeAgent"], GEMINI, LOGIN],
        [["bash", "-c", 'STANDFAST_HOME=$HOME/x direnv exec . "$BIN/standfast" hook gemini-cli BeforeAgent'], GEMINI],
        [["pwsh", "-c", "& 'C:/a b/standfast.exe' hook gemini-cli BeforeAgent"], GEMINI],
        [CLAUDE, ["/bin/bash", "./start-my-agent.sh"], LOGIN],
        [["/bin/sh", "-c", "standfast", "hook", "claude-code", "UserPromptSubmit"], CLAUDE],
        [["/bin/bash", "-c", "echo '{}' | standfast hook claude-code UserPromptSubmit"], LOGIN],
    ],
)
def test_a_hook_that_the_client_calls_is_believed_and_so_is_a_persons_own_shell(parents: list[list[str]]) -> None:
    assert not between_is_foreign(_programs(parents))
    assert not between_is_foreign(_programs(parents), get_agent("claude-code"))
    if CLAUDE in parents or GEMINI in parents:
        assert not between_is_foreign(_programs(parents), strictly=True)


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
    for parents in (
        [["/bin/bash", "-c", command], CLAUDE, LOGIN],
        [["python3", "report.py"], ["/bin/bash", "-c", command], GEMINI],
        [["/bin/bash", "./report.sh"], GEMINI],
    ):
        assert between_is_foreign(_programs(parents))
        assert between_is_foreign(_programs(parents), get_agent("gemini-cli"))


@pytest.mark.parametrize(
    "words",
    [
        ["bash"],
        ["-bash"],
        ["bash", "-s"],
        ["bash", "./report.sh", "hook", "claude-code", "UserPromptSubmit"],
        ["bash", "-c", "./report.sh hook claude-code UserPromptSubmit"],
        ["python3", "report.py", "prompt.json", "hook"],
        ["python3", "-m", "standfast", "hook", "claude-code", "UserPromptSubmit"],
    ],
)
def test_a_shell_or_script_with_few_words_or_with_ours_is_not_believed_either(words: list[str]) -> None:
    assert between_is_foreign([[words, [words[0]]], [CLAUDE, ["claude"]]])


@pytest.mark.parametrize(
    "words", [["node", "report.js"], ["awk", "{print}", "x"], ["make"], ["./a.out", "standfast", "hook"]]
)
def test_any_other_program_between_the_hook_and_the_client_is_seen_where_only_the_client_counts(
    words: list[str],
) -> None:
    assert between_is_foreign([[words, ["x"]], [CLAUDE, ["claude"]]], strictly=True)


def test_a_client_that_started_itself_again_by_another_path_is_the_client(tmp_path: Path) -> None:
    package = tmp_path / "package"
    package.mkdir()
    script, link = package / "cli.js", tmp_path / "gemini"
    script.write_text("")
    link.symlink_to(package / "entry.js")
    again, client = ["/usr/bin/node", "--expose-gc", str(script), "-p", "hi"], ["node", str(link), "-p", "hi"]
    assert not between_is_foreign(_programs([again, again, client]), strictly=True)
    assert between_is_foreign(_programs([["node", str(tmp_path / "forge.js")], again, client]), strictly=True)


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
