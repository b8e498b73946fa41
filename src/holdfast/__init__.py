"""Holdfast: memory for coding agents that knows what still holds."""

__version__ = "0.1.0"

TYPE_CHECKING = False
if TYPE_CHECKING:
    from holdfast.memory import Draft as Draft
    from holdfast.memory import Memory as Memory

__all__ = ["Draft", "Memory", "__version__"]


def __getattr__(name: str) -> object:
    """Load the library's names when they are first used: hooks and MCP start without them."""
    if name in {"Memory", "Draft"}:
        from holdfast import memory

        return getattr(memory, name)
    raise AttributeError(f"module 'holdfast' has no attribute {name!r}")
