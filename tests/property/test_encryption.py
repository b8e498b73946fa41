"""Encryption at rest: what is in no byte of the home, and both ways between plain and encrypted.

`make test` runs this file with the driver that has ciphers; with the plain one, most of it says so and is skipped.
"""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import apsw
import pytest

from standfast.config import load_settings
from standfast.errors import StandfastError
from standfast.memory import Memory
from standfast.model.session import EventKind
from standfast.model.source import Source
from standfast.store.sqlite import encryption
from standfast.verbs.capture import Report

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

KEY = "5f" * 32
WORDS = ("xylophone", "wombatted", "quixotic", "okapi")
ciphers = pytest.mark.skipif(not hasattr(apsw, "mc_version"), reason="the driver has no ciphers: apsw-sqlite3mc has")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    home = tmp_path / "home"
    for name, value in (("HOME", home), ("KEY", KEY), ("PROJECT", "shop"), ("DURABILITY", "normal")):
        monkeypatch.setenv(f"STANDFAST_{name}", str(value))
    yield home
    encryption._KEYS.clear()


def _open(tmp_path: Path, kind: str = "person") -> Memory:
    encryption._KEYS.clear()  # as a process of its own has it
    return Memory(load_settings(), Source(kind, "ana", session="s1"), tmp_path)


def _fill(tmp_path: Path) -> str:
    with _open(tmp_path) as memory:
        identity = memory.remember("The xylophone gateway is wombatted.", tags=["quixotic"]).id
        memory.hooks.capture(Report("s1", "k1", EventKind.PROMPT, body="the okapi way"))
        memory.maintenance.backup()
        return identity


def _plain(home: Path) -> set[str]:
    data = b"".join(path.read_bytes().lower() for path in home.rglob("*") if path.is_file())
    return {word for word in WORDS if word.encode() in data}


@ciphers
def test_a_home_goes_to_encrypted_and_back_and_says_the_same(home: Path, tmp_path: Path) -> None:
    identity = _fill(tmp_path)
    assert _plain(home) == set(WORDS)
    with _open(tmp_path) as memory:
        changed = memory.maintenance.encrypt()
    assert len([item for item in changed if item.endswith(".db")]) >= 2
    assert len([item for item in changed if item.endswith(".standfast")]) == 1
    assert _plain(home) == set()
    with _open(tmp_path) as memory:
        assert [result.memory.id for result in memory.recall("gateway").results] == [identity]
        memory.remember("Another xylophone.")
        assert memory.maintenance.problems() == []
        assert memory.maintenance.encrypt() == [], "a second run finds nothing to do"
    assert _plain(home) == set(), "the write-ahead log is encrypted too"
    with _open(tmp_path) as memory:
        memory.maintenance.decrypt()
    assert _plain(home) == set(WORDS)
    with _open(tmp_path) as memory:
        assert len(memory.recall("xylophone").results) == 2
        assert memory.maintenance.problems() == []
    assert not [path for path in home.rglob("*") if "converting" in path.name]


