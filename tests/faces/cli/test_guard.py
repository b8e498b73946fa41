"""standfast guard: what an incident taught, enforced in the agent, at the commit and in CI."""

from __future__ import annotations

import json
import os
import subprocess
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest

import standfast
from tests.arch.test_cold_start import loaded
from tests.faces.cli.conftest import AGENT

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tests.faces.cli.conftest import Desk

RULE = """
id: payment-lock-key
severity: block
language: python
paths: ["payments/**"]
rule:
  pattern: acquire_lock($KEY)
constraints:
  KEY: {not: {regex: payment_id}}
message: Key the lock by payment_id.
tests:
  caught:
    - acquire_lock(user_id)
  passes:
    - acquire_lock(payment_id)
"""
INCIDENT = "On 3 March two refunds of one user ran at once because the lock was keyed by user_id"
WRONG = "def refund(user_id):\n    with acquire_lock(user_id):\n        pay()\n"
RIGHT = WRONG.replace("user_id", "payment_id")
FILE = "payments/processor.py"


def taught(desk: Desk, rule: str = RULE) -> str:
    """Remember the incident and let it carry the guard."""
    memory = desk.remember(INCIDENT, "--kind", "gotcha", "--why", "customers were paid twice")
    desk.write("../rule.yml", rule)
    desk.ask("guard", "add", memory, "../rule.yml")
    return memory


def gated(desk: Desk) -> None:
    """Install the Git hook; the desk's git finds Standfast as the tests do."""
    assert desk.ask("init", "--yes")["hooks"]["state"] == "installed"
    desk.env["PYTHONPATH"] = os.path.dirname(os.path.dirname(standfast.__file__))  # noqa: PTH120


