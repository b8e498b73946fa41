"""What an agent is told at each moment of a session, and why nothing is."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from standfast.config import Settings
from standfast.learn.telling import tell as tell_commit
from standfast.memory import Memory
from standfast.model.anchor import parse_anchor
from standfast.model.encode import encode_content
from standfast.model.ids import MemoryId, mint
from standfast.model.kind import Kind
from standfast.model.memory import Anchored, Content
from standfast.model.moment import Clock
from standfast.model.operation import Act
from standfast.model.source import Source
from standfast.model.trust import Status
from standfast.moments.document_worth import FIRST, rank_words
from standfast.moments.table import MOMENTS, Occasion
from standfast.store.values import Change
from tests.unit.learn.repository import Repository, states

PERSON = Source("person", "ana")


class Shop:
    """A repository, and sessions of agents in it."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "shop"
        self.root.mkdir()
        subprocess.run(["git", "init", "--quiet"], cwd=self.root, check=True)
        (self.root / "pay.py").write_text("def refund(payment):\n    return lock(payment.id)\n")
        self.settings = Settings(home=folder / "home", store_url=f"sqlite://{folder / 'home' / 'store'}")
        self.opened: list[Memory] = []

    def open(self, session: str = "", *, agent: str = "claude-code", turn: str = "", **settings: object) -> Memory:
        who = Source("agent", agent, session=session, turn=turn) if session else PERSON
        chosen = Settings(**{**self.settings.__dict__, **settings})  # type: ignore[arg-type]
        self.opened.append(Memory(chosen, who, self.root))
        return self.opened[-1]

    def know(self, text: str, **more: object) -> str:
        return self.open().remember(text, **more).id  # type: ignore[arg-type]

    def lookups(self, session: str) -> list[tuple[str, str]]:
        _, events = self.open().sessions.replay(session)
        return [(event.tool, json.loads(event.body)["cause"]) for event in events if event.kind.value == "given"]


@pytest.fixture
def shop(tmp_path: Path) -> Iterator[Shop]:
    made = Shop(tmp_path)
    yield made
    for memory in made.opened:
        memory.close()


def commit_all(root: Path) -> None:
    who = ("-c", "user.name=Ana", "-c", "user.email=ana@example.org")
    subprocess.run(["git", *who, "commit", "--quiet", "-am", "More"], cwd=root, check=True)


def told(memory: Memory, moment: str, **more: object) -> str:
    return memory.hooks.tell(Occasion(moment, **more)).text  # type: ignore[arg-type]


def test_what_is_anchored_to_a_command_is_said_before_it_and_its_longer_forms(shop: Shop) -> None:
    shop.know("Purge the CDN after it, or old prices are shown", kind="procedure", anchors=["cmd:npm run deploy"])
    assert "Purge the CDN" in told(shop.open("s1"), "command", command="npm run deploy")
    assert "Purge the CDN" in told(shop.open("s2"), "command", command="cd web && CI=1 npm run deploy -- --prod")
    assert told(shop.open("s3"), "command", command="npm run dev") == ""


def test_what_is_about_the_act_is_said_before_a_command_that_does_it(shop: Shop) -> None:
    shop.know("Migrations run only after a fresh backup of the ledger", kind="gotcha")
    shop.know("Invoices are numbered per country", kind="decision")
    said = told(shop.open("s1"), "command", command="alembic upgrade head")
    assert "fresh backup" in said
    assert "Invoices" not in said


def test_the_choice_of_a_program_is_said_before_its_rival_runs(shop: Shop) -> None:
    shop.know("Never use npm here, always pnpm; tests run with pnpm vitest run", kind="convention")
    assert "pnpm vitest run" in told(shop.open("s1"), "command", command="npm test")
    assert told(shop.open("s2"), "command", command="ls -la && git status") == ""


def test_a_warning_comes_first_before_a_command_that_destroys(shop: Shop) -> None:
    shop.know("git push goes to the review remote by default", kind="fact")
    shop.know("git push is done from main after the checks", kind="procedure", anchors=["cmd:git push"])
    shop.know("Never force push: in March git push --force lost two days of work", kind="gotcha")
    said = told(shop.open("s1"), "command", command="git push --force origin main")
    assert "WARNING: gotcha" in said.splitlines()[1]


@pytest.mark.parametrize(
    ("note", "command", "warned"),
    [
        ("Dropping the receipts table loses the audit trail", 'psql -c "DROP TABLE receipts"', True),
        ("Dropping the receipts table loses the audit trail", 'psql -c "DELETE FROM receipts"', True),
        ("Dropping the receipts table loses the audit trail", 'psql -c "DROP TABLE drafts"', False),
        ("Dropping the receipts table is done by the office", 'psql -c "DROP TABLE receipts"', False),
    ],
)
def test_what_is_lost_by_a_deed_is_told_before_a_command_that_does_it(
    shop: Shop, note: str, command: str, *, warned: bool
) -> None:
    shop.know(note, kind="gotcha" if warned else "fact")
    assert ("WARNING" in told(shop.open("s1"), "command", command=command)) is warned


def test_what_the_tests_of_a_part_need_is_told_before_they_run_and_not_before_others(shop: Shop) -> None:
    note = shop.know("Tests of the till package need TILL_KEY set")
    for number, (command, is_told) in enumerate({"pytest pkg/till": True, "pytest tests/till": True,
                                                 "pytest tests/drawer": False}.items()):  # fmt: skip
        assert (note in told(shop.open(f"s{number}"), "command", command=command)) is is_told


