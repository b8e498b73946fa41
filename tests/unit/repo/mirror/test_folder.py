"""The mirror's folder, as a hostile branch may leave it: nothing outside is read or written, and nothing crashes."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from holdfast.errors import Refused
from holdfast.model.ids import is_id
from holdfast.repo.mirror.book import stamp_folder
from holdfast.repo.mirror.folder import (
    LARGEST,
    TooNew,
    delete_file,
    derive_id,
    name_page,
    read_project,
    scan_folder,
    write_file,
)
from holdfast.repo.mirror.format import Page

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "repo/.holdfast/facts").mkdir(parents=True)
    return tmp_path / "repo"


def test_links_are_named_and_never_followed(root: Path, tmp_path: Path) -> None:
    (tmp_path / "secret.md").write_text("outside")
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere/x.md").write_text("outside")
    (root / ".holdfast/facts/link.md").symlink_to(tmp_path / "secret.md")
    (root / ".holdfast/linked").symlink_to(tmp_path / "elsewhere")
    files, problems = scan_folder(root)
    assert files == []
    assert {(one.path, one.kind) for one in problems} == {
        (".holdfast/facts/link.md", "link"),
        (".holdfast/linked", "link"),
    }
    for path in (".holdfast/facts/link.md", ".holdfast/linked/new.md"):
        with pytest.raises(Refused):
            write_file(root, path, b"x")
    assert not delete_file(root, ".holdfast/facts/link.md")
    assert (tmp_path / "secret.md").read_text() == "outside"
    assert not (tmp_path / "elsewhere/new.md").exists()


def test_a_folder_that_is_a_link_itself_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere/x.md").write_text("outside")
    root = tmp_path / "repo"
    root.mkdir()
    (root / ".holdfast").symlink_to(tmp_path / "elsewhere")
    files, problems = scan_folder(root)
    assert (files, [one.kind for one in problems]) == ([], ["link"])
    with pytest.raises(Refused):
        write_file(root, ".holdfast/facts/x.md", b"x")


@pytest.mark.parametrize(
    "path", ["x.md", ".holdfast/../x.md", "/etc/x.md", ".holdfast/./x.md", ".holdfast//x.md", ".holdfast/a\\..\\x.md"]
)
def test_no_path_leads_out(root: Path, path: str) -> None:
    with pytest.raises(Refused):
        write_file(root, path, b"x")
    with pytest.raises(Refused):
        delete_file(root, path)


def test_names_that_some_systems_cannot_have_are_said(root: Path) -> None:
    for name in ("aux.md", "Same.md", "same.md", "a:b.md", "fine.md"):
        (root / ".holdfast/facts" / name).write_text("x")
    files, problems = scan_folder(root)
    assert len(files) == 5
    assert sorted(one.path.rsplit("/", 1)[1] for one in problems) == ["a:b.md", "aux.md", "same.md"]


def test_huge_and_unreadable_files_are_said_and_the_rest_is_read(root: Path) -> None:
    (root / ".holdfast/facts/huge.md").write_bytes(b"x" * (LARGEST + 1))
    (root / ".holdfast/facts/good.md").write_text("x")
    os.mkfifo(root / ".holdfast/facts/pipe.md")
    files, problems = scan_folder(root)
    assert [one.path for one in files] == [".holdfast/facts/good.md"]
    assert [one.kind for one in problems] == ["too-large"]


@pytest.mark.parametrize("title", ["../../x", "CON", "", "Ünïcode — ☃", "a" * 400, "...", "-rf /", "x\ny"])
def test_new_names_are_plain_whatever_the_title(title: str) -> None:
    page = Page(id="m5x0k3f-7qp2rta", kind="decision", title=title, text="☃")
    path = name_page(page, set())
    folder, name = path.rsplit("/", 1)
    assert folder == ".holdfast/decisions"
    assert name.endswith("7qp2rta.md")
    assert len(name) < 70
    assert set(name) <= set("abcdefghijklmnopqrstuvwxyz0123456789-.")
    assert name_page(page, {path}) == ".holdfast/decisions/m5x0k3f-7qp2rta.md"


def test_the_stamp_changes_with_the_files_and_only_then(root: Path) -> None:
    assert stamp_folder(root / "nowhere") == ""
    write_file(root, ".holdfast/facts/a.md", b"one")
    first = stamp_folder(root / ".holdfast")
    assert not write_file(root, ".holdfast/facts/a.md", b"one")
    assert stamp_folder(root / ".holdfast") == first
    assert write_file(root, ".holdfast/facts/a.md", b"other")
    assert stamp_folder(root / ".holdfast") != first


def test_a_later_format_is_refused_and_nonsense_is_nothing(root: Path) -> None:
    (root / ".holdfast/project.json").write_text('{"format": 2}')
    with pytest.raises(TooNew):
        read_project(root)
    for text in ("", "[]", "[" * 100_000, "null"):
        (root / ".holdfast/project.json").write_text(text)
        assert read_project(root) == {}


def test_an_id_made_from_a_page_is_an_id_and_always_the_same() -> None:
    made = {derive_id(f".holdfast/facts/{number}.md", b"x") for number in range(200)}
    assert len(made) == 200
    assert all(is_id(one, "memory") for one in made)
    assert derive_id("a", b"b") == derive_id("a", b"b")
