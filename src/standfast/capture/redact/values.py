"""Judge whether a piece of text could be a secret's value: placeholders, references and ordinary words are not.

Owns what a value looks like, wherever it was found; it knows nothing of names, rules or positions. It must stay cheap
and free of surprises: every check is linear in a value that the scanners have already bounded.
Neighbours: names.py judges what a value is assigned to, assignments.py brings the two together.
"""

from __future__ import annotations

from functools import cache
from operator import add

from standfast.capture.redact.lazy import compiled, words_of
from standfast.capture.redact.letters import ROWS

# Marks by which people say that a value is not real. Looked for anywhere in the lower-cased value.
_MARKS = (
    "example", "placeholder", "changeme", "change_me", "change-me", "changeit", "replaceme", "replace_", "replace-",
    "your_", "your-", "yourkey", "yourtoken", "yoursecret", "yourpass", "yourapi", "my-token", "my_token", "mytoken",
    "my-secret", "my_secret", "my-api", "my_api", "dummy", "redacted", "insert_", "insert-", "todo", "fixme", "sample",
    "notreal", "not-real", "not_real", "xxxx", "xxx-", "xxx_", "...", "****", "####", "____", "----", "_here", "-here",
    "goeshere", "foobar", "lorem", "censored", "filtered", "omitted", "hidden", "masked", "${", "{{", "$(", "…",
    "abcdefghijkl",
)  # fmt: skip

_WORD_MARKS = tuple(mark for mark in _MARKS if mark.isalnum())

# Words that stand where a value stands but say what kind of value it is.
_WORDS = words_of(
    " true false null none nil undefined void yes no on off string str text int integer number float bool boolean"
    " object array list dict map any unknown required optional mandatory default value values empty unset password"
    " passwd pass passphrase secret secrets token tokens key keys apikey api_key user username login admin root test"
    " testing foo bar baz abc abcd qwerty guest hidden masked encrypted hashed plaintext invalid incorrect wrong"
    " missing expired revoked valid confirm confirmation current new old forgot reset change enter bearer basic digest"
    " oauth oauth2 jwt private public shared readonly writeonly sensitive varchar char type field label name id input"
    " output self this cls func function return await async const let var final static never always env environ config"
    " settings options params props data file path url uri host localhost header headers cookie session auto manual"
    " enabled disabled prompt ask keyring vault inherit same different protected temporary permanent important strong"
    " weak common generate generated random stdin stdout hunter nopass nopassword passw pwd"
)
# Words of labels, of programs and of their parts: what has two of them is called so, and nobody chose it.
_PARTS = """about access account action active add address admin again agent alert all allow and any api app application
    apply arg array async attr auth auto aws azure back backend bad base basic batch bin bind block body boot bot
    bound box branch bucket build bus button cache call cert change char check class client cloud cluster code
    color column com command common config confirm connect console container content control core count cred creds
    cron current custom daemon data database date day debug default delete demo deploy desktop dev device dir
    disable disk display div docker does dom domain down driver drop dummy edit email enable encrypted end engine
    enter entry env error event exec expire external fail false field file filter find flag flow folder font foo
    for force forgot form format frame from func gateway gcp get git global grant grid group guest handler hash
    header help hidden hint home hook host html http https icon image import index info init inner input insecure
    internal invalid issue item job json key kube label last ldap left length level lib limit line link list load
    local lock log login long mail main manager map master match max menu message method min mode model module
    mongo monitor must mysql name nav net network new next nginx node none not null number oauth object off old
    once one only open operator option order origin other out output owner page panel param pass password passwd
    path pattern pin plain plan plugin pod policy pool port post postgres prefix prev primary private prod
    production profile project prompt prop proxy public push pwd query queue quick random range rate read record
    redis ref region registry release remote remove repeat replica report request require required reset resource
    result retry return right role root route row rule run safe same save schema scope script search secret
    section secure select self send server service session set setting setup shared shell short show sign simple
    single site size skip smtp some sort source spec spring sql ssh ssl stack stage staging start state static
    status stop storage store stream string strong style sub svc switch sync system table tag target task team
    temp template tenant term test testing text the this time title tls token tool top trace tree true type unit
    update upload url use used user using utf validation value var vault verify version view volume wait warn was
    watch weak web when width window with without word work worker write wrong xml yaml year yes your zone"""