def test_what_worked_after_the_same_failure_is_said_with_where_it_is_known_from(shop: Shop) -> None:
    learned = shop.open("s0")
    learned.remember("ModuleNotFoundError: No module named 'ledger_core' goes away after `make link`", kind="gotcha")
    output = "Traceback (most recent call last):\n  b.py\nModuleNotFoundError: No module named 'ledger_core'"
    said = told(shop.open("s1"), "failure", command="python b.py", output=output)
    assert "make link" in said
    assert "session s0" in said
    other = "Traceback (most recent call last):\nKeyError: 'price'"
    assert told(shop.open("s2"), "failure", command="python b.py", output=other) == ""


def test_what_the_brief_said_is_said_once_more_when_its_action_has_come_and_then_no_more(shop: Shop) -> None:
    shop.know("Refunds take the payment lock first", kind="decision", anchors=["pay.py"])
    session = shop.open("s1")
    assert "Refunds take" in told(session, "start")
    assert told(session, "read", files=("pay.py",)) == ""
    assert "Refunds take" in told(session, "edit", changes=("pay.py",))
    assert told(session, "edit", changes=("pay.py",)) == ""
    assert ("read", "said already") in shop.lookups("s1")


def test_what_was_compacted_away_may_be_said_again(shop: Shop) -> None:
    shop.know("The payment lock is keyed by payment_id since the incident of March", kind="fact")
    session = shop.open("s1")
    asked = "which key does the payment lock use since the incident?"
    assert "payment_id" in told(session, "prompt", prompt=asked)
    assert told(session, "prompt", prompt=asked) == ""
    again = told(session, "compact")
    assert again.count("keyed by payment_id") == 1


def test_every_look_up_is_on_record_with_its_cause(shop: Shop) -> None:
    session = shop.open("s1")
    assert told(session, "command", command="make build") == ""
    shop.know("Refunds take the payment lock first", kind="decision", anchors=["pay.py"])
    told(session, "read", files=("pay.py",))
    assert shop.lookups("s1") == [("command", "nothing known"), ("read", "said")]


def test_an_edit_is_told_what_it_changes_the_ground_of_and_what_it_has_made_untrue(shop: Shop) -> None:
    shop.know("refund takes the lock of the payment id", kind="decision", anchors=["pay.py::refund"])
    edit = {"file_path": "pay.py", "old_string": "def refund(payment):", "new_string": "def refund(user):"}
    assert "this edit changes what it is about" in told(shop.open("s1"), "edit", changes=("pay.py",), edit=edit)
    (shop.root / "pay.py").write_text("def charge(user):\n    return 0\n")
    after = told(shop.open("s1"), "break", changes=("pay.py",))  # also who heard it before the edit
    assert "no longer matches" in after
    assert "BROKEN" in after or "DRIFTED" in after
    assert told(shop.open("s1"), "break", changes=("pay.py",)) == ""


@pytest.mark.parametrize("committed", [True, False])
def test_an_edit_is_not_told_that_it_broke_what_was_broken_before_it(shop: Shop, *, committed: bool) -> None:
    subprocess.run(["git", "add", "pay.py"], cwd=shop.root, check=True)
    commit_all(shop.root)
    shop.know("refund takes the lock of the payment id", kind="decision", anchors=["pay.py::refund"])
    (shop.root / "pay.py").write_text("def charge(user):\n    return 0\n")
    if committed:
        commit_all(shop.root)
    else:
        told(shop.open("s0"), "start")
    (shop.root / "pay.py").write_text("LIMIT = 5\n\n\ndef charge(user):\n    return 0\n")
    assert told(shop.open("s1"), "break", changes=("pay.py",)) == ""


def test_a_sub_agent_is_briefed_for_its_task_though_its_parent_was_told(shop: Shop) -> None:
    shop.know("The payment lock is keyed by payment_id", kind="decision")
    assert "payment_id" in told(shop.open("s1"), "start")
    child = shop.open("s1", turn="a1")
    assert "payment_id" in told(child, "subagent", prompt="look into the payment lock")
    with shop.open("s1", turn="a1") as learning:
        learning.remember("The lock times out after 5 s", kind="fact")
    assert shop.open().revert(session="s1", dry_run=True).operations


def test_a_resumed_session_is_told_what_changed_meanwhile(shop: Shop) -> None:
    shop.know("Refunds take the payment lock first", kind="decision")
    assert "Refunds" in told(shop.open("s1"), "start")
    shop.know("Deploys are frozen on Fridays", kind="convention")
    said = told(shop.open("s1"), "resume")
    assert "Since this session was left" in said
    assert "new: convention" in said
    assert "Refunds" not in said
    assert told(shop.open("s1"), "resume") == ""


def test_a_note_that_was_read_out_in_many_sessions_has_a_rest(shop: Shop) -> None:
    shop.know("Refunds take the payment lock first", kind="decision", anchors=["pay.py"])
    rests = MOMENTS["read"].rests
    for number in range(rests):
        assert told(shop.open(f"s{number}"), "read", files=("pay.py",))
    assert told(shop.open("late"), "read", files=("pay.py",)) == ""
    assert shop.lookups("late") == [("read", "said often, resting")]
    assert told(shop.open("later"), "edit", changes=("pay.py",))

    class NextMonth(Clock):
        def now(self):
            return super().now() + timedelta(days=30)

    rested = shop.open("after")
    rested.context.clock = NextMonth()
    assert told(rested, "read", files=("pay.py",))


