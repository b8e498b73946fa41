"""No write path goes around redaction: secrets planted through every way in, then every byte of the home searched."""

from __future__ import annotations

import base64
import io
import json
import os
import random
import string
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from standfast.agents import hook
from standfast.capture.draft import Draft, draft_from
from standfast.capture.redact import redact
from standfast.cli import program
from standfast.config import load_settings
from standfast.errors import ConfigError
from standfast.memory import Memory
from standfast.model.source import Source
from standfast.verbs.capture import Report

if TYPE_CHECKING:
    from collections.abc import Callable

_ALNUM = string.ascii_letters + string.digits


class Secrets:
    """Makes secrets that differ, and remembers the part of each that must not be found."""

    def __init__(self) -> None:
        self._random = random.Random("standfast")
        self.planted: dict[str, str] = {}

    def _draw(self, length: int, letters: str = _ALNUM) -> str:
        return "aZ7" + "".join(self._random.choice(letters) for _ in range(length - 3))

    def token(self, place: str) -> str:
        """A secret that fits into a name: nothing but letters, digits and underscores."""
        prefix, length = self._random.choice((("ghp_", 36), ("npm_", 36), ("glpat-", 20), ("sk_live_", 24)))
        value = self._draw(length)
        self.planted[value] = place
        return prefix + value

    def text(self, place: str) -> str:
        """A sentence with a secret in one of many forms."""
        value = self._draw(40)
        forms: tuple[Callable[[str], str], ...] = (
            lambda item: f"export DATABASE_PASSWORD={item} before the tests",
            lambda item: f"the url is postgresql://app:{item}@db.internal:5432/shop",
            lambda item: f'curl -H "Authorization: Bearer {item}" https://api.internal',
            lambda item: f'{{"client_secret": "{item}"}}',
            lambda item: f"use ghp_{item[:36]} to push",
            lambda item: f"Basic {base64.b64encode(b'ana:' + item.encode()).decode()} in the Authorization header",
        )
        form = forms[len(self.planted) % len(forms)]
        made = form(value)
        needle = value[:36] if "ghp_" in made else made.split("Basic ")[1].split()[0] if "Basic " in made else value
        if "Basic " in made:
            made = f"Authorization: Basic {needle}"
        self.planted[needle] = place
        return f"Note on {place}: {made}"

    def traces(self, home: Path) -> list[tuple[str, str]]:
        """Where any of them is still found, in any file or file name, in either case."""
        found = []
        for path in home.rglob("*"):
            data = str(path.relative_to(home)).lower().encode()
            if path.is_file():
                data += b"\0" + path.read_bytes().lower()
            for value, place in self.planted.items():
                if value.lower().encode() in data:
                    found.append((place, str(path.relative_to(home))))
        return found


@pytest.fixture
def secrets() -> Secrets:
    return Secrets()


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    home = tmp_path / "home"
    monkeypatch.setenv("STANDFAST_HOME", str(home))
    monkeypatch.setenv("STANDFAST_DURABILITY", "normal")
    return home


def _repository(tmp_path: Path, name: str = "shop", *, branch: str = "main", remote: str = "") -> Path:
    root = tmp_path / name
    root.mkdir()
    config = ["-c", "user.name=Ana", "-c", "user.email=ana@example.net"]
    subprocess.run(["git", "init", "-q", f"--initial-branch={branch}", str(root)], check=True)
    subprocess.run(["git", "-C", str(root), *config, "commit", "-q", "--allow-empty", "-m", "Start"], check=True)
    if remote:
        subprocess.run(["git", "-C", str(root), "remote", "add", "origin", remote], check=True)
    return root


def test_every_planted_form_is_one_that_redaction_knows(secrets: Secrets) -> None:
    for place in range(40):
        for made in (secrets.token(str(place)), secrets.text(str(place))):
            cleaned = redact(made, key=b"k" * 32).text
            assert not [value for value in secrets.planted if value in cleaned], made