_TEMPLATE = r"\{[\w.:!]{0,40}\}|%\(\w{1,40}\)"
_ROOTS = r"/(?:tmp|usr|home|etc|var|opt|run|proc|sys|dev|mnt|root|srv|app|data|Users|bin|lib|workspace|build|path)/"
_DOTTED = r"[A-Za-z_]\w*(?:(?:\.|::|->|\?\.)[A-Za-z_]\w*)*(?:[(\[].*)?"
_NUMBER = r"v?\d{1,7}[a-zA-Z%]{0,5}|v?\d+(?:[.,]\d+)+(?:[-+.]\w+)*|\d{4}-\d\d-\d\d(?:[T ].*)?|0x[0-9a-fA-F]{1,16}"
_SCHEMES = ("mailto:", "data:", "arn:", "urn:", "vault:", "op:", "ssm:", "env:", "file:", "pass:", "secret:", "sha256:")
_WORD = r"[A-Z]?[a-z]{3,}|[A-Z]{4,}"
_UUID = r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}"
_CORE = r"[A-Za-z0-9]+"
_SYNTAX = r"[\s\\]|\[|\(\?|://|\$\{|%[sd]|\w\(\)|->|::"
_BASE64 = r"[A-Za-z0-9+/]+={0,2}"
_GROUPS = r"[A-Za-z0-9]{3,12}(?:-[A-Za-z0-9]{3,12}){2,8}"
_OUTSIDE = r"[\s\[\](){}|^\\<>\"'`,;]"
_LONGEST_TEXT = 65536
_HEX = frozenset("0123456789abcdefABCDEF")
_VOWELS = frozenset("aeiouyAEIOUY")


_strict = 1.0


class strictness:  # noqa: N801 (used as a verb: `with strictness(0.8)`)
    """Judge randomness more or less strictly for a while: what a measure of the thresholds needs, and nothing else."""

    __slots__ = ("_before", "_factor")

    def __init__(self, factor: float) -> None:
        """Keep the factor on every threshold."""
        self._factor = self._before = factor

    def __enter__(self) -> None:
        """Begin."""
        global _strict
        self._before, _strict = _strict, self._factor

    def __exit__(self, *_: object) -> None:
        """End."""
        global _strict  # noqa: PLW0603
        _strict = self._before


class _Logs(dict[int, float]):
    """Hold n log2 n, worked out once for each n: entropy is asked for every candidate in a text."""

    def __missing__(self, count: int) -> float:
        from math import log2  # a shared object: loading it is dear, and most texts never come here

        found = self[count] = count * log2(count) if count else 0.0
        return found


class _Pairs(dict[str, float]):
    """Hold how strange it is that one character follows another; there are few pairs, and texts have many."""

    def __missing__(self, pair: str) -> float:
        found = self[pair] = _strange(pair[0], pair[1])
        return found


_LOGS = _Logs()
_PAIRS = _Pairs()


def entropy(value: str) -> float:
    """Return the Shannon entropy in bits per character."""
    size = len(value)
    repeats = sum(map(_LOGS.__getitem__, map(value.count, set(value))))
    return (_LOGS[size] - repeats) / size if size else 0.0


def is_varied(value: str, least: float) -> bool:
    """Tell whether the entropy reaches this much; how many different characters there are mostly says it already."""
    size = len(value)
    repeats = size + 1 - len(set(value))  # of one character, at the worst
    return size > 0 and ((_LOGS[size] - _LOGS[repeats]) / size >= least or entropy(value) >= least)


def is_placeholder(value: str) -> bool:
    """Tell whether the value only marks where a secret would stand."""
    lower = value.lower()
    return lower in _WORDS or len(set(lower)) <= 2 or not lower.strip("x*.-_#?0 ") or is_marked(value, lower)


def is_marked(value: str, lower: str) -> bool:
    """Tell whether the value says itself that it is not real, or is filled in later."""
    if (value[0] in "<[{(" and value[-1] in ">]})") or value[:1] == value[-1:] == "%" or value[0] == value[-1] == "_":
        return True
    if "{" in value and compiled(_TEMPLATE).search(value):
        return True
    # The most frequent question of all; letters and digits alone hold few marks.
    return any(map(lower.__contains__, _WORD_MARKS if lower.isalnum() else _MARKS))


