"""Look at what stands around a run: what excuses a random one, and what gives a plain one away.

Owns the words that make a run a digest, an identifier or content, and those that make it a secret. It looks backwards
over a bounded stretch of the lower-cased text. Neighbours: runs.py asks, values.py judges the run by itself.
"""

from __future__ import annotations

from standfast.capture.redact.identifiers import HINTS, is_id
from standfast.capture.redact.lazy import compiled, words_of
from standfast.capture.redact.names import SERVICES
from standfast.capture.redact.values import holds_text, is_reference, is_uuid, is_varied, share_of_words

# How encoded pictures, documents, archives, fonts, programs, public keys and content ids begin.
_CONTENT = (
    "iVBORw0KGgo", "/9j/", "R0lGOD", "UklGR", "PHN2Zy", "PD94bW", "JVBERi0", "UEsDB", "H4sI", "d09GR", "T2dnUw",
    "SUQz", "TVqQ", "f0VMR", "AGFzbQ", "AAAA", "MII", "LS0t", "xpub", "data", "_ZN", "_R",
    "b3BlbnNzaC1rZXkt",
)  # fmt: skip
_LONG_CONTENT = ("Qk0", "mQ", "Qm")  # two letters begin a token as well; content is longer
_LONG = 44
# Words about secrets.
_TELLING = (
    r"(?<![a-z])(?:pass(?:word|wd|phrase|code)?|pwd|secrets?|tokens?|api[ _-]?keys?|apikeys?|keys?|auth\w{0,14}"
    r"|cred\w{0,10}|bearer|jwt|private|licen[cs]e|webhooks?|sid|client[ _-]?id|access|login|api)"
    r"(?![a-z])"
)
_JUST_BEFORE = (
    r"(?:(?:secret|token|password|private|access|api|auth)[ _-]?(?:key|token|code)?|credentials?|login"
    r"|(?<!the )(?<![a-z])key)"
    r"(?: (?:for|of|to|on) (?:the )?[\w.-]{1,30})?[\"'`*]{0,3}[\s._-]{0,3}(?:[:=|,]|is)?[\s]{0,3}[\"'`*]{0,3}\Z"
)
# A name that the run is given to, or a word that a quoted run follows, and what stands between the two.
_GIVEN = (
    r"(?<![\w/@.-])(?P<name>[a-z][\w.-]{1,40})\\?[\"'`*\])]{0,3}"
    r"(?:[ \t]{0,4}(?P<op>[:?]{0,3}=|=>|:|\(|\|)[ \t]{0,4}|[ \t]{1,4}(?=[\"'`]))\\?[\"'`*]{0,3}\Z"
)
_NOT_A_KEY = words_of(
    """id hash hashes hashed sha md md5 digest checksum integrity etag rev commit content data image img icon font src
    href url uri body payload blob file path class style signature public nonce cursor fingerprint name version charset
    alphabet release base64 encoded csrf xsrf authenticity chars expected hex bytes buffer certificate cert svg uuid
    guid ref text message html sourcemap boundary thumbprint test tag branch tree parent merge fix depends reapply
    cherry change object oid crc vector git head block tx address color input output result want got actual assert
    opaque trace span request layer snapshot container format magic verification websocket ulid target"""
)
_PARTS = tuple(sorted(word for word in _NOT_A_KEY if len(word) > 4))  # one of these in a word makes it one of them
# "commitsha" ends with what it is; "latest" and "digit" only end with the same letters.
_ENDS = tuple(sorted(word for word in _NOT_A_KEY if 2 < len(word) <= 4 and word not in {"test", "git", "got", "head"}))
_NOT_A_KEY_AT_END = ("id", "ids", "sum", "base", "session", "list")
_NOT_TELLING = (
    r"(?:commit|sha\d*|md5|hash\w{0,3}|digest|checksum|integrity|rev(?:ision)?|etag|blob|tree|merge|fixes|cherry|change-id"
    r"|uuid|guid|fingerprint|thumbprint|public|pub|keyid|key[ _-]id|bug|https?:/|path|file|dir|image|cache|build"
    r"|ssh-\w{3,8}|version|nonce|object|oid|container|layer|snapshot|request|trace|span|recv-keys)"
)
_ETAGS = ('w/"', 'w/\\"', "'\"", '`"')  # the version of a page is quoted once more
_QUOTES = ("'", '"', "`")
_AROUND = "\"'`, \t\r+\\;()"  # what a line of a block may be written with
_DIGEST_BEFORE = ("sha", "sha1", "sha256", "sha384", "sha512", "md5", "h1", "blake2", "blake3", "integrity", "hash")
_PUBLIC_BEFORE = ("ssh-rsa", "ssh-dss", "ssh-ed25519", "-nistp256", "-nistp384", "-nistp521")


def is_content(value: str) -> bool:
    """Tell whether a run begins as encoded content does, or holds zeros in base64."""
    return value.startswith(_CONTENT) or "AAAA" in value or (len(value) >= _LONG and value.startswith(_LONG_CONTENT))


def is_about_content(name: str) -> bool:
    """Tell whether the name is one of a digest, an identifier or content: random, and no secret."""
    lower = name.lower()
    if lower.endswith(_NOT_A_KEY_AT_END) or any(map(lower.__contains__, _PARTS)):
        return True
    words = [word.rstrip("0123456789") or word for word in compiled(r"[a-z0-9]+").findall(lower)]
    return any(word in _NOT_A_KEY or word.removesuffix("s") in _NOT_A_KEY or word.endswith(_ENDS) for word in words)


