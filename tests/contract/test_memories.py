from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from standfast.model.anchor import Anchor
from standfast.model.ids import MemoryId
from standfast.model.kind import Kind
from standfast.model.memory import Anchored, Link
from standfast.model.operation import Act
from standfast.model.source import Source
from standfast.model.trust import Status
from standfast.store.values import Change, LogFilter, Purge, Stone, View
from tests.contract.saying import ANA, CODEX, HERE, act, content, revert, revise, say

if TYPE_CHECKING:
    from standfast.store.contract import Partition
    from tests.contract.conftest import SteppingClock

SOON = datetime(2026, 6, 1, tzinfo=UTC)


def texts(partition: Partition, view: View, **options: object) -> list[str]:
    return [memory.content.text for memory in partition.memories.select(view, **options)]  # type: ignore[arg-type]


def test_several_memories_are_found_at_once_and_what_is_not_there_is_left_out(partition: Partition) -> None:
    one, two = say(partition, "one").header.memory, say(partition, "two").header.memory
    found = partition.memories.find_several([one, two, MemoryId("m000000-0000000")])
    assert {memory: state.content.text for memory, state in found.items()} == {one: "one", two: "two"}
    assert partition.memories.find_several([]) == {}


def test_a_memory_is_found_by_how_its_id_or_its_random_suffix_starts(partition: Partition) -> None:
    memory = say(partition, "one").header.memory
    say(partition, "two")
    suffix = memory.partition("-")[2]
    assert memory in partition.memories.resolve(memory[:9])
    assert partition.memories.resolve(suffix[:6]) == [memory]
    assert partition.memories.resolve("zzzz") == []
    assert partition.memories.resolve("%") == []


def test_every_revision_that_was_written_is_there(partition: Partition) -> None:
    memory = say(partition, "a").header.memory
    revise(partition, memory, "b")
    assert [(version.revision, version.content.text) for version in partition.memories.versions(memory)] == [
        (1, "a"),
        (2, "b"),
    ]
    assert partition.memories.last_revision(memory) == 2
    assert partition.memories.last_revision(MemoryId("m000000-0000000")) == 0


def test_a_view_shows_exactly_its_scopes_statuses_kinds_and_tags(partition: Partition) -> None:
    say(partition, "plain")
    say(partition, "tagged", tags=("x", "y"), kind="decision")
    say(partition, "on a branch", scope=HERE.narrowed(branch="feature"))
    act(partition, Act.RETRACT, say(partition, "taken back").header.memory)
    everything = View(statuses=())
    assert texts(partition, everything) == ["taken back", "on a branch", "tagged", "plain"]
    assert texts(partition, everything, newest_first=False)[0] == "plain"
    assert texts(partition, everything, limit=2, offset=1) == ["on a branch", "tagged"]
    assert texts(partition, View()) == ["on a branch", "tagged", "plain"]
    assert texts(partition, View(scopes=(str(HERE),))) == ["tagged", "plain"]
    assert texts(partition, View(scopes=())) == []
    assert texts(partition, View(kinds=(Kind.DECISION,))) == ["tagged"]
    assert texts(partition, View(tags=("x", "y"))) == ["tagged"]
    assert texts(partition, View(tags=("x", "z"))) == []
    assert texts(partition, View(statuses=(Status.RETRACTED,))) == ["taken back"]
    assert texts(partition, View(), pinned=False) == ["on a branch", "tagged", "plain"]
    assert set(partition.memories.scopes()) == {str(HERE), str(HERE.narrowed(branch="feature"))}
    assert partition.memories.counts() == {"active": 3, "retracted": 1}


def test_what_is_always_in_the_brief_is_selected_by_that(partition: Partition) -> None:
    say(partition, "a fact")
    say(partition, "a preference", kind="preference")
    pinned = texts(partition, View(), pinned=True)
    assert set(pinned) | set(texts(partition, View(), pinned=False)) == {"a fact", "a preference"}
    assert "a fact" not in pinned


