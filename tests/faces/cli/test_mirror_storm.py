"""Two people do anything in any order, each with a store; then both stores say the same, and nothing said is lost."""

from __future__ import annotations

import random
import re
import subprocess
from typing import TYPE_CHECKING

import pytest

from standfast.config import load_settings
from standfast.memory import Memory
from standfast.model.source import Source
from standfast.model.trust import Status
from standfast.store.values import View
from tests.faces.cli.mirrors import program_on_path, share, team

if TYPE_CHECKING:
    from pathlib import Path

    from tests.faces.cli.conftest import Desk
    from tests.faces.cli.mirrors import Team

__all__ = ["team"]

SAID = re.compile(r"Fact \d+ by \w+ about retries\.")
ACTS = ("remember", "revise", "revise", "title", "tag", "retract", "restore", "approve", "hand", "hand", "new", "sync")


class Person:
    """One developer with a clone and a store, and everything they have said."""

    def __init__(self, desk: Desk, name: str) -> None:
        self.desk, self.name = desk, name
        self.said: set[str] = set()

    def open(self) -> Memory:
        settings = load_settings({**self.desk.env, "STANDFAST_EMBEDDER": "off"})
        return Memory.open(self.desk.folder, who=Source("person", self.name), settings=settings)

    def pages(self) -> list[Path]:
        return sorted((self.desk.folder / ".standfast").rglob("*.md"))

    def do(self, act: str, number: int, chance: random.Random) -> None:
        text = f"Fact {number} by {self.name} about retries."
        if act == "sync":
            self.sync()
        elif act == "new":
            self.desk.write(f".standfast/facts/hand{number}.md", text + "\n")
            self.take_in()
        elif act == "hand" and self.pages():
            path = chance.choice(self.pages())
            held = path.read_text(encoding="utf-8")
            if "other version" not in held:
                path.write_text(SAID.sub(text, held), encoding="utf-8")
                self.take_in()
        else:
            self.in_store(act, text, number, chance)

    def in_store(self, act: str, text: str, number: int, chance: random.Random) -> None:
        wanted = {"restore": Status.RETRACTED, "approve": Status.DISPUTED}.get(act, Status.ACTIVE)
        with self.open() as memory:
            partition = memory.context.partition(memory.context.scope)
            found = sorted(partition.memories.select(View(statuses=(wanted,))), key=lambda item: item.id)
            one = chance.choice(found) if found else None
            if act == "remember":
                memory.remember(text, kind="fact")
                self.said.add(text)
            elif one is None:
                return
            elif act == "revise":
                memory.revise(one.id, text)
                self.said.add(text)
            elif act in {"title", "tag"}:
                more = {"title": f"Title {number}"} if act == "title" else {"tags": [*one.content.tags, f"t{number}"]}
                memory.revise(one.id, **more)
            elif act == "approve":
                memory.approve([one.id])
            elif act in {"retract", "restore"}:
                getattr(memory, act)(one.id)

    def take_in(self) -> None:
        with self.open() as memory:
            done = memory.mirror.import_()
            assert not done.problems
            for item in done.taken:
                if item.act in {"remembered", "revised", "disputed"}:
                    self.said.update(SAID.findall((self.desk.folder / item.path).read_text(encoding="utf-8")))

    def sync(self) -> None:
        self.write_out()
        try:
            self.desk.git("pull", "--quiet", "--no-rebase", "--no-edit")
        except subprocess.CalledProcessError:
            # One removed what the other changed: keep the words.
            for line in self.desk.git("status", "--porcelain").splitlines():
                assert line[:2].strip() not in {"UU", "AA"}, line
            self.desk.commit("Keep")
        self.write_out()
        self.desk.git("push", "--quiet")

    def write_out(self) -> None:
        self.take_in()
        with self.open() as memory:
            memory.mirror.export()
        if self.desk.git("status", "--porcelain"):
            self.desk.commit("Share")

    def state(self) -> dict[str, tuple[object, ...]]:
        with self.open() as memory:
            left = {difference.id for difference in memory.mirror.check().differences}
            partition = memory.context.partition(memory.context.scope)
            speaking = partition.memories.select(View(statuses=(Status.ACTIVE, Status.DISPUTED)))
            return {
                item.id: (item.status, item.content.title, item.content.text, sorted(item.content.tags))
                for item in speaking
                if item.id not in left
            }

    def lost(self) -> set[str]:
        with self.open() as memory:
            partition = memory.context.partition(memory.context.scope)
            every = partition.memories.select(View(statuses=()))
            return self.said - {
                version.content.text for kept in every for version in partition.memories.versions(kept.id)
            }


@pytest.mark.parametrize("seed", [3, 16])
def test_whatever_two_people_do_both_stores_come_to_the_same(desk: Desk, team: Team, seed: int) -> None:
    desk.remember("Fact 0 by Ana about retries.", "--kind", "fact")
    share(desk)
    bea = team("Bea")
    program_on_path(desk)
    program_on_path(bea)
    chance = random.Random(seed)
    people = [Person(desk, "Ana"), Person(bea, "Bea")]
    for number in range(1, 19):
        chance.choice(people).do(chance.choice(ACTS), number, chance)
    for person in people * 2:
        person.sync()
    people[0].in_store("approve", "", 0, chance)
    for person in people * 2:
        person.sync()
    assert [person.lost() for person in people] == [set(), set()]
    one, other = (person.state() for person in people)
    shared = set(one) & set(other)
    assert shared
    assert {name: one[name] for name in shared} == {name: other[name] for name in shared}
    assert not desk.git("status", "--porcelain")
