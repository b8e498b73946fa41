"""Identifiers as words: read the same way by the search terms and by the embedder."""

from __future__ import annotations


def split_identifier(run: str) -> list[str]:
    """Cut an identifier where its case or its digits change: `parseHTTPHeader2` is four words."""
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
