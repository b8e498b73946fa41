"""The plugin for OpenCode, run in Node against a program that records what it is asked."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from standfast.agents.opencode import bridge

if TYPE_CHECKING:
    from pathlib import Path

NODE = shutil.which("node")
pytestmark = pytest.mark.skipif(NODE is None, reason="Node is not installed")

PROGRAM = """#!{python} -IS
import json, sys
payload = json.load(sys.stdin)
with open({log!r}, "a") as log:
    log.write(json.dumps([sys.argv[1:], payload]) + "\\n")
answers = {{"session.created": {{"context": "BRIEF"}}, "chat.message": {{"context": "FOUND"}},
    "tool.execute.after": {{"context": "AFTER"}}, "session.compacted": {{"context": "AGAIN"}}}}
if sys.argv[3] == "tool.execute.before":
    print(json.dumps({{"deny": "GUARD"}} if payload["tool_name"] == "write" else {{"context": "BEFORE"}}))
elif payload.get("prompt") == "break":
    print("not json")
else:
    print(json.dumps(answers.get(sys.argv[3], {{}})))
"""
SCRIPT = """
import { Standfast } from "./standfast.mjs"
const hooks = await Standfast({
  directory: "/repo",
  worktree: "/repo",
  client: {
    session: {
      messages: async () => ({ data: [{ info: { role: "assistant" }, parts: [{ type: "text", text: "DONE" }] }] }),
    },
  },
})
const said = {}
await hooks.event({ event: { type: "session.created", properties: { info: { id: "s1" } } } })
const system = { system: ["own"] }
await hooks["experimental.chat.system.transform"]({ sessionID: "s1" }, system)
await hooks["experimental.chat.system.transform"]({ sessionID: "s1" }, system)
said.system = system.system
const message = { message: { id: "m1" }, parts: [{ id: "prt_5", type: "text", text: "hello", messageID: "m1" }] }
await hooks["chat.message"]({ sessionID: "s1" }, message)
said.parts = message.parts
const broken = { message: { id: "m2" }, parts: [{ id: "prt_6", type: "text", text: "break" }] }
await hooks["chat.message"]({ sessionID: "s1" }, broken)
said.broken = broken.parts.length
await hooks["tool.execute.before"]({ tool: "read", sessionID: "s1", callID: "c1" }, { args: { filePath: "a" } })
const result = { output: "text" }
await hooks["tool.execute.after"]({ tool: "read", sessionID: "s1", callID: "c1", args: { filePath: "a" } }, result)
said.output = result.output
const mcp = { content: [{ type: "text", text: "x" }] }
await hooks["tool.execute.after"]({ tool: "standfast_recall", sessionID: "s1", callID: "c2", args: {} }, mcp)
said.mcp = mcp.content.map((part) => part.text)
try {
  await hooks["tool.execute.before"]({ tool: "write", sessionID: "s1", callID: "c3" }, { args: { filePath: "b" } })
} catch (error) {
  said.refused = error.message
}
await hooks.event({ event: { type: "session.compacted", properties: { sessionID: "s1" } } })
const later = { system: [] }
await hooks["experimental.chat.system.transform"]({ sessionID: "s1" }, later)
said.later = later.system
await hooks.event({ event: { type: "session.idle", properties: { sessionID: "s1" } } })
await hooks.event({ event: { type: "session.created", properties: { info: { id: "s2", parentID: "s1" } } } })
const inner = { message: { id: "m3" }, parts: [{ id: "prt_7", type: "text", text: "look" }] }
await hooks["chat.message"]({ sessionID: "s2" }, inner)
said.inner = inner.parts.length
await hooks.event({ event: { type: "session.idle", properties: { sessionID: "s2" } } })
console.log(JSON.stringify(said))
"""


def run(folder: Path, executable: str) -> dict:
    (folder / "standfast.mjs").write_text(bridge(executable))
    (folder / "main.mjs").write_text(SCRIPT)
    done = subprocess.run([NODE or "", "main.mjs"], cwd=folder, capture_output=True, text=True, timeout=120, check=True)
    return json.loads(done.stdout)


def test_what_the_program_says_reaches_the_model_and_a_refusal_stops_the_tool(tmp_path: Path) -> None:
    program, log = tmp_path / "hold fast", tmp_path / "log.jsonl"
    program.write_text(PROGRAM.format(python=sys.executable, log=str(log)))
    program.chmod(0o755)
    said = run(tmp_path, str(program))
    assert said["system"] == ["own", "BRIEF", "BRIEF"]
    assert [part["text"] for part in said["parts"]] == ["hello", "FOUND"]
    assert said["parts"][1]["synthetic"] is True
    assert said["parts"][1]["id"] > said["parts"][0]["id"]
    assert said["broken"] == 1
    assert said["output"] == "text\n\nBEFORE\n\nAFTER"
    assert said["mcp"] == ["x", "AFTER"]
    assert said["refused"] == "GUARD"
    assert said["later"] == ["AGAIN"]
    calls = [json.loads(line) for line in log.read_text().splitlines()]
    names = [call[0][2] for call in calls]
    assert names.count("session.created") == 1
    assert names[-2:] == ["subagent.created", "subagent.idle"]
    assert said["inner"] == 1
    assert {
        name: call[1]["last_assistant_message"] for name, call in zip(names, calls, strict=True) if "idle" in name
    } == {
        "session.idle": "DONE",
        "subagent.idle": "DONE",
    }
    assert all(call[0][:2] == ["hook", "opencode"] and call[1]["session_id"] == "s1" for call in calls)


def test_a_program_that_is_gone_changes_nothing(tmp_path: Path) -> None:
    said = run(tmp_path, str(tmp_path / "gone"))
    assert said["system"] == ["own"]
    assert len(said["parts"]) == 1
    assert said["output"] == "text"
    assert "refused" not in said