def test_a_rule_for_a_whole_folder_has_a_rest_and_one_for_the_very_file_has_none(shop: Shop) -> None:
    (shop.root / "bills/paid").mkdir(parents=True)
    shop.know("Files in bills/paid/ are written by the till alone", kind="convention")
    shop.know("Ask the office before you change bills/paid/march.py", kind="convention")
    paths = [f"bills/paid/{month}.py" for month in ("may", "june", "july", "august", "march")]
    for path in paths:
        (shop.root / path).write_text("TOTAL = 1\n")
    heard = [told(shop.open(f"s{path}"), "edit", changes=(path,)) for path in paths]
    assert ["till" in text for text in heard] == [True] * MOMENTS["edit"].rests + [False]
    assert "office" in heard[-1]


def test_a_session_that_has_heard_enough_is_told_no_more_and_another_one_is(shop: Shop) -> None:
    parts = ("ledger", "invoice", "refund", "voucher", "payout", "balance", "receipt", "journal")
    for part in parts:
        (shop.root / f"{part}.py").write_text(f"{part.upper()} = 1\n")
        said = f"The {part} is closed at night: " + ", ".join(f"{part} step {number}" for number in range(60))
        shop.know(said, kind="decision", anchors=[f"{part}.py"])
    heard = [told(shop.open("s1"), "read", files=(f"{part}.py",)) for part in parts]
    assert "ledger" in heard[0]
    assert heard[-1] == ""
    assert shop.lookups("s1")[-1] == ("read", "the session was told enough")
    assert "journal" in told(shop.open("s2"), "read", files=("journal.py",))


def test_what_the_agents_own_file_says_is_not_said_to_it(shop: Shop) -> None:
    (shop.root / "AGENTS.md").write_text(
        "# Rules\n\n- Never run `npm run deploy` without two approvals from the release team\n"
    )
    for words in (["add", "-A"], ["commit", "--quiet", "-m", "Write the rules down"]):
        subprocess.run(["git", *words], cwd=shop.root, check=True)
    with shop.open() as memory:
        memory.mine()
    occasion = {"command": "npm run deploy"}
    assert "two approvals" in told(shop.open("s1"), "command", **occasion)
    assert told(shop.open("s2"), "command", **occasion, loaded=("AGENTS.md",)) == ""
    assert shop.lookups("s2") == [("command", "in the agent's own files")]


def test_what_a_release_changed_is_not_told_before_a_command(shop: Shop) -> None:
    changes = "# Changelog\n\n## 0.1.2 (2026-02-09)\n\n- Restart the proxy only after a deploy of the shop\n"
    (shop.root / "CHANGELOG.md").write_text(changes)
    for words in (["add", "-A"], ["commit", "--quiet", "-m", "Release it"]):
        subprocess.run(["git", *words], cwd=shop.root, check=True)
    with shop.open() as memory:
        memory.mine()
    assert told(shop.open("s1"), "command", command="npm run deploy") == ""


def test_what_finds_no_room_is_counted_by_kind(shop: Shop) -> None:
    for number in range(6):
        shop.know(
            f"Ledger rule number {number}: rounding is half even in step {number}", kind="gotcha", anchors=["pay.py"]
        )
    said = told(shop.open("s1"), "read", files=("pay.py",))
    assert said.count("\n- ") == MOMENTS["read"].most
    assert f"Left out: {6 - MOMENTS['read'].most} gotchas;" in said


@pytest.mark.parametrize("quiet", ["read", "claude-code", "claude-code:read", "all"])
def test_a_setting_keeps_a_moment_or_an_agent_silent(shop: Shop, quiet: str) -> None:
    from standfast.moments.quiet import speaks

    assert not speaks(shop.open("s1", quiet=(quiet,)).context, "read")
    assert speaks(shop.open("s1", agent="codex").context, "read")
    assert speaks(shop.open("s1", agent="codex", quiet=("claude-code", "prompt")).context, "read")


def test_what_a_check_once_said_is_told_when_it_fails_so_again_and_not_at_its_file_or_command(shop: Shop) -> None:
    from standfast.learn.session.failure import fingerprint_failure

    tag = fingerprint_failure("make test", "KeyError: 'refund'").tag
    shop.know("`make test` failed with: KeyError. It passed after a change to pay.py.", anchors=["pay.py"], tags=[tag])
    assert told(shop.open("s1"), "command", command="make test") == ""
    assert told(shop.open("s1"), "edit", files=("pay.py",)) == ""
    assert "pay.py" in told(shop.open("s1"), "failure", command="make test", output="KeyError: 'refund'")
    seen = "pay.py:2: in refund\nKeyError: 'refund'"
    assert told(shop.open("s2"), "failure", command="make test", output=seen) == ""


def test_the_way_that_works_is_told_before_the_one_that_fails_and_not_before_itself(shop: Shop) -> None:
    from standfast.learn.session.failure import fingerprint_failure

    tag = fingerprint_failure("npm test", "Missing script").tag
    words = "`npm test` fails here (Missing script); `pnpm vitest run` worked."
    shop.know(words, kind="gotcha", anchors=["cmd:pnpm vitest run"], tags=[tag])
    assert "pnpm" in told(shop.open("s1"), "command", command="npm test")
    assert told(shop.open("s2"), "command", command="pnpm vitest run") == ""


