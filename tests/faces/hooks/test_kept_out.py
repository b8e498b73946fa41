"""What a person keeps out is never put on record: not its content, not what a tool printed of it, whichever agent."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from standfast.errors import Refused
from standfast.memory import Memory
from standfast.model.source import Source

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.faces.hooks.conftest import Shop

SECRET = "zanzibar-ledger-rate"
PLAIN = "an-ordinary-line"
# How each agent reports a tool call: its event, and the names of tool, arguments and answer.
AGENTS = {
    "claude-code": ("claude-code/PostToolUse", "tool_name", "tool_input", "tool_response", "tool_use_id"),
    "codex": ("codex/PostToolUse", "tool_name", "tool_input", "tool_response", "tool_use_id"),
    "gemini-cli": ("gemini-cli/AfterTool", "tool_name", "tool_input", "tool_response", "call"),
    "copilot-cli": ("copilot-cli/postToolUse", "toolName", "toolArgs", "toolResult", "call"),
}


@pytest.fixture
def kept(shop: Shop) -> Shop:
    """A shop in which a person keeps `private` out."""
    keep_out(shop, "private/**")
    (shop.folder / "private").mkdir()
    (shop.folder / "private" / "rates.py").write_text(f"RATE = '{SECRET}'\n")
    (shop.folder / "shortcut").symlink_to("private")
    return shop


def keep_out(shop: Shop, *entries: str) -> None:
    shop.home.mkdir(exist_ok=True)
    (shop.home / "config.toml").write_text(f"keep_out = {json.dumps(entries)}\n")


def call(shop: Shop, agent: str, tool: str, arguments: Any, answer: Any) -> None:
    """Let an agent report a tool call."""
    name, tool_key, input_key, answer_key, id_key = AGENTS[agent]
    number = str(abs(hash((tool, json.dumps(arguments), json.dumps(answer)))))
    shop.fire(shop.told(name, **{tool_key: tool, input_key: arguments, answer_key: answer, id_key: number}))


def on_disk(shop: Shop, word: str) -> bool:
    """Tell whether any file of the home or any event holds a word."""
    files = [path for path in shop.home.rglob("*") if path.is_file()]
    return any(word.encode() in path.read_bytes() for path in files) or word in json.dumps(shop.journal())


@pytest.mark.parametrize("agent", AGENTS)
def test_no_way_of_an_agent_to_a_kept_out_file_is_put_on_record(kept: Shop, agent: str) -> None:
    line = f"RATE = '{SECRET}'\n"
    path = str(kept.folder / "private" / "rates.py")
    call(kept, agent, "read_file", {"file_path": path}, line)
    call(kept, agent, "Edit", {"file_path": "private/rates.py", "old_string": "1", "new_string": SECRET}, "done")
    patch = f"*** Begin Patch\n*** Update File: private/rates.py\n+{SECRET}\n*** End Patch"
    call(kept, agent, "apply_patch", {"input": patch}, "done")
    for command in (
        "cat private/rates.py",
        "cd private && cat rates.py",
        "sh -c 'cat private/*'",
        "cat pri*/rates.py",
        "cat shortcut/rates.py",
        "D=private; head $D/rates.py",
        f"cat {path} | wc -l",
        "git -C private log -p",
        f"echo {SECRET} >> private/rates.py",
        "find . -name '*.py' -exec cat {} +",
        "git ls-files | xargs cat",
        "grep -rh RATE .",
        'for f in $(ls); do cat "$f"/*; done',
    ):
        call(kept, agent, "Bash", {"command": command}, {"stdout": line, "stderr": ""})
    call(kept, agent, "Grep", {"pattern": "RATE"}, f"private/rates.py:1:{line}")
    diff = f"diff --git a/private/rates.py b/private/rates.py\n+{line}"
    call(kept, agent, "Bash", {"command": "git diff"}, {"stdout": diff, "stderr": ""})
    trace = f'File "{path}", line 1\n  {line}'
    call(kept, agent, "Bash", {"command": "make test"}, {"stdout": "", "stderr": trace})
    assert not on_disk(kept, SECRET)
    assert "git diff" in json.dumps(kept.journal())  # that a command ran is no secret
    call(kept, agent, "Bash", {"command": "cat refunds.py"}, {"stdout": PLAIN, "stderr": ""})
    assert on_disk(kept, PLAIN)


def test_an_answer_about_a_kept_out_file_is_not_kept_and_a_prompt_only_in_the_persons_own_words(kept: Shop) -> None:
    kept.fire(kept.told("claude-code/SessionStart"))
    said = f"Look at private/rates.py, please:\n```\nRATE = '{SECRET}'\n```\n"
    kept.fire(kept.told("claude-code/UserPromptSubmit", prompt=said))
    answer = f"In `private/rates.py` the rate is {SECRET}."
    kept.fire(kept.told("claude-code/Stop", last_assistant_message=answer))
    kept.fire(kept.told("claude-code/SessionEnd"))
    assert not on_disk(kept, SECRET)
    assert any("Look at private/rates.py" in body for _, _, body in kept.journal())


@pytest.mark.parametrize(
    ("entry", "agent", "names"),
    [
        ("{folder}", "claude-code", ("SessionStart", "UserPromptSubmit", "Stop", "SessionEnd")),
        ("{folder}/**", "codex", ("SessionStart", "UserPromptSubmit", "Stop", "SessionEnd")),
        ("**", "gemini-cli", ("SessionStart", "BeforeAgent", "AfterAgent", "SessionEnd")),
    ],
)
def test_a_kept_out_project_captures_and_learns_nothing(shop: Shop, entry: str, agent: str, names: list[str]) -> None:
    keep_out(shop, entry.format(folder=shop.folder))
    start, prompt, stop, end = (f"{agent}/{name}" for name in names)
    order = f"remember that from now on the rate is {SECRET}"
    shop.fire(shop.told(start))
    told = shop.fire(shop.told(prompt, prompt=order))
    shop.fire(shop.told(stop, last_assistant_message=f"It is {SECRET}.", prompt_response=SECRET))
    shop.fire(shop.told(end))
    assert SECRET not in told
    assert not on_disk(shop, SECRET)
    with shop.memory() as memory:
        assert memory.sessions.list() == []
        assert memory.status().known == 0


def test_what_another_project_says_is_captured_though_one_is_kept_out(shop: Shop) -> None:
    keep_out(shop, f"{shop.folder}-other", "~/elsewhere")
    shop.fire(shop.told("claude-code/UserPromptSubmit", prompt=f"remember that the rate is {SECRET}"))
    assert on_disk(shop, SECRET)


def test_a_session_that_works_inside_a_kept_out_folder_leaves_nothing(kept: Shop) -> None:
    kept.fire(kept.told("claude-code/UserPromptSubmit", prompt=SECRET, cwd=str(kept.folder / "private")))
    assert kept.journal() == []


def test_an_agent_cannot_remember_what_is_kept_out_while_a_person_can(kept: Shop) -> None:
    agent = Memory(kept.memory().context.settings, Source("agent", "codex", session="s1"), kept.folder)
    with agent as memory, pytest.raises(Refused) as refused:
        memory.remember("The rate is one", anchors=["private/rates.py"])
    assert refused.value.code == "kept-out"
    kept.remember("Ask Ana before you touch private/rates.py", anchors=["private/rates.py"])


def test_no_field_that_an_agent_fills_names_what_is_kept_out(kept: Shop) -> None:
    name = "private/rates.py"
    with Memory(kept.memory().context.settings, Source("agent", "codex", session="s1"), kept.folder) as memory:
        known = memory.remember("Refunds are booked at night").id
        tries: list[Callable[[], object]] = [
            lambda: memory.remember("It is kept there", title=f"{name} says"),
            lambda: memory.remember("It is kept there", why=f"{name} says so"),
            lambda: memory.remember("It is kept there", tags=[name]),
            lambda: memory.remember("It is kept there", evidence=[f"file:{name}"]),
            lambda: memory.remember("It is kept there", scope="path:private/**"),
            lambda: memory.feedback(known, "wrong", note=f"{name} says otherwise"),
            lambda: memory.verify(known, note=f"I read {name}"),
            lambda: memory.retract(known, reason=f"{name} says otherwise"),
        ]
        for attempt in tries:
            with pytest.raises(Refused) as refused:
                attempt()
            assert refused.value.code == "kept-out"
        memory.retract(known, reason="it is booked at noon")


def test_history_and_transcripts_teach_nothing_of_a_kept_out_folder(kept: Shop) -> None:
    def git(*words: str) -> None:
        author = ["-c", "user.name=Ana", "-c", "user.email=ana@example.org"]
        subprocess.run(["git", *author, *words], cwd=kept.folder, check=True, env=kept.env, capture_output=True)

    git("add", "private")
    git("commit", "-m", f"Take the rate from the {SECRET} of last year")
    (kept.folder / "private" / "more.py").write_text("x = 1\n")
    (kept.folder / "beside.py").write_text("x = 1\n")
    git("add", "private", "beside.py")
    git("commit", "-m", f"Retry the lock\n\nWe decided on the {SECRET} of private/more.py because the other one raced.")
    git("add", "refunds.py")
    git("commit", "-m", f"Lock refunds by payment because two raced: {PLAIN}")
    run = [sys.executable, "-m", "standfast"]
    subprocess.run([*run, "init", "--yes"], cwd=kept.folder, env=kept.env, check=True, capture_output=True)
    assert on_disk(kept, PLAIN)
    assert not on_disk(kept, SECRET)
    transcript = Path(kept.home.parent) / "session.jsonl"
    rows = [
        {"type": "user", "message": {"role": "user", "content": "Which rate do we use?"}},
        {
            "type": "assistant",
            "message": {
                "role": "assistant",
                "content": [{"type": "tool_use", "id": "t1", "name": "Bash", "input": {"command": "cat private/*"}}],
            },
        },
        {
            "type": "user",
            "message": {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t1", "content": SECRET}]},
        },
    ]
    base = {"sessionId": "s9", "cwd": str(kept.folder), "timestamp": "2026-11-01T10:00:00Z"}
    transcript.write_text("".join(json.dumps({**base, "uuid": f"u{at}", **row}) + "\n" for at, row in enumerate(rows)))
    subprocess.run([*run, "import", "claude-code", str(transcript)], cwd=kept.folder, env=kept.env, check=True)
    assert not on_disk(kept, SECRET)
    assert any("Which rate" in body for _, _, body in kept.journal())
