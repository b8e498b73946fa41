"""The table file: what is written is read back, and what is damaged is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from standfast.errors import Unavailable
from standfast.recall.embed.table import TokenTable, write_table

if TYPE_CHECKING:
    from pathlib import Path


def write_small(path: Path) -> Path:
    write_table(path, model="small-1", dimensions=2, tokens=["a", "é"], scales=[0.5, 2.0], rows=bytes([1, 2, 255, 128]))
    return path


def test_a_table_reads_back_as_it_was_written(tmp_path: Path) -> None:
    table = TokenTable(write_small(tmp_path / "t.bin"))
    assert (table.model, table.dimensions, table.rows) == ("small-1", 2, 2)
    assert table.vocabulary == {"a": 0, "é": 1}
    assert table.row(0) == bytes([1, 2])
    assert table.row(1) == bytes([255, 128])
    assert (table.scale(0), table.scale(1)) == (0.5, 2.0)


@pytest.mark.parametrize("damage", ["missing", "empty", "short", "other", "cut"])
def test_a_damaged_table_is_unavailable_with_a_hint(tmp_path: Path, damage: str) -> None:
    path = write_small(tmp_path / "t.bin")
    whole = path.read_bytes()
    if damage == "missing":
        path.unlink()
    else:
        path.write_bytes({"empty": b"", "short": whole[:10], "other": b"X" * 200, "cut": whole[:-1]}[damage])
    with pytest.raises(Unavailable) as caught:
        TokenTable(path)
    assert caught.value.code == "embedder-broken"
    assert caught.value.hint


@pytest.mark.parametrize(
    ("tokens", "scales", "rows"),
    [(["a"], [1.0], b"\x01"), (["a"], [], b"\x01\x02"), (["a", "a"], [1.0, 1.0], bytes(4))],
)
def test_a_table_that_does_not_add_up_is_not_written(
    tmp_path: Path, tokens: list[str], scales: list[float], rows: bytes
) -> None:
    with pytest.raises(ValueError, match="one row"):
        write_table(tmp_path / "t.bin", model="m", dimensions=2, tokens=tokens, scales=scales, rows=rows)
    assert not (tmp_path / "t.bin").exists()
