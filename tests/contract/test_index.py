from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import pytest

from standfast.model.anchor import Anchor
from standfast.model.memory import Anchored, Link
from standfast.model.operation import Act
from standfast.model.source import Source
from standfast.model.trust import Status
from standfast.recall.indexer import TermIndexer
from standfast.recall.terms import query_terms
from standfast.store.values import View
from tests.contract.conftest import EMBEDDER, KEY, SteppingClock
from tests.contract.saying import CODEX, HERE, act, content, revise, say

if TYPE_CHECKING:
    from collections.abc import Callable

    from standfast.store.contract import Indexer, Partition, Store


def bodies(documents: list) -> list[str]:  # type: ignore[type-arg]
    return [document.memory for document in documents]


def test_statistics_count_what_is_current(partition: Partition) -> None:
    say(partition, "rocket engine")
    say(partition, "rocket fuel")
    act(partition, Act.RETRACT, say(partition, "rocket science").header.memory)
    found = partition.index.statistics(["rocket", "engin", "nothing"])
    assert (found.documents, found.frequency["rocket"]) == (2, 2)
    assert "nothing" not in found.frequency
    assert found.length > 0
    assert partition.index.vocabulary("rock", 10) == [("rocket", 2)]
    assert partition.index.vocabulary("zz", 10) == []


def test_statistics_of_a_moment_count_what_was_said_by_then(partition: Partition, clock: SteppingClock) -> None:
    gone = say(partition, "rocket science").header.memory
    say(partition, "rocket fuel")
    then = clock.now()
    say(partition, "rocket engine")
    act(partition, Act.RETRACT, gone)
    found = partition.index.statistics(["rocket", "scienc", "engin", '"'], then)
    assert (found.documents, dict(found.frequency)) == (2, {"rocket": 2, "scienc": 1})
    assert 0 < found.length < partition.index.statistics([], clock.now()).length


def test_words_bring_what_shares_most_with_them_and_groups_must_meet(partition: Partition) -> None:
    both = say(partition, "payment lock keyed").header.memory
    one = say(partition, "payment ledger").header.memory
    other = say(partition, "lock of the door").header.memory
    index = partition.index
    assert bodies(index.lexical(["payment", "lock"], View(), 10))[0] == both
    assert set(bodies(index.lexical(["payment", "lock"], View(), 10))) == {both, one, other}
    assert len(index.lexical(["payment", "lock"], View(), 1)) == 1
    assert bodies(index.lexical((), View(), 10, joint=[("payment",), ("lock",)])) == [both]
    assert set(bodies(index.lexical((), View(), 10, joint=[("payment", "door")]))) == {both, one, other}
    assert bodies(index.lexical((), View(), 10, joint=[("payment",)], besides=[("ledger",)]))[0] == one
    assert index.lexical((), View(), 10) == []


@pytest.mark.parametrize(
    "odd", ['"', "'", "a OR b", "NEAR(", "*", "^", "-", "\\", "%", "_", ":", "ü", "日本", "x" * 300]
)
def test_no_term_is_ever_read_as_an_expression(partition: Partition, odd: str) -> None:
    say(partition, "payment lock")
    assert partition.index.lexical([odd.replace('"', "")], View(), 10) == []
    assert not any(partition.index.statistics([odd]).frequency.values())
    assert not partition.index.vocabulary(odd, 5)
    assert partition.index.placed([odd], View(), 5) == []
    assert odd in "-:" or not list(partition.log.memories_with(odd))  # ids and times have those
    for resolve in (partition.memories.resolve, partition.log.resolve, partition.journal.resolve):
        assert not resolve(odd)


def test_a_document_says_what_ranking_needs(partition: Partition) -> None:
    said = say(partition, "payment lock", title="Lock", source=Source("agent", "codex", session="s-1"))
    document = partition.index.lexical(["payment"], View(), 10)[0]
    assert (document.memory, document.revision, document.status) == (said.header.memory, 1, "active")
    assert (document.session, document.scope, document.settled) == ("s-1", str(HERE), True)
    assert "payment" in document.body.split()
    assert document.title
    assert document.length >= 2
    assert document.authority >= 1


