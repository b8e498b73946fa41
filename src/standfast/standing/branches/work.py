"""Work: the sessions, branches and commits that a thread carries. Values only; `threads` adds to them."""

from __future__ import annotations

from standfast.model.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from standfast.model.memory import Memory


class Work(Value):
    """What worked on a thread: sessions, branches and commits, the first first."""

    sessions: tuple[str, ...] = ()
    branches: tuple[str, ...] = ()
    commits: tuple[str, ...] = ()


def work_of(memory: Memory) -> Work:
    """Return what worked on a thread."""
    told: dict[str, dict[str, None]] = {"turn": {}, "branch": {}, "commit": {}}
    for source in memory.sources:
        if source.session:
            told["turn"][source.session] = None
    for item in memory.content.evidence:
        if item.kind in told:
            told[item.kind][item.ref.partition("/")[0] if item.kind == "turn" else item.ref] = None
    return Work(tuple(told["turn"]), tuple(told["branch"]), tuple(told["commit"]))
