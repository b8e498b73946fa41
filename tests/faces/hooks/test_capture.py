"""What agents report lands in the journal: once, redacted, whatever happens to the store; and it never stops them."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from standfast.agents import hook
from tests.faces.hooks.conftest import FIXTURES, Shop, Told

RECORDED = sorted(f"{path.parent.name}/{path.stem}" for path in FIXTURES.glob("*/*.json"))
AGENTS = sorted({name.partition("/")[0] for name in RECORDED})


def answered(told: Told, patch: pytest.MonkeyPatch) -> int:
    """Answer one call in this process."""
    with patch.context() as inner:
        for name, value in told.env.items():
            inner.setenv(name, value)
        inner.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(json.dumps(told.payload).encode())))
        inner.setattr(sys, "stdout", io.StringIO())
        return hook.main(told.words)


@pytest.mark.parametrize("agent", AGENTS)
def test_every_recorded_event_of_an_agent_is_taken_and_none_fails(
    shop: Shop, agent: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STANDFAST_HOME", str(shop.home))
    names = [name for name in RECORDED if name.startswith(f"{agent}/")]
    calls = [shop.told(name) for name in names]
    assert [answered(told, monkeypatch) for told in calls] == [0] * len(calls)
    assert not (shop.home / "log").exists()
    kinds = {told.kind for told in calls} - {"before-tool", ""}
    assert len({kind for who, kind, _ in shop.journal() if who == agent}) >= len(kinds) - 2 > 0


def test_a_prompt_a_tool_and_an_answer_are_journaled_in_order(shop: Shop) -> None:
    for name in ("SessionStart", "UserPromptSubmit", "PostToolUse", "Stop", "SessionEnd"):
        shop.fire(shop.told(f"claude-code/{name}"))
    shop.wait_until_learned()
    assert [(who, kind) for who, kind, _ in shop.journal()] == [
        ("claude-code", kind) for kind in ("start", "prompt", "tool", "answer", "end", "note")
    ]
    with shop.memory() as memory:
        (session,) = memory.sessions.list()
    assert session.ended_at


def test_two_agents_hooks_that_report_one_thing_make_one_event(shop: Shop) -> None:
    """Copilot CLI also runs the hooks that a repository has for Claude Code."""
    own = shop.told("copilot-cli/userPromptSubmitted", prompt="Make refunds idempotent")
    borrowed = shop.told("copilot-cli/from-claude-UserPromptSubmit", prompt="Make refunds idempotent")
    own.payload["sessionId"] = borrowed.payload["session_id"]
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(shop.fire, (own, borrowed)))
    assert [(who, kind) for who, kind, _ in shop.journal()] == [("copilot-cli", "prompt")]


def test_reports_a_moment_apart_are_one_event_and_a_minute_apart_are_two(shop: Shop) -> None:
    from datetime import datetime

    from standfast.model.moment import Clock

    class Stopped(Clock):
        """A clock that shows what it is told."""

        moment = datetime.fromisoformat("2026-11-15T10:00:09.900Z")

        def now(self) -> datetime:
            return self.moment

    told = shop.told("copilot-cli/userPromptSubmitted", prompt="Go on")
    clock = Stopped()
    for again in ("10:00:09.900", "10:00:10.100", "10:01:10.000"):
        clock.moment = datetime.fromisoformat(f"2026-11-15T{again}Z")
        hook.answer(*told.words, told.payload, {**shop.env, **told.env}, clock=clock)
    assert len(shop.journal()) == 2


def test_the_same_hook_fired_again_changes_nothing_and_the_next_call_counts(shop: Shop) -> None:
    told = shop.told("claude-code/PostToolUse")
    shop.fire(told)
    shop.fire(told)
    assert len(shop.journal()) == 1
    shop.fire(shop.told("claude-code/PostToolUse", tool_use_id="toolu_other"))
    assert len(shop.journal()) == 2


def test_secrets_are_gone_before_anything_is_written(shop: Shop) -> None:
    shop.fire(shop.told("codex/UserPromptSubmit", prompt="deploy with AKIAIOSFODNN7EXAMPLQ please"))
    assert "deploy with" in shop.journal()[0][2]
    everything = b"".join(path.read_bytes() for path in shop.home.rglob("*") if path.is_file())
    assert b"AKIAIOSFODNN7EXAMPLQ" not in everything


def test_what_memory_itself_said_is_not_learned_again(shop: Shop) -> None:
    told = shop.told("claude-code/PostToolUse-own", tool_response=[{"type": "text", "text": "THE WORDS OF MEMORY"}])
    shop.fire(told)
    ((_, kind, body),) = shop.journal()
    assert kind == "tool"
    assert "THE WORDS OF MEMORY" not in body


def test_a_busy_store_costs_no_event_it_waits_in_the_spool_and_is_stored_later(shop: Shop) -> None:
    shop.fire(shop.told("claude-code/SessionStart"))
    with shop.memory() as memory, memory.context.partition(memory.context.scope).writing():
        shop.fire(shop.told("claude-code/UserPromptSubmit", prompt="Token AKIAIOSFODNN7EXAMPLQ in a busy moment"))
    (waiting,) = (shop.home / "spool").glob("*.json")
    assert "busy moment" in waiting.read_text()
    assert "AKIAIOSFODNN7EXAMPLQ" not in waiting.read_text()
    shop.fire(shop.told("claude-code/SessionStart", session_id="the-next-one"))
    assert not list((shop.home / "spool").glob("*"))
    assert [kind for _, kind, body in shop.journal() if "busy moment" in body] == ["prompt"]


def test_a_home_that_cannot_be_used_stops_no_agent_and_its_person_is_told(shop: Shop) -> None:
    shop.home.write_text("a file where the home should be")
    assert set(json.loads(shop.fire(shop.told("claude-code/SessionStart")))) == {"systemMessage"}
    assert shop.fire(shop.told("claude-code/PostToolUse")) == ""


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may write everywhere")
def test_a_home_that_may_not_be_written_stops_no_agent_and_its_person_is_told(shop: Shop) -> None:
    shop.home.mkdir(mode=0o500)
    assert set(json.loads(shop.fire(shop.told("claude-code/SessionStart")))) == {"systemMessage"}


@pytest.mark.parametrize(
    "given", [b"", b"{", b"[1]", b"null", b"\xff\xfe", b'{"session_id": 5, "cwd": [], "prompt": {}}']
)
def test_odd_input_is_no_reason_to_stop_an_agent(shop: Shop, given: bytes) -> None:
    for words in (["claude-code", "UserPromptSubmit"], ["gemini-cli", "NeverHeardOf"]):
        command = [sys.executable, "-m", "standfast", "hook", *words]
        done = subprocess.run(command, cwd=shop.folder, env=shop.env, input=given, capture_output=True, check=False)
        assert (done.returncode, done.stderr) == (0, b"")


def test_a_long_result_is_cut_and_says_so(shop: Shop) -> None:
    shop.fire(shop.told("claude-code/PostToolUse", tool_response={"stdout": "line of output\n" * 40_000}))
    ((_, _, body),) = shop.journal()
    assert len(body) < 20_000
    assert "left out" in body


def test_unknown_fields_of_a_newer_agent_are_no_problem(shop: Shop) -> None:
    shop.fire(shop.told("codex/UserPromptSubmit", brand_new={"deep": [1, 2]}, prompt="Is it still read?"))
    assert "Is it still read?" in shop.journal()[0][2]


@pytest.mark.parametrize("text", [b"garbage = [", b"user = 5", b"a = \xff", b"a = " + b"[" * 5000])
def test_a_broken_configuration_stops_no_agent_and_is_said_once_and_noted(shop: Shop, text: bytes) -> None:
    shop.home.mkdir(parents=True, exist_ok=True)
    (shop.home / "config.toml").write_bytes(text)
    payload = {"session_id": "s1", "cwd": str(shop.folder), "hook_event_name": "SessionStart", "source": "startup"}
    command = [sys.executable, "-m", "standfast", "hook", "claude-code", "SessionStart"]
    said = []
    for _ in range(2):
        given = json.dumps(payload).encode()
        done = subprocess.run(command, cwd=shop.folder, env=shop.env, input=given, capture_output=True, check=True)
        said.append(done.stdout)
    assert b"config.toml" in said[0]
    assert said[1] == b""
    assert (shop.home / "log" / "hooks.log").read_text().count("ConfigError") == 2


FULL = (
    "import resource, signal, sys; signal.signal(signal.SIGXFSZ, signal.SIG_IGN);"
    "resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0));"
    "from standfast.__main__ import main; sys.exit(main())"
)
"""Standfast where no file can grow."""


@pytest.mark.skipif(os.name != "posix", reason="only there a process can be kept from writing")
def test_on_a_full_disk_each_prompt_is_told_so_and_no_tool_call_is(shop: Shop) -> None:
    shop.fire(shop.told("claude-code/SessionStart"))
    said: dict[str, list[bytes]] = {}
    for event in ("UserPromptSubmit", "PostToolUse", "UserPromptSubmit"):
        told = shop.told(f"claude-code/{event}")
        command, given = [sys.executable, "-c", FULL, "hook", *told.words], json.dumps(told.payload).encode()
        done = subprocess.run(
            command, cwd=shop.folder, env={**shop.env, **told.env}, input=given, stdout=-1, check=True
        )
        said.setdefault(event, []).append(done.stdout)
    assert all(b"systemMessage" in text for text in said["UserPromptSubmit"])
    assert said["PostToolUse"] == [b""]


@pytest.mark.skipif(os.name != "posix", reason="only there a process can be kept from writing")
def test_on_a_full_disk_a_command_that_writes_a_file_says_so_and_is_no_bug(shop: Shop) -> None:
    shop.fire(shop.told("claude-code/SessionStart"))
    for words in (["pause"], ["config", "set", "user", "Ana"]):
        command = [sys.executable, "-c", FULL, *words, "--json"]
        done = subprocess.run(command, cwd=shop.folder, env=shop.env, capture_output=True, check=False)
        assert done.returncode == 3
        assert json.loads(done.stderr)["error"]["code"] == "store-full"
