"""Memories whose vectors an endpoint makes: stored whether or not it answers, and nobody waits for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import apsw
import pytest

from standfast import Memory
from standfast.errors import Unavailable
from tests.unit.endpoint import Endpoint
from tests.unit.verbs.test_memory_life import ANA, at

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path


class Switched(Endpoint):
    """An embedding endpoint that can be switched off, and does something while it is asked."""

    def __init__(self) -> None:
        super().__init__(self.embed)
        self.up = True
        self.sent: list[str] = []
        self.meanwhile: Callable[[], None] = lambda: None

    def embed(self, asked: dict[str, Any]) -> tuple[int, Any]:
        texts = asked["input"]
        self.meanwhile()
        self.sent += texts if self.up else []
        data = [{"index": n, "embedding": [1.0 + text.count("e"), 0.5]} for n, text in enumerate(texts)]
        return 200 if self.up else 503, {"data": data}


@pytest.fixture
def endpoint() -> Iterator[Switched]:
    made = Switched()
    with made.running():
        yield made


def elsewhere(home: Path, endpoint: Switched) -> Memory:
    """Open a memory whose vectors the endpoint makes."""
    with at(home) as plain:
        settings = plain.context.settings
    changed = {"embedder": "openai:toy", "embedder_url": endpoint.url}
    return Memory(type(settings)(**{**settings.__dict__, **changed}), ANA, home)


def test_a_memory_is_stored_and_found_by_words_while_the_endpoint_is_down(tmp_path: Path, endpoint: Switched) -> None:
    endpoint.up = False
    with elsewhere(tmp_path, endpoint) as memory:
        memory.remember("The gateway is run by Bea.")
        answer = memory.recall("who runs the gateway?")
        assert len(answer.results) == 1
        assert answer.dense.startswith("broken: ")
        report = memory.status()
        assert report.unembedded == 1
        assert "does not answer" in report.embedder
        assert [line for line in memory.maintenance.problems() if "1 memory waits for a vector" in line]
        with pytest.raises(Unavailable):
            memory.maintenance.reindex()
    endpoint.up = True
    with elsewhere(tmp_path, endpoint) as memory:
        memory.maintenance.reindex()
        assert memory.status().unembedded == 0
        assert memory.maintenance.problems() == []
        assert memory.recall("who runs the gateway?").dense == "on"
        assert memory.recall("who runs the gateway?").results[0].scores["dense"] > 0


def test_the_next_write_makes_the_vectors_that_are_missing(tmp_path: Path, endpoint: Switched) -> None:
    with elsewhere(tmp_path, endpoint) as memory:
        endpoint.up = False
        memory.remember("The gateway is run by Bea.")
        memory.remember("Refunds need two approvals.")
        assert memory.status().unembedded == 2
        endpoint.up = True
        memory.remember("Coupons end at midnight.")
        assert memory.status().unembedded == 0
        assert all(result.scores["dense"] > 0 for result in memory.recall("gateway refunds coupons").results)


def test_many_memories_written_at_once_all_get_their_vectors(tmp_path: Path, endpoint: Switched) -> None:
    with elsewhere(tmp_path, endpoint) as memory:
        with memory.context.partition(memory.context.scope).writing():
            for number in range(150):
                memory.remember(f"Release {number} was tagged on a {number}th day.")
        assert memory.status().unembedded == 0
        assert len([text for text in endpoint.sent if "Release" in text]) == 150


def test_what_was_purged_is_not_sent_when_the_endpoint_is_back(tmp_path: Path, endpoint: Switched) -> None:
    with elsewhere(tmp_path, endpoint) as memory:
        endpoint.up = False
        gone = memory.remember("The gateway is run by Bea.")
        memory.purge([gone.id])
        endpoint.up = True
        memory.remember("Coupons end at midnight.")
        assert memory.status().unembedded == 0
    assert not [text for text in endpoint.sent if "gateway" in text]


def test_nobody_waits_for_the_endpoint_with_the_store_locked(tmp_path: Path, endpoint: Switched) -> None:
    refused: list[str] = []

    def write() -> None:
        for path in (tmp_path / "store").glob("*.db"):
            connection = apsw.Connection(str(path))
            try:
                connection.execute("BEGIN IMMEDIATE")
                connection.execute("ROLLBACK")
            except apsw.BusyError as error:
                refused.append(f"{path.name}: {error}")
            finally:
                connection.close()

    with elsewhere(tmp_path, endpoint) as memory:
        memory.remember("The gateway is run by Bea.")
        endpoint.meanwhile = write
        kept = memory.remember("Refunds need two approvals.")
        memory.revise(kept.id, "Refunds need three approvals.")
        memory.maintenance.reindex()
    assert refused == []
    assert [text for text in endpoint.sent if "three" in text]


def test_repairing_does_not_set_a_sound_file_aside_for_missing_vectors(tmp_path: Path, endpoint: Switched) -> None:
    endpoint.up = False
    with elsewhere(tmp_path, endpoint) as memory:
        memory.remember("The gateway is run by Bea.")
        assert memory.maintenance.problems()
        assert memory.maintenance.salvage() == []
        assert not (tmp_path / "damaged").exists()


def test_after_a_change_of_the_embedder_all_memories_are_said_to_wait_until_a_reindex(
    tmp_path: Path, endpoint: Switched
) -> None:
    with at(tmp_path) as memory:
        memory.remember("The payment lock is keyed by the id of the payment")
        assert memory.status().unembedded == 0
    with elsewhere(tmp_path, endpoint) as memory:
        assert memory.status().unembedded == 1
        assert any("standfast reindex" in problem for problem in memory.maintenance.problems())
        memory.maintenance.reindex()
        assert memory.status().unembedded == 0
        assert memory.maintenance.problems() == []
