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
    assert (figures["sessions"], figures["repeated_failures"], figures["way_given_before"]) == (3, 2, 2)
    came = {row["moment"]: row["came"] for row in figures["moments"]}
    assert came == {"start": 3, "prompt": 3, "command": 6, "failure": 3}
    given = [json.loads(line) for line in (bare.folder / "given.jsonl").read_text(encoding="utf-8").splitlines()]
    assert any("pnpm vitest run" in item["line"] for item in given)
    judged = "\n".join(f"shop\t{item['session']}\t{item['event']}\t{item['mark']}\trelevant\tit is" for item in given)
    bare.write("judged.tsv", f"# project\tsession\tevent\tmark\tverdict\twhy\n{judged}\n")
    again = bare.ask("bench", "moments", "sessions.jsonl", "--judged", "judged.tsv")
    assert again["precision"] == 100.0
    assert again["judged"] == len(given)


def test_a_file_that_holds_no_sessions_is_refused(bare: Desk) -> None:
    bare.write("sessions.jsonl", "[1]\n")
    assert bare.fail("bench", "moments", "sessions.jsonl", code=2)["code"] == "bad-record"
