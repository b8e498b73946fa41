"""Who is calling: stamped by the program."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import standfast
from tests.faces.cli.conftest import AGENT

if TYPE_CHECKING:
    from tests.faces.cli.conftest import Desk


def source_of(desk: Desk, **env: str) -> dict[str, str]:
    return dict(desk.ask("show", desk.remember(f"Said by {sorted(env)}", env=env))["source"])


def test_a_person_is_named_as_in_git(desk: Desk) -> None:
    assert source_of(desk) == {"kind": "person", "name": "Ana", "session": ""}


def test_without_git_it_is_the_user_of_the_machine(bare: Desk) -> None:
    assert source_of(bare, USER="kim", LOGNAME="kim")["kind"] == "person"


def test_the_setting_wins(desk: Desk) -> None:
    desk.home.mkdir(mode=0o700)
    (desk.home / "config.toml").write_text('user = "Bo"\n', encoding="utf-8")
    assert source_of(desk)["name"] == "Bo"


def test_inside_an_agent_it_is_the_agent_and_its_session(desk: Desk) -> None:
    assert source_of(desk, **AGENT) == {"kind": "agent", "name": "claude-code", "session": "session-one"}
    assert source_of(desk, CURSOR_VERSION="2.0") == {"kind": "agent", "name": "cursor", "session": ""}


def test_an_agents_note_carries_an_agents_authority(desk: Desk) -> None:
    identity = desk.remember("Noted by an agent", "--kind", "convention", env=AGENT)
    assert desk.ask("show", identity)["authority"] == "note"


def test_no_flag_claims_a_source(desk: Desk) -> None:
    assert desk.fail("remember", "x", "--source", "person:Ana", code=2)["code"] == "usage"


@pytest.mark.parametrize("words", [("group", "join", "acme"), ("group", "leave", "acme"), ("init", "--undo-hooks")])
def test_an_agent_neither_changes_groups_nor_takes_hooks_out(desk: Desk, words: tuple[str, ...]) -> None:
    desk.ask("init", "--yes")
    desk.ask("group", "join", "other")
    done = desk.run(*words, "--json", env=AGENT)
    assert (done.code, done.error["code"]) == (1, "authority")
    assert desk.ask("group") == {"groups": ["other"]}
    assert "standfast" in (desk.folder / ".git/hooks/pre-commit").read_text(encoding="utf-8")
    assert desk.run(*words).code == 0


SHELLS = {
    "GEMINI_CLI=1": "gemini-cli",
    "OPENCODE=1": "opencode",
    "CURSOR_AGENT=1": "cursor",
    "CURSOR_TRACE_ID=abc": "cursor",
    "CODEX_THREAD_ID=abc": "codex",
    "CODEX_SANDBOX=seatbelt": "codex",
    "AGENT=amp": "amp",
    "AMP_CURRENT_THREAD_ID=T-1": "amp",
    "GOOSE_TERMINAL=1": "goose",
    "QWEN_CODE=1": "qwen-code",
    "CLINE_ACTIVE=true": "cline",
    "COPILOT_AGENT_SESSION_ID=x": "copilot-cli",
    "WINDSURF_CASCADE_TERMINAL=1": "windsurf",
    "AUGMENT_AGENT=1": "augment",
    "AI_AGENT=claude-code_2.1.0_cli": "claude-code",
    "AI_AGENT=Some New One": "some-new-one",
}


@pytest.mark.parametrize(("variable", "agent"), SHELLS.items())
def test_in_an_agents_shell_the_agent_is_the_one_who_says_it(desk: Desk, variable: str, agent: str) -> None:
    name, _, value = variable.partition("=")
    identity = desk.remember("Said in a shell", "--kind", "convention", env={name: value})
    shown = desk.ask("show", identity)
    assert (shown["source"]["kind"], shown["source"]["name"]) == ("agent", agent)
    assert shown["authority"] == "note"


def test_an_agent_that_empties_its_environment_is_known_by_its_program(desk: Desk, tmp_path: Path) -> None:
    program = tmp_path / "codex"
    program.symlink_to("/bin/sh")
    ours = [sys.executable, "-m", "standfast", "-C", str(desk.folder)]
    env = {**desk.env, "PYTHONPATH": str(Path(standfast.__file__).parents[1])}

    def run(shell: str, *words: str) -> dict[str, Any]:
        command = [shell, "-c", '"$@"; exit $?', shell, *ours, *words, "--json"]
        done = subprocess.run(command, capture_output=True, text=True, env=env, check=False)
        return dict(json.loads(done.stdout or done.stderr))

    said = run(str(program), "remember", "Locks are keyed by payment_id.", "--kind", "decision")
    assert desk.ask("show", said["id"])["source"]["name"] == "codex"
    assert run(str(program), "group", "join", "acme")["error"]["code"] == "authority"
    assert run("/bin/sh", "group", "join", "acme") == {"groups": ["acme"]}