def _given_to(lower: str, start: int) -> str:
    """Return the name that the run is given to, on the same line, or nothing."""
    quoted = lower[start - 1 : start] in _QUOTES
    if not quoted and lower[max(0, start - 8) : start].rstrip(" \t\"'`*\\")[-1:] not in ("=", ":", "(", "|", ">"):
        return ""  # most runs: a pattern that must end here would be tried at every place before
    low = max(lower.rfind("\n", max(0, start - 64), start) + 1, start - 64, 0)
    given = compiled(_GIVEN).search(lower, low, start)
    if given is None:
        return ""
    inner = (
        given.end() == given.end("op") and given["op"] == ":" and lower[given.start() - 1 : given.start()] in _QUOTES
    )
    return (_given_to(lower, given.start()) if inner else "") or given["name"]  # `"fromId": "shape:…"` is an id


def is_excused(lower: str, start: int, value: str) -> bool:
    """Tell whether a random run is a digest, an identifier, content, or part of a path."""
    if "/" in value and ("." in value or share_of_words(value) > 0.4):
        return True
    if "." in value and (is_reference(value) or share_of_words(value) > 0.4):
        return True
    if is_id(value):
        return True
    name = _given_to(lower, start)
    if name and is_about_content(name):
        return True
    before = lower[max(0, start - 24) : start]
    if before.endswith(_ETAGS):
        return True
    if before[-1:] in ("@", "#", "%") or before.rstrip(" \t-:=/~\"'(").endswith(_DIGEST_BEFORE + _PUBLIC_BEFORE):
        return True
    return is_part_of_block(lower, start, value) or holds_text(value)


def is_part_of_block(lower: str, start: int, value: str) -> bool:
    """Tell whether a run has its line to itself and lines of the same kind around it: encoded content, not a token."""
    end = start + len(value)
    above = lower[max(0, start - 160) : start].rstrip(_AROUND)
    below = lower[end : end + 160].lstrip(_AROUND)
    if above[-1:] not in ("\n", "") or below[:1] not in ("\n", ""):
        return False
    beside = above.rstrip(_AROUND + "\n").rsplit(None, 1)[-1:] + below.lstrip(_AROUND + "\n").split(None, 1)[:1]
    return any(len(piece.strip(_AROUND)) >= 40 and "=" not in piece[:30] and ":" not in piece for piece in beside)


def could_be_meant(lower: str, start: int, value: str) -> bool:
    """Tell cheaply whether anything before or in the run could give it a meaning: most runs end here."""
    before = lower[max(0, start - 64) : start + (len(value) - 16 if len(value) >= 24 else 0)]
    if lower[max(0, start - 4) : start].rstrip(" \t\"'\\`*").endswith((":", "=", ">", "(", "|", "'", '"', "`")):
        return True
    for word in HINTS:  # noqa: SIM110 (this is asked for every path and name in a text)
        if word in before:
            return True
    return False


def is_given(lower: str, start: int, value: str) -> bool:
    """Tell whether a run of hexadecimal digits is given to a name that is not one of a digest or an object."""
    if not 24 <= len(value) <= 512 or not is_varied(value, 2.8) or value.isdigit():
        return False
    name = _given_to(lower, start)
    if not name or is_about_content(name) or compiled(_NOT_TELLING).search(lower, max(0, start - 64), start):
        return False
    # Forty digits are a commit's name unless they are quoted or written in both cases.
    if compiled(_TELLING).search(name):
        return True
    return len(value) != 40 or lower[start - 1 : start] in ("'", '"', "`") or not (value.islower() or value.isupper())


def is_answer(lower: str, start: int, value: str) -> bool:
    """Tell whether a run has a line to itself, below one that ends in a colon and mentions a secret."""
    line = lower.rfind("\n", 0, start)
    if (
        line < 0
        or lower[line:start].strip()
        or lower[start + len(value) : start + len(value) + 1] not in ("", "\n", "\r")
    ):
        return False
    above = lower[max(0, line - 160) : line].rstrip()
    if not above.endswith(":"):
        return False
    above = above[above.rfind("\n") + 1 :]
    return compiled(_TELLING).search(above) is not None and compiled(_NOT_TELLING).search(above) is None


def is_for_service(lower: str, start: int) -> bool:
    """Tell whether the run is given to something named after a service whose keys look like nothing in particular."""
    name = _given_to(lower, start)
    if not name or is_about_content(name) or compiled(_NOT_TELLING).search(lower, max(0, start - 64), start):
        return False
    return not SERVICES.isdisjoint(compiled(r"[a-z0-9]{3,24}").findall(name))


def is_announced(lower: str, start: int, value: str, *, plain: bool = False) -> bool:
    """Tell whether a word about secrets stands shortly before, just before a plain one, and none about digests."""
    low = max(0, start - (32 if plain else 60))
    line = lower.rfind("\n", low, start)
    if line >= 0:
        low = line + 1 if lower[line + 1 : start].strip(" \t\"'") else max(low, lower.rfind("\n", low, line) + 1)
    before = lower[low:start]
    words = compiled(_JUST_BEFORE if plain else _TELLING).search(before)
    if words is None or compiled(_NOT_TELLING).search(before):
        return False
    return not words[0].startswith("key") or not is_uuid(value)  # a UUID is the key of a row
