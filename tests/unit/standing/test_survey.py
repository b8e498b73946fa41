"""The survey keeps up: whatever happens to memories, files and branches, it says what judging everything anew says."""

from __future__ import annotations

import random
import subprocess
from typing import TYPE_CHECKING

import pytest

from standfast.config import load_settings
from standfast.context.view import is_here
from standfast.memory import Memory
from standfast.model.source import Source
from standfast.model.trust import Standing, Status
from standfast.standing.memories import Judge
from standfast.standing.survey import find_last, survey
from standfast.store.values import View
from tests.contract.saying import self_revert
from tests.unit.learn.repository import Repository

if TYPE_CHECKING:
    from pathlib import Path

    from standfast.model.ids import MemoryId

FILES = 4
STEPS = 40


def code(number: int, step: int = 0) -> str:
    return "".join(
        f"def f{number}_{k}(value):\n    total = value * {k + 1} + {step if k == step % 3 else 0}\n"
        f"    return [total, 'f{number}_{k}', {number}]\n\n\n"
        for k in range(3)
    )


class Shop:
    """A repository, a home, and someone who uses both."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.home = folder / "shop", folder / "home"
        self.folder.mkdir()
        self.git("init", "--quiet", "--initial-branch=main")
        for number in range(FILES):
            self.write(number, code(number))
        self.commit()

    def git(self, *words: str) -> None:
        who = ("-c", "user.name=Ana", "-c", "user.email=ana@example.net")
        subprocess.run(["git", *who, *words], cwd=self.folder, check=True, capture_output=True)

    def write(self, number: int, text: str) -> None:
        (self.folder / f"m{number}.py").write_text(text, encoding="utf-8")

    def commit(self) -> None:
        self.git("add", "-A")
        self.git("commit", "--quiet", "--allow-empty", "-m", "Change")

    def open(self) -> Memory:
        env = {"STANDFAST_HOME": str(self.home), "STANDFAST_DURABILITY": "normal", "STANDFAST_EMBEDDER": "off"}
        return Memory.open(self.folder, who=Source("person", "ana"), settings=load_settings(env))


def anew(memory: Memory) -> dict[MemoryId, Standing]:
    """Judge everything with nothing kept."""
    context = memory.context
    judge = Judge(context)
    judge.kept.forget()
    found: dict[MemoryId, Standing] = {}
    for item in context.partition(context.scope).memories.select(View(statuses=(Status.ACTIVE,))):
        if any(each.fingerprint for each in item.content.anchors) and is_here(context, item.content.scope.branch):
            found[item.id] = judge.judge_here(item).standing
    return found


@pytest.mark.parametrize("seed", [1, 2])
def test_the_survey_equals_judging_everything_anew(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    shop = Shop(tmp_path)
    known: list[MemoryId] = []
    seen: set[Standing] = set()
    for step in range(STEPS):
        with shop.open() as memory:
            _act(shop, memory, chance, step, known)
        with shop.open() as memory:
            kept = survey(memory.context, Judge(memory.context)).standings
            folder = shop.folder / ".git" / "standfast-standing"
            saved = {path: path.read_bytes() for path in folder.iterdir()} if folder.exists() else {}
            fresh = anew(memory)
            folder.mkdir(exist_ok=True)
            for path, data in saved.items():  # the survey goes on from where it was
                path.write_bytes(data)
        assert kept == fresh, (seed, step)
        seen |= set(fresh.values())
    assert {Standing.HOLDS, Standing.DRIFTED} <= seen


def test_a_revert_that_names_itself_is_surveyed(tmp_path: Path) -> None:
    shop = Shop(tmp_path)
    with shop.open() as memory:
        memory.remember("f0_0 doubles nothing", anchors=["m0.py::f0_0"])
        before = survey(memory.context, Judge(memory.context)).standings
        partition = memory.context.partition(memory.context.scope)
        with partition.writing():
            partition.exchange.receive([self_revert(partition)])
        assert survey(memory.context, Judge(memory.context)).standings == before


def test_a_glance_gives_what_the_last_survey_found_bad_until_memories_or_git_change(tmp_path: Path) -> None:
    shop = Shop(tmp_path)
    with shop.open() as memory:
        context = memory.context
        known = memory.remember(_claim(shop, 0, 0, 0), anchors=["m0.py::f0_0"]).id
        memory.remember(_claim(shop, 1, 0, 0), anchors=["m1.py::f1_0"])
        assert find_last(context, Judge(context)) is None
        shop.write(0, code(0, 3))
        bad = {known: survey(context, Judge(context)).standings[known]}
        glance = find_last(context, Judge(context))
        assert glance is not None
        assert glance.standings == bad == {known: Standing.DRIFTED}
        memory.retract(known)
        assert find_last(context, Judge(context)) is None
        survey(context, Judge(context))
        glance = find_last(context, Judge(context))
        assert glance is not None
        assert glance.standings == {}
        shop.commit()
        assert find_last(context, Judge(context)) is None


def _claim(shop: Shop, number: int, k: int, step: int) -> str:
    """State something that the next edit may make untrue."""
    body = (shop.folder / f"m{number}.py").read_text(encoding="utf-8").split(f"def f{number}_{k}")[1]
    total = body.partition("total = ")[2].partition("\n")[0]
    return f"Step {step}: in f{number}_{k}, total is `{total}`"


def _act(shop: Shop, memory: Memory, chance: random.Random, step: int, known: list[MemoryId]) -> None:
    number, k = chance.randrange(FILES), chance.randrange(3)
    word = chance.choice(["remember", "remember", "edit", "edit", "retract", "verify", "revert", "branch", "main",
                          "merge", "revise", "delete"])  # fmt: skip
    match word:
        case "remember":
            path = shop.folder / f"m{number}.py"
            if path.exists() and f"f{number}_{k}" in path.read_text():
                known.append(
                    memory.remember(
                        _claim(shop, number, k, step), kind="fact", anchors=[f"m{number}.py::f{number}_{k}"]
                    ).id
                )
        case "edit":
            shop.write(number, code(number, step))
            if chance.random() < 0.7:
                shop.commit()
        case "delete":
            (shop.folder / f"m{number}.py").unlink(missing_ok=True)
        case "branch":
            shop.commit()
            shop.git("checkout", "--quiet", "-B", f"topic{step % 3}")
        case "main":
            shop.commit()
            shop.git("checkout", "--quiet", "main")
        case "merge":
            shop.commit()
            shop.git("merge", "--quiet", "-X", "theirs", "--no-edit", "main")
        case _ if known:
            _change(memory, word, chance.choice(known), step)


def _change(memory: Memory, word: str, identity: MemoryId, step: int) -> None:
    shown = memory.show(identity)
    match word:
        case "retract" if shown.memory.status is Status.ACTIVE:
            memory.retract(identity)
        case "verify" if shown.judged.standing not in {Standing.BROKEN, Standing.UNANCHORED}:
            memory.verify(identity)
        case "revise":
            memory.revise(identity, f"Step {step}, revised")
        case "revert":
            memory.revert([memory.log(identity)[0].operation.id])


def test_commits_that_were_read_do_not_count_as_anchored_memories_nobody_looked_at(tmp_path: Path) -> None:
    repo = Repository(tmp_path / "shop")
    for number in range(8):
        repo.commit(f"Set the price to {number}", shop_py=f"def price():\n    return {number}\n")
    with repo.open(tmp_path / "home") as memory:
        memory.mine()
        known = memory.remember("price gives back 7", kind="fact", anchors=["shop.py::price"]).id
    repo.commit("Set the price to 9", shop_py="def price():\n    return 9\n")
    repo.git("worktree", "add", "--quiet", "--detach", str(tmp_path / "beside"))
    repo.root = tmp_path / "beside"  # where nobody has looked yet
    with repo.open(tmp_path / "home") as memory:
        found = survey(memory.context, Judge(memory.context), most=4)
        assert (found.unknown, found.standings) == (0, {known: Standing.DRIFTED})
        assert survey(memory.context, Judge(memory.context)).standings == found.standings
