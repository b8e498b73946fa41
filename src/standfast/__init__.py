"""Standfast: memory for coding agents that knows what still stands.

The names exported here are the library: `Memory`, what its methods take and return, and the error they raise. Every
answer has `to_dict()`. docs/reference/python.md lists them all.
"""

__version__ = "0.1.0"

TYPE_CHECKING = False
if TYPE_CHECKING:
    from standfast.capture.draft import Draft as Draft
    from standfast.errors import StandfastError as StandfastError
    from standfast.memory import Memory as Memory
    from standfast.model.receipt import Receipt as Receipt
    from standfast.model.session import Event as Event, Session as Session
    from standfast.model.source import Source as Source
    from standfast.moments.brief import Brief as Brief
    from standfast.purge.proof import Proof as Proof
    from standfast.recall.answer import Recalled as Recalled, Shown as Shown
    from standfast.recall.receipts import Result as Result
    from standfast.trust.record import Changed as Changed, Remembered as Remembered
    from standfast.verbs.blame import Blamed as Blamed
    from standfast.verbs.drift import Drift as Drift
    from standfast.verbs.graph import Graph as Graph
    from standfast.verbs.list_ import Listed as Listed
    from standfast.verbs.mine import Mined as Mined
    from standfast.verbs.purge import Purged as Purged
    from standfast.verbs.revert import Reverted as Reverted
    from standfast.verbs.review import Waiting as Waiting
    from standfast.verbs.show import Entry as Entry
    from standfast.verbs.status import StatusReport as StatusReport

_MODULES = {
    "Blamed": "verbs.blame",
    "Brief": "moments.brief",
    "Changed": "trust.record",
    "Draft": "capture.draft",
    "Drift": "verbs.drift",
    "Entry": "verbs.show",
    "Event": "model.session",
    "Graph": "verbs.graph",
    "Listed": "verbs.list_",
    "Memory": "memory",
    "Mined": "verbs.mine",
    "Proof": "purge.proof",
    "Purged": "verbs.purge",
    "Recalled": "recall.answer",
    "Receipt": "model.receipt",
    "Remembered": "trust.record",
    "Result": "recall.receipts",
    "Reverted": "verbs.revert",
    "Session": "model.session",
    "Shown": "recall.answer",
    "Source": "model.source",
    "StandfastError": "errors",
    "StatusReport": "verbs.status",
    "Waiting": "verbs.review",
}
"""Where each name is defined: loaded when it is first used, because hooks and MCP start without them."""

__all__ = list(_MODULES)


def __getattr__(name: str) -> object:
    """Load one of the library's names."""
    if name not in _MODULES:
        raise AttributeError(f"module 'standfast' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"standfast.{_MODULES[name]}"), name)
