"""The way out on the command line: export for others, its preview, and the purge that a scan offers."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.faces.cli.conftest import Desk


def test_the_preview_shows_exactly_what_leaves_and_why_the_rest_stays(desk: Desk) -> None:
    shared = desk.remember("Locks are keyed by payment_id. Ask eve@acme-payments.io.", "--kind", "decision")
    liked = desk.remember("Prefers short answers.", "--kind", "preference")
    mine = desk.remember("My own note.", "--scope", "user")
    tried = desk.remember("A queue was tried and was slow.", "--kind", "attempt")
    told = desk.remember("A cache was tried and was stale.", "--kind", "attempt", "--tag", "shared")
    preview = desk.ask("export", "--for-others", "--preview")
    assert {item["id"] for item in preview["released"]} == {shared, told}
    assert {item["id"] for item in preview["withheld"]} == {liked, mine, tried}
    assert all(item["reason"] for item in preview["withheld"])
    written = [json.loads(line) for line in desk.run("export", "--for-others").out.splitlines()]
    assert written == [item["record"] for item in preview["released"]]
    assert "eve@acme-payments.io" not in str(written)
    assert shared not in str(written)
    shown = desk.run("export", "--for-others", "--preview").out
    assert liked in shown
    assert json.dumps(written[0], ensure_ascii=False) in shown


def test_what_others_get_waits_for_their_review(desk: Desk) -> None:
    desk.remember("Locks are keyed by payment_id.", "--kind", "decision", "--anchor", "src/locks.py")
    sent = desk.run("export", "--for-others").out
    there = {"STANDFAST_HOME": str(desk.folder.parent / "other-home")}
    done = desk.run("remember", "--jsonl", given=sent, env=there)
    assert [line["status"] for line in done.lines] == ["proposed"]


def test_preview_needs_for_others(desk: Desk) -> None:
    assert desk.fail("export", "--preview", code=2)["message"]


def test_scan_purges_only_when_told_to(desk: Desk) -> None:
    identity = desk.remember("The word is aardvark77.")
    (desk.home / "config.toml").write_text('private_words = ["aardvark77"]\n')
    assert desk.fail("scan", "--purge", code=2)["code"] == "needs-yes"
    assert desk.ask("show", identity)["id"] == identity
    done = desk.ask("scan", "--purge", "--yes")
    assert [leak["id"] for leak in done["leaks"]] == [identity]
    assert done["proof"]["found"] == 0
    assert desk.ask("scan")["leaks"] == []
