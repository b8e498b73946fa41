"""What is kept between runs: a mapping on disk that may be lost, shared or unwritable without harm."""

from __future__ import annotations

from typing import TYPE_CHECKING

from standfast.code.cache import NAME, Cache, open_cache

if TYPE_CHECKING:
    from pathlib import Path


def test_what_is_saved_is_there_for_the_next(tmp_path: Path) -> None:
    first = open_cache(str(tmp_path))
    for number in range(300):
        first[f"name{number}"] = f"value {number} ü\udcff"
    first.save()
    again = open_cache(str(tmp_path))
    assert len(again) == 300
    assert again["name7"] == "value 7 ü\udcff"
    del again["name7"]
    again.save()
    assert "name7" not in open_cache(str(tmp_path))


def test_nothing_is_written_when_nothing_changed(tmp_path: Path) -> None:
    kept = open_cache(str(tmp_path))
    kept.save()
    assert not (tmp_path / NAME).exists()
    kept["a"] = "1"
    kept.save()
    before = {path: path.stat().st_mtime_ns for path in (tmp_path / NAME).iterdir()}
    again = open_cache(str(tmp_path))
    again["a"] = "1"
    again.save()
    assert {path: path.stat().st_mtime_ns for path in (tmp_path / NAME).iterdir()} == before


def test_only_the_piece_asked_for_is_read(tmp_path: Path) -> None:
    kept = open_cache(str(tmp_path))
    for number in range(300):
        kept[f"name{number}"] = "x"
    kept.save()
    pieces = sorted((tmp_path / NAME).iterdir())
    assert len(pieces) > 10
    whole = {path: path.read_bytes() for path in pieces}
    [own] = [path for path, data in whole.items() if b"name7\t" in data]
    for path in pieces:
        if path != own:
            path.unlink()
    assert open_cache(str(tmp_path))["name7"] == "x"


def test_a_book_is_one_file_and_apart(tmp_path: Path) -> None:
    folder = str(tmp_path / "kept")
    book, other = Cache(folder, book="one"), Cache(folder, book="two")
    for number in range(100):
        book[f"name{number}"] = "x"
    book.save()
    assert len(list((tmp_path / "kept").iterdir())) == 1
    assert len(Cache(folder, book="one")) == 100
    assert len(other) == 0
    assert len(Cache(folder)) == 0


def test_a_folder_that_cannot_be_written_is_no_trouble(tmp_path: Path) -> None:
    (tmp_path / NAME).write_text("a file where the folder should be")
    kept = open_cache(str(tmp_path))
    kept["a"] = "1"
    kept.save()
    assert kept["a"] == "1"
    assert "a" not in open_cache(str(tmp_path))
    kept.forget()


def test_forgetting_leaves_nothing_in_any_book(tmp_path: Path) -> None:
    kept, book = open_cache(str(tmp_path)), open_cache(str(tmp_path), book="one")
    kept["src/plan.py"], book["9f1c"] = "holds", "drifted src/plan.py"
    kept.save()
    book.save()
    kept.forget()
    assert not kept
    assert "9f1c" not in open_cache(str(tmp_path), book="one")
    assert not list((tmp_path / NAME).iterdir())
