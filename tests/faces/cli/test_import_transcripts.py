"""import of past transcripts: what was said and done, once, without secrets and without our own words."""

from __future__ import annotations

import errno
import hashlib
import json
import os
import sqlite3
import sys
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import pytest

from standfast.config import load_settings
from standfast.learn.session import alone
from standfast.memory import Memory

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.faces.cli.conftest import Desk

AT = "2026-02-10T21:11:56.846Z"
SECRET = "AKIAIOSFODNN7EXAMPLQ"
ASKED = f"Make refunds idempotent, the key is {SECRET}"
ANSWERED = "The lock is taken first now."
OURS = "# Project memory (Standfast)\nQuoted notes with their source"
READ = {"file_path": "src/locks.py"}


def lines(path: Path, *records: dict[str, Any]) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(record) + "\n" for record in records) + "{torn\n", encoding="utf-8")
    return path


def claude_code(folder: Path, cwd: str) -> Path:
    def said(uuid: str, role: str, content: Any, **more: Any) -> dict[str, Any]:
        head = {"type": role, "uuid": uuid, "sessionId": "past-1", "cwd": cwd, "gitBranch": "main", "timestamp": AT}
        return {**head, "message": {"role": role, "content": content}, **more}

    ours = {"type": "attachment", "attachment": {"type": "hook_additional_context", "content": [OURS]}, "timestamp": AT}
    use = {"type": "tool_use", "id": "t1", "name": "Read", "input": READ}
    own = {"type": "tool_use", "id": "t2", "name": "mcp__standfast__recall", "input": {"query": "locks"}}
    return lines(
        folder / "projects" / "shop" / "past-1.jsonl",
        {"type": "file-history-snapshot"},
        ours,
        said("u1", "user", ASKED),
        said("u2", "assistant", [use]),
        said("u3", "user", [{"type": "tool_result", "tool_use_id": "t1", "content": "def acquire(payment)"}]),
        said("u4", "assistant", [own]),
        said("u5", "user", [{"type": "tool_result", "tool_use_id": "t2", "content": OURS}]),
        said("u6", "user", "Caveat: a note of the program itself", isMeta=True),
        said("u7", "assistant", [{"type": "text", "text": ANSWERED}]),
    )


def codex(folder: Path, cwd: str) -> Path:
    def item(**payload: Any) -> dict[str, Any]:
        return {"timestamp": AT, "type": "response_item", "payload": payload}

    def said(role: str, text: str) -> dict[str, Any]:
        return item(type="message", role=role, content=[{"type": "input_text", "text": text}])

    return lines(
        folder / "2026" / "rollout-2026-past-1.jsonl",
        {"timestamp": AT, "type": "session_meta", "payload": {"id": "past-1", "cwd": cwd}},
        said("developer", OURS),
        said("user", "<environment_context>here</environment_context>"),
        said("user", ASKED),
        item(type="function_call", call_id="c1", name="read", arguments=json.dumps(READ)),
        item(type="function_call_output", call_id="c1", output="def acquire(payment)"),
        item(type="function_call", call_id="c2", name="recall", namespace="mcp__standfast", arguments="{}"),
        item(type="function_call_output", call_id="c2", output=OURS),
        said("assistant", ANSWERED),
    )


def gemini_cli(folder: Path, cwd: str) -> Path:
    opening = f"<session_context>\n- **Workspace Directories:**\n  - {cwd}\n"
    first = {"id": "g0", "type": "user", "content": [{"text": opening}]}
    call = {"id": "c1", "name": "read_file", "args": READ, "status": "success", "result": "def acquire(payment)"}
    own = {"id": "c2", "name": "mcp_standfast_recall", "args": {}, "result": OURS}
    asked = [{"text": f"{ASKED}<hook_context>{OURS}</hook_context>"}]
    answer = {"id": "g2", "timestamp": AT, "type": "gemini", "content": ANSWERED}
    return lines(
        folder / "tmp" / "shop" / "chats" / "session-past-1.jsonl",
        {"sessionId": "past-1", "startTime": AT},
        {"$set": {"messages": [first]}},
        {"id": "g1", "timestamp": AT, "type": "user", "content": asked},
        answer,
        {**answer, "toolCalls": [call, own]},
    )


