"""What a tool call touches, runs and came to is read alike, whoever made it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from standfast.agents import read_event, reading
from standfast.agents.reading import command_of, has_failed, output_of, shell_files
from standfast.model.session import COMMAND_KEYS
from tests.property.growth import MOST, growth

if TYPE_CHECKING:
    from pathlib import Path


def test_the_light_path_knows_the_same_names_of_a_command_as_the_rest() -> None:
    assert reading.COMMAND_KEYS == COMMAND_KEYS


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("a.txt", "b.txt", "src/c.py"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("x = 1\n")
    return tmp_path


@pytest.mark.parametrize(
    ("command", "reads", "changes"),
    [
        ("cat a.txt", ["a.txt"], []),
        ("head -n 3 a.txt | grep x", ["a.txt"], []),
        ("grep -rn needle src/c.py missing.py", ["src/c.py"], []),
        ("cd src && cat c.py", ["src/c.py"], []),
        ("sed -n 1,20p src/c.py", ["src/c.py"], []),
        ("sed -i 's/x/y/' src/c.py", [], ["src/c.py"]),
        ("sed -i.bak -e 's/x/y/' a.txt b.txt", [], ["a.txt", "b.txt"]),
        ("echo hello >> notes.md", [], ["notes.md"]),
        ("cat a.txt > copy.txt", ["a.txt"], ["copy.txt"]),
        ("cat <<'EOF' > new.py\nprint('cat a.txt')\nEOF", [], ["new.py"]),
        ("printf x | tee -a log.txt", [], ["log.txt"]),
        ("mv a.txt c.txt && rm -f b.txt", [], ["a.txt", "c.txt", "b.txt"]),
        ("bash -lc \"sed -i 's/x/y/' a.txt\"", [], ["a.txt"]),
        ("sudo env A=1 tee conf", [], ["conf"]),
        ("make 2>/dev/null", [], []),
        ("git checkout -- a.txt", [], ["a.txt"]),
        ("echo 'cat a.txt'", [], []),
        ("pytest -q", [], []),
    ],
)
def test_files_read_or_changed_through_the_shell_count(
    folder: Path, command: str, reads: list[str], changes: list[str]
) -> None:
    assert shell_files(command, str(folder)) == (tuple(reads), tuple(changes))


@pytest.mark.parametrize("agent", ["claude-code", "codex", "gemini-cli", "copilot-cli", "qwen-code", "opencode"])
def test_every_agents_shell_call_has_its_files_and_its_command(folder: Path, agent: str) -> None:
    event = {"gemini-cli": "AfterTool", "copilot-cli": "postToolUse", "opencode": "tool.execute.after"}.get(
        agent, "PostToolUse"
    )
    call = {"tool_name": "Bash", "toolName": "Bash"}
    told = {"command": "cat a.txt && echo x >> b.txt"}
    payload = {"session_id": "s", "sessionId": "s", "cwd": str(folder), **call, "tool_input": told, "toolArgs": told}
    _, seen = read_event(agent, event, payload, {})
    assert seen.command == told["command"]
    assert (seen.files, seen.changes) == (("a.txt", "b.txt"), ("b.txt",))


@pytest.mark.parametrize(
    ("response", "failed"),
    [
        ({"exit_code": 1, "stdout": "ok"}, True),
        ({"exitCode": 0, "stdout": "Error: quoted"}, False),
        ({"llmContent": "Command: npm test\nOutput: red\nExit Code: 1\nSignal: (none)"}, True),
        ({"llmContent": "Output: green\nExit Code: 0"}, False),
        ({"resultType": "success", "textResultForLlm": "no such script\n<exited with exit code 1>"}, True),
        ({"resultType": "success", "textResultForLlm": "fine\n<exited with exit code 0>"}, False),
        ({"textResultForLlm": "no\n<shellId: 0 completed with exit code 1>"}, True),
        ({"error": "denied"}, True),
        ("Exit code 127\nnpm: not found", True),
        ("all green", False),
        (None, False),
    ],
)
def test_a_command_that_failed_is_known_to_have(response: Any, *, failed: bool) -> None:
    assert has_failed("npm test", response, tells_exit=True) is failed


@pytest.mark.parametrize(
    ("command", "printed", "failed"),
    [
        ("npm test", "sh: 1: vitest: not found\n", True),
        ("python a.py", "Traceback (most recent call last):\n  File x\nKeyError: 'a'", True),
        ("pytest", "=== 2 failed, 3 passed in 1.2s ===", True),
        ("cargo build", "error[E0308]: mismatched types", True),
        ("cat log.txt", "Traceback (most recent call last):\n", False),
        ("npm test", "Tests: 3 passed", False),
        ("make", "warning: errors are handled in errors.py", False),
    ],
)
def test_where_no_exit_code_is_told_what_was_printed_tells(command: str, printed: str, *, failed: bool) -> None:
    assert has_failed(command, printed, tells_exit=False) is failed


def test_a_command_given_as_words_is_read_as_one() -> None:
    assert command_of({"command": ["bash", "-lc", "npm test"]}) == "npm test"
    assert command_of({"cmd": ["npm", "test"]}) == "npm test"
    assert command_of({"command": "*** Begin Patch\n*** End Patch"}) == ""
    assert output_of({"stdout": "a", "stderr": "b"}) == "a\nb"


@pytest.mark.parametrize("piece", ["a ", "'", '"', "<<E\n", "$(", "\\\n", "; cat a.txt ", ">> f ", "((((", "x=1 "])
def test_reading_a_command_grows_with_its_length(piece: str) -> None:
    assert growth(lambda text: shell_files(text, "."), piece) < MOST