def test_the_library_writes_no_secret(home: Path, tmp_path: Path, secrets: Secrets) -> None:
    root = _repository(tmp_path, remote=f"https://ana:{secrets.token('remote')}@git.example.org/shop.git")
    agent = Source("agent", "codex", session=secrets.token("session"), turn=secrets.token("turn"))
    with Memory.open(root, who=agent) as memory:
        done = memory.remember(
            secrets.text("text"),
            kind="procedure",
            title=secrets.text("title"),
            why=secrets.text("why"),
            tags=[secrets.token("tag")],
            anchors=[
                f"deploy/{secrets.token('path anchor')}.yml",
                f"src/a.py::{secrets.token('symbol anchor')}",
                f"cmd:API_KEY={secrets.token('command anchor')} make deploy",
                f"conf:app.toml#{secrets.token('key anchor')}",
            ],
            evidence=[
                f"document:https://x.example/?token={secrets.token('evidence')}",
                f"file:{secrets.token('file')}",
            ],
            links=[f"about:{secrets.token('link')}"],
            scope=f"project,path:src/{secrets.token('glob')}/**,branch:{secrets.token('branch scope')}",
        )
        assert len(done.redactions) >= 10
        list(memory.remember_many([Draft(secrets.text("guard draft"), guard=secrets.text("guard"))]))
        plain = memory.remember("Locks are keyed by payment_id.").id
        memory.revise(plain, secrets.text("revise"), title=secrets.text("revised title"))
        memory.verify(plain, note=secrets.text("verify note"))
        memory.feedback(plain, "helpful", note=secrets.text("feedback note"))
        memory.recall(secrets.text("query"))
        memory.brief(task=secrets.text("task"))
        memory.retract(plain, reason=secrets.text("retract reason"))
    with Memory.open(root) as memory:
        memory.maintenance.backup()
        with pytest.raises(ConfigError):
            memory.remember("Anything.", scope=f"group:{secrets.token('group')}")
        with pytest.raises(ConfigError):
            memory.project.join_group(secrets.token("joined group"))
    assert len(secrets.planted) >= 25
    assert secrets.traces(home) == []


def test_names_of_folders_branches_and_projects_are_written_without_secrets(
    home: Path, tmp_path: Path, secrets: Secrets
) -> None:
    root = _repository(tmp_path, secrets.token("folder"), branch=f"fix/{secrets.token('branch')}")
    with Memory.open(root, who=Source("agent", "codex", session="s1")) as memory:
        first = memory.context.here.project
        memory.hooks.capture(Report("s1", "k1", hook_kind("start"), body=secrets.text("body")))
    with Memory.open(root) as memory:
        assert memory.context.here.project == first, "a redacted folder is still the same project"
    settings = load_settings({**os.environ, "STANDFAST_PROJECT": secrets.token("named project")})
    with Memory(settings, Source("person", "ana"), tmp_path) as memory:
        memory.remember("Anything.")
    assert secrets.traces(home) == []


def hook_kind(word: str) -> Any:
    from standfast.model.session import EventKind

    return EventKind(word)


def _run(monkeypatch: pytest.MonkeyPatch, root: Path, *words: str, given: str = "") -> int:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given.encode()), encoding="utf-8"))
    return program.main(["-C", str(root), *words], {**os.environ})


