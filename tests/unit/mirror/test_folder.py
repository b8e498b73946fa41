"""The mirror's folder, as a hostile branch may leave it: nothing outside is read or written, and nothing crashes."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from standfast.errors import Refused
from standfast.mirror.book import stamp_folder
from standfast.mirror.folder import (
    LARGEST,
    TooNew,
    delete_file,
    derive_id,
    name_page,
    read_project,
    scan_folder,
    write_file,
)
from standfast.mirror.format import Page
from standfast.model.ids import is_id

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "repo/.standfast/facts").mkdir(parents=True)
    return tmp_path / "repo"


def test_links_are_named_and_never_followed(root: Path, tmp_path: Path) -> None:
    (tmp_path / "secret.md").write_text("outside")
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere/x.md").write_text("outside")
    (root / ".standfast/facts/link.md").symlink_to(tmp_path / "secret.md")
    (root / ".standfast/linked").symlink_to(tmp_path / "elsewhere")
    files, problems = scan_folder(root)
    assert files == []
    assert {(problem.path, problem.kind) for problem in problems} == {
        (".standfast/facts/link.md", "link"),
        (".standfast/linked", "link"),
    }
    for path in (".standfast/facts/link.md", ".standfast/linked/new.md"):
        with pytest.raises(Refused):
            write_file(root, path, b"x")
    assert not delete_file(root, ".standfast/facts/link.md")
    assert (tmp_path / "secret.md").read_text() == "outside"
    assert not (tmp_path / "elsewhere/new.md").exists()


def test_a_folder_that_is_a_link_itself_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere/x.md").write_text("outside")
    root = tmp_path / "repo"
    root.mkdir()
    (root / ".standfast").symlink_to(tmp_path / "elsewhere")
    files, problems = scan_folder(root)
    assert (files, [problem.kind for problem in problems]) == ([], ["link"])
    with pytest.raises(Refused):
        write_file(root, ".standfast/facts/x.md", b"x")


@pytest.mark.parametrize(
    "path",
    ["x.md", ".standfast/../x.md", "/etc/x.md", ".standfast/./x.md", ".standfast//x.md", ".standfast/a\\..\\x.md"],
)
def test_no_path_leads_out(root: Path, path: str) -> None:
    with pytest.raises(Refused):
        write_file(root, path, b"x")
    with pytest.raises(Refused):
        delete_file(root, path)


def test_names_that_some_systems_cannot_have_are_said(root: Path) -> None:
    for name in ("aux.md", "Same.md", "same.md", "a:b.md", "fine.md"):
        (root / ".standfast/facts" / name).write_text("x")
    files, problems = scan_folder(root)
    assert len(files) == 5
    assert sorted(problem.path.rsplit("/", 1)[1] for problem in problems) == ["a:b.md", "aux.md", "same.md"]


def test_huge_and_unreadable_files_are_said_and_the_rest_is_read(root: Path) -> None:
    (root / ".standfast/facts/huge.md").write_bytes(b"x" * (LARGEST + 1))
    (root / ".standfast/facts/good.md").write_text("x")
    os.mkfifo(root / ".standfast/facts/pipe.md")
    files, problems = scan_folder(root)
    assert [file.path for file in files] == [".standfast/facts/good.md"]
    assert [problem.kind for problem in problems] == ["too-large"]


@pytest.mark.parametrize("title", ["../../x", "CON", "", "Ünïcode — ☃", "a" * 400, "...", "-rf /", "x\ny"])
def test_new_names_are_plain_whatever_the_title(title: str) -> None:
    page = Page(id="m5x0k3f-7qp2rta", kind="decision", title=title, text="☃")
    path = name_page(page, set())
    folder, name = path.rsplit("/", 1)
    assert folder == ".standfast/decisions"
    assert name.endswith("7qp2rta.md")
    assert len(name) < 70
    assert set(name) <= set("abcdefghijklmnopqrstuvwxyz0123456789-.")
    assert name_page(page, {path}) == ".standfast/decisions/m5x0k3f-7qp2rta.md"


def test_the_stamp_changes_with_the_files_and_only_then(root: Path) -> None:
    assert stamp_folder(root / "nowhere") == ""
    write_file(root, ".standfast/facts/a.md", b"one")
    first = stamp_folder(root / ".standfast")
    assert not write_file(root, ".standfast/facts/a.md", b"one")
    assert stamp_folder(root / ".standfast") == first
    assert write_file(root, ".standfast/facts/a.md", b"other")
    assert stamp_folder(root / ".standfast") != first


def test_a_later_format_is_refused_and_nonsense_is_nothing(root: Path) -> None:
    (root / ".standfast/project.json").write_text('{"format": 2}')
    with pytest.raises(TooNew):
        read_project(root)
    for text in ("", "[]", "[" * 100_000, "null"):
        (root / ".standfast/project.json").write_text(text)
        assert read_project(root) == {}


def test_an_id_made_from_a_page_is_an_id_and_always_the_same() -> None:
    made = {derive_id(f".standfast/facts/{number}.md", b"x") for number in range(200)}
    assert len(made) == 200
    assert all(is_id(item, "memory") for item in made)
    assert derive_id("a", b"b") == derive_id("a", b"b")
