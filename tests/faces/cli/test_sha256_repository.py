"""A repository whose commits have names of 64 digits is served as any other."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.faces.cli.conftest import CODE

if TYPE_CHECKING:
    from tests.faces.cli.conftest import Desk

RULE = """
id: no-eval
severity: block
language: python
rule:
  pattern: eval($ARG)
message: What is evaluated is not ours.
tests:
  caught: ["eval(text)"]
  passes: ["parse(text)"]
"""


@pytest.fixture
def long_names(bare: Desk) -> Desk:
    """A repository of that kind: locks, a change of them, and its revert."""
    bare.git("init", "--quiet", "--initial-branch=main", "--object-format=sha256")
    bare.git("config", "user.name", "Ana")
    bare.git("config", "user.email", "ana@example.net")
    bare.write("src/locks.py", CODE)
    bare.commit("Add locks")
    bare.write("src/locks.py", CODE.replace("payment.id", "payment.user"))
    bare.commit("Key locks by user\n\nRefunds of one user must not run at once.")
    bare.git("revert", "--no-edit", "HEAD")
    return bare


def test_history_is_mined_and_a_revert_is_known_by_the_commit_it_names(long_names: Desk) -> None:
    long_names.ask("init")
    kept = long_names.ask("list", "--kind", "attempt")["memories"]
    assert [memory["title"] for memory in kept] == ["Key locks by user"]


def test_anchors_with_commits_are_judged(long_names: Desk) -> None:
    reverted, first = long_names.git("rev-parse", "HEAD~1"), long_names.git("rev-parse", "HEAD~2")
    assert len(first) == 64
    held = long_names.remember("Locks are keyed by `payment.id`.", "--anchor", f"src/locks.py::acquire@{first}")
    tried = long_names.remember("Locks were keyed by user once.", "--anchor", f"commit:{reverted}")
    stands = {memory["id"]: memory["standing"] for memory in long_names.ask("list")["memories"]}
    assert stands == {held: "holds", tried: "drifted"}
    long_names.write("src/locks.py", CODE.replace("payment.id", "order.id"))
    long_names.commit("Key locks by order")
    (found,) = [memory for memory in long_names.ask("drift")["memories"] if memory["id"] == held]
    assert found["standing"] == "drifted"
    assert long_names.git("rev-parse", "HEAD").startswith(found["standing_detail"][0]["commit"]["sha"])


def test_a_guard_stops_a_commit_and_finds_one_that_passed_it_by(long_names: Desk) -> None:
    memory = long_names.remember("Nothing is evaluated.", "--kind", "decision")
    long_names.write("../rule.yml", RULE)
    long_names.ask("guard", "add", memory, "../rule.yml")
    long_names.write("src/run.py", "result = eval(text)\n")
    long_names.git("add", "-A")
    assert long_names.run("guard", "check", "--staged").code == 1
    long_names.commit("Run")
    assert long_names.run("guard", "check", "--diff", f"{long_names.git('rev-parse', 'HEAD~1')}..HEAD").code == 1


def test_a_purge_lists_the_commits_that_still_carry_it(long_names: Desk) -> None:
    memory = long_names.remember("The vault is behind the zebracorn gate.", "--kind", "decision")
    long_names.ask("mirror", "export")
    long_names.commit("Keep memories")
    done = long_names.ask("purge", memory, "--yes")
    (carrier,) = done["commits"]
    assert long_names.git("rev-parse", "HEAD").startswith(carrier.split()[0])