def test_current_memories_are_found_by_kind_title_and_scope(partition: Partition) -> None:
    first = say(partition, "one", title="Lock", kind="decision").header.memory
    second = say(partition, "two", title="Lock", kind="decision").header.memory
    say(partition, "three", title="Lock")
    act(partition, Act.RETRACT, say(partition, "four", title="Lock", kind="decision").header.memory)
    find = partition.memories.titled
    assert find(Kind.DECISION, "Lock", str(HERE), limit=5) == [second, first]
    assert find(Kind.DECISION, "Lock", str(HERE), limit=1) == [second]
    assert find(Kind.DECISION, "", str(HERE), limit=5) == []


def test_what_is_due_is_out_of_a_view_before_that_is_on_record(partition: Partition) -> None:
    ends = say(partition, "beta ends", expires_at=SOON).header.memory
    say(partition, "beta goes on")
    before, after = SOON - timedelta(days=1), SOON + timedelta(days=1)
    assert partition.memories.due(before) == []
    assert partition.memories.due(after) == [ends]
    assert texts(partition, View(now=before)) == ["beta goes on", "beta ends"]
    assert texts(partition, View(now=after)) == ["beta goes on"]
    assert texts(partition, View(statuses=(Status.EXPIRED,), now=after)) == ["beta ends"]
    assert [memory.status for memory in partition.memories.select(View(statuses=(Status.EXPIRED,), now=after))] == [
        Status.EXPIRED
    ]
    assert partition.memories.counts(after) == {"active": 1, "expired": 1}
    words = ["beta"]
    assert len(partition.index.lexical(words, View(now=before), 10)) == 2
    assert len(partition.index.lexical(words, View(now=after), 10)) == 1
    assert len(partition.index.lexical(words, View(statuses=(Status.EXPIRED,), now=after), 10)) == 1
    act(partition, Act.EXPIRE, ends, reason="over")
    assert partition.memories.due(after) == []
    assert partition.memories.counts() == {"active": 1, "expired": 1}


def test_the_log_tells_what_was_undone_and_by_what(partition: Partition) -> None:
    said = say(partition, "a  mistake")
    undo = revert(partition, said)
    assert partition.log.is_reverted(said.id)
    assert [operation.id for operation in partition.log.undone("a mistake")] == [said.id]
    assert [operation.id for operation in partition.log.reverts_of([said.id])] == [undo.id]
    redo = revert(partition, undo)
    assert {operation.id for operation in partition.log.reverts_of([said.id])} == {undo.id, redo.id}
    assert partition.log.undone("a mistake") == []
    assert [operation.id for operation in partition.log.of_memory(said.header.memory)] == [said.id]


def test_operations_and_sessions_are_found_by_how_their_ids_start(partition: Partition) -> None:
    said = say(partition, "by an agent", source=CODEX)
    assert partition.log.find(said.id) == said
    assert said.id in partition.log.resolve(said.id[:9])
    assert partition.log.resolve("zzz") == []
    assert partition.log.sessions("s-") == ["s-1"]
    assert partition.log.sessions("x") == []
    assert partition.log.memories_with("an agent") == [said.header.memory]
    assert partition.log.memories_with("AN AGENT") == []
    assert partition.log.damaged() == []
    assert [operation.id for operation in partition.log.iterate(LogFilter(acts=(Act.REMEMBER,)), limit=1)] == [said.id]
    assert list(partition.log.iterate(LogFilter(acts=(Act.RETRACT,)))) == []


def purge(*memories: MemoryId, sessions: tuple[str, ...] = (), words: tuple[str, ...] = ()) -> Purge:
    def carries(text: str) -> bool:
        return any(word in text for word in words)

    return Purge(
        memories, sessions, carries, {memory: (f"hash-{memory}",) for memory in memories}, ANA, keys=("fingerprint",)
    )


