"""Standfast: memory for coding agents that knows what still stands."""

__version__ = "0.1.0"

TYPE_CHECKING = False
if TYPE_CHECKING:
    from standfast.capture.draft import Draft as Draft
    from standfast.memory import Memory as Memory

__all__ = ["Draft", "Memory", "__version__"]


def __getattr__(name: str) -> object:
    """Load the library's names when they are first used: hooks and MCP start without them."""
    if name == "Memory":
        from standfast.memory import Memory

        return Memory
    if name == "Draft":
        from standfast.capture.draft import Draft

        return Draft
    raise AttributeError(f"module 'standfast' has no attribute {name!r}")