@cache
def _parts() -> frozenset[str]:
    return words_of(_PARTS)


def is_phrase(value: str) -> bool:
    """Tell whether a value is four or more plain words joined by hyphens, as dice draw them, and names no part."""
    words = value.split("-")
    if not 4 <= len(words) <= 10 or len(set(words)) < len(words) or not value.isascii() or not value.islower():
        return False
    return all(word.isalpha() and 3 <= len(word) <= 10 for word in words) and len(_parts().intersection(words)) < 2


def is_named(value: str) -> bool:
    """Tell whether words joined by hyphens are all those of labels and programs: nobody chose them."""
    return _parts().issuperset(value.lower().split("-"))


def is_reference(value: str, *, quoted: bool = True) -> bool:
    """Tell whether the value names something else: a variable, a call, a path, an address, a number, a date."""
    first = value[0]
    if first in ("{[<(" if quoted else "{[<(@&*!:?^|~") or "://" in value or value.startswith(_SCHEMES):
        return True
    if first in "^~" and compiled(_NUMBER).fullmatch(value, 1):  # a range of versions
        return True
    if first == "#" and len(value) in (4, 7, 9) and is_hex(value[1:]):  # a colour
        return True
    if first in "$%#" and (value[1:2] in ("{", "(", "") or value[1:].replace("_", "").isalpha()):
        return True
    if first in "/.~" and "/" in value and _is_path(value):
        return True
    if value[1:3] == ":\\" or value.startswith("--"):
        return True
    if first.isdigit() or first == "v":
        return compiled(_NUMBER).fullmatch(value) is not None
    if value.isalnum():
        return False
    dotted = compiled(_DOTTED).fullmatch(value)
    return dotted is not None and ("." in value or "(" in value or "[" in value or "::" in value or "->" in value)


def _is_path(value: str) -> bool:
    if value.startswith(("./", "../", "~/")) or compiled(_ROOTS).match(value):
        return True
    return value.count("/") > 1 and share_of_words(value) > 0.3


def is_hex(value: str) -> bool:
    """Tell whether the value is written in hexadecimal digits only."""
    return _HEX.issuperset(value)


def is_uuid(value: str) -> bool:
    """Tell whether the value is a UUID."""
    return len(value) == 36 and compiled(_UUID).fullmatch(value) is not None


def share_of_words(value: str) -> float:
    """Return how much of the value is made of pieces that a person could pronounce."""
    worded = 0
    for word in compiled(_WORD).findall(value):
        vowels = run = longest = 0
        for char in word:
            if char in _VOWELS:
                vowels, run = vowels + 1, 0
            else:
                run += 1
                longest = max(longest, run)
        if 0.15 <= vowels / len(word) <= 0.7 and longest < 5:
            worded += len(word)
    return worded / len(value) if value else 0.0


def strangeness(value: str) -> float:
    """Return how many nats speak for letters and digits drawn at random, against words and identifiers."""
    return sum(map(_PAIRS.__getitem__, map(add, value, value[1:])))


def _strange(a: str, b: str) -> float:
    if a.isascii() and b.isascii() and a.isalpha() and b.isalpha():
        if a.islower() and b.isupper():
            return 0.5
        return (80 - ord(ROWS[ord(a.lower()) - 97][ord(b.lower()) - 97])) / 10
    return 1.0 if a.isalnum() and b.isalnum() and a.isalpha() != b.isalpha() else 0.0


def looks_random(value: str, *, least: int = 10, share: float = 0.15) -> bool:
    """Tell whether the value looks drawn at random rather than written by a person.

    `share` is how strange each character must be: random letters and digits reach 0.8, words stay below zero.
    """
    if len(value) < least or not value.isascii() or compiled(_OUTSIDE).search(value):
        return False
    digits = sum(map(str.isdigit, value))
    if is_hex(value):
        return len(value) >= 16 and 0 < digits < len(value) and is_varied(value, 2.5)
    core = max(compiled(_CORE).findall(value), key=len, default="")
    if len(core) < 8:
        return is_uuid(value) or _is_grouped(value, digits)
    if not digits:
        return len(core) >= 16 and is_varied(value, 3) and strangeness(core) >= 0.35 * len(core)
    if core.isdigit() and len(core) * 2 > len(value):
        return False
    return is_varied(value, 2.8 if len(value) < 16 else 3.2) and strangeness(value) >= _strict * share * len(value) + 1


