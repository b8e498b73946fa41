"""The dialogue on the wire: both eras, odd frames, and what must not be answered."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.faces.mcp.conftest import META, call, hello, request

if TYPE_CHECKING:
    from tests.faces.mcp.conftest import Server


@pytest.mark.parametrize("version", ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"])
def test_each_version_of_the_handshake_is_met(server: Server, version: str) -> None:
    (answer,) = server.talk(hello(version))
    result = answer["result"]
    assert result["protocolVersion"] == version
    assert result["serverInfo"]["name"] == "standfast"
    assert set(result["capabilities"]) == {"tools", "resources", "prompts"}
    assert "quoted data" in result["instructions"]


def test_an_unknown_version_is_offered_the_newest_of_the_handshake(server: Server) -> None:
    (answer,) = server.talk(hello("2031-01-01"))
    assert answer["result"]["protocolVersion"] == "2025-11-25"


def test_a_modern_client_needs_no_handshake(server: Server) -> None:
    found, listed, called = server.talk(
        request(1, "server/discover", _meta=META),
        request(2, "tools/list", _meta=META),
        request(3, "tools/call", name="recall", arguments={"query": "anything"}, _meta=META),
    )
    assert found["result"]["supportedVersions"][0] == "2026-07-28"
    assert found["result"]["resultType"] == "complete"
    assert listed["result"]["cacheScope"] == "private"
    assert len(listed["result"]["tools"]) == 6
    assert called["result"]["content"][0]["text"] == "Nothing is known about that here."


def test_a_modern_client_is_told_which_versions_there_are(server: Server) -> None:
    wrong = {"io.modelcontextprotocol/protocolVersion": "2027-01-01"}
    (answer,) = server.talk(request(1, "tools/list", _meta=wrong))
    assert answer["error"]["code"] == -32022
    assert answer["error"]["data"]["requested"] == "2027-01-01"
    assert "2026-07-28" in answer["error"]["data"]["supported"]
    (gone,) = server.talk(request(1, "initialize", protocolVersion="2026-07-28", _meta=META))
    assert gone["error"]["code"] == -32601


def test_an_unknown_method_is_an_error_and_the_next_request_is_answered(server: Server) -> None:
    _, unknown, ping = server.talk(hello(), request(1, "tools/dance"), request(2, "ping"))
    assert unknown["error"]["code"] == -32601
    assert ping == {"jsonrpc": "2.0", "id": 2, "result": {}}


def test_notifications_are_never_answered(server: Server) -> None:
    notices: list[Any] = [
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 7, "reason": "late"}},
        {"jsonrpc": "2.0", "method": "notifications/never-heard-of"},
        {"jsonrpc": "2.0", "method": "tools/list"},
        {"jsonrpc": "2.0", "id": 3, "result": {}},
    ]
    assert [item["id"] for item in server.talk(hello(), *notices, request(9, "ping"))] == ["hello", 9]


BAD: list[tuple[bytes, int]] = [
    (b"{not json", -32700),
    (b'{"jsonrpc":"2.0","id":1,"method":"\xff"}', -32700),
    (b"[" * 100_000, -32700),
    (b"[]", -32600),
    (b"17", -32600),
    (b'{"id":1,"method":"ping"}', -32600),
    (b'{"jsonrpc":"2.0","id":null,"method":"ping"}', -32600),
    (b'{"jsonrpc":"2.0","id":true,"method":"ping"}', -32600),
    (b'{"jsonrpc":"2.0","id":1,"method":5}', -32600),
    (b'{"jsonrpc":"2.0","id":1,"method":"ping","params":[1]}', -32600),
    (b'{"jsonrpc":"2.0","id":1}', -32600),
    (b'{"jsonrpc":"2.0","id":1,"method":"initialize"}', -32602),
    (b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"nothing"}}', -32602),
    (b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":["recall"]}}', -32602),
    (b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"recall","arguments":[1]}}', -32602),
    (b'{"jsonrpc":"2.0","id":1,"method":"prompts/get","params":{"name":"nothing"}}', -32602),
    (b'{"jsonrpc":"2.0","id":1,"method":"prompts/get","params":{"name":{}}}', -32602),
    (b'{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"file:///etc/passwd"}}', -32002),
    (b'{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"http://[bad"}}', -32002),
    (b'{"jsonrpc":"2.0","id":1,"method":"resources/read"}', -32002),
]


def test_each_bad_frame_gets_its_error_and_none_ends_the_session(server: Server) -> None:
    ping = json.dumps(request("ping", "ping")).encode()
    answers = server.raw(b"".join(line + b"\n\n" + ping + b"\n" for line, _ in BAD))
    assert [answer["error"]["code"] for answer in answers[::2]] == [code for _, code in BAD]
    assert all(answer["result"] == {} for answer in answers[1::2])


def test_a_line_that_never_seems_to_end_is_refused_and_the_next_one_answered(server: Server) -> None:
    huge = json.dumps(call(1, "recall", query="x" * (9 << 20))).encode()
    wrong, ping = server.raw(huge + b"\n" + json.dumps(request(2, "ping")).encode() + b"\n")
    assert wrong["error"]["code"] == -32700
    assert ping["id"] == 2


def test_a_batch_is_answered_as_a_batch(server: Server) -> None:
    ((one, two),) = server.talk([request(1, "ping"), {"jsonrpc": "2.0", "method": "x"}, request(2, "ping")])
    assert (one["id"], two["id"]) == (1, 2)


def test_a_batch_that_would_keep_everybody_waiting_is_refused_whole(server: Server) -> None:
    refused, ping = server.talk([request(number, "tools/list") for number in range(20_000)], request(1, "ping"))
    assert refused["error"]["code"] == -32600
    assert ping["id"] == 1


def test_a_text_far_too_long_is_refused_before_it_is_searched(server: Server) -> None:
    (refused,) = server.talk(call(1, "remember", text="a " * 1_000_000))
    assert refused["result"]["isError"]
    assert "64,000 characters" in refused["result"]["content"][0]["text"]


def test_the_roots_of_the_client_decide_the_project(server: Server, tmp_path_factory: pytest.TempPathFactory) -> None:
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    ready = {"jsonrpc": "2.0", "method": "notifications/initialized"}
    roots = {"jsonrpc": "2.0", "id": "standfast-roots", "result": {"roots": [{"uri": server.folder.as_uri()}]}}
    server.folder, project = elsewhere, server.folder
    _, asked, stored = server.talk(
        hello(roots={}), ready, roots, call(1, "remember", text="Locks are keyed by payment_id")
    )
    assert asked["method"] == "roots/list"
    assert "Remembered" in stored["result"]["content"][0]["text"]
    assert "payment_id" not in server.tool("recall", query="what are locks keyed by?")
    server.folder = project
    assert "payment_id" in server.tool("recall", query="what are locks keyed by?")


def test_wrong_words_on_the_command_line_are_refused_before_anything_is_served(server: Server) -> None:
    import subprocess

    for words in (["--profile", "root"], ["--what"], ["--store"]):
        done = subprocess.run([*server.command, *words], env=server.env, capture_output=True, check=False, timeout=60)
        assert (done.returncode, done.stdout) == (2, b"")
        assert b"usage" in done.stderr
