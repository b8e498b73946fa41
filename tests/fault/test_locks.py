"""A process that looks at its own store keeps its locks: others would take it for gone, and throw its log away."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.fault.test_lost_catalog import make, open_in

# The bytes that SQLite locks in every file, and a look from outside at who holds them.
_LOOK = """
import fcntl, struct, sys
kind, size = 'hhqqi', 0x40000002
with open(sys.argv[1], 'rb+') as file:
    asked = struct.pack(kind, fcntl.F_WRLCK, 0, size, 510, 0)
    held = struct.unpack(kind, fcntl.fcntl(file, fcntl.F_GETLK, asked)[: struct.calcsize(kind)])
print(held[0] != fcntl.F_UNLCK)
"""


def is_held(path: Path) -> bool:
    done = subprocess.run([sys.executable, "-c", _LOOK, str(path)], capture_output=True, text=True, check=True)
    return done.stdout.strip() == "True"


@pytest.mark.skipif(sys.platform != "linux", reason="reads locks as Linux tells them")
def test_a_purge_and_a_look_at_the_store_let_go_of_no_lock(tmp_path: Path) -> None:
    with open_in(tmp_path, make(tmp_path)) as memory:
        memory.remember("Deploys happen on Tuesday")
        gone = memory.remember("The vault lies behind the quetzalcoatl gate")
        (path,) = (tmp_path / "store").glob("project-*.db")
        assert is_held(path)
        memory.purge([gone.id])
        assert is_held(path), "the proof read the file and closed it"
        memory.maintenance.problems()
        memory.maintenance.backup()
        assert is_held(path)
