"""What a claim says in plain words, held against the statements of its code, then and now.

Owns: finding which words, numbers, signs and literals of a sentence the anchored definition has (its *items*) and in
which statements most of them stand (its *home*), and telling later which item is gone, which denied one came, and
whether the home was turned round or rewritten. Nothing has to be in back-ticks. Must not: read relations; `stated.py`
does. Neighbours: `items.py` (a claim's words as code would spell them), `code/statements.py`, `weigh.py`.
"""

from __future__ import annotations

import re
from collections import Counter

from standfast.code.statements import POLES, split_words
from standfast.model.value import Value
from standfast.standing.claims.items import CONCEPT, LITERAL, NEAR, NUMBER, SIGN, WORD, list_items
from standfast.standing.claims.stated import Mismatch, Region, list_constants, list_helpers, read_code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from standfast.code.statements import Statement
    from standfast.standing.claims.items import ClaimItem

_MOST = 24
_MOST_STATEMENTS = 12
_MOST_HELPERS = 24
_CLOSE = 0.6  # of the best score: such statements are the home too
_SMALL = 6  # leaves: a statement that hardly says more than the item, such as the default of a parameter
_SHARE = 0.3  # of what a claim says, by weight: where that much stood in statements that are gone, it has to be checked
# How much of a definition must be left for the loss of an item to mean that the claim lost its ground: of a plain word,
# of anything else. What was written anew from the start may say the same in other ways.
_NONE, _SOME, _FULL = 0, 1, 2
_ALIKE = {_SOME: 0.5, _FULL: 0.25}
_TELLING = 3
_NUMBER = "n:"  # how the keys of numbers begin
_DIGIT = 3  # characters in the key of a number of one digit
_HYPHEN = re.compile(r"(?<=\w)\\-(?=\w)")
_ONLY = re.compile(r"\b(?:only|exactly|nothing else|no other|solely)\b", re.IGNORECASE)


def take_gist(text: str, region: Region, *, turns: bool = True, numbers: bool = True) -> dict[str, Any]:
    """Keep which items of a claim the code has (`i`), which it denies and the code has not (`o`), and where (`h`).

    Also what the definition calls or names in its file (`f`): what is taken out of it later is still said there. And
    what the code says in one statement with another word of the claim (`m`): a number or a sign alone is there by
    chance. Without `turns` no values are kept: the claim gives others than the code; without `numbers` none of these:
    the code gives them to names that the claim says.
    """
    statements = region.source.statements(region.name)
    if not statements:
        return {}
    there = Counter(key for statement in statements for key in statement.keys)
    is_file = not region.name
    is_large = is_file or any(symbol.container for symbol in region.source.symbols if symbol.name == region.name)
    own = region.name.split(".")
    named = "`" in text
    code = read_code(region)
    said: dict[str, list[Any]] = {}
    denied: list[list[str]] = []
    weights: dict[str, int] = {}
    listed, apart = list_items(text), set[str]()
    met = _list_met([item for item in listed if item.word not in own], statements)
    for item in listed:
        found = _find(item, there, code)
        for key in found + _loose(item, there):
            weights[key] = max(weights.get(key, 0), 1 if item.sort in {WORD, NEAR} else 2)
        if item.negated and item.sort not in {SIGN, NUMBER}:
            denied += [[item.word, *sorted(item.keys)]] if item.sort == CONCEPT and not found else []
        elif found and item.sort != NEAR and item.word not in own:
            is_apart = is_large and item.sort == NUMBER and item.word not in met
            apart.update(found if is_apart else ())
            strength = _NONE if is_apart else _strength(item, is_large=is_large, named=named)
            said.setdefault(" ".join(found), [strength, item.word, *found])
    items = list(said.values())[:_MOST]
    keys = {key for row in items for key in row[2:] if numbers or key[:2] != _NUMBER} - apart
    gist = {
        "i": items,
        "o": [] if is_large else denied,
        "h": _place(statements, weights, there, keys if turns and (is_file or not is_large) else None, is_file=is_file),
        "f": _list_named(region)[:_MOST_HELPERS],
        "m": sorted(met),
        "a": int(not is_file and _ONLY.search(text) is not None),
    }
    return {name: value for name, value in gist.items() if value}


