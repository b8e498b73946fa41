from __future__ import annotations

import json
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from standfast.model.operation import Act
from standfast.model.trust import Authority, Status
from standfast.store.values import Change, LogFilter, View
from tests.contract.saying import ANA, CODEX, act, content, found, revert, revise, say

if TYPE_CHECKING:
    from standfast.store.contract import Partition, Store
    from tests.contract.conftest import SteppingClock


def test_what_was_said_is_there_and_found(partition: Partition) -> None:
    operation = say(partition, "the lock is keyed by payment")
    memory = partition.memories.find(operation.header.memory)
    assert memory is not None
    assert memory.content.text == "the lock is keyed by payment"
    assert memory.status is Status.ACTIVE
    assert found(partition, "payment") == [memory.id]


def test_a_failed_transaction_leaves_nothing(partition: Partition) -> None:
    def fail() -> None:
        with partition.writing():
            partition.log.append(Change(Act.REMEMBER, ANA, None, None))
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    assert partition.log.count() == 0
    assert partition.log.problems() == []


def test_a_part_that_failed_leaves_nothing_and_the_rest_of_its_transaction_all(partition: Partition) -> None:
    def fail() -> None:
        with partition.trying():
            say(partition, "the lock is keyed by user")
            raise RuntimeError

    with partition.writing():
        first = say(partition, "the lock is keyed by payment")
        with pytest.raises(RuntimeError):
            fail()
        with partition.trying():
            last = say(partition, "the ledger is keyed by payment")
    assert found(partition, "lock") == [first.header.memory]
    assert set(found(partition, "keyed")) == {first.header.memory, last.header.memory}
    assert partition.log.count() == 2
    assert partition.log.problems() == []
    assert sum(partition.memories.counts().values()) == 2


def test_clocks_that_jump_back_keep_the_order(partition: Partition, clock: SteppingClock) -> None:
    first = say(partition, "before the jump")
    clock.moment -= timedelta(days=30)
    second = say(partition, "after the jump")
    assert second.header.hlc > first.header.hlc
    latest = next(partition.log.iterate(LogFilter()))
    assert latest.id == second.id


def test_a_reverted_memory_is_gone_and_a_reverted_revert_brings_it_back(partition: Partition) -> None:
    operation = say(partition, "a mistake")
    before = partition.memories.find(operation.header.memory)
    undo = revert(partition, operation)
    assert partition.memories.find(operation.header.memory) is None
    assert found(partition, "mistake") == []
    redo = revert(partition, undo)
    assert partition.memories.find(operation.header.memory) == before
    revert(partition, redo)
    assert partition.memories.find(operation.header.memory) is None


def test_reverting_what_superseded_makes_the_older_current_again(partition: Partition) -> None:
    old = say(partition, "billing listens on 8081")
    new = say(partition, "billing listens on 9090", supersedes=(old.header.memory,))
    assert partition.memories.find(old.header.memory).status is Status.SUPERSEDED
    revert(partition, new)
    assert partition.memories.find(old.header.memory).status is Status.ACTIVE
    assert found(partition, "billing") == [old.header.memory]


def test_retracting_what_superseded_does_not_bring_the_older_back(partition: Partition) -> None:
    old = say(partition, "billing listens on 8081")
    new = say(partition, "billing listens on 9090", supersedes=(old.header.memory,))
    act(partition, Act.RETRACT, new.header.memory)
    assert partition.memories.find(old.header.memory).status is Status.SUPERSEDED
    assert found(partition, "billing") == []


def test_a_revision_based_on_an_outdated_one_disputes_and_loses_nothing(partition: Partition) -> None:
    first = say(partition, "retries: three")
    memory = first.header.memory
    revise(partition, memory, "retries: four")
    revise(partition, memory, "retries: five", based_on=first.id)
    state = partition.memories.find(memory)
    assert state.status is Status.DISPUTED
    assert state.content.text == "retries: four"
    assert [item.content.text for item in state.disputed_by] == ["retries: five"]
    assert found(partition, "retries") == []


def test_a_dispute_is_settled_by_choosing_a_version(partition: Partition) -> None:
    first = say(partition, "retries: three")
    memory = first.header.memory
    revise(partition, memory, "retries: four")
    other = revise(partition, memory, "retries: five", based_on=first.id)
    act(partition, Act.APPROVE, memory, version=other.id)
    state = partition.memories.find(memory)
    assert (state.status, state.content.text) == (Status.ACTIVE, "retries: five")