def test_what_was_purged_is_gone_and_known_not_to_come_back(partition: Partition) -> None:
    gone = say(partition, "the secret plan", tags=("hush",)).header.memory
    kept = say(partition, "the open plan").header.memory
    assert not partition.memories.any_purged()
    partition.purge(purge(gone))
    assert partition.memories.find(gone) is None
    assert partition.memories.versions(gone) == []
    assert [document.memory for document in partition.index.lexical(["plan"], View(), 10)] == [kept]
    assert not partition.contains("secret plan")
    assert partition.contains("open plan")
    assert partition.memories.any_purged()
    assert partition.memories.is_purged(f"hash-{gone}")
    assert partition.memories.is_purged("", gone)
    assert not partition.memories.is_purged("another")
    assert partition.keys() == ["fingerprint"]
    assert partition.problems() == []
    partition.reindex()
    assert partition.memories.find(gone) is None


def test_what_is_kept_is_what_the_log_makes_of_it(partition: Partition) -> None:
    first = say(partition, "Deploys run on Friday.", tags=("deploy",))
    second = say(partition, "The queue is called letters.")
    third = say(partition, "Locks are keyed by order.")
    revise(partition, first.header.memory, "Deploys run on Monday.")
    act(partition, Act.RETRACT, second.header.memory)
    revert(partition, third)
    say(partition, "Deploys run daily.", supersedes=(first.header.memory,))
    partition.purge(purge(second.header.memory))
    assert partition.differing() == []
    assert partition.problems() == []


def test_reading_holds_one_moment(partition: Partition) -> None:
    say(partition, "one")
    with partition.reading():
        assert partition.log.count() == 1
        assert partition.memories.counts() == {"active": 1}


def test_what_a_content_joins_is_one_memory(partition: Partition, clock: SteppingClock) -> None:
    first = say(partition, "shared", source=CODEX)
    with partition.writing():
        partition.log.append(Change(Act.REMEMBER, ANA, first.header.memory, first.payload, at=clock.now(), revision=2))
    assert partition.memories.counts() == {"active": 1}
    assert content("shared") == partition.memories.find(first.header.memory).content


def test_memories_are_found_by_the_kind_of_their_links(partition: Partition) -> None:
    first = say(partition, "one").header.memory
    second = say(partition, "two", links=(Link("contradicts", str(first)),)).header.memory
    assert partition.memories.linking("contradicts", limit=10) == [second]
    assert partition.memories.linking("because-of", limit=10) == []


def test_files_are_told_with_the_memories_about_them_or_read_from_them(partition: Partition) -> None:
    at_pay = (Anchored(Anchor("path", "src/pay.py")), Anchored(Anchor("cmd", "make deploy")))
    old = say(partition, "about a file and a command", anchors=at_pay).header.memory
    read = say(partition, "read from a document", source=Source("document", "docs/rules.md")).header.memory
    say(partition, "read from elsewhere", source=Source("document", "https://example.org/a"))
    new = say(
        partition, "about the same file", anchors=(Anchored(Anchor("symbol", "src/pay.py", "pay")),)
    ).header.memory
    act(partition, Act.RETRACT, say(partition, "taken back", anchors=at_pay).header.memory)
    found = partition.memories.placed(View())
    assert [memory for path, memory in found if path == "src/pay.py"] == [new, old]
    assert [memory for path, memory in found if path == "docs/rules.md"] == [read]
    assert {path for path, _ in found} == {"src/pay.py", "docs/rules.md"}
    assert partition.memories.placed(View(scopes=())) == []


def test_memories_in_force_are_counted_by_kind(partition: Partition) -> None:
    say(partition, "a fact")
    say(partition, "a decision", kind="decision")
    act(partition, Act.RETRACT, say(partition, "taken back").header.memory)
    assert partition.memories.count_kind(Kind.FACT) == 1


def test_a_purge_of_which_nothing_is_known_but_the_memory_buries_that_one_alone(partition: Partition) -> None:
    gone, other = MemoryId("m000001-aaaaaaa"), MemoryId("m000002-bbbbbbb")
    with partition.writing():
        partition.bury(gone, [Stone("content", "", "2026-03-01T00:00:00.000Z", "person:ana")])
    assert partition.memories.is_purged("", gone)
    assert not partition.memories.is_purged("", other)
    assert not partition.memories.is_purged("")
