"""Find tokens that no literal announces: by an unusual shape of their own, or because a telling word stands nearby.

Owns what is judged from a long run of characters without spaces; prose has few of those, so each can be looked at with
care. A digest, an identifier, a path or an encoded picture is such a run too and must survive: without a shape that
only tokens have, a run needs both randomness and a word about secrets just before it.
Neighbours: tokens.py knows the announced ones, values.py judges randomness, engine.py collects.
"""

from __future__ import annotations

from standfast.capture.redact.gitleaks import EXAMPLES
from standfast.capture.redact.lazy import compiled
from standfast.capture.redact.names import SERVICES
from standfast.capture.redact.values import (
    entropy,
    holds_text,
    is_hex,
    is_placeholder,
    is_reference,
    is_strongly_random,
    is_uuid,
    looks_random,
    strangeness,
)

Span = tuple[int, int, str]

_RUN = r"[^\s\"'`<>(){}\[\],;|\0\\]{13,}"
_PIECE = r"[A-Za-z0-9_\-+/~.]{16,400}={0,2}"
# (rule, what the run must contain, its least length, pattern)
_SHAPES = (
    ("telegram-token", ":AA", 41, r"(?<![\w-])(?:bot)?\d{6,12}:AA[A-Za-z0-9_-]{32,36}(?![\w-])"),
    ("mailchimp-key", "-us", 36, r"(?<!\w)[0-9a-f]{32}-us\d{1,2}(?!\w)"),
    ("mailgun-key", "-", 50, r"(?<![\w-])[0-9a-f]{32}-[0-9a-f]{8}-[0-9a-f]{8}(?![\w-])"),
    ("asana-token", "/", 51, r"(?<![\w/.])[0-2]/\d{16}(?:/\d{16})?:[0-9a-f]{32}(?!\w)"),
    ("discord-token", ".", 58, r"(?<![\w.-])(?=[\w-]{0,24}\d)[\w-]{23,28}\.[\w-]{6}\.(?=[\w-]{0,20}\d)[\w-]{27,40}"),
    ("azure-devops-token", "AZDO", 84, r"(?<!\w)[A-Za-z0-9]{76}AZDO[A-Za-z0-9]{4}(?!\w)"),
    ("azure-key", "JQQJ99", 84, r"(?<!\w)[A-Za-z0-9]{52}JQQJ99[A-Za-z0-9]{26}(?!\w)"),
    ("newrelic-license-key", "NRAL", 40, r"(?<!\w)[0-9a-zA-Z]{36}NRAL(?!\w)"),
    ("uptimerobot-key", "-", 30, r"(?<![\w-])[um]\d{5,10}-[0-9a-f]{24}(?!\w)"),
    ("windows-hash", ":::", 68, r"(?<!\w)[0-9a-fA-F]{32}:[0-9a-fA-F]{32}:::"),
    ("google-client-id", ".apps.googleuser", 41, r"(?<!\w)\d{8,16}-[0-9a-z]{32}(?=\.apps\.googleusercontent\.com)"),
    ("stackhawk-key", "hawk.", 46, r"(?<!\w)hawk\.[\w-]{20}\.[\w-]{20}(?![\w-])"),
    ("ably-key", ":", 44, r"(?<![\w.-])[\w-]{6,8}\.[\w-]{6,8}:(?=[\w-]{0,30}\d)(?=[\w-]{0,30}[A-Z])[\w-]{30,46}"),
)  # fmt: skip
_PREFIXED = r"(?:[A-Za-z][A-Za-z0-9]{1,15}[_-]){1,3}(?P<body>[A-Za-z0-9]{20,200})"
# A word in the prefix that tells a key from the identifier of an object, which has the same form at many vendors.
_KIND = (
    r"(?:^|[_-])(?:sk|rk|pk|key|apikey|api|token|tok|secret|sec|pat|auth|access|live|prod|test|priv|private|bot|oauth"
    r"|refresh|sess|session|cred|svc|service|admin|jwt|pw|pwd|pass|sig|sign|wh|webhook|ak|as|at|rt|st|uat|sat|ct)[_-]"
)
_DIGESTS = ("sha1", "sha256", "sha384", "sha512", "md5", "data:", "AAAAB3Nza", "AAAAC3Nza", "AAAAE2Vj", "h1:", "blake")
# Words about secrets, and vendors whose keys have no shape of their own.
_TELLING = (
    r"(?<![a-z])(?:pass(?:word|wd|phrase|code)?|pwd|secrets?|tokens?|api[ _-]?keys?|apikeys?|keys?|auth\w{0,14}"
    r"|cred\w{0,10}|bearer|jwt|private|licen[cs]e|webhooks?|session\w{0,3}|sid|client[ _-]?id|access|login|api)"
    r"(?![a-z])"
)
# How encoded pictures, documents, archives, fonts, programs, public keys and content ids begin.
_CONTENT = (
    "iVBORw0KGgo", "/9j/", "R0lGOD", "UklGR", "PHN2Zy", "PD94bW", "Qk0", "JVBERi0", "UEsDB", "H4sI", "d09GR", "T2dnUw",
    "SUQz", "TVqQ", "f0VMR", "AGFzbQ", "AAAA", "MII", "mQ", "LS0t", "Qm", "xpub", "data",
)  # fmt: skip
_HINTS = (
    "pass", "pwd", "secret", "token", "key", "auth", "cred", "bearer", "jwt", "priv", "licen", "webhook", "sess", "sid",
    "client", "access", "login", "api",
)  # fmt: skip
_JUDGED = 96  # as much of a run is enough to judge it by
_JUST_BEFORE = (
    r"(?:secret|token|password|api[ _-]?key|credentials?)(?: (?:for|of|to|on) (?:the )?[\w.-]{1,30})?"
    r"[\"'`*]{0,3}[ \t]{0,3}(?:[:=|]|is)?[ \t]{0,3}[\"'`*]{0,3}\Z"
)
# A name or a call that the run is given to, and what stands around it.
_GIVEN = r"(?P<names>[a-z][\w.:{ \t-]{1,60}?)[\"'`*]{0,3}[ \t]{0,3}(?:[:=|(]|=>| key)[ \t]{0,3}[\"'`*]{0,3}\Z"
_NAME_WORD = r"[a-z0-9]{3,24}"
_ASSIGNED = r"(?<![\w/])(?P<name>[a-z][\w.-]{1,40})\\?[\"']?[ \t]{0,4}(?::?=|=>|:)[ \t]{0,4}\\?[\"']?\Z"
_NOT_A_KEY = (
    r"id$|ids$|_id|hash|sha|md5|digest|checksum|integrity|etag|rev|commit|content|data|image|img|icon|font|src|href|url"
    r"|body|payload|blob|file|path|class|style|signature|public|nonce|cursor|fingerprint|name|version|charset|alphabet"
    r"|release|base64|encoded|csrf|xsrf|authenticity|chars|expected|hex|bytes|buffer|certificate|cert|svg|uuid|guid|ref|text|message|html|sourcemap"
)
_NOT_TELLING = (
    r"(?:commit|sha\d*|md5|hash\w{0,3}|digest|checksum|integrity|rev(?:ision)?|etag|blob|tree|merge|fixes|cherry|change-id"
    r"|uuid|guid|fingerprint|thumbprint|public|pub|keyid|key[ _-]id|bug|https?:/|path|file|dir|image|cache|build"
    r"|ssh-\w{3,8}|version|nonce|object|oid|container|layer|snapshot|request|trace|span)"
)


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