def commit(desk: Desk, *words: str, env: Mapping[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    """Commit what is staged, as a person does."""
    return git(desk, "commit", "-m", "Change", *words, env=env)


def git(desk: Desk, *words: str, env: Mapping[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    """Run Git and return what it said, whether it did it or not."""
    return subprocess.run(
        ["git", *words],
        cwd=desk.folder,
        env={**desk.env, **(env or {})},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


def stage(desk: Desk, text: str, path: str = FILE) -> None:
    desk.write(path, text)
    desk.git("add", path)


def edit(desk: Desk, text: str, *, tool: str = "Write", **fields: Any) -> subprocess.CompletedProcess[bytes]:
    """Ask as the agent asks before it writes a file."""
    told = fields or {"file_path": str(desk.folder / FILE), "content": text}
    payload = {
        "session_id": "s-1",
        "cwd": str(desk.folder),
        "hook_event_name": "PreToolUse",
        "tool_name": tool,
        "tool_input": told,
        "tool_use_id": "call-1",
    }
    return desk.start("hook", "claude-code", "PreToolUse", given=json.dumps(payload).encode())


def denial(done: subprocess.CompletedProcess[bytes]) -> str:
    """Return the reason of a denied call, or nothing."""
    if not done.stdout:
        return ""
    answer = json.loads(done.stdout)["hookSpecificOutput"]
    return str(answer["permissionDecisionReason"]) if answer.get("permissionDecision") == "deny" else ""


def test_the_story_an_edit_is_denied_a_commit_is_blocked_and_the_right_version_passes(desk: Desk) -> None:
    memory = taught(desk)
    gated(desk)
    done = edit(desk, WRONG)
    assert done.returncode == 0, done.stderr
    reason = denial(done)
    assert INCIDENT in reason
    assert "customers were paid twice" in reason
    assert memory in reason
    assert "Key the lock by payment_id." in reason
    assert not (desk.folder / FILE).exists()
    assert denial(edit(desk, RIGHT)) == ""

    stage(desk, WRONG)
    stopped = commit(desk)
    assert stopped.returncode != 0
    assert INCIDENT in stopped.stderr
    assert f"{FILE}:2" in stopped.stderr
    assert desk.git("rev-list", "--count", "HEAD") == "1"

    stage(desk, RIGHT)
    passed = commit(desk)
    assert passed.returncode == 0, passed.stderr
    assert "standfast" not in passed.stderr
    assert desk.git("rev-list", "--count", "HEAD") == "2"


def test_an_agents_edit_and_shell_command_are_seen_as_what_they_would_write(desk: Desk) -> None:
    taught(desk)
    desk.write(FILE, RIGHT)
    desk.commit()
    path = str(desk.folder / FILE)
    changed = {"file_path": path, "old_string": "acquire_lock(payment_id)", "new_string": "acquire_lock(user_id)"}
    assert "payment-lock-key" in denial(edit(desk, "", tool="Edit", **changed))
    shell = {"command": f"sed -i 's/acquire_lock(payment_id)/acquire_lock(user_id)/' {FILE}"}
    assert "payment-lock-key" in denial(edit(desk, "", tool="Bash", **shell))
    assert denial(edit(desk, "", tool="Read", file_path=path)) == ""
    assert (desk.folder / FILE).read_text(encoding="utf-8") == RIGHT


def test_staged_content_counts_whatever_lies_in_the_working_tree(desk: Desk) -> None:
    taught(desk)
    gated(desk)
    stage(desk, WRONG)
    desk.write(FILE, RIGHT)
    assert commit(desk).returncode != 0
    stage(desk, RIGHT)
    desk.write(FILE, WRONG)
    index = (desk.folder / ".git" / "index").read_bytes()
    assert desk.run("guard", "check", "--staged").code == 0
    assert (desk.folder / ".git" / "index").read_bytes() == index
    assert commit(desk).returncode == 0


def test_a_partial_commit_is_judged_by_what_it_takes(desk: Desk) -> None:
    taught(desk)
    gated(desk)
    stage(desk, RIGHT)
    stage(desk, RIGHT, "payments/other.py")
    assert commit(desk).returncode == 0
    desk.write(FILE, WRONG)
    desk.write("payments/other.py", RIGHT + "\n")
    stopped = commit(desk, "--", FILE)
    assert stopped.returncode != 0
    assert "payment-lock-key" in stopped.stderr
    passed = commit(desk, "--", "payments/other.py")
    assert passed.returncode == 0, passed.stderr


def test_the_gate_holds_in_a_second_worktree(desk: Desk) -> None:
    taught(desk)
    gated(desk)
    tree = desk.folder.parent / "tree"
    desk.git("worktree", "add", "--quiet", str(tree))
    desk.folder = tree
    stage(desk, WRONG)
    stopped = commit(desk)
    assert stopped.returncode != 0
    assert INCIDENT in stopped.stderr


def test_a_hook_that_was_there_still_runs_and_comes_back_to_the_byte(desk: Desk) -> None:
    taught(desk)
    hook = desk.folder / ".git" / "hooks" / "pre-commit"
    hook.parent.mkdir(exist_ok=True)
    hook.write_bytes(b"#!/bin/sh\necho the old hook ran >&2\n")
    hook.chmod(0o755)
    before = hook.read_bytes()
    gated(desk)
    stage(desk, WRONG)
    stopped = commit(desk)
    assert stopped.returncode != 0
    assert "the old hook ran" in stopped.stderr
    assert "payment-lock-key" in stopped.stderr
    assert desk.ask("init", "--undo-hooks")["hooks"]["state"] == "absent"
    assert hook.read_bytes() == before
    assert commit(desk).returncode == 0


def test_without_consent_no_hook_is_installed(desk: Desk) -> None:
    assert desk.ask("init")["hooks"]["state"] == "absent"
    assert not (desk.folder / ".git" / "hooks" / "pre-commit").exists()


def test_a_successor_enforces_what_it_replaced_until_it_goes_and_restoring_starts_again(desk: Desk) -> None:
    memory = taught(desk)
    newer = desk.remember("Locks are not needed any more: the ledger is append-only", "--kind", "decision")
    stage(desk, WRONG)
    assert desk.run("guard", "check").code == 1
    desk.ask("supersede", memory, newer)
    assert newer in desk.run("guard", "check").out
    desk.ask("retract", newer)
    assert desk.run("guard", "check").code == 0
    assert desk.ask("guard", "list") == {"guards": []}
    states = [guard["status"] for guard in desk.ask("guard", "list", "--all")["guards"]]
    assert sorted(states) == ["retracted", "superseded"]
    assert denial(edit(desk, WRONG)) == ""
    desk.ask("restore", memory)
    assert desk.run("guard", "check").code == 1
    desk.ask("retract", memory)
    assert desk.run("guard", "check").code == 0


def test_a_guard_has_history_and_can_be_reverted_and_removed(desk: Desk) -> None:
    memory = desk.remember(INCIDENT)
    desk.write("../rule.yml", RULE)
    added = desk.ask("guard", "add", memory, "../rule.yml")
    assert (added["guard"], added["memory"], added["revision"]) == ("payment-lock-key", memory, 2)
    assert json.loads(desk.ask("show", memory)["guard"])["id"] == "payment-lock-key"
    assert desk.ask("guard", "add", memory, "../rule.yml")["operation"] is None
    desk.ask("revert", added["operation"])
    assert desk.ask("guard", "list") == {"guards": []}
    desk.ask("guard", "add", memory, "../rule.yml")
    desk.ask("guard", "remove", "payment-lock-key")
    assert desk.ask("guard", "list") == {"guards": []}
    assert desk.ask("show", memory)["status"] == "active"


def test_who_gives_a_memory_another_guard_is_told_which_one_is_no_longer_enforced(desk: Desk) -> None:
    memory = taught(desk)
    desk.write("../rule.yml", RULE.replace("id: payment-lock-key", "id: another"))
    told = desk.run("guard", "add", memory, "../rule.yml")
    assert "payment-lock-key" in told.out
    assert [item["guard"] for item in desk.ask("guard", "list")["guards"]] == ["another"]
    desk.write("../rule.yml", RULE.replace("id: payment-lock-key", "id: third"))
    assert desk.ask("guard", "add", memory, "../rule.yml")["replaced"] == "another"
    desk.ask("undo")
    assert [item["guard"] for item in desk.ask("guard", "list")["guards"]] == ["another"]


def test_a_waiver_lets_pass_until_its_last_day_and_then_it_blocks_again(desk: Desk) -> None:
    memory = taught(desk)
    stage(desk, WRONG)
    until = f"{datetime.now(UTC) + timedelta(days=3):%Y-%m-%d}"
    desk.ask("guard", "waive", "payment-lock-key", "--until", until, "--because", "read only here")
    checked = desk.ask("guard", "check")
    assert (checked["blocked"], checked["findings"]) == (False, [])
    assert checked["waived"][0]["waiver"]["reason"] == "read only here"
    assert checked["waived"][0]["waiver"]["person"] == "Ana"
    assert f"waived until {until}" in " ".join(desk.run("guard", "list").out.split())
    from standfast.memory import Memory

    with Memory.open(desk.folder, settings=settings(desk), clock=LaterClock()) as later:
        looked = later.guards.check_staged()
    assert looked.report.blocked
    assert until in looked.report.findings[0].note
    assert [operation["act"] for operation in desk.ask("log", memory)["operations"]].count("revise") == 2


def test_the_list_holds_waivers_against_the_day_that_guards_are_held_against(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    taught(desk)
    until = f"{datetime.now(UTC) + timedelta(days=3):%Y-%m-%d}"
    desk.ask("guard", "waive", "payment-lock-key", "--until", until, "--because", "read only here")
    assert "waived until" in " ".join(desk.run("guard", "list").out.split())
    monkeypatch.setattr("standfast.model.moment.Clock.now", lambda _: LaterClock().now())
    assert "waived until" not in " ".join(desk.run("guard", "list").out.split())


def settings(desk: Desk) -> Any:
    from standfast.config import load_settings

    return load_settings(desk.env)


class LaterClock:
    """A clock four days ahead."""

    def now(self) -> datetime:
        """Return that instant."""
        return datetime.now(UTC) + timedelta(days=4)


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["--until", "soon", "--because", "x"], "bad-time"),
        (["--until", "2020-01-01", "--because", "x"], "bad-time"),
        (["--until", "2999-01-01", "--because", "  "], "no-reason"),
        (["--until", "2999-01-01"], "usage"),
    ],
)
def test_a_waiver_without_date_or_reason_is_refused(desk: Desk, words: list[str], code: str) -> None:
    taught(desk)
    assert desk.fail("guard", "waive", "payment-lock-key", *words, code=2)["code"] == code


def test_a_waiver_in_the_code_counts_at_the_commit(desk: Desk) -> None:
    taught(desk)
    gated(desk)
    soon = f"{datetime.now(UTC) + timedelta(days=60):%Y-%m-%d}"
    for until, said in (
        ("2020-01-01", "ran out on 2020-01-01"),
        ("9999-99-99", "9999-99-99 is not a date"),
        ("2999-01-01", "more than 90 days away"),
    ):
        stage(desk, allowed_until(until))
        stopped = commit(desk)
        assert stopped.returncode != 0
        assert said in stopped.stderr
    stage(desk, allowed_until(soon))
    assert commit(desk, env=AGENT).returncode != 0, "only a person waives"
    passed = commit(desk)
    assert passed.returncode == 0
    assert f"waived  payment-lock-key  {FILE}:3  until {soon}: a test" in passed.stderr + passed.stdout
    desk.write(FILE, allowed_until(soon).replace("pay()", "repay()"))
    desk.git("add", FILE)
    assert commit(desk, env=AGENT).returncode == 0, "a waiver that is there already counts for everybody"


def allowed_until(until: str) -> str:
    note = f"    # standfast: allow payment-lock-key until {until} because a test\n    with"
    return WRONG.replace("    with", note)


def test_an_agent_cannot_write_itself_a_waiver(desk: Desk) -> None:
    taught(desk)
    soon = f"{datetime.now(UTC) + timedelta(days=60):%Y-%m-%d}"
    assert "Only a person waives" in denial(edit(desk, allowed_until(soon)))
    early = allowed_until(soon).replace("acquire_lock(user_id)", "nothing_yet()")
    assert "Only a person waives" in denial(edit(desk, early)), "even before there is anything to waive"
    desk.write(FILE, allowed_until(soon))
    desk.commit("By hand")
    path = str(desk.folder / FILE)
    moved = {"file_path": path, "old_string": "def refund(user_id):", "new_string": "import os\n\ndef refund(user_id):"}
    assert denial(edit(desk, "", tool="Edit", **moved)) == ""
    assert denial(edit(desk, allowed_until(soon).replace("    ", "        "))) == "", "moving one is no new one"


def test_a_commit_past_the_gate_is_named_at_once_and_not_again(desk: Desk) -> None:
    taught(desk)
    gated(desk)
    stage(desk, WRONG)
    assert commit(desk).returncode != 0
    past = commit(desk, "--no-verify")
    assert past.returncode == 0
    assert f"{desk.git('rev-parse', 'HEAD')[:10]} went past the gate with payment-lock-key" in past.stderr
    stage(desk, "x = 1\n", "other.py")
    through = commit(desk)
    assert through.returncode == 0
    assert "went past" not in through.stderr


def test_a_commit_past_the_gate_without_any_hook_is_named_at_the_next_run(desk: Desk) -> None:
    taught(desk)
    gated(desk)
    stage(desk, RIGHT)
    assert commit(desk).returncode == 0
    stage(desk, WRONG)
    assert git(desk, "-c", "core.hooksPath=nowhere", "commit", "-m", "Change").returncode == 0
    past = desk.git("rev-parse", "HEAD")
    stage(desk, "x = 1\n", "other.py")
    assert f"{past[:10]} went past the gate with payment-lock-key" in commit(desk).stderr
    stage(desk, "x = 2\n", "other.py")
    assert "went past" not in commit(desk).stderr


def test_what_a_fast_forward_brings_past_the_gate_is_named_at_once(desk: Desk) -> None:
    taught(desk)
    gated(desk)
    desk.git("checkout", "--quiet", "-b", "side")
    stage(desk, WRONG)
    assert git(desk, "-c", "core.hooksPath=nowhere", "commit", "-m", "Change").returncode == 0
    desk.git("checkout", "--quiet", "main")
    merged = git(desk, "merge", "--ff-only", "side")
    assert merged.returncode == 0, "Git asks nobody before a fast-forward"
    assert f"{desk.git('rev-parse', 'HEAD')[:10]} went past the gate with payment-lock-key" in merged.stderr


def test_a_fast_forward_to_what_others_pushed_is_not_judged_here(desk: Desk) -> None:
    taught(desk)
    gated(desk)
    desk.git("checkout", "--quiet", "-b", "side")
    stage(desk, WRONG)
    assert git(desk, "-c", "core.hooksPath=nowhere", "commit", "-m", "Change").returncode == 0
    desk.git("update-ref", "refs/remotes/origin/side", "HEAD")
    desk.git("checkout", "--quiet", "main")
    assert "went past" not in git(desk, "merge", "--ff-only", "side").stderr


def test_a_patch_that_is_applied_and_committed_goes_through_the_gate(desk: Desk) -> None:
    taught(desk)
    gated(desk)
    desk.git("checkout", "--quiet", "-b", "side")
    stage(desk, WRONG)
    assert git(desk, "-c", "core.hooksPath=nowhere", "commit", "-m", "Change").returncode == 0
    desk.git("format-patch", "-1", "--output-directory=..")
    desk.git("checkout", "--quiet", "main")
    before = desk.git("rev-parse", "HEAD")
    applied = git(desk, "am", "../0001-Change.patch")
    assert applied.returncode != 0
    assert "payment-lock-key" in applied.stderr + applied.stdout
    assert desk.git("rev-parse", "HEAD") == before


def test_a_rule_that_cannot_be_read_lets_pass_loudly_and_the_others_go_on(desk: Desk) -> None:
    taught(desk)
    broken = desk.remember("Something from a later version")
    plant(desk, broken, '{"id": "from-the-future", "rule": {"telepathy": {}}}')
    stage(desk, "x = 1\n", "payments/fine.py")
    done = desk.run("guard", "check")
    assert done.code == 0
    assert done.out.count("from-the-future") == 1
    assert "It was not enforced" in done.out
    stage(desk, WRONG)
    assert desk.run("guard", "check").code == 1
    assert [guard["problem"] != "" for guard in desk.ask("guard", "list")["guards"]] == [False, True]
    assert desk.run("guard", "test").code == 1
    gate = [check for check in desk.run("doctor", "--json").json["checks"] if check["check"] == "gate"]
    assert "from-the-future is broken" in gate[0]["message"]


def plant(desk: Desk, memory: str, guard: str) -> None:
    """Write a guard past every check, as a later version or a repaired file would."""
    from standfast.memory import Memory

    with Memory.open(desk.folder, settings=settings(desk)) as held:
        held.revise(memory, guard=guard)


def test_a_store_that_is_missing_or_newer_lets_pass_loudly(desk: Desk) -> None:
    taught(desk)
    gated(desk)
    stage(desk, WRONG)
    assert commit(desk).returncode != 0
    for path in (desk.home / "store").glob("project-*.db"):
        import apsw

        with apsw.Connection(str(path)) as held:
            held.execute("PRAGMA user_version = 99")
    newer = desk.run("guard", "check")
    assert newer.code == 0
    assert "guards were not checked" in newer.err
    assert newer.err.count("\n") == 1
    assert "later Standfast" in newer.err
    (desk.home / "store").rename(desk.home / "elsewhere")
    done = commit(desk)
    assert done.returncode == 0
    assert done.stderr.count("guards were not checked") == 1
    assert not (desk.home / "store").exists()


def test_only_a_person_adds_removes_or_waives(desk: Desk) -> None:
    memory = taught(desk)
    for words in (["add", memory, "../rule.yml"], ["remove", memory], ["pack", "add", "general"]):
        done = desk.run("guard", *words, "--json", env=AGENT)
        assert (done.code, done.error["code"]) == (1, "authority")
    done = desk.run("guard", "waive", memory, "--until", "2999-01-01", "--because", "x", "--json", env=AGENT)
    assert done.error["code"] == "authority"


def test_a_guard_that_an_agent_slips_into_a_memory_is_not_enforced(desk: Desk) -> None:
    from standfast.guard.prove import accept_rule
    from standfast.guard.render import render_rule

    slipped = {"text": "Never write code", "guard": render_rule(accept_rule(RULE), form="json")}
    desk.run("remember", "--jsonl", given=json.dumps(slipped) + "\n", env=AGENT)
    stage(desk, WRONG)
    assert desk.run("guard", "check").code == 0
    assert desk.ask("guard", "list") == {"guards": []}


def test_a_guard_is_refused_on_a_memory_that_does_not_speak_and_under_a_taken_id(desk: Desk) -> None:
    taught(desk)
    gone = desk.remember("Long over")
    assert desk.fail("guard", "add", gone, "../rule.yml", code=1)["code"] == "guard-exists"
    desk.ask("retract", gone)
    assert "retracted" in desk.fail("guard", "add", gone, "../rule.yml", code=1)["message"]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("acquire_lock(user_id)", "release(user_id)"), "should be caught"),
        (("pattern: acquire_lock($KEY)", "pattern: 'acquire_lock('"), ""),
        (("severity: block", "severity: shout"), "severity"),
    ],
)
def test_a_rule_that_does_not_prove_itself_is_refused(desk: Desk, change: tuple[str, str], said: str) -> None:
    memory = desk.remember(INCIDENT)
    desk.write("../rule.yml", RULE.replace(*change))
    error = desk.fail("guard", "add", memory, "../rule.yml", code=2)
    assert error["code"] == "bad-rule"
    assert said in error["message"]
    assert desk.ask("show", memory)["guard"] is None


