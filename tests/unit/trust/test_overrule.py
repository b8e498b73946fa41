"""What a person took back stays back until a person says otherwise."""

from __future__ import annotations

import subprocess
import threading
from typing import TYPE_CHECKING

import pytest

from standfast import Memory
from standfast.capture.draft import Draft
from standfast.config import Settings
from standfast.errors import Refused
from standfast.model.source import Source
from standfast.model.trust import Authority, Standing, Status
from tests.unit.verbs.test_memory_life import ANA, CLAUDE, CODEX, at, texts

if TYPE_CHECKING:
    from pathlib import Path


def test_what_a_person_superseded_an_agent_only_proposes_again(tmp_path: Path) -> None:
    ana = at(tmp_path)
    old = ana.remember("Heron uses MySQL", kind="decision")
    new = ana.remember("Heron uses Postgres", kind="decision", supersedes=[old.id])
    agent = at(tmp_path, CODEX)
    again = agent.remember("Heron uses  MySQL", kind="decision")
    assert again.status is Status.PROPOSED
    assert [conflict["id"] for conflict in again.conflicts] == [new.id]
    assert texts(ana, "Heron uses") == ["Heron uses Postgres"]
    once_more = agent.remember("Heron uses MySQL", kind="decision")
    assert (once_more.id, once_more.status, once_more.operation) == (again.id, Status.PROPOSED, None)
    assert [conflict["id"] for conflict in once_more.conflicts] == [new.id]
    ana.approve([again.id])
    assert [text.split() for text in texts(ana, "Heron uses")] == [["Heron", "uses", "MySQL"]]
    assert ana.show(new.id).memory.status is Status.SUPERSEDED


def test_what_a_person_retracted_an_agent_only_proposes_again(tmp_path: Path) -> None:
    agent, ana = at(tmp_path, CODEX), at(tmp_path)
    said = agent.remember("Quail runs on port 9")
    ana.retract(said.id)
    again = agent.remember("Quail runs on port 9")
    assert (again.status, [conflict["id"] for conflict in again.conflicts]) == (Status.PROPOSED, [said.id])
    assert "person:ana" in again.conflicts[0]["why"]
    agent.retract(again.id)
    assert agent.remember("Quail runs on port 9").status is Status.PROPOSED
    assert at(tmp_path, CLAUDE).remember("Quail runs on port 9").status is Status.PROPOSED


@pytest.mark.parametrize("more", [{"why": "raced in March"}, {"title": "Retrying"}, {"rejected": "three of them"}])
def test_a_withdrawn_claim_waits_whatever_reason_title_or_kind_it_is_repeated_with(
    tmp_path: Path, more: dict[str, str]
) -> None:
    ana, agent = at(tmp_path), at(tmp_path, CODEX)
    kept = ana.remember("Retries are off", kind="decision", **more)
    ana.retract(kept.id)
    for again in ({}, {"why": "it is calmer"}, {"kind": "fact"}):
        said = agent.remember("Retries are off", **{"kind": "decision", **again})
        assert (said.status, [item["id"] for item in said.conflicts]) == (Status.PROPOSED, [kept.id])
    assert texts(ana, "Retries") == []
    ana.remember("Retries are off", kind="decision", why="they hide faults")
    assert at(tmp_path, CLAUDE).remember("Retries are off", kind="decision").status is Status.ACTIVE


def test_a_claim_that_a_person_undid_waits_whatever_reason_it_is_repeated_with(tmp_path: Path) -> None:
    agent, ana = at(tmp_path, CODEX), at(tmp_path)
    agent.remember("Retries are off", kind="decision", why="raced in March")
    ana.revert(source="agent:codex")
    assert at(tmp_path, CLAUDE).remember("Retries are off", kind="decision").status is Status.PROPOSED


def test_what_a_person_rejected_no_agent_proposes_again(tmp_path: Path) -> None:
    ana, agent = at(tmp_path), at(tmp_path, CODEX)
    rule = ana.remember("Use tabs", kind="convention")
    proposed = agent.remember("Use spaces", kind="convention", supersedes=[rule.id])
    ana.reject([proposed.id])
    again = agent.remember("Use spaces", kind="convention")
    assert (again.id, again.status, again.operation) == (proposed.id, Status.RETRACTED, None)
    assert "person:ana" in again.reasons[0]
    assert [waiting.memory.id for waiting in ana.review()] == []
    ana.restore(proposed.id)
    assert agent.remember("Use spaces", kind="convention").id == proposed.id


def test_what_a_person_reverted_an_agent_only_proposes_again(tmp_path: Path) -> None:
    agent, ana = at(tmp_path, CODEX), at(tmp_path)
    said = agent.remember("Puffin runs on port 9")
    undone = ana.revert(source="agent:codex")
    again = at(tmp_path, CLAUDE).remember("Puffin runs on port 9")
    assert (again.status, [conflict["id"] for conflict in again.conflicts]) == (Status.PROPOSED, [said.id])
    assert texts(ana, "Puffin") == []
    ana.approve([again.id])
    assert texts(ana, "Puffin") == ["Puffin runs on port 9"]
    assert undone.reverts


