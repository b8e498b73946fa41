"""mem0's verbs, in mem0's shapes, with Standfast's promises behind them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from standfast.adapters.mem0 import Memory

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SEAT = "I prefer window seats on long flights"


@pytest.fixture
def memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Memory]:
    monkeypatch.setenv("STANDFAST_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    made = Memory("tests")
    yield made
    made.close()


def added(memory: Memory, text: str = SEAT, **more: object) -> str:
    options = {"user_id": "ada", **more}
    return str(memory.add(text, **options)["results"][0]["id"])  # type: ignore[arg-type]


def test_what_is_added_is_found_got_and_listed(memory: Memory) -> None:
    done = memory.add(SEAT, user_id="ada", metadata={"trip": "Lisbon", "n": 3})
    (first,) = done["results"]
    assert first == {"id": first["id"], "memory": SEAT, "event": "ADD"}
    (found,) = memory.search("where does she like to sit on a plane?", user_id="ada")["results"]
    assert 0 < found.pop("score") < 1
    assert found == memory.get(first["id"]) == memory.get_all(user_id="ada")["results"][0]
    assert found["metadata"] == {"trip": "Lisbon", "n": 3}
    assert set(found) >= {"id", "memory", "hash", "metadata", "created_at", "updated_at", "user_id"}
    assert found["updated_at"] is None
    assert memory.add(SEAT, user_id="ada")["results"][0]["event"] in {"ADD", "NONE"}
    assert len(memory.get_all(user_id="ada")["results"]) == 1


def test_a_conversation_is_kept_message_by_message(memory: Memory) -> None:
    said = [
        {"role": "system", "content": "You are helpful"},
        {"role": "user", "content": "I am allergic to peanuts"},
        {"role": "assistant", "content": "Noted, no peanuts in recipes"},
    ]
    done = memory.add(said, user_id="ada", run_id="r1")
    assert [result["memory"] for result in done["results"]] == [said[1]["content"], said[2]["content"]]
    roles = {result["role"] for result in memory.get_all(run_id="r1")["results"]}
    assert roles == {"user", "assistant"}


def test_users_agents_and_runs_do_not_see_each_other_even_in_the_same_words(memory: Memory) -> None:
    ada, bob = added(memory), added(memory, user_id="bob")
    assert ada != bob
    for user, own in (("ada", ada), ("bob", bob)):
        (found,) = memory.search("window seats", user_id=user)["results"]
        assert (found["id"], found["user_id"]) == (own, user)
    added(memory, "Ada runs at dawn", run_id="r1")
    assert len(memory.get_all(user_id="ada")["results"]) == 2
    assert len(memory.get_all(user_id="ada", run_id="r1")["results"]) == 1
    assert memory.get_all(user_id="ad")["results"] == []
    assert memory.get_all(user_id="ADA")["results"] == []
    memory.delete_all(user_id="bob")
    assert memory.get(ada) is not None


def test_filters_may_hold_ids_and_what_metadata_must_equal(memory: Memory) -> None:
    added(memory, metadata={"trip": "Lisbon"})
    added(memory, "I prefer aisle seats on short flights", metadata={"trip": "Rome"})
    found = memory.search("seats", filters={"user_id": "ada", "trip": "Rome"}, top_k=5)["results"]
    assert [item["metadata"]["trip"] for item in found] == ["Rome"]
    assert len(memory.get_all(filters={"user_id": "ada"}, top_k=1)["results"]) == 1
    for bare in (
        lambda: memory.search("x"),
        memory.get_all,
        lambda: memory.add("x"),
        memory.delete_all,
    ):
        with pytest.raises(ValueError, match="user_id"):
            bare()


def test_updates_and_deletes_are_in_the_history_and_nowhere_else(memory: Memory) -> None:
    one = added(memory)
    assert memory.update(one, "I prefer aisle seats")["message"] == "Memory updated successfully!"
    got = memory.get(one)
    assert got
    assert (got["memory"], got["updated_at"] is not None, got["user_id"]) == ("I prefer aisle seats", True, "ada")
    assert memory.delete(one)["message"] == "Memory deleted successfully!"
    assert memory.get(one) is None
    assert memory.search("seats", user_id="ada")["results"] == []
    told = [(past["event"], past["old_memory"], past["new_memory"]) for past in memory.history(one)]
    assert told == [
        ("ADD", None, SEAT),
        ("UPDATE", SEAT, "I prefer aisle seats"),
        ("DELETE", "I prefer aisle seats", None),
    ]
    assert {past["memory_id"] for past in memory.history(one)} == {one}
    for wrong in (lambda: memory.update(one, "x"), lambda: memory.delete(one), lambda: memory.update("nothing", "x")):
        with pytest.raises(ValueError, match="not found"):
            wrong()


def test_a_reset_takes_everything_back(memory: Memory) -> None:
    added(memory)
    added(memory, user_id="bob")
    memory.reset()
    assert memory.get_all(user_id="ada")["results"] == memory.get_all(user_id="bob")["results"] == []


def test_secrets_stay_out_of_text_and_metadata(memory: Memory) -> None:
    one = added(memory, "The key is AKIAIOSFODNN7EXAMPLQ for the job", metadata={"token": "AKIAIOSFODNN7EXAMPLQ"})
    assert "AKIAIOSFODNN7EXAMPLQ" not in str(memory.get(one)) + str(memory.history(one))


def test_odd_names_and_words_come_back_as_they_were(memory: Memory) -> None:
    user, note = "Ada Lovelace / ünïcode :,\u2028", {"quote": 'a "b" \\ c\n\td', "deep": {"list": [1, None]}}
    one = added(memory, user_id=user, metadata=note)
    got = memory.get(one)
    assert got
    assert (got["user_id"], got["metadata"]) == (user, note)
