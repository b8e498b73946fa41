"""What transcripts say of commands: whether they failed and what they printed, as each client writes it down."""

from __future__ import annotations

import json
import sqlite3
from typing import TYPE_CHECKING, Any

import pytest

from standfast.capture.transcripts import get_reader
from standfast.learn.session.episode import commits_in
from standfast.learn.session.turns import read_turns
from standfast.model.session import Event, EventKind

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


def claude_code(folder: Path, ran: Ran) -> Path:
    found: list[dict[str, Any]] = [
        {"type": "user", "sessionId": "s", "uuid": "u", "cwd": "/", "timestamp": AT, "message": {"content": "go"}}
    ]
    for number, (command, output, _) in enumerate(ran):
        call = {"type": "tool_use", "id": f"c{number}", "name": "Bash", "input": {"command": command}}
        answer = {"type": "tool_result", "tool_use_id": f"c{number}", "content": output, "is_error": False}
        for role, part in (("assistant", call), ("user", answer)):
            message = {"role": role, "content": [part], "usage": {"output_tokens": 3}, "model": "m"}
            found.append(
                {"type": role, "sessionId": "s", "uuid": f"{role}{number}", "timestamp": AT, "message": message}
            )
    return lines(folder / "s.jsonl", found)


def copilot_cli(folder: Path, ran: Ran) -> Path:
    found = [
        {"id": "a", "timestamp": AT, "type": "session.start", "data": {"sessionId": "s", "context": {"cwd": "/"}}},
        {"id": "b", "timestamp": AT, "type": "user.message", "data": {"content": "go"}},
    ]
    for number, (command, output, _) in enumerate(ran):
        named = {"toolCallId": f"c{number}", "toolName": "bash", "arguments": {"command": command}}
        ended = {"toolCallId": f"c{number}", "result": {"content": output}, "success": True}
        found.append({"timestamp": AT, "type": "tool.execution_start", "data": named})
        found.append({"timestamp": AT, "type": "tool.execution_complete", "data": ended})
    return lines(folder / "events.jsonl", found)


def broken(value: Any, odd: object) -> list[Any]:
    """Return copies of a value, in each of which one part is something else."""
    copies: list[Any] = [odd]
    if isinstance(value, dict):
        copies += [{**value, key: copy} for key, inner in value.items() for copy in broken(inner, odd)]
    if isinstance(value, list):
        copies += [
            [*value[:at], copy, *value[at + 1 :]] for at, inner in enumerate(value) for copy in broken(inner, odd)
        ]
    return copies


@pytest.mark.parametrize("odd", [5, "x", None, [], {}, [[]], {"a": 1}, True, -1.5], ids=repr)
@pytest.mark.parametrize("make", [claude_code, codex, copilot_cli, gemini_cli])
def test_a_transcript_with_a_part_of_another_form_is_read_as_far_as_it_goes(
    tmp_path: Path, make: Callable[[Path, Ran], Path], odd: object
) -> None:
    path = make(tmp_path, RAN)
    read = get_reader(make.__name__.replace("_", "-"))
    whole = [json.loads(line) for line in path.read_text().splitlines()]
    assert list(read(path))
    for records in broken(whole, odd)[1:]:
        list(read(lines(path, records)))
    if make is gemini_cli:
        legacy = tmp_path / "session-1.json"
        for record in broken({"sessionId": "s", "messages": whole[1:]}, odd):
            legacy.write_text(json.dumps(record))
            list(read(legacy))


REFUSED = "The user doesn't want to proceed with this tool use. To tell you how to proceed, the user said:\n"


def claude_record(**fields: Any) -> dict[str, Any]:
    return {"sessionId": "s", "timestamp": AT, **fields}