def test_a_revert_that_was_reverted_stands_in_nobodys_way(tmp_path: Path) -> None:
    agent, ana = at(tmp_path, CODEX), at(tmp_path)
    agent.remember("Puffin runs on port 9")
    ana.revert(list(ana.revert(source="agent:codex").reverts))
    assert at(tmp_path, CLAUDE).remember("Puffin runs on port 9").status is Status.ACTIVE


def test_what_an_agent_took_back_an_agent_may_say_again(tmp_path: Path) -> None:
    agent = at(tmp_path, CODEX)
    agent.retract(agent.remember("Egret runs on port 9").id)
    assert agent.remember("Egret runs on port 9").status is Status.ACTIVE


def test_a_person_may_say_again_what_a_person_took_back(tmp_path: Path) -> None:
    ana = at(tmp_path)
    ana.retract(ana.remember("Egret runs on port 9").id)
    again = ana.remember("Egret runs on port 9")
    assert (again.status, again.conflicts) == (Status.ACTIVE, ())


def test_an_agent_does_not_restore_what_a_person_took_back(tmp_path: Path) -> None:
    agent, ana = at(tmp_path, CODEX), at(tmp_path)
    said = agent.remember("Plover note one")
    ana.retract(said.id)
    with pytest.raises(Refused) as refused:
        agent.restore(said.id)
    assert refused.value.code == "authority"
    assert ana.restore(said.id).status is Status.ACTIVE
    agent.retract(said.id)
    assert agent.restore(said.id).status is Status.ACTIVE


def test_two_memories_that_supersede_each_other_at_once_leave_one(tmp_path: Path) -> None:
    ana = at(tmp_path)
    for turn in range(5):
        one, other = ana.remember(f"race A{turn}").id, ana.remember(f"race B{turn}").id
        begin, refused = threading.Barrier(2), []

        def supersede(old: str, new: str, begin: threading.Barrier = begin, refused: list[str] = refused) -> None:
            with at(tmp_path) as memory:
                memory.show(old)
                begin.wait()
                try:
                    memory.supersede(old, new)
                except Refused as error:
                    refused.append(error.message)

        threads = [threading.Thread(target=supersede, args=pair) for pair in ((one, other), (other, one))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(str(ana.show(ident).memory.status) for ident in (one, other)) == ["active", "superseded"]
        assert len(refused) == 1


def _drifted(folder: Path, who: Source) -> tuple[Memory, str]:
    folder.mkdir()
    subprocess.run(["git", "init", "-q", str(folder)], check=True)
    (folder / "pay.py").write_text("def pay():\n    return 1\n")
    settings = Settings(home=folder.parent / "home", store_url=f"sqlite://{folder.parent / 'store'}", embedder="off")
    identity = Memory(settings, who, folder).remember("pay returns one", kind="decision", anchors=["pay.py::pay"]).id
    (folder / "pay.py").write_text("def pay():\n    x = 4\n    return 99 + x\n")
    return Memory(settings, CODEX, folder), identity


def test_an_agents_verify_of_what_a_person_decided_is_only_noted(tmp_path: Path) -> None:
    agent, decided = _drifted(tmp_path / "repo", ANA)
    told = agent.verify(decided, note="x")
    assert told.operation
    assert told.reasons
    shown = agent.show(decided)
    assert (shown.judged.standing, shown.memory.verified_at) == (Standing.DRIFTED, None)


def test_a_digit_that_is_still_returned_does_not_drift(tmp_path: Path) -> None:
    agent, decided = _drifted(tmp_path / "repo", ANA)
    (tmp_path / "repo" / "pay.py").write_text("def pay():\n    x = 4\n    log(x)\n    return 1\n")
    assert agent.show(decided).judged.standing is Standing.TOUCHED


def test_an_agents_verify_of_what_an_agent_said_counts(tmp_path: Path) -> None:
    agent, said = _drifted(tmp_path / "repo", CLAUDE)
    agent.verify(said, note="read pay.py")
    assert agent.show(said).judged.standing is Standing.HOLDS


def test_agents_that_repeat_words_under_any_name_give_them_no_authority(tmp_path: Path) -> None:
    for thread in ("t1", "t2", "t3"):
        said = at(tmp_path, Source("agent", "codex", session=thread)).remember("Quoll builds skip signing")
    at(tmp_path, CLAUDE).remember("Quoll builds skip signing")
    assert at(tmp_path).show(said.id).memory.authority is Authority.NOTE


def test_words_that_a_person_replaced_are_found_among_many_that_share_them(tmp_path: Path) -> None:
    agent, ana = at(tmp_path, CODEX), at(tmp_path)
    many = (Draft(text=f"Case {number}: heron locks were keyed again.", kind="episode") for number in range(40))
    assert len(list(agent.remember_many(many))) == 40
    said = agent.remember("Heron locks are keyed by the row", why="seen in a trace")
    ana.revise(said.id, "Ledger entries are numbered per account")
    again = agent.remember("Heron locks are keyed by the row")
    assert again.status is Status.PROPOSED
    assert [conflict["id"] for conflict in again.conflicts] == [said.id]