def test_what_is_anchored_at_a_path_is_found_there_the_newest_first(partition: Partition) -> None:
    anchors = (Anchored(Anchor("path", "src/a.py")),)
    first = say(partition, "one", anchors=anchors).header.memory
    second = say(partition, "two", anchors=anchors).header.memory
    say(partition, "three")
    assert bodies(partition.index.placed(["src/a.py"], View(), 10)) == [second, first]
    assert bodies(partition.index.placed(["src/a.py"], View(), 1)) == [second]
    assert partition.index.placed(["src/b.py"], View(), 10) == []


def test_links_are_followed_both_ways(partition: Partition) -> None:
    first = say(partition, "one").header.memory
    second = say(partition, "two", links=(Link("because-of", first),)).header.memory
    assert [(memory, document.memory) for memory, document in partition.index.linked([first], View(), 10)] == [
        (first, second)
    ]
    assert [(memory, document.memory) for memory, document in partition.index.linked([second], View(), 10)] == [
        (second, first)
    ]


def test_what_a_view_hides_makes_room_for_what_is_linked_after_it(partition: Partition) -> None:
    hub = say(partition, "hub").header.memory
    for number in range(12):
        gone = say(partition, f"old {number}", links=(Link("because-of", hub),)).header.memory
        act(partition, Act.RETRACT, gone)
    kept = {say(partition, f"new {number}", links=(Link("because-of", hub),)).header.memory for number in range(2)}
    for _ in range(2):  # what was held is given again
        found = partition.index.linked([hub], View(statuses=(Status.ACTIVE,)), 2)
        assert {document.memory for _, document in found} == kept
        assert {memory for memory, _ in found} == {hub}
    assert len(partition.index.linked([hub], View(statuses=(Status.ACTIVE,)), 1)) == 1


def test_relations_are_told_by_kind_from_both_ends(partition: Partition) -> None:
    first = say(partition, "one").header.memory
    links = (Link("because-of", first), Link("contradicts", first))
    second = say(partition, "two", links=links).header.memory
    assert sorted(partition.index.relations([first])) == [(first, "because-of", second), (first, "contradicts", second)]
    assert sorted(partition.index.relations([second])) == [
        (second, "because-of", first),
        (second, "contradicts", first),
    ]
    assert sorted(partition.index.relations([first, second])) == sorted(
        [*partition.index.relations([first]), *partition.index.relations([second])]
    )
    assert partition.index.relations([]) == []


def test_neighbours_are_the_turns_around_in_the_same_session(partition: Partition) -> None:
    source = Source("agent", "codex", session="s-1")
    turns = [
        say(partition, f"turn {word}", source=source).header.memory
        for word in ("alpha", "beta", "gamma", "delta", "omega")
    ]
    say(partition, "turn gamma elsewhere", source=Source("agent", "codex", session="s-2"))
    middle = [document for document in partition.index.lexical(["gamma"], View(), 10) if document.session == "s-1"]
    found = partition.index.neighbours(middle, View())
    assert {position for position, _ in found} == {middle[0].position}
    assert sorted(document.memory for _, document in found) == sorted([*turns[:2], *turns[3:]])
    before = [document.position for _, document in found if document.position < middle[0].position]
    assert len(before) == 2


def test_a_view_of_the_past_brings_past_revisions(partition: Partition, clock: object) -> None:
    memory = say(partition, "payment lock").header.memory
    then = clock.now()  # type: ignore[attr-defined]
    revise(partition, memory, "payment ledger")
    assert [document.revision for document in partition.index.lexical(["lock"], View(before=then), 10)] == [1]
    assert partition.index.lexical(["lock"], View(), 10) == []


def test_the_terms_of_a_memory_are_told_line_by_line(partition: Partition) -> None:
    memory = say(partition, "payment lock", title="Key").header.memory
    words = {word for line in partition.index.terms_of([memory]) for word in line.split()}
    assert {"payment", "lock"} <= words


