"""What the history of a file shows without words, from real repositories."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from standfast.learn.habits import read_habits, tell_habits
from tests.unit.learn.repository import Repository

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def repo(tmp_path: Path) -> Repository:
    return Repository(tmp_path / "shop")


def test_a_file_is_told_with_the_test_that_is_changed_along_with_it(repo: Repository, tmp_path: Path) -> None:
    for number in range(6):
        repo.commit(
            f"Round prices, step {number}", src__prices_py=f"a = {number}\n", tests__prices_py=f"b = {number}\n"
        )
    repo.commit("Name the shop", src__prices_py="a = 9\n", README_md="Shop\n")
    with repo.open(tmp_path / "home") as memory:
        habits = read_habits(memory.context, "src/prices.py")
        assert habits.changes == 7
        assert habits.together == (("tests/prices.py", 6),)
        text = memory.brief(files=["src/prices.py"]).text
        assert "tests/prices.py" in text
        assert "README.md" not in text


def test_what_goes_with_a_file_is_told_only_while_it_exists_and_never_a_lock_file(
    repo: Repository, tmp_path: Path
) -> None:
    for number in range(4):
        repo.write("poetry.lock", f"{number}\n")
        repo.commit(f"Step {number} of the shop", a_py=f"{number}\n", gone_py=f"{number}\n")
    repo.git("rm", "-q", "gone.py")
    repo.commit("Take the other file away", a_py="end\n")
    with repo.open(tmp_path / "home") as memory:
        assert read_habits(memory.context, "a.py").together == ()


def test_a_file_that_only_holds_the_version_is_told_as_such(repo: Repository, tmp_path: Path) -> None:
    for number in range(5):
        repo.commit(f"Version 1.{number}.0", version_py=f"v = '1.{number}.0'\n")
    with repo.open(tmp_path / "home") as memory:
        habits = read_habits(memory.context, "version.py")
        assert habits.releases == 5
        assert any("version" in line for line in tell_habits(habits))


def test_nothing_is_told_of_a_file_that_nobody_committed(repo: Repository, tmp_path: Path) -> None:
    repo.commit("Start the shop", a_py="a\n")
    with repo.open(tmp_path / "home") as memory:
        assert tell_habits(read_habits(memory.context, "b.py")) == []


def test_odd_commits_do_not_stop_the_telling(repo: Repository, tmp_path: Path) -> None:
    """Days of authors that run backwards, a subject with control characters, and a commit without any day."""
    repo.commit("Start the shop", a_py="a\n")
    tip = repo.git("rev-parse", "HEAD").strip()
    for number, author in enumerate(("Ada <ada@example.org> 1767225600 +0000", "Ada <ada@example.org>")):
        repo.write("a.py", f"{number}\n")
        repo.git("add", "a.py")
        tree = repo.git("write-tree").strip()
        text = f"tree {tree}\nparent {tip}\nauthor {author}\ncommitter {author}\n\nStep \x01{number}\x01 of it\n"
        (tmp_path / "commit").write_text(text, encoding="utf-8")
        tip = repo.git("hash-object", "-t", "commit", "-w", "--literally", str(tmp_path / "commit")).strip()
        repo.git("update-ref", "HEAD", tip)
    repo.git("commit", "-q", "-am", "Close it", "--allow-empty", "--date", "2001-01-01T00:00:00Z")
    repo.commit("Open it again", a_py="end\n")
    with repo.open(tmp_path / "home") as memory:
        habits = read_habits(memory.context, "a.py")
    assert habits.changes == 3
    assert {name for name, _, _ in habits.people} >= {"Ada"}


def test_a_file_that_was_renamed_keeps_what_its_former_name_shows(repo: Repository, tmp_path: Path) -> None:
    lines = "".join(f"line = {number}\n" for number in range(60))
    for number in range(6):
        repo.commit(
            f"Count the prices, step {number}", src__a_py=f"{lines}a = {number}\n", src__b_py=f"{lines}b = {number}\n"
        )
    repo.git("mv", "src/a.py", "src/first.py")
    repo.git("mv", "src/b.py", "src/second.py")
    repo.commit("Call the modules what they are")
    with repo.open(tmp_path / "home") as memory:
        habits = read_habits(memory.context, "src/first.py")
        assert habits.changes == 7
        assert habits.together == (("src/second.py", 7),)
        assert "Call the modules" not in habits.big[2]


def test_a_copy_of_another_file_is_no_big_change(repo: Repository, tmp_path: Path) -> None:
    lines = "".join(f"line = {number}\n" for number in range(60))
    repo.commit("Write the guide of the shop", latest_md=lines)
    repo.commit("Keep the guide of this release", older_md=lines)
    with repo.open(tmp_path / "home") as memory:
        assert read_habits(memory.context, "older.md").big[2] != "Keep the guide of this release"


def test_the_last_change_that_made_much_of_a_file_new_is_told(repo: Repository, tmp_path: Path) -> None:
    for number in range(3):
        repo.commit(f"Round prices, step {number}", prices_py=f"a = {number}\n")
    repo.commit("Count prices in cents", prices_py="".join(f"line = {number}\n" for number in range(60)))
    repo.commit("Round once more", prices_py="".join(f"line = {number}\n" for number in range(61)))
    with repo.open(tmp_path / "home") as memory:
        assert "Count prices in cents" in memory.brief(files=["prices.py"]).text


def test_who_made_few_of_the_changes_is_not_said_to_know_a_file_nor_what_seldom_goes_with_it(
    repo: Repository, tmp_path: Path
) -> None:
    for number in range(20):
        more = {"seldom_py": f"{number}\n"} if number < 4 else {}
        repo.commit(f"Round prices, step {number}", prices_py=f"a = {number}\n", **more)
    repo.git("config", "user.name", "Passer-by")
    repo.git("config", "user.email", "passer-by@example.org")
    repo.commit("Round once more", prices_py="a = 99\n")
    with repo.open(tmp_path / "home") as memory:
        habits = read_habits(memory.context, "prices.py")
        assert [name for name, _, _ in habits.people] == ["Ana"]
        assert habits.together == ()


def test_of_a_clone_that_lacks_older_commits_nothing_is_counted_and_lacking_contents_do_no_harm(
    repo: Repository, tmp_path: Path
) -> None:
    for number in range(6):
        repo.commit(f"Round prices, step {number}", src__prices_py=f"a = {number}\n")
    with repo.open(tmp_path / "home") as memory:
        for lost, changes in (("HEAD~2:src/prices.py", 6), ("HEAD~3", 0)):
            name = repo.git("rev-parse", lost).strip()
            (repo.root / ".git/objects" / name[:2] / name[2:]).unlink()
            assert read_habits(memory.context, "src/prices.py").changes == changes


def test_who_left_a_file_long_ago_is_not_one_to_ask_and_one_address_is_one_person(
    repo: Repository, tmp_path: Path
) -> None:
    def sign(name: str, mail: str, day: str) -> None:
        repo.write("a.py", f"{name} {day}\n")
        repo.git("add", "-A")
        repo.git("commit", "-q", "-m", f"Change it on {day}", f"--author={name} <{mail}>", f"--date={day}T10:00:00")

    for year in (2015, 2016, 2017):
        sign("Old Hand", "old@example.org", f"{year}-01-02")
    sign("ben", "ben@example.org", "2023-02-03")
    sign("Ben Stone", "ben@example.org", "2023-03-03")
    repo.commit("Start the other shop", b_py="b\n")
    with repo.open(tmp_path / "home") as memory:
        people = read_habits(memory.context, "a.py").people
        assert [(name, count) for name, count, _ in people] == [("Ben Stone", 2)]


def test_what_every_new_dependency_changes_goes_with_no_file(repo: Repository, tmp_path: Path) -> None:
    for number in range(8):
        repo.write("package.json", f'{{"version": "{number}"}}\n')
        repo.commit(f"Use another thing, step {number}", a_py=f"{number}\n")
    with repo.open(tmp_path / "home") as memory:
        assert read_habits(memory.context, "a.py").together == ()
