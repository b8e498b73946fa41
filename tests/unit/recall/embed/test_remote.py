"""The endpoint embedder against a real HTTP server on this machine."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from standfast.errors import ConfigError, StandfastError, Unavailable
from standfast.recall.embed import open_embedder
from standfast.recall.embed.remote import OpenAIEmbedder
from tests.unit.endpoint import Endpoint


def letters(asked: dict[str, Any]) -> tuple[int, Any]:
    """Answer with the counts of a, b and c, in reverse order, as an endpoint may."""
    vectors = [{"index": at, "embedding": [text.count(c) for c in "abc"]} for at, text in enumerate(asked["input"])]
    return 200, {"data": vectors[::-1]}


@pytest.fixture
def endpoint() -> Iterator[Endpoint]:
    made = Endpoint(letters)
    with made.running():
        yield made


def test_vectors_come_back_in_the_order_of_the_texts(endpoint: Endpoint) -> None:
    embedder = open_embedder("openai:toy", base_url=endpoint.url)
    assert embedder.embed(["aaa", "b", "cc"]) == [bytes([127, 0, 0]), bytes([0, 127, 0]), bytes([0, 0, 127])]
    assert embedder.embed_query("ab") == bytes([90, 90, 0])
    assert endpoint.asked[0] == {"path": "/v1/embeddings", "model": "toy", "input": ["aaa", "b", "cc"]}


def test_the_model_name_carries_the_dimension(endpoint: Endpoint) -> None:
    embedder = open_embedder("openai:toy", base_url=endpoint.url)
    assert embedder.model == "openai:toy/3"
    assert embedder.dimensions == 3


def test_a_key_is_sent_and_without_one_no_header_is(endpoint: Endpoint) -> None:
    open_embedder("openai:toy", base_url=endpoint.url, api_key="k-123").embed(["a"])
    open_embedder("openai:toy", base_url=endpoint.url).embed(["a"])
    assert endpoint.headers[0]["Authorization"] == "Bearer k-123"
    assert "Authorization" not in endpoint.headers[1]


def test_many_texts_go_in_batches_and_empty_ones_stay_here(endpoint: Endpoint) -> None:
    embedder = OpenAIEmbedder("toy", base_url=endpoint.url, batch=2)
    assert embedder.embed(["a", " ", "b", "", "c"])[1::2] == [bytes(3), bytes(3)]
    assert [asked["input"] for asked in endpoint.asked] == [["a", "b"], ["c"]]


def test_a_refusal_names_the_status_and_hides_the_key(endpoint: Endpoint) -> None:
    endpoint.answer = lambda _: (401, {"error": "bad key k-123"})
    with pytest.raises(Unavailable) as caught:
        OpenAIEmbedder("toy", base_url=endpoint.url, api_key="k-123").embed(["a"])
    assert "401" in caught.value.message
    assert "k-123" not in caught.value.message
    assert not caught.value.retryable


def test_a_busy_endpoint_may_be_asked_again(endpoint: Endpoint) -> None:
    endpoint.answer = lambda _: (503, b"")
    with pytest.raises(Unavailable) as caught:
        OpenAIEmbedder("toy", base_url=endpoint.url).embed(["a"])
    assert caught.value.retryable


@pytest.mark.parametrize(
    "answer",
    [
        b"<html>",
        {"data": []},
        {"data": [{"embedding": []}]},
        {"data": [{"embedding": "AAAA"}]},
        {"data": None},
        {"object": "error"},
        [1],
        {"data": [{"embedding": [1, 2]}, {"embedding": [1, 2]}]},
    ],
)
def test_an_answer_that_is_no_embedding_is_unavailable(endpoint: Endpoint, answer: object) -> None:
    endpoint.answer = lambda _: (200, answer)
    with pytest.raises(Unavailable) as caught:
        OpenAIEmbedder("toy", base_url=endpoint.url).embed(["a"])
    assert caught.value.code == "embedder-answer"


def test_a_model_that_changes_its_dimension_is_refused(endpoint: Endpoint) -> None:
    embedder = OpenAIEmbedder("toy", base_url=endpoint.url)
    embedder.embed(["a"])
    endpoint.answer = lambda asked: (200, {"data": [{"embedding": [1.0]} for _ in asked["input"]]})
    with pytest.raises(Unavailable):
        embedder.embed(["a"])


def test_an_endpoint_that_is_not_there_is_unavailable(endpoint: Endpoint) -> None:
    silent = ThreadingHTTPServer(("127.0.0.1", 0), BaseHTTPRequestHandler)
    address = f"http://127.0.0.1:{silent.server_port}/v1"
    silent.server_close()
    with pytest.raises(Unavailable) as caught:
        OpenAIEmbedder("toy", base_url=address).embed(["a"])
    assert caught.value.code == "embedder-unreachable"
    assert caught.value.retryable


def test_a_late_endpoint_is_unavailable(endpoint: Endpoint) -> None:
    released = threading.Event()

    def late(_: dict[str, Any]) -> tuple[int, Any]:
        released.wait(120)
        return 200, {}

    endpoint.answer = late
    with pytest.raises(Unavailable):
        OpenAIEmbedder("toy", base_url=endpoint.url, timeout_s=0.05).embed(["a"])
    released.set()


@pytest.mark.parametrize("address", ["file:///etc/passwd", "localhost:11434", "ftp://x/y", "http://"])
def test_only_web_addresses_are_taken(address: str) -> None:
    with pytest.raises(ConfigError):
        open_embedder("openai:toy", base_url=address)


@pytest.mark.parametrize("spec", ["", "off", "static:x", "openai", "openai:", "fastembed:", "word2vec:x"])
def test_an_unknown_spec_is_a_configuration_error(spec: str) -> None:
    with pytest.raises(StandfastError) as caught:
        open_embedder(spec)
    assert caught.value.code == "embedder-unknown"
    assert caught.value.hint
