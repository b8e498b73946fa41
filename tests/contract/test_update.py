"""After an update: what an earlier version derived otherwise is made again, and is not called damaged until then."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from standfast.recall.indexer import TermIndexer
from standfast.store.relational import projection
from tests.contract.conftest import KEY
from tests.contract.saying import content, say

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import pytest

    from standfast.model.memory import Content
    from standfast.store.contract import Indexer, Partition, Store

    Open = Callable[[Indexer], Store]


class Earlier(TermIndexer):
    """How an earlier version made addresses."""

    address_form = 1

    def addresses(self, content: Content) -> Sequence[int]:
        return [number + 1 for number in super().addresses(content)]


def standing(partition: Partition) -> set[str]:
    asked = TermIndexer(None).addresses(content("The lock is keyed by order_id"))
    return {item.memory for item in partition.index.addressed(asked, 10)}


def test_what_an_earlier_version_wrote_is_found_at_todays_addresses_within_the_first_write(open_store: Open) -> None:
    old = say(open_store(Earlier(None)).partition(KEY), "The lock is keyed by user_id").header.memory
    partition = open_store(TermIndexer(None)).partition(KEY)
    assert standing(partition) == set()
    assert partition.problems() == []
    assert "1 memory is held against others as an earlier version did" in "".join(partition.unfinished())
    with partition.writing():
        partition.readdress()
        assert standing(partition) == {old}
    assert partition.unfinished() == []


def test_a_write_that_asks_nothing_and_one_that_is_undone_leave_the_right_addresses(open_store: Open) -> None:
    old = say(open_store(Earlier(None)).partition(KEY), "The lock is keyed by user_id").header.memory
    partition = open_store(TermIndexer(None)).partition(KEY)
    with suppress(LookupError), partition.writing():
        partition.readdress()
        raise LookupError
    assert standing(partition) == set()
    new = say(partition, "The lock is keyed by name").header.memory
    assert standing(partition) == {old, new}


def test_many_get_their_addresses_over_several_writes(open_store: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(projection, "_ADDRESSED_AT_ONCE", 2)
    earlier = open_store(Earlier(None)).partition(KEY)
    old = [say(earlier, f"The lock is keyed by name_{number}").header.memory for number in range(5)]
    partition = open_store(TermIndexer(None)).partition(KEY)
    partition.readdress()
    assert standing(partition) == set(old[3:])
    assert "3 memories are held" in "".join(partition.unfinished())
    for number in range(2):
        say(partition, f"Herons nest in tree {number}")
    assert standing(partition) == set(old)
    assert partition.unfinished() == []


def test_an_earlier_version_leaves_what_a_later_one_made(open_store: Open) -> None:
    new = say(open_store(TermIndexer(None)).partition(KEY), "The lock is keyed by user_id").header.memory
    earlier = open_store(Earlier(None)).partition(KEY)
    earlier.readdress()
    say(earlier, "Herons nest in trees")
    assert standing(earlier) == {new}


def test_a_reindex_leaves_nothing_of_an_earlier_version(open_store: Open) -> None:
    old = say(open_store(Earlier(None)).partition(KEY), "The lock is keyed by user_id").header.memory
    partition = open_store(TermIndexer(None)).partition(KEY)
    partition.reindex()
    assert (standing(partition), partition.unfinished()) == ({old}, [])
