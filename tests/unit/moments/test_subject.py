"""A note is told at what its words name: a file, a folder, a part; unless most of the repository has that name."""

from __future__ import annotations

import subprocess

import pytest

from standfast.code.tracked import Tracked
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
        ("The till manager is slow, measure before you change it", "shop/till_manager.py", "shop/page_manager.py"),
        ("TillHelper is fragile, it broke twice", "shop/TillHelper.cs", "shop/PageHelper.cs"),
        ("The drawer driver for T3 retries by itself", "lib/drawer-driver-t3/a.ts", "lib/drawer-driver-t4/a.ts"),
        ("A REST serializer needs a line in web/news.md", "serializers/rest/till.py", "serializers/wire/till.py"),
        ("Locale/Core is synced, only en.json may be changed", "web/Locale/Core/de.json", "web/Locale/Core/en.json"),
        ("Only en.yaml in the lang folder is edited by us", "web/lang/de.yaml", "web/lang/en.yaml"),
        ("Use bump for releases, Till.cs is not to be edited", "Till.cs", "Page.cs"),
        ("Drawers are only opened in shop/till, never by pages", "web/shop/till/page.py", "shop/till/open.py"),
        ("Receipts must be printed in the language of the buyer", "shop/receipts/print.py", "shop/prints/page.py"),
        ("Everything new is typed, no new .vue files in shop/pages", "shop/pages/new.vue", "shop/pages/new.ts"),
    ],
)  # fmt: skip
def test_a_note_is_told_at_what_its_words_name(shop: Shop, note: str, path: str, other: str) -> None:
    put(shop, *(name for name in (path, other) if "new." not in name))
    shop.know(note)
    if "only opened in" not in note:
        assert note in told(shop.open("s1"), "edit", changes=(path,), edit=EDIT)
    assert told(shop.open("s2"), "edit", changes=(other,), edit=EDIT) == ""


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