def test_a_rule_file_with_a_secret_is_refused(desk: Desk) -> None:
    memory = desk.remember(INCIDENT)
    secret = "AKIA" + "QWERTZUIOPASDFG7"
    rule = {
        "id": "no-key",
        "rule": {"regex": {"pattern": "AKIA[A-Z0-9]{16}"}},
        "message": "No keys.",
        "tests": {"caught": [secret], "passes": ["key"]},
    }
    desk.write("../rule.yml", json.dumps(rule))
    assert desk.fail("guard", "add", memory, "../rule.yml", code=1)["code"] == "secret"
    stored = b"".join(path.read_bytes() for path in desk.home.rglob("*") if path.is_file())
    assert secret.encode() not in stored


def test_a_pack_is_turned_on_once_and_enforced_even_where_it_is_kept_by_name(desk: Desk) -> None:
    offered = {rule["rule"] for rule in desk.ask("guard", "pack", "list")["rules"] if rule["pack"] == "general"}
    added = desk.ask("guard", "pack", "add", "general")["added"]
    assert {item["guard"] for item in added} == offered
    assert desk.ask("guard", "pack", "add", "general") == {"added": []}
    assert desk.ask("guard", "test")["ok"] is True
    stage(desk, "<<<<<<< HEAD\na\n", "a.txt")
    key = "-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA0Z3VS5JJcds3\n"
    stage(desk, key, "b.pem")
    found = {finding["guard"] for finding in desk.run("guard", "check", "--json").json["findings"]}
    assert found == {"conflict-marker", "private-key"}
    assert len(desk.ask("status")["partitions"]) >= 1


