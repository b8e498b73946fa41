"""Text to token ids: WordPiece that reads code.

Owns the splitting of identifiers, paths and prose into words and of words into vocabulary pieces. Must not know
what a token means (that is `table`) and must not import `re`, which costs a short process several milliseconds.
The recipe that trains the table (tools/embedder) calls this same code, so rows are fitted to what they are used for.
"""

from __future__ import annotations

from standfast.text.identifier import split_identifier

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

MAX_WORDS = 2000  # the rest of a longer text hardly moves a mean, and costs as much as the beginning
MAX_CHARACTERS = 40_000
MAX_WORD_LENGTH = 60  # longer runs are encoded data, not words
MAX_PIECES = 10
CACHE_LIMIT = 200_000
_HASH_LENGTH = 7

_PUNCTUATION = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"
_HEX = frozenset("0123456789abcdef")


class Tokeniser:
    """Turns text into ids of a vocabulary, remembering each word it has seen."""

    def __init__(self, vocabulary: Mapping[str, int]) -> None:
        self._vocabulary = vocabulary
        self._seen: dict[str, tuple[int, ...]] = {}

    def ids(self, text: str) -> list[int]:
        """Return the token ids of the beginning of a text, in order; unknown words are left out."""
        if len(text) > MAX_CHARACTERS:
            text = text[:MAX_CHARACTERS]
        seen = self._seen
        if len(seen) > CACHE_LIMIT:
            seen.clear()
        found: list[int] = []
        for chunk in text.split(None, MAX_WORDS)[:MAX_WORDS]:
            known = seen.get(chunk)
            if known is None:
                known = seen[chunk] = tuple(self._read_chunk(chunk))
            found += known
        return found

    def _read_chunk(self, chunk: str) -> list[int]:
        stripped = chunk.strip(_PUNCTUATION)
        if not stripped.isascii():
            stripped = fold(stripped)
        elif stripped.isalpha() and stripped[1:].islower():
            return self._pieces(stripped.lower())
        found: list[int] = []
        for run in split_runs(stripped):
            found += self._read_run(run)
        return found

    def _read_run(self, run: str) -> list[int]:
        lowered = run.lower()
        whole = self._vocabulary.get(lowered)
        if whole is not None:
            return [whole]
        if len(run) > MAX_WORD_LENGTH or is_hash(lowered):
            return []
        found: list[int] = []
        for word in split_identifier(run):
            found += self._pieces(word.lower())
        return found

    def _pieces(self, word: str) -> list[int]:
        """Cut a word greedily into the longest pieces the vocabulary knows; a word that does not end so is unknown."""
        vocabulary = self._vocabulary
        whole = vocabulary.get(word)
        if whole is not None:
            return [whole]
        if len(word) > MAX_WORD_LENGTH:
            return []
        found: list[int] = []
        start, end = 0, len(word)
        prefix = ""
        while start < end:
            stop = end
            while stop > start:
                piece = vocabulary.get(prefix + word[start:stop])
                if piece is not None:
                    break
                stop -= 1
            if stop == start or len(found) == MAX_PIECES:
                return []
            found.append(piece)  # type: ignore[arg-type]  # the inner loop left with a piece
            start, prefix = stop, "##"
        return found


def split_runs(text: str) -> list[str]:
    """Cut text at everything that is neither letter nor digit; each ideograph stands alone."""
    runs: list[str] = []
    start = -1
    for at, character in enumerate(text):
        if character.isalnum():
            if not is_ideograph(character):
                if start < 0:
                    start = at
                continue
            if start >= 0:
                runs.append(text[start:at])
                start = -1
            runs.append(character)
        elif start >= 0:
            runs.append(text[start:at])
            start = -1
    if start >= 0:
        runs.append(text[start:])
    return runs


def is_hash(word: str) -> bool:
    """Tell a commit id or digest from a word: long, hexadecimal, digits among letters."""
    return len(word) >= _HASH_LENGTH and not word.isalpha() and not word.isdigit() and _HEX.issuperset(word)


def fold(text: str) -> str:
    """Take accents off letters: `résumé` reads as `resume`."""
    from unicodedata import combining, normalize

    return "".join([c for c in normalize("NFD", text) if not combining(c)])


def is_ideograph(character: str) -> bool:
    """Tell characters that are words by themselves, as in Chinese."""
    if character < "\u3400":
        return False
    return (
        "\u3400" <= character <= "\u4dbf"
        or "\u4e00" <= character <= "\u9fff"
        or "\uf900" <= character <= "\ufaff"
        or "\U00020000" <= character <= "\U0002fa1f"
    )
