"""The story of a correction with two real clients: what one was told, the other knows before its first command."""

from __future__ import annotations

import pytest

from tests.agents.clients import CLIENTS, asked, program_of
from tests.agents.scripted_model import Model, Say, Use
from tests.agents.test_real_clients import Machine, _installed, machine, pytestmark

__all__ = ["_installed", "machine", "pytestmark"]

TOLD = "No, never use npm here, we always use pnpm. Remember that: tests run with pnpm vitest run"
WORKS = "pnpm vitest run"


def test_what_a_person_told_one_client_is_what_the_next_one_starts_with(machine: Machine) -> None:
    first, second = asked(CLIENTS["claude-code"], TOLD, free=True), asked(CLIENTS["codex"], "Run the tests", free=True)
    if not (program_of(first).exists() and program_of(second).exists()):
        pytest.skip("not every client of the story is installed for this system")
    for name, line in (("npm", "echo 'sh: vitest: not found' >&2; exit 127"), ("pnpm", "echo 12 passed")):
        program = machine.program.parent / name
        program.write_text(f"#!/bin/sh\n{line}\n")
        program.chmod(0o755)
    tools, arguments = first.shell
    with Model([Use(tools, arguments("npm test")), Use(tools, arguments(WORKS)), Say("Noted.")]) as model:
        machine.session(first, model)
    assert model.missing == []
    with Model([Use(second.shell[0], second.shell[1]("npm test")), Say("Done.")]) as later:
        machine.session(second, later)
    assert WORKS in later.asked[0], "the second client did not know how tests are run here before its first command"
    said_before_npm = later.asked[1]
    assert said_before_npm.count(WORKS) >= 1
    with machine.memory() as memory:
        (known, *_) = [result.memory for result in memory.recall("how do I run the tests", limit=3).results]
    assert WORKS in known.content.text