def find_runs(lower: str, runs: list[tuple[int, str]], known: list[Span], *, alone: bool = True) -> list[Span]:
    """Return the spans of tokens found by shape or by the words before them; what is known already is not judged."""
    found: list[Span] = []
    last = 0
    for start, body in runs:
        for rule, need, width, pattern in _SHAPES:
            if len(body) >= width and need in body:
                found += [
                    (start + m.start(), start + m.end(), rule)
                    for m in compiled(pattern).finditer(body)
                    if _is_shaped(m[0], rule)
                ]
        if "://" not in body and not body.startswith(_DIGESTS):
            for piece in compiled(_PIECE).finditer(body):
                while last < len(known) and known[last][1] < start + piece.end():
                    last += 1
                if last < len(known) and known[last][0] <= start + piece.start():
                    continue
                _piece(lower, start + piece.start(), piece[0].rstrip(".-/_"), found, alone=alone)
    return found


def _is_shaped(value: str, rule: str) -> bool:
    if is_placeholder(value) or entropy(value) < 3.0:
        return False
    return rule != "discord-token" or strangeness(value) >= 0.3 * len(value)


def _piece(lower: str, start: int, value: str, found: list[Span], *, alone: bool) -> None:
    if len(value) < 16 or value.isalpha() or value.startswith(_CONTENT) or value in EXAMPLES:
        return
    prefixed = compiled(_PREFIXED).fullmatch(value)
    if prefixed and is_strongly_random(prefixed["body"]) and compiled(_KIND).search(value.lower()):
        if not is_placeholder(value):
            found.append((start, start + len(value), "token"))
        return
    if alone and not prefixed and _stands_alone(lower, start, value) and not is_placeholder(value):
        found.append((start, start + len(value), "random-string"))
        return
    if not _could_be_meant(lower, start) or is_placeholder(value) or (value[0] == "/" and is_reference(value)):
        return
    if looks_random(value[:_JUDGED], least=16, share=0.25) and _is_meant(lower, start, value):
        found.append((start, start + len(value), "secret"))