@ciphers
def test_a_new_home_is_encrypted_from_the_first_byte(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STANDFAST_ENCRYPTION", "1")
    identity = _fill(tmp_path)
    assert _plain(home) == set()
    with _open(tmp_path) as memory:
        memory.maintenance.restore_backup(str(next((home / "backups").glob("*.standfast"))))
        assert [result.memory.id for result in memory.recall("gateway").results] == [identity]
        done = memory.purge([identity])
        assert done.proof.hits == ()
    assert _plain(home) == set()


@ciphers
def test_without_the_key_nothing_is_read_and_nothing_is_called_damaged(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _fill(tmp_path)
    with _open(tmp_path) as memory:
        memory.maintenance.encrypt()
    (home / "config.toml").unlink()
    with _open(tmp_path) as memory, pytest.raises(StandfastError) as locked:
        memory.recall("gateway")
    assert locked.value.code == "store-locked"
    monkeypatch.setenv("STANDFAST_ENCRYPTION", "1")
    monkeypatch.setenv("STANDFAST_KEY", "00" * 32)
    with _open(tmp_path) as memory, pytest.raises(StandfastError) as wrong:
        memory.recall("gateway")
    assert wrong.value.code == "store-locked"


@ciphers
def test_a_store_in_use_is_left_as_it_is(home: Path, tmp_path: Path) -> None:
    _fill(tmp_path)
    path = next((home / "store").glob("project-*.db"))
    other = apsw.Connection(str(path))
    other.execute("SELECT count(*) FROM operation").fetchall()
    with _open(tmp_path) as memory, pytest.raises(StandfastError) as busy:
        memory.maintenance.encrypt()
    assert busy.value.code == "store-busy"
    other.close()
    with _open(tmp_path) as memory:
        assert memory.maintenance.encrypt(), "and the next run goes on"
    assert _plain(home) == set()


@ciphers
def test_a_plain_backup_comes_back_into_an_encrypted_home(home: Path, tmp_path: Path) -> None:
    identity = _fill(tmp_path)
    backup = next((home / "backups").glob("*.standfast"))
    kept = tmp_path / "kept.standfast"
    kept.write_bytes(backup.read_bytes())
    with _open(tmp_path) as memory:
        memory.maintenance.encrypt()
        memory.retract(identity)
    with _open(tmp_path) as memory:
        memory.maintenance.restore_backup(str(kept))
        assert [result.memory.id for result in memory.recall("gateway").results] == [identity]
    assert _plain(home) == set()


def test_an_agent_may_not_decrypt(home: Path, tmp_path: Path) -> None:
    with _open(tmp_path, "agent") as memory, pytest.raises(StandfastError) as refused:
        memory.maintenance.decrypt()
    assert refused.value.code == "authority"


def test_a_driver_without_ciphers_says_what_to_install(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(apsw, "mc_version", raising=False)
    monkeypatch.setenv("STANDFAST_ENCRYPTION", "1")
    with _open(tmp_path) as memory, pytest.raises(StandfastError) as missing:
        memory.remember("A memory.")
    assert missing.value.code == "encryption-missing"
    assert not list(home.rglob("*.db"))


@ciphers
def test_a_key_that_is_no_key_is_refused(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STANDFAST_KEY", "letmein")
    with _open(tmp_path) as memory, pytest.raises(StandfastError) as refused:
        memory.maintenance.encrypt()
    assert refused.value.code == "bad-key"


@ciphers
def test_the_command_line_encrypts_in_a_process_of_its_own(home: Path, tmp_path: Path) -> None:
    _fill(tmp_path)
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    for word, words in (("encrypt", set()), ("decrypt", set(WORDS))):
        subprocess.run(
            [sys.executable, "-m", "standfast", word], cwd=tmp_path, env=env, check=True, capture_output=True
        )
        assert _plain(home) == words


@ciphers
def test_the_key_is_made_once_and_kept_in_the_keyring(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keyring = pytest.importorskip("keyring")
    kept: dict[tuple[str, str], str] = {}

    class Drawer(keyring.backend.KeyringBackend):  # type: ignore[misc,name-defined]
        priority = 1

        def get_password(self, service: str, username: str) -> str | None:
            return kept.get((service, username))

        def set_password(self, service: str, username: str, password: str) -> None:
            kept[service, username] = password

    before = keyring.get_keyring()
    keyring.set_keyring(Drawer())
    try:
        monkeypatch.delenv("STANDFAST_KEY")
        identity = _fill(tmp_path)
        with _open(tmp_path) as memory:
            memory.maintenance.encrypt()
        (key,) = kept.values()
        assert len(key) == 64
        with _open(tmp_path) as memory:
            assert [result.memory.id for result in memory.recall("gateway").results] == [identity]
        assert list(kept.values()) == [key]
    finally:
        keyring.set_keyring(before)
    assert _plain(home) == set()