def test_one_rule_of_a_pack_starts_as_a_warning_and_nothing_else_is_on(desk: Desk) -> None:
    desk.ask("guard", "pack", "add", "general", "conflict-marker", "--severity", "warn")
    assert [guard["severity"] for guard in desk.ask("guard", "list")["guards"]] == ["warn"]
    stage(desk, "<<<<<<< HEAD\na\n", "a.txt")
    done = desk.run("guard", "check")
    assert done.code == 0
    assert "warning" in done.out
    assert desk.fail("guard", "pack", "add", "general", "nonsense", code=1)["code"] == "not-found"


def test_ci_checks_a_range_with_exit_code_sarif_and_markdown(desk: Desk) -> None:
    taught(desk)
    base = desk.git("rev-parse", "HEAD")
    desk.write(FILE, WRONG)
    desk.commit()
    sarif = desk.run("guard", "check", "--diff", f"{base}..HEAD", "--sarif")
    assert sarif.code == 1
    result = sarif.json["runs"][0]["results"][0]
    assert sarif.json["version"] == "2.1.0"
    assert result["ruleId"] == "payment-lock-key"
    marked = desk.run("guard", "check", "--diff", f"{base}..HEAD", "--markdown")
    assert marked.code == 1
    assert "Guards: blocked" in marked.out
    assert INCIDENT in marked.out
    assert desk.run("guard", "check", "--diff", "HEAD..HEAD").code == 0
    assert desk.run("guard", "check", "--diff", "nowhere..HEAD").code == 1
    assert "guards were not checked" not in desk.run("guard", "check", "--diff", "nowhere..HEAD").err


