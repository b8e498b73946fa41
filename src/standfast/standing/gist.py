"""What a claim says in plain words, held against the statements of its code, then and now.

Owns: finding which words, numbers, signs and literals of a sentence the anchored definition has (its *items*) and in
which statements most of them stand (its *home*), and telling later which item is gone, which denied one came, and
whether the home was turned round or rewritten. Nothing has to be in back-ticks. Must not: read relations; `stated.py`
does. Neighbours: `spoken.py` (a claim's words as code would spell them), `code/statements.py`, `weigh.py`.
"""

from __future__ import annotations

import re
from collections import Counter

from standfast.code.statements import list_statements, split_words
from standfast.standing.spoken import CONCEPT, LITERAL, NEAR, NUMBER, SIGN, WORD, list_items
from standfast.standing.stated import Region, list_helpers, read_code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from standfast.code.statements import Statement
    from standfast.standing.spoken import Item

_MOST = 24
_MOST_HOMES = 4
_MOST_HELPERS = 16
_CLOSE = 0.6  # of the best: such statements are the home too
_ONLY = re.compile(r"\b(?:only|exactly|nothing else|no other|solely)\b", re.IGNORECASE)


def take_gist(text: str, region: Region) -> dict[str, Any]:
    """Keep which items of a claim the code has (`i`), which it denies and the code has not (`o`), and the home (`h`).

    Also what the definition calls in its file (`f`): what is taken out into another one later is still said there.
    """
    statements = list_statements(region.source, region.name)
    if not statements:
        return {}
    there = Counter(key for statement in statements for key in statement.keys)
    code = read_code(region)
    items: dict[str, list[str]] = {}
    denied: list[list[str]] = []
    weights: dict[str, int] = {}
    for item in list_items(text):
        found = _find(item, there, code)
        for key in found + _loose(item, there):
            weights[key] = max(weights.get(key, 0), 1 if item.sort in {WORD, NEAR} else 2)
        if item.negated and item.sort not in {SIGN, NUMBER}:
            denied += [[item.word, *sorted(item.keys)]] if item.sort == CONCEPT and not found else []
        elif found and item.sort != NEAR and item.word not in region.name.split("."):
            items.setdefault(" ".join(found), [item.word, *found])
    gist = {
        "i": list(items.values())[:_MOST],
        "o": denied,
        "h": [[home.hash, home.shape, home.poles] for home in _find_homes(statements, weights, there)],
        "f": list_helpers(region)[:_MOST_HELPERS],
        "a": int(_ONLY.search(text) is not None),
    }
    return {name: value for name, value in gist.items() if value}


def _find(item: Item, there: Mapping[str, int], code: str) -> list[str]:
    if item.sort == LITERAL:
        return [key for key in item.keys if _has_literal(code, key)]
    return sorted(key for key in item.keys if key in there)


def _loose(item: Item, there: Mapping[str, int]) -> list[str]:
    """List where an item stands in local names and messages, or within a longer name: enough to find its home."""
    words = {key[2:] for key in item.keys if key[:2] == "w:"} | ({"".join(split_words(item.word))} - {""})
    return sorted(f"{kind}:{word}" for word in words for kind in "lw" if f"{kind}:{word}" in there)


def _has_literal(code: str, key: str) -> bool:
    literal = key[2:]
    before = r"(?<!\w)" if literal[:1].isalnum() else ""
    return re.search(rf"{before}{re.escape(literal)}(?!\w)", code, re.IGNORECASE) is not None


def _find_homes(
    statements: Sequence[Statement], weights: Mapping[str, int], there: Mapping[str, int]
) -> list[Statement]:
    """Find the statements that have most of what the claim says, rare items counting more."""
    scores = [sum(weights[key] / there[key] for key in weights.keys() & item.keys) for item in statements]
    best = max(scores)
    close = [item for item, score in zip(statements, scores, strict=True) if best and score >= _CLOSE * best]
    return close[:_MOST_HOMES]


def contradict_gist(data: Mapping[str, Any], region: Region) -> str:
    """Say what of a claim's plain words the code no longer bears out; nothing where that cannot be seen."""
    statements = list_statements(region.source, region.name)
    there = {key for statement in statements for key in statement.keys}
    code = read_code(region)
    lost = [row for row in data.get("i", ()) if not _is_there(row[1:], there, code)]
    if lost and (gone := _outside_helpers(lost, data, region)):
        return f"`{gone}` is no longer there"
    for word, *keys in data.get("o", ()):
        if there.intersection(keys):
            return f"it denies `{word}`, and that is there now"
    poles = {statement.shape: statement.poles for statement in statements}
    hashes = {statement.hash for statement in statements}
    for hashed, shape, before in data.get("h", ()):
        if hashed not in hashes and poles.get(shape, before) != before:
            return f"what it speaks of was turned round: `{before or 'plain'}` is `{poles[shape] or 'plain'}` now"
    return ""


def _is_there(keys: Sequence[str], there: set[str], code: str) -> bool:
    return any(key in there or (key[:2] == "t:" and _has_literal(code, key)) for key in keys)


def _outside_helpers(lost: Sequence[Sequence[str]], data: Mapping[str, Any], region: Region) -> str:
    """Return the first item that is not in a definition either that was taken out of this one since."""
    for helper in list_helpers(region):
        if helper not in data.get("f", ()):
            inner = Region(region.source, helper)
            there = {key for statement in list_statements(region.source, helper) for key in statement.keys}
            lost = [row for row in lost if not _is_there(row[1:], there, read_code(inner))]
    return lost[0][0] if lost else ""


def is_rewritten(data: Mapping[str, Any], region: Region) -> bool:
    """Tell whether the statements that a claim speaks of are other ones now; of "only" and the like, whether any is."""
    hashes = {statement.hash for statement in list_statements(region.source, region.name)}
    return bool(data.get("a")) or any(row[0] not in hashes for row in data.get("h", ()))
