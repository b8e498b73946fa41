"""Find passwords by where a program, a database or a router expects one, whatever it is called.

Owns the pairs that tools write alike: `-u ana -p …`, `echo … | kinit`, `connect ana/…@db`, `radius-server … key …`.
Only a value that no sentence and no name would hold is taken, unless its place leaves no doubt.
Neighbours: commands.py knows single commands, prose.py judges what a person chose, engine.py collects.
"""

from __future__ import annotations

from standfast.capture.redact.carriers import is_credential
from standfast.capture.redact.lazy import compiled, held, present, wanted
from standfast.capture.redact.prose import is_chosen, is_unspoken
from standfast.capture.redact.values import is_hex

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from re import Match

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
_SLASHING = wanted(("connect ", "conn ", "sqlplus ", "expdp ", "impdp ", "sqlldr ", "userid=", "rman target "))
# Programs of one database: all before the last `@` is the password, with slashes and further `@` in it.
_ORACLE = _AS_WHOM + r"(?P<secret>(?:(?!(?P=q))[^\n]){3,128}|[^\s\"']{3,128})(?P=q)(?P<at>@)"
_ORACLES = wanted(("sqlplus ", "expdp ", "impdp ", "sqlldr ", "rman target "))
_USING = r"\S{1,64}[ ]{1,4}(?i:using)[ ]{1,4}(?P<q>[\"']?)(?P<secret>[^\s\"']{4,128})"
# As whom, then a word for the password: `user ana pass …`, `user ana insecure-password …`.
# In a sentence, the name of a thing, a count or a share is none: `column_v2`, `count=12`, `rate95%`.
_THING = (
    r"(?:[a-z]{2,40}(?:(?:_(?:v?\d{1,2}|[a-z]{1,40}\d{0,2})){1,8}|-(?:v?\d{1,2}|[a-z]{1,40}\d{0,2}))"
    r"|[a-z_]{2,40}=\S{0,128}|[a-z]{2,40}\d{1,3}%?)"
)
_JOINED = r"[a-z]{2,40}(?:-(?:v?\d{1,2}|[a-z]{1,40}\d{0,2})){2,8}"  # one, where the sentence goes on
_NAMED = (
    r"(?!(?i:must|should|can|could|may|might|will|would|does|did|do|shall|to|and|or|has|not)[ ])"
    r"[^\s:=,;]{1,64}[ ]{1,4}(?P<directive>[\w-]{1,16}-)?(?:pass|passwd|password|pw)[ ]{1,4}(?P<q>[\"']?)"
    rf"(?(directive)|(?!{_THING}(?:\s|\Z)|{_JOINED}[ \t]{{1,4}}\w))(?P<secret>[^\s\"']{{6,128}})(?P=q)"
)
# The same as a line of its own: there even words with a number are the password.
_ALONE = (
    r"(?:(?<=\nuser )|(?<=\Auser )|(?<=\nlogin )|(?<=\Alogin ))[\w.@-]{1,64}[ ]{1,4}(?:pass|passwd|password|pw)[ ]{1,4}"
    r"(?P<at>(?=\S{0,64}\d))(?P<secret>[\w!#%*+.-]{8,64})[ \t]{0,8}(?:\n|\Z)"
)
# Files that hold nothing but who and with what: lists of a key-value store, of a dial-in daemon, of a tunnel.
_LISTED = {
    "user ": r"[\w.-]{1,64}[ ](?:reset[ ])?on[ ]>(?P<secret>[^\s>=]{4,128})",
    '" * "': r"(?P<secret>[^\s\"]{4,128})\"[ \t]{1,8}\*",
    '\t*\t"': r"(?P<secret>[^\s\"]{4,128})\"[ \t]{1,8}\*",
    ": psk ": r"[\"']?(?P<secret>[^\s\"']{6,128})",
    'name="pass': r"\w{0,8}\"\r?\n(?:[\w-]{1,40}:[^\n]{0,120}\r?\n){0,4}\r?\n(?P<secret>\S{4,128})",
    "<auth-user-pass>": r"[ \t]{0,4}\r?\n[^\s<]{1,64}\r?\n(?P<secret>[^\s<]{4,128})",
}
# Words that are followed by a password and by nothing else, or where a script or a test types one.
_TYPED = {
    " pass is ": r"[\"'`]?(?P<secret>[^\s\"'`]{8,128})",
    'password" with "': r"(?P<secret>[^\s\"]{4,128})\"",
    'assword:"': r"[;,]?[^\n\"']{0,40}send[ ](?:--[ ])?[\"'](?P<secret>[^\s\"'\\]{4,128})",
    "nickserv identify ": r"(?:\w{1,30}[ ])?(?P<secret>\S{6,128})",
    "passwd ": r"(?:-[A-Za-z][ ](?:[^\s-]\S{0,59}[ ])?){0,4}?-[swp][ ](?P<q>[\"']?)(?P<secret>[^\s\"']{6,128})(?P=q)",
    "-password ": r"(?:-[A-Za-z][ ]\S{1,60}[ ]){1,4}?-w[ ](?P<q>[\"']?)(?P<secret>[^\s\"']{6,128})(?P=q)",
}
_TYPING = wanted(_TYPED)
# The two in quotes, where a call or a name says that they let somebody in: `auth=("ana", "…")`, `userpwd, "ana:…"`.
_LETTING = wanted(("auth", "login", "cred", "signin", "sign_in", "userpwd", "userpass"))
_TWO = (
    r"[\w.]{0,24}[\"']?\s{0,2}[=:(,]{1,2}\s{0,2}[(\[{]?\s{0,2}(?:basic,\s{0,2})?"
    r"(?P<q>[\"'])[\w.@+-]{1,64}(?:(?P=q)\s{0,2},\s{0,2}(?P=q)|:)(?P<secret>[^\s\"'\\]{4,128})(?P=q)"
)
# An address of mail and one word more, as lists of accounts have them, and as who logs in to a mail server says it.
_MAILED = (
    r"(?<=[\w.+-])@[\w-]{1,40}(?:\.[\w-]{2,24}){1,3}[ \t]{0,2}[ \t:;|/][ \t]{0,2}"
    r"(?P<secret>[!-~]{8,64})[ \t]{0,4}(?=\r?\n|\Z)"
)
_MAIL_LOGIN = r"(?m)^[A-Za-z0-9.]{1,10}[ ]LOGIN[ ]\"?[\w.@+-]{1,64}\"?[ ](?P<q>\"?)(?P<secret>[^\s\"]{4,128})(?P=q)\r?$"
# What lets somebody in who lost everything else: lines of nothing but codes below the word for them.
_CODES = wanted(("recovery code", "backup code", "scratch code", "rescue code"))
_CODE = r"(?=[A-Za-z0-9-]{0,40}\d)[A-Za-z0-9]{4,10}(?:-[A-Za-z0-9]{4,10}){1,5}"
_CODE_LINE = (  # after each code a comma, a space or the end: one way to read a line, or none
    rf"(?>(?:[ \t]{{0,8}}(?:\d{{1,2}}[.):][ \t]{{0,4}}|[-*][ ])?(?>{_CODE})(?:,|(?=\s|\Z))){{1,8}})"
    r"[ \t]{0,8}(?:\r?\n|\Z)"
)
# Lines of routers and switches: a word for the secret, perhaps how it is written, and the secret.
_ROUTING = wanted((
    "-server ", "isakmp ", "enable secret", "enable password", " privilege ", "neighbor ", "key-string ", "radius ",
    "pre-shared-key ", "authentication-key ", "message-digest-key ", "tacacs ", "set system ", "standby ", "ppp ",
    "local-user ", " authentication-mode ",
))  # fmt: skip
_ROUTED = (
    r"(?<![\w-])(?:key|password|secret|community|key-string|pre-shared-key|passphrase|authentication-key|md5"
    r"|auth (?:sha|md5)[\w-]{0,6}|priv (?:aes|des|3des)(?:[ -]\d{3})?)[ ](?P<form>\d{1,2}[ ])?"
    r"(?:\d[ ])?(?:(?:ascii-text|(?:irreversible-)?cipher|simple|plain(?:text)?|encrypted)[ ])?"
    r"(?P<q>[\"']?)(?P<secret>[^\s\"']{4,128})"
)