def test_an_option_that_a_program_does_not_take_is_told_at_any_such_call_with_it(shop: Shop) -> None:
    from standfast.learn.session.failure import fingerprint_failure

    tag = fingerprint_failure("ship status --no-pager", "error: unknown flag: --no-pager").tag
    words = "`ship status --no-pager` fails here (error: unknown flag: --no-pager); `ship status` worked."
    shop.know(words, kind="gotcha", anchors=["cmd:ship status", "cmd:ship --no-pager"], tags=[tag])
    assert "unknown flag" in told(shop.open("s1"), "command", command="ship fleet status --json --no-pager | head -3")
    assert told(shop.open("s2"), "command", command="ship status --json") == ""
    assert told(shop.open("s4"), "command", command="ship search prices --no-pager") == ""
    assert told(shop.open("s3"), "command", command="git log --no-pager") == ""


def test_an_option_that_one_part_of_a_program_does_not_take_may_be_another_parts(shop: Shop) -> None:
    from standfast.learn.session.failure import fingerprint_failure

    tag = fingerprint_failure("ship gate list --type=timer", "Error: unknown flag: --type").tag
    words = "`ship gate list --type=timer` fails here (Error: unknown flag: --type); `ship gate list` worked."
    shop.know(words, kind="gotcha", anchors=["cmd:ship gate list", "cmd:ship --type"], tags=[tag])
    assert "unknown flag" in told(shop.open("s1"), "command", command="ship gate list --type=manual")
    assert told(shop.open("s2"), "command", command="ship list --type=request --status=open") == ""


def test_a_program_that_is_not_there_is_told_at_any_call_of_it(shop: Shop) -> None:
    from standfast.learn.session.failure import fingerprint_failure

    tag = fingerprint_failure("python -m pytest", "command not found: python").tag
    words = "`python -m pytest` fails here (command not found: python); `python3 -m pytest` worked."
    shop.know(words, kind="gotcha", anchors=["cmd:python3 -m pytest", "cmd:python"], tags=[tag])
    assert "python3" in told(shop.open("s1"), "command", command="python tools/prices.py")
    assert told(shop.open("s2"), "command", command="source .venv/bin/activate && python tools/prices.py") == ""


def test_of_two_ways_out_of_one_failure_the_latest_is_told(shop: Shop) -> None:
    from standfast.learn.session.failure import fingerprint_failure

    absent = "sh: gulp: command not found"
    tag = fingerprint_failure("gulp build", absent).tag
    for way in ("npx gulp build", "node_modules/.bin/gulp build"):
        words = f"`gulp build` fails here ({absent}); `{way}` worked."
        shop.know(words, kind="gotcha", anchors=[f"cmd:{way}", "cmd:gulp"], tags=[tag])
    for moment in ("command", "failure"):
        said = told(shop.open(moment), moment, command="gulp build", output=absent)
        assert "node_modules" in said
        assert "npx" not in said
        assert told(shop.open(moment), "command", command="gulp lint --all") == "", "nor once the latest was told"


@pytest.mark.parametrize(
    "command",
    [
        "git diff -- .github/workflows/deploy.yml",
        "rg deploy",
        "find ../shop-deploy -type f",
        "git -C ../shop-deploy status",
        "make -C deploy clean",
        "cat deploy.sh | sed -n 1p",
    ],
)
def test_who_looks_at_a_file_does_nothing_of_what_its_name_says(shop: Shop, command: str) -> None:
    shop.know("Deploy only after the state file is backed up", kind="gotcha")
    assert "backed up" in told(shop.open("s1"), "command", command="./deploy.sh")
    assert told(shop.open("s2"), "command", command=command) == ""


def test_a_short_anchor_is_found_before_a_command_of_many_words(shop: Shop) -> None:
    shop.know("Ask Ana before it runs", kind="gotcha", anchors=["cmd:npm run deploy"])
    command = "npm run deploy -- " + " ".join(f"--zone z{number}" for number in range(12))
    assert "Ask Ana" in told(shop.open("s1"), "command", command=command)


def test_an_order_of_checks_that_sessions_show_is_not_told_before_each_of_them(shop: Shop) -> None:
    words = "The work here is checked with `npm test`, then `npm run lint`."
    anchors = tuple(Anchored(parse_anchor(f"cmd:{command}")) for command in ("npm test", "npm run lint"))
    say_in_session(shop, words, kind=Kind.PROCEDURE, anchors=anchors, status="active")
    assert told(shop.open("s1"), "command", command="npm test") == ""


def test_a_rule_that_a_command_heeds_already_is_not_told_before_it(shop: Shop) -> None:
    shop.know("Always use `git mv old new` for moving files that Git tracks", kind="convention", anchors=["cmd:git mv"])
    shop.know("Never use `git add .`, stage files by name", kind="convention", anchors=["cmd:git add"])
    assert told(shop.open("s1"), "command", command="git mv pay.py paid.py") == ""
    assert told(shop.open("s2"), "command", command="git add pay.py") == ""
    assert "stage files by name" in told(shop.open("s3"), "command", command="git add -A")
    assert "stage files by name" in told(shop.open("s4"), "command", command="git add .")


