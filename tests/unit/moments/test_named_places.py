"""A note is told at the file or folder that its words name, unless many have that name."""

from __future__ import annotations

import subprocess

import pytest

from standfast.code.tracked import Tracked
from standfast.moments.notes.place import lies_at
from tests.unit.moments.test_tell import Shop, shop, told

__all__ = ["shop"]

EDIT = {"old_string": "    pass", "new_string": "    return 1"}


def put(shop: Shop, *paths: str) -> None:
    """Make these files tracked ones."""
    for path in paths:
        (shop.root / path).parent.mkdir(parents=True, exist_ok=True)
        (shop.root / path).write_text("x\n")
    subprocess.run(["git", "init", "--quiet"], cwd=shop.root, check=True)
    subprocess.run(["git", "add", "--all"], cwd=shop.root, check=True)


@pytest.mark.parametrize(
    ("note", "path", "other"),
    [
        ("TillHelper is fragile, it broke twice", "shop/TillHelper.cs", "shop/PageHelper.cs"),
        ("Use bump for releases, Till.cs is not to be edited", "Till.cs", "Page.cs"),
        ("Till settings have to be in the handbook too", "shop/till/settings.py", "shop/till/opening.py"),
        ("Point Sale: amounts have to be in cents", "shop/pointsale/amount.py", "shop/api/amount.py"),
        ("Drawer tests must never open a real one", "shop/drawer/open_test.py", "shop/drawer/open.py"),
        ("Everything new is typed, no new .vue files in shop/pages", "shop/pages/new.vue", "shop/pages/new.ts"),
    ],
)
def test_a_note_is_told_at_what_its_words_name(shop: Shop, note: str, path: str, other: str) -> None:
    put(shop, *(name for name in (path, other) if "new." not in name))
    shop.know(note)
    assert note in told(shop.open("s1"), "edit", changes=(path,), edit=EDIT)
    assert told(shop.open("s2"), "edit", changes=(other,), edit=EDIT) == ""


def test_a_rule_for_new_files_of_a_place_is_told_to_who_makes_one(shop: Shop) -> None:
    put(shop, "shop/till/drivers/usb.py")
    shop.know("New till drivers have to be signed")
    assert told(shop.open("s1"), "edit", changes=("shop/till/drivers/usb.py",), edit=EDIT) == ""
    assert "signed" in told(shop.open("s2"), "edit", changes=("shop/till/drivers/lan.py",), edit=EDIT)


def test_a_name_that_many_files_have_names_none_of_them(shop: Shop) -> None:
    put(shop, *(f"shop/till{number}/index.ts" for number in range(4)), "shop/till.ts")
    shop.know("index.ts must only export")
    shop.know("till.ts must stay small")
    assert told(shop.open("s1"), "edit", changes=("shop/till1/index.ts",), edit=EDIT) == ""
    assert "small" in told(shop.open("s2"), "edit", changes=("shop/till.ts",), edit=EDIT)


def test_what_is_said_of_most_of_the_repository_is_not_told_at_every_file(shop: Shop) -> None:
    put(
        shop, *(f"org/shop/till/page{number}.py" for number in range(30)), *(f"docs/{number}.md" for number in range(9))
    )
    shop.know("In org/shop/till everything is typed")
    shop.know("Tills must be closed at night")
    assert told(shop.open("s1"), "edit", changes=("org/shop/till/page1.py",), edit=EDIT) == ""


def test_an_index_tells_how_many_files_have_a_folder_a_name_or_an_ending(shop: Shop) -> None:
    put(shop, "a/till/x.py", "a/tiller/x.py", "till.py", "b/c.till/y.ts", "z/untill/t.py")
    files = Tracked(str(shop.root))
    assert [files.count(parts) for parts in (["till"], ["a/till"], [".ts"], ["a", "x"], ["none"])] == [2, 1, 1, 2, 0]
    assert files.total >= 5


def test_without_an_index_nothing_is_general(shop: Shop) -> None:
    assert Tracked(str(shop.root)).count(["shop"]) == 0


def test_of_a_path_only_the_ending_of_the_files_name_is_left_off_before_a_place_is_looked_for_in_it() -> None:
    assert lies_at("src/lib/till.ts", "lib/till")
    assert lies_at("docs/api/v1.5/index.md", "api/v1.5")
    assert not lies_at("docs/api/v1.5/Makefile", "api/v1")
