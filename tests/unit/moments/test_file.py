"""What matters at a file, from real repositories."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from standfast.agents.hook import answer
from standfast.code.cache import open_cache
from standfast.learn.telling import is_trivial, tell
from standfast.moments.files.about import about_file
from standfast.moments.notes.ban import forbids_change
from standfast.moments.table import Occasion
from standfast.moments.tell import tell as told_at
from standfast.recall.pack import count_tokens
from tests.unit.learn.repository import Repository

if TYPE_CHECKING:
    from pathlib import Path

    from standfast import Memory

REASON = "Polling cost 40 % of the CPU, because every worker asked every second."


@pytest.fixture
def repo(tmp_path: Path) -> Repository:
    return Repository(tmp_path / "shop")


def lines(memory: Memory, *paths: str, limit: int = 8, budget: int = 400, hint: str = "") -> list[str]:
    """Return what is said about files."""
    return [item.row for item in about_file(memory.context, paths, limit=limit, budget=budget, hint=hint)]


def test_the_commit_that_gives_a_reason_is_told_at_its_file_and_nowhere_else(repo: Repository, tmp_path: Path) -> None:
    repo.commit("Start the worker", src__worker_py="a = 1\n", src__rates_py="b = 1\n")
    repo.commit(f"Use a queue\n\n{REASON}", src__worker_py="a = 2\n")
    for number in range(30):
        repo.commit(f"Fix typo number {number}", src__worker_py=f"a = 3  # {number}\n")
    with repo.open(tmp_path / "home") as memory:
        memory.mine()
        told = lines(memory, "src/worker.py")
        assert any(REASON in item for item in told)
        assert not any("typo" in item for item in told)
        assert not any(REASON in line for line in lines(memory, "src/rates.py"))


def test_what_was_taken_back_is_told_as_taken_back_and_not_as_done(repo: Repository, tmp_path: Path) -> None:
    first = repo.commit("Cache the rates\n\nBecause asking the bank takes a second.", rates_py="cache\n")
    why = "The cache kept yesterday's rates, and refunds were wrong by noon."
    repo.commit(f'Revert "Cache the rates"\n\nThis reverts commit {first}.\n\n{why}', rates_py="plain\n")
    with repo.open(tmp_path / "home") as memory:
        memory.mine()
        told = lines(memory, "rates.py")
        assert len(told) == 1
        assert told[0].startswith("- tried and reverted")
        assert why in told[0]


def test_a_decision_that_only_names_the_file_or_a_function_in_it_is_told_first(
    repo: Repository, tmp_path: Path
) -> None:
    repo.commit(
        f"Use a queue\n\n{REASON}", src__locks_py="def acquire_lock(key):\n    return key\n", other_py="x = 1\n"
    )
    with repo.open(tmp_path / "home") as memory:
        memory.mine()
        memory.remember("Locks are keyed by payment, see src/locks.py.", kind="decision", why="two refunds raced")
        memory.remember("Never call acquire_lock inside a transaction.", kind="gotcha")
        memory.remember("Invoices are numbered per year.", kind="decision")
        told = lines(memory, "src/locks.py")
        assert "two refunds raced" in told[0] + told[1]
        assert "inside a transaction" in told[0] + told[1]
        assert not any("Invoices" in item for item in told)
        assert not any("acquire_lock" in line for line in lines(memory, "other.py"))


def test_a_rule_for_a_path_is_told_at_files_of_that_path_only(repo: Repository, tmp_path: Path) -> None:
    repo.commit("Start here", api__pay_py="x = 1\n", web__page_py="y = 1\n")
    with repo.open(tmp_path / "home") as memory:
        memory.remember("Handlers return problem details.", kind="convention", scope="project,path:api/**")
        assert any("problem details" in line for line in lines(memory, "api/pay.py"))
        assert lines(memory, "web/page.py") == []


def test_lines_stay_within_the_budget_and_the_limit_and_are_whole(repo: Repository, tmp_path: Path) -> None:
    for number in range(20):
        repo.commit(f"Choose way {number} instead of the other\n\n{REASON} Case {number}.", a_py=f"{number}\n")
    with repo.open(tmp_path / "home") as memory:
        memory.mine()
        for budget in (60, 150, 400):
            told = lines(memory, "a.py", budget=budget)
            assert sum(count_tokens(item) + 1 for item in told) <= budget
            assert all(item.endswith("]") and "”" in item and "…" not in item for item in told)
        assert len(lines(memory, "a.py", limit=2, budget=10_000)) == 2


def test_of_many_reasons_the_one_the_session_is_about_comes_first(repo: Repository, tmp_path: Path) -> None:
    for word in ("sockets", "invoices", "calendars", "printers"):
        repo.commit(f"Keep {word} open instead of closing them\n\nBecause {word} are slow to open.", a_py=f"{word}\n")
    with repo.open(tmp_path / "home") as memory:
        memory.mine()
        assert "calendars" in lines(memory, "a.py", hint="why do calendars stay open?")[0]


def test_telling_about_a_file_loads_nothing_heavy() -> None:
    code = "import json, sys, standfast.moments.files.about; print(json.dumps(sorted(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    loaded = set(json.loads(done.stdout))
    assert not loaded & {"numpy", "rich", "asyncio", "ast_grep_py", "markdown_it", "docutils", "yaml", "subprocess"}


def at(memory: Memory, moment: str, path: str, *, prompt: str = "") -> str:
    """Return what a new session is told that is asked something and then comes to a file."""
    if prompt:
        told_at(memory.context, Occasion("prompt", prompt=prompt))
    return told_at(memory.context, Occasion(moment, files=(path,), changes=(path,))).text


def hook(repo: Repository, folder: Path, session: str, event: str, **more: object) -> str:
    """Return what a session of Claude Code is told at an event."""
    payload = {"session_id": session, "cwd": str(repo.root), "hook_event_name": event, **more}
    said, _ = answer("claude-code", event, payload, {"STANDFAST_HOME": str(folder / "home")})
    return str(json.loads(said).get("hookSpecificOutput", {}).get("additionalContext", "")) if said else ""


def test_the_commit_that_the_task_is_about_is_told_before_plainer_ones(repo: Repository, tmp_path: Path) -> None:
    about = "Round the invoice total once\n\nEach line was rounded by itself, and the total was a cent off."
    repo.commit(about, pay_py="a = 2\n")
    for number in range(30):
        message = f"Use store {number} instead of {number + 1}\n\nBecause store {number + 1} lost its lock."
        repo.commit(message, pay_py=f"{number}\n")
    with repo.open(tmp_path / "home") as memory:
        memory.mine()
        assert "invoice total" not in " ".join(lines(memory, "pay.py")[:2])
        told = lines(memory, "pay.py", hint="Please round every line of the invoice, then sum the total.")
        assert "invoice total" in told[0]


def test_a_choice_about_something_else_is_not_told_where_the_task_is_known(repo: Repository, tmp_path: Path) -> None:
    repo.commit("Start the worker", src__worker_py="a = 1\n")
    repo.commit(f"Fix lost jobs by using a queue instead of polling\n\n{REASON}", src__worker_py="a = 2\n")
    with repo.open(tmp_path / "home") as memory:
        memory.mine()
    task = "Translate the greeting of newsletters into Portuguese and Dutch"
    lines = {"old_string": "a = 2", "new_string": "a = 3"}
    touched = {"tool_name": "Edit", "tool_input": {"file_path": str(repo.root / "src/worker.py"), **lines}}
    assert hook(repo, tmp_path, "one", "UserPromptSubmit", prompt=task) == ""
    assert hook(repo, tmp_path, "one", "PreToolUse", **touched) == ""
    assert REASON in hook(repo, tmp_path, "two", "PreToolUse", **touched)


def test_the_commit_that_explains_what_is_asked_is_told_at_the_prompt(repo: Repository, tmp_path: Path) -> None:
    repo.commit(f"Feed workers from a queue instead of polling\n\n{REASON}", src__worker_py="a = 2\n")
    for number in range(30):
        repo.commit(
            f"Rework step {number}\n\nThe step took its input twice, but once is enough.", step_py=f"{number}\n"
        )
    with repo.open(tmp_path / "home") as memory:
        memory.mine()
    task = "Feed the workers by polling instead of from a queue"
    assert REASON in hook(repo, tmp_path, "one", "UserPromptSubmit", prompt=task)
    aside = "Let every worker go back to polling, the queue is hard to run"
    assert hook(repo, tmp_path, "three", "UserPromptSubmit", prompt=aside) == ""
    assert hook(repo, tmp_path, "two", "UserPromptSubmit", prompt="let's continue with the next step") == ""


def test_the_name_of_a_tool_does_not_make_a_commit_trivial() -> None:
    assert is_trivial("Run black over everything")
    assert is_trivial("mypy fixes")
    assert not is_trivial("black/parser: keep the nodes while looking ahead")


def test_what_a_project_is_about_does_not_make_its_commits_trivial() -> None:
    assert not is_trivial("Improve docstring re-indentation handling")
    assert is_trivial("Add missing docstrings to the parser")


def test_one_of_the_things_a_commit_did_is_not_told_as_its_reason() -> None:
    body = "- tests: use a stub instead of an ellipsis\n- run the checks twice a day"
    assert tell("Bring the scripts up to date with the other shop", body, 230).reason == ""


def test_a_commit_of_which_nothing_is_left_in_the_file_comes_after_those_that_stand(
    repo: Repository, tmp_path: Path
) -> None:
    other = "def the_other_side_of_it():\n    return the_prices_of_yesterday()\n"
    repo.commit(
        "Sort the rows, because customers got lost\n\nWithout it every search began anew, because the rows jumped.",
        shop_py="rows_of_the_shop = sorted(rows_of_yesterday)\n",
        other_py=other,
    )
    repo.commit(
        "Index the rows, because sorting was slow\n\nSorting took seconds, because there are millions of rows.",
        shop_py="index_of_the_rows = build_the_index(rows_of_today)\n",
    )
    with repo.open(tmp_path / "home") as memory:
        memory.mine()
        told = [item.text for item in about_file(memory.context, ["shop.py"], left=True)]
        assert "Index the rows" in told[0]
        assert not told[1:] or "Sort the rows" in told[1]


def test_a_long_sentence_is_said_whole_rather_than_nothing() -> None:
    long = "The worker asks the bank for its rates, " + "and again for each of them, " * 7 + "because nothing is kept."
    assert tell("Ask for rates once an hour", long, 230).reason == long


def test_what_is_left_of_a_commit_is_told_and_one_that_is_wholly_gone_only_where_the_task_is_about_it(
    repo: Repository, tmp_path: Path
) -> None:
    gone = "Because the bank answers slowly in the morning, and nobody waits for it."
    kept = "Because the auditors want to see who changed a rate and when that was."
    repo.commit(f"Ask the bank twice\n\n{gone}", rates_py="ask_the_bank_twice_in_a_row = True\n")
    both = "ask_the_bank_twice_in_a_row = True\nwrite_down_who_changed_the_rate = True\n"
    repo.commit(f"Write down who changed a rate\n\n{kept}", rates_py=both)
    repo.commit("Ask once", rates_py="write_down_who_changed_the_rate = True\n")
    with repo.open(tmp_path / "home") as memory:
        memory.mine()
        told = [line.result.judged for line in memory.about(["rates.py"]).lines]
        assert [item["left"] for judged in told for item in judged.detail if item.get("left")] == ["all"]
        assert gone in memory.brief(files=["rates.py"], task="ask the bank twice where it answers slowly").text


@pytest.mark.parametrize("subject", ["Applying suggested fix", "Address review comments", "Adding full stop"])
def test_what_a_reviewer_asked_for_is_not_worth_telling(subject: str) -> None:
    assert is_trivial(subject)


SQUASHED = (
    '* Add a benchmark\n\n* Drop lists in favor of sets\n\n* Revert "Add a benchmark"\n\n'
    "This reverts commit 1234567890abcdef1234567890abcdef12345678.\n\n* remove the benchmark, no longer useful"
)


def test_the_titles_of_a_squashed_branch_give_no_reason_for_the_whole() -> None:
    told = tell("Ask the bank in batches (#12)", SQUASHED, 230)
    assert (told.word, told.reason) == ("change", "")


@pytest.mark.parametrize(
    "body",
    [
        "Change the list of the rates from a dictionary into a set.",
        "See the notes in #1946, and what it will take the next time.",
        "commit 1234567890abcdef1234567890abcdef12345678 Author: Ana <ana@example.org> because of the bank",
        "* Ask in batches, because the bank refuses more\n\n* Add a test\n\nIt was slow, because there were many.",
    ],
)
def test_what_was_done_where_more_stands_and_the_steps_of_a_branch_are_no_reason(body: str) -> None:
    assert tell("Ask the bank once a second (#12)", body, 230).reason == ""


def test_what_a_release_changed_is_not_told_of_a_file(repo: Repository, tmp_path: Path) -> None:
    repo.write("CHANGELOG.md", "# Changes\n\n## 2.1.0 - 2026-03-31\n\n- `rates.py` asks the bank of the buyer.\n")
    repo.commit(f"Use a queue\n\n{REASON}", rates_py="a = 2\n")
    with repo.open(tmp_path / "home") as memory:
        memory.mine()
        told = memory.brief(files=["rates.py"]).text
        assert REASON in told
        assert "bank of the buyer" not in told


def test_a_sentence_that_only_leads_to_something_is_not_a_reason() -> None:
    body = "Previously, asking the bank twice in one second would fail with:\n\n    429 Too Many Requests\n"
    assert tell("Ask the bank once a second", body, 230).reason == ""


def test_a_sentence_that_a_block_of_code_completes_is_not_a_reason() -> None:
    body = "We ask the bank once a second because it refuses what comes\n\n\tsooner\n\nthan that."
    assert tell("Ask the bank less often", body, 330).reason == ""


def test_a_sentence_that_leans_on_the_one_before_it_is_told_with_it() -> None:
    ground, reason = "The list of shops was kept in every worker.", "This made them disagree, because each aged alone."
    assert tell("Keep one list of shops", f"{ground} {reason}", 330).reason == f"{ground} {reason}"
    itself = "This change is needed because the shops disagree."
    assert tell("Keep one list of shops", f"{ground} {itself}", 330).reason == itself
    other = "Prices are rounded because the law says so."
    assert tell("Keep one list of shops", f"{reason}\n\n{other}", 330).reason == other


def test_a_reason_that_repeats_the_subject_is_not_told() -> None:
    told = tell("fix(rates): treat void as no rate (#12)", "fix: treat void as no rate in rates", 230)
    assert told.reason == ""


def test_a_file_keeps_its_history_when_it_is_renamed(repo: Repository, tmp_path: Path) -> None:
    repo.commit("Start the worker", worker_py="".join(f"a{number} = {number}\n" for number in range(30)))
    repo.commit(f"Use a queue\n\n{REASON}", worker_py="".join(f"a{number} = {number}\n" for number in range(40)))
    repo.git("mv", "worker.py", "consumer.py")
    repo.commit("Move the worker")
    with repo.open(tmp_path / "home") as memory:
        memory.mine()
        assert REASON in memory.brief(files=["consumer.py"]).text
        assert any(REASON in line.text for line in memory.about(["consumer.py"]).lines)


def test_another_file_that_has_the_old_name_now_is_not_told_about(repo: Repository, tmp_path: Path) -> None:
    repo.commit("Start the worker", worker_py="".join(f"a{number} = {number}\n" for number in range(30)))
    repo.git("mv", "worker.py", "consumer.py")
    repo.commit("Move the worker")
    repo.commit("Pay", worker_py="def pay():\n    return charge()\n")
    with repo.open(tmp_path / "home") as memory:
        memory.remember("Payments are charged once", kind="decision", anchors=["worker.py"])
        told = [[line.text for line in memory.about([path]).lines] for path in ("worker.py", "consumer.py")]
    assert "Payments are charged once" in told[0][0]
    assert told[1] == []


def test_a_revert_and_what_it_took_back_are_one_line(repo: Repository, tmp_path: Path) -> None:
    repo.commit("Start with rates", rates_py="plain\n")
    repo.commit("Cache the rates by currency", rates_py="cache\n")
    repo.commit(f'Revert "Cache the rates by currency"\n\n{REASON}', rates_py="plain\n")
    with repo.open(tmp_path / "home") as memory:
        memory.mine()
        assert sum("Cache the rates" in line for line in lines(memory, "rates.py")) == 1


def test_a_brief_about_a_file_does_not_repeat_what_holds_everywhere(repo: Repository, tmp_path: Path) -> None:
    repo.write("CONTRIBUTING.md", "# Contributing\n\n## Style\n\n- Always use four spaces.\n")
    repo.write("Makefile", "test:\n\tpytest\n")
    repo.commit(f"Use a queue\n\n{REASON}", worker_py="a = 2\n")
    with repo.open(tmp_path / "home") as memory:
        memory.mine()
        assert "four spaces" in memory.brief().text
        told = memory.brief(files=["worker.py"]).text
        assert REASON in told
        assert "four spaces" not in told
        assert "make test" not in told


def test_a_commit_about_the_task_is_told_though_its_code_was_rewritten_and_says_so(
    repo: Repository, tmp_path: Path
) -> None:
    why = "Foreign refunds are rounded down, because the office pays the difference."
    first = "".join(f"refund_of_foreign_invoice_{number} = {number}\n" for number in range(6))
    repo.commit(f"Round foreign refunds down\n\n{why}", src__money_py=first)
    for number in range(8):
        repo.commit(f"Add page {number} of the catalogue", **{f"page{number}_py": f"page = {number}\n"})
    second = "".join(f"another_way_to_pay_{number} = {number}\n" for number in range(6))
    repo.commit("Write the till again", src__money_py=second)
    with repo.open(tmp_path / "home") as memory:
        memory.mine()
    hook(repo, tmp_path, "one", "UserPromptSubmit", prompt="Please make the till round all foreign refunds up now")
    lines = {"file_path": str(repo.root / "src/money.py"), "old_string": "", "new_string": ""}
    said = hook(repo, tmp_path, "one", "PreToolUse", tool_name="Edit", tool_input=lines)
    assert "because the office pays the difference" in said
    assert "rewritten since" in said


def test_a_name_in_the_lines_that_change_brings_no_commit(repo: Repository, tmp_path: Path) -> None:
    repo.commit("Start the worker", src__worker_py="a = 1\n")
    repo.commit("Rework the worker\n\nretry_count is read once, because the file may change.", src__worker_py="a = 2\n")
    with repo.open(tmp_path / "home") as memory:
        memory.mine()
    path = str(repo.root / "src/worker.py")
    hook(repo, tmp_path, "one", "UserPromptSubmit", prompt="Colour the sign above the door of the shop blue, please")
    lines = {"file_path": path, "old_string": "a = 2", "new_string": "retry_count = 3"}
    said = hook(repo, tmp_path, "one", "PreToolUse", tool_name="Edit", tool_input=lines)
    assert "because the file may change" not in said


def test_a_commit_that_names_an_error_is_asked_for_and_not_told_after_it(repo: Repository, tmp_path: Path) -> None:
    error = "LedgerLockError: the ledger is held"
    repo.commit(f"Fix the ledger\n\n{error} by two tills at once, so it is closed first.", till_py="a = 2\n")
    with repo.open(tmp_path / "home") as memory:
        memory.mine()
        assert told_at(memory.context, Occasion("failure", command="python till.py", output=error)).text == ""
        assert any("closed first" in item.memory.content.text for item in memory.recall(error).results)


@pytest.mark.parametrize(
    "aside",
    [
        "The ledger is out of scope for this change and deliberately left alone.",
        "Confirmed that the new test fails with a list instead of a set.",
    ],
)
def test_what_was_left_for_later_or_tried_out_is_no_reason(aside: str) -> None:
    told = tell("Ask the bank in batches", f"{aside} Batches of ten are asked for because the bank refuses more.", 230)
    assert told.reason == "Batches of ten are asked for because the bank refuses more."


def test_what_holds_for_a_folder_comes_after_what_history_tells_of_the_file(repo: Repository, tmp_path: Path) -> None:
    repo.write("src/AGENTS.md", "# Source\n\n- Always use four spaces.\n- Never name `worker.py` in a test.\n")
    repo.commit(f"Use a queue\n\n{REASON}", src__worker_py="a = 2\n")
    with repo.open(tmp_path / "home") as memory:
        memory.mine()
        told = lines(memory, "src/worker.py")
        places = [
            next(place for place, line in enumerate(told) if words in line) for words in ("Never", REASON, "four")
        ]
        assert places == sorted(places)


def test_every_file_at_hand_has_its_best_line_before_one_has_its_second(repo: Repository, tmp_path: Path) -> None:
    for number in range(6):
        repo.commit(
            f"Use queue number {number} instead of polling\n\nBecause polling number {number} took the whole CPU.",
            busy_py=f"a = {number}\n",
        )
    repo.commit("Fix the rounding of rates\n\nRates were cut, which lost cents.", quiet_py="b = 1\n")
    with repo.open(tmp_path / "home") as memory:
        memory.mine()
        assert "rounding" in " ".join(lines(memory, "busy.py", "quiet.py", limit=2))
        assert "rounding" not in " ".join(lines(memory, "busy.py", limit=2))


def test_no_heading_stands_alone_when_its_only_row_is_said_above(repo: Repository, tmp_path: Path) -> None:
    body = "".join(f"line_{number} = {number}\n" for number in range(200))
    repo.commit(f"Use a queue instead of polling\n\n{REASON}", src__worker_py=body)
    with repo.open(tmp_path / "home") as memory:
        memory.mine()
        told = memory.brief(files=["src/worker.py"]).text
    assert "Use a queue" in told
    assert not told.rstrip().split("\n")[-1].startswith("## ")


def edit_of(repo: Repository, path: str, new: str = "b = 3") -> dict[str, object]:
    """Return an edit as Claude Code reports it."""
    touched = {"file_path": str(repo.root / path), "old_string": "", "new_string": new}
    return {"tool_name": "Edit", "tool_input": touched}


def test_a_message_that_lists_what_a_whole_branch_did_is_told_neither_at_a_prompt_nor_at_an_edit(
    repo: Repository, tmp_path: Path
) -> None:
    task = "Feed the workers from a queue that every worker polls for jobs"
    items = "\n".join(f"- add step {number} of the pipeline for reports" for number in range(14))
    body = f"Workers poll for jobs because a queue lost some.\n\n{items}"
    repo.commit(f"Feed workers from polled jobs (#12)\n\n{body}", src__worker_py="a = 2\n")
    repo.commit("Start the shop", src__shop_py="a = 2\n")
    with repo.open(tmp_path / "home") as memory:
        memory.mine()
    assert hook(repo, tmp_path, "one", "UserPromptSubmit", prompt=task) == ""
    assert hook(repo, tmp_path, "one", "PreToolUse", **edit_of(repo, "src/worker.py")) == ""


def test_of_a_task_of_one_word_no_commit_is_near(repo: Repository, tmp_path: Path) -> None:
    repo.commit(
        "Read field nine of the record\n\nThe parser took the wrong one for a while.",
        **{f"src__part{number}_py": "a = 1\n" for number in range(6)},
    )
    with repo.open(tmp_path / "home") as memory:
        memory.mine()
    hook(repo, tmp_path, "one", "UserPromptSubmit", prompt="nine")
    assert hook(repo, tmp_path, "one", "PreToolUse", **edit_of(repo, "src/part1.py")) == ""


def test_a_try_that_was_taken_back_is_told_beside_a_commit_that_is_nearer_to_the_task(
    repo: Repository, tmp_path: Path
) -> None:
    repo.commit("Start the workers", src__worker_py="a = 1\n")
    tried = repo.commit("Use one latch for every worker", src__worker_py="a = 2\n")
    why = "This was a mistake, because several threads cannot wait on one latch."
    repo.commit(
        f'Revert "Use one latch for every worker"\n\nThis reverts commit {tried}.\n\n{why}', src__worker_py="a = 1\n"
    )
    repo.commit(
        "Refactor how workers terminate on their registry latch\n\nA worker waits on the latch of its registry to "
        "terminate, and that was done in two places, which is why it is done in one.",
        src__worker_py="a = 4\n",
    )
    with repo.open(tmp_path / "home") as memory:
        memory.mine()
    task = "Every worker has a latch to terminate; let all of them wait on one latch of the registry instead"
    hook(repo, tmp_path, "one", "UserPromptSubmit", prompt=task)
    assert "several threads" in hook(repo, tmp_path, "one", "PreToolUse", **edit_of(repo, "src/worker.py"))


def test_the_words_of_an_address_are_not_what_a_prompt_asks(repo: Repository, tmp_path: Path) -> None:
    with repo.open(tmp_path / "home") as memory:
        memory.remember("The jandebobbel harbour tool is silent in its issues.", kind="decision")
    asked = "look into https://example.org/jandebobbel/harbour/tool/issues/7660 please"
    assert hook(repo, tmp_path, "one", "UserPromptSubmit", prompt=asked) == ""
    assert "silent" in hook(repo, tmp_path, "two", "UserPromptSubmit", prompt="is the jandebobbel harbour tool silent?")


def test_at_an_edit_the_latest_prompt_says_what_the_session_is_about(repo: Repository, tmp_path: Path) -> None:
    repo.commit(f"Fix lost jobs by using a queue instead of polling\n\n{REASON}", src__worker_py="a = 2\n")
    repo.commit("Start the newsletters", src__letter_py="a = 1\n")
    with repo.open(tmp_path / "home") as memory:
        memory.mine()
    jobs = "Let every worker go back to polling for jobs without a queue"
    letters = "Translate the greeting of newsletters into Portuguese and Dutch"
    for session, prompts in (("one", (letters, jobs, "go on")), ("two", (jobs, letters, "go on"))):
        for number, prompt in enumerate(prompts):
            hook(repo, tmp_path, session, "UserPromptSubmit", prompt=prompt, prompt_id=f"p{number}")
        for number in range(70):
            run = {"tool_name": "Bash", "tool_input": {"command": "ls"}, "tool_use_id": f"c{number}"}
            hook(repo, tmp_path, session, "PostToolUse", **run, tool_response={"stdout": "", "exit_code": 0})
    assert "queue" in hook(repo, tmp_path, "one", "PreToolUse", **edit_of(repo, "src/worker.py"))
    assert hook(repo, tmp_path, "two", "PreToolUse", **edit_of(repo, "src/worker.py")) == ""


def test_an_item_of_a_list_is_no_reason_to_tell_a_commit_at_an_edit(repo: Repository, tmp_path: Path) -> None:
    items = "- keep the prices of the newsletters in one place\n- support plain pages without a build of the shop"
    repo.commit(f"Rework how the shop sells its letters\n\n{items}", src__shop_py="a = 1\n")
    repo.commit("Start the worker", src__worker_py="a = 1\n")
    with repo.open(tmp_path / "home") as memory:
        memory.mine()
    task = "Give the shop a page where customers of several countries choose their currency before the prices are shown"
    hook(repo, tmp_path, "one", "UserPromptSubmit", prompt=task)
    assert hook(repo, tmp_path, "one", "PreToolUse", **edit_of(repo, "src/shop.py")) == ""


@pytest.mark.parametrize(
    ("title", "file", "is_told"),
    [
        ("Fix lost jobs of workers by taking them from a queue", "src/worker.py", True),
        ("Fix lost jobs of workers by taking them from a queue", "README.md", False),
        ("Add a queue from which workers take their jobs", "src/worker.py", False),
    ],
)
def test_at_an_edit_neither_what_was_added_there_is_told_nor_what_a_page_was_changed_along_with(
    repo: Repository, tmp_path: Path, title: str, file: str, is_told: bool
) -> None:
    repo.commit("Start the shop", src__worker_py="a = 1\n", README_md="# Shop\n", src__letter_py="a = 1\n")
    repo.commit(f"{title}\n\nWorkers may stop at any time.", src__worker_py="a = 2\n", README_md="# The shop\n")
    repo.commit("Start the newsletters", src__letter_py="a = 2\n")
    with repo.open(tmp_path / "home") as memory:
        memory.mine()
    asked = "Let workers take their jobs without a queue"
    hook(repo, tmp_path, "one", "UserPromptSubmit", prompt=asked, prompt_id="p1")
    assert ("queue" in hook(repo, tmp_path, "one", "PreToolUse", **edit_of(repo, file))) == is_told


@pytest.mark.parametrize(
    ("guide", "rule"),
    [
        (
            "CONTRIBUTING.md",
            "Never edit an existing file under `src/latest`: `cmd/release` overwrites it at every release.",
        ),
        ("src/CONTRIBUTING.md", "Everything in `latest/` is generated, do not edit it by hand."),
        ("src/latest/CONTRIBUTING.md", "Never edit these files, because `make api` generates all of them anew."),
        ("src/latest/CONTRIBUTING.md", "Do not add new files to `src/latest/*`; it goes away with the next release."),
    ],
)
def test_a_ban_on_changing_what_lies_in_a_folder_is_said_first_to_who_is_about_to_do_it(
    repo: Repository, tmp_path: Path, guide: str, rule: str
) -> None:
    words = rule.rpartition(" ")[2]
    repo.write(guide, f"# Releases\n\n- {rule}\n")
    repo.commit("Start the guide", src__latest__guide_py="a = 1\n", cmd__release__main_py="b = 1\n")
    repo.commit(f"Use a queue\n\n{REASON}", src__latest__guide_py="a = 2\n")
    with repo.open(tmp_path / "home") as memory:
        memory.mine()
        told = lines(memory, "src/latest/guide.py")
        assert len(told) > 1
        assert words in told[0]
        assert not any(words in line for line in lines(memory, "cmd/release/main.py"))
    said = hook(repo, tmp_path, "one", "PreToolUse", **edit_of(repo, "src/latest/guide.py"))
    assert words in said
    assert said.find(words) < said.find("Polling") or "Polling" not in said


@pytest.mark.parametrize(
    "rule",
    [
        "Never add comments that repeat the code.",
        "Do not write tests without an assertion in `src/`.",
        "Never edit files outside `src/`.",
        "Do not change `cmd/release` without a word in `src/worker.md`.",
        "Do not edit what is made from `src/`.",
    ],
)
def test_a_rule_of_style_for_a_folder_is_no_ban_on_changing_what_lies_there(
    repo: Repository, tmp_path: Path, rule: str
) -> None:
    repo.write("src/CONTRIBUTING.md", f"# Source\n\n- {rule}\n")
    repo.commit("Start the shop", src__worker_py="a = 2\n")
    with repo.open(tmp_path / "home") as memory:
        memory.mine()
        found = [item.memory for item in memory.recall(rule, files=["src/worker.py"]).results]
        assert not any(forbids_change(item, ["src/worker.py"]) for item in found)
    assert hook(repo, tmp_path, "one", "PreToolUse", **edit_of(repo, "src/worker.py")) == ""


def test_what_was_only_done_to_the_docs_comes_after_what_was_done_to_the_code(repo: Repository, tmp_path: Path) -> None:
    repo.commit(
        "Use cents instead of floats\n\nBecause sums of floats drifted apart by a cent in long orders.",
        prices_py="cents = round_the_price_to_whole_cents()\n",
    )
    repo.commit(
        "Improve docs instead of examples for prices\n\nBecause readers never found the old example of a long order.",
        prices_py="cents = round_the_price_to_whole_cents()\n# The price of a whole order, in cents and no more.\n",
    )
    with repo.open(tmp_path / "home") as memory:
        memory.mine()
        text = memory.brief(files=["prices.py"]).text
        assert text.index("Use cents") < text.index("Improve docs")


def test_a_commit_is_told_at_the_file_it_is_about_and_not_at_one_it_only_touched(
    repo: Repository, tmp_path: Path
) -> None:
    many = "".join(f"rate_of_the_bank_number_{number} = ask_the_bank({number})\n" for number in range(30))
    repo.commit(
        "Ask the bank for each rate\n\nBecause the auditors want to see where each number comes from, and when.",
        rates_py=many,
        shop_py="everything_it_sells = rates_of_the_bank()\n",
    )
    repo.commit(
        "Ask for each rate twice\n\nBecause the bank answers wrongly now and then, and the auditors found out.\n\n"
        "The line in till.py follows.",
        rates_py=many.replace("ask_the_bank", "ask_the_bank_twice"),
        till_py="how_much_is_in_it = 0\n",
    )
    with repo.open(tmp_path / "home") as memory:
        memory.mine()
        assert any(item.commit for item in about_file(memory.context, ["rates.py"], left=True))
        assert not any(item.commit for item in about_file(memory.context, ["till.py"], left=True))
        assert not any(item.commit for item in about_file(memory.context, ["shop.py"], left=True))


def test_a_part_of_a_way_is_not_told_at_the_manifest_that_says_it(repo: Repository, tmp_path: Path) -> None:
    repo.write("package.json", '{"scripts": {"test": "jest", "test:slow": "jest slow"}}\n')
    repo.commit("Start the shop")
    with repo.open(tmp_path / "home") as memory:
        memory.mine()
        assert "test:slow" not in memory.brief(files=["package.json"]).text


def test_a_choice_with_its_reason_is_told_to_who_reads_or_changes_its_file(repo: Repository, tmp_path: Path) -> None:
    chosen = "Fix lost jobs by using a queue instead of polling"
    repo.commit("Start the worker", src__worker_py="a = 1\n")
    repo.commit(f"{chosen}\n\n{REASON}", src__worker_py="a = 2\n")
    for number in range(30):
        repo.commit(
            f"Rework step {number}\n\nThe step took its input twice, but only one was needed.",
            src__worker_py=f"{number}\n",
        )
    with repo.open(tmp_path / "home") as memory:
        memory.mine()
        for moment in ("read", "edit"):
            said = at(memory, moment, "src/worker.py")
            assert chosen in said
            assert REASON in said
        assert at(memory, "read", "src/worker.py").count("\n- ") == 1


def test_history_that_git_does_not_know_any_more_is_not_told_as_if_it_stood(repo: Repository, tmp_path: Path) -> None:
    chosen = f"Fix lost jobs by using a queue instead of polling\n\n{REASON}"
    repo.commit("Start the worker", src__worker_py="a = 1\n")
    repo.commit(chosen, src__worker_py="a = take_from_the_queue(now)\n")
    with repo.open(tmp_path / "home") as memory:
        memory.mine()
    assert REASON in hook(repo, tmp_path, "one", "PreToolUse", **edit_of(repo, "src/worker.py"))
    open_cache(str(repo.root / ".git")).forget()
    repo.git("checkout", "-q", "--orphan", "rebased")
    repo.commit("Start the worker anew", src__worker_py="a = take_from_the_queue(now)\n")
    repo.git("branch", "-D", "main")
    repo.git("reflog", "expire", "--expire=now", "--all")
    repo.git("gc", "-q", "--prune=now")
    assert REASON not in hook(repo, tmp_path, "two", "PreToolUse", **edit_of(repo, "src/worker.py"))


def test_a_commit_that_took_out_a_definition_which_is_there_again_is_not_told_at_it(
    repo: Repository, tmp_path: Path
) -> None:
    till = "def ask_the_bank(rate):\n    return rate\n\n\ndef other(lines):\n    return sum(lines)\n"
    repo.commit("Start the till", till_py=till)
    why = "The office asked for a plain till instead, because nobody there sets how often the bank is asked."
    for title in ("refactor: remove ask_the_bank option", "refactor: use sums in other"):
        repo.commit(f"{title}\n\n{why} {title}.", till_py=f"# {title}\n" + "def other(lines):\n    return sum(lines)\n")
    repo.commit("refactor: restore options", till_py="# refactor: use sums in other\n" + till)
    with repo.open(tmp_path / "home") as memory:
        memory.mine()
        told = lines(memory, "till.py")
        assert any("use sums" in item for item in told)
        assert not any("remove ask_the_bank" in item for item in told)
