"""Qualified names: `Order.total`, `shop::Order`, `order->total`, `Order#total`, `Shop\\Order`: their parts."""

from __future__ import annotations

from standfast.model.pattern import compile_later

_BETWEEN = compile_later(r"(?:\.|::|->|#|\\){1,8}(?=[\w$])")


def split_name(name: str) -> list[str]:
    """Return the parts of a name, the outermost first."""
    return [part for part in _BETWEEN.split(name) if part]


def last_name(name: str) -> str:
    """Return the innermost part of a name: what stands in the code that defines it."""
    return _BETWEEN.split(name)[-1]
