"""Every file that our commands leave behind belongs to a place that purge and its proof walk."""

from __future__ import annotations

import subprocess
import tarfile
from pathlib import Path

import pytest

from standfast import Memory
from standfast.config import Settings
from standfast.errors import StoreError
from standfast.model.session import Event, EventKind, Session
from standfast.model.source import Source
from standfast.purge.places import list_places
from standfast.verbs.capture import Report

ANA = Source("person", "ana")
SAID = "Customer Zorblaxian Kumquat pays forty percent less than the list price"


def repository(folder: Path) -> Path:
    folder.mkdir()
    for words in (["init", "-q", "-b", "main"], ["commit", "-q", "--allow-empty", "-m", "Begin"]):
        who = ["-c", "user.name=Ana", "-c", "user.email=ana@example.net"]
        subprocess.run(["git", *who, *words], cwd=folder, check=True)
    return folder


def busy_home(tmp_path: Path) -> Memory:
    """Return a memory whose home holds something of every sort."""
    home, root = tmp_path / "home", repository(tmp_path / "shop")
    settings = Settings(home=home, store_url=f"sqlite://{home / 'store'}", embedder="off")
    memory = Memory(settings, ANA, root)
    (root / "AGENTS.md").write_text("# Agents\n", encoding="utf-8")
    memory.remember(SAID, kind="convention", why="the merger of March")
    memory.hooks.capture(Report(session="s-1", key="k-1", kind=EventKind.PROMPT, body=SAID.upper()))
    memory.mirror.export()
    memory.mirror.write_block(["AGENTS.md"])
    shipped = memory.remember("1. Open the harbour gate\n2. Ring the bell", kind="procedure")
    memory.transfer.export_skills([shipped.id], tmp_path / "shop" / "skills")
    memory.maintenance.backup()
    memory.maintenance.backup(str(tmp_path / "elsewhere" / "friday.standfast"))
    (home / "pending").mkdir(exist_ok=True)
    (home / "pending" / "call").write_text(SAID, encoding="utf-8")
    (home / "spool").mkdir(exist_ok=True)
    (home / "spool" / "half").write_text(SAID, encoding="utf-8")
    return memory


def test_every_file_of_home_git_folder_and_checkout_is_in_the_list(tmp_path: Path) -> None:
    with busy_home(tmp_path) as memory:
        listed = {path for place in list_places(memory.context) for path in place.paths}
        left = {path for path in (tmp_path / "home").rglob("*") if path.is_file()}
        left |= {path for path in (tmp_path / "shop" / ".git").glob("standfast-*") if path.is_file()}
        left |= {path for path in (tmp_path / "shop" / ".standfast").rglob("*") if path.is_file()}
        left |= set((tmp_path / "shop" / "skills").rglob("SKILL.md"))
        left |= {tmp_path / "shop" / "AGENTS.md", tmp_path / "elsewhere" / "friday.standfast"}
        left -= {tmp_path / "home" / "config.toml"}
        left -= {path for path in left if path.name.endswith("-shm")}  # numbers of pages; to close one costs the locks
        assert {path for path in left if path.exists()} - listed == set()


def test_a_purge_reaches_every_place_and_says_what_it_cannot(tmp_path: Path) -> None:
    with busy_home(tmp_path) as memory:
        away = tmp_path / "elsewhere" / "friday.standfast"
        moved = away.rename(tmp_path / "stick.standfast")
        identity = memory.recall("list price").results[0].memory.id
        done = memory.purge([identity])
        assert done.proof.hits == ()
        assert str(away) in done.proof.unreached
        moved.rename(away)
        again = memory.purge(match="Zorblaxian")
        assert again.proof.hits == ()
    for path in tmp_path.rglob("*"):
        if path.is_file() and "/objects/" not in path.as_posix():
            assert b"zorblaxian" not in path.read_bytes().lower(), path


def test_a_living_memory_that_says_the_same_sentence_is_named_and_not_taken(tmp_path: Path) -> None:
    with busy_home(tmp_path) as memory:
        other = memory.remember(f"The merger is on. {SAID}. Nobody tells the press.", kind="decision").id
        identity = next(
            found.memory.id for found in memory.recall("list price", limit=5).results if found.memory.id != other
        )
        done = memory.purge([identity])
        assert [(hit.place, hit.where) for hit in done.proof.hits if hit.place == "memory"] == [("memory", other)]
        assert memory.show(other).memory.content.text
        assert memory.purge([other]).proof.hits == ()


def test_a_damaged_backup_is_named_as_the_person_named_it_and_changes_nothing(tmp_path: Path) -> None:
    with busy_home(tmp_path) as memory:
        for number, part in enumerate(("catalog", "project")):
            away, folder = tmp_path / "elsewhere" / "friday.standfast", tmp_path / f"apart{number}"
            with tarfile.open(away) as tar:
                tar.extractall(folder, filter="data")
            damaged = next(file for file in folder.glob("*.db") if file.name.startswith(part))
            damaged.write_bytes(damaged.read_bytes()[:100] + b"\xff" * 8000)
            with tarfile.open(torn := tmp_path / f"torn{number}.standfast", "w") as tar:
                for file in folder.glob("*.db"):
                    tar.add(file, file.name)
            with pytest.raises(StoreError) as refused:
                memory.maintenance.restore_backup(str(torn))
            assert str(torn) in refused.value.message
            assert str(tmp_path / "home") not in refused.value.message
        assert memory.recall("list price").results


