"""Find passwords by where a program, a database or a router expects one, whatever it is called.

Owns the pairs that tools write alike: `-u ana -p …`, `echo … | kinit`, `connect ana/…@db`, `radius-server … key …`.
Only a value that no sentence and no name would hold is taken, unless its place leaves no doubt.
Neighbours: commands.py knows single commands, prose.py judges what a person chose, engine.py collects.
"""

from __future__ import annotations

from standfast.capture.redact.carriers import is_credential
from standfast.capture.redact.lazy import compiled
from standfast.capture.redact.prose import is_chosen

Span = tuple[int, int, str]

# As whom, and with what, whatever the program is called: `-u app -p …`, `/ru CORP\\app /rp …`.
_PAIRED = (
    r"(?:-[uUl]|--?user(?:name)?|-usr|/ru)(?:=|[ ]{1,4})(?P<m>[\"']?)[^\s\"'|]{1,64}(?P=m)"
    r"(?:[ ]{1,4}-{1,2}[\w-]{1,20}[ =][^\s|-]\S{0,80}){0,2}?[ ]{1,4}(?:-[pP]|-pw|/rp)(?:=|[ ]{0,4})"
    r"(?P<q>[\"']?)(?P<secret>[^\s\"'|]{4,128})(?P=q)"
)
# What a pipe or a here-string gives to a program that asks for a password.
_ASKS = r"sudo[ ][^|]{0,40}-S\b|stdin\b|kinit|cryptsetup|luks|passphrase|(?<!ch)passwd|plink|ansible-vault|(?<!\S)su[ ]"
_PIPED = (
    r"(?:echo|printf)[ ]{1,4}(?:-[neE]{1,3}[ ]{1,4})?(?:[\"']%s(?:\\n)?[\"'][ ])?"
    r"(?P<q>[\"']?)(?P<secret>[^\s\"'|]{4,128})(?P=q)"
    rf"[ ]{{0,4}}\|[^\n|]{{0,80}}?(?:{_ASKS})"
)
_HERE = r"<<<[ ]{0,2}(?P<q>[\"']?)(?P<secret>[^\s\"'|]{4,128})(?P=q)"
# Databases that write the two with a slash, or with a word between them. In quotes a password may hold any sign.
_AS_WHOM = r"(?:-[A-Za-z]{1,4}[ ]){0,2}[\"']?[\w$.]{1,40}/(?P<q>(?:\\{0,2}[\"'])?)"
_SLASHED = (
    _AS_WHOM + r"(?P<secret>(?:(?!(?P=q))[^\n]){4,128}(?=(?P=q)@)|(?:(?!(?P=q))\S){4,128}|[^\s@/\"']{4,128})(?P=q)"
    r"(?:(?P<at>@)|(?=[\s/\"'(]|\Z))"
)
_SLASHING = ("connect ", "conn ", "sqlplus ", "expdp ", "impdp ", "sqlldr ", "userid=", "rman target ")
# Programs of one database: all before the last `@` is the password, with slashes and further `@` in it.
_ORACLE = _AS_WHOM + r"(?P<secret>(?:(?!(?P=q))[^\n]){3,128}|[^\s\"']{3,128})(?P=q)(?P<at>@)"
_ORACLES = ("sqlplus ", "expdp ", "impdp ", "sqlldr ", "rman target ")
_USING = r"\S{1,64}[ ]{1,4}(?i:using)[ ]{1,4}(?P<q>[\"']?)(?P<secret>[^\s\"']{4,128})"
# As whom, then a word for the password: `user ana pass …`, `user ana insecure-password …`.
_NAMED = (
    r"(?!(?i:must|should|can|could|may|might|will|would|does|did|do|shall|to|and|or|has|not)[ ])"
    r"[^\s:=,;]{1,64}[ ]{1,4}(?:[\w-]{1,16}-)?(?:pass|passwd|password|pw)[ ]{1,4}"
    r"(?P<q>[\"']?)(?P<secret>[^\s\"']{6,128})(?P=q)"
)
# Lines of routers and switches: a word for the secret, perhaps how it is written, and the secret.
_ROUTING = (
    "-server ", "isakmp ", "enable secret", "enable password", " privilege ", "neighbor ", "key-string ", "radius ",
    "pre-shared-key ", "authentication-key ", "message-digest-key ", "tacacs ", "set system ", "standby ", "ppp ",
)  # fmt: skip
_ROUTED = (
    r"(?<![\w-])(?:key|password|secret|community|key-string|pre-shared-key|passphrase|authentication-key|md5"
    r"|auth (?:sha|md5)[\w-]{0,6}|priv (?:aes|des|3des)(?:[ -]\d{3})?)[ ](?P<form>\d{1,2}[ ])?(?:ascii-text[ ])?"
    r"(?P<q>[\"']?)(?P<secret>[^\s\"']{4,128})"
)


def find_given(text: str, lower: str) -> list[Span]:
    """Return the spans of passwords that are given to programs, databases and routers."""
    found: list[Span] = []
    for flag in (" -u", " -U", " -l ", " --user", " /ru "):
        _matched(text, flag, _PAIRED, found, ahead=1)
    if "|" in text:
        for word in ("echo ", "printf "):
            _matched(text, word, _PIPED, found, ahead=0, chosen=False)
    if "<<<" in text:
        _here_strings(text, found)
    for word in _SLASHING:
        _matched(text, word, _SLASHED, found, lower=lower)
    for word in _ORACLES:
        _matched(text, word, _ORACLE, found, lower=lower)
    if " pass" in lower or "-pass" in lower:
        for word in ("user ", "username ", "login "):
            _matched(text, word, _NAMED, found, lower=lower)
    if " using " in lower:
        _matched(text, " user ", _USING, found, lower=lower)
    for word in _ROUTING:
        _routed(text, lower, word, found)
    return found


def _matched(
    text: str, word: str, pattern: str, found: list[Span], *, lower: str = "", ahead: int = -1, chosen: bool = True
) -> None:
    """Add what the pattern finds after a word, or so far into it; `chosen`: only what no sentence would hold."""
    looked = lower or text
    step = len(word) if ahead < 0 else ahead
    at = looked.find(word)
    while at >= 0:
        match = compiled(pattern).match(text, at + step)
        if match:
            said = match.groupdict()
            sure = not chosen or said.get("at") or is_chosen(match["secret"], quoted=False)
            if sure and is_credential(match["secret"]):
                found.append((*match.span("secret"), "password"))
        at = looked.find(word, at + len(word))


def _here_strings(text: str, found: list[Span]) -> None:
    at = text.find("<<<")
    while at >= 0:
        line = max(text.rfind("\n", max(0, at - 200), at) + 1, at - 200, 0)
        match = compiled(_HERE).match(text, at)
        if match and compiled(_ASKS).search(text, line, at) and is_credential(match["secret"]):
            found.append((*match.span("secret"), "password"))
        at = text.find("<<<", at + 3)


def _routed(text: str, lower: str, word: str, found: list[Span]) -> None:
    """Add the secrets of a line that configures a router, where it begins with the word or shortly before it."""
    at = lower.find(word)
    while at >= 0:
        line = max(lower.rfind("\n", max(0, at - 80), at) + 1, at - 80, 0)
        stop = text.find("\n", at, at + 300)
        stop = min(len(text), at + 300) if stop < 0 else stop
        for match in compiled(_ROUTED).finditer(text, line, stop):
            if is_credential(match["secret"]) and (match["form"] or is_chosen(match["secret"], quoted=False)):
                found.append((*match.span("secret"), "password"))
        at = lower.find(word, stop)
