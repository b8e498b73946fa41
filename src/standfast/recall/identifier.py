"""Identifiers as words: read the same way by the search terms and by the embedder."""

from __future__ import annotations

from standfast.model.pattern import compile_later

_PLAIN = compile_later(r"\d+|[A-Z]+(?![a-z])|[A-Z]?[a-z]+")  # the same cuts, for ASCII alone


def split_identifier(run: str) -> list[str]:
    """Cut an identifier where its case or its digits change: `parseHTTPHeader2` is four words."""
    if run.isascii() and run.isalnum():
        return _PLAIN.findall(run)
    words: list[str] = []
    start = 0
    for at in range(1, len(run)):
        before, here = run[at - 1], run[at]
        if before.isdigit() != here.isdigit():
            cut = True
        elif here.isupper():
            cut = not before.isupper() or (at + 1 < len(run) and run[at + 1].islower())
        else:
            cut = False
        if cut:
            words.append(run[start:at])
            start = at
    words.append(run[start:])
    return words
