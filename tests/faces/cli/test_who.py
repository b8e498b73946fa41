"""Who is calling: stamped by the program."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

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
    assert "holdfast" in (desk.folder / ".git/hooks/pre-commit").read_text(encoding="utf-8")
    assert desk.run(*words).code == 0