def copilot_cli(folder: Path, cwd: str) -> Path:
    def event(identity: str, kind: str, **data: Any) -> dict[str, Any]:
        return {"type": kind, "id": identity, "timestamp": AT, "data": data}

    return lines(
        folder / "session-state" / "past-1" / "events.jsonl",
        event("e0", "session.start", sessionId="past-1", context={"cwd": cwd, "branch": "main"}),
        event("e1", "user.message", content=ASKED, transformedContent=OURS + ASKED),
        event("e2", "tool.execution_start", toolCallId="c1", toolName="view", arguments={"path": "src/locks.py"}),
        event(
            "e3", "tool.execution_complete", toolCallId="c1", success=True, result={"content": "def acquire(payment)"}
        ),
        event("e4", "tool.execution_start", toolCallId="c2", toolName="standfast-recall", arguments={}),
        event("e5", "tool.execution_complete", toolCallId="c2", success=True, result={"content": OURS}),
        event("e6", "assistant.message", content=ANSWERED),
    )


def opencode(folder: Path, cwd: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "opencode.db"
    base = sqlite3.connect(path)
    base.executescript(
        "CREATE TABLE session (id, directory, time_created); CREATE TABLE message (id, session_id, data);"
        "CREATE TABLE part (id, message_id, session_id, time_created, data);"
    )
    base.execute("INSERT INTO session VALUES ('past-1', ?, 1)", (cwd,))
    base.execute("INSERT INTO message VALUES ('m1', 'past-1', ?)", (json.dumps({"role": "user"}),))
    base.execute("INSERT INTO message VALUES ('m2', 'past-1', ?)", (json.dumps({"role": "assistant"}),))
    parts: list[tuple[str, dict[str, Any]]] = [
        ("m1", {"type": "text", "text": ASKED}),
        ("m1", {"type": "text", "text": OURS, "synthetic": True}),
        ("m2", {"type": "tool", "tool": "read", "state": {"input": READ, "output": "def acquire(payment)"}}),
        ("m2", {"type": "tool", "tool": "standfast_recall", "state": {"input": {}, "output": OURS}}),
        ("m2", {"type": "text", "text": ANSWERED}),
    ]
    for number, (message, data) in enumerate(parts):
        row = (f"p{number}", message, "past-1", 1770757916846 + number, json.dumps(data))
        base.execute("INSERT INTO part VALUES (?, ?, ?, ?, ?)", row)
    base.commit()
    base.close()
    return path


def older_gemini_cli(folder: Path, cwd: str) -> Path:
    call = {"id": "c1", "name": "read_file", "args": READ, "status": "success", "result": "def acquire(payment)"}
    own = {"id": "c2", "name": "mcp_standfast_recall", "args": {}, "result": OURS}
    asked = {"id": "g1", "timestamp": AT, "type": "user", "content": ASKED}
    answer = {"id": "g2", "timestamp": AT, "type": "gemini", "content": ANSWERED, "toolCalls": [call, own]}
    where = hashlib.sha256(cwd.encode()).hexdigest()
    path = folder / "tmp" / where / "chats" / "session-past-1.json"
    path.parent.mkdir(parents=True)
    path.write_text(json.dumps({"sessionId": "past-1", "projectHash": where, "messages": [asked, answer]}))
    return path


def older_opencode(folder: Path, cwd: str) -> Path:
    def write(path: str, **record: Any) -> Path:
        file = folder / "storage" / f"{path}.json"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(record))
        return file

    time = {"created": 1770757916846}
    write("message/past-1/msg_1", id="msg_1", role="user", time=time)
    write("message/past-1/msg_2", id="msg_2", role="assistant", time=time)
    write("part/msg_1/prt_1", id="prt_1", type="text", text=ASKED)
    write("part/msg_1/prt_2", id="prt_2", type="text", text=OURS, synthetic=True)
    read = {"input": READ, "output": "def acquire(payment)"}
    write("part/msg_2/prt_3", id="prt_3", type="tool", tool="read", state=read)
    write("part/msg_2/prt_4", id="prt_4", type="tool", tool="standfast_recall", state={"input": {}, "output": OURS})
    write("part/msg_2/prt_5", id="prt_5", type="text", text=ANSWERED)
    write("session_diff/ses_past", diffs=[])
    return write("session/shop/ses_past-1", id="past-1", directory=cwd, time=time)


MAKERS = {
    "claude-code": claude_code,
    "codex": codex,
    "gemini-cli": gemini_cli,
    "copilot-cli": copilot_cli,
    "opencode": opencode,
}


