"""Links are derived like everything else: from what is in force, in whatever order it came to be."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.unit.verbs.test_memory_life import at

if TYPE_CHECKING:
    from pathlib import Path

    from standfast.memory import Memory


def pairs(memory: Memory) -> set[frozenset[str]]:
    """Return which memories stand beside which."""
    connection = memory.context.partition(memory.context.scope).connection  # type: ignore[attr-defined]
    return {frozenset(row) for row in connection.execute("SELECT memory, target FROM link")}


def test_what_took_the_place_of_another_stays_beside_it_whatever_happens_to_either(tmp_path: Path) -> None:
    memory = at(tmp_path)
    old, new = memory.remember("The port is 80").id, memory.remember("The service listens on 8080").id
    memory.supersede(old, new)
    memory.feedback(new, "helpful")
    assert pairs(memory) == {frozenset((old, new))}
    memory.maintenance.reindex()
    assert pairs(memory) == {frozenset((old, new))}


def test_a_supersession_that_is_taken_back_leaves_no_link(tmp_path: Path) -> None:
    memory = at(tmp_path)
    old, new = memory.remember("The port is 80").id, memory.remember("The service listens on 8080").id
    done = memory.supersede(old, new)
    assert done.operation
    memory.revert([done.operation])
    assert pairs(memory) == set()
