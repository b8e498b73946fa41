"""What transcripts say of commands: whether they failed and what they printed, as each client writes it down."""

from __future__ import annotations

import json
import sqlite3
from typing import TYPE_CHECKING, Any

import pytest

from standfast.capture.transcripts import get_reader
from standfast.learn.session.episode import commits_in
from standfast.learn.session.turns import read_turns
from standfast.model.session import Event

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Ran = list[tuple[str, str, int]]

AT = "2026-06-01T10:00:00.000Z"
COMMIT = "[main 1a2b3c4] Trace the checkout"
RAN: Ran = [("npm test", "npm ERR! missing script: test", 1), ("git commit -am x", COMMIT, 0)]


def lines(path: Path, records: list[dict[str, Any]]) -> Path:
    path.write_text("".join(f"{json.dumps(record)}\n" for record in records))
    return path


def codex(folder: Path, ran: Ran) -> Path:
    def item(**payload: Any) -> dict[str, Any]:
        return {"timestamp": AT, "type": "response_item", "payload": payload}

    found = [item(type="message", role="user", content=[{"type": "input_text", "text": "go"}])]
    for number, (command, output, code) in enumerate(ran):
        arguments = json.dumps({"command": ["bash", "-lc", command]})
        answer = json.dumps({"output": output, "metadata": {"exit_code": code, "duration_seconds": 0.1}})
        found.append(item(type="function_call", call_id=f"c{number}", name="shell", arguments=arguments))
        found.append(item(type="function_call_output", call_id=f"c{number}", output=answer))
    return lines(folder / "rollout-1.jsonl", found)


def gemini_cli(folder: Path, ran: Ran) -> Path:
    def call(number: int, command: str, output: str, code: int) -> dict[str, Any]:
        response = {"output": f"Command: {command}\nStdout: {output}\nExit Code: {code}\nSignal: (none)"}
        wrapped = [{"functionResponse": {"name": "run_shell_command", "response": response}}]
        shell = {"name": "run_shell_command", "args": {"command": command}}
        return {"id": f"c{number}", **shell, "result": wrapped, "status": "success"}

    calls = [call(number, *run) for number, run in enumerate(ran)]
    asked = {"id": "g1", "timestamp": AT, "type": "user", "content": "go"}
    answer = {"id": "g2", "timestamp": AT, "type": "gemini", "content": "Done.", "toolCalls": calls}
    return lines(folder / "session-1.jsonl", [{"sessionId": "s"}, asked, answer])


def opencode(folder: Path, ran: Ran) -> Path:
    path = folder / "opencode.db"
    base = sqlite3.connect(path)
    base.executescript(
        "CREATE TABLE session (id, directory, time_created); CREATE TABLE message (id, session_id, data);"
        "CREATE TABLE part (id, message_id, session_id, time_created, data);"
        "INSERT INTO session VALUES ('s', '', 1);"
        """INSERT INTO message VALUES ('m1', 's', '{"role": "user"}'), ('m2', 's', '{"role": "assistant"}');"""
    )
    parts: list[tuple[str, dict[str, Any]]] = [("m1", {"type": "text", "text": "go"})]
    for command, output, code in ran:
        state = {"input": {"command": command}, "output": output, "metadata": {"exit": code}, "status": "completed"}
        parts.append(("m2", {"type": "tool", "tool": "bash", "state": state}))
    for number, (message, data) in enumerate(parts):
        row = (f"p{number}", message, "s", 1770757916846 + number, json.dumps(data))
        base.execute("INSERT INTO part VALUES (?, ?, ?, ?, ?)", row)
    base.commit()
    base.close()
    return path


@pytest.mark.parametrize("make", [codex, gemini_cli, opencode])
def test_a_command_that_failed_and_a_commit_are_seen_in_a_transcript(
    tmp_path: Path, make: Callable[[Path, Ran], Path]
) -> None:
    heard = get_reader(make.__name__.replace("_", "-"))(make(tmp_path, RAN))
    bodies = ((item, item.body if isinstance(item.body, str) else json.dumps(item.body)) for item in heard)
    events = [Event("s", item.key, item.kind, item.at, item.tool, body, item.files) for item, body in bodies]
    (turn,) = read_turns(events)
    assert [(step.command, step.failed) for step in turn.steps] == [("npm test", True), ("git commit -am x", False)]
    assert "missing script" in turn.steps[0].output
    assert commits_in([turn]) == [("1a2b3c4", "Trace the checkout")]