def _list_met(items: Sequence[ClaimItem], statements: Sequence[Statement]) -> set[str]:
    """List the numbers, signs and sorts of values that stand in one statement with another word of the claim.

    Only the statements that share most words with the claim are those it is about.
    """
    plain = [item.keys for item in items if item.sort in {WORD, NEAR}]
    shared = [sum(not keys.isdisjoint(statement.keys) for keys in plain) for statement in statements]
    most = max(shared, default=0) or 1
    about = [statement.keys for statement, count in zip(statements, shared, strict=True) if count == most]
    others = [item for item in items if item.sort not in {WORD, NEAR, LITERAL}]
    return {item.word for item in others if any(not item.keys.isdisjoint(keys) for keys in about)}


def says_enough(text: str) -> bool:
    """Tell whether a claim says so much that some of it ought to be in its code: "this is where it goes" does not."""
    return len({item.word.lower() for item in list_items(text) if item.sort != NEAR}) >= _TELLING


def _strength(item: ClaimItem, *, is_large: bool, named: bool) -> int:
    """Say how much the loss of an item tells: in a whole class words, signs and digits come and go by chance.

    Where a claim marks what is code, its other words are English.
    """
    if named and item.sort == WORD:
        return _NONE
    if is_large and item.sort != LITERAL and not (item.sort == NUMBER and min(map(len, item.keys)) > _DIGIT):
        return _NONE
    return _SOME if item.sort == WORD else _FULL


def _find(item: ClaimItem, there: Mapping[str, int], code: str) -> list[str]:
    if item.sort == LITERAL:
        return [key for key in item.keys if _has_literal(code, key)]
    return sorted(key for key in item.keys if key in there)


def _loose(item: ClaimItem, there: Mapping[str, int]) -> list[str]:
    """List where an item stands in local names and messages, or within a longer name: enough to find its home."""
    words = {key[2:] for key in item.keys if key[:2] == "w:"} | ({"".join(split_words(item.word))} - {""})
    return sorted(f"{kind}:{word}" for word in words for kind in "lw" if f"{kind}:{word}" in there)


def _has_literal(code: str, key: str, *, joined: bool = False) -> bool:
    """Tell whether code has a literal; with `joined` also one written without the hyphens: `utf8` is `utf-8`."""
    literal = key[2:]
    before = r"(?<!\w)" if literal[:1].isalnum() else ""
    wanted = re.escape(literal)
    wanted = _HYPHEN.sub("[-_]?", wanted) if joined else wanted
    return re.search(rf"{before}{wanted}(?!\w)", code, re.IGNORECASE) is not None


def _place(
    statements: Sequence[Statement],
    weights: Mapping[str, int],
    there: Mapping[str, int],
    said: set[str] | None,
    *,
    is_file: bool,
) -> list[list[Any]]:
    """List the statements that have what the claim says: hash, share of it by weight, shape and values of each.

    A value that is not said is no business of a fingerprint; without `said` no values are kept. In a whole file only
    the statements that have most of what is said are its home, and one that is told from all others by its shape.
    """
    telling = _single(statements) if is_file else {item.shape: item for item in statements}
    scores = [sum(weights[key] / there[key] for key in weights.keys() & item.keys) for item in statements]
    whole = sum(scores)
    best = sorted(zip(scores, statements, strict=True), key=lambda row: (-row[0], row[1].hash))[:_MOST_STATEMENTS]
    bar = _CLOSE * best[0][0]
    shared = {item.hash: sum(key[:2] != _NUMBER for key in weights.keys() & item.keys) for item in statements}
    # Of the statements with one number it is the one with most words of the claim that the claim is about.
    counted = [key for key in said or () if is_file and key in there and key[:2] == _NUMBER]
    most = {key: max(shared[item.hash] for item in statements if key in item.keys) or 1 for key in counted}
    rows: list[list[Any]] = []
    for score, item in best:
        is_home = item.shape in telling and (score >= bar or (item.size <= _SMALL and not is_file))
        meant: set[str] = set()
        for key in said or () if is_home else ():
            nearest = most.get(key, shared[item.hash]) == shared[item.hash]
            if nearest and (key not in most or item.values.count(key) < 2):
                meant.add(key)
        sense = _sense(item, meant) if is_home and said is not None else [""]
        rows += [[item.hash, round(score / whole, 2), *sense]] if score else []
    return rows


def _single(statements: Sequence[Statement]) -> dict[str, Statement]:
    """Return the statements that are the only ones of their shape."""
    counts = Counter(item.shape for item in statements)
    return {item.shape: item for item in statements if counts[item.shape] == 1}


