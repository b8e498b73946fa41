"""Find secrets spread across several texts that belong together: a key that begins in a title and goes on below it.

Owns the join and the way back. Only what spans lines is looked for: all else is found in each text by itself.
Neighbours: blocks.py finds, engine.py redacts each text afterwards.
"""

from __future__ import annotations

from standfast.capture.redact import placeholder
from standfast.capture.redact.blocks import Span, find_blocks
from standfast.capture.redact.engine import merge_spans
from standfast.capture.redact.lazy import lowered
from standfast.capture.redact.plain import read_plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def holds_block(text: str) -> bool:
    """Tell whether a text holds a secret that spans lines, so that it must not be taken apart as it is."""
    return bool(_blocks(text)) or any(_blocks(plain) for plain, _ in read_plain(text))


def mask_across(parts: Sequence[str], key: bytes) -> tuple[list[str], list[str]]:
    """Return the texts with what is spread across them masked in each, and the rules that found it."""
    if sum(map(bool, parts)) < 2:
        return list(parts), []
    joined = "\n".join(parts)
    found = merge_spans(_blocks(joined))
    masked = list(parts)
    rules: list[str] = []
    starts = [sum(len(part) + 1 for part in parts[:place]) for place in range(len(parts))]
    for start, end, rule in sorted(found, reverse=True):
        touched = [place for place, at in enumerate(starts) if max(start, at) < min(end, at + len(parts[place]))]
        if len(touched) < 2:
            continue
        rules.append(rule)
        for place in touched:
            low, high = max(start - starts[place], 0), min(end - starts[place], len(parts[place]))
            # From the last finding to the first, so that what stands before one keeps its place.
            hidden = placeholder.mask(parts[place][low:high], rule, key)
            masked[place] = masked[place][:low] + hidden + masked[place][high:]
    return masked, rules


def _blocks(text: str) -> list[Span]:
    return find_blocks(text, lowered(text))
