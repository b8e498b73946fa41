"""Small random worlds are purged by every way, and an independent scan finds no trace; `bench/purge_machine.py` runs
thousands of purges of the same."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from tests.fault.purging import World
from tests.fault.traces import PREFIX, traces, written_every_way

if TYPE_CHECKING:
    from pathlib import Path

WORLDS = int(os.environ.get("STANDFAST_PURGE_WORLDS", "2"))


@pytest.mark.parametrize("seed", range(1000, 1000 + WORLDS))
def test_nothing_of_what_was_purged_is_left_or_comes_back(tmp_path: Path, seed: int) -> None:
    world = World(tmp_path, seed)
    for _ in range(2):
        world.live(10)
        for _ in range(3):
            world.purge()
    world.come_back()
    assert world.problems == []
    assert world.counts.total() > 3


def test_the_scan_itself_finds_a_word_in_every_encoding(tmp_path: Path) -> None:
    word = f"{PREFIX}bbdfsarinfdbban"
    for number, written in enumerate(written_every_way(word)):
        (tmp_path / str(number)).write_bytes(b"\x00\x01 before " + written + b" after \xff")
    (tmp_path / "other").write_text(f"{PREFIX}bbdgsaringdbban")
    assert sorted(traces([tmp_path], {word})) == sorted(
        str(tmp_path / str(number)) for number in range(len(written_every_way(word)))
    )
