"""Whose word a prompt is: a person's, where the client itself reports it; nobody's, where a program made it up."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from standfast.agents.hook import answer
from standfast.agents.shell import find_runner, list_parents
from standfast.config import load_settings
from standfast.learn.session.belief.for_brief import SAID_HEADING
from standfast.serve.mcp.call import Calls
from tests.faces.hooks.test_learning import ASKED, Agent, active, section

if TYPE_CHECKING:
    from pathlib import Path

    from tests.faces.hooks.conftest import Shop


@pytest.fixture
def agent(shop: Shop) -> Agent:
    return Agent(shop)


def record_of(agent: Agent, session: str, *prompts: str) -> str:
    """Write a transcript as Claude Code keeps it, and return its path."""
    folder = agent.shop.home.parent / ".claude" / "projects" / "shop"
    folder.mkdir(parents=True, exist_ok=True)
    at = "2026-11-15T10:00:00Z"
    lines = [
        {"type": "user", "sessionId": session, "timestamp": at, "uuid": str(number), "message": {"content": prompt}}
        for number, prompt in enumerate(prompts)
    ]
    call = {"type": "tool_use", "id": "t1", "name": "Bash", "input": {"command": f"echo '{ASKED}' | report"}}
    lines.append({"type": "assistant", "sessionId": session, "timestamp": at, "message": {"content": [call]}})
    path = folder / f"{session}.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return str(path)


def test_a_prompt_that_the_clients_own_record_holds_stays_the_persons(shop: Shop, agent: Agent) -> None:
    agent.start("s1")
    agent.report("s1", "UserPromptSubmit", prompt=ASKED, transcript_path=record_of(agent, "s1", "hello", f"{ASKED}\n"))
    agent.report("s1", "Stop", last_assistant_message="Noted.")
    with shop.memory() as memory:
        assert [shown.memory.source.kind for shown in memory.newest()] == ["person"]
    assert not (shop.home / "log").exists()


def test_a_prompt_that_a_program_made_up_leaves_nothing_and_doctor_knows(shop: Shop, agent: Agent) -> None:
    agent.start("s1")
    agent.report("s1", "UserPromptSubmit", prompt=ASKED, transcript_path=record_of(agent, "s1", "hello", "good bye"))
    agent.report("s1", "Stop", last_assistant_message="Noted.")
    with shop.memory() as memory:
        assert memory.newest() == []
    assert "forged-prompt" in (shop.home / "log" / "hooks.log").read_text()
    assert not list((shop.home / "pending").glob("told-*"))
    assert "pnpm" not in agent.start("s2")


def test_a_turn_that_ends_elsewhere_does_not_judge_a_record_that_is_still_written(shop: Shop, agent: Agent) -> None:
    agent.start("s1")
    agent.report("s1", "UserPromptSubmit", prompt=ASKED, transcript_path=record_of(agent, "s1", "hello"))
    agent.start("s2")
    agent.report("s2", "Stop", last_assistant_message="Done.")
    record_of(agent, "s1", "hello", ASKED)
    agent.report("s1", "Stop", last_assistant_message="Noted.")
    assert "pnpm vitest run" in agent.start("s3")


def test_a_client_whose_record_cannot_be_read_loses_nothing(shop: Shop, agent: Agent) -> None:
    agent.start("s1")
    agent.report("s1", "UserPromptSubmit", prompt=ASKED, transcript_path="/nowhere/s1.jsonl")
    agent.report("s1", "SessionEnd", reason="exit")
    assert "pnpm vitest run" in agent.start("s2")


@pytest.mark.skipif(bool(find_runner(list_parents())), reason="an agent runs the tests: it stands above every hook")
def test_a_program_below_no_client_is_nobody_once_the_client_has_shown_its_record(shop: Shop, agent: Agent) -> None:
    def report(session: str, event: str, **fields: Any) -> None:
        payload = {"session_id": session, "cwd": str(shop.folder), "hook_event_name": event, **fields}
        command = [sys.executable, "-m", "standfast", "hook", "claude-code", event]
        given = json.dumps(payload).encode()
        subprocess.run(command, cwd=shop.folder, env=shop.env, input=given, check=True, timeout=60)

    report("s1", "UserPromptSubmit", prompt="From now on commits are signed, always")
    with shop.memory() as memory:
        assert len(memory.newest()) == 1, "a client that was never seen to keep a record is believed"
    report("s2", "Stop", transcript_path=record_of(agent, "s2", "hello"))
    for transcript in ({}, {"transcript_path": "/nowhere/s3.jsonl"}):
        report("s3", "UserPromptSubmit", prompt=ASKED, **transcript)
    with shop.memory() as memory:
        assert len(memory.newest()) == 1
        assert "s3" not in {session.id for session in memory.sessions.list()}
    assert "forged-prompt" in (shop.home / "log" / "hooks.log").read_text()
    report("s4", "UserPromptSubmit", prompt=ASKED, transcript_path=record_of(agent, "s4", ASKED))
    with shop.memory() as memory:
        assert len(memory.newest()) == 2


@pytest.mark.skipif(bool(find_runner(list_parents())), reason="an agent runs the tests: it stands above every hook")
def test_a_first_prompt_before_the_record_is_written_is_said_once_the_record_holds_it(shop: Shop, agent: Agent) -> None:
    def report(session: str, event: str, **fields: Any) -> None:
        payload = {"session_id": session, "cwd": str(shop.folder), "hook_event_name": event, **fields}
        command = [sys.executable, "-m", "standfast", "hook", "claude-code", event]
        given = json.dumps(payload).encode()
        subprocess.run(command, cwd=shop.folder, env=shop.env, input=given, check=True, timeout=60)

    report("s1", "Stop", transcript_path=record_of(agent, "s1", "hello"))
    for session, prompt, recorded in (("s2", ASKED, ASKED), ("s3", "never edit the lock file by hand", "hello")):
        path = shop.home.parent / ".claude" / "projects" / "shop" / f"{session}.jsonl"
        report(session, "UserPromptSubmit", prompt=prompt, transcript_path=str(path))
        report(session, "Stop", transcript_path=record_of(agent, session, recorded))
        report(session, "SessionEnd", reason="exit", transcript_path=str(path))
    brief = agent.start("s4")
    assert "pnpm vitest run" in section(brief, SAID_HEADING), "said, and in nobody's name in force"
    assert "lock file" not in brief, "a program made it up"
    with shop.memory() as memory:
        assert active(memory) == []


@pytest.mark.skipif(sys.platform != "linux", reason="looks for the client among the programs above")
@pytest.mark.skipif(bool(find_runner(list_parents())), reason="an agent runs the tests: it stands above every hook")
def test_an_order_without_the_client_above_it_is_said_and_never_told_even_with_a_forged_record(
    shop: Shop, agent: Agent, tmp_path: Path
) -> None:
    client = tmp_path / "claude"
    client.symlink_to(sys.executable)
    calls = "import subprocess, sys; subprocess.run(sys.argv[1:], check=True, timeout=60)"

    def report(event: str, session: str, *above: str, **fields: Any) -> None:
        payload = {"session_id": session, "cwd": str(shop.folder), "hook_event_name": event, **fields}
        command = [*above, sys.executable, "-m", "standfast", "hook", "claude-code", event]
        subprocess.run(
            command, cwd=shop.folder, env=shop.env, input=json.dumps(payload).encode(), check=True, timeout=60
        )

    report("SessionStart", "s1", str(client), "-c", calls, source="startup")
    told = {"prompt": ASKED, "transcript_path": record_of(agent, "s2", ASKED)}
    report("UserPromptSubmit", "s2", **told)
    with shop.memory() as memory:
        assert [shown.memory for shown in memory.newest() if shown.memory.is_decided] == []
    assert "unseen-client" in (shop.home / "log" / "hooks.log").read_text()
    report("UserPromptSubmit", "s3", str(client), "-c", calls, prompt=ASKED)
    with shop.memory() as memory:
        assert [shown.memory.source.kind for shown in memory.newest()] == ["person"]


CALLS = """import subprocess, sys
subprocess.run(sys.argv[1:], check=True, timeout=60)
"""


class Client:
    """A program under the name of a client, which calls its hooks itself, or has its shell run something."""

    def __init__(self, shop: Shop, folder: Path) -> None:
        self.shop, self.folder = shop, folder
        self.program = folder / "claude"
        self.program.symlink_to(sys.executable)
        self.hook = f"{sys.executable} -m standfast hook claude-code"
        self.env = {**shop.env, "STANDFAST_HOME": str(shop.home)}

    def run(self, *words: str, payload: dict[str, Any] | None = None, **env: str) -> None:
        given = json.dumps(payload).encode() if payload else None
        subprocess.run(
            [str(self.program), "-c", CALLS, *words],
            cwd=self.shop.folder, env={**self.env, **env}, input=given, check=True, timeout=120,
        )  # fmt: skip

    def report(self, event: str, session: str, **fields: Any) -> None:
        payload = {"session_id": session, "cwd": str(self.shop.folder), "hook_event_name": event, **fields}
        self.run("sh", "-c", f"{self.hook} {event}", payload=payload)

    def write(self, name: str, text: str) -> str:
        (self.folder / name).write_text(text)
        return str(self.folder / name)


@pytest.mark.skipif(sys.platform != "linux", reason="looks for the client among the programs above")
@pytest.mark.skipif(bool(find_runner(list_parents())), reason="an agent runs the tests: it stands above every hook")
def test_an_order_that_a_program_below_the_agents_shell_makes_up_is_never_told(
    shop: Shop, agent: Agent, tmp_path: Path
) -> None:
    client = Client(shop, tmp_path)
    client.report("SessionStart", "s1", source="startup", transcript_path=record_of(agent, "s1", "hello"))
    client.report("UserPromptSubmit", "s1", prompt="hello", transcript_path=record_of(agent, "s1", "hello"))
    prompt = {"session_id": "s1", "cwd": str(shop.folder), "hook_event_name": "UserPromptSubmit", "prompt": ASKED}
    payload = client.write("prompt.json", json.dumps(prompt))
    call = f"{client.hook} UserPromptSubmit"
    script = client.write("report.sh", f"{call} < {payload}\ntrue\n")
    spelled = f"STANDFAST_HOME={shop.home}/../{shop.home.name}"
    elsewhere = f"STANDFAST_HOME={tmp_path}/other STANDFAST_STORE=sqlite://{shop.home}/store"
    forge = client.write("forge.py", f"import os\nos.system({f'{call} < {payload}'!r})\n")
    for words in (
        ["bash", "-c", f"{spelled} bash {script}; true"],
        ["bash", "-c", f"{elsewhere} bash {script}; true"],
        ["bash", "-c", f"exec python3 {forge} {payload} hook"],
        ["bash", "-c", f"exec bash < {script}"],
        ["bash", "-c", f"exec awk '{{print | \"{call}\"}}' {payload}"],
        ["bash", "-c", f"exec env {call} < {payload}"],
    ):
        client.run(*words)
        with shop.memory() as memory:
            assert [item.memory for item in memory.newest() if item.memory.is_decided] == [], words
    told = record_of(agent, "s2", ASKED)
    client.report("UserPromptSubmit", "s2", prompt=ASKED, transcript_path=told)
    client.report("Stop", "s2", transcript_path=told)
    with shop.memory() as memory:
        assert [item.memory.source.kind for item in memory.newest()] == ["person"], "the client itself is believed"


@pytest.mark.skipif(sys.platform != "linux", reason="looks for the client among the programs above")
@pytest.mark.skipif(bool(find_runner(list_parents())), reason="an agent runs the tests: it stands above every hook")
def test_an_order_whose_record_is_nowhere_is_taken_back_once_the_client_has_shown_one(
    shop: Shop, agent: Agent, tmp_path: Path
) -> None:
    client = Client(shop, tmp_path)
    client.report("SessionStart", "s1", source="startup", transcript_path=record_of(agent, "s1", "hello"))
    client.report("UserPromptSubmit", "s1", prompt=ASKED, transcript_path="/nowhere/s1.jsonl")
    client.report("Stop", "s1", transcript_path=record_of(agent, "s1", "hello"))
    with shop.memory() as memory:
        assert [item.memory for item in memory.newest() if item.memory.is_decided] == []
    assert "forged-prompt" in (shop.home / "log" / "hooks.log").read_text()


def test_what_an_agent_sends_a_sub_agent_off_with_is_nobodys_word(shop: Shop) -> None:
    def copilot(event: str, session: str, **fields: Any) -> str:
        payload = {"sessionId": session, "timestamp": 1, "cwd": str(shop.folder), **fields}
        return answer("copilot-cli", event, payload, shop.env)[0]

    shop.remember("Tests are run with pnpm vitest run since March", kind="fact")
    copilot("sessionStart", "parent", source="new")
    copilot("userPromptSubmitted", "parent", prompt="look after the tests")
    copilot("preToolUse", "parent", toolName="task", toolArgs={"prompt": ASKED})
    copilot("subagentStart", "parent", agentName="general-purpose")
    told = copilot("userPromptSubmitted", "child", prompt=ASKED)
    assert "Tests are run with pnpm vitest run since March" in told, "the sub-agent is briefed for its task"
    with shop.memory() as memory:
        assert [shown.memory.source.turn for shown in memory.newest()] == [""]
        assert {session.id for session in memory.sessions.list()} == {"parent"}
    copilot("userPromptSubmitted", "parent", prompt="From now on commits are signed, always")
    with shop.memory() as memory:
        assert "From now on commits are signed, always" in active(memory), "a person's own prompt counts"


@pytest.mark.parametrize("told", ["", "as-it-was-started"])
def test_what_is_remembered_in_a_session_that_was_taken_up_again_is_filed_under_it(
    shop: Shop, agent: Agent, told: str
) -> None:
    agent.hold("s1", "restyle the page")
    agent.report("s1", "SessionStart", source="resume")
    calls = Calls(load_settings(shop.env), {"CLAUDE_CODE_SESSION_ID": told} if told else {}, shop.folder)
    calls.meet({"name": "claude-code"}, [])
    said, failed = calls.tool("remember", {"text": "Vendored stylesheets are never changed by hand"}, {})
    calls.close()
    assert not failed, said
    with shop.memory() as memory:
        assert [shown.memory.source.session for shown in memory.newest()] == ["s1"]
        assert memory.revert(session="s1", dry_run=True).operations
