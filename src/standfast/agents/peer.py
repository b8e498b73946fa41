"""Peer: which program of this machine is at the other end of a connection, and whether it is an agent's own.

Owns reading that from the kernel's tables, on Linux: the program that has the other end open. Elsewhere, and for a
program of another user, nobody is found. A command that an agent's model runs is not the agent's own program, whatever
token it carries. Neighbour: `shell` knows the agents' programs by name.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress

from standfast.agents.shell import find_runner

_TABLES = ("/proc/net/tcp", "/proc/net/tcp6")


def is_agents_own(port: int, served: int) -> bool:
    """Tell whether an agent's program itself holds the connection from `port` to the served one."""
    sockets = set(_sockets(port, served))
    return bool(sockets) and any(find_runner(_names(process)) for process in _holders(sockets))


def _sockets(port: int, served: int) -> Iterator[str]:
    """Yield the sockets of this machine whose own port and other end are these."""
    for table in _TABLES:
        with suppress(OSError), open(table, encoding="ascii") as file:  # noqa: PTH123
            for line in file:
                words = line.split()
                ends = [int(word.rpartition(":")[2], 16) for word in words[1:3]] if words[0] != "sl" else []
                if ends == [port, served]:
                    yield f"socket:[{words[9]}]"


def _holders(sockets: set[str]) -> Iterator[int]:
    """Yield the programs that have one of these open, as far as we may look."""
    for process in filter(str.isdigit, os.listdir("/proc")):  # noqa: PTH208 - names
        with suppress(OSError), os.scandir(f"/proc/{process}/fd") as opened:
            if any(os.readlink(entry.path) in sockets for entry in opened):  # noqa: PTH115
                yield int(process)


def _names(process: int) -> list[list[str]]:
    """Return the words of a program, and what it calls itself."""
    with suppress(OSError):
        with open(f"/proc/{process}/cmdline", "rb") as file:  # noqa: PTH123
            words = file.read(1 << 16).rstrip(b"\0").split(b"\0")
        with open(f"/proc/{process}/comm", "rb") as file:  # noqa: PTH123
            return [[os.fsdecode(word) for word in words], [os.fsdecode(file.read().strip())]]
    return []
