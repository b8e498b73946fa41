"""A catalogue that is lost or damaged, and files that were emptied: nothing vanishes unseen."""

from __future__ import annotations

import subprocess
from random import Random
from typing import TYPE_CHECKING

import pytest

from standfast import Memory
from standfast.config import Settings
from standfast.errors import StoreCorrupt
from standfast.model.source import Source

if TYPE_CHECKING:
    from pathlib import Path


def open_in(folder: Path, where: Path) -> Memory:
    settings = Settings(home=folder, store_url=f"sqlite://{folder / 'store'}", embedder="off")
    return Memory(settings, Source("person", "ana"), where)


def make(tmp_path: Path, name: str = "repo") -> Path:
    folder = tmp_path / name
    folder.mkdir()
    subprocess.run(["git", "init", "-q", str(folder)], check=True)
    return folder


def said(memory: Memory, query: str) -> list[str]:
    return [result.memory.content.text for result in memory.recall(query).results]


def drop(folder: Path, name: str) -> None:
    for suffix in ("", "-wal", "-shm"):
        (folder / "store" / f"{name}{suffix}").unlink(missing_ok=True)


def test_a_lost_catalogue_is_made_again_and_every_memory_is_found(tmp_path: Path) -> None:
    repo, other = make(tmp_path), make(tmp_path, "other")
    with open_in(tmp_path, repo) as memory:
        memory.context.store.catalog.join_group("team", memory.context.here.project)
        memory.remember("lemurs climb")
        identity = memory.context.here.project
        memory.maintenance.backup(str(tmp_path / "elsewhere.copy"))
    with open_in(tmp_path, repo) as memory:
        memory.remember("lemurs jump")
    with open_in(tmp_path, other) as memory:
        memory.remember("otters swim")
    drop(tmp_path, "catalog.db")
    with open_in(tmp_path, repo) as memory:
        assert said(memory, "lemurs climb")[0] == "lemurs climb"
        assert memory.context.here.project == identity
        assert memory.context.store.catalog.groups_of(identity) == ["team"]
        assert str(tmp_path / "elsewhere.copy") in memory.context.store.files.copies()
        assert memory.maintenance.problems() == []
    with open_in(tmp_path, other) as memory:
        assert said(memory, "otters") == ["otters swim"]


def test_a_damaged_catalogue_is_set_aside_and_made_again(tmp_path: Path) -> None:
    repo = make(tmp_path)
    with open_in(tmp_path, repo) as memory:
        memory.remember("lemurs climb")
    drop(tmp_path, "catalog.db")
    (tmp_path / "store" / "catalog.db").write_bytes(Random(1).randbytes(8000))
    with open_in(tmp_path, repo) as memory, pytest.raises(StoreCorrupt):
        memory.recall("lemurs")
    with open_in(tmp_path, repo) as memory:
        assert "made again" in memory.maintenance.salvage()[0]
        assert said(memory, "lemurs") == ["lemurs climb"]
        assert memory.maintenance.problems() == []
    assert list((tmp_path / "damaged").glob("catalog.*.db"))


def test_an_emptied_file_is_named_and_a_backup_puts_it_back(tmp_path: Path) -> None:
    repo = make(tmp_path)
    with open_in(tmp_path, repo) as memory:
        memory.remember("lemurs climb")
        copy = memory.maintenance.backup(str(tmp_path / "copy.standfast"))
        path = memory.context.store.path_of(memory.context.scope.partition)  # type: ignore[attr-defined]
    path.write_bytes(b"")
    with open_in(tmp_path, repo) as memory:
        with pytest.raises(StoreCorrupt, match="is empty"):
            memory.recall("lemurs")
        assert any("its file is empty" in problem for problem in memory.maintenance.problems())
        memory.maintenance.restore_backup(copy)
        assert said(memory, "lemurs") == ["lemurs climb"]
        assert memory.maintenance.problems() == []


def test_a_file_that_is_gone_is_named_once(tmp_path: Path) -> None:
    repo = make(tmp_path)
    with open_in(tmp_path, repo) as memory:
        memory.remember("lemurs climb")
        name = memory.context.store.path_of(memory.context.scope.partition).name  # type: ignore[attr-defined]
    drop(tmp_path, name)
    with open_in(tmp_path, repo) as memory:
        assert any("its file is gone" in problem for problem in memory.maintenance.problems())
        memory.maintenance.salvage()
        assert memory.maintenance.problems() == []


def test_an_emptied_file_begins_anew_when_it_is_salvaged(tmp_path: Path) -> None:
    repo = make(tmp_path)
    with open_in(tmp_path, repo) as memory:
        memory.remember("lemurs climb")
        path = memory.context.store.path_of(memory.context.scope.partition)  # type: ignore[attr-defined]
    path.write_bytes(b"")
    with open_in(tmp_path, repo) as memory:
        memory.maintenance.salvage()
        memory.remember("life goes on")
        assert said(memory, "life") == ["life goes on"]
        assert memory.maintenance.problems() == []
