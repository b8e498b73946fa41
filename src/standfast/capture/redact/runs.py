"""Find tokens that nothing announces: runs of characters drawn at random, whatever they are called.

Owns what is judged from a long run of characters without spaces; prose has few of those, so each can be looked at with
care. A random run is a secret unless something excuses it: it is a digest, an identifier, encoded content, a part of an
address. A run of hexadecimal digits, or one only half random, is the other way round: it needs a name or a word about
secrets before it. Neighbours: shapes.py knows the announced ones, values.py judges randomness, engine.py collects.
"""

from __future__ import annotations

from standfast.capture.redact.lazy import compiled
from standfast.capture.redact.names import SERVICES
from standfast.capture.redact.values import (
    entropy,
    holds_text,
    is_hex,
    is_placeholder,
    is_random,
    is_reference,
    is_uuid,
    looks_random,
    share_of_words,
)
from standfast.capture.redact.weigh import is_made_up

TYPE_CHECKING = False
if TYPE_CHECKING:
    from standfast.capture.redact.known import Known

    Span = tuple[int, int, str]

_RUN = r"[^\s\"'`<>(){}\[\],;|\0\\]{13,}"
_PIECE = r"[A-Za-z0-9_\-+/~.]{16,400}={0,2}"
_SEGMENT = r"[A-Za-z0-9_\-+~]{16,400}={0,2}"
_JUDGED = 96  # as much of a run is enough to judge it by
_LONGEST = 200  # a longer run that nothing speaks for is content
_PREFIXED = r"(?P<kind>[A-Za-z][A-Za-z0-9]{0,15})[_-](?:[A-Za-z0-9]{1,16}[_-])?[A-Za-z0-9]{14,200}"
# What names objects at the vendors that write identifiers as they write keys.
_IDENTIFIERS = frozenset(
    """toolu msg req call chatcmpl cmpl asst run thread file resp item cus pi pm ch evt in sub price prod acct org proj
    user team usr ses step batch conv job task build dpl prj vol net rtr subnet sg ami eni vpc img inst seti si txn po py
    card src tok_visa ba cs_id ev obj doc page node rec tbl app fld viw wsp ticket issue srvtoolu container snap lt igw
    bundle chunk vendor main index style assets css js mod id uid guid uuid gid pid sid rid tid eid commit sha rev
    version v ref refs hash etag trace span""".split()
)
# How encoded pictures, documents, archives, fonts, programs, public keys and content ids begin.
_CONTENT = (
    "iVBORw0KGgo", "/9j/", "R0lGOD", "UklGR", "PHN2Zy", "PD94bW", "Qk0", "JVBERi0", "UEsDB", "H4sI", "d09GR", "T2dnUw",
    "SUQz", "TVqQ", "f0VMR", "AGFzbQ", "AAAA", "MII", "mQ", "LS0t", "Qm", "xpub", "data", "_ZN", "_R",
)  # fmt: skip
_DIGESTS = ("sha1", "sha256", "sha384", "sha512", "md5", "data:", "h1:", "blake", "sha-", "SHA256:", "SHA512:", "MD5:")
# Words about secrets.
_TELLING = (
    r"(?<![a-z])(?:pass(?:word|wd|phrase|code)?|pwd|secrets?|tokens?|api[ _-]?keys?|apikeys?|keys?|auth\w{0,14}"
    r"|cred\w{0,10}|bearer|jwt|private|licen[cs]e|webhooks?|sid|client[ _-]?id|access|login|api)"
    r"(?![a-z])"
)
_HINTS = (
    "pass", "pwd", "secret", "token", "key", "auth", "cred", "bearer", "jwt", "priv", "licen", "webhook", "sid",
    "client", "access", "login", "api",
)  # fmt: skip
_JUST_BEFORE = (
    r"(?:(?:secret|token|password|private|access|api|auth)[ _-]?(?:key|token|code)?|credentials?|login|(?<!the )(?<![a-z])key)"
    r"(?: (?:for|of|to|on) (?:the )?[\w.-]{1,30})?[\"'`*]{0,3}[\s._-]{0,3}(?:[:=|,]|is)?[\s]{0,3}[\"'`*]{0,3}\Z"
)
# A run that says itself what it holds: `acme-token-…`, `acmeSECRET.…`.
_SELF_SAID = (
    r"(?i:secret|token|apikey|api[_-]key|access|private|password|passwd|(?<![a-z])key)(?i:[_.-]?(?:key|token|access|secret|id)){0,2}"
    r"[-_.:=](?P<body>(?=[A-Za-z.-]{0,200}[0-9])[A-Za-z0-9.-]{16,200})\Z"
)
# A name that the run is given to, or a word that a quoted run follows, and what stands between the two.
_GIVEN = (
    r"(?<![\w/@.-])(?P<name>[a-z][\w.-]{1,40})\\?[\"'`*\])]{0,3}"
    r"(?:[ \t]{0,4}(?P<op>:?=|=>|:|\(|\|)[ \t]{0,4}|[ \t]{1,4}(?=[\"'`]))\\?[\"'`*]{0,3}\Z"
)
_NOT_A_KEY = (
    r"id$|ids$|_id|id_|hash|sha|md5|digest|checksum|integrity|etag|rev|commit|content|data|image|img|icon|font|src|href"
    r"|url|uri|body|payload|blob|file|path|class|style|signature|public|nonce|cursor|fingerprint|name|version|charset"
    r"|alphabet|release|base64|encoded|csrf|xsrf|authenticity|chars|expected|hex|bytes|buffer|certificate|cert|svg|uuid"
    r"|guid|ref|text|message|html|sourcemap|boundary|thumbprint|test|tag|branch|tree|parent|merge|fix|depends|reapply"
    r"|revert|cherry|change|object|oid|digests?|crc|salt_hex|vector|sum$|git|head|base$|block|tx|address|color|input"
    r"|output|result|want|got|actual|assert|trace|span|request|session$|layer|snapshot|container|format|magic|seed_hex"
)
_NOT_TELLING = (
    r"(?:commit|sha\d*|md5|hash\w{0,3}|digest|checksum|integrity|rev(?:ision)?|etag|blob|tree|merge|fixes|cherry|change-id"
    r"|uuid|guid|fingerprint|thumbprint|public|pub|keyid|key[ _-]id|bug|https?:/|path|file|dir|image|cache|build"
    r"|ssh-\w{3,8}|version|nonce|object|oid|container|layer|snapshot|request|trace|span|recv-keys)"
)
_DIGEST_BEFORE = r"(?:sha\d{0,3}|md5|h1|blake\w{0,3}|integrity|hash|ssh-\w{2,8}|ecdsa-[\w-]{2,30})[^\w\n]{1,4}\Z"


