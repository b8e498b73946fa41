"""Around the gate: commits that went past it, planted violations, warnings that become blocks."""

from pathlib import Path

import pytest

from standfast.guard.change import held, staged
from standfast.guard.check import check
from standfast.guard.gate import change_digest, find_unchecked, planted_violation, promoted
from standfast.guard.pack import list_packs, load_pack
from standfast.guard.rule import Guard, parse_rule

GUARD = parse_rule((Path(__file__).parent / "lock.yml").read_text())
TODAY = "2026-11-15"
GUARDS = [GUARD, *(guard for pack in list_packs() for guard in load_pack(pack))]


def test_a_commit_made_past_the_gate_is_noticed_and_one_that_went_through_is_not(repo) -> None:
    repo.stage("README.md", "x\n")
    base = repo.commit()
    repo.stage("payments/waived.py", "acquire_lock(user)\n")
    with staged(repo.root) as change:
        seen = {change_digest(change.entries)}
    repo.commit("went through, with a waiver on the command line")
    repo.stage("payments/a.py", "acquire_lock(user)\n")
    past = repo.commit("went past")
    repo.stage("payments/b.py", "acquire_lock(payment_id)\n")
    repo.commit("harmless, also past")
    found = find_unchecked(repo.root, [GUARD], since=base, checked=seen, today=TODAY)
    assert [commit.id for commit, _ in found] == [past]
    assert found[0][1].findings[0].place == "payments/a.py:1"
    assert find_unchecked(repo.root, [GUARD], since="HEAD", checked=(), today=TODAY) == []


@pytest.mark.parametrize("guard", GUARDS, ids=lambda guard: guard.id)
def test_a_planted_violation_is_blocked_by_its_guard(guard: Guard) -> None:
    planted = planted_violation(guard)
    assert planted is not None
    path, data = planted
    with held("planted", {path: (None, data)}) as change:
        report = check([guard], change, today=TODAY)
    assert [finding.guard for finding in report.findings][:1] == [guard.id]


def test_a_warning_blocks_after_its_clean_days() -> None:
    warn = GUARD._replace(severity="warn", since="2026-11-01", extra=(("promote_after", 14),))
    assert promoted(warn, last_found="", today="2026-11-14").severity == "warn"
    assert promoted(warn, last_found="", today="2026-11-15").severity == "block"
    assert promoted(warn, last_found="2026-11-10", today="2026-11-15").severity == "warn"
    assert promoted(warn._replace(extra=()), last_found="", today="2027-11-15").severity == "warn"
