"""Text to search terms, the same for every engine: reads prose, code, paths, versions and ideographs.

Owns what counts as a term. A name is found by its parts and as a whole: `getUserById`, `get_user_by_id` and
`get-user-by-id` all give `get`, `user`, `id` and `getuserbyid`; `src/auth.ts` gives its parts, `authts` and
`srcauthts`; `v1.2.3` gives `1_2` and `1_2_3`. Terms hold letters, digits and `_` only. Must not know any engine and
must not import anything slow: hooks and every write come through here. Neighbours: `stem`, `lexicon`, `question`.
"""

from functools import lru_cache
from itertools import pairwise

from standfast.model.pattern import compile_later
from standfast.text.identifier import split_identifier
from standfast.text.lexicon import SPELLED, STOP
from standfast.text.stem import stem

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from standfast.model.memory import Content

MAX_CHUNKS = 4000  # words of one text that are read; a longer one is a log, and its beginning says what it is about
MAX_CHARACTERS = 60_000
MAX_TERM = 64  # longer runs are encoded data
MAX_SEGMENTS = 10  # of a path that is kept as a whole
CACHE_LIMIT = 200_000
DIGEST_PREFIX = 7  # how much of a commit id people quote
ASKS = "_asks"  # the last term of a text that only asks
SHORTEST_NAME = 5  # letters of an identifier that can be told from a word
BARE = 10  # terms a bare question has at most
TAIL = 60  # characters at the end of it that hold its question mark

_EDGES = "!\"$%&'()*,-./:;<=>?@[\\]^`{|}~"
_NAME = compile_later(r"[\w.,'’-]+")  # what can be inside a name; at its ends only letters and digits can
_RUN = compile_later(r"[^\W_]+")
_HEX = frozenset("0123456789abcdef")
_seen: dict[str, tuple[str, ...]] = {}
_paths: dict[str, tuple[str, ...]] = {}
_LONGEST_PATH, _DEEPEST = 4_096, 64


def fields(content: "Content") -> tuple[str, str, str]:
    """Return the terms of title and tags, of text and why, and of the places it is anchored at."""
    title = content.title
    if content.tags:
        title = f"{title} {' '.join(content.tags)}"
    body = f"{content.text}\n{content.why}" if content.why else content.text
    place = " ".join(place_terms(content)) if content.anchors else ""
    terms = read(body)
    if len(terms) <= BARE and "?" in body[-TAIL:]:
        terms.append(ASKS)
    return " ".join(read(title)), " ".join(terms), place


def place_terms(content: "Content") -> list[str]:
    """Return the terms of all anchors: path, folder, file and symbol, whole and in parts."""
    found: dict[str, None] = {}
    for item in content.anchors:
        anchor = item.anchor
        found.update(dict.fromkeys(path_terms(anchor.path) if anchor.path else read(anchor.target)))
        if anchor.detail:
            found.update(dict.fromkeys(read(anchor.detail)))
    return list(found)


def path_terms(path: str) -> tuple[str, ...]:
    """Return a path's parts, its file, its folder, the whole of it, and that it is this very path."""
    known = _paths.get(path)
    if known is None:
        if len(_paths) > CACHE_LIMIT:
            _paths.clear()
        folder = path.rpartition("/")[0]
        wholes = (whole_of(folder), whole_of(path)) if folder else (whole_of(path),)
        known = _paths[path] = (*read_chunk(path), *wholes, exactly(path))
    return known


def whole_of(name: str) -> str:
    """Return a path or name as one term, whatever separates its parts; of a long one, its end, which tells most."""
    return "".join(_RUN.findall(_fold(name.lower())))[-MAX_TERM:]


def exactly(path: str) -> str:
    """Return the term of what is anchored at a path itself, not below it."""
    return f"{whole_of(path)}_"


def folders_of(path: str) -> list[str]:
    """Return the folders a path is in, the nearest first; of a path deeper than any real one, not all."""
    found: list[str] = []
    folder = path[:_LONGEST_PATH].rpartition("/")[0]
    while folder and len(found) < _DEEPEST:
        found.append(folder)
        folder = folder.rpartition("/")[0]
    return found


@lru_cache(maxsize=8)
def query_terms(text: str) -> tuple[str, ...]:
    """Return the distinct terms of a question, in order; several sides of one answer ask for them."""
    return tuple(dict.fromkeys(read(text)))


@lru_cache(maxsize=8)
def identifiers(text: str) -> tuple[str, ...]:
    """Return the terms of whole identifiers in a question: what is no word, number or version."""
    found: list[str] = []
    for chunk in text.split(None, MAX_CHUNKS)[:MAX_CHUNKS]:
        word = chunk.strip(_EDGES)
        if len(word) <= MAX_TERM and not _is_word(word) and any(char.isalpha() for char in word):
            whole = whole_of(word)
            if len(whole) > SHORTEST_NAME:
                found += (whole, stem(whole))
    return tuple(found)


def read(text: str) -> "list[str]":
    """Return the terms of a text, in order, with repetitions."""
    if len(text) > MAX_CHARACTERS:
        text = text[:MAX_CHARACTERS]
    if len(_seen) > CACHE_LIMIT:
        _seen.clear()
    found: list[str] = []
    for chunk in text.split(None, MAX_CHUNKS)[:MAX_CHUNKS]:
        known = _seen.get(chunk)
        if known is None:
            known = read_chunk(chunk)
            if len(chunk) <= MAX_TERM:
                _seen[chunk] = known
        found += known
    return found


