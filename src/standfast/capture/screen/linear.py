"""Owns the small linear model: which features a text has, and what the trained weights say about them.

The model is one signed byte per hashed feature (`weights.bin`, written by `tools/screen/train.py`), read when first
needed. Inference is standard library only and takes part in every write, so features are few and cheap: words, pairs
and triples of words, and pieces of words. It reads folded text and must not look at anything else; `verdict` decides
what a score means.
"""

from __future__ import annotations

from zlib import crc32

from standfast.model.pattern import compile_later

BITS = 17
_SIZE = 1 << BITS
_MASK = _SIZE - 1
MAGIC = b"standfast-screen-2"
_WORD = compile_later(r"[a-z]+(?:'[a-z]+)?|\d+|[^\s\w]|[^\x00-\x7f]")
STRIDE = 24  # words; a window has twice as many, about the length of an order, wherever in a text it stands
SHRINK = 30  # features that say nothing, added to every window: few words are little evidence

_SHORT_TEXT = 0.5
_CHANCE = 0.25
_CHANCE_OF_PARAGRAPH = 0.15  # of 34 orders between honest paragraphs 27 are seen, where windows alone saw 4 and 1
_PARAGRAPH = compile_later(r"\n[ \t]*\n")
_MOST_KNOWN = 20_000
_START = crc32(b"^")

_known: dict[str, tuple[tuple[int, ...], bytes, int]] = {}
_loaded: tuple[bytes, float, float, float] | None = None


def words_of(folded: str) -> list[str]:
    """Return the lower-case words and signs of folded text; every number is one word, other scripts count by letter."""
    return ["0" if word.isdigit() else word for word in _WORD.findall(folded.lower())]


def features_of(words: list[str]) -> dict[int, str]:
    """Return the features of a run of words: bucket to a readable name."""
    named: dict[int, str] = {}
    before, last = "", "^"
    for word in words:
        own, _, _ = _known.get(word) or _know(word)
        named.update(dict.fromkeys(own, word))
        joint = (f"{last} {word}", f"{before} {last} {word}") if before else (f"{last} {word}",)
        named.update((crc32(name.encode()) & _MASK, name) for name in joint)
        before, last = last, word
    return named


def halves_of(words: list[str]) -> list[set[int]]:
    """Return the same features without their names, for each half of a window: most text is clean and needs none.

    Two halves in a row are a window, so windows overlap and nothing is read twice. A checksum goes on where that of
    the words before ended, so no pair or triple is ever written out.
    """
    halves: list[set[int]] = []
    found: list[int] = []
    last, pair = _START, 0
    for start in range(0, len(words), STRIDE):
        for word in words[start : start + STRIDE]:
            own, spaced, whole = _known.get(word) or _know(word)
            found += own
            if last is not _START:
                found.append(crc32(spaced, pair) & _MASK)
            pair = crc32(spaced, last)
            found.append(pair & _MASK)
            last = whole
        halves.append(set(found))
        found.clear()
    return halves


def _know(word: str) -> tuple[tuple[int, ...], bytes, int]:
    """Return the buckets of a word and of its pieces, its bytes after a space, and its checksum; words come again."""
    if len(_known) >= _MOST_KNOWN:
        _known.clear()
    edged = f"<{word}>"
    pieces = [f"~{edged[at : at + 5]}" for at in range(len(edged) - 4)] if len(word) > 4 else []
    own = tuple(crc32(item.encode()) & _MASK for item in (word, *pieces))
    known = _known[word] = (own, f" {word}".encode(), crc32(word.encode()))
    return known


def score(folded: str) -> float:
    """Return how much the worst window of the text reads like an injection.

    Each paragraph is read by itself too: an order planted between honest ones is drowned by what stands around it.
    """
    whole = _score_one(folded)
    paragraphs = [part for part in _PARAGRAPH.split(folded) if part and not part.isspace()]
    if len(paragraphs) < 2:
        return whole
    return max(whole, max(map(_score_one, paragraphs)) - _CHANCE_OF_PARAGRAPH * (len(paragraphs).bit_length() - 1))


def _score_one(folded: str) -> float:
    words = words_of(folded)
    scores = _score_windows(halves_of(words))
    best = max(scores, default=float("-inf"))
    best -= _CHANCE * len(scores).bit_length()  # the worst of many windows is worse by chance alone
    # A handful of words is little evidence: "replace nbsp characters" is a commit, not an order.
    return best - _SHORT_TEXT if len(words) < 6 else best


def telling_words(folded: str) -> list[str]:
    """Return the words that speak most for an injection, from the window that does."""
    words = words_of(max([folded, *_PARAGRAPH.split(folded)], key=_score_one))
    scores = _score_windows(halves_of(words))
    if not scores:
        return []
    start = scores.index(max(scores)) * STRIDE
    return _strongest(features_of(words[start : start + 2 * STRIDE]))


def threshold() -> float:
    """Return the score above which the trained model calls a text suspect."""
    return _load()[3]


def _score_windows(halves: list[set[int]]) -> list[float]:
    """Return the score of each window; what both its halves have counts once."""
    weights, scale, bias, _ = _load()

    def gain(features: set[int]) -> int:
        return sum(map(weights.__getitem__, features)) - 128 * len(features)

    gains = [gain(half) for half in halves]
    if len(halves) == 1:
        return [scale * gains[0] / (len(halves[0]) + SHRINK) ** 0.5 + bias]
    scores = []
    for place in range(1, len(halves)):
        both = halves[place - 1] & halves[place]
        size = len(halves[place - 1]) + len(halves[place]) - len(both)
        scores.append(scale * (gains[place - 1] + gains[place] - gain(both)) / (size + SHRINK) ** 0.5 + bias)
    return scores


def _strongest(features: dict[int, str]) -> list[str]:
    weights = _load()[0]
    gain: dict[str, int] = {}
    for bucket, name in features.items():
        gain[name] = gain.get(name, 0) + weights[bucket] - 128
    ranked = sorted(
        (name for name in gain if gain[name] > 8 and any(map(str.isalpha, name))), key=lambda name: (-gain[name], name)
    )
    shown: list[str] = []
    for name in ranked:
        if not any(name in other or other in name for other in shown):
            shown.append(name.removeprefix("^ "))
        if len(shown) == 4:
            break
    return shown


def use_weights(data: bytes) -> None:
    """Take the model from the bytes of a weights file: the package's own, or one in training."""
    global _loaded  # noqa: PLW0603 - one model a process; threads that race read the same bytes
    magic, numbers, _, table = data.split(b"\n", 3)
    if magic != MAGIC or len(table) != _SIZE:
        raise ValueError("weights.bin does not fit this version: run tools/screen/train.py")
    scale, bias, bar = map(float, numbers.split())
    _loaded = (table, scale, bias, bar)


def shipped() -> bytes:
    """Return the weights that came with the package."""
    assert __spec__ is not None
    # The loader is asked, not the file system, so that a zipped package works too; importlib.resources costs 10 ms.
    path = __file__.removesuffix("linear.py") + "weights.bin"
    return bytes(__spec__.loader.get_data(path))  # type: ignore[union-attr]


def _load() -> tuple[bytes, float, float, float]:
    if _loaded is None:
        use_weights(shipped())
    assert _loaded is not None
    return _loaded
