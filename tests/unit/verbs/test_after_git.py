"""One process at a time brings things up to date after Git; none is kept out for long by one that was killed."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import TYPE_CHECKING

import pytest

from standfast.text.lock import release_lock, take_lock

if TYPE_CHECKING:
    from pathlib import Path

RUNNERS = 8


@pytest.mark.parametrize("left_behind", [False, True])
def test_of_many_that_come_at_once_one_gets_the_lock(tmp_path: Path, left_behind: bool) -> None:
    with ThreadPoolExecutor(RUNNERS) as pool:
        for number in range(40):
            lock, together = tmp_path / str(number), Barrier(RUNNERS)
            if left_behind:
                lock.touch()
                os.utime(lock, (1, 1))

            def take(name: int, lock: Path = lock, together: Barrier = together) -> bool:
                together.wait()
                return take_lock(lock, str(name))

            assert sum(pool.map(take, range(RUNNERS))) == 1


def test_what_another_took_over_is_not_released(tmp_path: Path) -> None:
    lock = tmp_path / "lock"
    assert take_lock(lock, "slow")
    os.utime(lock, (1, 1))
    assert take_lock(lock, "next")
    release_lock(lock, "slow")
    assert not take_lock(lock, "third")
    release_lock(lock, "next")
    assert take_lock(lock, "third")


def test_where_nothing_can_be_written_nothing_waits(tmp_path: Path) -> None:
    assert take_lock(tmp_path / "nowhere" / "lock", "one")
