"""bench moments: sessions go in; what was given before which action, and at what cost, comes out."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.faces.cli.conftest import Desk

FAILED = {"kind": "command", "command": "npm test", "output": "sh: 1: vitest: not found", "failed": True}
WORKED = {"kind": "command", "command": "pnpm vitest run", "output": "12 passed", "failed": False}
SESSIONS = [
    {
        "session": f"s{day}",
        "at": f"2026-03-0{day}T10:00:00+00:00",
        "events": [{"kind": "prompt", "text": "Please run the tests of the basket"}, FAILED, WORKED],
    }
    for day in (1, 2, 3)
]


def test_the_way_out_of_a_failure_is_given_before_it_comes_again(bare: Desk) -> None:
    bare.write("sessions.jsonl", "".join(json.dumps(session) + "\n" for session in SESSIONS))
    figures = bare.ask("bench", "moments", "sessions.jsonl", "--given", "given.jsonl")
    assert (figures["sessions"], figures["repeated_failures"]) == (3, 2)
    assert (figures["repeated_as_expected"], figures["way_known"], figures["way_given_before"]) == (0, 2, 2)
    came = {row["moment"]: row["came"] for row in figures["moments"]}
    assert came == {"start": 3, "prompt": 3, "command": 6, "failure": 3}
    given = [json.loads(line) for line in (bare.folder / "given.jsonl").read_text(encoding="utf-8").splitlines()]
    assert any("pnpm vitest run" in item["line"] for item in given)
    judged = "\n".join(f"shop\t{item['session']}\t{item['event']}\t{item['mark']}\tno\tyes\tit is" for item in given)
    bare.write("judged.tsv", f"# project\tsession\tevent\tmark\tof use\trelevant\twhy\n{judged}\n")
    again = bare.ask("bench", "moments", "sessions.jsonl", "--judged", "judged.tsv")
    assert (again["of_use"], again["precision"]) == (0.0, 100.0)
    assert again["judged"] == len(given)


def test_a_failure_that_no_other_command_would_have_spared_counts_as_expected(bare: Desk) -> None:
    absent = {
        "kind": "command",
        "command": "ls dist/",
        "output": "ls: dist/: No such file or directory",
        "failed": True,
    }
    complaint = "shell: profile: command not found"
    noisy = {"kind": "command", "command": "node work.js", "output": complaint, "failed": True}
    quiet = {"kind": "command", "command": "node other.js", "output": f"{complaint}\ndone", "failed": False}
    other = {**absent, "command": "ls docs/", "output": "ls: docs/: No such file or directory"}
    events = [[absent, noisy, quiet], [absent, noisy, other]]
    sessions = [{**record, "events": done} for record, done in zip(SESSIONS, events, strict=False)]
    bare.write("sessions.jsonl", "".join(json.dumps(session) + "\n" for session in sessions))
    figures = bare.ask("bench", "moments", "sessions.jsonl")
    assert (figures["repeated_failures"], figures["repeated_as_expected"], figures["way_known"]) == (2, 2, 0)


def test_a_file_that_holds_no_sessions_is_refused(bare: Desk) -> None:
    bare.write("sessions.jsonl", "[1]\n")
    assert bare.fail("bench", "moments", "sessions.jsonl", code=2)["code"] == "bad-record"
