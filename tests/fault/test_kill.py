from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.fault.storm import run_storm

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.timeout(600)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_everything_acknowledged_survives_writers_that_are_killed(tmp_path: Path, seed: int) -> None:
    seen = run_storm(tmp_path, writers=8, each=40, kill_share=0.5, seed=seed)
    assert seen["acknowledged"] >= 4 * 40
    assert seen["killed"] == 4