def test_a_rule_that_says_what_comes_first_is_told_before_the_very_command(shop: Shop) -> None:
    shop.know("Run `npm run build` before `npm run deploy`", kind="convention", anchors=["cmd:npm run deploy"])
    assert "npm run build" in told(shop.open("s1"), "command", command="npm run deploy")


def test_entering_an_environment_is_not_what_a_command_is_about(shop: Shop) -> None:
    shop.know("Set up: create the venv, then `source .venv/bin/activate`, only once", kind="procedure")
    assert told(shop.open("s1"), "command", command="source .venv/bin/activate && rspec") == ""


def test_of_a_commit_the_sentence_is_told_that_speaks_of_what_is_asked() -> None:
    body = "- Add the Nest type for birds that breed\n- Use the library instead of fixed rows, because these were wrong"
    assert "fixed rows" in tell_commit("refactor: extract the listing", body, 100).reason
    assert "Nest type" in tell_commit("refactor: extract the listing", body, 100, {"nest", "type", "breed"}).reason


def test_at_an_edit_a_document_is_quoted_where_it_sets_bounds_and_not_where_it_mentions_the_file(shop: Shop) -> None:
    (shop.root / "CONTRIBUTING.md").write_text(
        "# Guide\n\n## Files\n\n- Never change the rounding in `pay.py` without asking Ana.\n"
        "- Always take the names of helpers from `audit.py`.\n"
    )
    (shop.root / "audit.py").write_text("def check():\n    return True\n")
    shop.open().mine()
    assert "without asking Ana" in told(shop.open("s1"), "edit", changes=("pay.py",))
    assert "names of helpers" not in told(shop.open("s2"), "edit", changes=("audit.py",))


@pytest.mark.parametrize(
    ("rule", "command"),
    [
        ("`git push --force` is forbidden.", "git push --force origin main"),
        ("`rm -rf data` is forbidden: it holds the only copy.", "rm -rf data"),
        ("`docker compose down -v` is not allowed: the volumes hold the orders.", "docker compose down -v"),
        ("`terraform apply` goes through the pipeline, never from a laptop.", "terraform apply"),
        ("Running `make deploy` from a laptop is prohibited", "make deploy"),
        ("Don't ever under any circumstances run `npm install --force`.", "npm install --force"),
        ("Run `make deploy` only in the pipeline", "make deploy"),
        ("`make deploy` is the task of Ana", "make deploy"),
    ],
)
def test_a_rule_is_told_before_the_command_that_breaks_it(shop: Shop, rule: str, command: str) -> None:
    shop.know(rule, kind="convention", anchors=[f"cmd:{' '.join(command.split()[:2])}"])
    assert rule.rstrip(".") in told(shop.open("s1"), "command", command=command)


def test_a_rule_that_orders_one_form_and_denies_another_is_heeded_by_the_first(shop: Shop) -> None:
    shop.know("Use `git mv old new`, never `mv old new`", kind="convention", anchors=["cmd:git mv"])
    assert told(shop.open("s1"), "command", command="git mv pay.py paid.py") == ""


@pytest.mark.parametrize(
    "rule",
    [
        "Every request handler in pay.py must check the tenant id.",
        "All money amounts in pay.py must be Decimal, never float.",
        "Anything in the payment file pay.py must be reviewed by the DBA.",
        "Follow the style guide and never put SQL into pay.py.",
    ],
)
def test_at_an_edit_a_rule_of_a_document_is_told_at_the_very_file_it_names(shop: Shop, rule: str) -> None:
    (shop.root / "CONTRIBUTING.md").write_text(f"# Guide\n\n## Files\n\n- {rule}\n")
    shop.open().mine()
    assert rule.rstrip(".") in told(shop.open("s1"), "edit", changes=("pay.py",))


def test_what_a_document_says_a_command_is_for_is_told_only_to_who_wants_it_told(shop: Shop) -> None:
    rules = "- Run `make stock` after the shop has closed and send the list.\n- Never run `make recount` by day.\n"
    (shop.root / "CONTRIBUTING.md").write_text(f"# Guide\n\n## Stock\n\n{rules}")
    shop.open().mine()
    assert told(shop.open("s1"), "command", command="make stock") == ""
    assert "by day" in told(shop.open("s2"), "command", command="make recount")
    assert "send the list" in told(shop.open("s3", talkative=("command",)), "command", command="make stock")


def test_a_program_that_needs_its_ground_set_is_told_so_whatever_it_is_called_with(shop: Shop) -> None:
    from standfast.learn.session.failure import fingerprint_failure

    refused = "An error occurred (InvalidClientTokenId): the token is not valid"
    words = f"`aws sts whoami` fails here ({refused}); `PROFILE=shop aws sts whoami` worked."
    tag = fingerprint_failure("aws sts whoami", refused).tag
    shop.know(words, kind="gotcha", anchors=["cmd:PROFILE=shop aws sts whoami"], tags=[tag])
    assert "PROFILE=shop" in told(shop.open("s1"), "command", command="aws sts caller --region north --output text")
    assert told(shop.open("s2"), "command", command="PROFILE=shop aws sts caller --region north") == ""
    assert told(shop.open("s3"), "command", command="aws s3 ls") == ""


