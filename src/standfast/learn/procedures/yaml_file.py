"""Reading YAML that others wrote: a safe loader, and nothing so long or so deep that it would cost too much."""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_LONGEST = 100_000
_DEEPEST = 40  # brackets in brackets; no such file has more than a few
_MERGED = 1_000  # keys of one mapping
_BRACKET = re.compile(r"[][{}]")


def load_yaml(text: str) -> Any:
    """Return the document, or nothing where it cannot be read."""
    import yaml

    if len(text) > _LONGEST or _depth(text) > _DEEPEST:
        return None

    class Loader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc]
        """Mappings that merge mappings that merge others grow without end: no more than people write."""

        def flatten_mapping(self, node: yaml.MappingNode) -> None:
            super().flatten_mapping(node)
            if len(node.value) > _MERGED:
                raise yaml.YAMLError("a mapping of too many keys")

    try:
        return yaml.load(text, Loader=Loader)  # noqa: S506 - a safe loader
    except (yaml.YAMLError, RecursionError, ValueError, LookupError, AttributeError, TypeError, OverflowError):
        return None


def _depth(text: str) -> int:
    """Return how deep brackets stand in each other at most: the parser's cost grows with the square of it."""
    deepest = depth = 0
    for bracket in _BRACKET.finditer(text):
        depth += 1 if bracket[0] in "[{" else -1
        deepest = max(deepest, depth)
    return deepest