def test_files_are_checked_as_they_lie_on_the_disk(desk: Desk) -> None:
    taught(desk)
    desk.write(FILE, WRONG)
    checked = desk.run("guard", "check", "--json", "--files", FILE)
    assert checked.code == 1
    assert checked.json["findings"][0]["path"] == FILE
    assert desk.run("guard", "check", "--files", "src/locks.py").code == 0
    assert desk.run("guard", "check", "--staged", "--files", FILE).code == 2


def test_a_check_without_guards_loads_no_rules_and_says_little(desk: Desk) -> None:
    stage(desk, WRONG)
    desk.remember("Advice only")
    assert desk.run("guard", "check", "--quiet").out == ""
    assert desk.ask("guard", "check")["blocked"] is False


def test_an_agents_edit_loads_neither_rules_nor_parser_where_nothing_is_enforced(desk: Desk) -> None:
    payload = {
        "session_id": "s-1",
        "cwd": str(desk.folder),
        "hook_event_name": "PreToolUse",
        "tool_name": "Write",
        "tool_input": {"file_path": str(desk.folder / FILE), "content": WRONG},
    }
    modules = loaded(desk.folder, "hook", "claude-code", "PreToolUse", given=json.dumps(payload).encode())
    assert "standfast.verbs.foresee" in modules
    assert not modules & {"yaml", "ast_grep_py", "standfast.guard.check", "standfast.guard.rule"}


