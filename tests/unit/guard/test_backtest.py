"""Backtest and drafting on histories made for them."""

from pathlib import Path

import pytest

from standfast.guard.backtest import backtest, render_backtest
from standfast.guard.draft import draft_guards
from standfast.guard.prove import prove
from standfast.guard.rule import parse_rule

GUARD = parse_rule((Path(__file__).parent / "lock.yml").read_text())
WRONG = "def pay(user_id, payment_id):\n    with acquire_lock(user_id):\n        charge(payment_id)\n"
RIGHT = WRONG.replace("acquire_lock(user_id)", "acquire_lock(payment_id)")


def dated(day: str) -> dict[str, str]:
    return {"GIT_AUTHOR_DATE": f"{day}T12:00:00+00:00", "GIT_COMMITTER_DATE": f"{day}T12:00:00+00:00"}


@pytest.fixture
def story(repo):
    """Half a year of a payment processor: built, broken, fixed, and one lock that is meant to be by user."""
    repo.stage("payments/processor.py", RIGHT)
    repo.stage("README.md", "# Shop\n")
    repo.commit("Process payments", **dated("2025-01-01"))
    repo.stage("payments/processor.py", WRONG)
    repo.incident = repo.commit("Lock per user", **dated("2025-02-01"))
    for number in range(20):
        repo.stage(f"shop/page{number}.py", f"value = {number}\n")
        repo.commit(f"Page {number}", **dated("2025-03-01"))
    repo.stage("payments/profile.py", "acquire_lock(user_id)\n")
    repo.meant = repo.commit("Lock profiles", **dated("2025-04-01"))
    repo.stage("payments/processor.py", RIGHT)
    repo.fix = repo.commit("Fix double charge: key the lock by payment", **dated("2026-01-01"))
    return repo


def test_the_incident_is_caught_the_fix_passes_and_the_rest_is_a_false_alarm(story) -> None:
    [result] = backtest(story.root, [GUARD], incident=story.incident, fix=story.fix)
    assert [item.commit for item in result.flagged] == [story.incident, story.meant]
    assert result.flagged[0].undone_by == story.fix
    assert (result.incident_caught, result.fix_passes) == (True, True)
    assert (result.caught, result.false_alarms) == ((story.incident,), (story.meant,))
    assert (result.commits, result.first_date, result.last_date) == (24, "2025-01-01", "2026-01-01")
    assert result.alarms_per_year == 1.0
    assert result.agrees
    assert "| payment-lock-key | 24 (" in render_backtest([result])


def test_a_guard_that_misses_the_incident_or_stops_the_fix_does_not_agree(story) -> None:
    turned = GUARD._replace(constraints={"KEY": {"regex": "payment_id"}})
    [result] = backtest(story.root, [turned], incident=story.incident, fix=story.fix)
    assert (result.incident_caught, result.fix_passes, result.agrees) == (False, False, False)


def test_a_guard_that_cries_often_does_not_agree(story) -> None:
    noisy = GUARD._replace(rule={"pattern": "value = $X"}, constraints=None, paths=())
    [result] = backtest(story.root, [noisy])
    assert len(result.false_alarms) == 20
    assert not result.agrees


def test_the_replay_is_bounded_and_says_how_far_it_came(story) -> None:
    seen: list[tuple[int, int]] = []
    [result] = backtest(story.root, [GUARD], limit=5, progress=lambda done, total: seen.append((done, total)))
    assert result.commits == 5
    assert seen[-1] == (5, 5)
    [stopped] = backtest(story.root, [GUARD], budget_s=-1.0)
    assert (stopped.commits, stopped.complete) == (0, False)


def test_renames_merges_and_a_broken_rule_do_not_stop_the_replay(story) -> None:
    story.git("checkout", "-qb", "side", story.incident)
    story.git("mv", "payments/processor.py", "payments/engine.py")
    story.commit("Rename")
    story.git("checkout", "-q", "main")
    story.git("merge", "-q", "-m", "Merge", "side")
    broken = GUARD._replace(id="broken", rule={"kind": "nope"}, constraints=None)
    first, second = backtest(story.root, [GUARD, broken])
    assert [item.commit for item in first.flagged] == [story.incident, story.meant]
    assert second.broken
    assert not second.agrees


def test_a_guard_is_drafted_from_the_fix_and_would_have_caught_the_incident(story) -> None:
    drafts = draft_guards(story.root, story.fix)
    assert drafts
    best = drafts[0]
    assert best.backtest.flagged[0].commit == story.incident
    assert best.backtest.fix_passes
    assert not [verdict for verdict in prove(best.guard) if verdict.problem]
    assert "acquire_lock" in str(best.guard.rule)
    assert any(draft.form == "narrowed" and draft.guard.constraints for draft in drafts)


@pytest.mark.parametrize(
    ("path", "before", "after", "wanted"),
    [
        (
            "net/a.py",
            "def f(url):\n    return requests.get(url)\n",
            "def f(url):\n    return requests.get(url, timeout=5)\n",
            "missing",
        ),
        (
            "net/a.py",
            "def f(p):\n    total = 1\n    charge(p)\n",
            "def f(p):\n    total = 1\n    with guarded(p):\n        charge(p)\n",
            "wrapped",
        ),
        (
            "web/a.ts",
            "function f(x) {\n  if (x == null) { g(x) }\n}\n",
            "function f(x) {\n  if (x === null) { g(x) }\n}\n",
            "general",
        ),
        (
            "svc/a.go",
            "package a\n\nfunc f() {\n\tc := retry(3, call)\n\tuse(c)\n}\n",
            "package a\n\nfunc f() {\n\tc := retry(5, call)\n\tuse(c)\n}\n",
            "narrowed",
        ),
    ],
)
def test_each_way_of_fixing_gives_its_own_form_of_guard(repo, path: str, before: str, after: str, wanted: str) -> None:
    repo.stage(path, "\n")
    repo.commit("Start", **dated("2025-01-01"))
    repo.stage(path, before)
    repo.commit("Write it", **dated("2025-06-01"))
    repo.stage(path, after)
    fix = repo.commit("Fix it", **dated("2026-01-01"))
    drafts = draft_guards(repo.root, fix)
    assert wanted in [draft.form for draft in drafts]
    for draft in drafts:
        assert not [verdict for verdict in prove(draft.guard) if verdict.problem]


def test_nothing_is_drafted_from_a_commit_that_changes_no_code(repo) -> None:
    repo.stage("notes.txt", "a\n")
    repo.commit("Note")
    repo.stage("notes.txt", "b\n")
    assert draft_guards(repo.root, repo.commit("Fix note")) == []


def test_a_file_whose_name_looks_like_a_record_of_git_is_replayed_like_any_other(story) -> None:
    story.stage("\x01", "acquire_lock(user_id)\n")
    story.stage("\x01payments.py", "acquire_lock(user_id)\n")
    commit = story.commit("Odd names", **dated("2026-02-01"))
    [result] = backtest(story.root, [GUARD])
    assert result.broken == ""
    assert commit not in {item.commit for item in result.flagged}
    assert story.incident in {item.commit for item in result.flagged}
