"""Files of others: whatever is wrong with a folder of theirs, a purge goes on and names what it could not read."""

from __future__ import annotations

import errno
import os
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from standfast import Memory
from standfast.capture import transcripts
from standfast.capture.transcripts import list_records_below
from standfast.config import Settings
from standfast.context.beyond_checkouts import list_records, note_records, open_followed
from standfast.model.ids import ReceiptId
from standfast.model.receipt import GivenTurn, Receipt
from standfast.model.session import EventKind
from standfast.model.source import Source
from standfast.purge import forget
from standfast.purge.others import TRANSCRIPTS
from standfast.purge.places import KeptPlace
from standfast.verbs.capture import Report
from tests.unit.purge.test_places import SAID, repository

if TYPE_CHECKING:
    from collections.abc import Iterator

    from standfast.context.context import Context

ANA = Source("person", "ana")


def open_memory(tmp_path: Path, root: Path) -> Memory:
    home = tmp_path / "home"
    return Memory(Settings(home=home, store_url=f"sqlite://{home / 'store'}", embedder="off"), ANA, root)


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Memory]:
    with open_memory(tmp_path, repository(tmp_path / "shop")) as opened:
        yield opened


def write(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("{}\n", encoding="utf-8")
    return path


def put_on_record(context: Context, place: Path) -> None:
    """Write down a folder as it was written before any was refused."""
    kept = open_followed(context)
    kept[f"transcripts:{place}"] = f"codex {place}"
    kept.save()


def test_a_disk_or_a_home_is_never_an_agents_own_folder(
    memory: Memory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = tmp_path / "people" / "ada"
    (ada / ".codex").mkdir(parents=True)
    monkeypatch.setenv("HOME", str(ada))
    monkeypatch.setenv("USERPROFILE", str(ada))
    for place in (Path(tmp_path.anchor), ada.parent, ada, ada / ".codex" / ".."):
        note_records(memory.context, "codex", str(place))
        put_on_record(memory.context, place)
    note_records(memory.context, "codex", str(ada / ".codex"))
    assert list_records(memory.context) == [("codex", ada / ".codex")]


def test_records_are_found_where_an_agent_keeps_them_and_nowhere_else(tmp_path: Path) -> None:
    kept = [
        write(tmp_path / name)
        for name in ("history.jsonl", "state.sqlite", "sessions/2026/11/16/rollout-1.jsonl", "archive/rollout-2.jsonl")
    ]
    for name in ("deep/history.jsonl", "deep/state.sqlite", "sessions/notes.jsonl"):
        write(tmp_path / name)
    (tmp_path / "rollout-3.jsonl").symlink_to(kept[0])
    (tmp_path / "rollout-4.jsonl").mkdir()
    files, unread = list_records_below("codex", tmp_path)
    assert sorted(files) == sorted(kept)
    assert unread == []


def test_all_that_opencode_stores_is_found_at_any_depth(tmp_path: Path) -> None:
    kept = [write(tmp_path / name) for name in ("opencode.db", "storage/one.json", "storage/part/a/b/two.json")]
    write(tmp_path / "auth.json")
    assert sorted(list_records_below("opencode", tmp_path)[0]) == sorted(kept)


def test_a_folder_that_is_gone_holds_no_records(tmp_path: Path) -> None:
    assert list_records_below("codex", tmp_path / "gone") == ([], [])


def test_a_folder_that_fails_is_named_and_the_others_are_read(
    memory: Memory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = write(tmp_path / "codex" / "good" / "rollout-1.jsonl")
    bad = write(tmp_path / "codex" / "bad" / "rollout-2.jsonl").parent
    scan = os.scandir

    def fail(path: str) -> object:
        if str(path) == str(bad):
            raise OSError(errno.EIO, "Input/output error", str(path))
        return scan(path)

    note_records(memory.context, "codex", str(tmp_path / "codex"))
    monkeypatch.setattr(os, "scandir", fail)
    assert list_records_below("codex", tmp_path / "codex") == ([kept], [f"{bad} (cannot be read: Input/output error)"])
    identity = memory.remember(SAID).id
    assert f"{bad} (cannot be read: Input/output error)" in memory.purge([identity]).proof.unreached


def test_a_folder_with_too_many_folders_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(3):
        write(tmp_path / str(number) / "rollout-1.jsonl")
    monkeypatch.setattr(transcripts, "_MOST", 4)
    assert len(list_records_below("codex", tmp_path)[0]) == 3
    assert list_records_below("codex", tmp_path)[1] == []
    monkeypatch.setattr(transcripts, "_MOST", 3)
    files, unread = list_records_below("codex", tmp_path)
    assert len(files) == 2
    assert unread == [f"{tmp_path} (has too many folders to look into all of them)"]


def test_a_file_that_goes_while_all_are_counted_does_not_end_a_purge(
    memory: Memory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone, exists = tmp_path / "gone.jsonl", Path.exists
    told: list[tuple[int, int]] = []
    monkeypatch.setattr(forget, "list_others", lambda *_: ([KeptPlace(TRANSCRIPTS, (gone,))], []))
    monkeypatch.setattr(Path, "exists", lambda path: path == gone or exists(path))  # it was there a moment ago
    identity = memory.remember(SAID).id
    assert memory.purge([identity], progress=lambda done, total: told.append((done, total))).proof.hits == ()
    assert all(done <= total for done, total in told)
    assert told[-1][1] > 1


def test_turns_of_a_purged_session_go_from_receipts_of_every_project(memory: Memory, tmp_path: Path) -> None:
    quoted = tuple(GivenTurn(session, "k-1", rank, 0.5, 9) for rank, session in ((1, "s-1"), (2, "s-9")))
    memory.hooks.capture(Report(session="s-1", key="k-1", kind=EventKind.PROMPT, body="Lunch is at noon"))
    till = repository(tmp_path / "till")
    words = ["commit", "-q", "--amend", "--allow-empty", "-m", "Another beginning: a project of its own"]
    subprocess.run(["git", "-c", "user.name=Ana", "-c", "user.email=ana@example.net", *words], cwd=till, check=True)
    with open_memory(tmp_path, till) as other:
        other.remember("The till opens at eight.")
        partition = other.context.store.partition(other.context.reach[0])
        assert partition.key not in memory.context.reach
        at = other.context.clock.now()
        with partition.writing():
            partition.receipts.record(
                Receipt(ReceiptId("r000000-0000001"), "recall-sessions", "s-2", "agent:codex", "", at, (), 0, 9, quoted)
            )
    memory.purge(session="s-1")
    with open_memory(tmp_path, till) as other:
        partition = other.context.store.partition(partition.key)
        assert partition.receipts.of_session("s-2")[0].turns == quoted[1:]