def is_about_content(name: str) -> bool:
    """Tell whether the name is one of a digest, an identifier or content: random, and no secret."""
    return compiled(_NOT_A_KEY).search(name.lower()) is not None


def list_runs(text: str) -> list[tuple[int, str]]:
    """Return the stretches that are long enough to hold a token, and where they begin."""
    runs: list[tuple[int, str]] = []
    at = 0
    for word in text.split():
        if len(word) >= 13:  # the pattern alone would walk every shorter word once for each of its letters
            at = text.find(word, at)
            runs += [(at + m.start(), m[0]) for m in compiled(_RUN).finditer(word)]
            at += len(word)
    return runs


def find_runs(
    lower: str, runs: list[tuple[int, str]], found_by_name: list[Span], known: Known | None, *, alone: bool = True
) -> list[Span]:
    """Return the spans of tokens found by their randomness; what a name gave away already is not judged.

    `alone` says that a random run may be taken for a secret although nothing speaks for it.
    """
    found: list[Span] = []
    last = 0
    for start, body in runs:
        if known is not None:
            found += known.find(start, body)
        if body.startswith(_DIGESTS):
            continue
        low, pieces = _past_address(body)
        for piece in compiled(pieces).finditer(body, low):
            while last < len(found_by_name) and found_by_name[last][1] < start + piece.end():
                last += 1
            if last < len(found_by_name) and found_by_name[last][0] <= start + piece.start():
                continue
            value = piece[0].rstrip(".-/_")
            rule = _judge(lower, start + piece.start(), value, alone=alone)
            if rule:
                found.append((start + piece.start(), start + piece.start() + len(value), rule))
    return found


