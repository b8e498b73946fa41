"""WordPiece exactly as BERT models were trained with it: punctuation counts, unknown words have a token.

Owns that tokenisation for full models (`onnx`). The static table reads text differently, on purpose: see `words`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from unicodedata import category

from standfast.recall.embed.words import fold, is_ideograph

if TYPE_CHECKING:
    from collections.abc import Sequence

MAX_WORD_LENGTH = 100
MAX_CHARACTERS = 20_000  # far more than the tokens a model reads


class BertTokeniser:
    """Turns text into ids between the model's start and end marks."""

    def __init__(self, vocabulary: Sequence[str], *, max_tokens: int) -> None:
        self._numbers = {token: number for number, token in enumerate(vocabulary)}
        self._max_tokens = max_tokens

    def ids(self, text: str) -> list[int]:
        """Return the ids of the beginning of a text."""
        found = [self._numbers["[CLS]"]]
        for word in split_words(fold(text[:MAX_CHARACTERS]).lower()):
            found += self._pieces(word)
            if len(found) >= self._max_tokens:
                break
        return [*found[: self._max_tokens - 1], self._numbers["[SEP]"]]

    def _pieces(self, word: str) -> list[int]:
        unknown = [self._numbers["[UNK]"]]
        if len(word) > MAX_WORD_LENGTH:
            return unknown
        found: list[int] = []
        start = 0
        while start < len(word):
            prefix = "##" if start else ""
            for stop in range(len(word), start, -1):
                piece = self._numbers.get(prefix + word[start:stop])
                if piece is not None:
                    found.append(piece)
                    start = stop
                    break
            else:
                return unknown
        return found


def split_words(text: str) -> list[str]:
    """Cut text at white space, with punctuation and ideographs as words of their own."""
    spaced = []
    for character in text:
        if character.isalnum():
            spaced.append(f" {character} " if is_ideograph(character) else character)
        elif character.isspace():
            spaced.append(" ")
        else:
            kind = category(character)
            if kind[0] == "P" or (character.isascii() and kind[0] == "S"):
                spaced.append(f" {character} ")
            elif kind[0] != "C":
                spaced.append(character)
    return "".join(spaced).split()
