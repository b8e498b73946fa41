"""Word stems for developers' text: inflections and the nouns of verbs, never words that merely look alike.

Owns one function and its tables. Porter's steps were made to find documents in a library: they make `important` an
`import`, an `operator` an `operation` and `general` something that was `generated`. Here plurals, tenses, British
spelling, irregular forms and nouns of action (`deletion`, `validation`, `deployment`) are folded, and nothing else: who
does a thing and what is done are two things in code. Must not be given identifiers whose exact form matters; `terms`
decides that. Neighbours: `recall/terms.py` caches what comes back, so speed here counts only for words not seen before.
"""

from standfast.text.lexicon import IRREGULAR

_VOWELS = "aeiou"
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
    word = _past(_plural(_american(IRREGULAR.get(word, word))))
    word = _tidy(_action(_manner(word)))
    return word[:-1] + "i" if word[-1] == "y" and _has_vowel(word[:-1]) else word


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
    if word.endswith("sses"):
        return word[:-2]
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith("s") and not word.endswith("ss") and len(word) > 3 and not word.endswith(("us", "is")):
        return word[:-1]
    return word


def _past(word: str) -> str:
    if word.endswith("eed"):
        return word[:-1] if _measure(word[:-3]) > 0 else word
    if word.endswith("ied") and len(word) > 4:
        return word[:-3] + "y"
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


def _manner(word: str) -> str:
    """Take `manually` back to `manual`."""
    return word[:-2] if word.endswith("ly") and _measure(word[:-2]) > 1 else word


def _action(word: str) -> str:
    """Take the noun of an action back to its verb, and verbs in `ate` to what they have in common with it."""
    if word.endswith("ization"):
        return word[:-5]
    for ending in ("ation", "ate"):
        if word.endswith(ending):
            root = word[: -len(ending)]
            if _measure(root) > 0:
                return root
            break
    if word.endswith(("sion", "tion")) and _measure(word[:-3]) > 1:
        return word[:-3]
    if word.endswith("ment") and _measure(word[:-4]) > 1:
        return word[:-4]
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
