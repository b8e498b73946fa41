"""Runtime: which version of a language or a package manager two clauses ask for. Pure.

"Node.js 18 must be supported" stands against "Node.js `>=20` is required": what one says will do, the other does not
admit. Neighbours: `code.runtimes` reads the sentences, `clash` asks here last, `address` where to look for the other.
"""

from __future__ import annotations

from standfast.code.runtimes import Said, are_apart
from standfast.trust.claim import Claim

OTHER_VERSIONS = "they ask for different versions"
"""Why two clauses clash; between two documents it is told as a line that is no longer true, not as a conflict."""


def names_of_runtime(said: Said | None) -> list[str]:
    """Return the addresses of a clause that speaks of a version."""
    return [f"runtime {said.name}"] if said else []


def asked_otherwise(one: Claim, other: Claim) -> str:
    """Say that two clauses ask for different versions."""
    left, right = one.runtime, other.runtime
    return OTHER_VERSIONS if left is not None and right is not None and are_apart(left, right) else ""