def test_the_nearest_are_those_the_view_allows_best_first(dense: Partition) -> None:
    close = say(dense, "The payment lock is keyed by the id of the payment").header.memory
    hidden = say(dense, "The payment lock was keyed by customer").header.memory
    far = say(dense, "Screenshots are taken with a viewport of 1280 by 800").header.memory
    act(dense, Act.RETRACT, hidden)
    found = dense.index.compare(EMBEDDER.model, EMBEDDER.embed_query("what is the payment lock keyed by?"))
    nearest = found.nearest(View(), 10)
    assert bodies(nearest)[0] == close
    assert hidden not in bodies(nearest)
    assert bodies(found.nearest(View(statuses=(Status.RETRACTED,)), 10)) == [hidden]
    assert bodies(found.nearest(View(), 1)) == [close]
    everything = dense.index.lexical(query_terms("payment screenshots viewport"), View(), 10)
    cosines = found.cosines(everything)
    by_memory = {document.memory: cosines[document.position] for document in everything}
    assert by_memory[close] > by_memory[far]
    assert all(-1.01 <= value <= 1.01 for value in cosines.values())
    assert dense.index.models() == [EMBEDDER.model]
    assert dense.unembedded() == 0


def test_what_was_written_without_a_dense_side_waits_for_it(open_store: Callable[[Indexer], Store]) -> None:
    plain = open_store(TermIndexer(None))
    say(plain.partition(KEY), "The payment lock is keyed by payment")
    assert plain.partition(KEY).unembedded() == 0
    partition = open_store(TermIndexer(EMBEDDER)).partition(KEY)
    assert partition.unembedded() == 1
    assert partition.reindex() == 1
    assert partition.unembedded() == 0
    found = partition.index.compare(EMBEDDER.model, EMBEDDER.embed_query("payment lock"))
    assert len(found.nearest(View(), 5)) == 1


def test_what_is_in_force_at_an_address_is_found_the_decided_first_and_then_what_few_stand_beside(
    partition: Partition,
) -> None:
    lone = say(partition, "The heron timeout is 30 seconds", source=CODEX).header.memory
    crowd = [say(partition, f"The lock is keyed by name_{number}", source=CODEX).header.memory for number in range(4)]
    decided = say(partition, "The lock is keyed by user_id").header.memory
    gone = say(partition, "The lock is keyed by nothing_at_all").header.memory
    act(partition, Act.RETRACT, gone)
    asked = content("The heron timeout is 45 seconds. The lock is keyed by order_id")
    found = [item.memory for item in partition.index.addressed(TermIndexer(None).addresses(asked), 10)]
    assert found[:2] == [decided, lone]
    assert found[2:] == crowd[::-1]
    assert [item.memory for item in partition.index.addressed(TermIndexer(None).addresses(asked), 1)] == [decided]
    assert list(partition.index.addressed([], 10)) == []


class _Undo(Exception):
    pass


def test_a_transaction_sees_what_it_puts_at_addresses_and_takes_away(partition: Partition) -> None:
    asked = TermIndexer(None).addresses(content("The lock is keyed by order_id"))

    def standing() -> list[str]:
        return [item.memory for item in partition.index.addressed(asked, 3)]

    before = say(partition, "The lock is keyed by user_id", source=CODEX).header.memory
    with partition.writing():
        partition.index.expect([*asked, 1], 3)
        assert standing() == [before]
        first, second = (
            say(partition, f"The lock is keyed by name_{number}", source=CODEX).header.memory for number in range(2)
        )
        decided = say(partition, "The lock is keyed by payment_id").header.memory
        assert standing() == [decided, second, first]
        act(partition, Act.RETRACT, second)
        assert standing() == [decided, first, before]
        with suppress(_Undo), partition.trying():
            say(partition, "The lock is keyed by nobody")
            raise _Undo
        assert standing() == [decided, first, before]
    assert standing() == [decided, first, before]
