"""Agents' own records of sessions: the proof of a purge searches them and names each that still says it."""

from __future__ import annotations

import json
import os
import sqlite3
from typing import TYPE_CHECKING

import pytest

from standfast.agents.hook import answer
from standfast.context.beyond_checkouts import list_records
from standfast.purge.others import TRANSCRIPTS

if TYPE_CHECKING:
    from pathlib import Path

    from standfast.purge.proof import Hit
    from tests.faces.hooks.conftest import Shop

SAID = "The walrus ledger is closed by hand on every second Thursday"
# Where each client keeps a session's transcript below its home.
NAMED = {
    "claude-code": "projects/-shop/{}.jsonl",
    "codex": "sessions/2026/11/16/rollout-2026-11-16T08-00-00-{}.jsonl",
    "gemini-cli": "tmp/shop/chats/session-2026-11-16T08-00-{}.jsonl",
    "copilot-cli": "session-state/{}/events.jsonl",
    "qwen-code": "projects/-shop/chats/{}.jsonl",
}
ENDS = {"gemini-cli": "AfterAgent", "copilot-cli": "agentStop"}
OURS, OTHERS = "0199aaaa-1111-4222-8333-444455556666", "0199bbbb-1111-4222-8333-444455556666"


def write(home: Path, agent: str, session: str, cwd: str, said: str = SAID) -> Path:
    """Write a transcript as the agent would, and return it."""
    path = home / NAMED[agent].format(session)
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = ({"sessionId": session, "cwd": cwd}, {"message": {"content": [{"text": said.upper()}]}})
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return path


def report(shop: Shop, agent: str, event: str, **fields: str) -> None:
    payload = {"session_id": OURS, "sessionId": OURS, "cwd": str(shop.folder), "hook_event_name": event, **fields}
    answer(agent, event, payload, shop.env)


def purged(shop: Shop) -> tuple[list[Hit], tuple[str, ...]]:
    """Purge what was said; return what agents' records still say, and what was not reached."""
    with shop.memory() as memory:
        identity = memory.remember(SAID, kind="fact").id
        proof = memory.purge([identity]).proof
    assert {hit.place for hit in proof.hits} <= {TRANSCRIPTS}
    return [hit for hit in proof.hits if hit.place == TRANSCRIPTS], proof.unreached


@pytest.mark.parametrize("agent", list(NAMED))
def test_a_purge_names_the_transcripts_of_this_project_that_still_say_it(
    shop: Shop, tmp_path: Path, agent: str
) -> None:
    path = write(tmp_path, agent, OURS, str(shop.folder))
    quiet = write(tmp_path, agent, "0199cccc-1111-4222-8333-444455556666", str(shop.folder), "Nothing of it")
    before = path.read_bytes()
    name = "transcriptPath" if agent == "copilot-cli" else "transcript_path"
    report(shop, agent, ENDS.get(agent, "Stop"), **{name: str(path)})
    write(tmp_path, agent, OTHERS, "/somewhere/else")
    hits, unreached = purged(shop)
    assert [hit.where for hit in hits] == [str(path)]
    assert unreached == ()
    assert path.read_bytes() == before
    assert quiet.exists()


@pytest.mark.parametrize("agent", list(NAMED))
def test_of_a_transcript_that_lies_anywhere_else_only_its_own_folder_is_noted(
    shop: Shop, tmp_path: Path, agent: str
) -> None:
    path = tmp_path / "a" / "b" / "c" / "d" / "e" / "rollout.jsonl"
    path.parent.mkdir(parents=True)
    path.write_text("{}\n", encoding="utf-8")
    name = "transcriptPath" if agent == "copilot-cli" else "transcript_path"
    report(shop, agent, ENDS.get(agent, "Stop"), **{name: str(path)})
    with shop.memory() as memory:
        assert list_records(memory.context) == [(agent, path.parent)]


def test_below_a_home_itself_only_the_folder_of_a_transcript_is_noted(
    shop: Shop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, str(tmp_path))
    path = write(tmp_path, "codex", OURS, str(shop.folder))
    report(shop, "codex", "Stop", transcript_path=str(path))
    with shop.memory() as memory:
        assert list_records(memory.context) == [("codex", path.parent)]


def test_a_purge_names_the_database_in_which_opencode_keeps_all_sessions(shop: Shop, tmp_path: Path) -> None:
    shop.env["XDG_DATA_HOME"] = str(tmp_path)
    (tmp_path / "opencode").mkdir()
    with sqlite3.connect(tmp_path / "opencode" / "opencode.db") as database:
        database.execute("CREATE TABLE part (data)")
        database.execute("INSERT INTO part VALUES (?)", (json.dumps({"type": "text", "text": SAID}),))
    database.close()
    payload = {"standfast_bridge": "opencode", "session_id": OURS, "cwd": str(shop.folder)}
    answer("opencode", "session.idle", payload, shop.env)
    assert [hit.where for hit in purged(shop)[0]] == [str(tmp_path / "opencode" / "opencode.db")]


@pytest.mark.skipif(os.geteuid() == 0 if hasattr(os, "geteuid") else True, reason="root reads everything")
def test_a_transcript_that_cannot_be_read_is_named_as_not_reached(shop: Shop, tmp_path: Path) -> None:
    path = write(tmp_path, "claude-code", OURS, str(shop.folder))
    report(shop, "claude-code", "Stop", transcript_path=str(path))
    path.chmod(0)
    hits, unreached = purged(shop)
    assert hits == []
    assert any(str(path) in name for name in unreached)


def test_a_purged_session_is_named_in_its_own_transcript(shop: Shop, tmp_path: Path) -> None:
    path = write(tmp_path, "codex", OURS, "/moved/away")
    report(shop, "codex", "UserPromptSubmit", prompt=f"Please heed: {SAID}.", transcript_path=str(path))
    report(shop, "codex", "Stop", transcript_path=str(path))
    with shop.memory() as memory:
        done = memory.purge(session=OURS)
    assert [hit.where for hit in done.proof.hits if hit.place == TRANSCRIPTS] == [str(path)]


def test_while_capture_is_paused_the_place_of_transcripts_is_not_noted(shop: Shop, tmp_path: Path) -> None:
    from standfast.moments.quiet import Pause

    path = write(tmp_path, "claude-code", OURS, str(shop.folder))
    with shop.memory() as memory:
        memory.hooks.pause(Pause(capture=True, speak=False))
    report(shop, "claude-code", "Stop", transcript_path=str(path))
    assert purged(shop) == ([], ())
