"""Quotations: does a text say again what another one said, in any case, spacing, punctuation or encoding?

Owns how texts are cut into what they can be known again by (whole sentences, runs of six words, rare words) and how
those are looked for. What is looked for is kept as keyed hashes, so that it can be written down without a word of it. A
search grows with the text and not with what is looked for. Must not: know where texts are kept (`purge.places`).
"""

from __future__ import annotations

import binascii
import re
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from typing import BinaryIO

from standfast.model.digests import blake2b

RUN = 6  # words in a row that nobody writes twice by chance, unless they are all small words
_TELLING = 3  # of which so many say something
_SHORT = 12  # characters that a sentence of fewer words has to have
_BY_CHANCE = 8  # characters that do not stand among random bytes by chance
_WORD = 6  # characters of a word that may be rare
_BLOCK = 1 << 20
_OVERLAP = 8 << 10
_AROUND = 2_000  # characters before and after an escape that are read with it: no run of words is longer
_TOKEN = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]|[^\W_\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+")
_ASCII_TOKEN = re.compile(r"[a-z0-9]+")  # the same for most of what people write, and faster
# What stands for a secret is ours and says nothing of the text around it: it parts sentences like a stop.
_SENTENCE = re.compile(r"\[redacted:[^\]\s]{1,80}\]|(?<![.!?;:])[.!?;:]+[\s\"')\]]|[\n\r]+|[。！？；]")
_ESCAPE = re.compile(r"\\+(?:u([0-9a-fA-F]{4})|[nrt\"'/\\])")
_BASE64 = re.compile(r"[A-Za-z0-9+/_-]{20,}")
_HEX = re.compile(r"(?:[0-9a-fA-F]{2}){12,}")
_PERCENT = re.compile(r"%[0-9a-fA-F]{2}")
_SMALL_WORDS = """
a about after all also am an and any are as at be because been before but by can could did do does for from get had has
have he her here him his how i if in into is it its just like make may me more most must my need no nor not now of on
one only or other our out over own say she should so some such than that the their them then there these they this those
to too under until up us use used very was we were what when where which while who why will with would you your
"""
_SMALL = frozenset(_SMALL_WORDS.split())


class Quotation:
    """What one or more texts can be known again by."""

    def __init__(
        self,
        key: bytes,
        runs: Mapping[int, Iterable[str]] | None = None,
        words: Iterable[str] = (),
        *,
        common: Container[str] = (),
    ) -> None:
        self._key = key
        self._common = common  # words that everybody uses
        self._literals: set[str] = set()
        self._short: set[str] = set()  # stands in bytes by chance: looked for in texts alone
        self._runs: dict[int, set[str]] = {length: set(found) for length, found in (runs or {}).items()}
        self._words = set(words)
        self._hashes: dict[str, str] = {}
        # The words that were given to look for, and first words of runs: only these need to be hashed in a text. Not
        # known for what was read back from hashes.
        self._given: set[str] | None = None if runs or words else set()

    def add(self, text: str) -> None:
        """Look for this text: for each of its sentences, each run of words inside one, and its longer words."""
        self.add_runs(text)
        for sentence in _SENTENCE.split(text):
            tokens = _tokens(sentence)
            if 1 < len(tokens) < RUN and sum(map(len, tokens)) >= _SHORT and self._is_rare(tokens):
                self._add_run(tokens)
            if len(tokens) <= RUN and _is_telling(tokens[1:]):
                self._add_run(tokens[1:])  # in a file, the first word may stand against what comes before it
            for token in tokens:
                if len(token) >= _WORD and not token.isdigit():
                    self.add_word(token)

    def _is_rare(self, tokens: list[str]) -> bool:
        """Tell whether a short sentence says something: "Please remember" and "Files touched" begin many."""
        return _is_telling(tokens) or not all(token in self._common for token in tokens)

    def add_literal(self, text: str) -> None:
        """Look for these very characters, in any case, also inside a word; a blank at an end is the end of one."""
        if tokens := _tokens(text):
            self._add_run(tokens)
            if sum(map(len, tokens)) < _BY_CHANCE:
                self._short.add(self._hash("\0".join(tokens)))
            before, after = " " * text[0].isspace(), " " * text[-1].isspace()
            self._literals.add(before + " ".join(text.casefold().split()) + after)

    def add_word(self, word: str) -> None:
        """Look for one word."""
        self._give(folded := word.casefold())
        self._words.add(self._hash(folded))

    def add_runs(self, text: str) -> None:
        """Look for the long runs of words of this text alone: what is short is said by chance."""
        for sentence in _SENTENCE.split(text):
            tokens = _tokens(sentence)
            for at in range(len(tokens) - RUN + 1):
                run = tokens[at : at + RUN]
                if _is_telling(run):
                    self._add_run(run)

    def join(self, other: Quotation) -> None:
        """Look for what another one looks for as well; both were made with the same key."""
        for length, found in other._runs.items():
            self._runs.setdefault(length, set()).update(found)
        self._words |= other._words
        known = self._given is not None and other._given is not None
        self._given = {*(self._given or ()), *(other._given or ())} if known else None
        self._literals |= other._literals
        self._short |= other._short

    def joined(self, other: Quotation) -> Quotation:
        """Return what looks for both."""
        both = self.without_runs(set())
        both.join(other)
        return both

    def _give(self, token: str) -> None:
        if self._given is not None:
            self._given.add(token)

    def _likely(self, tokens: list[str]) -> set[str]:
        """Return the tokens that can be a word looked for, or begin a run."""
        return set(tokens) if self._given is None else self._given.intersection(tokens)

    def _add_run(self, run: list[str]) -> None:
        self._give(run[0])
        self._runs.setdefault(len(run), set()).add(self._hash("\0".join(run)))
        self._runs.setdefault(0, set()).add(self._hash(run[0]))

    def _hash(self, text: str) -> str:
        found = self._hashes.get(text)
        if found is None:
            raw = blake2b(text.encode("utf-8", "surrogatepass"), digest_size=12, key=self._key[:64]).hexdigest()
            if len(self._hashes) < 500_000:
                self._hashes[text] = raw
            return raw
        return found

    def __bool__(self) -> bool:
        return bool(self._runs or self._words or self._literals)

    def carries(self, text: str) -> bool:
        """Tell whether a text says a sentence or a run of words of it again."""
        said = "\n".join(readings(text))
        return self._holds_literal(said) or self._says(_tokens(said))

    def _holds_literal(self, text: str, *, least: int = 0) -> bool:
        wanted = [literal for literal in self._literals if len(literal) >= least]
        if not wanted:
            return False
        folded = f" {' '.join(text.casefold().split())} "
        return any(literal in folded for literal in wanted)

    def words_in(self, text: str) -> set[str]:
        """Return which of its words, as hashes, stand in a text."""
        return self._words_of(_tokens(text))

    def _words_of(self, tokens: list[str]) -> set[str]:
        likely = (self._hash(token) for token in self._likely(tokens) if len(token) >= _WORD)
        return self._words.intersection(likely) if self._words else set()

    def runs_in(self, text: str) -> set[str]:
        """Return which of its sentences and runs, as hashes, stand in a text."""
        return set(self._runs_of(_tokens("\n".join(readings(text)))))

    def rest_of(self, text: str) -> int:
        """Return how many words that say something a text has besides what is known again in it."""
        tokens = _tokens(text)
        covered = [False] * len(tokens)
        for at, length, _ in self._found(tokens):
            covered[at : at + length] = [True] * len(covered[at : at + length])
        return sum(not known and token not in _SMALL for token, known in zip(tokens, covered, strict=True))

    def without_runs(self, living: set[str], *, literals: bool = True) -> Quotation:
        """Return the same without sentences and runs that others say of their own accord."""
        other = Quotation(self._key, {length: found - living for length, found in self._runs.items()}, self._words)
        other._given = None if self._given is None else set(self._given)
        other._literals, other._short = set(self._literals if literals else ()), set(self._short)
        return other

    def without_words(self, living: set[str]) -> Quotation:
        """Return the same without words that others say too: they prove nothing. Sentences and runs stay."""
        other = Quotation(self._key, self._runs, self._words - living)
        other._given = None if self._given is None else set(self._given)
        other._literals, other._short = set(self._literals), set(self._short)
        return other

    def sentences(self) -> Quotation:
        """Return the same without single words."""
        return self.without_words(self._words)

    def found_in(self, file: BinaryIO, tell: Callable[[int], None] | None = None) -> tuple[set[str], int]:
        """Search every byte of a file; return which pieces of it stand there, as hashes, and how many bytes it has.

        `tell` is called with the bytes of each block.
        """
        found: set[str] = set()
        total, tail = 0, b""
        while block := file.read(_BLOCK):
            total += len(block)
            if tell:
                tell(len(block))
            window = tail + block
            for text in _decoded(window):
                said = "\n".join(readings(text))
                self._note(_tokens(said), found)
                if self._holds_literal(said, least=_BY_CHANCE):
                    found.add("")
            tail = window[-_OVERLAP:]
        return found - self._short, total

    def of(self, found: set[str]) -> set[str]:
        """Return which of the pieces that were found by a search for this and more are looked for here."""
        wanted = {"" for literal in self._literals if len(literal) >= _BY_CHANCE} | self._words
        return found & wanted.union(*(runs for length, runs in self._runs.items() if length)) - self._short

    def _note(self, tokens: list[str], found: set[str]) -> None:
        found.update(self._words_of(tokens), self._runs_of(tokens))

    def _says(self, tokens: list[str]) -> bool:
        return next(self._runs_of(tokens), None) is not None

    def _runs_of(self, tokens: list[str]) -> Iterator[str]:
        return (raw for _, _, raw in self._found(tokens))

    def _found(self, tokens: list[str]) -> Iterator[tuple[int, int, str]]:
        firsts = self._runs.get(0)
        if not firsts:
            return
        starts = {token for token in self._likely(tokens) if self._hash(token) in firsts}
        if not starts:
            return
        lengths = [length for length in self._runs if length]
        for at in [at for at, token in enumerate(tokens) if token in starts]:
            for length in lengths:
                raw = self._hash("\0".join(tokens[at : at + length]))
                if raw in self._runs[length]:
                    yield at, length, raw

    def leave_to_texts(self, hashes: Iterable[str]) -> None:
        """Look for these in texts alone: in bytes they stand by chance."""
        self._short.update(hashes)

    def to_record(self) -> dict[str, object]:
        """Return it as plain values, none of which says a word."""
        runs = {str(length): sorted(found) for length, found in self._runs.items()}
        return {"runs": runs, "words": sorted(self._words), "short": sorted(self._short)}

    def run_hashes(self) -> list[str]:
        """Return its sentences and runs as hashes with their length, to keep them out for good."""
        return [f"{length}:{raw}" for length, found in self._runs.items() for raw in found]


def quotation_from(key: bytes, record: Mapping[str, object]) -> Quotation:
    """Read what `to_record` wrote."""
    runs, words = record.get("runs"), record.get("words")
    if not isinstance(runs, dict) or not isinstance(words, list):
        return Quotation(key)
    found = Quotation(key, {int(length): hashes for length, hashes in runs.items()}, words)
    short = record.get("short")
    found.leave_to_texts(short if isinstance(short, list) else [])
    return found


def quotation_of_hashes(key: bytes, hashes: Iterable[str]) -> Quotation:
    """Read what `run_hashes` gave."""
    runs: dict[int, list[str]] = {}
    for entry in hashes:
        length, colon, raw = entry.partition(":")
        if colon and length.isdigit():
            runs.setdefault(int(length), []).append(raw)
    return Quotation(key, runs)


def readings(text: str) -> Iterator[str]:
    """Yield a text as it stands, and what it says when escapes and encodings in it are undone."""
    if "\\" in text:
        text = _ESCAPE.sub(_unescaped, text)
    yield text
    if "%" in text and _PERCENT.search(text):
        from urllib.parse import unquote

        yield from map(unquote, _around_escapes(text))
    runs = _BASE64.findall(text)
    for run in runs:
        if (not run.isalpha() or len(run) > 40) and not _HEX.fullmatch(run):  # a hash is not text in Base64
            yield from _from_base64(run)
    for run in runs:  # what is written in hexadecimal digits stands in no other
        for digits in _HEX.findall(run):
            yield bytes.fromhex(digits).decode("utf-8", "replace")


def _around_escapes(text: str) -> Iterator[str]:
    """Yield the stretches of a text around what is written with a percent sign: in bytes a few are so by chance."""
    start, end = 0, -_AROUND
    for match in _PERCENT.finditer(text):
        if match.start() > end + _AROUND:
            if end > 0:
                yield text[start : end + _AROUND]
            start = max(0, match.start() - _AROUND)
        end = match.end()
    if end > 0:
        yield text[start : end + _AROUND]


def _unescaped(match: re.Match[str]) -> str:
    return chr(int(match[1], 16)) if match[1] else " "


def _from_base64(run: str) -> Iterator[str]:
    plain = run.replace("-", "+").replace("_", "/")
    length = len(plain)
    for skip in range(4) if length < 4_000 else (0,):
        try:
            yield binascii.a2b_base64(plain[skip : length - (length - skip) % 4]).decode("utf-8", "replace")
        except ValueError:
            continue


def _decoded(data: bytes) -> Iterator[str]:
    yield data.decode("utf-8", "replace")
    if data.count(0) * 3 > len(data) or b"\0 \0" in data:
        for start in (0, 1):
            yield data[start:].decode("utf-16-le", "replace")


def _is_telling(run: list[str]) -> bool:
    return len({token for token in run if token not in _SMALL}) >= _TELLING


def _tokens(text: str) -> list[str]:
    folded = text.casefold()
    return (_ASCII_TOKEN if folded.isascii() else _TOKEN).findall(folded)
