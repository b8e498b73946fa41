"""Whoever waits for a long command is told how far it is, on a terminal and in a log."""

from __future__ import annotations

from argparse import Namespace

import pytest

from standfast.cli import progress
from standfast.cli.face import Face
from standfast.cli.progress import Bar


def told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *, quiet: bool = False) -> list[str]:
    """Count to a hundred, a second each, without a terminal; return the lines."""
    passed = iter(range(1000))
    monkeypatch.setattr(progress.time, "monotonic", lambda: float(next(passed)))
    face = Face(Namespace(json=False, quiet=quiet, store="", directory="."), {})
    with Bar(face, "Reading history") as bar:
        for done in range(100):
            bar(done, 100)
    return capsys.readouterr().err.splitlines()


def test_a_log_gets_a_plain_line_now_and_then(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = told(monkeypatch, capsys)
    assert 5 < len(lines) < 50
    assert all(line.startswith("Reading history: ") and "\x1b" not in line for line in lines)
    assert lines[-1] != lines[0]


def test_who_asked_for_quiet_gets_none(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert told(monkeypatch, capsys, quiet=True) == []