def test_what_is_said_once_more_about_a_failure_is_the_way_out(shop: Shop) -> None:
    from standfast.learn.session.failure import fingerprint_failure

    refused = "An error occurred (InvalidClientTokenId) when calling the operation: the token is not valid, and " * 2
    words = f"`aws sts whoami --region north` fails here ({refused}); `PROFILE=shop aws sts whoami` worked."
    tag = fingerprint_failure("aws sts whoami", refused).tag
    shop.know(words, kind="gotcha", anchors=["cmd:PROFILE=shop aws sts whoami"], tags=[tag])
    session = shop.open("s1")
    assert "PROFILE=shop" in told(session, "start")
    assert "PROFILE=shop aws sts whoami" in told(session, "command", command="aws sts whoami --region south")


@pytest.mark.parametrize(("glob", "told_there"), [("**/pay*.py", True), ("**/*", False), ("shop/**", False)])
def test_a_rule_for_all_files_of_a_folder_is_no_rule_of_a_path(shop: Shop, glob: str, told_there: bool) -> None:
    rules = shop.root / ".cursor" / "rules"
    rules.mkdir(parents=True)
    head = f"---\ndescription: Money\nglobs: {glob}\n---\n"
    (rules / "money.mdc").write_text(f"{head}\n# Money\n\n- Always round amounts half to even.\n")
    for words in (["add", "-A"], ["commit", "--quiet", "-m", "Write the rules down"]):
        subprocess.run(["git", *words], cwd=shop.root, check=True)
    shop.open().mine()
    place = "shop/pay.py" if glob.startswith("shop") else "pay.py"
    assert ("half to even" in told(shop.open("s1"), "edit", changes=(place,))) is told_there


RETRIES = "We never raise RETRY_TIMES above 3, because partners ban us"


@pytest.mark.parametrize("briefed", [False, True])
def test_a_persons_rule_about_a_name_in_the_lines_that_change_is_said_first(shop: Shop, briefed: bool) -> None:
    (shop.root / "limits.py").write_text("RETRY_TIMES = 5\nCONCURRENT = 8\n")
    shop.know(RETRIES, kind="convention")
    for place in range(4):
        shop.know(f"limits.py is read once at start, number {place}", kind="decision", anchors=["limits.py"])
    session = shop.open("s1")
    if briefed:
        assert RETRIES in told(session, "start")
    edit = {"old_string": "RETRY_TIMES = 5", "new_string": "RETRY_TIMES = 7"}
    assert RETRIES in told(session, "edit", changes=("limits.py",), edit=edit).splitlines()[1]
    other = {"old_string": "CONCURRENT = 8", "new_string": "CONCURRENT = 9"}
    assert RETRIES not in told(shop.open("s2"), "edit", changes=("limits.py",), edit=other)


def test_what_is_known_of_a_file_and_not_worth_a_word_is_no_matter_of_a_floor(shop: Shop) -> None:
    rule = "Never change the rounding in `pay.py` without asking Ana."
    (shop.root / "CONTRIBUTING.md").write_text(f"# Guide\n\n## Files\n\n- {rule}\n")
    shop.open().mine()
    assert told(shop.open("s1"), "read", files=("pay.py",)) == ""
    assert shop.lookups("s1") == [("read", "not worth an interruption")]


def test_what_a_person_approved_of_a_commit_is_told_once_to_who_reads_its_file_and_to_who_changes_it(
    tmp_path: Path,
) -> None:
    repository = Repository(tmp_path / "works")
    repository.commit("Start the worker", worker_py="a = 1\n")
    reason = "Polling cost 40 % of the CPU, because every worker asked every second."
    repository.commit(f"Use a queue instead of polling\n\n{reason}", worker_py="a = 2\n")
    with repository.open(tmp_path / "home") as memory:
        memory.mine()
        memory.approve([state.id for state in states(memory) if state.status is Status.PROPOSED])
    for moment in ("read", "edit"):
        with repository.open(tmp_path / "home") as memory:
            assert told(memory, moment, files=("worker.py",), changes=("worker.py",)).count("Use a queue") == 1


def say_in_session(
    shop: Shop,
    words: str,
    *,
    kind: Kind = Kind.PREFERENCE,
    anchors: tuple[Anchored, ...] = (),
    status: str = "proposed",
) -> None:
    """Keep what an earlier session left: somebody's words, as they are kept until they are confirmed, or a deed."""
    context = shop.open().context
    content = Content(kind, words, context.scope, anchors=anchors)
    payload = {"content": encode_content(content), "status": status}
    partition = context.partition(context.scope)
    source = Source("session", "claude-code", session="s0", turn="t1")
    with partition.writing():
        partition.log.append(Change(Act.REMEMBER, source, MemoryId(mint("memory")), payload, revision=1))


@pytest.mark.parametrize("command", ["rm -rf shop/", "rm pay.py", "git rm pay.py"])
def test_a_rule_about_the_code_of_a_file_is_not_told_to_who_takes_the_file_away(shop: Shop, command: str) -> None:
    shop.know("Never sleep in pay.py", kind="convention", anchors=["pay.py"])
    shop.know("Never delete pay.py, the office reads it", kind="convention", anchors=["pay.py"])
    shop.open("s1").brief()
    said = told(shop.open("s1"), "edit", changes=("pay.py",), edit=command)
    assert "Never sleep" not in said
    assert "the office reads it" in said
    assert "Never sleep" in told(shop.open("s2"), "edit", changes=("pay.py",), edit="sed -i s/a/b/ pay.py")


