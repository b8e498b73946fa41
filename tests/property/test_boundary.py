"""The boundary, both ways: what leaves is what may leave, what is purged is gone, what is kept is private."""

from __future__ import annotations

import os
import shutil
import stat
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings, strategies as st

from standfast.capture.redact import redact
from standfast.config import load_settings
from standfast.errors import StoreError
from standfast.memory import Memory
from standfast.model.ids import MemoryId, OperationId
from standfast.model.kind import Kind
from standfast.model.memory import Content, Memory as State, Version
from standfast.model.moment import Clock
from standfast.model.scope import Scope
from standfast.model.session import EventKind
from standfast.model.source import Source
from standfast.model.trust import Authority, Status
from standfast.trust.release import KINDS, LONGEST, Released, Withheld, release
from standfast.verbs.capture import Report

if TYPE_CHECKING:
    from pathlib import Path

KEY = b"k" * 32
NOW = Clock().now()


def mask(text: str) -> str:
    """Redact as the way out does."""
    return redact(text, key=KEY, personal=True).text


def _state(content: Content, status: Status = Status.ACTIVE, authority: Authority = Authority.APPROVED) -> State:
    source = Source("person", "ana", session="secret-session")
    version = Version(1, content, OperationId("o1"), source, NOW, NOW)
    return State(MemoryId("m1"), version, status, authority, (source,), NOW, NOW, 1)


kinds = st.sampled_from(sorted(Kind))
scopes = st.sampled_from([Scope("user"), Scope("group", "g"), Scope("project", "p"), Scope("project", "p", (), "dev")])
tags = st.lists(st.sampled_from(["shared", "network", "ana@acme-payments.io"]), unique=True).map(tuple)


