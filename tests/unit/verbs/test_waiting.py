"""Memories whose vectors an endpoint makes: stored whether or not it answers, and nobody waits for it."""

from __future__ import annotations

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING

import apsw
import pytest

from standfast import Memory
from standfast.errors import Unavailable
from tests.unit.verbs.test_memory_life import ANA, at

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path


class Endpoint:
    """An embedding endpoint that can be switched off, and does something while it is asked."""

    def __init__(self) -> None:
        self.up = True
        self.sent: list[str] = []
        self.meanwhile: Callable[[], None] = lambda: None
        endpoint = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["input"]
                endpoint.meanwhile()
                endpoint.sent += asked if endpoint.up else []
                data = [{"index": n, "embedding": [1.0 + text.count("e"), 0.5]} for n, text in enumerate(asked)]
                content = json.dumps({"data": data}).encode()
                self.send_response(200 if endpoint.up else 503)
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

            def log_message(self, *_: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/v1"


@pytest.fixture
def endpoint() -> Iterator[Endpoint]:
    made = Endpoint()
    thread = threading.Thread(target=made.server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield made
    made.server.shutdown()
    made.server.server_close()
    thread.join(5)


def elsewhere(home: Path, endpoint: Endpoint) -> Memory:
    """Open a memory whose vectors the endpoint makes."""
    with at(home) as plain:
        settings = plain.context.settings
    changed = {"embedder": "openai:toy", "embedder_url": endpoint.url}
    return Memory(type(settings)(**{**settings.__dict__, **changed}), ANA, home)


def test_a_memory_is_stored_and_found_by_words_while_the_endpoint_is_down(tmp_path: Path, endpoint: Endpoint) -> None:
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


def test_the_next_write_makes_the_vectors_that_are_missing(tmp_path: Path, endpoint: Endpoint) -> None:
    with elsewhere(tmp_path, endpoint) as memory:
        endpoint.up = False
        memory.remember("The gateway is run by Bea.")
        memory.remember("Refunds need two approvals.")
        assert memory.status().unembedded == 2
        endpoint.up = True
        memory.remember("Coupons end at midnight.")
        assert memory.status().unembedded == 0
        assert all(result.scores["dense"] > 0 for result in memory.recall("gateway refunds coupons").results)


def test_many_memories_written_at_once_all_get_their_vectors(tmp_path: Path, endpoint: Endpoint) -> None:
    with elsewhere(tmp_path, endpoint) as memory:
        with memory.context.partition(memory.context.scope).writing():
            for number in range(150):
                memory.remember(f"Release {number} was tagged on a {number}th day.")
        assert memory.status().unembedded == 0
        assert len([text for text in endpoint.sent if "Release" in text]) == 150


def test_what_was_purged_is_not_sent_when_the_endpoint_is_back(tmp_path: Path, endpoint: Endpoint) -> None:
    with elsewhere(tmp_path, endpoint) as memory:
        endpoint.up = False
        gone = memory.remember("The gateway is run by Bea.")
        memory.purge([gone.id])
        endpoint.up = True
        memory.remember("Coupons end at midnight.")
        assert memory.status().unembedded == 0
    assert not [text for text in endpoint.sent if "gateway" in text]


def test_nobody_waits_for_the_endpoint_with_the_store_locked(tmp_path: Path, endpoint: Endpoint) -> None:
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


def test_mending_does_not_set_a_sound_file_aside_for_missing_vectors(tmp_path: Path, endpoint: Endpoint) -> None:
    endpoint.up = False
    with elsewhere(tmp_path, endpoint) as memory:
        memory.remember("The gateway is run by Bea.")
        assert memory.maintenance.problems()
        assert memory.maintenance.salvage() == []
        assert not (tmp_path / "damaged").exists()


def test_after_a_change_of_the_embedder_all_memories_are_said_to_wait_until_a_reindex(
    tmp_path: Path, endpoint: Endpoint
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
