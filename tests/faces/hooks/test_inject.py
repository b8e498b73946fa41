"""What agents are told without asking: little, in their own shape, relevant, new, and never from Stop."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from tests.faces.hooks.conftest import CLAIM, FIXTURES, Shop

STARTS = sorted(
    f"{path.parent.name}/{path.stem}"
    for path in FIXTURES.glob("*/*.json")
    if json.loads(path.read_text())["neutral"]["kind"] == "session-start" and "resume" not in path.stem.lower()
)
STOPS = ["claude-code/Stop", "codex/Stop", "gemini-cli/AfterAgent", "copilot-cli/agentStop", "cursor/stop"]


@pytest.mark.parametrize("name", STARTS)
def test_a_starting_session_is_briefed_in_its_agents_shape(shop: Shop, name: str) -> None:
    shop.remember()
    told = shop.told(name)
    said = shop.fire(told)
    if not told.shape or "KNOWN" not in told.shape:
        assert CLAIM not in said
        return
    if told.shape == "KNOWN":
        assert CLAIM in said
        return
    assert CLAIM in json.dumps(json.loads(said))
    assert shape(json.loads(said)) == shape(json.loads(told.shape))


def shape(value: object) -> object:
    """Return a document's keys without its texts."""
    return {key: shape(item) for key, item in value.items()} if isinstance(value, dict) else type(value).__name__


def test_an_empty_memory_says_nothing(shop: Shop) -> None:
    assert shop.fire(shop.told("claude-code/SessionStart")) == ""


def test_a_session_is_not_told_the_same_twice_but_again_after_a_compaction(shop: Shop) -> None:
    shop.remember()
    assert CLAIM in shop.fire(shop.told("claude-code/SessionStart"))
    assert CLAIM not in shop.fire(shop.told("claude-code/SessionStart-resume"))
    assert CLAIM in shop.fire(shop.told("claude-code/SessionStart-compact"))


def test_codex_keeps_its_brief_over_a_resume_and_is_told_nothing(shop: Shop) -> None:
    shop.remember()
    assert CLAIM in shop.fire(shop.told("codex/SessionStart"))
    assert shop.fire(shop.told("codex/SessionStart-resume")) == ""


def test_a_prompt_gets_what_it_calls_to_mind_once_and_nothing_when_it_calls_nothing(shop: Shop) -> None:
    shop.remember()
    assert shop.fire(shop.told("claude-code/UserPromptSubmit", prompt="Translate the landing page to French")) == ""
    ask = "In which order do refunds take the payment lock?"
    assert CLAIM in shop.fire(shop.told("claude-code/UserPromptSubmit", prompt=ask, prompt_id="one"))
    assert shop.fire(shop.told("claude-code/UserPromptSubmit", prompt=ask, prompt_id="two")) == ""


def test_a_file_brings_what_is_known_about_it_before_it_is_edited_and_only_once(shop: Shop) -> None:
    shop.remember(anchors=["refunds.py"], kind="gotcha")
    (shop.folder / "other.py").write_text("x = 1\n")

    def touching(path: str) -> str:
        inputs = {"file_path": str(shop.folder / path), "old_string": "a", "new_string": "b"}
        return shop.fire(shop.told("claude-code/PreToolUse", tool_name="Edit", tool_input=inputs))

    assert touching("other.py") == ""
    said = json.loads(touching("refunds.py"))["hookSpecificOutput"]
    assert CLAIM in said["additionalContext"]
    assert "permissionDecision" not in said
    assert touching("refunds.py") == ""


@pytest.mark.parametrize("name", STOPS)
def test_the_end_of_a_turn_never_gets_context(shop: Shop, name: str) -> None:
    shop.remember()
    assert shop.fire(shop.told(name)) in ("", "{}")


def test_a_hook_in_the_wrong_configuration_answers_the_agent_that_is_really_there(shop: Shop) -> None:
    shop.remember()
    said = json.loads(shop.fire(shop.told("copilot-cli/from-claude-SessionStart")))
    assert list(said) == ["additionalContext"]
    assert CLAIM in said["additionalContext"]


