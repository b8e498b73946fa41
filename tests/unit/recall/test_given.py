"""What is given, what it is said to cost, and what is said to be kept back."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from standfast.config import Settings
from standfast.memory import Memory
from standfast.model.source import Source
from standfast.moments.table import Occasion
from standfast.moments.wording import render_results
from standfast.recall.pack import count_tokens


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Memory]:
    settings = Settings(home=tmp_path, store_url=f"sqlite://{tmp_path / 'store'}", project="shop")
    with Memory(settings, Source("person", "ana", session="s1"), tmp_path) as opened:
        yield opened


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("Locks are keyed by order", "keyed by order. Why: two carts raced"),
        ("Locks are keyed by order.", "keyed by order. Why: two carts raced"),
        ("Are locks keyed by order?\n", "keyed by order? Why: two carts raced"),
    ],
)
def test_a_reason_begins_a_sentence_of_its_own(memory: Memory, text: str, line: str) -> None:
    memory.remember(text, kind="decision", why="two carts raced")
    assert line in memory.brief(task="locks").text


def test_a_briefs_receipt_counts_what_the_brief_counts(memory: Memory) -> None:
    memory.remember("Prices are kept in cents", kind="convention", why="floats lost a cent")
    memory.remember("Refunds go through the ledger.", kind="decision")
    brief = memory.brief(task="refunds")
    assert brief.receipt is not None
    receipt = memory.why(brief.receipt)[0]
    assert receipt.tokens == brief.tokens == count_tokens(brief.text)
    lines = [line for line in brief.text.splitlines() if line.startswith("- ")]
    assert [item.tokens for item in receipt.given] == [count_tokens(line) for line in lines]


def test_a_reminders_receipt_counts_what_was_said(memory: Memory) -> None:
    kept = memory.remember("The payment lock is keyed by order.", kind="gotcha")
    told = memory.hooks.tell(Occasion("prompt", prompt="why is the payment lock keyed by order?"))
    assert told.text
    receipt = memory.why(kept.id)[-1]
    assert receipt.tokens == told.tokens == count_tokens(told.text)


def test_an_answer_says_what_it_keeps_back_and_how_to_see_it(memory: Memory) -> None:
    old = memory.remember("The payment lock is keyed by customer.")
    memory.remember("The payment lock is keyed by order.", supersedes=[old.id])
    found = memory.recall("payment lock keyed")
    assert found.hidden == {"superseded": 1}
    assert "1 superseded; `standfast recall --include superseded`" in render_results(found)
    assert memory.recall("payment lock keyed", include=["superseded"]).hidden == {}


def test_what_only_a_superseded_memory_answers_is_still_told(memory: Memory) -> None:
    old = memory.remember("Wombats guard the staging cluster.")
    memory.remember("Staging has no guard any more.", supersedes=[old.id])
    assert memory.recall("wombats cluster").hidden == {"superseded": 1}


def test_what_is_found_names_each_memory_once_above_its_words(memory: Memory) -> None:
    kept = memory.remember("The payment lock is keyed by order.", kind="decision")
    told = render_results(memory.recall("payment lock keyed"))
    assert told.startswith(f"[{kept.id} from person:ana · decision · ")
    assert told.count(kept.id) == told.count("person:ana") == 1


def test_of_a_long_commit_what_is_asked_about_is_told(memory: Memory) -> None:
    asked = "The retry of the outbox waits for the ledger."
    text = "\n\n".join(
        [f"Step {number} changes the layout of page {number} as it was drawn." for number in range(80)] + [asked]
    )
    ours = Memory(memory.context.settings, Source("commit", "0" * 40), memory.context.where)
    with ours:
        ours.remember(text, kind="episode", title="Rework the shop")
        told = render_results(ours.recall("outbox retry"), "outbox retry")
    assert asked in told
    assert len(told) < 2_400 < len(text)
