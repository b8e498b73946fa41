"""The official client of the protocol drives the server: what it expects on the wire is there."""

from __future__ import annotations

from typing import TYPE_CHECKING

import anyio
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

if TYPE_CHECKING:
    from tests.faces.mcp.conftest import Server


def test_the_official_client_connects_lists_calls_and_reads(server: Server) -> None:
    async def drive() -> tuple[list[str], str, str, str]:
        program, *words = server.command
        parameters = StdioServerParameters(command=program, args=words, env=server.env, cwd=str(server.folder))
        async with stdio_client(parameters) as (reads, writes), ClientSession(reads, writes) as session:
            await session.initialize()
            tools = [tool.name for tool in (await session.list_tools()).tools]
            stored = await session.call_tool("remember", {"text": "Locks are keyed by payment_id"})
            found = await session.call_tool("recall", {"query": "what are locks keyed by?"})
            brief = await session.read_resource("standfast://brief")  # type: ignore[arg-type]
            return tools, stored.content[0].text, found.content[0].text, brief.contents[0].text  # type: ignore[union-attr]

    with anyio.from_thread.start_blocking_portal() as portal:
        tools, stored, found, brief = portal.call(drive)
    assert "recall" in tools
    assert "Remembered" in stored
    assert "payment_id" in found
    assert "payment_id" in brief or "told already" in brief