def test_a_guard_of_a_branch_is_in_force_on_branches_that_grew_from_it_and_on_no_other(desk: Desk) -> None:
    desk.git("checkout", "--quiet", "-b", "topic")
    desk.write("src/bills.py", "x = 1\n")
    desk.commit("Bills")
    memory = desk.remember(INCIDENT, "--kind", "gotcha", "--scope", "project,branch:topic")
    desk.write("../rule.yml", RULE)
    desk.ask("guard", "add", memory, "../rule.yml")
    for name, start, code in (("further", "topic", 1), ("beside", "main", 0)):
        desk.git("checkout", "--quiet", "-b", name, start)
        desk.write("more.txt", f"{name}\n")
        desk.commit("More")
        stage(desk, WRONG)
        assert desk.run("guard", "check", "--staged").code == code
        desk.git("rm", "--quiet", "-f", FILE)


def test_backtest_and_draft_read_this_repositorys_history(desk: Desk) -> None:
    desk.write(FILE, RIGHT)
    desk.commit("Add refunds")
    desk.write(FILE, WRONG)
    desk.commit("Key the lock by user")
    desk.write(FILE, RIGHT)
    desk.commit("Fix double payment: key the lock by payment_id")
    memory = taught(desk)
    told = desk.ask("guard", "backtest", memory, "--incident", "HEAD~1", "--fix", "HEAD")["backtests"][0]
    assert (told["incident_caught"], told["fix_passes"], told["false_alarms"]) == (True, True, [])
    said = desk.run("guard", "backtest", "--incident", "HEAD~1").out
    assert "payment-lock-key would have stopped:" in said
    assert f"  {told['flagged'][0]['commit'][:9]}  {told['flagged'][0]['date']}  caught  Key the lock by user" in said
    drafts = desk.ask("guard", "draft", "HEAD", "--incident", "HEAD~1")["drafts"]
    assert drafts
    assert drafts[0]["backtest"]["incident_caught"] is True
    said = desk.run("guard", "draft", "HEAD")
    assert "rule:" in said.out
    assert "\n---\n" not in said.out
    assert f"best of {len(drafts)} candidates" in said.err
    every = desk.run("guard", "draft", "HEAD", "--all").out
    assert every.count("\n---\n") == len(drafts) - 1 > 0
    desk.write("../several.yml", every)
    lesson = desk.remember("Keep it in one transaction", "--kind", "gotcha")
    refused = desk.fail("guard", "add", lesson, "../several.yml", code=2)
    assert "several rules" in refused["message"]
    assert "---" in refused["hint"]
    desk.write("../best.yml", said.out)
    assert desk.ask("guard", "add", lesson, "../best.yml")["memory"] == lesson