OLDER = [("gemini-cli", older_gemini_cli), ("opencode", older_opencode)]


@pytest.mark.parametrize(("agent", "make"), [*MAKERS.items(), *OLDER])
def test_a_past_session_comes_in_once_without_secrets_and_without_our_own_words(
    desk: Desk, tmp_path: Path, agent: str, make: Callable[[Path, str], Path]
) -> None:
    make(tmp_path / "past", str(desk.folder))
    first = desk.ask("import", agent, str(tmp_path / "past"))
    assert (first["sessions"], first["events"], first["elsewhere"]) == (1, 5, 0)
    again = desk.ask("import", agent, str(tmp_path / "past"))
    assert (again["sessions"], again["events"], again["known"]) == (0, 0, 1)
    played = desk.ask("replay", "past-1")
    assert played["agent"] == agent
    assert sorted(item["kind"] for item in played["journal"]) == ["answer", "note", "prompt", "start", "tool", "tool"]
    whole = json.dumps(played)
    assert "Make refunds idempotent" in whole
    assert ANSWERED in whole
    assert "def acquire" in whole
    assert "src/locks.py" in whole
    assert SECRET not in whole
    assert "Project memory" not in whole


def test_a_purged_session_stays_out_when_its_transcript_is_imported_again(desk: Desk, tmp_path: Path) -> None:
    claude_code(tmp_path / "past", str(desk.folder))
    desk.ask("import", "claude-code", str(tmp_path / "past"))
    desk.ask("purge", "--session", "past-1", "--yes")
    again = desk.ask("import", "claude-code", str(tmp_path / "past"))
    assert (again["sessions"], again["events"], again["known"]) == (0, 0, 1)
    assert desk.ask("sessions")["sessions"] == []


def test_purged_words_stay_out_when_another_sessions_transcript_says_them(desk: Desk, tmp_path: Path) -> None:
    identity = desk.remember(ANSWERED.replace("first", "first by every payment worker"))
    desk.ask("purge", identity, "--yes")
    path = claude_code(tmp_path / "past", str(desk.folder))
    path.write_text(path.read_text(encoding="utf-8").replace("first now", "first by every payment worker now"), "utf-8")
    desk.ask("import", "claude-code", str(tmp_path / "past"))
    whole = json.dumps(desk.ask("replay", "past-1"))
    assert "Make refunds idempotent" in whole
    assert "payment worker" not in whole


@pytest.mark.parametrize(("agent", "make"), OLDER)
def test_older_sessions_of_other_projects_stay_out_unless_named(
    desk: Desk, tmp_path: Path, agent: str, make: Callable[[Path, str], Path]
) -> None:
    path = make(tmp_path / "past", "/somewhere/else")
    assert desk.ask("import", agent, str(tmp_path / "past"))["elsewhere"] == 1
    assert desk.ask("import", agent, str(path))["sessions"] == 1


def test_sessions_of_other_projects_stay_out_unless_named(desk: Desk, tmp_path: Path) -> None:
    path = claude_code(tmp_path / "past", "/somewhere/else")
    counts = desk.ask("import", "claude-code", str(tmp_path / "past"))
    assert (counts["sessions"], counts["events"], counts["known"], counts["elsewhere"]) == (0, 0, 0, 1)
    assert desk.ask("import", "claude-code", str(path))["sessions"] == 1
    assert "1 known already" in desk.run("import", "claude-code", str(path)).out


def test_a_session_that_hooks_recorded_is_left_as_it_is(desk: Desk, tmp_path: Path) -> None:
    body = {
        "session_id": "past-1",
        "cwd": str(desk.folder),
        "hook_event_name": "UserPromptSubmit",
        "prompt": "Hello there",
    }
    assert desk.start("hook", "claude-code", "UserPromptSubmit", given=json.dumps(body).encode()).returncode == 0
    claude_code(tmp_path / "past", str(desk.folder))
    assert desk.ask("import", "claude-code", str(tmp_path / "past"))["known"] == 1
    assert "Make refunds idempotent" not in json.dumps(desk.ask("replay", "past-1"))