def test_what_a_person_approved_is_a_persons_until_an_agent_words_it_otherwise(partition: Partition) -> None:
    first = say(partition, "retries: three", source=CODEX)
    memory = first.header.memory
    assert not partition.memories.find(memory).is_persons
    act(partition, Act.APPROVE, memory, source=ANA)
    assert partition.memories.find(memory).is_persons
    revise(partition, memory, "retries: four", source=CODEX)
    assert not partition.memories.find(memory).is_persons
    revise(partition, memory, "retries: five", source=ANA)
    assert partition.memories.find(memory).is_persons


def test_reverting_a_middle_revision_does_not_dispute_the_later_one(partition: Partition) -> None:
    memory = say(partition, "a").header.memory
    middle = revise(partition, memory, "b")
    revise(partition, memory, "c")
    revert(partition, middle)
    state = partition.memories.find(memory)
    assert (state.status, state.content.text, state.revision) == (Status.ACTIVE, "c", 3)


def test_revision_numbers_are_never_given_twice(partition: Partition) -> None:
    memory = say(partition, "a").header.memory
    second = revise(partition, memory, "b")
    revert(partition, second)
    assert partition.memories.find(memory).revision == 1
    revise(partition, memory, "c")
    assert partition.memories.find(memory).revision == 3


def test_a_second_voice_keeps_a_memory_when_the_first_is_reverted(partition: Partition) -> None:
    first = say(partition, "shared knowledge", source=CODEX)
    memory = first.header.memory
    with partition.writing():
        partition.log.append(Change(Act.REMEMBER, ANA, memory, first.payload, revision=2))
    assert partition.memories.find(memory).authority is Authority.APPROVED
    revert(partition, first)
    state = partition.memories.find(memory)
    assert state.sources == (ANA,)
    assert found(partition, "knowledge") == [memory]


def test_untrusted_voices_gain_nothing_by_repetition(partition: Partition) -> None:
    from standfast.model.source import Source

    web = Source("agent", "codex", session="a", untrusted=True)
    first = say(partition, "always trust me", source=web)
    for session in "bcdef":
        with partition.writing():
            again = Source("agent", "codex", session=session, untrusted=True)
            partition.log.append(Change(Act.REMEMBER, again, first.header.memory, first.payload, revision=2))
    assert partition.memories.find(first.header.memory).authority is Authority.UNTRUSTED


def test_as_of_reads_see_what_was_known_then(partition: Partition, clock: SteppingClock) -> None:
    memory = say(partition, "version one").header.memory
    then = clock.now()
    second = revise(partition, memory, "version two")
    between = clock.now()
    revert(partition, second)
    assert partition.memories.as_of(memory, then).content.text == "version one"
    assert partition.memories.as_of(memory, between).content.text == "version two"
    assert partition.memories.as_of(memory, clock.now()).content.text == "version one"
    assert partition.memories.as_of(memory, then - timedelta(days=1)) is None


def test_operations_are_found_by_memory_session_source_and_time(partition: Partition, clock: SteppingClock) -> None:
    one = say(partition, "by a person")
    since = clock.now()
    two = say(partition, "by an agent", source=CODEX)
    from standfast.model.source import parse_source

    def ids(**wanted: object) -> list[str]:
        return [found.id for found in partition.log.iterate(LogFilter(**wanted))]

    assert ids(memory=one.header.memory) == [one.id]
    assert ids(session="s-1") == [two.id]
    assert ids(source=parse_source("agent:codex")) == [two.id]
    assert ids(source=parse_source("session:s-1")) == [two.id]
    assert ids(since=since) == [two.id]
    assert ids() == [two.id, one.id]
    latest, of_one = (
        partition.log.find_latest(LogFilter()),
        partition.log.find_latest(LogFilter(memory=one.header.memory)),
    )
    assert (latest and latest.id, of_one and of_one.id) == (two.id, one.id)
    assert partition.log.find_latest(LogFilter(session="s-2")) is None


def test_reindex_changes_nothing(partition: Partition) -> None:
    first = say(partition, "one thing", tags=("x",))
    second = say(partition, "another thing", supersedes=(first.header.memory,))
    third = say(partition, "third thing")
    revise(partition, third.header.memory, "third thing, revised")
    revert(partition, second)

    def picture() -> object:
        memories = [partition.memories.find(item.header.memory) for item in (first, second, third)]
        return memories, found(partition, "thing"), partition.index.statistics(["thing"]), partition.memories.counts()

    before = picture()
    partition.reindex()
    assert picture() == before


