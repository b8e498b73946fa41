"""The store as LangGraph uses it: the real base class, a real graph, and LangGraph's own store beside it."""

from __future__ import annotations

import asyncio
import threading
from typing import TYPE_CHECKING, Any

import pytest

pytest.importorskip("langgraph.store.base")

from langgraph.store.base import GetOp, InvalidNamespaceError, ListNamespacesOp, PutOp, SearchOp
from langgraph.store.memory import InMemoryStore

from standfast.adapters.langgraph import StandfastStore

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from langgraph.store.base import BaseStore

ADA, BOB = ("users", "ada"), ("users", "bob")


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[StandfastStore]:
    monkeypatch.setenv("STANDFAST_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    made = StandfastStore("tests")
    yield made
    made.close()


def fill(store: BaseStore) -> None:
    store.put(ADA, "editor", {"text": "Ada writes in Helix", "rank": 1, "more": {"since": 2024}})
    store.put(ADA, "seat", {"text": "Ada sits at the window", "rank": 2})
    store.put(BOB, "editor", {"text": "Bob writes in Emacs", "rank": 3})
    store.put(("usersx",), "k", {"text": "not under users", "rank": 4})
    store.put(("users",), "ada", {"text": "a key that looks like a namespace", "rank": 5})
    store.put(ADA, "seat", {"text": "Ada sits by the door", "rank": 2})
    store.delete(BOB, "nothing")


OPERATIONS: list[Any] = [
    GetOp(ADA, "editor"),
    GetOp(ADA, "seat"),
    GetOp(BOB, "seat"),
    GetOp(("users",), "ada"),
    SearchOp(("users",), limit=50),
    SearchOp(ADA, limit=50),
    SearchOp(("use",), limit=50),
    SearchOp((), limit=50),
    SearchOp(("users",), filter={"rank": {"$gte": 2}}, limit=50),
    SearchOp(("users",), filter={"rank": 3}, limit=50),
    SearchOp(("users",), filter={"more": {"since": 2024}}, limit=50),
    ListNamespacesOp(),
    ListNamespacesOp(max_depth=1),
    ListNamespacesOp(limit=1, offset=1),
]


def plain(answer: Any) -> Any:
    if isinstance(answer, list):
        listed = [plain(item) for item in answer]
        return sorted(listed, key=repr)
    return answer if answer is None or isinstance(answer, tuple) else (answer.namespace, answer.key, answer.value)


def test_it_answers_what_the_store_of_langgraph_answers(store: StandfastStore) -> None:
    other = InMemoryStore()
    fill(store)
    fill(other)
    for op, ours, theirs in zip(OPERATIONS, store.batch(OPERATIONS), other.batch(OPERATIONS), strict=True):
        assert plain(ours) == plain(theirs), op
    for prefix, suffix in ((("users", "*"), None), (None, ("ada",)), (("users",), ("bob",))):
        assert store.list_namespaces(prefix=prefix, suffix=suffix) == other.list_namespaces(
            prefix=prefix, suffix=suffix
        )


def test_search_finds_by_meaning_and_words_within_its_namespace_only(store: StandfastStore) -> None:
    fill(store)
    found = store.search(("users",), query="which editor does Ada use?", limit=2)
    assert found[0].key == "editor"
    assert found[0].namespace == ADA
    assert found[0].score is not None
    assert {result.namespace for result in store.search(BOB, query="writes in", limit=10)} == {BOB}


def test_a_deleted_item_is_gone_and_can_be_put_again(store: StandfastStore) -> None:
    fill(store)
    store.delete(ADA, "editor")
    assert store.get(ADA, "editor") is None
    assert "Helix" not in str(store.search(("users",), query="Helix", limit=10))
    store.put(ADA, "editor", {"text": "Ada writes in Helix"})
    item = store.get(ADA, "editor")
    assert item
    assert item.value == {"text": "Ada writes in Helix"}
    assert len([result for result in store.search(ADA, limit=10) if result.key == "editor"]) == 1


def test_an_update_keeps_when_it_was_made(store: StandfastStore) -> None:
    store.put(ADA, "k", {"n": 1})
    first = store.get(ADA, "k")
    store.put(ADA, "k", {"n": 2})
    second = store.get(ADA, "k")
    assert first
    assert second
    assert (first.created_at, second.value) == (second.created_at, {"n": 2})
    assert second.updated_at >= first.updated_at


def test_what_is_not_to_be_indexed_is_there_but_not_found(store: StandfastStore) -> None:
    store.put(ADA, "hidden", {"text": "the zeppelin leaves at noon"}, index=False)
    assert store.get(ADA, "hidden") is not None
    assert store.search(ADA, query="zeppelin") == []


def test_secrets_are_redacted_and_the_value_keeps_its_form(store: StandfastStore) -> None:
    value = {"key": "AKIAIOSFODNN7EXAMPLQ", "password": "hunter2horse", "list": ["AKIAIOSFODNN7EXAMPLQ", 4, None, True]}
    store.put(ADA, "k", value)
    item = store.get(ADA, "k")
    assert item
    assert set(item.value) == set(value)
    assert item.value["list"][1:] == [4, None, True]
    assert "AKIAIOSFODNN7EXAMPLQ" not in str(item.value)


@pytest.mark.parametrize(
    "value", [{}, {"text": '日本語 \u2028 \x00 "quoted" \\ back'}, {"a": {"b": [{"c": 1.5}]}}, {"t": "x" * 20_000}]
)
def test_any_value_comes_back(store: StandfastStore, value: dict[str, Any]) -> None:
    store.put(("ns", "日本"), "key/with spaces.and.dots", value)
    item = store.get(("ns", "日本"), "key/with spaces.and.dots")
    assert item
    assert str(item.value) == str(value).replace("\\x00", "")


def test_the_rules_for_names_are_those_of_the_base_class(store: StandfastStore) -> None:
    for names in ((), ("a.b",), ("langgraph",), ("",)):
        with pytest.raises(InvalidNamespaceError):
            store.put(names, "k", {})


def test_threads_and_coroutines_may_share_a_store(store: StandfastStore) -> None:
    def work(number: int) -> None:
        for turn in range(5):
            store.put(("threads", str(number)), str(turn), {"n": turn})

    workers = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(60)

    async def more() -> list[Any]:
        await asyncio.gather(*(store.aput(("tasks",), str(number), {"n": number}) for number in range(5)))
        return await store.abatch([SearchOp(("threads",), limit=100), SearchOp(("tasks",), limit=100)])

    threads, tasks = asyncio.run(more())
    assert (len(threads), len(tasks)) == (20, 5)


def test_two_programs_do_not_see_each_other(store: StandfastStore) -> None:
    fill(store)
    other = StandfastStore("another")
    try:
        assert other.search((), limit=10) == []
    finally:
        other.close()


def test_a_graph_remembers_across_threads_of_conversation(store: StandfastStore) -> None:
    graph_module = pytest.importorskip("langgraph.graph")
    from typing import TypedDict

    class State(TypedDict):
        said: str
        known: list[str]

    def learn(state: State, *, store: BaseStore) -> dict[str, Any]:
        store.put(ADA, "last", {"text": state["said"]})
        return {"known": [result.value["text"] for result in store.search(ADA, query=state["said"])]}

    builder = graph_module.StateGraph(State)
    builder.add_node("learn", learn)
    builder.add_edge(graph_module.START, "learn")
    graph = builder.compile(store=store)
    graph.invoke({"said": "I moved to Lisbon", "known": []})
    reopened = StandfastStore("tests")
    try:
        item = reopened.get(ADA, "last")
        assert item
        assert item.value == {"text": "I moved to Lisbon"}
    finally:
        reopened.close()
    assert PutOp