def test_what_is_not_there_or_not_a_transcript_is_said(desk: Desk, tmp_path: Path) -> None:
    assert desk.fail("import", "codex", str(tmp_path / "nothing"), code=1)["code"] == "no-file"
    (tmp_path / "opencode.db").write_text("this is no database at all, only words" * 100)
    assert desk.fail("import", "opencode", str(tmp_path / "opencode.db"), code=2)["code"] == "bad-transcript"
    notes = tmp_path / "notes.jsonl"
    for agent, words in (("claude-code", "my notes\n"), ("codex", '{"a": 1}\n'), ("gemini-cli", "")):
        notes.write_text(words)
        error = desk.fail("import", agent, str(notes), code=2)
        assert (error["code"], str(notes) in error["message"], bool(error["hint"])) == ("no-sessions", True, True)
    if sys.platform == "linux":
        assert "/proc/self/mem" in desk.fail("import", "codex", "/proc/self/mem", code=2)["message"]


def spoken(folder: Path, cwd: str, session: str, *prompts: str, at: str = "2025-04-01") -> None:
    """Write a transcript of Claude Code in which a person says this, each time answered."""
    lines = []
    for number, prompt in enumerate(prompts):
        base = {"sessionId": session, "cwd": cwd, "timestamp": f"{at}T10:{number:02}:00Z"}
        asked = {"role": "user", "content": prompt}
        done = {"role": "assistant", "content": [{"type": "text", "text": "Done."}]}
        lines.append({**base, "type": "user", "uuid": f"{session}-u{number}", "message": asked})
        lines.append({**base, "type": "assistant", "uuid": f"{session}-a{number}", "message": done})
    folder.mkdir(exist_ok=True)
    (folder / f"{session}.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in lines))


def test_what_is_brought_in_is_learned_from_once(desk: Desk, tmp_path: Path) -> None:
    past, here = tmp_path / "past", str(desk.folder)
    spoken(past, here, "one", "fix the login", "never edit the generated client by hand")
    spoken(past, here, "two", "fix the logout", "no, you should never edit the generated client by hand")
    spoken(past, here, "three", "fix the menu", "why did you delete the seed data?")
    first = desk.ask("import", "claude-code", str(past))
    assert (first["said"], first["learned"]) == (3, 1)
    again = desk.ask("import", "claude-code", str(past))
    assert (again["said"], again["learned"]) == (0, 0)
    brief = desk.ask("brief")["text"]
    assert brief.count("generated client") == 1
    assert "seed data" in brief


def test_what_could_not_be_learned_from_is_counted_and_learned_from_later(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(alone, "PATIENCE_S", 0.0)
    past = tmp_path / "past"
    spoken(past, str(desk.folder), "one", "fix the login", "never edit the generated client by hand")
    settings = load_settings({"STANDFAST_HOME": str(desk.home)})
    with Memory.open(desk.folder, settings=settings) as memory, alone.alone(memory.context) as mine:
        assert mine
        assert "1 session waits to be learned from" in desk.run("import", "claude-code", str(past)).out
    again = desk.ask("import", "claude-code", str(past))
    assert (again["said"], again["waiting"]) == (1, 0)


def test_undo_takes_back_what_was_learned_from_transcripts_and_nothing_else(desk: Desk, tmp_path: Path) -> None:
    note = desk.remember("We write to the ledger before we answer")
    past, here = tmp_path / "past", str(desk.folder)
    spoken(past, here, "one", "fix the login", "never edit the generated client by hand")
    spoken(past, here, "two", "fix the logout", "no, you should never edit the generated client by hand")
    assert desk.ask("import", "claude-code", str(past))["learned"] == 1
    assert note not in desk.ask("undo")["memories"]
    assert "generated client" not in desk.ask("brief")["text"]
    assert desk.ask("review")["waiting"] == []
    desk.ask("import", "claude-code", str(past))
    assert "generated client" not in desk.ask("brief")["text"], "what was taken back is not brought in again"
    assert desk.ask("undo")["memories"] == [note]


@pytest.mark.parametrize("besides", [["never touch the old part"], []])
def test_what_was_said_in_a_session_that_was_taken_back_counts_for_nothing(
    desk: Desk, tmp_path: Path, besides: list[str]
) -> None:
    past, here = tmp_path / "past", str(desk.folder)
    spoken(past, here, "s0", *besides, "move the menu, check it with selenium")
    desk.ask("import", "claude-code", str(past))
    desk.ask("revert", "--session", "s0")
    spoken(past, here, "s1", "draw the chart, check it with selenium", at="2026-02-12")
    assert desk.ask("import", "claude-code", str(past))["said"] == 0


def test_the_revert_of_a_session_does_not_keep_its_name_beyond_a_purge(desk: Desk, tmp_path: Path) -> None:
    spoken(tmp_path / "past", str(desk.folder), "gone-for-good", "move the menu, check it with selenium")
    desk.ask("import", "claude-code", str(tmp_path / "past"))
    desk.ask("revert", "--session", "gone-for-good")
    desk.ask("purge", "--session", "gone-for-good", "-y")
    stores = [file for file in tmp_path.rglob("*.db*") if file.is_file()]
    assert stores
    assert not [file.name for file in stores if b"gone-for-good" in file.read_bytes()]
    guessed = sha256(b"gone-for-good").hexdigest()[:16].encode()
    assert not [file.name for file in stores if guessed in file.read_bytes()], "known to who knows its name"


def test_a_transcript_that_has_grown_adds_only_the_tokens_of_what_is_new(desk: Desk, tmp_path: Path) -> None:
    def answer(number: int) -> dict[str, Any]:
        message = {"role": "assistant", "content": f"Step {number} is done.", "usage": {"output_tokens": 10}}
        head = {"type": "assistant", "uuid": f"a{number}", "sessionId": "one", "cwd": str(desk.folder)}
        return {**head, "timestamp": AT, "message": message}

    file = lines(tmp_path / "past" / "one.jsonl", answer(1), answer(2))
    for _ in range(2):
        desk.ask("import", "claude-code", str(tmp_path / "past"))
        (session,) = desk.ask("sessions")["sessions"]
        assert session["tokens"] == 20
    lines(file, answer(1), answer(2), answer(3))
    desk.ask("import", "claude-code", str(tmp_path / "past"))
    (session,) = desk.ask("sessions")["sessions"]
    assert session["tokens"] == 30


def test_an_order_in_a_transcript_is_never_a_persons_live_word(desk: Desk, tmp_path: Path) -> None:
    spoken(
        tmp_path / "past", str(desk.folder), "one", "go", "remember that releases are cut from the trunk branch only"
    )
    desk.ask("import", "claude-code", str(tmp_path / "past"))
    (found,) = desk.ask("review")["waiting"]
    assert found["source"]["kind"] == "session"


def test_what_is_brought_in_ages_from_the_day_it_was_brought_in(desk: Desk, tmp_path: Path) -> None:
    for month in range(1, 13):
        at = f"2025-{month:02}-03"
        spoken(tmp_path / "past", str(desk.folder), f"s{month:02}", f"fix login {month}", at=at)
    desk.ask("import", "claude-code", str(tmp_path / "past"))
    start = {"session_id": "new", "cwd": str(desk.folder), "hook_event_name": "SessionStart", "source": "startup"}
    assert desk.start("hook", "claude-code", "SessionStart", given=json.dumps(start).encode()).returncode == 0
    assert "fix login 1" in json.dumps(desk.ask("replay", "s01"))


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes in folders here")
@pytest.mark.parametrize("source", ["claude-code", "instructions", "adr", "agent-context", "claude-memory"])
def test_pipes_devices_and_links_that_lead_out_are_passed_by(desk: Desk, tmp_path: Path, source: str) -> None:
    folder, outside = tmp_path / "brought", tmp_path / "private.md"
    folder.mkdir()
    outside.write_text("# Private\n\n- Always sign with the quetzalcoatl key\n")
    for name in ("s.jsonl", "CLAUDE.md", "0001-choose.md", "SKILL.md"):
        os.mkfifo(folder / f"a-{name}")
        (folder / f"b-{name}").symlink_to("/dev/zero")
        (folder / f"c-{name}").symlink_to(outside)
    done = desk.start("import", source, str(folder), "--json")
    assert b"quetzalcoatl" not in done.stdout
    assert desk.ask("list", "--status", "active,proposed,quarantined")["memories"] == []


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes there")
def test_a_folder_is_read_without_following_what_leads_out_of_it_or_never_ends(desk: Desk, tmp_path: Path) -> None:
    folder = tmp_path / "transcripts"
    kept = claude_code(folder, str(desk.folder)).parent
    foreign = claude_code(tmp_path / "private", str(desk.folder))
    foreign.write_text(foreign.read_text(encoding="utf-8").replace("past-1", "past-2"), encoding="utf-8")
    (kept / "linked.jsonl").symlink_to(foreign)
    (kept / "endless.jsonl").symlink_to("/dev/zero")
    (kept / "again").symlink_to(folder)
    os.mkfifo(kept / "pipe.jsonl")
    closed = kept / "closed"
    closed.mkdir(mode=0)
    done = desk.run("import", "claude-code", str(folder), "--json").json
    closed.chmod(0o700)
    assert done["sessions"] == 1
    assert done["unread"] == [] if os.geteuid() == 0 else str(closed) in done["unread"][0]


def test_a_disk_that_is_full_is_no_transcript_that_cannot_be_read(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def write(*_: object) -> str:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), "events")

    claude_code(tmp_path / "transcripts", str(desk.folder))
    with monkeypatch.context() as patch:
        patch.setattr("standfast.verbs.import_transcripts.written", write)
        error = desk.fail("import", "claude-code", str(tmp_path / "transcripts"), code=3)
    assert error["code"] == "store-full"
    assert desk.run("import", "claude-code", str(tmp_path / "transcripts"), "--json").json["sessions"] == 1


def delegated_claude_code(folder: Path, cwd: str, session: str, words: str) -> None:
    def said(uuid: str, role: str, text: str, minute: int, *, aside: bool) -> dict[str, Any]:
        head = {
            "type": role,
            "uuid": uuid,
            "sessionId": session,
            "cwd": cwd,
            "timestamp": f"2026-02-10T10:{minute}:00Z",
        }
        return {**head, "isSidechain": aside, "message": {"role": role, "content": text}}

    lines(
        folder / f"{session}.jsonl",
        said("u1", "user", "draw the chart of sales", 10, aside=False),
        said("u2", "assistant", "The chart is drawn.", 40, aside=False),
    )
    lines(
        folder / session / "subagents" / "agent-a.jsonl",
        said("s1", "user", words, 20, aside=True),
        said("s2", "assistant", "All of it was looked at.", 30, aside=True),
    )


def delegated_codex(folder: Path, cwd: str, session: str, words: str) -> None:
    def item(role: str, text: str) -> dict[str, Any]:
        payload = {"type": "message", "role": role, "content": [{"type": "input_text", "text": text}]}
        return {"type": "response_item", "timestamp": AT, "payload": payload}

    meta = {"id": session, "cwd": cwd, "source": {"subagent": {"thread_spawn": {"depth": 1}}}}
    start = {"type": "session_meta", "timestamp": AT, "payload": meta}
    lines(folder / "sessions" / f"rollout-{session}.jsonl", start, item("user", words), item("assistant", "Done."))


def delegated_opencode(folder: Path, cwd: str, session: str, words: str) -> None:
    path = opencode(folder, cwd)
    base = sqlite3.connect(path)
    base.execute("ALTER TABLE session ADD COLUMN parent_id")
    base.execute("INSERT INTO session VALUES (?, ?, 2, 'past-1')", (session, cwd))
    base.execute("INSERT INTO message VALUES ('m3', ?, ?)", (session, json.dumps({"role": "user"})))
    part = json.dumps({"type": "text", "text": words})
    base.execute("INSERT INTO part VALUES ('p9', 'm3', ?, 1770757999999, ?)", (session, part))
    base.commit()
    base.close()


@pytest.mark.parametrize(
    ("agent", "make"),
    [("claude-code", delegated_claude_code), ("codex", delegated_codex), ("opencode", delegated_opencode)],
)
def test_what_an_agent_told_its_sub_agent_is_no_persons_word(
    desk: Desk, tmp_path: Path, agent: str, make: Callable[[Path, str, str, str], None]
) -> None:
    for session in ("one", "two"):
        make(tmp_path / session, str(desk.folder), session, "Never edit the generated client. Report back in a list.")
        done = desk.ask("import", agent, str(tmp_path / session))
        assert (done["said"], done["learned"]) == (0, 0)
    assert "generated client" not in desk.ask("brief")["text"]
    played = desk.ask("replay", "one")["journal"]
    assert [item["kind"] for item in played if "generated client" in str(item)] == ["subagent"]
    assert [item["at"] for item in played] == sorted(item["at"] for item in played)
    hits = desk.ask("recall", "--sessions", "edit generated client")["sessions"]
    assert {item["kind"] for item in hits if "generated client" in item["text"]} == {"subagent"}
