"""Word stems of English prose: Porter's suffix stripping, with British spelling and common irregular forms folded in.

Owns one function and its tables. Must not be given identifiers whose exact form matters; `terms` decides that.
Neighbours: `terms` caches what comes back, so speed here counts only for words not seen before.
"""

from standfast.recall.lexicon import IRREGULAR

_VOWELS = "aeiou"
_STEP_2 = (
    ("ational", "ate"), ("tional", "tion"), ("enci", "ence"), ("anci", "ance"), ("izer", "ize"), ("bli", "ble"),
    ("alli", "al"), ("entli", "ent"), ("eli", "e"), ("ousli", "ous"), ("ization", "ize"), ("ation", "ate"),
    ("ator", "ate"), ("alism", "al"), ("iveness", "ive"), ("fulness", "ful"), ("ousness", "ous"), ("aliti", "al"),
    ("iviti", "ive"), ("biliti", "ble"), ("logi", "log"),
)  # fmt: skip
_STEP_3 = (
    ("icate", "ic"), ("ative", ""), ("alize", "al"), ("iciti", "ic"), ("ical", "ic"), ("ful", ""), ("ness", ""),
)  # fmt: skip
_STEP_4 = (
    "ement", "ance", "ence", "able", "ible", "ment", "ant", "ent", "ism", "ate", "iti", "ous", "ive", "ize", "ion",
    "al", "er", "ic", "ou",
)  # fmt: skip
CACHE_LIMIT = 100_000
_seen: dict[str, str] = {}


def stem(word: str) -> str:
    """Return the stem of a lower-case word; anything but ASCII letters comes back as it is."""
    known = _seen.get(word)
    if known is None:
        if len(_seen) > CACHE_LIMIT:
            _seen.clear()
        known = _seen[word] = _stem(word) if len(word) > 2 and word.isascii() and word.isalpha() else word
    return known


def _stem(word: str) -> str:
    word = _american(IRREGULAR.get(word, word))
    word = _plural(word)
    word = _past(word)
    if word[-1] == "y" and _has_vowel(word[:-1]):
        word = word[:-1] + "i"
    word = _replace(word, _STEP_2)
    word = _replace(word, _STEP_3)
    word = _strip(word)
    return _tidy(word)


def _american(word: str) -> str:
    """Fold British spelling: `normalise` and `normalize`, `behaviour` and `behavior` are one word."""
    if len(word) > 5:
        for british, american in (("is", "iz"), ("ys", "yz")):
            for ending in ("e", "ed", "es", "er", "ing", "ation", "ations", "able"):
                if word.endswith(british + ending):
                    return word[: -len(british + ending)] + american + ending
        for ending in ("", "s", "ed", "ing", "al"):
            if word.endswith("our" + ending):
                return word[: -len("our" + ending)] + "or" + ending
    return word


def _plural(word: str) -> str:
    if word.endswith("sses") or (word.endswith("ies") and len(word) > 4):
        return word[:-2]
    if word.endswith("s") and not word.endswith("ss") and len(word) > 3 and not word.endswith(("us", "is")):
        return word[:-1]
    return word


def _past(word: str) -> str:
    if word.endswith("eed"):
        return word[:-1] if _measure(word[:-3]) > 0 else word
    for ending in ("ed", "ing"):
        if word.endswith(ending):
            root = word[: -len(ending)]
            if not _has_vowel(root):
                return word
            if root.endswith(("at", "bl", "iz")):
                return root + "e"
            if _ends_double(root) and root[-1] not in "lsz":
                return root[:-1]
            if _measure(root) == 1 and _ends_short(root):
                return root + "e"
            return root
    return word


def _replace(word: str, endings: tuple[tuple[str, str], ...]) -> str:
    for old, new in endings:
        if word.endswith(old):
            root = word[: -len(old)]
            return root + new if _measure(root) > 0 else word
    return word


def _strip(word: str) -> str:
    for ending in _STEP_4:
        if word.endswith(ending):
            root = word[: -len(ending)]
            if _measure(root) > 1 and (ending != "ion" or root.endswith(("s", "t"))):
                return root
            return word
    return word


def _tidy(word: str) -> str:
    if word.endswith("e"):
        root = word[:-1]
        measure = _measure(root)
        if measure > 1 or (measure == 1 and not _ends_short(root)):
            word = root
    if word.endswith("ll") and _measure(word) > 1:
        word = word[:-1]
    return word


def _is_vowel(word: str, at: int) -> bool:
    char = word[at]
    return char in _VOWELS or (char == "y" and at > 0 and not _is_vowel(word, at - 1))


def _has_vowel(word: str) -> bool:
    return any(_is_vowel(word, at) for at in range(len(word)))


def _measure(word: str) -> int:
    """Count the changes from vowel to consonant: how much of a word is left."""
    count, previous = 0, False
    for at in range(len(word)):
        vowel = _is_vowel(word, at)
        count += previous and not vowel
        previous = vowel
    return count


def _ends_double(word: str) -> bool:
    return len(word) > 1 and word[-1] == word[-2] and not _is_vowel(word, len(word) - 1)


def _ends_short(word: str) -> bool:
    """Tell whether a word ends consonant, vowel, consonant, as in `hop`: it then lost an `e`."""
    if len(word) < 3 or word[-1] in "wxy":
        return False
    at = len(word) - 1
    return not _is_vowel(word, at) and _is_vowel(word, at - 1) and not _is_vowel(word, at - 2)