_FLAGS = {" -u": (" -u", " -U"), " -l ": (" -l ",), " --user": (" --user",), " /ru ": (" /ru ",)}
_FLAGGED = wanted(_FLAGS)
_ECHOED = wanted(("echo ", "printf "))
_LISTS = wanted(_LISTED)
_NAMING = wanted(("user ", "username ", "login "))


def find_given(text: str, lower: str) -> list[Span]:
    """Return the spans of passwords that are given to programs, databases and routers."""
    found: list[Span] = []
    for flag in (flag for sign in present(_FLAGGED, lower) for flag in _FLAGS[sign]):
        _matched(text, flag, _PAIRED, found, ahead=1)
    if "|" in text:
        for word in present(_ECHOED, lower):
            _matched(text, word, _PIPED, found, ahead=0, chosen=False)
    if "<<<" in text:
        _here_strings(text, found)
    for word in present(_SLASHING, lower):
        _matched(text, word, _SLASHED, found, lower=lower)
    for word in present(_ORACLES, lower):
        _matched(text, word, _ORACLE, found, lower=lower)
    if " pass" in lower or "-pass" in lower:
        for word in present(_NAMING, lower):
            _matched(text, word, _NAMED, found, lower=lower)
            _matched(text, word, _ALONE, found, lower=lower)
    _typed(text, lower, found)
    for word in present(_LISTS, lower):
        _matched(text, word, _LISTED[word], found, lower=lower, chosen=False)
    if "user " in held(lower) and " using " in lower:
        _matched(text, " user ", _USING, found, lower=lower)
    for word in present(_ROUTING, lower):
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


def _typed(text: str, lower: str, found: list[Span]) -> None:
    """Add what is typed, or stands beside the one whom it lets in."""
    for word in present(_TYPING, lower):
        _matched(text, word, _TYPED[word], found, lower=lower)
    for word in present(_LETTING, lower):
        _matched(text, word, _TWO, found, lower=lower)
    for word in present(_CODES, lower):
        _coded(text, lower, word, found)
    if "@" in text:
        found += [(*m.span("secret"), "password") for m in _beside_mail(text)]
    if " LOGIN " in text:
        found += [(*m.span("secret"), "password") for m in compiled(_MAIL_LOGIN).finditer(text)]


def _beside_mail(text: str) -> Iterator[Match[str]]:
    at = text.find("@")
    while at >= 0:
        match = compiled(_MAILED).match(text, at)
        at = text.find("@", at + 1)
        if match and is_unspoken(match["secret"]) and "@" not in match["secret"] and not is_hex(match["secret"]):
            yield match


def _coded(text: str, lower: str, word: str, found: list[Span]) -> None:
    """Add the codes on the lines below a word for them."""
    at = lower.find(word)
    while at >= 0:
        behind = at + len(word)
        at = text.find("\n", at, at + 120) + 1
        while 0 < at < len(text) and (line := compiled(_CODE_LINE).match(text, at)):
            found += [(*code.span(), "recovery-code") for code in compiled(_CODE).finditer(text, at, line.end())]
            at = line.end()
        at = lower.find(word, max(at, behind))


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
