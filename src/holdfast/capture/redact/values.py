"""Judge whether a piece of text could be a secret's value: placeholders, references and ordinary words are not.

Owns what a value looks like, wherever it was found; it knows nothing of names, rules or positions. It must stay cheap
and free of surprises: every check is linear in a value that the scanners have already bounded.
Neighbours: names.py judges what a value is assigned to, assignments.py brings the two together.
"""

from __future__ import annotations

import re
from math import log2


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# Words by which people mark a value as not real. Matched anywhere in the lower-cased value.
_MARKERS = (
    "example", "placeholder", "changeme", "change_me", "change-me", "changeit", "replaceme", "replace_", "replace-",
    "your_", "your-", "yourkey", "yourtoken", "yoursecret", "yourpass", "yourapi", "my-token", "my_token", "mytoken",
    "my-secret", "my_secret", "my-api", "my_api", "dummy", "redacted", "insert_", "insert-", "todo", "fixme", "sample",
    "notreal", "not-real", "not_real", "xxxx", "xxx-", "xxx_", "....", "****", "####", "____", "----", "_here", "-here",
    "goes_here", "foobar", "lorem", "censored", "filtered", "omitted", "hidden", "masked", "<", "${", "{{", "$(", "…",
)  # fmt: skip

# Words that stand where a value stands but say what kind of value it is.
_WORDS = _words(
    """true false null none nil undefined void yes no on off string str text int integer number float bool boolean
    object array list dict map any unknown required optional mandatory default value values empty unset password
    passwd pass passphrase secret secrets token tokens key keys apikey api_key user username login admin root test
    testing foo bar baz abc abcd qwerty guest hidden masked encrypted hashed plaintext invalid incorrect wrong missing
    expired revoked valid confirm confirmation current new old forgot reset change enter bearer basic digest oauth
    oauth2 jwt private public shared readonly writeonly sensitive varchar char type field label name id input output
    self this cls func function return await async const let var final static never always env environ config
    settings options params props data file path url uri host localhost header headers cookie session auto manual
    enabled disabled prompt ask keyring vault inherit same different protected temporary permanent important
    strong weak common generate generated random stdin stdout"""
)

_REFERENCE = re.compile(
    r"""(?:
      [$@%&*!:?\\~^].*                       # $VAR, @name, %s, &ref, *ptr, :bind
    | [A-Za-z_]\w*(?:(?:\.|::|->|\?\.)[A-Za-z_]\w*)+(?:[(\[].*)?   # a.b.c, A::b, a->b(
    | [A-Za-z_]\w*[(\[].*                    # call(…, index[…
    | \{.*\}? | \[.*\]? | <.*>? | \(.*\)?    # {…}, […], <…>
    | .*\$\{?\w*.*\}                         # …${X}…
    | (?:https?|file|ftp|s3|gs|mailto|arn|data|urn|vault|op|ref|env|secret|keychain|ssm|pass):/?/?\S*
    | [~.]{0,2}/(?:[\w.@-]+/)*[\w.@-]*       # a path
    | [A-Za-z]:\\.*                          # a path on Windows
    | -{1,2}[a-zA-Z][\w-]*                   # a flag
    | \d{1,7}(?:[.,:]\d+)*(?:[smhd]|ms|min|days?|bytes?|bits?|kb|mb|gb)?
    | v?\d+(?:\.\d+)+(?:[-+.]\w+)*           # a version
    | \d{4}-\d\d-\d\d(?:[T ].*)?             # a date
    )""",
    re.VERBOSE | re.DOTALL | re.IGNORECASE,
)
_WORD = re.compile(r"[A-Z]?[a-z]{3,}|[A-Z]{4,}")
_VOWEL = re.compile(r"[aeiouyAEIOUY]")
_CLUSTER = re.compile(r"[b-df-hj-np-tv-xzB-DF-HJ-NP-TV-XZ]{5,}")
_HEX = re.compile(r"(?:0x)?[0-9a-fA-F]+")
_UUID = re.compile(r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")


def entropy(value: str) -> float:
    """Return the Shannon entropy in bits per character."""
    size = len(value)
    if not size:
        return 0.0
    counts = [value.count(char) for char in set(value)]
    return -sum(n / size * log2(n / size) for n in counts)


def is_placeholder(value: str) -> bool:
    """Tell whether the value only marks where a secret would stand."""
    lower = value.lower()
    if lower in _WORDS or len(set(lower)) <= 2 or lower.strip("x*.-_#?0 ") == "":
        return True
    return any(marker in lower for marker in _MARKERS)


def is_reference(value: str) -> bool:
    """Tell whether the value names something else: a variable, a call, a path, an address, a number, a date."""
    return _REFERENCE.fullmatch(value) is not None


def is_hex(value: str) -> bool:
    """Tell whether the value is written in hexadecimal digits only."""
    return _HEX.fullmatch(value) is not None


def is_uuid(value: str) -> bool:
    """Tell whether the value is a UUID."""
    return _UUID.fullmatch(value) is not None


def share_of_words(value: str) -> float:
    """Return how much of the value is made of pieces that a person could pronounce."""
    worded = 0
    for match in _WORD.finditer(value):
        word = match[0]
        vowels = len(_VOWEL.findall(word))
        if 0.2 <= vowels / len(word) <= 0.7 and not _CLUSTER.search(word):
            worded += len(word)
    return worded / len(value) if value else 0.0


def looks_random(value: str, *, least: int = 10) -> bool:
    """Tell whether the value looks drawn at random rather than written by a person."""
    if len(value) < least or not value.isascii() or " " in value:
        return False
    digits = sum(map(str.isdigit, value))
    if digits == len(value):
        return False
    if is_uuid(value):
        return True
    if is_hex(value):
        return len(value) >= 16 and entropy(value) >= 2.5
    if not digits and (value.islower() or value.isupper() or len(value) < 16):
        return False
    return entropy(value) >= (2.8 if len(value) < 16 else 3.2) and share_of_words(value) < 0.45