def test_what_was_purged_does_not_come_back_with_a_backup(tmp_path: Path) -> None:
    with busy_home(tmp_path) as memory:
        away = tmp_path / "elsewhere" / "friday.standfast"
        kept = away.read_bytes()
        identity = memory.recall("list price").results[0].memory.id
        memory.purge([identity])
        away.write_bytes(kept)
        memory.maintenance.restore_backup(str(away))
        bodies = [event.body for event in memory.context.partition(memory.context.scope).journal.events("s-1")]
        assert not any("ZORBLAXIAN" in body for body in bodies)
        assert memory.recall("list price Zorblaxian").results == ()


def test_a_purged_session_does_not_come_back_with_a_backup(tmp_path: Path) -> None:
    with busy_home(tmp_path) as memory:
        memory.hooks.capture(Report(session="s-2", key="k-1", kind=EventKind.PROMPT, body="go on"))
        away = tmp_path / "elsewhere" / "saturday.standfast"
        memory.maintenance.backup(str(away))
        kept = away.read_bytes()
        memory.purge(session="s-2")
        away.write_bytes(kept)
        memory.maintenance.restore_backup(str(away))
        assert [session.id for session in memory.sessions.list()] == ["s-1"]


def test_nothing_of_a_purged_session_is_left_in_the_receipts_that_quoted_it(tmp_path: Path) -> None:
    with busy_home(tmp_path) as memory:
        asked = Report(session="zorblaxian-7", key="k-2", kind=EventKind.PROMPT, body="Why the tangerine queue?")
        memory.hooks.capture(asked)
        assert memory.sessions.recall("tangerine queue").hits
        assert memory.purge(session="zorblaxian-7").proof.found == 0
    held = {path.name: path.read_bytes() for path in (tmp_path / "home").rglob("*") if path.is_file()}
    assert [name for name, data in held.items() if b"zorblaxian-7" in data] == []


def test_a_receipt_forgets_a_purged_turn_that_another_partition_kept(tmp_path: Path) -> None:
    with busy_home(tmp_path) as memory:
        mine, now = memory.context.store.partition("user"), memory.context.clock.now()
        with mine.writing():
            asked = Event("s-9", "turn-quibblefish", EventKind.PROMPT, now, body="Why the tangerine queue?")
            mine.journal.record(Session("s-9", "codex", now, now), [asked])
        assert [hit.turn for hit in memory.sessions.recall("tangerine queue").hits] == ["turn-quibblefish"]
        assert memory.purge(match="tangerine").proof.found == 0
    held = {path.name: path.read_bytes() for path in (tmp_path / "home").rglob("*") if path.is_file()}
    assert [name for name, data in held.items() if b"turn-quibblefish" in data] == []


def test_a_purge_drops_the_notes_of_agents_folders_whose_names_carry_the_words(tmp_path: Path) -> None:
    with busy_home(tmp_path) as memory:
        follow(memory, tmp_path / "quibblefish")
        assert b"quibblefish" in noted_folders(memory)
        assert memory.purge(match="quibblefish").proof.found == 0
        assert b"quibblefish" not in noted_folders(memory)


def test_the_name_of_an_agents_folder_is_not_noted_where_it_holds_a_secret(tmp_path: Path) -> None:
    secret = "ghp_" + "aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1dE3fG5"
    with busy_home(tmp_path) as memory:
        follow(memory, tmp_path / secret)
        assert noted_folders(memory)
        assert secret.encode() not in noted_folders(memory)


def follow(memory: Memory, folder: Path) -> None:
    """Keep in step with an agent's own memory files in a new folder."""
    folder.mkdir()
    said = "---\nname: pkg\ndescription: Packages\ntype: project\n---\nUse pnpm, never npm, in every folder.\n"
    (folder / "pkg.md").write_text(said, encoding="utf-8")
    memory.transfer.follow("claude-memory", folder)


def noted_folders(memory: Memory) -> bytes:
    return b"".join(path.read_bytes() for path in (memory.context.settings.home / "followed").glob("*"))


def test_a_skill_that_was_written_goes_with_its_memory_and_commits_of_it_are_named(tmp_path: Path) -> None:
    root = repository(tmp_path / "shop")
    settings = Settings(home=tmp_path / "home", store_url=f"sqlite://{tmp_path / 'home' / 'store'}", embedder="off")
    with Memory(settings, ANA, root) as memory:
        said = memory.remember("Ring the zanzibar bell twice, then deploy", kind="procedure").id
        other = memory.remember("Open the harbour gate before noon", kind="procedure").id
        memory.transfer.export_skills([said, other], root / "skills")
        outside, kept = memory.transfer.export_skills([said, other], tmp_path / "agent")
        mine = tmp_path / "agent" / "mine" / "SKILL.md"
        mine.parent.mkdir()
        mine.write_text("---\nname: mine\n---\nRing the zanzibar bell twice, then deploy\n", encoding="utf-8")
        for words in (["add", "-A"], ["commit", "-q", "-m", "Ship the skills"]):
            subprocess.run(
                ["git", "-c", "user.name=Ana", "-c", "user.email=ana@example.net", *words], cwd=root, check=True
            )
        done = memory.purge([said])
        assert done.proof.hits == ()
        assert any("Ship the skills" in line for line in done.commits)
        assert not outside.file.parent.exists()
        assert not list((root / "skills").glob("*zanzibar*"))
        assert kept.file.exists()
        assert mine.exists(), "a person's own file is theirs"
        (tmp_path / "agent").rename(tmp_path / "moved")
        assert str(tmp_path / "agent") in memory.purge([other]).proof.unreached
