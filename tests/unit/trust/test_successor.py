"""A successor carries what it does not say otherwise, and tells what rested on the old version."""

from __future__ import annotations

from typing import TYPE_CHECKING

from standfast.capture.draft import Draft
from standfast.model.value import replace
from tests.unit.verbs.test_memory_life import CODEX, at

if TYPE_CHECKING:
    from pathlib import Path

    from tests.unit.conftest import Sandbox


def anchors(memory: object) -> list[str]:
    return [str(item.anchor) for item in memory.content.anchors]  # type: ignore[attr-defined]


def test_a_successor_carries_anchors_and_tags(repo: Sandbox) -> None:
    repo.commit("locks", **{"locks.py": "KEY = 'payment_id'\n"})
    ana = at(repo.root)
    old = ana.remember("Heron locks are keyed by payment_id", kind="requirement", anchors=["locks.py"], tags=["locks"])
    new = ana.remember("Heron locks are keyed by user_id", kind="requirement", supersedes=[old.id])
    state = ana.show(new.id).memory
    assert (anchors(state), state.content.tags) == (["locks.py"], ("locks",))


def test_a_successor_without_a_kind_is_of_the_kind_that_it_replaces_and_waits_as_that(tmp_path: Path) -> None:
    ana, agent = at(tmp_path), at(tmp_path, CODEX)
    old = ana.remember("The feeder is refilled after 30 seconds", kind="decision")
    new = ana.remember("The feeder is refilled after 60 seconds", supersedes=[old.id])
    assert ana.show(new.id).memory.content.kind == "decision"
    rule = ana.remember("Never refill the feeder by night", supersedes=[new.id])
    assert ana.show(rule.id).memory.content.kind == "convention"
    noted = agent.remember("The nest faces south", kind="decision")
    agent.context.settings = replace(agent.context.settings, review=("agent decision",))
    later = agent.remember("The nest faces north", supersedes=[noted.id])
    assert (later.status, agent.show(noted.id).memory.status) == ("proposed", "active")


def test_a_successor_among_many_takes_over_kind_and_tags_as_one_alone_does(tmp_path: Path) -> None:
    ana = at(tmp_path)
    old = ana.remember("The feeder is refilled after 30 seconds", kind="decision", tags=["feeder"])
    [new] = ana.remember_many([Draft(text="The feeder is refilled after 60 seconds", supersedes=[old.id])])
    state = ana.show(new.id).memory
    assert (state.content.kind, state.content.tags) == ("decision", ("feeder",))


def test_a_successor_that_names_its_own_places_keeps_them(repo: Sandbox) -> None:
    repo.commit("locks", **{"locks.py": "KEY = 1\n", "keys.py": "KEY = 2\n"})
    ana = at(repo.root)
    old = ana.remember("Heron locks are keyed by payment_id", anchors=["locks.py"], tags=["locks"])
    new = ana.remember("Heron locks are keyed by user_id", anchors=["keys.py"], tags=["keys"], supersedes=[old.id])
    state = ana.show(new.id).memory
    assert (anchors(state), state.content.tags) == (["keys.py"], ("keys",))


def test_a_successor_leaves_the_command_and_the_dependency_that_it_replaces(repo: Sandbox) -> None:
    repo.commit("owls", **{"package.json": '{"scripts": {"test": "owl"}, "dependencies": {"moment": "2"}}\n'})
    ana = at(repo.root)
    old = ana.remember("Run the tests with npm test, and dates with moment", anchors=["cmd:npm test", "dep:moment"])
    new = ana.remember("Run the tests with pnpm owl, and dates with moment")
    ana.supersede(old.id, new.id)
    assert anchors(ana.show(new.id).memory) == ["dep:moment"]
    last = ana.remember("Dates are made with dayjs", supersedes=[new.id])
    assert anchors(ana.show(last.id).memory) == []


def test_supersede_carries_too_and_leaves_the_words_to_who_said_them(repo: Sandbox) -> None:
    repo.commit("locks", **{"locks.py": "KEY = 1\n"})
    ana = at(repo.root)
    old = ana.remember("Heron locks are keyed by payment_id", anchors=["locks.py"])
    new = at(repo.root, CODEX).remember("Owls hunt by night over the barn")
    before = ana.show(new.id).memory
    ana.supersede(old.id, new.id)
    after = ana.show(new.id).memory
    assert anchors(after) == ["locks.py"]
    assert (after.source, after.authority) == (before.source, before.authority)


def test_what_rested_on_the_old_version_is_told(repo: Sandbox) -> None:
    repo.commit("locks", **{"locks.py": "KEY = 1\n"})
    ana = at(repo.root)
    old = ana.remember("Heron locks are keyed by payment_id", kind="requirement", anchors=["locks.py"])
    resting = ana.remember("The audit log names the payment", links=[f"because-of:{old.id}"])
    repo.git("commit", "-q", "--allow-empty", "-m", "nothing")
    new = ana.remember("Heron locks are keyed by user_id", kind="requirement", supersedes=[old.id])
    assert ("memory", resting.id) in [(item["kind"], item["id"]) for item in new.rests]
    assert "rests" in new.to_dict()


def test_what_a_person_revised_shows_its_earlier_words_with_their_reasons(tmp_path: Path) -> None:
    ana = at(tmp_path)
    said = ana.remember("Heron retries 3 times", why="the queue drops one in ten")
    ana.revise(said.id, "Heron retries 5 times", why="three were too few on Mondays")
    shown = ana.show(said.id)
    assert [(item.content.text, item.content.why) for item in shown.versions] == [
        ("Heron retries 3 times", "the queue drops one in ten")
    ]
    assert shown.to_dict()["history"][0]["why"] == "the queue drops one in ten"