@pytest.mark.parametrize(
    ("rule", "command", "other"),
    [
        ("Don't run pip install, we use uv", "pip install foo", "uv add foo"),
        ("we use uv here, not pip", "pip install -U redis", "pytest -q"),
        ("never commit to main", "git commit -am x", "git status"),
        ("never commit to main", "git push origin HEAD:main", "git push origin topic"),
        ("Don't push directly to main, open a request", "git push", "git push origin topic"),
    ],
)
@pytest.mark.parametrize("confirmed", [True, False])
def test_what_somebody_said_against_a_command_is_told_once_before_it(
    shop: Shop, rule: str, command: str, other: str, confirmed: bool
) -> None:
    subprocess.run(["git", "symbolic-ref", "HEAD", "refs/heads/main"], cwd=shop.root, check=True)
    if confirmed:
        shop.know(rule, kind="convention")
    else:
        say_in_session(shop, rule)
    assert told(shop.open("s2"), "command", command=other) == ""
    said = told(shop.open("s2"), "command", command=command)
    assert rule in said
    assert ("unconfirmed" in said) is not confirmed
    assert told(shop.open("s2"), "command", command=command) == ""


@pytest.mark.parametrize(
    ("rule", "command"),
    [
        ("Don't run pip install, we use uv", "pip list"),
        ("Don't forget to pip install the tools", "pip install tools"),
        ("Stop using git add -A", "git commit -m x"),
        ("never commit to main", "git commit -m x"),
        ("never commit secrets; main is deployed at noon", "git push origin main"),
    ],
)
def test_what_somebody_said_against_another_command_is_not_told_before_it(shop: Shop, rule: str, command: str) -> None:
    subprocess.run(["git", "symbolic-ref", "HEAD", "refs/heads/topic"], cwd=shop.root, check=True)
    say_in_session(shop, rule)
    assert told(shop.open("s2"), "command", command=command) == ""


def write_rules(shop: Shop, **pages: str) -> None:
    """Write pages of rules for Cursor, and mine them."""
    for name, text in pages.items():
        page = shop.root / ".cursor" / "rules" / f"{name}.mdc"
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text(text)
    for words in (["add", "-A"], ["commit", "--quiet", "-m", "Write the rules down"]):
        subprocess.run(["git", *words], cwd=shop.root, check=True)
    shop.open().mine()


TOOLS = "---\nalwaysApply: true\n---\n\n# Tools\n\nAlways use pnpm as a package manager instead of yarn, bun, or npm.\n"
ODD = (
    "# Guide\n\n## Trouble\n\n!!! warning\n    After odd errors of the till you can usually go on by running "
    "`pnpm clean && pnpm install` twice; if that does not help, ask in the channel and wait for an answer.\n"
)


@pytest.mark.parametrize("briefed", [False, True])
@pytest.mark.parametrize("command", ["npm install", "npm install p-retry", "npm run build", "yarn add till"])
def test_the_rule_that_a_command_breaks_is_told_before_what_only_mentions_it(
    shop: Shop, command: str, briefed: bool
) -> None:
    (shop.root / "CONTRIBUTING.md").write_text(ODD)
    write_rules(shop, tools=TOOLS)
    shop.know("To try one part run pnpm build first, then npm run build or npm install in its folder", kind="procedure")
    session = shop.open("s1")
    if briefed:
        told(session, "start")
    assert "instead of yarn, bun, or npm" in told(session, "command", command=command).splitlines()[1]


@pytest.mark.parametrize("briefed", [False, True])
def test_a_rule_that_a_command_breaks_finds_room_beside_longer_notes_of_it(shop: Shop, briefed: bool) -> None:
    rule = "no, use pnpm here, never npm"
    shop.know(rule, kind="convention")
    session = shop.open("s1")
    if briefed:
        assert rule in told(session, "start")
    for part in ("till", "drawer", "office"):
        steps = ", ".join(f"{part} step {number}" for number in range(12))
        shop.know(f"npm install needs the {part} open: {steps}", kind="gotcha", anchors=["cmd:npm install"])
    assert rule in told(session, "command", command="npm install").splitlines()[1]


def test_a_long_rule_that_a_command_breaks_is_shortened_rather_than_left_out(shop: Shop) -> None:
    shop.know(f"Never run npm install here: {'the till counts every call of it, ' * 24}", kind="convention")
    shop.know("npm install is slow by day", kind="gotcha", anchors=["cmd:npm install"])
    assert "Never run npm install here" in told(shop.open("s1"), "command", command="npm install").splitlines()[1]


def test_a_long_decision_is_told_in_whole_sentences_and_told_again_where_there_is_more_room(shop: Shop) -> None:
    steps = [f"The till of shop number {number} counts its refunds by night." for number in range(60)]
    known = shop.know(f"Refunds are counted in batches. {' '.join(steps)}", kind="decision", anchors=["pay.py"])
    session = shop.open("s1")
    read = told(session, "read", files=("pay.py",))
    edited = told(session, "edit", changes=("pay.py",))
    for said in (read, edited):
        assert "Refunds are counted in batches." in said
        assert all(f"number {number} counts its refunds by night." in said for number in range(3))
        assert f"standfast show {known}" in said
        assert said.partition("”")[0].endswith(".")
    assert len(edited) > len(read)
    assert told(session, "read", files=("pay.py",)) == ""


