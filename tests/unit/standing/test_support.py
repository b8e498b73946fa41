"""Of two memories that contradict each other, the code supports the one that says what it says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from standfast.standing.memories import Judge
from standfast.standing.support import supported
from tests.unit.learn.repository import Repository

if TYPE_CHECKING:
    from pathlib import Path


def test_the_code_supports_the_claim_it_bears_out(tmp_path: Path) -> None:
    repo = Repository(tmp_path / "shop")
    repo.commit("Start", pay_py="TIMEOUT = 30\n\n\ndef send(body, retries=3):\n    return post(body, TIMEOUT)\n")
    with repo.open(tmp_path / "home") as memory:
        right = memory.remember("TIMEOUT is 30", kind="fact", anchors=["pay.py::TIMEOUT"])
        wrong = memory.remember("TIMEOUT is 60", kind="fact", anchors=["pay.py::TIMEOUT"])
        assert right.doubts == ()
        assert len(wrong.doubts) == 1
        memories = memory.context.partition(memory.context.scope).memories
        one, other = memories.find(right.id), memories.find(wrong.id)
        assert one is not None
        assert other is not None
        assert supported(memory.context, one, other).memory == right.id
        assert supported(memory.context, other, one).memory == right.id
        prose = memories.find(memory.remember("Sending is simple", kind="fact", anchors=["pay.py::send"]).id)
        assert prose is not None
        assert supported(memory.context, prose, prose).memory is None


PACKAGE = '{"scripts": {"test": "vitest run"}, "devDependencies": {"vitest": "2.1.0"}}\n'
SIDES = [
    ("The tests need vitest 2", "The tests need vitest 1", ["dep:vitest"]),
    ("We test with vitest", "We test with jest", ["dep:vitest"]),
    ("Specs of the shop run under vitest", "Specs of the shop run under mocha", ["package.json"]),
    ("Run the tests with pnpm", "Run the tests with npm", ["cmd:pnpm test"]),
    ("Build the pages with `make all`", "Build the pages with `make site`", ["cmd:make all"]),
    ("rust-version is 1.70", "rust-version is 1.60", ["conf:Cargo.toml#package.rust-version"]),
    ("TIMEOUT is 30", "TIMEOUT is 60", ["pay.py::TIMEOUT"]),
]


def test_code_packages_commands_and_settings_speak_for_one_of_two_wherever_it_is_given(tmp_path: Path) -> None:
    repo = Repository(tmp_path / "shop")
    for name, text in {
        "package.json": PACKAGE,
        "pnpm-lock.yaml": "lockfileVersion: '9.0'\n",
        "Makefile": "all:\n\techo all\n",
        "Cargo.toml": '[package]\nname = "shop"\nrust-version = "1.70"\n',
    }.items():
        (repo.root / name).write_text(text)
    repo.commit("Start", pay_py="TIMEOUT = 30\n")
    with repo.open(tmp_path / "home") as memory:
        for right, wrong, anchors in SIDES:
            one = memory.remember(right, kind="fact", anchors=anchors)
            other = memory.remember(wrong, kind="fact", anchors=anchors)
            [against] = [side for side in memory.show(other.id).judged.sides if side.memory == one.id]
            assert against.supported == one.id
            assert against.reason
            assert "the code supports that one" in str(against)
            given = {result.memory.id: result.judged.sides for result in memory.recall(right).results}
            assert [side.supported for side in given[one.id]] == [one.id]
        assert "the code supports" in memory.brief().text


def test_a_light_judge_tells_what_the_code_supports_only_where_it_was_found_out_and_still_holds(tmp_path: Path) -> None:
    repo = Repository(tmp_path / "shop")
    repo.commit("Start", pay_py="TIMEOUT = 30\n")
    with repo.open(tmp_path / "home") as memory:
        one = memory.remember("TIMEOUT is 30", kind="fact", anchors=["pay.py::TIMEOUT"])
        other = memory.show(memory.remember("TIMEOUT is 60", kind="fact", anchors=["pay.py::TIMEOUT"]).id).memory

        def told(*, light: bool) -> list[str | None]:
            return [side.supported for side in Judge(memory.context, light=light)(other).sides]

        assert told(light=True) == [one.id]  # `show` has found it out
        (repo.root / "pay.py").write_text("TIMEOUT = 60\n")
        assert told(light=True) == [None]
        assert told(light=False) == [other.id]
        assert told(light=True) == [other.id]


def test_where_a_branch_revised_a_memory_the_words_that_hold_here_are_told(tmp_path: Path) -> None:
    repo = Repository(tmp_path / "shop")
    repo.commit("Start", pay_py="TIMEOUT = 30\n\n\ndef send(body):\n    return post(body, TIMEOUT)\n")
    main = repo.git("branch", "--show-current").strip()
    with repo.open(tmp_path / "home") as memory:
        known = memory.remember("The payment TIMEOUT is 30", kind="fact", anchors=["pay.py::TIMEOUT"])
    repo.git("checkout", "-qb", "slower")
    repo.commit("Wait longer", pay_py="TIMEOUT = 60\n\n\ndef send(body):\n    return post(body, TIMEOUT)\n")
    with repo.open(tmp_path / "home") as memory:
        memory.revise(known.id, text="The payment TIMEOUT is 60")
        assert memory.show(known.id).judged.earlier == ""
    repo.git("checkout", "-q", main)
    with repo.open(tmp_path / "home") as memory:
        judged = memory.show(known.id).judged
        assert (judged.earlier, judged.revised_on) == ("The payment TIMEOUT is 30", "slower")
        told = "here the words before its last revision hold: “The payment TIMEOUT is 30”, revised on branch slower"
        assert told in memory.brief().text
