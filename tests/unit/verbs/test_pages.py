"""What the pages ask for: what was known when and where, what stands against what, everything as one graph."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest

from standfast.config import load_settings
from standfast.errors import ConfigError, Conflict, NotFound, Refused
from standfast.memory import Memory
from standfast.model.moment import Clock
from standfast.model.source import Source
from standfast.verbs import decide

if TYPE_CHECKING:
    from pathlib import Path

    from tests.unit.conftest import Sandbox

CODE = "LIMIT = 8\n\n\ndef acquire(payment_id):\n    return payment_id\n"


class Hands(Clock):
    """A clock that a test moves."""

    def __init__(self) -> None:
        self.time = datetime(2026, 3, 1, tzinfo=UTC)

    def now(self) -> datetime:
        self.time += timedelta(seconds=1)
        return self.time

    def pass_days(self, days: int) -> str:
        self.time += timedelta(days=days)
        return (self.time - timedelta(hours=1)).isoformat()


@pytest.fixture
def clock() -> Hands:
    return Hands()


@pytest.fixture
def memory(repo: Sandbox, tmp_path: Path, clock: Hands) -> Memory:
    repo.commit("Start", **{"src/locks.py": CODE})
    settings = load_settings({"STANDFAST_HOME": str(tmp_path / "home"), "STANDFAST_EMBEDDER": "off"})
    return Memory(settings, Source("person", "Ada"), repo.root, clock=clock)


def known(memory: Memory, at: str) -> list[str]:
    return sorted(shown.memory.content.text for shown in memory.pages.past(at).memories)


def test_what_was_known_at_a_date_is_told_as_it_read_then(memory: Memory, clock: Hands) -> None:
    one = memory.remember("Locks last a minute").id
    two = memory.remember("Queues are bounded").id
    before = clock.pass_days(10)
    memory.revise(one, "Locks last two minutes")
    memory.retract(two)
    between = clock.pass_days(10)
    memory.restore(two)
    three = memory.remember("Queues hold a hundred", supersedes=[two]).id
    assert known(memory, before) == ["Locks last a minute", "Queues are bounded"]
    assert known(memory, between) == ["Locks last two minutes"]
    assert known(memory, "now") == ["Locks last two minutes", "Queues hold a hundred"]
    memory.revert([operation.operation.header.id for operation in memory.log(three)])
    assert "Queues are bounded" in known(memory, "now"), "as if it had never happened"
    memory.purge([one])
    assert known(memory, before) == ["Queues are bounded"], "what was purged was never known"
    counts = [point.known for point in memory.pages.history(points=50)]
    assert (counts[0], counts[-1]) == (1, len(known(memory, "now")))


def test_what_was_known_comes_in_pages_and_stands_as_the_code_did(memory: Memory, clock: Hands, repo: Sandbox) -> None:
    for number in range(5):
        memory.remember(f"Worker {number} waits")
    memory.remember("At most 8 locks are held (LIMIT)", anchors=["src/locks.py::LIMIT"])
    clock.time = datetime.fromtimestamp(repo._clock + 86_400, UTC) + timedelta(days=4000)
    first = memory.pages.past("now", limit=4)
    rest = memory.pages.past("now", limit=4, cursor=first.cursor)
    ids = [shown.memory.id for shown in (*first.memories, *rest.memories)]
    assert (first.known, len(set(ids)), rest.cursor) == (6, 6, "")
    repo.write("src/locks.py", CODE.replace("8", "16"))
    repo.git("commit", "-qam", "Hold more")
    stale = [shown for shown in memory.pages.past("now").memories if shown.judged.standing == "drifted"]
    assert [shown.memory.content.text for shown in stale] == ["At most 8 locks are held (LIMIT)"]
    assert memory.pages.history()[-1].stale == 1


def test_the_tree_counts_what_is_known_and_what_no_longer_stands(memory: Memory, repo: Sandbox) -> None:
    memory.remember("At most 8 locks are held (LIMIT)", anchors=["src/locks.py::LIMIT"])
    memory.remember("The lock is keyed by payment_id", anchors=["src/locks.py::acquire"])
    repo.write("src/locks.py", CODE.replace("8", "16"))
    (top,) = memory.pages.places()
    assert (top.path, top.folder, top.files, top.known, top.stale) == ("src", True, 1, 2, 1)
    (leaf,) = memory.pages.places("src/")
    assert (leaf.path, leaf.folder, leaf.known, leaf.stale) == ("src/locks.py", False, 2, 1)
    page = memory.pages.file("src/locks.py")
    assert sorted((item.first, item.last) for item in page.memories) == [(1, 1), (4, 5)]
    assert page.lines[0] == "LIMIT = 16"
    with pytest.raises(NotFound):
        memory.pages.places("nowhere")


def test_a_secret_in_a_file_is_not_shown_and_lines_keep_their_numbers(memory: Memory, repo: Sandbox) -> None:
    key = "-----BEGIN RSA PRIVATE KEY-----\n" + "MIIEowIBAAKCAQEA7\n" * 6 + "-----END RSA PRIVATE KEY-----\n"
    repo.commit("Key", **{"src/keys.py": f'KEY = """{key}"""\nLAST = 1\n'})
    page = memory.pages.file("src/keys.py")
    assert "MIIEowIBAAKCAQEA7" not in "\n".join(page.lines)
    assert page.lines[-1] == "LAST = 1"
    assert len(page.lines) == len(repo.read("src/keys.py").splitlines())


def test_everything_is_one_graph_that_keeps_to_its_limit_path_and_time(memory: Memory, clock: Hands) -> None:
    memory.remember("The lock is keyed by payment_id", anchors=["src/locks.py::acquire"])
    clock.pass_days(30)
    for number in range(20):
        memory.remember(f"Worker {number} waits")
    whole = memory.pages.whole_graph()
    assert {node.type for node in whole.nodes} >= {"memory", "symbol", "person"}
    ends = {node.id for node in whole.nodes}
    assert all(edge.start in ends and edge.end in ends for edge in whole.edges)
    few = memory.pages.whole_graph(limit=5)
    assert len(few.nodes) <= 5
    assert few.withheld > 0
    assert [node.label for node in memory.pages.whole_graph(path="src").nodes if node.memory] == [
        "The lock is keyed by payment_id"
    ]
    assert all("lock" not in node.label for node in memory.pages.whole_graph(since="10d").nodes if node.memory)
    with pytest.raises(ConfigError):
        memory.pages.whole_graph(limit=6000)


def test_what_stands_against_what_is_shown_with_what_the_code_supports(memory: Memory, repo: Sandbox) -> None:
    repo.commit("Time out", **{"src/session.py": "TIMEOUT = 30\n"})
    words = "The session TIMEOUT is {} minutes"
    right, wrong = (
        memory.remember(words.format(minutes), kind="decision", anchors=["src/session.py::TIMEOUT"]).id
        for minutes in (30, 60)
    )
    compared = memory.pages.compare(wrong)
    (other,) = [item for item in compared.others if item.shown.memory.id == right]
    assert other.relation == "contradicts"
    assert other.support.memory == right


def test_what_drifted_is_verified_only_as_it_was_read(
    memory: Memory, repo: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    agent = Memory(memory.context.settings, Source("agent", "codex", session="s1"), repo.root)
    note = agent.remember("At most 8 locks are held (LIMIT)", anchors=["src/locks.py::LIMIT"]).id
    repo.write("src/locks.py", CODE.replace("8", "16"))
    repo.git("commit", "-qam", "Hold more")
    assert memory.show(note).judged.standing == "drifted"
    plainly = decide._decide

    def decide_late(*given: Any) -> Any:
        agent.revise(note, text="At most 8 locks are held, and none is needed (LIMIT)", based_on=1)
        return plainly(*given)

    monkeypatch.setattr(decide, "_decide", decide_late)
    with pytest.raises(Conflict):
        memory.approve([f"{note}@1"])
    assert memory.show(note).memory.verified_at is None


def test_merged_memories_give_way_to_one_that_gets_the_words(memory: Memory) -> None:
    keep, gone = memory.remember("Refunds are checked twice").id, memory.remember("Refunds get two checks").id
    done = memory.pages.merge(keep, [gone], text="Refunds are checked twice, by two people")
    assert (done.id, done.revision, str(done.status)) == (keep, 2, "active")
    assert memory.show(gone).memory.superseded_by == keep
    with pytest.raises(ConfigError):
        memory.pages.merge(keep, [keep])


def test_only_the_person_sees_what_is_kept_about_them(memory: Memory) -> None:
    mine = memory.remember("Short commits, please", kind="preference", scope="user").id
    memory.remember("Locks last a minute")
    kept = memory.pages.personal()
    assert ([shown.memory.id for shown in kept.memories], kept.total, kept.said) == ([mine], 1, 1)
    agent = Memory(memory.context.settings, Source("agent", "robo"), memory.context.here.root or memory.context.where)
    with pytest.raises(Refused):
        agent.pages.personal()
    agent.close()
