"""Completion scripts: made from the parsers, and understood by the shells."""

from __future__ import annotations

import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest

from standfast.cli import list_commands

if TYPE_CHECKING:
    from tests.faces.cli.conftest import Desk


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish", "powershell"])
def test_every_command_and_flag_is_in_the_script(desk: Desk, shell: str) -> None:
    script = desk.run("completion", shell).out
    assert all(name in script for name in list_commands())
    for flag in ("explain", "supersedes", "dry-run", "jsonl", "directory"):
        assert flag in script
    assert desk.ask("completion", shell) == {"shell": shell, "script": script}


@pytest.mark.parametrize(("shell", "check"), [("bash", ["-n"]), ("zsh", ["-n"]), ("fish", ["--no-execute"])])
def test_the_shell_can_parse_it(desk: Desk, shell: str, check: list[str]) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    script = desk.folder / f"completion.{shell}"
    script.write_text(desk.run("completion", shell).out, encoding="utf-8")
    done = subprocess.run([shell, *check, str(script)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("typed", "wanted"),
    [
        ("standfast rem", {"remember"}),
        (
            "standfast re",
            {"recall", "redact", "reindex", "remember", "replay", "restore", "retract", "revert", "review", "revise"},
        ),
        ("standfast recall --exp", {"--explain"}),
        ("standfast -C /tmp recall --kind de", {"decision"}),
        ("standfast feedback abc h", {"helpful"}),
        ("standfast completion z", {"zsh"}),
        ("standfast bench sp", {"speed"}),
        ("standfast import stand", {"standfast"}),
    ],
)
def test_bash_completes_words(desk: Desk, typed: str, wanted: set[str]) -> None:
    if shutil.which("bash") is None:
        pytest.skip("bash is not installed")
    script = desk.folder / "completion.bash"
    script.write_text(desk.run("completion", "bash").out, encoding="utf-8")
    words = typed.split(" ")
    listed = " ".join(f"'{word}'" for word in words)
    ask = f"source '{script}'; COMP_WORDS=({listed}); COMP_CWORD={len(words) - 1}; _standfast; "
    ask += "printf '%s\\n' \"${COMPREPLY[@]}\""
    done = subprocess.run(["bash", "-c", ask], capture_output=True, text=True, check=True)
    assert set(done.stdout.split()) == wanted
