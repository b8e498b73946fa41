"""The program itself: help, versions, mistakes, bugs, pipes and encodings."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

import standfast
from standfast.__main__ import main
from standfast.cli import GROUPS, list_commands, module_of
from standfast.cli.parser import build_parser

if TYPE_CHECKING:
    from tests.faces.cli.conftest import Desk

COMMANDS = sorted(list_commands())


def test_the_program_alone_lists_every_command(desk: Desk) -> None:
    done = desk.run()
    assert done.code == 0
    assert all(f"  {name} " in done.out for name in COMMANDS)
    assert all(title in done.out for title in GROUPS)


@pytest.mark.parametrize("words", [["--help"], ["-h"], ["help"], ["--json", "--help"]])
def test_help_can_be_asked_for_in_several_ways(desk: Desk, words: list[str]) -> None:
    done = desk.run(*words)
    assert (done.code, done.err) == (0, "")
    assert "usage: standfast" in done.out


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_examples(desk: Desk, command: str) -> None:
    done = desk.run(command, "--help")
    assert (done.code, done.err) == (0, "")
    assert f"usage: standfast {command}" in done.out
    assert "examples:\n  standfast" in done.out or "examples:\n  " in done.out
    assert "--json" in done.out
    assert "--store" in done.out
    assert desk.run("help", command).out == done.out


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_lives_in_a_module_of_its_name(command: str) -> None:
    assert module_of(command).rsplit(".", 1)[1].rstrip("_") == command
    assert build_parser(command).prog == f"standfast {command}"


@pytest.mark.parametrize("command", ["hook", "mcp"])
def test_what_agents_call_has_the_same_help_as_every_command(
    desk: Desk, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    wanted = desk.run("help", command).out
    assert main([command, "--help"]) == 0
    assert capsys.readouterr().out == wanted


def test_mcp_takes_the_flags_of_every_command_and_explains_mistakes(desk: Desk) -> None:
    done = desk.start("mcp", "-C", str(desk.folder), "--profile", "reader")
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    done = desk.start("mcp", "--profile", "root", "--json")
    assert (done.returncode, done.stdout) == (2, b"")
    assert json.loads(done.stderr)["error"]["code"] == "usage"


def test_the_version_is_printed(desk: Desk, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"standfast {standfast.__version__}\n"
    assert desk.run("--version").out == f"standfast {standfast.__version__}\n"


def test_an_unknown_command_names_the_nearest(desk: Desk) -> None:
    error = desk.fail("remembr", code=2)
    assert error["code"] == "unknown-command"
    assert "standfast remember" in error["hint"]
    assert "--help" in desk.fail("xyzzy", code=2)["hint"]


def test_flags_may_stand_before_or_after_the_command(desk: Desk) -> None:
    desk.remember("One thing")
    assert desk.run("--json", "status").json == desk.run("status", "--json").json


def test_a_flag_without_a_command_or_a_value_is_refused(desk: Desk) -> None:
    assert desk.fail("--frobnicate", code=2)["code"] == "usage"
    done = desk.run("--json", "-C")
    assert (done.code, done.error["code"]) == (2, "usage")


@pytest.mark.parametrize(
    "words",
    [
        ["recall"],
        ["recall", "x", "--limit", "many"],
        ["recall", "x", "--unknown"],
        ["show"],
        ["supersede", "one"],
        ["remember"],
        ["revise", "ab12"],
        ["purge", "--yes"],
        ["revert"],
        ["group", "frob", "x"],
        ["group", "join"],
        ["completion", "tcsh"],
        ["import", "nowhere", "x"],
        ["log", "--limit", "-1"],
        ["brief", "--budget", "-5"],
    ],
)
def test_wrong_usage_ends_with_2_and_one_json_error(desk: Desk, words: list[str]) -> None:
    error = desk.fail(*words, code=2)
    assert error["message"]
    assert error["hint"]


def test_people_read_errors_as_text_with_a_hint_and_the_code(desk: Desk) -> None:
    done = desk.run("show", "zzzz")
    assert done.code == 1
    assert done.out == ""
    assert "[not-found]" in done.err
    assert "{" not in done.err


def test_a_missing_folder_is_wrong_usage(desk: Desk) -> None:
    done = desk.run("-C", str(desk.folder / "nowhere"), "status", "--json")
    assert done.code == 2
    assert done.error["code"] == "no-folder"


def test_a_bug_is_one_line_and_70_and_a_traceback_only_when_asked_for(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    import standfast.cli.status

    def broken(args: object, face: object) -> int:
        raise ZeroDivisionError("an unlucky number")

    monkeypatch.setattr(standfast.cli.status, "run", broken)
    done = desk.run("status", env={"STANDFAST_DEBUG": ""})
    assert done.code == 70
    assert len(done.err.splitlines()) == 1
    assert "an unlucky number" in done.err
    assert desk.fail("status", code=70)["code"] == "bug"
    assert "Traceback" in desk.run("status", env={"STANDFAST_DEBUG": "1"}).err


def test_an_interrupt_ends_quietly(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    import standfast.cli.status

    def interrupted(args: object, face: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(standfast.cli.status, "run", interrupted)
    assert desk.run("status") == (130, "", "")


def test_output_is_utf8_whatever_the_locale_says(desk: Desk) -> None:
    text = "Grüße, 世界 🌍: naïve résumé"
    done = desk.start("remember", text, "--json", env={"LC_ALL": "C", "PYTHONIOENCODING": "latin-1", "PYTHONUTF8": "0"})
    assert done.returncode == 0, done.stderr
    identity = json.loads(done.stdout)["id"]
    shown = desk.start("show", identity, env={"PYTHONIOENCODING": "ascii"})
    assert text.encode() in shown.stdout
    assert desk.ask("show", identity)["text"] == text


@pytest.mark.skipif(os.name != "posix", reason="pipes break with a signal only there")
def test_a_reader_that_goes_away_is_no_error(desk: Desk) -> None:
    records = "".join(json.dumps({"text": f"Fact number {number} " + "words " * 50}) + "\n" for number in range(300))
    assert desk.run("remember", "--jsonl", given=records).code == 0
    source = os.path.dirname(os.path.dirname(standfast.__file__))  # noqa: PTH120
    process = subprocess.Popen(
        [sys.executable, "-m", "standfast", "export"],
        cwd=desk.folder,
        env={**desk.env, "PYTHONPATH": source},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.readline()
    process.stdout.close()
    complaint = process.stderr.read()
    assert process.wait(timeout=60) == 0
    assert complaint == b""
    process.stderr.close()


def test_quiet_says_nothing_beyond_the_answer(desk: Desk) -> None:
    identity = desk.remember("Something to retract")
    loud = desk.run("retract", identity)
    assert "→" in loud.out
    assert "→" not in desk.run("restore", identity, "--quiet").out
    assert "→" not in desk.run("retract", identity, "--quiet").out


def test_json_is_exactly_one_document(desk: Desk) -> None:
    desk.remember("One thing")
    for words in (["status"], ["log"], ["recall", "thing"], ["brief"], ["review"], ["sessions"], ["scan"], ["doctor"]):
        done = desk.run(*words, "--json")
        assert done.code == 0, done.err
        assert isinstance(done.json, dict)
        assert done.err == ""


def test_a_word_after_two_dashes_is_text(desk: Desk) -> None:
    done = desk.run("--json", "remember", "--", "--json is a flag of every command")
    assert done.code == 0
    assert desk.ask("show", done.json["id"])["text"] == "--json is a flag of every command"


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (["recall", "x", "--knd", "decision"], "--kind"),
        (["brief", "--file", "a.py"], "--files"),
        (["recall", "--hls-segment-ignore-names"], "standfast recall -- --hls-segment-ignore-names"),
    ],
)
def test_an_option_that_is_none_is_answered_with_what_was_probably_meant(
    desk: Desk, words: list[str], hint: str
) -> None:
    assert hint in desk.fail(*words, code=2)["hint"]


def test_a_value_below_zero_is_no_option(desk: Desk) -> None:
    assert "no option" not in desk.fail("recall", "x", "--limit", "-5", code=2)["message"]