def test_a_person_reads_guards_and_their_backtests_as_tables_and_words(desk: Desk) -> None:
    memory = taught(desk)
    shown = desk.run("show", memory).out
    assert "payment-lock-key blocks" in shown
    assert "in payments/**" in shown
    assert "says Key the lock by payment_id." in shown
    assert "pattern: acquire_lock($KEY)" in shown
    assert '"severity"' not in shown
    table = desk.run("guard", "backtest").out
    assert "|" not in table
    assert "false alarms" in table
    assert desk.run("guard", "backtest", "--markdown").out.startswith("| guard | commits |")
    stage(desk, RIGHT)
    assert "1 guard, 1 file (staged): nothing found." in desk.run("guard", "check").out


def test_doctor_proves_that_the_gate_blocks_by_committing_a_violation(desk: Desk) -> None:
    taught(desk)
    assert gate_of(desk)["verdict"] == "warn"
    gated(desk)
    good = gate_of(desk)
    assert good["verdict"] == "ok", good
    assert "payment-lock-key was blocked" in good["message"]
    hook = desk.folder / ".git" / "hooks" / "pre-commit"
    from standfast.code.hooks.gate import render_hook

    hook.write_bytes(render_hook("/bin/true"))
    broken = gate_of(desk)
    assert broken["verdict"] == "fail"
    assert "was not blocked" in broken["message"]


def gate_of(desk: Desk) -> dict[str, str]:
    checks: list[dict[str, str]] = json.loads(desk.start("doctor", "--json").stdout)["checks"]
    return next(check for check in checks if check["check"] == "gate")


def test_a_warning_becomes_a_block_after_its_clean_days(desk: Desk) -> None:
    taught(desk, RULE.replace("severity: block", "severity: warn\npromote_after: 3"))
    stage(desk, WRONG)
    from standfast.memory import Memory

    with Memory.open(desk.folder, settings=settings(desk), clock=LaterClock()) as later:
        assert later.guards.check_staged().report.blocked
    assert desk.run("guard", "check").code == 0


