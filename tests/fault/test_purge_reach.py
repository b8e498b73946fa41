"""A purge reaches what killed runs left, goes on where it was stopped, and visits every checkout this home knows."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

import apsw
import pytest

from standfast.errors import Refused
from standfast.model.session import Event, EventKind, Session
from standfast.purge.tombstones import is_buried
from standfast.store.sqlite import migrate
from standfast.store.sqlite.files import SqliteFiles
from standfast.store.sqlite.store import SqliteStore
from tests.fault.test_lost_catalog import drop, make, open_in, said

WORD = "quetzalcoatl"
AGED = migrate._FIRST["partition"] - 1
STEPS = [(migrate.NEWEST["partition"] + 1, "CREATE TABLE extra (n INTEGER)")]  # what a later version does first
TEXT = f"The vault lies behind the {WORD} gate"


def holding(folder: Path, word: str = WORD) -> list[str]:
    """Return the files that hold a word, but for what Git keeps of its commits and of what is staged."""
    files = (path for path in folder.rglob("*") if path.is_file() and not {"objects", "index"} & set(path.parts))
    return [str(path.relative_to(folder)) for path in files if word.encode() in path.read_bytes()]


def dead_process() -> int:
    with subprocess.Popen([sys.executable, "-c", ""]) as process:
        process.wait()
    return process.pid


def test_a_purge_deletes_the_copies_that_a_killed_backup_left(tmp_path: Path) -> None:
    repo = make(tmp_path)
    with open_in(tmp_path, repo) as memory:
        memory.remember(TEXT)
        left = tmp_path / "backups" / f".standfast-{dead_process()}-abc"
        left.mkdir(parents=True)
        shutil.copytree(tmp_path / "store", left, dirs_exist_ok=True)
        assert memory.maintenance.leftovers() == [str(left)]
        done = memory.purge(match=WORD)
        assert not done.proof.found
        assert memory.maintenance.leftovers() == []
    assert holding(tmp_path) == []


def test_the_doctor_deletes_old_leftovers_and_leaves_what_is_being_made(tmp_path: Path) -> None:
    repo = make(tmp_path)
    (tmp_path / "backups").mkdir()
    mine, old = (tmp_path / "backups" / f".standfast-{name}" for name in (f"{os.getpid()}-x", "older"))
    mine.touch()
    old.touch()
    os.utime(old, (1, 1))
    with open_in(tmp_path, repo) as memory:
        assert memory.maintenance.leftovers(clear=True) == [str(old)]
    assert mine.exists()
    assert not old.exists()


@pytest.mark.parametrize("step", ["purge_copies", "seal_purge"])
def test_a_purge_that_was_stopped_is_finished_by_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    repo = make(tmp_path)
    with open_in(tmp_path, repo) as memory:
        identity = memory.remember(TEXT, kind="decision").id
        memory.remember("otters swim")
        memory.mirror.export()
        memory.maintenance.backup()

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch, open_in(tmp_path, repo) as memory:
        patch.setattr(SqliteFiles if step == "purge_copies" else SqliteStore, step, stop)
        with pytest.raises(KeyboardInterrupt):
            memory.purge(match=WORD)
        assert memory.maintenance.is_purge_pending()
    assert WORD not in (tmp_path / "purge.pending").read_text()
    with open_in(tmp_path, repo) as memory:
        assert memory.purge(match=WORD).purged == (identity,)
        assert not memory.maintenance.is_purge_pending()
        assert said(memory, "otters") == ["otters swim"]
    assert holding(tmp_path) == []


def test_a_purge_takes_what_waits_half_written_in_the_spool(tmp_path: Path) -> None:
    repo = make(tmp_path)
    with open_in(tmp_path, repo) as memory:
        memory.remember(TEXT)
        memory.context.settings.spool.mkdir(parents=True, exist_ok=True)
        (memory.context.settings.spool / ".2026-11-15T1-99-aa").write_text('{"half":"' + WORD)
        memory.purge(match=WORD)
    assert holding(tmp_path) == []


def test_a_purge_reaches_other_worktrees_and_clones_and_names_what_is_gone(tmp_path: Path) -> None:
    def git(*words: str) -> None:
        own = ("-c", "user.name=Ana", "-c", "user.email=ana@example.com")
        subprocess.run(["git", *own, *words], cwd=repo, check=True, capture_output=True)

    repo = make(tmp_path)
    with open_in(tmp_path / "home", repo) as memory:
        memory.remember(TEXT, kind="decision")
        memory.mirror.export()
    git("add", "-A")
    git("commit", "-qm", "mirror")
    git("worktree", "add", "-q", str(tmp_path / "second"), "-b", "two")
    git("clone", "-q", ".", str(tmp_path / "clone"))
    git("clone", "-q", ".", str(tmp_path / "lost"))
    for name in ("second", "clone", "lost"):
        with open_in(tmp_path / "home", tmp_path / name) as memory:
            assert memory.mirror.import_() is not None
            moved = memory.maintenance.backup(str(tmp_path / "moved.standfast"))
    shutil.rmtree(tmp_path / "lost")
    Path(moved).unlink()
    elsewhere = make(tmp_path, "elsewhere")
    with open_in(tmp_path / "home", elsewhere) as memory:
        done = memory.purge(match=WORD)
    assert holding(tmp_path) == []
    assert not done.proof.found
    assert len(done.commits) == 1
    assert done.to_dict()["unreached"] == [str(tmp_path / "lost" / ".git"), moved]


def test_purged_words_stay_out_of_every_project_even_after_the_catalogue_was_lost(tmp_path: Path) -> None:
    repo, other = make(tmp_path), make(tmp_path, "other")
    with open_in(tmp_path, repo) as memory:
        memory.remember(TEXT)
        memory.purge(match=WORD)
    for lose in (False, True):
        if lose:
            drop(tmp_path, "catalog.db")
        with open_in(tmp_path, other) as memory, pytest.raises(Refused) as refused:
            memory.remember(TEXT)
        assert refused.value.code == "purged"


def test_a_purged_session_stays_out_even_after_the_catalogue_was_lost(tmp_path: Path) -> None:
    repo = make(tmp_path)
    with open_in(tmp_path, repo) as memory:
        now = memory.context.clock.now()
        heard = [Event("s1", "t1", EventKind.PROMPT, now, body=TEXT)]
        with memory.context.partition(memory.context.scope).writing():
            memory.context.partition(memory.context.scope).journal.record(Session("s1", "codex", now, now), heard)
        memory.purge(session="s1")
    drop(tmp_path, "catalog.db")
    with open_in(tmp_path, repo) as memory:
        assert is_buried(memory.context, "s1")


def test_a_purge_leaves_no_copy_of_a_store_and_a_backup_that_an_earlier_version_wrote(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    repo, outside = make(tmp_path), tmp_path / "usb" / "friday.standfast"
    outside.parent.mkdir()
    with open_in(tmp_path, repo) as memory:
        memory.remember(TEXT)
        memory.maintenance.backup(str(outside))
    monkeypatch.setitem(migrate.NEWEST, "partition", STEPS[0][0])
    monkeypatch.setattr(migrate, "migrations_of", lambda name: STEPS if name == "partition" else [])
    with open_in(tmp_path, repo) as memory:
        assert not memory.purge(match=WORD).proof.found
    assert holding(tmp_path) == []


def test_what_lies_in_a_stash_or_behind_a_merge_that_dropped_it_is_listed(tmp_path: Path) -> None:
    repo = make(tmp_path)

    def git(*words: str) -> str:
        who = ("-c", "user.name=Ada", "-c", "user.email=ada@example.net")
        return subprocess.run(["git", *who, *words], cwd=repo, check=True, capture_output=True, text=True).stdout

    with open_in(tmp_path, repo) as memory:
        memory.remember("Deploys happen on Tuesday", kind="convention")
        memory.mirror.export()
        git("add", ".")
        git("commit", "-m", "A mirror")
        memory.remember(TEXT, kind="convention")
        memory.mirror.export()
        git("stash", "push", "--include-untracked")
        git("checkout", "-b", "side")
        memory.mirror.export()
        git("add", ".")
        git("commit", "-m", "Aside")
        git("checkout", "-")
        git("commit", "--allow-empty", "-m", "Meanwhile")
        git("merge", "--strategy=ours", "side")
        git("branch", "-D", "side")
        listed = memory.purge(match=WORD).commits
    assert any("Aside" in line for line in listed)
    assert any("untracked files on" in line for line in listed), "a stash keeps new files in a commit without parents"
    assert any("WIP on" in line for line in listed)


@pytest.mark.parametrize("cut", [0, 700, 30_000])
def test_a_damaged_backup_keeps_nobody_from_purging_and_is_named_where_it_carries_it(tmp_path: Path, cut: int) -> None:
    repo, outside = make(tmp_path), tmp_path / "usb" / "friday.standfast"
    outside.parent.mkdir()
    with open_in(tmp_path, repo) as memory:
        memory.remember(TEXT)
        memory.maintenance.backup(str(outside))
        outside.write_bytes(outside.read_bytes()[:cut] + (TEXT.encode() if cut else b""))
        proof = memory.purge(match=WORD).proof
    assert [hit.where for hit in proof.hits] == ([str(outside)] if cut else [])
    assert holding(tmp_path / "store") == []


@pytest.mark.parametrize("name", ["friday.standfast", "backups"])
def test_a_copy_of_a_format_before_the_first_keeps_nobody_from_purging_and_is_named(tmp_path: Path, name: str) -> None:
    repo, outside = make(tmp_path), tmp_path / "usb" / "friday.standfast"
    outside.parent.mkdir()
    with open_in(tmp_path, repo) as memory:
        memory.remember(TEXT)
        memory.maintenance.backup(str(outside))
        files = age(outside)
        if name == "backups":
            outside.unlink()
            (tmp_path / "backups").mkdir(exist_ok=True)
            old = [tmp_path / "backups" / f"{file.stem}.before-format-{AGED + 1}.db" for file in files]
            for file, target in zip(files, old, strict=True):
                shutil.copy(file, target)
        shutil.rmtree(files[0].parent)
        proof = memory.purge(match=WORD).proof
    assert [hit.where for hit in proof.hits] == [str(outside if name != "backups" else old[0])]
    assert holding(tmp_path / "store") == []


def age(backup: Path) -> list[Path]:
    """Make a backup look as a format before the first release wrote it; return its files, which stay beside it."""
    folder = backup.with_suffix(".d")
    with tarfile.open(backup) as tar:
        tar.extractall(folder, filter="data")
    files = sorted(folder.glob("project-*.db"))
    for file in files:
        connection = apsw.Connection(str(file))
        connection.execute(f"PRAGMA user_version = {AGED}")
        connection.close()
    with tarfile.open(backup, "w") as tar:
        for file in sorted(folder.glob("*.db")):
            tar.add(file, arcname=file.name)
    return files


def test_every_commit_is_listed_however_many_carry_it_and_a_history_that_cannot_be_read_is_named(
    tmp_path: Path,
) -> None:
    repo = make(tmp_path)
    told = [
        f"commit refs/heads/many\ncommitter A <a@b> {number} +0000\ndata 3\nc{number % 10}\n"
        f"M 100644 inline .standfast/facts/gate.md\ndata {len(TEXT) + 6}\n{TEXT}\n{number:05d}\n"
        for number in range(1, 231)
    ]
    subprocess.run(["git", "fast-import", "--quiet"], cwd=repo, input="".join(told).encode(), check=True)
    with open_in(tmp_path, repo) as memory:
        memory.remember(TEXT)
        assert len(memory.purge(match=WORD).commits) == 230
        for packed in (repo / ".git" / "objects" / "pack").iterdir():
            packed.unlink()
        memory.remember("The annexe has a zebrawood door")
        (unread,) = memory.purge(match="zebrawood").commits
        assert "could not be searched" in unread


def test_a_restore_that_is_stopped_brings_nothing_back_that_was_purged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(path: Path) -> None:
        raise KeyboardInterrupt(path)

    repo, outside = make(tmp_path), tmp_path / "friday.standfast"
    with open_in(tmp_path, repo) as memory:
        kept = memory.remember("The annexe has a zebrawood door").id
        memory.remember(TEXT)
        memory.maintenance.backup(str(outside))
        (tmp_path / "away").mkdir()
        away = outside.rename(tmp_path / "away" / "friday.standfast")
        memory.purge(match=WORD)
        monkeypatch.setattr("standfast.store.sqlite.backup.forget_seen", stop)
        with pytest.raises(KeyboardInterrupt):
            memory.maintenance.restore_backup(str(away))
    assert holding(tmp_path / "store") == []
    with open_in(tmp_path, repo) as memory:
        assert memory.show(kept).memory.content.text == "The annexe has a zebrawood door"


def test_a_lost_key_is_known_by_its_fingerprint(tmp_path: Path) -> None:
    repo = make(tmp_path)
    with open_in(tmp_path, repo) as memory:
        memory.remember(TEXT)
        memory.remember("otters swim")
        before = memory.maintenance.backup()
        memory.purge(match=WORD)
        assert memory.maintenance.lost_keys() == 0
    key = tmp_path / "key"
    kept = key.read_bytes()
    key.unlink()
    with open_in(tmp_path, repo) as memory:
        assert memory.maintenance.lost_keys() == 1
        memory.maintenance.restore_backup(before)
        assert memory.maintenance.lost_keys() == 1
    key.write_bytes(kept)
    with open_in(tmp_path, repo) as memory:
        assert memory.maintenance.lost_keys() == 0
        with pytest.raises(Refused):
            memory.remember(TEXT)