def _past_address(body: str) -> tuple[int, str]:
    """Return where judging begins and what a piece is: in an address only what is asked for, unless it calls something."""
    at = body.find("://")
    if at < 0:
        return 0, _PIECE
    if "hook" in body or "/api/" in body or "token" in body:
        return at + 3, _SEGMENT
    asked = body.find("?", at)
    return (asked if asked >= 0 else len(body)), _PIECE


def _judge(lower: str, start: int, value: str, *, alone: bool) -> str:
    """Return the rule by which a run is a secret, or nothing."""
    if len(value) < 16 or value.isalpha() and len(value) < 20:
        return ""
    head = value[:_JUDGED]
    if is_random(head):
        if value.startswith(_CONTENT) or "AAAA" in value or is_placeholder(value):
            return ""
        if alone and len(value) <= _LONGEST and not _is_excused(lower, start, value):
            return "random-string"
    elif not _could_be_meant(lower, start, value) or value.startswith(_CONTENT):
        return ""
    elif is_placeholder(value) and not is_made_up(value):
        return ""
    if value[0] == "/" and is_reference(value):
        return ""
    said = compiled(_SELF_SAID).search(value) if len(value) >= 24 else None
    if said and (is_hex(said["body"]) or is_uuid(said["body"]) or share_of_words(said["body"]) < 0.15):
        return "secret"
    prefixed = compiled(_PREFIXED).fullmatch(value)
    if prefixed and _is_hex_key(value, prefixed["kind"]):
        return "token"
    if (is_hex(value) or _is_mixed(value)) and _is_given(lower, start, value):
        return "secret"
    if is_hex(value) or is_uuid(value) or is_made_up(value):
        said = _is_announced(lower, start, value, plain=True) or _is_answer(lower, start, value) or _is_for_service(lower, start)
        return "secret" if said else ""
    return "secret" if looks_random(head, least=16, share=0.25) and _is_announced(lower, start, value) else ""


def _is_excused(lower: str, start: int, value: str) -> bool:
    """Tell whether a random run is a digest, an identifier, content, or part of a path."""
    if "/" in value and ("." in value or share_of_words(value) > 0.25):
        return True
    if "." in value and (is_reference(value) or share_of_words(value) > 0.4):
        return True
    prefixed = compiled(_PREFIXED).fullmatch(value)
    if (prefixed and prefixed["kind"].lower() in _IDENTIFIERS) or value[:4].lower() == "xn--":
        return True
    low = max(lower.rfind("\n", max(0, start - 64), start) + 1, start - 64, 0)
    given = compiled(_GIVEN).search(lower, low, start)
    if given and is_about_content(given["name"]):
        return True
    if compiled(_DIGEST_BEFORE).search(lower, max(low, start - 40), start) or lower[start - 1 : start] in ("@", "#", "%"):
        return True
    return _is_part_of_block(lower, start, value) or holds_text(value)


def _is_part_of_block(lower: str, start: int, value: str) -> bool:
    """Tell whether lines of the same kind stand above or below: encoded content rather than a token."""
    end = start + len(value)
    above = lower[max(0, start - 160) : start].rstrip("\"'`, \t\n+\\").rsplit(None, 1)[-1:]
    below = lower[end : end + 160].lstrip("\"'`, \t\r\n+\\n").split(None, 1)[:1]
    return any(len(piece.strip("\"'`,")) >= 40 and "=" not in piece[:30] and ":" not in piece for piece in above + below)