def test_a_variable_that_names_another_project_takes_no_guard_away(desk: Desk) -> None:
    taught(desk)
    gated(desk)
    stage(desk, WRONG)
    assert commit(desk, env={"STANDFAST_PROJECT": "another"}).returncode != 0
    stage(desk, RIGHT)
    assert commit(desk, env={"STANDFAST_PROJECT": "another"}).returncode == 0


def test_a_pull_request_cannot_waive_its_own_finding_in_ci_and_what_was_merged_counts(desk: Desk) -> None:
    taught(desk)
    stage(desk, RIGHT)
    desk.commit("The right way")
    base = desk.git("rev-parse", "HEAD")
    desk.git("checkout", "-q", "-b", "feature")
    soon = f"{datetime.now(UTC) + timedelta(days=60):%Y-%m-%d}"
    desk.write(FILE, allowed_until(soon))
    desk.commit("Waive it myself")
    checked = desk.run("guard", "check", "--diff", f"{base}..feature", "--json")
    assert checked.code == 1
    (found,) = json.loads(checked.out)["findings"]
    assert "Only a person waives" in found["note"]
    desk.git("checkout", "-q", "-")
    desk.write(
        FILE, RIGHT.replace("    with", f"    # standfast: allow payment-lock-key until {soon} because ours\n    with")
    )
    desk.commit("A waiver that people merged")
    merged = desk.git("rev-parse", "HEAD")
    desk.git("checkout", "-q", "-b", "later")
    desk.write(FILE, (desk.folder / FILE).read_text().replace("payment_id", "user_id"))
    desk.commit("Use it")
    assert desk.run("guard", "check", "--diff", f"{merged}..later").code == 0


def test_undo_says_that_the_guard_went(desk: Desk) -> None:
    memory = taught(desk)
    assert "The guard payment-lock-key is off." in desk.run("undo").out
    assert desk.ask("show", memory)["guard"] is None
    assert desk.ask("undo")["guards"] == {}


def test_a_stopped_commit_says_why_in_sentences_and_how_a_person_waives(desk: Desk) -> None:
    taught(desk)
    gated(desk)
    desk.write(FILE, WRONG)
    git(desk, "add", ".")
    told = commit(desk).stderr
    assert f"Because: {INCIDENT}. Why: customers were paid twice" in told
    assert "`standfast guard waive GUARD --until DATE --because TEXT`" in told


def test_a_guard_that_git_does_not_ask_yet_says_so_and_how_it_would(desk: Desk) -> None:
    memory = desk.remember(INCIDENT, "--kind", "gotcha")
    desk.write("../rule.yml", RULE)
    said = desk.run("guard", "add", memory, "../rule.yml").out
    assert "enforced" not in said
    assert "standfast init --yes" in said
    assert desk.ask("guard", "add", memory, "../rule.yml")["hook"] == "absent"
    gated(desk)
    assert desk.ask("guard", "add", memory, "../rule.yml")["hook"] == "installed"
    assert "init --yes" not in desk.run("guard", "add", memory, "../rule.yml").out


def test_the_guard_of_what_is_called_wrong_stays_in_force_until_somebody_ends_it(desk: Desk) -> None:
    memory = taught(desk)
    done = desk.ask("feedback", memory, "wrong", "--note", "locks are gone")
    assert (done["status"], done["guard"]) == ("disputed", "payment-lock-key")
    assert "payment-lock-key stays in force" in desk.run("feedback", memory, "wrong").out
    assert [item["status"] for item in desk.ask("guard", "list")["guards"]] == ["disputed"]
    assert "block, disputed" in desk.run("guard", "list").out
    desk.write(FILE, WRONG)
    assert desk.run("guard", "check", "--files", FILE).code == 1
    desk.ask("guard", "remove", "payment-lock-key")
    assert desk.ask("guard", "list")["guards"] == []
    assert "guard" not in desk.ask("feedback", memory, "wrong")
    assert desk.run("guard", "check", "--files", FILE).code == 0


def test_where_a_manager_has_the_hooks_its_snippet_ends_what_is_told_and_undoing_does_not_ask_for_it(
    desk: Desk,
) -> None:
    desk.write(".pre-commit-config.yaml", "repos: []\n")
    snippet = desk.run("init", "--yes").out.partition("- repo: local")[2].partition("\n\n")[0]
    last = next(line for line in snippet.split("\n") if "stages:" in line)
    memory = desk.remember(INCIDENT, "--kind", "gotcha")
    desk.write("../rule.yml", RULE)
    assert last in desk.run("guard", "add", memory, "../rule.yml").out.split("\n")
    undone = desk.run("init", "--undo-hooks").out
    assert last.strip() not in undone
    assert "checkouts" in undone
