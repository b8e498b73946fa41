"""Which file `up` takes as its example: the code that changed most of late."""

from __future__ import annotations

from typing import TYPE_CHECKING

from standfast.moments.files.lately import list_busy
from tests.unit.learn.repository import Repository

if TYPE_CHECKING:
    from pathlib import Path


def test_the_busiest_files_of_code_come_first_and_pages_tests_sweeps_and_what_is_gone_not_at_all(
    tmp_path: Path,
) -> None:
    repo = Repository(tmp_path / "shop")
    for number in range(4):
        repo.commit(f"Poll {number} times", src__worker_py=f"a = {number}\n", tests__test_worker_py=f"b = {number}\n")
        repo.write("README.md", f"{number}\n")
        repo.write("src/text.properties", f"a={number}\n")
        repo.commit(f"Say how often it polls: {number} times")
    repo.commit("Lock the queue", src__lock_py="a = 1\n", src__worker_py="a = 9\n", src__gone_py="a = 1\n")
    for number in range(6):
        repo.commit(f"Format {number}", **{f"src__f{place}_py": f"a = {number}\n" for place in range(20)})
    (tmp_path / "shop/src/gone.py").unlink()
    with repo.open(tmp_path / "home") as memory:
        memory.mine()
        assert list_busy(memory.context, 9) == ["src/worker.py", "src/lock.py"]
