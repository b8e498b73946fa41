"""Of two memories that contradict each other, the code supports the one that says what it says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from standfast.standing.support import supported
from tests.unit.learn.repository import Repository

if TYPE_CHECKING:
    from pathlib import Path


def test_the_code_supports_the_claim_it_bears_out(tmp_path: Path) -> None:
    repo = Repository(tmp_path / "shop")
    repo.commit("Start", pay_py="TIMEOUT = 30\n\n\ndef send(body, retries=3):\n    return post(body, TIMEOUT)\n")
    with repo.open(tmp_path / "home") as memory:
        right = memory.remember("TIMEOUT is 30", kind="fact", anchors=["pay.py::TIMEOUT"])
        wrong = memory.remember("TIMEOUT is 60", kind="fact", anchors=["pay.py::TIMEOUT"])
        assert right.doubts == ()
        assert len(wrong.doubts) == 1
        memories = memory.context.partition(memory.context.scope).memories
        one, other = memories.find(right.id), memories.find(wrong.id)
        assert one is not None
        assert other is not None
        assert supported(memory.context, one, other).memory == right.id
        assert supported(memory.context, other, one).memory == right.id
        prose = memories.find(memory.remember("Sending is simple", kind="fact", anchors=["pay.py::send"]).id)
        assert prose is not None
        assert supported(memory.context, prose, prose).memory is None