def _is_grouped(value: str, digits: int) -> bool:
    """Tell whether the value is written in groups like a licence key."""
    if digits < 3 or len(value) < 14 or not compiled(_GROUPS).fullmatch(value):
        return False
    return is_varied(value, 3.0) and strangeness(value) >= 0.15 * len(value)


def is_jumbled(value: str) -> bool:
    """Tell whether small and capital letters, and nothing else, were drawn at random: `qZAFODAJyxwFMI`."""
    cased = not (value.islower() or value.isupper())
    return len(value) >= 12 and value.isascii() and value.isalpha() and cased and strangeness(value) >= 0.4 * len(value)


def is_humped(value: str) -> bool:
    """Tell whether letters of both cases stand as in no name: where only a password can stand, little speaks for one.

    Names written in humps (`currentUserPass`) are at -0.3 a letter or below, and are made of words.
    """
    cased = not (value.islower() or value.isupper() or value.istitle())
    if len(value) < 10 or not cased or not value.isascii() or not value.isalpha():
        return False
    return strangeness(value) >= 0 and share_of_words(value) <= 0.6


def is_scrambled(value: str) -> bool:
    """Tell whether a quoted value is random with marks of every kind, as frameworks generate their keys."""
    value = value.removeprefix("django-insecure-")
    if len(value) < 24 or not value.isascii():
        return False
    # Forty marks that hardly repeat are no pattern and no sentence either, whatever brackets they hold.
    if compiled(_SYNTAX).search(value) and (len(value) < 40 or not is_varied(value, 4.6)):
        return False
    digits = sum(map(str.isdigit, value))
    return 0 < digits < len(value) and is_varied(value, 3.8) and strangeness(value) >= 0.15 * len(value)


def _decoded(value: str) -> str:
    """Return the plain text that the value holds in base64, or nothing."""
    if not 8 <= len(value) <= 512 or not compiled(_BASE64).fullmatch(value):
        return ""
    from binascii import Error, a2b_base64

    try:
        plain = a2b_base64(value + "=" * (-len(value) % 4))
    except Error:
        return ""
    return plain.decode("ascii") if plain.isascii() and plain.decode("ascii").isprintable() else ""


def decode_text(value: str) -> str:
    """Return the text, of one line or many, that a long value holds in base64, or nothing."""
    if len(value) > _LONGEST_TEXT or not compiled(_BASE64).fullmatch(value) or value.isalpha() or is_hex(value):
        return ""
    from binascii import Error, a2b_base64

    try:
        if not a2b_base64(value[:16]).isascii():  # most are not even this
            return ""
        plain = a2b_base64(value + "=" * (-len(value) % 4))
        return plain.decode("ascii") if all(sign >= 32 or sign in b"\t\r\n" for sign in plain) else ""
    except (Error, ValueError):
        return ""


def holds_basic(value: str) -> bool:
    """Tell whether the value is `user:password` in base64, as basic authentication writes it."""
    return ":" in _decoded(value)


def holds_text(value: str) -> bool:
    """Tell whether the value is a sentence in base64."""
    return " " in decode_text(value)


def is_random(value: str) -> bool:
    """Tell whether the value could hardly be anything but drawn at random: long, mixed, and unpronounceable.

    In 12 MB of code, documentation, commit messages and transcripts nothing but digests, identifiers and encoded
    content reaches these shares; each kind of character that is missing must be made up for.
    """
    size = len(value)
    if size < 16:
        return False
    digits = sum(map(str.isdigit, value))
    cased = not (value.islower() or value.isupper())
    if not (digits or cased) or digits * 2 > size + 8:  # most names end here
        return False
    if digits and cased:
        share = 0.3
    elif digits > 1:
        share = 0.45
    elif cased and size >= 20:
        share = 0.55
    else:
        return False
    if strangeness(value) < _strict * share * size or is_hex(value.removeprefix("0x")) or is_uuid(value):
        return False
    # Names are made of shorter pieces.
    core = max(map(len, compiled(_CORE).findall(value)), default=0)
    return core >= 12 and is_varied(value, 3.1 if size < 24 else 3.4)
