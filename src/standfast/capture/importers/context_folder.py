"""Context folders (`agent-context/` and its like): notes for agents, one file per subject."""

from __future__ import annotations

from standfast.capture.importers.decisions import looks_decided, read_decision
from standfast.capture.importers.discover import usual_kind
from standfast.capture.importers.instructions import read_instructions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from standfast.capture.importers.finding import Finding


def read_context(path: str, text: str) -> list[Finding]:
    """Return what a file of a context folder says: a decision record whole, everything else by its blocks."""
    if looks_decided(text):
        decision = read_decision(path, text)
        return [decision] if decision else []
    return read_instructions(path, text, usual=usual_kind(path), everywhere=True)