def test_a_brief_stays_within_what_every_agent_shows_whole(shop: Shop) -> None:
    with shop.memory() as memory:
        for number in range(60):
            memory.remember(
                f"Rule {number}: module m{number} " + "must be kept apart from all others " * 8, kind="convention"
            )
    said = json.loads(shop.fire(shop.told("claude-code/SessionStart")))["hookSpecificOutput"]["additionalContext"]
    assert 1_000 < len(said) <= 9_000


HEAVY = {
    "numpy",
    "rich",
    "asyncio",
    "dataclasses",
    "inspect",
    "logging",
    "argparse",
    "yaml",
    "ast_grep_py",
    "mcp",
    "ssl",
}


@pytest.mark.parametrize("event", ["SessionStart", "UserPromptSubmit", "PostToolUse"])
def test_a_hook_loads_nothing_heavy(shop: Shop, event: str) -> None:
    shop.remember()
    shop.fire(shop.told("claude-code/SessionStart", session_id="before"))  # the project is known by now
    told = shop.told(f"claude-code/{event}")
    code = (
        "import sys, json\nfrom standfast.__main__ import main\n"
        f"main({['hook', *told.words]!r})\nsys.stderr.write(json.dumps(sorted(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=shop.folder,
        env={**shop.env, **told.env},
        input=json.dumps(told.payload).encode(),
        capture_output=True,
        check=True,
        timeout=60,
    )
    modules = set(json.loads(done.stderr))
    assert modules & HEAVY == set()
    assert not [name for name in modules if name.startswith("standfast.agents.edit")]


def test_the_first_session_of_a_clone_that_nobody_read_says_once_what_to_do(shop: Shop) -> None:
    name = next(start for start in STARTS if start.startswith("claude-code/"))
    named = ["git", "-c", "user.name=Ana", "-c", "user.email=ana@example.org"]
    subprocess.run([*named, "commit", "--quiet", "--allow-empty", "-m", "Start"], cwd=shop.folder, check=True)
    assert "standfast up" in shop.fire(shop.told(name, session_id="first"))
    assert "standfast up" not in shop.fire(shop.told(name, session_id="second"))


def test_a_client_that_is_gone_before_its_answer_is_no_failure_of_ours(shop: Shop) -> None:
    shop.remember()
    told = shop.told("claude-code/SessionStart")
    with subprocess.Popen(
        [sys.executable, "-m", "standfast", "hook", *told.words],
        cwd=shop.folder,
        env={**shop.env, **told.env},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as asked:
        assert asked.stdin is not None
        assert asked.stdout is not None
        assert asked.stderr is not None
        asked.stdout.close()  # nobody reads; the hook answers only after it was asked
        asked.stdin.write(json.dumps(told.payload).encode())
        asked.stdin.close()
        assert asked.stderr.read() == b""
    assert asked.returncode == 0
    assert not (shop.home / "log" / "hooks.log").exists()


@pytest.mark.parametrize("written", ["@AGENTS.md\n", "- Never log card numbers.\n", "link"])
def test_what_an_included_or_copied_file_says_is_not_told_to_the_agent_that_has_loaded_it(
    shop: Shop, written: str
) -> None:
    shop.remember()
    (shop.folder / "AGENTS.md").write_text("- Never log card numbers.\n")
    with shop.memory() as memory:
        memory.mine()
    (shop.folder / "CLAUDE.md").write_text("# Notes\n")
    said = shop.fire(shop.told("claude-code/SessionStart"))
    assert CLAIM in said
    assert "card numbers" in said
    (shop.folder / "CLAUDE.md").unlink()
    if written == "link":
        (shop.folder / "CLAUDE.md").symlink_to("AGENTS.md")
    else:
        (shop.folder / "CLAUDE.md").write_text(written)
    said = shop.fire(shop.told("claude-code/SessionStart", session_id="another"))
    assert CLAIM in said
    assert "card numbers" not in said
