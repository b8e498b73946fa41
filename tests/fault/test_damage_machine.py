"""A machine that damages stores at random and repairs them: never fewer memories afterwards, and nothing called whole
that is not.

Each round: a small store with revisions and supersessions, some of it still in the write-ahead log, sometimes a backup,
sometimes a server that goes on writing; then bits, blocks, cuts, missing or newer files; then a repair.
"""

from __future__ import annotations

import os
import random
import shutil
from typing import TYPE_CHECKING

import apsw
import pytest

from standfast.errors import StandfastError
from standfast.store.sqlite.migrate import NEWEST
from tests.fault.test_damage import file_of, open_memory

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from standfast import Memory

    Harm = Callable[[Path, random.Random], None]

ROUNDS = int(os.environ.get("STANDFAST_DAMAGE_ROUNDS", "3"))
MEMORIES = 40


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with a history, made once."""
    home = tmp_path_factory.mktemp("whole")
    with open_memory(home) as memory:
        made = [memory.remember(f"lesson {number} about subject{number}").id for number in range(MEMORIES)]
        for number, item in enumerate(made[:12]):
            memory.revise(item, f"lesson {number} about subject{number}, told again")
        for item in made[12:16]:
            memory.retract(item)
        memory.remember("lesson 16 in other words", supersedes=[made[16]])
    return home


def bits(path: Path, chance: random.Random) -> None:
    data = bytearray(path.read_bytes())
    for _ in range(chance.choice((1, 1, 1, 3, 10, 40))):
        data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
    path.write_bytes(data)


def block(path: Path, chance: random.Random) -> None:
    size = chance.choice((16, 512, 4096, 8192))
    with path.open("r+b") as file:
        file.seek(chance.randrange(max(1, path.stat().st_size - size)) // size * size)
        file.write(chance.choice((bytes(size), chance.randbytes(size))))


def cut(path: Path, chance: random.Random) -> None:
    os.truncate(path, int(path.stat().st_size * chance.random()))


def beginning(path: Path, chance: random.Random) -> None:
    with path.open("r+b") as file:
        file.write(bytes(chance.choice((16, 100, 4096))))


def missing(path: Path, chance: random.Random) -> None:
    del chance
    for suffix in ("", "-wal", "-shm"):
        path.with_name(path.name + suffix).unlink(missing_ok=True)


def emptied(path: Path, chance: random.Random) -> None:
    missing(path, chance)
    path.touch()


def newer(path: Path, chance: random.Random) -> None:
    connection = apsw.Connection(str(path))
    connection.execute(f"PRAGMA user_version = {NEWEST['partition'] + chance.randrange(1, 9)}")
    connection.close()


def catalogue(path: Path, chance: random.Random) -> None:
    victim = path.with_name(chance.choice(("catalog.db", "home.db")))
    missing(victim, chance) if chance.random() < 0.5 else block(victim, chance)


HARMS: dict[str, Harm] = {
    harm.__name__: harm for harm in (bits, block, cut, beginning, missing, emptied, newer, catalogue)
}


def readable(memory: Memory) -> dict[str, str]:
    """Return every memory that can be read, as far as reading goes: one that cannot ends it."""
    found: dict[str, str] = {}
    try:
        for record in memory.transfer.export():
            found[record["id"]] = record["state"]["version"]["content"]["text"]
    except StandfastError:
        pass
    return found


@pytest.mark.parametrize("seed", range(ROUNDS))
@pytest.mark.parametrize("harm", HARMS)
def test_a_repair_never_makes_fewer_memories_readable(tmp_path: Path, whole: Path, harm: str, seed: int) -> None:
    chance = random.Random(f"{harm} {seed}")
    home = tmp_path / "home"
    shutil.copytree(whole, home)
    with open_memory(home) as memory:
        everything = readable(memory)
        if chance.random() < 0.5:
            memory.maintenance.backup()
    server = open_memory(home) if chance.random() < 0.5 else None
    if server is not None:
        said = server.remember("said before the damage")
        everything[said.id] = "said before the damage"
    HARMS[harm](file_of(home), chance)
    with open_memory(home) as memory:
        before = readable(memory)
        verdict = _problems(memory)
        memory.maintenance.salvage()
    with open_memory(home) as memory:
        after = readable(memory)
        lost = {name: text for name, text in before.items() if name not in after}
        assert lost == {}
        gone = set(everything) - set(after)
        assert not gone or verdict or _problems(memory) or memory.maintenance.losses(), (
            "nothing is called whole that is not"
        )
        changed = {name for name, text in after.items() if everything.get(name, text) != text}
        assert not changed or _problems(memory) or memory.maintenance.losses() or verdict
    if server is not None:
        _goes_on(server, home, after)


def _goes_on(server: Memory, home: Path, after: dict[str, str]) -> None:
    """What an open server acknowledges after the repair is there for everybody."""
    try:
        said = server.remember("said after the repair").id
    except StandfastError:
        return  # it said so: nothing was acknowledged
    finally:
        server.close()
    with open_memory(home) as memory:
        assert readable(memory).keys() >= {*after, said}


def _problems(memory: Memory) -> list[str]:
    try:
        return memory.maintenance.problems()
    except StandfastError as error:
        return [error.message]