def _sense(statement: Statement, said: set[str]) -> list[str]:
    return [statement.shape, *(value if value in POLES or value in said else "?" for value in statement.values)]


class Contradiction(Value):
    """Why the code does not bear a claim out, the value that it has in place of the claimed one, and at which line."""

    reason: str
    says: str = ""
    line: int = 0


def contradict_gist(data: Mapping[str, Any], region: Region, *, alike: float = 1.0) -> Contradiction | None:
    """Say what of a claim's plain words the code no longer bears out; None where that cannot be seen."""
    statements = region.source.statements(region.name)
    there = {key for statement in statements for key in statement.keys}
    lost = [row for row in _find_lost(data, region) if row[0] and alike >= _ALIKE[row[0]]]
    turned = _turned(data, statements if region.name else list(_single(statements).values()), statements)
    if lost:
        return turned or Contradiction(f"`{lost[0][1]}` is no longer there")
    for word, *keys in data.get("o", ()):
        if there.intersection(keys):
            line = Mismatch(word).line_in(region)
            return Contradiction(f"it denies `{word}`, and that is there now", line=line)
    return turned


def is_borne_out(data: Mapping[str, Any], region: Region) -> bool:
    """Tell whether all that a claim says in plain words, and the code said too, is still said."""
    return bool(data.get("i")) and not _find_lost(data, region)


def _find_lost(data: Mapping[str, Any], region: Region) -> list[list[Any]]:
    """List what the code said and does not any more: neither there, nor in what was taken out of it since."""
    rows: list[list[Any]] = data.get("i", [])
    lost = _not_in(region, rows)
    kept = {part.lower() for row in rows if row not in lost and row[2][:2] == "t:" for part in row[1].split("-")}
    lost = [row for row in lost if row[1].lower() not in kept]
    for name in _list_named(region) if lost else ():
        if name not in data.get("f", ()):
            lost = _not_in(Region(region.source, name), lost)
    return lost


def _not_in(region: Region, rows: list[list[Any]]) -> list[list[Any]]:
    there = {key for statement in region.source.statements(region.name) for key in statement.keys}
    code = read_code(region)
    return [row for row in rows if not _is_there(row[2:], there, code)]


def _turned(
    data: Mapping[str, Any], telling: Sequence[Statement], statements: Sequence[Statement]
) -> Contradiction | None:
    """Say what was turned round, or given another value, in a statement of the home that is otherwise as it was."""
    hashes = {statement.hash for statement in statements}
    now = {statement.shape: statement.values for statement in telling}
    for hashed, _share, shape, *before in data.get("h", ()):
        if hashed in hashes or not shape or shape not in now:
            continue
        after = now[shape]
        poles = [" ".join(value for value in values if value in POLES) for values in (before, after)]
        if poles[0] != poles[1]:
            return Contradiction(f"in the statement it is about, {_changed(*poles)}")
        pairs = zip(before, after, strict=True) if len(before) == len(after) else ()
        for value, other in pairs:
            if value not in {other, "?"}:
                return Contradiction(f"in the statement it is about, {_changed(value[2:], other[2:])}", other[2:])
    return None


def _changed(before: str, after: str) -> str:
    if not before or not after:
        return f"`{after}` was added" if after else f"`{before}` was removed"
    return f"`{before}` is `{after}` now"


def _is_there(keys: Sequence[str], there: set[str], code: str) -> bool:
    return any(key in there or (key[:2] == "t:" and _has_literal(code, key, joined=True)) for key in keys)


def _list_named(region: Region) -> list[str]:
    """List what the definition calls in its file, and the names for values that it mentions; of a whole file, none."""
    if not region.name:
        return []
    defined = {symbol.name for symbol in region.source.symbols}
    constants = (f"{r.scope}.{r.name}" if r.scope else r.name for r in list_constants(region))
    return list(dict.fromkeys([*list_helpers(region), *(name for name in constants if name in defined)]))


def is_rewritten(data: Mapping[str, Any], region: Region) -> bool:
    """Tell whether the statements that a claim is about are other ones now; of "only" and the like, whether any is."""
    hashes = {statement.hash for statement in region.source.statements(region.name)}
    shares = [row[1] for row in data.get("h", ())]
    gone = [row[1] for row in data.get("h", ()) if row[0] not in hashes]
    return bool(data.get("a")) or sum(gone) >= _SHARE or any(share >= _CLOSE * max(shares) for share in gone)
