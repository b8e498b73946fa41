"""`bench corrections` replays sessions through the hooks and counts what was delivered before it was repeated."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from tests.faces.cli.conftest import Desk


def test_a_repeated_correction_counts_as_delivered_when_the_brief_had_it(desk: Desk, tmp_path: Path) -> None:
    first = [["user", "tidy the api"], ["assistant", "Done."], ["user", "never edit the generated client by hand"]]
    second = [["user", "add a field"], ["assistant", "Done."], ["user", "I said, never edit the generated client"]]
    third = [["user", "and a test"], ["assistant", "Done."], ["user", "no, keep the spelling of colour British"]]
    sessions = [{"session": str(n), "at": "", "turns": turns} for n, turns in enumerate((first, second, third))]
    cases = [
        {"later": "I said, never edit", "need": "(?i)generated client"},
        {"later": "spelling of colour", "need": "(?i)british"},
    ]
    (tmp_path / "sessions.jsonl").write_text("".join(f"{json.dumps(session)}\n" for session in sessions))
    (tmp_path / "cases.json").write_text(json.dumps(cases))
    figures = desk.ask("bench", "corrections", str(tmp_path))
    assert (figures["n"], figures["within_600"], figures["by_brief"]) == (2, 50.0, 1)
    assert figures["missed"] == ["spelling of colour"]
    assert 0 < figures["unconfirmed_tokens_max"] <= 300


def test_a_folder_without_sessions_is_said(desk: Desk, tmp_path: Path) -> None:
    assert desk.fail("bench", "corrections", str(tmp_path), code=2)["code"] == "bad-set"
