"""The question to the person over HTTP: asked on the stream of the call, and only where a person can be in front."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from http.client import HTTPConnection
from typing import TYPE_CHECKING, Any

import anyio
import pytest
from mcp import ClientSession
from mcp.client.streamable_http import create_mcp_http_client, streamable_http_client
from mcp.types import ElicitResult, Implementation

from tests.faces.mcp.conftest import call, hello

if TYPE_CHECKING:
    from pathlib import Path

    from tests.faces.http.conftest import Server

SESSION = "session-one"
SIGN = "no, never touch the vendored stylesheets"
BOTH = {"Accept": "application/json, text/event-stream", "Content-Type": "application/json"}
KEEP = {"action": "accept", "content": {"decision": "keep"}}
# A client in one file: says hello, calls recall, and keeps whatever it is asked. Prints what it heard.
CLIENT = """
import json, sys
from http.client import HTTPConnection
port, token, hello, call, keep = int(sys.argv[1]), sys.argv[2], *sys.argv[3:6]
headers = {"Accept": "application/json, text/event-stream", "Content-Type": "application/json",
           "Authorization": f"Bearer {token}"}
def post(body):
    connection = HTTPConnection("127.0.0.1", port, timeout=240)
    connection.request("POST", "/mcp", body, headers)
    return connection.getresponse()
first = post(hello)
headers["Mcp-Session-Id"] = first.headers["mcp-session-id"]
stream = post(call)
for line in stream if "event-stream" in stream.headers["content-type"] else [b"data: " + stream.read()]:
    if line.startswith(b"data: "):
        print(line[6:].decode().strip(), flush=True)
        heard = json.loads(line[6:])
        if heard.get("method"):
            post(json.dumps({"jsonrpc": "2.0", "id": heard["id"], "result": json.loads(keep)}))
