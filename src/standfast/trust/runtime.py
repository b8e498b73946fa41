"""Runtime: which version of a language or a package manager two clauses ask for. Pure.

"Node.js 18 must be supported" stands against "Node.js `>=20` is required": what one says will do, the other does not
admit. Neighbours: `code.runtimes` reads the sentences, `clash` asks here last, `address` where to look for the other.
"""

from __future__ import annotations

from functools import lru_cache

from standfast.code.runtimes import Said, are_apart, read_said

OTHER_VERSIONS = "they ask for different versions"
"""Why two clauses clash; between two documents it is told as a line that is no longer true, not as a conflict."""


@lru_cache(maxsize=4_096)
def runtime_of(said: str) -> Said | None:
    """Return the version that a clause speaks of, or None for one that speaks of none."""
    return read_said(said)


def names_of_runtime(said: str) -> list[str]:
    """Return the addresses of such a clause."""
    found = runtime_of(said)
    return [f"runtime {found.name}"] if found else []


def asked_otherwise(one: str, other: str) -> str:
    """Say that two clauses ask for different versions."""
    left, right = runtime_of(one), runtime_of(other)
    return OTHER_VERSIONS if left is not None and right is not None and are_apart(left, right) else ""
