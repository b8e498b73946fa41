"""What is appended to any log while somebody listens: how an act of many operations knows which are its own.

Owns one variable, apart for each thread and task. Neighbours: `relational/log.py` tells; `context/acts.py` listens.
"""

from __future__ import annotations

from contextvars import ContextVar

TYPE_CHECKING = False
if TYPE_CHECKING:
    from standfast.model.operation import Operation

APPENDED: ContextVar[list[Operation] | None] = ContextVar("appended", default=None)


def tell_appended(operation: Operation) -> None:
    """Tell whoever listens that an operation was appended."""
    if (heard := APPENDED.get()) is not None:
        heard.append(operation)