def test_the_command_line_writes_no_secret(
    home: Path, tmp_path: Path, secrets: Secrets, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = _repository(tmp_path)
    words = ["remember", secrets.text("argument"), "--tag", secrets.token("tag"), "--why", secrets.text("why")]
    assert _run(monkeypatch, root, *words, "--anchor", f"src/{secrets.token('anchor')}.py") == 0
    record = {"text": secrets.text("record"), "files": [secrets.token("files")], "tags": [secrets.token("record tag")]}
    assert draft_from(record).anchors
    assert _run(monkeypatch, root, "remember", "--jsonl", given=json.dumps(record)) == 0
    exported = _exported(secrets)
    assert _run(monkeypatch, root, "import", "standfast", "-", given=json.dumps(exported)) == 0
    assert _run(monkeypatch, root, "backup") == 0
    with Memory.open(root) as memory:
        assert memory.show("m6ev3tc-afmrs69").memory.content.title == "Imported"
    assert secrets.traces(home) == []


def _exported(secrets: Secrets) -> dict[str, Any]:
    """An export whose every text carries a secret, as a later rule or a crafted file would have it."""
    content = {
        "kind": "fact",
        "title": "Imported",
        "text": f"gateway timeouts. {secrets.text('imported text')}",
        "why": secrets.text("imported why"),
        "scope": f"project:p1,branch:{secrets.token('imported branch')}",
        "tags": [secrets.token("imported tag")],
        "anchors": [
            {
                "anchor": ["path", f"src/{secrets.token('imported anchor')}.py", "", 0, 0, ""],
                "fingerprint": ["x1", "", secrets.token("imported fingerprint")],
            }
        ],
        "evidence": [["turn", secrets.token("imported evidence"), secrets.text("imported note")]],
        "links": [["about", secrets.token("imported link"), ""]],
        "guard": secrets.text("imported guard"),
    }
    memory = "m6ev3tc-afmrs69"
    base = {"memory": memory, "at": "2026-01-01T00:00:00Z", "supersedes": [], "revision": 1}
    source = {"kind": "person", "name": secrets.token("imported name"), "session": secrets.token("imported session")}
    history = [
        {
            **base,
            "act": "remember",
            "source": source,
            "payload": {"content": content, "reason": secrets.text("reason")},
        },
        {**base, "act": "feedback", "source": source, "payload": {"verdict": "helpful", "note": secrets.text("note")}},
    ]
    return {"format": "standfast-memory-1", "id": memory, "partition": "project:p1", "state": {}, "history": history}


def test_mcp_writes_no_secret(home: Path, tmp_path: Path, secrets: Secrets) -> None:
    root = _repository(tmp_path)
    asked: list[dict[str, Any]] = [
        _rpc(
            1, "initialize", protocolVersion="2025-06-18", capabilities={}, clientInfo={"name": secrets.token("client")}
        ),
        _call(
            2, "remember", text=secrets.text("mcp text"), tags=[secrets.token("mcp tag")], title=secrets.text("title")
        ),
        _call(3, "remember", text="Retries are capped at three."),
        _call(4, "recall", query=secrets.text("mcp query")),
    ]
    answers = _mcp(root, asked, secrets.token("mcp session"))
    known = answers[3]["result"]["content"][0]["text"].split()[1]
    _mcp(
        root,
        [
            asked[0],
            _call(5, "revise", id=known, text=secrets.text("mcp revise")),
            _call(6, "feedback", id=known, verdict="stale", note=secrets.text("mcp note")),
        ],
        "plain",
    )
    assert secrets.traces(home) == []


def _rpc(identity: int, method: str, **params: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": identity, "method": method, "params": params}


def _call(identity: int, tool: str, **arguments: Any) -> dict[str, Any]:
    return _rpc(identity, "tools/call", name=tool, arguments=arguments)


def _mcp(root: Path, asked: list[dict[str, Any]], session: str) -> dict[int, Any]:
    done = subprocess.run(
        [sys.executable, "-m", "standfast", "mcp"],
        input="".join(json.dumps(item) + "\n" for item in asked).encode(),
        cwd=root,
        env={**os.environ, "CLAUDE_CODE_SESSION_ID": session, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        check=True,
        timeout=120,
    )
    return {line["id"]: line for line in map(json.loads, done.stdout.splitlines())}


def _payloads(secrets: Secrets, cwd: str) -> list[tuple[str, str, dict[str, Any]]]:
    """What agents send, with a secret in every text of it."""
    session = secrets.token("hook session")
    common = {"session_id": session, "cwd": cwd}
    nested = {
        "stdout": secrets.text("nested"),
        "files": [{"name": secrets.token("name"), "api_key": secrets.token("key")}],
    }
    long = "x" * 3990 + f" {secrets.token('cut head')} " + "y" * 9000 + f" {secrets.token('cut tail')} " + "z" * 3990
    return [
        ("claude-code", "SessionStart", {**common, "source": "startup"}),
        ("claude-code", "UserPromptSubmit", {**common, "prompt": secrets.text("prompt")}),
        (
            "claude-code",
            "PostToolUse",
            {
                **common,
                "tool_name": "Bash",
                "tool_use_id": secrets.token("tool use"),
                "tool_input": {"command": secrets.text("command"), "file_path": f"/x/{secrets.token('file')}"},
                "tool_response": nested,
            },
        ),
        ("claude-code", "PostToolUse", {**common, "tool_name": "Read", "tool_input": {}, "tool_response": long}),
        ("claude-code", "Stop", {**common, "last_assistant_message": secrets.text("answer")}),
        ("claude-code", "SessionEnd", {**common, "reason": secrets.text("end")}),
        ("codex", "UserPromptSubmit", {**common, "turn_id": secrets.token("turn"), "prompt": secrets.text("codex")}),
        (
            "gemini-cli",
            "AfterTool",
            {
                **common,
                "tool_name": "shell",
                "tool_input": nested,
                "tool_response": {"llmContent": secrets.text("llm")},
            },
        ),
        (
            "cursor",
            "afterShellExecution",
            {
                "conversation_id": secrets.token("conversation"),
                "workspace_roots": [cwd],
                "command": secrets.text("cursor command"),
                "output": secrets.text("cursor output"),
            },
        ),
    ]


def test_hooks_of_several_agents_write_no_secret(home: Path, tmp_path: Path, secrets: Secrets) -> None:
    root = _repository(tmp_path)
    inside = root / secrets.token("cwd")
    inside.mkdir()
    with Memory.open(root) as memory:
        memory.remember("Deploys go through the release branch.", kind="convention")
    for agent, event, payload in _payloads(secrets, str(inside)):
        hook.answer(agent, event, payload, os.environ)
    with Memory.open(root) as memory:
        assert sum(item.events for item in memory.sessions.list()) >= 8, "what happened is in the journal"
    assert secrets.traces(home) == []


def test_the_spool_and_the_log_hold_no_secret(
    home: Path, tmp_path: Path, secrets: Secrets, monkeypatch: pytest.MonkeyPatch
) -> None:
    import apsw

    root = _repository(tmp_path)
    with Memory.open(root) as memory:
        partition = memory.context.partition(memory.context.scope)
        path = str(partition.path)  # type: ignore[attr-defined]
    monkeypatch.setattr(hook, "WAIT_S", 0.0)
    other = apsw.Connection(path)
    other.execute("BEGIN IMMEDIATE")
    payload = {"session_id": secrets.token("session"), "cwd": str(root), "prompt": secrets.text("spooled")}
    given = io.TextIOWrapper(io.BytesIO(json.dumps(payload).encode()), encoding="utf-8")
    monkeypatch.setattr(sys, "stdin", given)
    assert hook.main(["codex", "UserPromptSubmit"]) == 0
    other.execute("ROLLBACK")
    other.close()
    assert list((home / "spool").glob("*.json")), "the event waits in the spool"
    broken = io.TextIOWrapper(io.BytesIO(b'{"prompt": "' + secrets.text("crash").encode()), encoding="utf-8")
    monkeypatch.setattr(sys, "stdin", broken)
    assert hook.main(["codex", "UserPromptSubmit"]) == 0
    assert (home / "log" / "hooks.log").stat().st_size > 0
    assert secrets.traces(home) == []