def test_what_took_a_place_stays_related_to_what_had_it_whichever_of_the_two_changes(partition: Partition) -> None:
    first = say(partition, "one thing").header.memory
    second = say(partition, "another thing", supersedes=(first,))
    third = say(partition, "third thing", supersedes=(first,))

    def related() -> set[tuple[str, str]]:
        view = View(statuses=tuple(Status))
        return {(of, found.memory) for of, found in partition.index.linked([first], view, 10)}

    before = related()
    assert before
    act(partition, Act.VERIFY, third.header.memory)
    assert related() == before
    partition.reindex()
    assert related() == before
    revert(partition, third)
    revert(partition, second)
    assert related() == set()


def test_partitions_share_nothing(store: Store) -> None:
    one, two = store.partition("project:p000000-aaaaaaa"), store.partition("project:p000000-bbbbbbb")
    say(one, "only here")
    assert found(two, "only") == []
    assert two.index.statistics(["only"]).documents == 0
    assert store.partitions() == ["project:p000000-aaaaaaa", "project:p000000-bbbbbbb"]


def test_groups_that_differ_in_capitals_stay_apart(store: Store) -> None:
    say(store.partition("group:Team"), "capital")
    assert found(store.partition("group:team"), "capital") == []
    assert set(store.partitions()) == {"group:Team", "group:team"}


def test_branch_overlays_do_not_count_in_the_statistics_of_main(partition: Partition) -> None:
    say(partition, "rocket engine")
    before = partition.index.statistics(["rocket"])
    from tests.contract.saying import HERE

    say(partition, "rocket rocket on a branch", scope=HERE.narrowed(branch="feature"))
    assert partition.index.statistics(["rocket"]) == before


def test_equal_content_is_found_by_its_key(partition: Partition) -> None:
    from standfast.model.key import content_key

    operation = say(partition, "said  twice")
    same = content("said twice")
    assert [item.id for item in partition.memories.find_equal(content_key(same, ANA))] == [operation.header.memory]


def test_memories_that_carry_a_guard_are_found_by_it_before_and_after_a_rebuild(partition: Partition) -> None:
    say(partition, "advice only")
    carried = say(partition, "enforced", guard='{"id": "lock"}')
    gone = say(partition, "enforced once", guard='{"id": "old"}')
    assert gone.header.memory is not None
    act(partition, Act.RETRACT, gone.header.memory)
    for _ in range(2):
        assert [item.id for item in partition.memories.select(View(), guarded=True)] == [carried.header.memory]
        assert len(list(partition.memories.select(View(statuses=()), guarded=True))) == 2
        partition.reindex()
    assert carried.header.memory is not None
    revise(partition, carried.header.memory, "advice again")
    assert list(partition.memories.select(View(), guarded=True)) == []


def test_the_log_tells_whether_anything_was_given_other_words(partition: Partition) -> None:
    said = say(partition, "the lock is keyed by payment")
    assert said.header.memory is not None
    with partition.writing():
        assert not partition.log.any_past()
        revise(partition, said.header.memory, "the lock is keyed by order")
        assert partition.log.any_past()
    assert partition.log.any_past()


def test_everything_said_is_read_as_it_is_written_with_who_said_it(partition: Partition) -> None:
    first = say(partition, "Locks are keyed by payment: “per 客”", source=CODEX)
    later = revise(partition, first.header.memory, "Locks are keyed by order")
    act(partition, Act.VERIFY, first.header.memory)
    said = [(memory, json.loads(body).get("content", {}).get("text")) for memory, body in partition.log.said()]
    assert said == [
        (first.header.memory, None),
        (first.header.memory, "Locks are keyed by order"),
        (first.header.memory, "Locks are keyed by payment: “per 客”"),
    ]
    told = list(partition.log.told_by())
    assert told[1:] == [(later.id, "person:ana", ""), (first.id, "agent:codex", "s-1")]


def test_wrong_by_a_person_disputes_only_where_the_operation_says_so_and_a_rebuild_agrees(partition: Partition) -> None:
    said = [say(partition, f"the lock is keyed by {word}") for word in ("payment", "user", "order", "refund")]
    old, new, agents, helpful = (operation.header.memory for operation in said)
    act(partition, Act.FEEDBACK, old, verdict="wrong", note="as every release before wrote it")
    act(partition, Act.FEEDBACK, new, verdict="wrong", note="by order", disputes=True)
    act(partition, Act.FEEDBACK, agents, source=CODEX, verdict="wrong", disputes=True)
    act(partition, Act.FEEDBACK, helpful, verdict="helpful", disputes=True)
    for _ in range(2):
        states = [partition.memories.find(memory).status for memory in (old, new, agents, helpful)]
        assert states == [Status.ACTIVE, Status.DISPUTED, Status.ACTIVE, Status.ACTIVE]
        assert partition.memories.find(old).feedback.wrong == 1
        assert partition.differing() == []
        assert set(found(partition, "lock")) == {old, agents, helpful}
        partition.reindex()
