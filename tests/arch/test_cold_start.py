"""What each entry loads: nothing heavy before it is needed. Read in a fresh process, where it counts."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

import standfast

if TYPE_CHECKING:
    from pathlib import Path

HEAVY = {"numpy", "rich", "pydantic", "asyncio", "httpx", "mcp", "starlette", "urllib.request", "yaml", "ast_grep_py"}
READ = """
import json, sys
from standfast.__main__ import main
code = main({words!r})
print("\\n" + json.dumps([code, sorted(sys.modules)]), file=sys.__stdout__)
"""
COMPILED = """
import json, re, sys
real, seen = re.compile, []
def compiling(pattern, flags=0):
    caller = sys._getframe(1)
    if caller.f_code.co_name == "<module>" and caller.f_globals["__name__"].startswith("standfast"):
        seen.append(caller.f_globals["__name__"])
    return real(pattern, flags)
re.compile = compiling
from standfast.__main__ import main
main({words!r})
print("\\n" + json.dumps(sorted(set(seen))), file=sys.__stdout__)
"""

COUNTED = """
import json, re._compiler, sqlite3, sys
real, seen = re._compiler.compile, []
def compiling(pattern, flags=0):
    seen.append(pattern)
    return real(pattern, flags)
re._compiler.compile = compiling
from standfast.__main__ import main
main({words!r})
print("\\n" + str(len(seen)), file=sys.__stdout__)
"""


def loaded(folder: Path, *words: str, given: bytes = b"") -> set[str]:
    """Run Standfast in a fresh process and return the modules it had loaded at the end."""
    source = os.path.dirname(os.path.dirname(standfast.__file__))  # noqa: PTH120
    env = {**os.environ, "PYTHONPATH": source, "STANDFAST_HOME": str(folder / "home")}
    command = [sys.executable, "-c", READ.format(words=list(words))]
    done = subprocess.run(command, cwd=folder, env=env, input=given, capture_output=True, check=False, timeout=60)
    assert done.returncode == 0, done.stderr
    code, modules = json.loads(done.stdout.splitlines()[-1])
    assert code == 0, done.stderr
    return set(modules)


def heavy(modules: set[str]) -> set[str]:
    """Return what should not be there."""
    return modules & HEAVY


def commands(modules: set[str]) -> set[str]:
    """Return the command modules among those loaded."""
    from standfast.cli import list_commands, module_of

    return modules & {module_of(name) for name in list_commands()}


def test_the_version_loads_nothing_but_itself(tmp_path: Path) -> None:
    modules = loaded(tmp_path, "--version")
    assert {name for name in modules if name.startswith("standfast")} == {"standfast", "standfast.__main__"}
    assert "argparse" not in modules


def test_the_help_loads_no_command(tmp_path: Path) -> None:
    modules = loaded(tmp_path, "--help")
    assert commands(modules) == set()
    assert heavy(modules) == set()
    assert "standfast.memory" not in modules


def test_a_hook_is_light(tmp_path: Path) -> None:
    payload = {"session_id": "s", "cwd": str(tmp_path), "hook_event_name": "UserPromptSubmit", "prompt": "Hello there"}
    modules = loaded(tmp_path, "hook", "claude-code", "UserPromptSubmit", given=json.dumps(payload).encode())
    assert heavy(modules) == set()
    assert not modules & {"argparse", "dataclasses", "logging", "importlib.metadata"}
    assert {name for name in modules if name.startswith("standfast.cli")} == {"standfast.cli", "standfast.cli.hook"}


def test_a_hook_of_a_home_that_is_there_loads_no_library_it_can_do_without(tmp_path: Path) -> None:
    payload = {"session_id": "s", "cwd": str(tmp_path), "hook_event_name": "UserPromptSubmit", "prompt": "Hello there"}
    for _ in range(2):
        modules = loaded(tmp_path, "hook", "claude-code", "UserPromptSubmit", given=json.dumps(payload).encode())
    assert not modules & {"shutil", "threading", "tempfile", "subprocess", "hashlib"}


def test_no_hook_learns_by_itself_and_a_start_after_which_nothing_waits_starts_no_process(tmp_path: Path) -> None:
    def hook(event: str, session: str, **more: str) -> set[str]:
        payload = {"session_id": session, "cwd": str(tmp_path), "hook_event_name": event, **more}
        return loaded(tmp_path, "hook", "claude-code", event, given=json.dumps(payload).encode())

    assert "subprocess" not in hook("SessionStart", "s1", source="startup")
    hook("UserPromptSubmit", "s1", prompt="No, never use npm here, we always use pnpm.")
    for modules in (hook("SessionStart", "s2", source="startup"), hook("SessionEnd", "s1", reason="exit")):
        assert "standfast.context.aside" in modules
        assert not modules & {"standfast.verbs.learn", "standfast.learn.session.read", "standfast.verbs.follow_files"}
        assert not modules & {"standfast.learn.message", "standfast.text.markup"}  # what documents decided needs them


@pytest.mark.parametrize(
    ("event", "more"),
    [
        ("UserPromptSubmit", {"prompt": "Why do we key the payment lock by the payment and not by the basket?"}),
        ("PreToolUse", {"tool_name": "Edit", "tool_input": {"file_path": "pay.py"}}),
        ("PreToolUse", {"tool_name": "Bash", "tool_input": {"command": "make deploy"}}),
    ],
)
def test_a_moment_at_which_history_speaks_loads_nothing_that_runs_git_once_git_was_asked(
    tmp_path: Path, event: str, more: dict[str, object]
) -> None:
    repo = tmp_path / "shop"
    repo.mkdir()
    git = ["git", "-c", "user.name=a", "-c", "user.email=a@example.com"]
    (repo / "pay.py").write_text("def refund(payment_id):\n    return lock_by_payment(payment_id)\n", encoding="utf-8")
    message = (
        "Key the payment lock by the payment instead of the basket\n\nBecause one basket may be paid in two parts."
    )
    for command in (["init", "--quiet"], ["add", "."], ["commit", "--quiet", "-m", message]):
        subprocess.run([*git, *command], cwd=repo, check=True)
    env = {**os.environ, "STANDFAST_HOME": str(repo / "home")}
    me = [sys.executable, "-m", "standfast"]
    subprocess.run([*me, "init", "--yes"], cwd=repo, env=env, check=True, capture_output=True, timeout=60)
    subprocess.run([*me, "remember", "Run `make deploy` only from a clean tree"], cwd=repo, env=env, check=True)
    modules: set[str] = set()
    for number in range(2):
        payload = {"session_id": f"s{number}", "cwd": str(repo), "hook_event_name": event, **more}
        modules = loaded(repo, "hook", "claude-code", event, given=json.dumps(payload).encode())
    assert "standfast.moments.tell" in modules
    assert not modules & {"standfast.code.git", "subprocess", "typing", "standfast.learn.session.belief.for_brief"}
    assert {name for name in modules if name.startswith("standfast.agents.c")} <= {
        "standfast.agents.claude_code",
        "standfast.agents.contract",
    }


@pytest.mark.parametrize(
    ("event", "more"),
    [
        ("SessionStart", {"source": "startup"}),
        ("UserPromptSubmit", {"prompt": "Which key has the payment lock?"}),
        ("PreToolUse", {"tool_name": "Edit", "tool_input": {"file_path": "a.py"}}),
        ("PostToolUse", {"tool_name": "Bash", "tool_input": {"command": "cat a.py"}, "tool_response": "text"}),
    ],
)
def test_a_hook_compiles_hardly_anything_before_it_is_used(tmp_path: Path, event: str, more: dict[str, object]) -> None:
    (tmp_path / "a.py").write_text("def refund(): ...\n", encoding="utf-8")
    (tmp_path / "AGENTS.md").write_text("Run `make test` before every push.\n", encoding="utf-8")
    payload = {"session_id": "s", "cwd": str(tmp_path), "hook_event_name": event, **more}
    source = os.path.dirname(os.path.dirname(standfast.__file__))  # noqa: PTH120
    env = {**os.environ, "PYTHONPATH": source, "STANDFAST_HOME": str(tmp_path / "home")}
    command = [sys.executable, "-c", COMPILED.format(words=["hook", "claude-code", event])]
    given = json.dumps(payload).encode()
    done = subprocess.run(command, cwd=tmp_path, env=env, input=given, capture_output=True, check=True, timeout=60)
    assert len(json.loads(done.stdout.splitlines()[-1])) <= 3


def test_what_one_hook_compiled_the_next_only_reads(tmp_path: Path) -> None:
    source = os.path.dirname(os.path.dirname(standfast.__file__))  # noqa: PTH120
    env = {**os.environ, "PYTHONPATH": source, "STANDFAST_HOME": str(tmp_path / "home")}
    prompt = "Don't use the shell for that, we decided on make because it is faster."
    payload = {"session_id": "s", "cwd": str(tmp_path), "hook_event_name": "UserPromptSubmit", "prompt": prompt}
    command = [sys.executable, "-c", COUNTED.format(words=["hook", "claude-code", "UserPromptSubmit"])]
    counts = []
    for number in range(3):
        given = json.dumps({**payload, "session_id": f"s{number}"}).encode()
        done = subprocess.run(command, cwd=tmp_path, env=env, input=given, capture_output=True, check=True, timeout=60)
        counts.append(int(done.stdout.splitlines()[-1]))
    assert counts[2] * 3 <= counts[0]


@pytest.mark.parametrize(
    ("event", "more"),
    [
        ("PreToolUse", {"tool_name": "Edit", "tool_input": {"file_path": "a.py"}}),
        ("PreToolUse", {"tool_name": "Bash", "tool_input": {"command": "npm run deploy"}}),
        ("PostToolUseFailure", {"tool_name": "Bash", "tool_input": {"command": "make"}, "error": "LockError: held"}),
    ],
)
def test_a_moment_compiles_what_is_the_programs_own_once_for_a_home(
    tmp_path: Path, event: str, more: dict[str, object]
) -> None:
    (tmp_path / "a.py").write_text("def refund(): ...\n", encoding="utf-8")
    source = os.path.dirname(os.path.dirname(standfast.__file__))  # noqa: PTH120
    env = {**os.environ, "PYTHONPATH": source, "STANDFAST_HOME": str(tmp_path / "home")}
    command = [sys.executable, "-c", COUNTED.format(words=["hook", "claude-code", event])]
    counts = []
    for number in range(3):
        payload = {"session_id": f"s{number}", "cwd": str(tmp_path), "hook_event_name": event, **more}
        given = json.dumps(payload).encode()
        done = subprocess.run(command, cwd=tmp_path, env=env, input=given, capture_output=True, check=True, timeout=60)
        counts.append(int(done.stdout.splitlines()[-1]))
    assert counts[0] > counts[2] <= 3


def test_a_hook_that_leaves_early_has_written_its_whole_answer(tmp_path: Path) -> None:
    source = os.path.dirname(os.path.dirname(standfast.__file__))  # noqa: PTH120
    env = {**os.environ, "PYTHONPATH": source, "STANDFAST_HOME": str(tmp_path / "home")}
    me = [sys.executable, "-m", "standfast"]
    text = "The payment lock is keyed by payment_id, see the ledger. " * 20
    subprocess.run([*me, "remember", text], cwd=tmp_path, env=env, check=True, capture_output=True, timeout=60)
    payload = {"session_id": "s", "cwd": str(tmp_path), "hook_event_name": "SessionStart", "source": "startup"}
    command = [*me, "hook", "claude-code", "SessionStart"]
    given = json.dumps(payload).encode()
    done = subprocess.run(command, cwd=tmp_path, env=env, input=given, capture_output=True, check=True, timeout=60)
    assert "payment_id" in json.loads(done.stdout)["hookSpecificOutput"]["additionalContext"]


def test_mcp_starts_light(tmp_path: Path) -> None:
    modules = loaded(tmp_path, "mcp")
    assert heavy(modules) == set()
    assert not modules & {"argparse", "dataclasses", "logging", "standfast.memory", "standfast.context.context"}


@pytest.mark.parametrize(
    "words",
    [
        ["status"],
        ["log"],
        ["review"],
        ["sessions"],
        ["remember", "A memory of some length"],
        ["brief"],
        ["redact", "--jsonl"],
        ["screen", "--jsonl"],
    ],
)
def test_everyday_commands_load_nothing_heavy_and_no_other_command(tmp_path: Path, words: list[str]) -> None:
    modules = loaded(tmp_path, *words, given=b'{"text": "hello"}\n')
    assert heavy(modules) == set()
    helpers = {"standfast.cli.remember", "standfast.cli.show", "standfast.cli.redact", "standfast.cli.status"}
    assert commands(modules) - helpers <= {f"standfast.cli.{words[0]}"}


def test_an_anchored_memory_is_checked_without_anything_heavy_for_plain_paths(tmp_path: Path) -> None:
    subprocess.run(["git", "init", "--quiet"], cwd=tmp_path, check=True)
    (tmp_path / "a.txt").write_text("text\n", encoding="utf-8")
    modules = loaded(tmp_path, "remember", "About the file", "--anchor", "a.txt")
    assert not modules & {"rich", "pydantic", "asyncio", "httpx", "mcp"}
