"""Operations on their way between two stores: as they were written, in any order, each once."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING

import pytest

from standfast.errors import Conflict
from standfast.model.encode import encode_memory
from standfast.model.operation import Act
from standfast.model.value import replace
from standfast.store.values import Change, LogFilter, Stone
from tests.contract.saying import ANA, act, found, revert, revise, say, self_revert

if TYPE_CHECKING:
    from standfast.store.contract import Partition, Store
    from standfast.store.values import Carried

OTHER = "project:p111111-1111111"


def all_of(partition: Partition) -> list[Carried]:
    held = partition.exchange.held()
    return [
        item
        for device, spans in held.items()
        for first, last in spans
        for item in partition.exchange.carried(device, first, last, limit=1000)
    ]


def take(partition: Partition, items: list[Carried]) -> int:
    with partition.writing():
        return len(partition.exchange.receive(items))


def history(partition: Partition) -> list[str]:
    """Write a history with everything that bears on another operation; return the memories."""
    first, second = say(partition, "the lock is keyed by payment"), say(partition, "amounts are cents")
    changed = revise(partition, first.header.memory, "the lock is keyed by order")
    undone = revert(partition, changed)
    revert(partition, undone)
    act(partition, Act.RETRACT, second.header.memory, reason="no longer")
    return [first.header.memory, second.header.memory]


def states(partition: Partition, memories: list[str]) -> list[str]:
    found_states = [partition.memories.find(memory) for memory in memories]
    return [json.dumps(encode_memory(state)).replace(partition.key, "HERE") for state in found_states if state]


def test_a_revert_that_names_itself_can_be_undone_and_redone(partition: Partition) -> None:
    said = say(partition, "the lock is keyed by payment")
    crafted = self_revert(partition, said)
    assert take(partition, [crafted]) == 1
    arrived = next(item for item in partition.log.iterate(LogFilter()) if item.hash == crafted.hash)
    for undone in (arrived, revert(partition, arrived)):
        revert(partition, undone)
        memories = states(partition, [said.header.memory])
        partition.reindex()
        assert states(partition, [said.header.memory]) == memories


@pytest.mark.parametrize("seed", range(4))
def test_whatever_the_order_both_sides_end_up_alike(partition: Partition, store: Store, seed: int) -> None:
    memories = history(partition)
    items = all_of(partition)
    random.Random(seed).shuffle(items)
    other = store.partition(OTHER)
    for item in items:
        assert take(other, [item]) == 1
    assert take(other, items) == 0
    assert states(other, memories) == states(partition, memories)
    assert other.exchange.held() == partition.exchange.held()
    assert other.log.problems() == []


def test_what_another_clone_wrote_belongs_to_the_project_here(partition: Partition, store: Store) -> None:
    history(partition)
    other = store.partition(OTHER)
    take(other, all_of(partition))
    assert other.memories.scopes() == [OTHER]
    assert [str(item.content.scope) for item in other.memories.find_several(found(other, "lock")).values()] == [OTHER]
    assert other.reindex() == 2
    assert other.memories.scopes() == [OTHER]


def test_gaps_in_a_chain_are_known_and_filled_later(partition: Partition, store: Store) -> None:
    for number in range(5):
        say(partition, f"lesson {number}")
    items, other = all_of(partition), store.partition(OTHER)
    take(other, [items[0], items[2], items[4]])
    (ranges,) = other.exchange.held().values()
    assert list(ranges) == [(1, 1), (3, 3), (5, 5)]
    assert other.log.problems() == []
    take(other, [items[1], items[3]])
    assert [list(spans) for spans in other.exchange.held().values()] == [[(1, 5)]]


def test_one_changed_letter_anywhere_is_refused(partition: Partition, store: Store) -> None:
    say(partition, "amounts are cents")
    (item,) = all_of(partition)
    forged = [
        replace(item, body=(item.body or "").replace("cents", "euros")),
        replace(item, header=item.header.replace('"remember"', '"retract"')),
        replace(item, hash="0" * 64),
        replace(item, header="{"),
    ]
    for bad in forged:
        with pytest.raises(Conflict):
            take(store.partition(OTHER), [bad])
    assert store.partition(OTHER).log.count() == 0


def test_two_histories_of_one_device_are_not_mixed(partition: Partition, store: Store) -> None:
    other = store.partition(OTHER)
    say(partition, "amounts are cents")
    say(other, "amounts are euros")
    with pytest.raises(Conflict, match="chain"):
        take(other, all_of(partition))


def test_a_batch_that_fails_in_its_middle_leaves_nothing(partition: Partition, store: Store) -> None:
    for number in range(3):
        say(partition, f"lesson {number}")
    items, other = all_of(partition), store.partition(OTHER)
    with pytest.raises(Conflict):
        take(other, [items[0], items[1], replace(items[2], hash="0" * 64)])
    assert other.log.count() == 0
    assert other.exchange.held() == {}


def test_own_operations_go_on_after_what_came_in(partition: Partition, store: Store) -> None:
    other = store.partition(OTHER)
    said = say(partition, "amounts are cents")
    take(other, all_of(partition))
    with partition.writing():
        later = partition.log.append(Change(Act.RETRACT, ANA, said.header.memory, {}))
    assert later.header.hlc > said.header.hlc
    take(other, all_of(partition))
    assert other.memories.find(said.header.memory).status.value == "retracted"


def test_a_memory_that_was_buried_says_nothing_and_has_tombstones(partition: Partition) -> None:
    said = say(partition, "amounts are cents")
    with partition.writing():
        partition.bury(said.header.memory, [Stone("content", "a" * 32, "2026-03-01T00:00:00.000Z", "person:ana")])
        partition.note_key("k")
    assert [(memory, stone.content) for memory, stone in partition.tombstones()] == [(said.header.memory, "a" * 32)]
    assert [item.body for item in all_of(partition)] == [None]
    assert partition.keys() == ["k"]
    assert partition.memories.find(said.header.memory) is None