def read_chunk(chunk: str) -> tuple[str, ...]:
    """Return the terms of a text without blanks."""
    lowered = chunk.lower()
    if lowered in STOP:
        return ()
    if spelled := SPELLED.get(lowered.strip("\"'`()[],;:!?")):
        return (spelled,)
    word = chunk.strip(_EDGES)
    if len(word) <= MAX_TERM and _is_word(word):
        lowered = word.lower()
        return () if lowered in STOP else (stem(lowered),)
    found: dict[str, None] = {}
    names = _names(_fold(chunk))
    for name in names:
        for term in _read_name(name):
            found[term] = None
    if 1 < len(names) <= MAX_SEGMENTS and "/" in chunk.strip("/"):
        whole = "".join([run for name in names for run in _RUN.findall(name.lower())])
        if len(whole) <= MAX_TERM:
            found[whole] = None
    return tuple(found)


def _names(text: str) -> list[str]:
    return [name for piece in _NAME.findall(text) if (name := piece.strip("._-,'’"))]


def _read_name(name: str) -> "Iterable[str]":
    if not name.isascii() and any(_is_unspaced(char) for char in name):
        return _read_unspaced(name)
    lowered = name.lower()
    if len(name) > MAX_TERM:
        return _read_pieces(lowered)
    if _is_word(name):
        return () if lowered in STOP else (stem(lowered),)
    if version := _version(lowered):
        return version
    if _is_digest(lowered):
        return (lowered, lowered[:DIGEST_PREFIX])
    return _read_identifier(name)


def _read_identifier(name: str) -> list[str]:
    """Return the words of an identifier, each run of letters and digits in it, and the whole."""
    found: dict[str, None] = {}
    runs = _RUN.findall(name)[:MAX_TERM]
    for run in runs:
        lowered = run.lower()
        pieces = split_identifier(run)
        for piece in pieces:
            part = piece.lower()
            if part not in STOP and (len(part) > 1 or len(name) == 1) and not (part.isdigit() and len(part) < 3):
                found[stem(part)] = None
        if len(pieces) > 1 or lowered.isdigit():
            found[stem(lowered)] = None
            _add_numbered(found, pieces)
    if len(runs) > 1:
        tail = [run for run in runs if run.lower() not in ("s", "t", "re", "ve", "ll", "d", "m")]
        whole = "".join(runs).lower()
        if len(tail) > 1 and len(whole) <= MAX_TERM:
            found[whole if "." in name else stem(whole)] = None  # a file or a dotted name is not a word
    return list(found)


def _add_numbered(found: dict[str, None], pieces: list[str]) -> None:
    """Keep a number with the word before it, as in `http2` of `HTTP2Server`."""
    for before, number in pairwise(pieces):
        if number.isdigit() and before.isalpha():
            found[(before + number).lower()] = None


def _read_pieces(text: str) -> list[str]:
    """Read an over-long run by its pieces alone."""
    return [stem(part) if len(part) <= MAX_TERM else part[:MAX_TERM] for part in _RUN.findall(text) if part not in STOP]


def _version(name: str) -> list[str]:
    """Return the terms of a version or date: `v1.2.3` is `1_2` and `1_2_3`; none for anything else."""
    digits = name[1:] if name[:1] == "v" and name[1:2].isdigit() else name
    pieces = digits.replace("-", ".").split(".")
    if len(pieces) < 2 or not pieces[0].isdigit() or not all(piece.isalnum() for piece in pieces):
        if digits is not name and digits.isdigit():
            return [digits, name]
        return [digits.replace(",", "")] if "," in digits and digits.replace(",", "").isdigit() else []
    found = [digits.replace("-", ".").replace(".", "_")]
    if len(pieces) > 2:
        found.append("_".join(pieces[:2]))
    return found + [piece for piece in pieces if len(piece) > 2]


def _is_word(text: str) -> bool:
    return text.isascii() and text.isalpha() and (text[1:].islower() or text.isupper())


def _is_digest(word: str) -> bool:
    return len(word) >= DIGEST_PREFIX and not word.isalpha() and not word.isdigit() and _HEX.issuperset(word)


def _read_unspaced(name: str) -> list[str]:
    """Read scripts that write no blanks as pairs of characters, and what stands between as names."""
    found: list[str] = []
    start = 0
    for at in range(1, len(name) + 1):
        if at == len(name) or _is_unspaced(name[at]) != _is_unspaced(name[start]):
            run = "".join([char for char in name[start:at] if char.isalnum()])
            if run and _is_unspaced(name[start]):
                found += [run[i : i + 2] for i in range(len(run) - 1)] or [run]
            elif run:
                found += _read_name(name[start:at].strip("._-,'’"))
            start = at
    return found


def _is_unspaced(char: str) -> bool:
    """Tell Thai to Khmer, kana, ideographs and Hangul, where words are not set apart reliably."""
    return char >= "\u0e00" and (
        "\u0e00" <= char <= "\u0eff"
        or "\u1000" <= char <= "\u109f"
        or "\u1780" <= char <= "\u17ff"
        or "\u3040" <= char <= "\u30ff"
        or "\u3400" <= char <= "\u9fff"
        or "\uac00" <= char <= "\ud7a3"
        or "\uf900" <= char <= "\ufaff"
        or "\U00020000" <= char <= "\U0003ffff"
    )


def _fold(text: str) -> str:
    """Take accents and width off letters: `résumé` reads as `resume`."""
    if text.isascii():
        return text
    from unicodedata import combining, normalize

    return normalize("NFC", "".join([char for char in normalize("NFKD", text) if not combining(char)]))
