"""Where a claim that was anchored to nothing is probably about: the definition that has its rare words.

Owns: looking up the few words of a sentence that only one or two files of code have. It only proposes: what a text
names is anchored (`suggest.py`), and what merely shares words with code is for who wrote it to say. Must not: store.
"""

from __future__ import annotations

import re

from standfast.code.filetypes import is_beside_code
from standfast.code.languages import find_language
from standfast.code.qualified import last_name
from standfast.standing.claims.claim import Claim
from standfast.text.lexicon import STOP

TYPE_CHECKING = False
if TYPE_CHECKING:
    from standfast.code.snapshot import Snapshot
    from standfast.code.source import Source

_WORD = re.compile(r"[A-Za-z_]\w{3,}")
_MOST_WORDS = 8  # that are looked up, with one search
_FEW = 12  # files that have a word: with more it says nothing about where
_CLOSELY = 4  # files whose code is read
_TOGETHER = 2  # words of the claim that have to be in one place
_NAMED = 2.0  # the weight of what can only be a name of code; of any other word it is 1
_ENOUGH = 0.75  # of all words, each by its weight over the files that have it
_AHEAD = 1.5  # times what the next file has


def find_likely(snapshot: Snapshot, text: str) -> str:
    """Return the place that a claim is probably about, as an anchor would name it; nothing where that is not plain."""
    shares: dict[str, dict[str, float]] = {}
    words = _weigh_words(text)
    snapshot.look_up(words)
    for word, weight in words.items():
        paths = [path for path in snapshot.grep(word) if find_language(path) and not is_beside_code(path)]
        for path in paths if len(paths) <= _FEW else ():
            shares.setdefault(path, {})[word] = weight / len(paths)
    likely = sorted(shares, key=lambda path: -sum(shares[path].values()))[:_CLOSELY]
    found = [(source, _in_code(source, shares[path])) for path in likely if (source := snapshot.sources.find(path))]
    found.sort(key=lambda item: -sum(item[1].values()))
    totals = [sum(shared.values()) for _, shared in found]
    if not totals or len(found[0][1]) < _TOGETHER or totals[0] < max(_ENOUGH, _AHEAD * sum(totals[1:2])):
        return ""
    source, shared = found[0]
    name = _find_definition(source, set(shared))
    return f"{source.path}::{name}" if name else source.path


def _in_code(source: Source, shares: dict[str, float]) -> dict[str, float]:
    """Return the words that a file has in its code; what only a comment says is said everywhere."""
    tokens = set(_WORD.findall(source.uncommented))
    return {word: share for word, share in shares.items() if word in tokens}


def _weigh_words(text: str) -> dict[str, float]:
    """Return the words that may tell where a claim belongs, names of code first."""
    named = {last_name(name): _NAMED for name in sorted(Claim(text).names) if len(last_name(name)) > 3}
    plain = {word: 1.0 for word in _WORD.findall(text) if word.lower() not in STOP and word.islower()}
    rest = {word: weight for word, weight in plain.items() if word not in named}
    return dict([*named.items(), *sorted(rest.items(), key=lambda item: -len(item[0]))][:_MOST_WORDS])


def _find_definition(source: Source, words: set[str]) -> str:
    """Return the smallest definition of a file that has most of some words; nothing where two have as many."""
    lines = source.text.split("\n")
    found: dict[str, tuple[int, int]] = {}
    for symbol in source.symbols:
        tokens = set(_WORD.findall("\n".join(lines[symbol.first - 1 : symbol.last])))
        if count := len(words & tokens):
            found[symbol.name] = (-count, symbol.last - symbol.first)
    best = sorted(found, key=lambda name: found[name])[:2]
    is_plain = len(best) == 1 or (len(best) > 1 and found[best[0]] != found[best[1]])
    return best[0] if is_plain else ""