def _could_be_meant(lower: str, start: int, value: str) -> bool:
    """Tell cheaply whether anything before or in the run could give it a meaning: most runs end here."""
    before = lower[max(0, start - 64) : start + (len(value) - 16 if len(value) >= 24 else 0)]
    if lower[max(0, start - 4) : start].rstrip(" \t\"'\\`*").endswith((":", "=", ">", "(", "|", "'", '"', "`")):
        return True
    for word in _HINTS:  # noqa: SIM110 (this is asked for every path and name in a text)
        if word in before:
            return True
    return False


def _is_given(lower: str, start: int, value: str) -> bool:
    """Tell whether a run of hexadecimal digits is given to a name that is not one of a digest or an object."""
    if not 24 <= len(value) <= 512 or entropy(value) < 2.8 or value.isdigit():
        return False
    low = max(lower.rfind("\n", max(0, start - 64), start) + 1, start - 64, 0)
    given = compiled(_GIVEN).search(lower, low, start)
    if given is None or is_about_content(given["name"]) or compiled(_NOT_TELLING).search(lower, low, start):
        return False
    # Forty digits are a commit's name unless they are quoted or written in both cases.
    if compiled(_TELLING).search(given["name"]):
        return True
    return len(value) != 40 or lower[start - 1 : start] in ("'", '"', "`") or not (value.islower() or value.isupper())


def _is_hex_key(value: str, kind: str) -> bool:
    """Tell whether hexadecimal digits stand behind a prefix as vendors write it, and not one of a file or an object."""
    body = value[max(value.rfind("_"), value.rfind("-")) + 1 :]
    if len(body) < 32 or not is_hex(body) or body.isdigit() or body.isalpha():
        return False
    return "_" in value and kind.lower() not in _IDENTIFIERS and not is_about_content(kind)


def _is_answer(lower: str, start: int, value: str) -> bool:
    """Tell whether a run has a line to itself, below one that ends in a colon and speaks of a secret."""
    line = lower.rfind("\n", 0, start)
    if line < 0 or lower[line:start].strip() or lower[start + len(value) : start + len(value) + 1] not in ("", "\n", "\r"):
        return False
    above = lower[max(0, line - 160) : line].rstrip()
    if not above.endswith(":"):
        return False
    above = above[above.rfind("\n") + 1 :]
    return compiled(_TELLING).search(above) is not None and compiled(_NOT_TELLING).search(above) is None


def _is_for_service(lower: str, start: int) -> bool:
    """Tell whether the run is given to something named after a service whose keys look like nothing in particular."""
    low = max(lower.rfind("\n", max(0, start - 72), start) + 1, start - 72, 0)
    given = compiled(_GIVEN).search(lower, low, start)
    if given is None or is_about_content(given["name"]) or compiled(_NOT_TELLING).search(lower, low, start):
        return False
    return not SERVICES.isdisjoint(compiled(r"[a-z0-9]{3,24}").findall(given["name"]))


def _is_mixed(value: str) -> bool:
    """Tell whether letters and digits take turns in a run that holds no word, be it as regular as a made-up key."""
    return value.isalnum() and not value.isalpha() and not value.isdigit() and share_of_words(value) < 0.15


def _is_announced(lower: str, start: int, value: str, *, plain: bool = False) -> bool:
    """Tell whether a word about secrets stands shortly before, just before a plain one, and none about digests."""
    low = max(0, start - (32 if plain else 60))
    line = lower.rfind("\n", low, start)
    if line >= 0:
        low = line + 1 if lower[line + 1 : start].strip(" \t\"'") else max(low, lower.rfind("\n", low, line) + 1)
    before = lower[low:start]
    words = compiled(_JUST_BEFORE if plain else _TELLING).search(before)
    return words is not None and compiled(_NOT_TELLING).search(before) is None