def _stands_alone(lower: str, start: int, value: str) -> bool:
    """Tell whether a run that is random beyond doubt has a line or a pair of quotes to itself."""
    before, after = lower[start - 1 : start], lower[start + len(value) : start + len(value) + 1]
    quoted = before == after and before in ("'", '"', "`")
    alone = before in ("", "\n", " ", "\t") and after in ("", "\n", "\r")
    if not (quoted or alone) or not 24 <= len(value) <= 120 or "." in value or "AAA" in value:
        return False  # zeros in base64 are content
    line = lower[lower.rfind("\n", 0, start) + 1 : start]
    if (alone and line.strip()) or not is_strongly_random(value) or holds_text(value):
        return False
    return not (quoted and compiled(_NOT_TELLING).search(line[-48:])) and not _is_part_of_block(lower, start, value)


def _is_part_of_block(lower: str, start: int, value: str) -> bool:
    """Tell whether lines of the same kind stand above or below: encoded content rather than a token."""
    end = start + len(value)
    above = lower[max(0, start - 160) : start].rstrip("\"'`, \t\n").rsplit(None, 1)[-1:]
    below = lower[end : end + 160].lstrip("\"'`, \t\r\n").split(None, 1)[:1]
    return any(len(piece.strip("\"'`,")) >= 40 for piece in above + below)


def _could_be_meant(lower: str, start: int) -> bool:
    """Tell cheaply whether anything before the run could give it a meaning: most runs end here."""
    before = lower[max(0, start - 64) : start]
    if before[-4:].rstrip(" \t\"'\\`*").endswith((":", "=", ">", "(", "|")):
        return True
    for word in _HINTS:  # noqa: SIM110 (this is asked for every path and name in a text)
        if word in before:
            return True
    return False


def _is_meant(lower: str, start: int, value: str) -> bool:
    """Tell whether what the run is assigned to, or the words before it, speak of a secret."""
    assigned = compiled(_ASSIGNED).search(lower, max(0, start - 64), start)
    if assigned and is_about_content(assigned["name"]):
        return False
    if _is_for_service(lower, start):
        return True
    if assigned and "." not in value and is_strongly_random(value):
        return True
    return _is_announced(lower, start, value)


def _is_for_service(lower: str, start: int) -> bool:
    """Tell whether the run is given to something named after a service whose keys look like nothing in particular."""
    low = max(lower.rfind("\n", max(0, start - 72), start) + 1, start - 72, 0)
    given = compiled(_GIVEN).search(lower, low, start)
    if given is None or compiled(_NOT_TELLING).search(lower, low, start):
        return False
    return not SERVICES.isdisjoint(compiled(_NAME_WORD).findall(given["names"]))


def _is_announced(lower: str, start: int, value: str) -> bool:
    """Tell whether a word about secrets stands shortly before, and none about digests or identifiers."""
    plain = is_hex(value) or is_uuid(value)
    low = max(0, start - (32 if plain else 60))
    line = lower.rfind("\n", low, start)
    if line >= 0:
        low = line + 1 if lower[line + 1 : start].strip(" \t\"'") else max(low, lower.rfind("\n", low, line) + 1)
    before = lower[low:start]
    if not compiled(_TELLING).search(before) or compiled(_NOT_TELLING).search(before):
        return False
    return not plain or compiled(_JUST_BEFORE).search(before) is not None