"""


@pytest.fixture
def sign(server: Server) -> Server:
    """A server, and a session of an agent in which a sign fired and nothing was remembered."""
    for number, text in enumerate(("please rename the header component", SIGN)):
        body = {"session_id": SESSION, "cwd": str(server.folder), "prompt": text, "prompt_id": f"p{number}"}
        command = [sys.executable, "-m", "standfast", "hook", "claude-code", "UserPromptSubmit"]
        subprocess.run(
            command,
            cwd=server.folder,
            env=server.env,
            input=json.dumps(body).encode(),
            capture_output=True,
            check=True,
        )
    return server


def converse(server: Server, token: str, *program: str, **capabilities: Any) -> list[dict[str, Any]]:
    """Let a program of its own be the client; return what it heard after its call."""
    words = [str(server.port), token, json.dumps(hello(client="claude-code", **capabilities))]
    words += [json.dumps(call(7, "recall", query="stylesheets")), json.dumps(KEEP)]
    done = subprocess.run(
        [*(program or (sys.executable,)), "-c", CLIENT, *words],
        env=server.env,
        capture_output=True,
        check=True,
        timeout=240,
    )
    return [json.loads(line) for line in done.stdout.decode().splitlines()]


def test_with_the_persons_token_the_question_comes_on_the_stream_of_the_call(sign: Server) -> None:
    asked, answered = converse(sign, sign.token, elicitation={})
    assert asked["method"] == "elicitation/create"
    assert "the vendored stylesheets" in asked["params"]["message"]
    assert answered["id"] == 7
    assert "remembered as" in answered["result"]["content"][0]["text"]
    (kept,) = sign.rest("GET", "/memories")["memories"]
    assert kept["source"]["kind"] == "person"


@pytest.mark.skipif(sys.platform != "linux", reason="programs are found by the tables of Linux")
def test_with_the_agents_token_only_the_agents_own_program_is_asked(sign: Server, tmp_path: Path) -> None:
    shell = converse(sign, sign.agent_token, elicitation={})
    assert [one.get("method") for one in shell] == [None], "a command of the model would answer itself"
    agent = tmp_path / "claude"
    agent.symlink_to(shutil.which(sys.executable) or sys.executable)
    asked, answered = converse(sign, sign.agent_token, str(agent), elicitation={})
    assert asked["method"] == "elicitation/create"
    assert "remembered as" in answered["result"]["content"][0]["text"]


def test_a_client_that_cannot_be_asked_is_answered_in_json(sign: Server) -> None:
    (answered,) = converse(sign, sign.token)
    assert answered["id"] == 7
    assert sign.rest("GET", "/memories")["memories"] == []


def test_calls_in_a_batch_are_answered_and_leave_no_question(sign: Server) -> None:
    headers = {**BOTH, "Authorization": f"Bearer {sign.token}"}
    first = sign.ask("POST", "/mcp", hello(client="claude-code", elicitation={}), headers=headers)
    headers["Mcp-Session-Id"] = first.headers["mcp-session-id"]
    batch = [call(7, "recall", query="stylesheets"), call(8, "recall", query="header")]
    answered = sign.ask("POST", "/mcp", batch, headers=headers).json
    assert [item["id"] for item in answered] == [7, 8]
    assert all(item["result"]["content"][0]["type"] == "text" for item in answered)


def test_a_client_that_hangs_up_instead_of_answering_is_not_asked_again(sign: Server) -> None:
    headers = {**BOTH, "Authorization": f"Bearer {sign.token}"}
    first = sign.ask("POST", "/mcp", hello(client="claude-code", elicitation={}), headers=headers)
    headers["Mcp-Session-Id"] = first.headers["mcp-session-id"]
    connection = HTTPConnection("127.0.0.1", sign.port, timeout=120)
    connection.request("POST", "/mcp", json.dumps(call(7, "recall", query="stylesheets")), headers)
    stream = connection.getresponse()
    assert stream.headers["content-type"].startswith("text/event-stream")
    connection.close()
    stream.close()
    again = sign.ask("POST", "/mcp", call(8, "recall", query="stylesheets"), headers=headers)
    for _ in range(100):  # until the server has seen that nobody is there
        if again.headers["content-type"].startswith("application/json"):
            break
        again = sign.ask("POST", "/mcp", call(8, "recall", query="stylesheets"), headers=headers)
    assert again.json["id"] == 8


def test_the_official_client_is_asked_over_http(sign: Server) -> None:
    forms: list[str] = []

    async def decide(context: Any, params: Any) -> ElicitResult:
        forms.append(params.message)
        return ElicitResult(action="accept", content={"decision": "keep"})

    known_as = Implementation(name="claude-code", version="1")

    async def drive() -> str:
        known = create_mcp_http_client(headers={"Authorization": f"Bearer {sign.token}"})
        way = streamable_http_client(f"{sign.told['url']}/mcp", http_client=known)
        async with (
            known,
            way as (reads, writes, *_),
            ClientSession(reads, writes, elicitation_callback=decide, client_info=known_as) as session,
        ):
            await session.initialize()
            done = await session.call_tool("recall", {"query": "stylesheets"})
            return str(done.content[0].text)  # type: ignore[union-attr]

    with anyio.from_thread.start_blocking_portal() as portal:
        told = portal.call(drive)
    assert len(forms) == 1
    assert "remembered as" in told


def test_an_answer_counts_only_from_a_program_that_may_have_a_person_in_front_of_it(sign: Server) -> None:
    headers = {**BOTH, "Authorization": f"Bearer {sign.token}"}
    first = sign.ask("POST", "/mcp", hello(client="claude-code", elicitation={}), headers=headers)
    headers["Mcp-Session-Id"] = first.headers["mcp-session-id"]
    connection = HTTPConnection("127.0.0.1", sign.port, timeout=120)
    connection.request("POST", "/mcp", json.dumps(call(7, "recall", query="stylesheets")), headers)
    stream = connection.getresponse()
    heard = (json.loads(line[6:]) for line in stream if line.startswith(b"data: "))
    asked = next(heard)
    reply = {"jsonrpc": "2.0", "id": asked["id"], "result": KEEP}
    sign.ask("POST", "/mcp", reply, headers={**headers, "Authorization": f"Bearer {sign.agent_token}"})
    sign.ask("POST", "/mcp", {**reply, "result": None}, headers=headers)  # the person's own client gives none
    assert "remembered as" not in next(heard)["result"]["content"][0]["text"]
    connection.close()
    stream.close()
    assert sign.rest("GET", "/memories")["memories"] == []