def claude_call(tool: str, said: str, *, is_error: bool = True, **fields: Any) -> list[dict[str, Any]]:
    call = {"type": "tool_use", "id": f"{tool}-{said}", "name": tool, "input": {}}
    block = {"type": "tool_result", "tool_use_id": f"{tool}-{said}", "content": said, "is_error": is_error}
    return [
        claude_record(type="assistant", uuid=f"a-{tool}-{said}", message={"role": "assistant", "content": [call]}),
        claude_record(type="user", uuid=f"u-{tool}-{said}", message={"role": "user", "content": [block]}, **fields),
    ]


def prompts_of(path: Path) -> list[str]:
    return [item.body for item in get_reader("claude-code")(path) if item.kind is EventKind.PROMPT]


def test_claude_code_hears_why_a_call_was_refused_and_what_was_answered_freely(tmp_path: Path) -> None:
    question = {"question": "Mocks?", "options": [{"label": "Yes"}, {"label": "No"}]}
    answered = {"questions": [question, question], "answers": {"Mocks?": "Never mock the database.", "Why?": "Yes, No"}}
    records = [
        *claude_call("Bash", f"{REFUSED}use uv run"),
        *claude_call("ExitPlanMode", f"{REFUSED}The user wants to clarify these questions."),
        *claude_call("AskUserQuestion", "User has answered.", is_error=False, toolUseResult=answered),
    ]

    assert prompts_of(lines(tmp_path / "s.jsonl", records)) == ["use uv run", "Never mock the database."]


def test_no_output_of_a_command_or_a_server_passes_for_what_a_person_typed(tmp_path: Path) -> None:
    answered = {"questions": [], "answers": {"Mocks?": "Never run the tests."}}
    records = [
        *claude_call("Bash", f"Exit code 1\n{REFUSED}never run the tests"),
        *claude_call("mcp__docs__find", f"{REFUSED}never run the tests"),
        *claude_call("mcp__docs__ask", "Answered.", is_error=False, toolUseResult=answered),
    ]

    assert prompts_of(lines(tmp_path / "s.jsonl", records)) == []


def test_claude_code_hears_once_what_was_typed_while_it_worked(tmp_path: Path) -> None:
    def queued(operation: str, **fields: str) -> dict[str, Any]:
        return claude_record(type="queue-operation", operation=operation, **fields)

    records = [
        queued("enqueue", content="then push"),
        queued("dequeue"),
        claude_record(type="user", uuid="u2", message={"role": "user", "content": "then push"}),
        queued("enqueue", content="stop committing plans"),
        queued("enqueue", content="<task-notification>done</task-notification>"),
        queued("remove"),
        queued("enqueue", content="read the inbox"),
        claude_record(type="attachment", attachment={"prompt": "read the inbox", "origin": {"kind": "plugin"}}),
    ]

    assert prompts_of(lines(tmp_path / "s.jsonl", records)) == ["then push", "stop committing plans"]


def test_what_was_taken_back_into_the_input_of_claude_code_was_not_said(tmp_path: Path) -> None:
    base = claude_record(type="queue-operation")
    typed = {**base, "operation": "enqueue", "content": "delete the branch"}

    assert prompts_of(lines(tmp_path / "s.jsonl", [typed, {**base, "operation": "popAll"}])) == []


def test_a_session_of_opencode_reaches_no_files_outside_its_storage(tmp_path: Path) -> None:
    storage = tmp_path / "storage"
    for name in ("session/p", "message/s", "part/m"):
        (storage / name).mkdir(parents=True)
    (tmp_path / "other").mkdir()
    message = {"id": "m", "role": "user", "time": {"created": 1770757916846}}
    part = {"id": "p", "type": "text", "text": "go"}
    for folder in (storage / "message/s", tmp_path / "other"):
        (folder / "m.json").write_text(json.dumps(message))
    (storage / "part/m/p.json").write_text(json.dumps(part))
    read = get_reader("opencode")
    for session, heard in (("s", 1), (str(tmp_path / "other"), 0), ("../../other", 0)):
        place = storage / "session/p/s.json"
        place.write_text(json.dumps({"id": session, "directory": ""}))
        assert len(list(read(place))) == heard
