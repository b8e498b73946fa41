"""Whose shell a command is typed in."""

from __future__ import annotations

import os

import pytest

from standfast.agents import NAMES, get_agent
from standfast.agents.shell import find_runner, find_shell, list_parents


def test_a_persons_shell_is_nobodys() -> None:
    person = {"TERM_PROGRAM": "vscode", "CODEX_HOME": "/h/.codex", "SSH_AUTH_SOCK": "/tmp/agent", "GEMINI_CLI": ""}
    assert find_shell(person) == ""
    assert find_shell({"CURSOR_EXTENSION_HOST_ROLE": "user"}) == ""


def test_an_agent_in_the_terminal_of_an_editor_is_the_agent() -> None:
    assert find_shell({"CURSOR_TRACE_ID": "t", "CODEX_THREAD_ID": "c"}) == "codex"
    assert find_shell({"GEMINI_CLI": "1", "QWEN_CODE": "1"}) == "qwen-code"


@pytest.mark.parametrize("name", [name for name in NAMES if name != "zed"])
def test_every_agent_whose_shell_gives_it_away_is_known_by_each_mark(name: str) -> None:
    marks = get_agent(name).shell
    assert marks
    for mark in marks:
        variable, _, value = mark.partition("=")
        assert find_shell({variable: value or "1"}) == name


@pytest.mark.parametrize(
    ("words", "agent"),
    [
        (["/usr/local/bin/claude"], "claude-code"),
        (["node", "--no-warnings", "/usr/lib/node_modules/.bin/gemini"], "gemini-cli"),
        (["/usr/bin/node", "/opt/qwen.js"], "qwen-code"),
        (["cursor-agent", "-p"], "cursor"),
        (["-codex"], "codex"),
        (["/usr/share/cursor/cursor"], ""),
        (["/usr/share/code/code", "--type=renderer"], ""),
        (["vim", "claude"], ""),
        (["bash"], ""),
        ([""], ""),
        ([], ""),
    ],
)
def test_a_program_is_the_agent_by_its_own_name(words: list[str], agent: str) -> None:
    assert find_runner([["zsh"], words]) == agent


@pytest.mark.parametrize("name", [name for name in NAMES if not get_agent(name).editor])
def test_every_agent_is_known_by_the_program_that_setup_looks_for(name: str) -> None:
    assert {find_runner([[program]]) for program in get_agent(name).binaries} == {name}


@pytest.mark.skipif(os.name == "nt", reason="nobody tells who started a program there")
def test_the_program_that_runs_these_tests_has_parents() -> None:
    assert any(any(words) for words in list_parents())
