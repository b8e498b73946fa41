"""A passage: some lines of a file, followed as they move and are reformatted.

Owns: the fingerprint of a range of lines as a window of tokens (words, where there is no syntax), and finding that
window again. Must not: read files or look in other files. Neighbours: `view.py`, `judge.py`.
"""

import zlib
from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from standfast.code.digest import rename_locals
from standfast.code.hashing import hash_text
from standfast.code.source import Source
from standfast.code.tokens import Stream, Token

SAME, RENAMED, CHANGED, GONE = "same", "renamed", "changed", "gone"
_KEY = 4
_MAX_LINES = 64
_KEPT = 0.3
_LOCAL = "\x02"
_JOIN = "\x1f"


class FoundPassage(NamedTuple):
    """What became of a passage and on which lines it is now."""

    state: str
    first: int = 0
    last: int = 0


def take_passage(source: Source, first: int, last: int) -> dict[str, Any] | None:
    """Describe the lines; None when there is nothing on them."""
    words = source.language is None
    found = _describe(_stream_of(source, words=words), first, last)
    if found is None and not words:
        # Nothing but comments there: then the words of the comment are what is anchored.
        words, found = True, _describe(_stream_of(source, words=True), first, last)
    return found | {"x": int(words)} if found else None


def _describe(stream: Stream, first: int, last: int) -> dict[str, Any] | None:
    inside = [i for i, token in enumerate(stream.tokens) if first <= token.line <= last]
    if not inside:
        return None
    at, end = inside[0], inside[-1] + 1
    window = stream.tokens[at:end]
    masked = _mask(stream)
    lines = _hash_lines(stream.tokens, masked)
    numbers = sorted(lines)
    return {
        "n": len(window),
        "e": _hash_exact(window),
        "r": _hash_renamed(window, stream),
        "k": _key(masked, at, len(window)),
        "t": _key([token.text for token in window], 0, len(window)),
        "h": [lines[number] for number in numbers if first <= number <= last][:_MAX_LINES],
        "c": [
            [lines[number] for number in numbers if number < first][-2:],
            [lines[number] for number in numbers if number > last][:2],
        ],
    }


def find_passage(source: Source, data: dict[str, Any], near: int) -> FoundPassage:
    """Find a described passage in what the file is now, nearest to where it was."""
    stream = _stream_of(source, words=bool(data["x"]) or source.language is None)
    masked = _mask(stream)
    texts = [token.text for token in stream.tokens]  # what was a local may have become a parameter, under its name
    size, best = int(data["n"]), FoundPassage(GONE)
    order = {SAME: 0, RENAMED: 1}
    for at in range(len(masked) - size + 1):
        if _key(masked, at, size) != data["k"] and _key(texts, at, size) != data.get("t"):
            continue
        window = stream.tokens[at : at + size]
        state = SAME if _hash_exact(window) == data["e"] else ""
        if not state and _hash_renamed(window, stream) == data["r"]:
            state = RENAMED
        if state:
            found = FoundPassage(state, window[0].line, window[-1].line)
            if best.state == GONE or (order[state], abs(found.first - near)) < (
                order[best.state],
                abs(best.first - near),
            ):
                best = found
    return best if best.state != GONE else _find_changed(stream.tokens, masked, data, near)


def _find_changed(tokens: Sequence[Token], masked: Sequence[str], data: dict[str, Any], near: int) -> FoundPassage:
    lines = _hash_lines(tokens, masked)
    numbers = sorted(lines)
    wanted = Counter(data["h"])
    kept = [number for number in numbers if wanted[lines[number]] > 0]
    common = sum((wanted & Counter(lines[number] for number in kept)).values())
    if common and common >= _KEPT * len(data["h"]):
        close = sorted(kept, key=lambda number: abs(number - near))[: len(data["h"])]
        return FoundPassage(CHANGED, min(close), max(close))
    before, after = data["c"]
    return _find_between([lines[number] for number in numbers], numbers, before, after)


def _find_between(hashes: list[str], numbers: list[int], before: list[str], after: list[str]) -> FoundPassage:
    """Look for what stands between the lines that stood around the passage."""
    if not before and not after:
        return FoundPassage(CHANGED, numbers[0], numbers[-1]) if numbers else FoundPassage(GONE)
    starts = [i + 1 for i, value in enumerate(hashes) if not before or value == before[-1]] if before else [0]
    for start in starts:
        ends = [i for i in range(start, len(hashes)) if hashes[i] == after[0]] if after else [len(hashes)]
        if ends and ends[0] > start and ends[0] - start <= 2 * _MAX_LINES:
            return FoundPassage(CHANGED, numbers[start], numbers[ends[0] - 1])
    return FoundPassage(GONE)


def _stream_of(source: Source, *, words: bool) -> Stream:
    if not words:
        stream = source.stream
        return Stream([token for token in stream.tokens if token.leaf], stream.local_names)
    tokens = [
        Token(word, -1, number, leaf=True)
        for number, line in enumerate(source.text.split("\n"), start=1)
        for word in line.split()
    ]
    return Stream(tokens, [])


def _mask(stream: Stream) -> list[str]:
    return [
        _LOCAL if token.scope >= 0 and token.text in stream.local_names[token.scope] else token.text
        for token in stream.tokens
    ]


def _key(masked: Sequence[str], at: int, size: int) -> int:
    return zlib.crc32(_JOIN.join(masked[at : at + min(size, _KEY)]).encode("utf-8", "surrogatepass"))


def _hash_exact(window: Sequence[Token]) -> str:
    return hash_text(_JOIN.join(token.text for token in window))


def _hash_renamed(window: Sequence[Token], stream: Stream) -> str:
    return hash_text(_JOIN.join(rename_locals(window, stream.local_names)))


def _hash_lines(tokens: Sequence[Token], masked: Sequence[str]) -> dict[int, str]:
    lines: dict[int, list[str]] = {}
    for token, text in zip(tokens, masked, strict=True):
        lines.setdefault(token.line, []).append(text)
    return {number: hash_text(_JOIN.join(texts))[:6] for number, texts in lines.items()}