TESTS = """---
description: Tests
globs: ['**/*.test.ts']
---

# Tests

## Making

- **NEVER** use the deprecated `makeTillAndDrawer()` function - it is going away
- **NEVER** use `__helpers` (without the prefix) - that is for other packages
- Use descriptive test names that explain what the till does
- Use proper types for mocks
- Use factory functions for mocks
- Clear mocks between tests
"""
CODE = """---
description: Code
globs: ['**/*.ts']
---

# Code

## Adapters

- **AVOID** importing from `@shop/till` in adapter code
- **NEVER** use `waitFor` from the library - use `vi.waitFor` instead
- Prefer `unknown` over `any`
"""


@pytest.mark.parametrize("briefed", [False, True])
@pytest.mark.parametrize(
    ("path", "text", "rule"),
    [
        ("web/new.test.ts", "import { makeTillAndDrawer } from './x';", "makeTillAndDrawer"),
        ("web/new.test.ts", "import { x } from './__helpers';", "__helpers"),
        ("web/new.test.ts", "import { x } from './__testHelpers';", ""),
        ("web/new.ts", "import { makeTillAndDrawer } from './x';", ""),
        ("web/adapters/socket.ts", "import { x } from '@shop/till';", "@shop/till"),
        ("web/adapters/socket.ts", "import { x } from '@shop/till/rates';", ""),
        ("web/client/socket.ts", "import { x } from '@shop/till';", ""),
        ("web/client/socket.ts", "await waitFor(() => x as any);", "vi.waitFor"),
        ("web/client/socket.ts", "await vi.waitFor(() => x as any);", ""),
    ],
)
def test_a_page_is_told_at_an_edit_that_puts_in_what_it_bans_and_its_general_lines_are_not(
    shop: Shop, path: str, text: str, rule: str, briefed: bool
) -> None:
    write_rules(shop, tests=TESTS, code=CODE)
    session = shop.open("s1")
    if briefed:
        told(session, "start")
    said = told(session, "edit", changes=(path,), edit={"file_path": path, "content": text})
    lines = [line for line in said.splitlines() if line.startswith("- ")]
    assert len(lines) == bool(rule)
    assert not rule or rule in lines[0]


def test_a_ban_on_what_an_edit_puts_in_comes_before_all_else_that_is_known_of_its_file(shop: Shop) -> None:
    for place in range(4):
        shop.know(f"pay.py is read once at start, number {place}", kind="decision", anchors=["pay.py"])
    shop.know("Use Decimal, never float", kind="convention")
    edit = {"old_string": "x = 1", "new_string": "x = float(1)"}
    assert "never float" in told(shop.open("s1"), "edit", changes=("pay.py",), edit=edit).splitlines()[1]


def test_what_is_denied_in_one_folder_is_not_told_in_another(shop: Shop) -> None:
    shop.know("Never import zod in web/core/src; the core must stay free of it", kind="convention")
    edit = {"content": "import { z } from 'zod';"}
    assert "zod" in told(shop.open("s1"), "edit", changes=("web/core/src/till.ts",), edit=edit)
    assert told(shop.open("s2"), "edit", changes=("web/pages/till.ts",), edit=edit) == ""


def test_how_something_is_tested_is_not_told_at_every_edit_of_a_test(shop: Shop) -> None:
    shop.know("To test one package: run pnpm build first, then pnpm vitest --project till", kind="procedure")
    assert told(shop.open("s1"), "edit", changes=("web/till.test.ts",), edit={"content": "test('x', f);"}) == ""


def test_a_session_that_was_told_enough_is_still_told_of_the_rule_that_it_breaks(shop: Shop) -> None:
    shop.know("Use pnpm here, never npm", kind="convention")
    for number in range(24):
        steps = ", ".join(f"step {number} of {place}" for place in range(24))
        shop.know(f"Wait for the till: {steps}", kind="gotcha", anchors=[f"cmd:till{number} count"])
    session = shop.open("s1")
    for number in range(24):
        told(session, "command", command=f"till{number} count")
    assert shop.lookups("s1")[-1] == ("command", "the session was told enough")
    assert "never npm" in told(session, "command", command="npm install")
    assert told(session, "command", command="npm install") == ""


@pytest.mark.parametrize(
    ("rule", "prompt", "other"),
    [
        (
            "Migrations are append-only, never edit a merged one",
            "edit the first migration",
            "rename the migration class",
        ),
        ("We decided against Decimal, the bank wants cents", "use Decimal for the totals?", "use the totals of May?"),
        ("Deploys go through `make ship` only", "how do I deploy to the shop?", "did the deploy of yesterday go well"),
    ],
)
def test_a_rule_answers_who_asks_for_what_it_begins_with_or_decides_against(
    shop: Shop, rule: str, prompt: str, other: str
) -> None:
    shop.know(rule)
    assert rule in told(shop.open("s1"), "prompt", prompt=prompt)
    assert told(shop.open("s2"), "prompt", prompt=other) == ""


def test_a_ban_on_a_form_of_code_under_a_heading_of_style_is_told_first() -> None:
    text = "Avoid ternary expressions (`x if cond else y`): both branches must be seen. Use `if` instead."
    assert rank_words("docs/contributing.md", "Code Style", text) == FIRST
