"""A store that was only mined: what comes unasked, and what does not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from standfast.agents.hook import answer
from standfast.model.value import replace
from standfast.moments.table import MOMENTS, Occasion
from tests.unit.learn.repository import Repository

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from standfast import Memory

GUIDE = """# Contributing

## Testing

!!! warning
    The suite starts servers on ports **8000** and **8001**. Make sure these are not in use.
"""
WHY = "The cache kept yesterday's rates, and refunds were wrong by noon."
TAKEN = "error while attempting to bind on address ('127.0.0.1', {}): address already in use"


@pytest.fixture(scope="module")
def mined(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Memory]:
    tmp_path = tmp_path_factory.mktemp("unasked")
    repository = Repository(tmp_path / "works")
    for path, text in (("CONTRIBUTING.md", GUIDE), ("Makefile", "test:\n\tpytest -q\n")):
        repository.write(path, text)
    repository.commit("Start the shop", shop_py="a = 1\n")
    first = repository.commit("Raise `TypeError` on unknown currency codes (#12)", money_py="strict\n")
    repository.commit(f'Revert "Raise `TypeError` on unknown currency codes (#12)"\n\nThis reverts commit {first}.',
                      money_py="lenient\n")  # fmt: skip
    second = repository.commit("Cache the exchange rates", rates_py="cache\n", shop_py="a = 2\n")
    repository.commit(f'Revert "Cache the exchange rates"\n\nThis reverts commit {second}.\n\n{WHY}',
                      rates_py="plain\n", shop_py="a = 1\n")  # fmt: skip
    third = repository.commit("Round half to even", tax_py="even\n", test_tax_py="even\n")
    why = "Rounding to even broke the totals of invoices, because the office rounds up."
    repository.commit(f'Revert "Round half to even"\n\nThis reverts commit {third}.\n\n{why}',
                      tax_py="up\n", test_tax_py="up\n")  # fmt: skip
    repository.commit("feat: read SHOP_API_KEY and SHOP_API_SECRET from the environment", keys_py="keys\n")
    repository.commit("fix: the till failed with SHOP_TILL_CLOSED after midnight", till_py="till\n")
    quoted = "On old systems the till said: cannot load currency `shop_rates` from the vault. The vault is asked twice."
    repository.commit(f"Ask the vault again\n\n{quoted}", vault_py="vault\n")
    for number in range(12):
        repository.commit(f"Add page {number} of the catalogue", **{f"page{number}_py": f"p = {number}\n"})
    with repository.open(tmp_path / "home") as memory:
        memory.mine()
        yield memory


def told(memory: Memory, moment: str, **more: object) -> str:
    return memory.hooks.tell(Occasion(moment, **more)).text  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "prompt",
    ["Let us make unknown currency codes raise TypeError", "why was the TypeError on unknown currency codes reverted?"],
)
def test_who_wants_again_what_was_taken_back_hears_of_it_first_and_once(mined: Memory, prompt: str) -> None:
    said = told(mined, "prompt", prompt=prompt).splitlines()
    assert "tried before and reverted: attempt" in said[1]
    assert "TypeError" in said[1]
    assert len(said) == 2


def test_of_what_was_taken_back_the_reason_for_that_is_told_and_not_why_it_was_tried(
    tmp_path: Path,
) -> None:
    repository = Repository(tmp_path / "works")
    repository.commit("Start with rates", rates_py="plain\n")
    tried = repository.commit("Cache the exchange rates\n\nTill tests showed refunds waiting because of the bank.",
                              rates_py="cache\n")  # fmt: skip
    why = "open_till was locked at noon."
    repository.commit(f'Revert "Cache the exchange rates"\n\nThis reverts commit {tried}. {why}',
                      rates_py="plain\n")  # fmt: skip
    with repository.open(tmp_path / "home") as memory:
        memory.mine()
        said = told(memory, "prompt", prompt="Let us cache the exchange rates while refunds are waiting")
    assert "tried before and reverted" in said
    assert why in said
    assert "refunds waiting" not in said


def test_what_was_tried_and_taken_back_is_told_to_a_session_that_heard_enough(
    mined: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    told(mined, "start")
    monkeypatch.setitem(MOMENTS, "prompt", replace(MOMENTS["prompt"], share=1))
    assert told(mined, "prompt", prompt="Let us cache the exchange rates")
    assert "TypeError" in told(mined, "prompt", prompt="Let us make unknown currency codes raise TypeError")


def test_a_prompt_that_shares_a_few_words_with_what_was_taken_back_is_not_told_of_it(mined: Memory) -> None:
    assert told(mined, "prompt", prompt="List the currency codes of the catalogue in the footer") == ""


def test_how_something_is_done_here_is_answered_when_it_is_asked_in_everyday_words(mined: Memory) -> None:
    assert "make test" in told(mined, "prompt", prompt="how do I run the tests?")


@pytest.mark.parametrize(
    "prompt",
    ["please fix the failing tests", "how do I test this?", "how do I run the Kubernetes operator?", "do make test"],
)
def test_who_does_not_ask_how_something_is_done_here_is_told_nothing(mined: Memory, prompt: str) -> None:
    assert told(mined, "prompt", prompt=prompt) == ""


def test_a_short_question_with_one_plain_answer_gets_it(mined: Memory) -> None:
    assert "8000" in told(mined, "prompt", prompt="which ports do the servers of the suite use?")


def works(number: int, word: str) -> str:
    """Return a few lines that are known again."""
    return "".join(f"{word}_of_invoices_{number}_{line} = compute_the_total()\n" for line in range(6))


CHOICE = (
    "Round totals instead of lines\n\nLines were rounded before, because the till did so, and totals were a cent off."
)


def test_the_reason_of_a_try_ends_where_a_sentence_ends(tmp_path: Path) -> None:
    repository = Repository(tmp_path / "till")
    repository.commit("Start the till", till_py=works(0, "start"))
    first = repository.commit("Cache the totals", till_py=works(1, "cache"))
    why = f"{WHY} {WHY.replace('refunds', 'invoices')} {'Everybody had to count the money in the till ' * 6}again."
    repository.commit(f'Revert "Cache the totals"\n\nThis reverts commit {first}.\n\n{why}', till_py=works(0, "start"))
    with repository.open(tmp_path / "home") as memory:
        memory.mine()
        assert "by noon.” [" in memory.brief(files=["till.py"]).text


@pytest.mark.parametrize("output", [TAKEN.format(8000), "Error: listen EADDRINUSE: address already in use :::8001"])
def test_what_is_written_about_a_port_is_told_when_the_port_is_taken(mined: Memory, output: str) -> None:
    said = told(mined, "failure", command="pytest", output=output)
    assert "this may be why: " in said
    assert "Make sure these are not in use" in said


@pytest.mark.parametrize("output", [TAKEN.format(9000), "ValueError: 8000 is too much", "took 8000 ms"])
def test_another_port_or_the_number_alone_brings_nothing(mined: Memory, output: str) -> None:
    assert told(mined, "failure", command="pytest", output=output) == ""


def test_a_commit_about_the_pages_around_the_code_explains_nothing_at_the_prompt(tmp_path: Path) -> None:
    repository = Repository(tmp_path / "till")
    why = "Refunds, invoices and receipts are counted together, because the office closes the till once a day."
    repository.commit(f"docs: describe refunds of invoices and receipts\n\n{why}", guide_md=works(1, "guide"))
    for number in range(30):
        repository.commit(f"Add page {number} of the catalogue", **{f"page{number}_py": works(number, "page")})
    with repository.open(tmp_path / "home") as memory:
        memory.mine()
        assert (
            told(memory, "prompt", prompt="Count refunds, invoices and receipts when the office closes the till") == ""
        )


def test_after_a_failure_no_commit_is_told_though_it_quotes_the_error(mined: Memory) -> None:
    output = "Error: cannot load currency `shop_rates` from the vault"
    assert told(mined, "failure", command="cargo test", output=output) == ""


def test_a_commit_at_a_prompt_has_its_month_and_standing_until_a_later_one_overtakes_it(tmp_path: Path) -> None:
    repository = Repository(tmp_path / "till")
    why = "Refunds of foreign invoices are rounded down, because the office pays the difference."
    repository.commit(f"Round refunds of foreign invoices down\n\n{why}", money_py=works(1, "refund"))
    for number in range(30):
        repository.commit(f"Add page {number} of the catalogue", **{f"page{number}_py": works(number, "page")})
    asked = "Round refunds of foreign invoices up, the difference is small"
    with repository.open(tmp_path / "home") as memory:
        memory.mine()
        said = told(memory, "prompt", prompt=asked)
        assert "the office pays the difference" in said
        assert "; its code still stands)" in said
        assert told(memory, "prompt", prompt="Write a page for RoundForeignRefunds") == ""
        repository.commit("Tidy the till", money_py=works(2, "other"))
        assert told(memory, "prompt", prompt=asked) == ""


def test_of_two_commits_about_the_same_the_older_one_is_no_answer(tmp_path: Path) -> None:
    repository = Repository(tmp_path / "till")
    why = "Refunds of foreign invoices are rounded down, because the office pays the difference."
    repository.commit(f"Round refunds of foreign invoices down\n\n{why}", money_py=works(1, "refund"))
    later = "We no longer round refunds of foreign invoices down: the office pays no difference."
    repository.commit(f"Change how the till counts\n\n{later}", till_py=works(1, "till"))
    for number in range(30):
        repository.commit(f"Add page {number} of the catalogue", **{f"page{number}_py": works(number, "page")})
    with repository.open(tmp_path / "home") as memory:
        memory.mine()
        assert told(memory, "prompt", prompt="Are refunds of foreign invoices rounded down?") == ""


def test_a_try_that_was_taken_back_with_a_reason_is_told_to_who_reads_its_file(mined: Memory) -> None:
    assert "the office rounds up" in told(mined, "read", files=("tax.py",))


def test_a_try_without_a_reason_and_plain_changes_stay_unsaid_to_who_reads(mined: Memory) -> None:
    for path in ("money.py", "page3.py"):
        found = mined.hooks.tell(Occasion("read", files=(path,)))
        assert (found.text, found.cause) == ("", "not worth an interruption")


def test_a_try_that_changed_other_files_as_well_is_not_about_the_one_that_is_read(mined: Memory) -> None:
    assert told(mined, "read", files=("shop.py",)) == ""


def test_a_choice_is_told_to_who_reads_its_file_as_long_as_its_lines_stand(tmp_path: Path) -> None:
    repository = Repository(tmp_path / "till")
    repository.commit("Start the till", till_py=works(0, "start"))
    repository.commit(CHOICE, till_py=works(1, "total"))
    with repository.open(tmp_path / "home") as memory:
        memory.mine()
        assert "a cent off" in told(memory, "read", files=("till.py",))
        repository.write("till.py", works(2, "other"))
        assert told(memory, "read", files=("till.py",)) == ""


def test_a_choice_about_two_files_is_told_at_the_one_that_it_changed_most(tmp_path: Path) -> None:
    repository = Repository(tmp_path / "till")
    repository.commit("Start the till", till_py=works(0, "start"), receipt_py=works(0, "begin"))
    repository.commit(CHOICE, till_py=works(1, "total"), receipt_py=works(0, "begin") + works(9, "end")[:45] + "\n")
    with repository.open(tmp_path / "home") as memory:
        memory.mine()
        assert "a cent off" in told(memory, "read", files=("till.py",))
        assert told(memory, "read", files=("receipt.py",)) == ""


def test_what_was_tried_and_taken_back_is_no_longer_told_where_it_was_made_again(tmp_path: Path) -> None:
    repository = Repository(tmp_path / "till")
    repository.commit("Start the till", till_py=works(0, "start"))
    first = repository.commit("Cache the totals", till_py=works(1, "cache"))
    repository.commit(f'Revert "Cache the totals"\n\nThis reverts commit {first}.\n\n{WHY}', till_py=works(0, "start"))
    with repository.open(tmp_path / "home") as memory:
        memory.mine()
        assert WHY in told(memory, "read", files=("till.py",))
        repository.write("till.py", works(1, "cache"))
        assert told(memory, "read", files=("till.py",)) == ""


def test_what_was_taken_back_for_now_is_no_lasting_word(tmp_path: Path) -> None:
    repository = Repository(tmp_path / "till")
    repository.commit("Start the till", till_py=works(0, "start"))
    first = repository.commit("Cache the totals", till_py=works(1, "cache"))
    why = "It is likely that the bug is elsewhere, so this is taken back for now."
    repository.commit(f'Revert "Cache the totals"\n\nThis reverts commit {first}.\n\n{why}', till_py=works(0, "start"))
    with repository.open(tmp_path / "home") as memory:
        memory.mine()
        assert told(memory, "read", files=("till.py",)) == ""


def test_who_reads_many_files_is_told_of_history_until_the_session_has_heard_enough(tmp_path: Path) -> None:
    repository = Repository(tmp_path / "till")
    names = [f"till{number}" for number in range(9)]
    for number, name in enumerate(names):
        repository.commit(f"Start {name}", **{f"{name}_py": works(number, "start")})
        repository.commit(CHOICE.replace("Round", f"In {name} round"), **{f"{name}_py": works(number, "total")})
    with repository.open(tmp_path / "home") as memory:
        memory.mine()
        memory.remember("The last till is counted twice", kind="gotcha", anchors=["till8.py"])
        env = {"STANDFAST_HOME": str(tmp_path / "home")}
        said = []
        for name in names:
            asked = {"tool_name": "Read", "tool_input": {"file_path": str(repository.root / f"{name}.py")}}
            payload = {"session_id": "one", "cwd": str(repository.root), "hook_event_name": "PreToolUse", **asked}
            said.append(answer("claude-code", "PreToolUse", {**payload, "tool_use_id": name}, env)[0])
    assert all("a cent off" in text for text in said[:2])
    assert not any("a cent off" in text for text in said[6:])
    assert "counted twice" in said[8]
