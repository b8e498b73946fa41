"""Terms as arrays: they rank as the text index ranks them, and a transaction sees what it writes itself."""

from __future__ import annotations

import random
from contextlib import suppress
from typing import TYPE_CHECKING

import numpy as np
import pytest

from standfast.store.sqlite.index import SqliteIndex
from standfast.store.sqlite.postings import Postings, highest

if TYPE_CHECKING:
    from tests.unit.recall.notes import Notes

assert np  # terms are ranked as arrays where numpy is at hand


def test_a_transaction_sees_what_it_writes_itself(notes: Notes) -> None:
    notes.say("The refund lock is keyed by payment")
    index = notes.partition.index
    assert index.statistics(["refund"]).frequency == {"refund": 1}
    with suppress(LookupError), notes.partition.writing():
        notes.say("A refund lock lives for a minute")
        assert index.statistics(["refund"]).frequency == {"refund": 2}
        raise LookupError
    assert index.statistics(["refund"]).frequency == {"refund": 1}


@pytest.mark.parametrize("seed", range(6))
def test_arrays_rank_terms_as_the_text_index_does(notes: Notes, monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    chance = random.Random(seed)
    words = [f"word{number}" for number in range(12)]
    for _ in range(60):
        said = [words[min(11, int(chance.expovariate(0.4)))] for _ in range(chance.randrange(1, 30))]
        notes.say(" ".join(said), title=chance.choice(["", "word3 word1"]))
    index, known = notes.partition.index, notes.partition._held.look()
    for _ in range(40):
        terms = chance.sample(words, chance.randrange(4))
        joint = [chance.sample(words, chance.randrange(1, 3)) for _ in range(chance.randrange(0 if terms else 1, 4))]
        besides = [chance.sample(words, 1) for _ in range(chance.randrange(3))] if joint else []
        limit, crowd = chance.randrange(1, 40), chance.choice([5, 5_000])
        monkeypatch.setattr("standfast.store.sqlite.index.CROWD", crowd)
        worth = chance.choice([1, 4, 1_000_000])
        monkeypatch.setattr("standfast.store.sqlite.index.WORTH", worth)
        index.statistics(words)
        by_arrays = index._best(terms, joint, besides, limit, known)
        with monkeypatch.context() as patch:
            patch.setattr(SqliteIndex, "_postings", lambda *_: None)
            by_index = index._best(terms, joint, besides, limit, known)
        assert isinstance(known and known.postings, Postings)
        in_order = list if worth > 4 else sorted
        assert in_order(by_arrays) == in_order(by_index), (terms, joint, besides, limit, crowd, worth)


def test_what_another_process_writes_after_the_look_is_not_ranked_yet(notes: Notes) -> None:
    notes.say("The refund lock is keyed by payment")
    rows = notes.partition.connection.execute("SELECT max(row) FROM document").get
    before = Postings(notes.partition.connection, rows)
    notes.say("A refund lock lives for a minute")
    assert before.best(["refund", "minute"], (), 10) == [rows]


@pytest.mark.parametrize("kind", [np.float32, np.float64])
@pytest.mark.parametrize("count", [0, 3, 40, 1_000, 5_003])
def test_the_highest_come_first_and_of_equal_ones_the_first(count: int, kind: type) -> None:
    values = np.random.default_rng(count).integers(0, 50, count).astype(kind)
    for limit in (1, 10, 40):
        assert highest(values, limit).tolist() == sorted(range(count), key=lambda at: (-values[at], at))[:limit]