@settings(max_examples=200, deadline=None)
@given(kinds, scopes, st.sampled_from(sorted(Status)), st.sampled_from(sorted(Authority)), tags, st.integers(1, 9000))
def test_nothing_leaves_that_no_list_allows(
    kind: Kind, scope: Scope, status: Status, authority: Authority, tags: tuple[str, ...], length: int
) -> None:
    content = Content(kind, "a " * (length // 2) + "x", scope, tags=tags)
    decided = release(_state(content, status, authority), mask=mask)
    may = (
        status is Status.ACTIVE
        and authority > Authority.UNTRUSTED
        and scope == Scope("project", "p")
        and (kind in KINDS or (kind is not Kind.PREFERENCE and "shared" in tags))
        and len(content.text) <= LONGEST["text"]
    )
    assert isinstance(decided, Released if may else Withheld)
    if isinstance(decided, Released):
        assert set(decided.record) <= {"kind", "text", "title", "why", "tags", "anchors", "scope", "status"}
        assert "ana@acme-payments.io" not in decided.record.get("tags", [])
        assert decided.record["status"] == "proposed"
    else:
        assert decided.reason


def test_personal_data_and_secrets_are_masked_on_the_way_out() -> None:
    token = "ghp_" + "aZ7" + "k3Jq9Lm2Xw" * 3 + "abc"
    content = Content(
        Kind.FACT, f"Ask ana@acme-payments.io for {token}", Scope("project", "p"), why="call +49 30 901820"
    )
    decided = release(_state(content), mask=mask)
    assert isinstance(decided, Released)
    said = str(decided.record)
    assert decided.masked
    assert "ana@acme-payments.io" not in said
    assert token not in said
    assert "secret-session" not in said


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("STANDFAST_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("STANDFAST_PROJECT", "shop")
    monkeypatch.setenv("STANDFAST_DURABILITY", "normal")
    return tmp_path / "home"


def _open(tmp_path: Path, kind: str = "person", name: str = "ana", session: str = "") -> Memory:
    return Memory(load_settings(), Source(kind, name, session=session), tmp_path)


def _holds(home: Path, *words: str) -> list[tuple[str, str]]:
    files = [path for path in home.rglob("*") if path.is_file()]
    return [(path.name, word) for path in files for word in words if word.encode() in path.read_bytes().lower()]


@pytest.mark.parametrize("by", ["person", "session", "source", "match"])
def test_what_is_purged_is_in_no_byte_of_the_home(home: Path, tmp_path: Path, by: str) -> None:
    with _open(tmp_path, "person", "mallory") as memory:
        memory.remember("The xylophone gateway listens on port 8443.", why="zeppelin migration", tags=["quixotic"])
    with _open(tmp_path, "agent", "codex", "s1") as memory:
        memory.remember("The wombatted cache is flushed nightly.", title="kumquat rule")
        memory.hooks.capture(Report("s1", "k1", EventKind.PROMPT, body="flush the wombatted cache, the okapi way"))
        memory.hooks.capture(Report("s2", "k2", EventKind.PROMPT, body="and the xylophone gateway"))
    with _open(tmp_path) as memory:
        kept = memory.remember("Locks are keyed by payment.").id
        memory.maintenance.backup()
    wanted, gone = {
        "person": ({"source": "person:mallory"}, ("xylophone", "zeppelin", "quixotic")),
        "session": ({"session": "s1"}, ("wombatted", "kumquat", "okapi")),
        "source": ({"source": "agent:codex"}, ("kumquat",)),
        "match": ({"match": "wombatted"}, ("wombatted", "kumquat", "okapi")),
    }[by]
    assert {word for _, word in _holds(home, *gone)} == set(gone), "it was there before"
    with _open(tmp_path) as memory:
        done = memory.purge(**wanted)
        assert done.proof.hits == ()
        assert memory.show(kept).memory.status is Status.ACTIVE
    found = _holds(home, *gone)
    if by == "person":  # another session's event names the gateway in words of its own
        found = [item for item in found if item[1] != "xylophone"]
    assert found == []


def test_scan_finds_old_secrets_in_memories_and_in_the_journal_and_removes_them(home: Path, tmp_path: Path) -> None:
    with _open(tmp_path) as memory:
        memory.remember("The word is aardvark77.")
        memory.remember("Tagged.", tags=["aardvark77"])
        memory.remember("Harmless.")
        memory.hooks.capture(Report("s1", "k1", EventKind.PROMPT, body="say aardvark77 twice"))
        memory.hooks.capture(Report("s1", "k2", EventKind.PROMPT, body="say nothing"))
        memory.hooks.capture(Report("s2", "k3", EventKind.TOOL, tool="Read", body="x", files=("aardvark77.txt",)))
        memory.maintenance.backup()
        assert list(memory.maintenance.scan()) == []
    (home / "config.toml").write_text('private_words = ["aardvark77"]\n')  # a rule that was not known before
    with _open(tmp_path) as memory:
        leaks = list(memory.maintenance.scan())
        assert len([leak for leak in leaks if leak.memory]) == 2
        assert {leak.session for leak in leaks if not leak.memory} == {"s1", "s2"}
        proof = memory.maintenance.purge_leaks(leaks)
        assert proof.hits == ()
        assert list(memory.maintenance.scan()) == []
        assert len(memory.recall("harmless").results) == 1
        assert [event.body for event in memory.sessions.replay("s1")[1]] == ["say nothing"]
    (home / "config.toml").unlink()
    assert _holds(home, "aardvark77") == []


@pytest.mark.skipif(os.name != "posix", reason="permissions are different there")
def test_everything_in_the_home_is_for_its_owner_alone(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from standfast.agents import hook
    from standfast.capture import spool

    old = os.umask(0)
    try:
        with _open(tmp_path, "agent", "codex", "s1") as memory:
            memory.remember("A memory.")
            memory.hooks.capture(Report("s1", "k1", EventKind.START, body="x"))
            spool.leave(memory.context.settings.spool, {"at": "2026-01-01T00:00:00Z"})
        with _open(tmp_path) as memory:
            memory.maintenance.backup()
            memory.maintenance.backup(str(home / "elsewhere" / "copy.standfast"))
            memory.maintenance.restore_backup(str(home / "elsewhere" / "copy.standfast"))
        hook.note_failure(ValueError("x"))
    finally:
        os.umask(old)
    for path in [home, *home.rglob("*")]:
        allowed = 0o700 if path.is_dir() else 0o600
        assert stat.S_IMODE(path.stat().st_mode) & ~allowed == 0, path
    assert (home / "log" / "hooks.log").exists()


@pytest.mark.skipif(os.name != "posix", reason="permissions are different there")
@pytest.mark.parametrize("words", [["setup", "--undo", "--yes"], ["pause"], ["config", "set", "user", "Ana"], []])
def test_whatever_comes_first_makes_a_home_for_its_owner_alone(home: Path, tmp_path: Path, words: list[str]) -> None:
    from standfast.agents import hook
    from standfast.cli import program

    shutil.rmtree(home, ignore_errors=True)
    old = os.umask(0)
    try:
        if words:
            assert program.main(["-C", str(tmp_path), *words]) == 0
        else:
            hook.note_failure(ValueError("x"))
    finally:
        os.umask(old)
    for path in [home, *(path for path in home.rglob("*") if path.is_dir())]:
        assert stat.S_IMODE(path.stat().st_mode) == 0o700, path


@pytest.mark.skipif(os.name != "posix", reason="owners are different there")
def test_a_store_of_another_account_is_refused(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with _open(tmp_path) as memory:
        memory.remember("A memory.")
    mine = os.getuid()
    monkeypatch.setattr(os, "getuid", lambda: mine + 1)
    with _open(tmp_path) as memory, pytest.raises(StoreError) as refused:
        memory.recall("memory")
    assert refused.value.code == "store-not-yours"
