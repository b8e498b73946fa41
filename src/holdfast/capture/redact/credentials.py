"""Find credentials by the protocol or command that carries them: URLs, headers, cookies, JWTs, command lines.

Owns the syntax of those carriers; only the secret part is reported, so that a connection string keeps its host.
Every finder starts from a literal and looks at a bounded stretch. Neighbours: values.py judges, engine.py collects.
"""

from __future__ import annotations

import re

from holdfast.capture.redact.values import is_placeholder, is_reference, looks_random


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


Span = tuple[int, int, str]

_USERINFO = re.compile(r"(?P<user>[^\s/:@\"'<>`\\?#,;|]{0,128}):(?P<secret>[^\s/\"'<>`\\,;|]{1,256})@(?=[\w\[.$%{-])")
_TOKEN_ONLY = re.compile(r"(?P<secret>[A-Za-z0-9_.~%-]{16,256})@(?=[\w\[])")
_JWT = re.compile(r"ey[A-Za-z0-9_-]{8,4096}\.ey[A-Za-z0-9_/\\+-]{8,16384}(?:\.[A-Za-z0-9_/\\+-]{0,4096}={0,2})?")
_JWE = re.compile(r"eyJ[A-Za-z0-9_-]{16,2048}(?:\.[A-Za-z0-9_-]{0,4096}){4}")
_AUTHORIZATION = re.compile(
    r"""["'`\]]{0,2}\s{0,4}(?:=>|[:=,])\s{0,4}(?:\[\s{0,4})?(?:[bfru]{0,2}\\{0,3}["'`])?\s{0,2}
    (?:(?P<scheme>[A-Za-z][\w-]{1,24})[ \t]{1,4})?
    (?P<secret>[A-Za-z0-9_.~+/=:@%!*|-]{6,4096})""",
    re.VERBOSE,
)
_SCHEMES = _words(
    """basic bearer token apikey api-key api-token key digest negotiate ntlm hmac aws4-hmac-sha256 oauth bot jwt
    sharedkey sharedaccesssignature genie-key klaviyo-api-key deepl-auth-key ghapi snyk ssws pvetoken
    zoho-oauthtoken token-auth user splunk"""
)
_BEARER = re.compile(r"[ \t]{1,4}(?:\\{0,2}[\"'])?(?P<secret>[A-Za-z0-9_.~+/=:@|-]{12,4096})")
_COOKIE = re.compile(r"[\"']?\s{0,3}:\s{0,3}[\"']?(?P<pairs>[\w.!#$%&*+^`|~-]{1,128}=[^\r\n\"']{3,4096})")
_PAIR = re.compile(r"(?P<name>[\w.!#$%&*+^`|~-]{1,128})=(?P<value>[^;\s\"']{3,4096})")
_USER_FLAG = re.compile(
    r"""(?<!\S)(?:-u|--user|-U|--proxy-user)(?:=|[ \t]{0,4})(?P<q>["']?)
    (?P<user>(?:\{[^}\s]{1,80}\}|[^\s:"'`])*)(?P=q)?:(?P<r>["']?)(?P<secret>[^\s"'`]{0,128})""",
    re.VERBOSE,
)
# Commands that take a password on the command line, and the flag that brings it.
_COMMANDS = {
    "mysql": r"-p(?P<secret>[^\s'\"]{4,128})|-p(['\"])(?P<quoted>[^'\"\n]{3,128})\2",
    "mysqldump": r"-p(?P<secret>[^\s'\"]{4,128})|-p(['\"])(?P<quoted>[^'\"\n]{3,128})\2",
    "mysqladmin": r"-p(?P<secret>[^\s'\"]{4,128})|-p(['\"])(?P<quoted>[^'\"\n]{3,128})\2",
    "mariadb": r"-p(?P<secret>[^\s'\"]{4,128})|-p(['\"])(?P<quoted>[^'\"\n]{3,128})\2",
    "sshpass": r"-p[ ]?(?P<secret>[^\s'\"]{3,128})|-p[ ]?(['\"])(?P<quoted>[^'\"\n]{3,128})\2",
    "docker login": r"-p[ =]?(?P<secret>[^\s'\"]{3,256})|-p[ =]?(['\"])(?P<quoted>[^'\"\n]{3,256})\2",
    "podman login": r"-p[ =]?(?P<secret>[^\s'\"]{3,256})|-p[ =]?(['\"])(?P<quoted>[^'\"\n]{3,256})\2",
    "oc login": r"-p[ =]?(?P<secret>[^\s'\"]{3,256})|-p[ =]?(['\"])(?P<quoted>[^'\"\n]{3,256})\2",
    "az login": r"-p[ =](?P<secret>[^\s'\"]{3,256})|-p[ =](['\"])(?P<quoted>[^'\"\n]{3,256})\2",
    "twine": r"-p[ =](?P<secret>[^\s'\"]{3,256})|-p[ =](['\"])(?P<quoted>[^'\"\n]{3,256})\2",
    "mongo": r"-p[ =]?(?P<secret>[^\s'\"]{3,128})|-p[ =]?(['\"])(?P<quoted>[^'\"\n]{3,128})\2",
    "redis-cli": r"-a[ ](?P<secret>[^\s'\"]{3,128})|-a[ ](['\"])(?P<quoted>[^'\"\n]{3,128})\2",
    "ldapsearch": r"-w[ ]?(?P<secret>[^\s'\"]{3,128})|-w[ ]?(['\"])(?P<quoted>[^'\"\n]{3,128})\2",
    "sqlcmd": r"-P[ ]?(?P<secret>[^\s'\"]{3,128})|-P[ ]?(['\"])(?P<quoted>[^'\"\n]{3,128})\2",
    "smbclient": r"-U[ ]?['\"]?[^\s%'\"]{1,64}%(?P<secret>[^\s'\"]{3,128})",
    "xfreerdp": r"/p:(?P<secret>[^\s'\"]{3,128})|/p:(['\"])(?P<quoted>[^'\"\n]{3,128})\2",
    "htpasswd": r"-[A-Za-z]*b[A-Za-z]*[ ]\S{1,128}[ ]\S{1,64}[ ](?P<secret>[^\s'\"]{3,128})",
    "openssl": r"-(?:passin|passout|pass|k)[ ](?:pass:)?(?P<secret>[^\s'\"]{4,128})",
}
_compiled: dict[str, re.Pattern[str]] = {}
_STATEMENT = re.compile(
    r"identified\s{1,4}(?:with\s{1,4}\S{1,40}\s{1,4})?by\s{1,4}(?:password\s{1,4})?(?P<q>['\"])(?P<secret>[^'\"\n]{3,128})(?P=q)",
    re.IGNORECASE,
)
_DSN = re.compile(r"(?P<secret>[^\s:/@\"'`()]{3,128})@(?:tcp|udp|unix)\(")
_HASH = re.compile(
    r"\$(?:2[abxy]?\$\d\d\$[./A-Za-z0-9]{53}|(?:1|5|6|apr1|y|sha1|md5)\$[^\s:$]{1,64}\$(?:[^\s:$]{1,64}\$)?[./A-Za-z0-9]{22,90}"
    r"|argon2(?:id?|d)\$v=\d+\$[a-z0-9=,]{6,40}\$[A-Za-z0-9+/]{8,90}\$[A-Za-z0-9+/]{16,90}"
    r"|pbkdf2[\w-]{0,16}\$\d+\$[./A-Za-z0-9+]{8,90}\$[./A-Za-z0-9+]{16,90}|scrypt\$[\w$=,./+]{32,200})"
)


def find_urls(text: str) -> list[Span]:
    """Return passwords and tokens in the user part of addresses."""
    found: list[Span] = []
    at = text.find("://")
    while at >= 0:
        start = at + 3
        match = _USERINFO.match(text, start)
        if match:
            secret = match["secret"]
            if not is_placeholder(secret) and not _is_variable(secret):
                found.append((*match.span("secret"), "url-password"))
        else:
            match = _TOKEN_ONLY.match(text, start)
            if match and looks_random(match["secret"], least=16):
                found.append((*match.span("secret"), "url-token"))
        at = text.find("://", start)
    found.extend(
        (*match.span("secret"), "url-password")
        for match in _iter_near(_DSN, text, "@tcp(", "@unix(", back=130)
        if not is_placeholder(match["secret"]) and not _is_variable(match["secret"])
    )
    return found


def _iter_near(pattern: re.Pattern[str], text: str, *anchors: str, back: int) -> list[re.Match[str]]:
    hits = []
    for anchor in anchors:
        at = text.find(anchor)
        while at >= 0:
            colon = text.rfind(":", max(0, at - back), at)
            match = pattern.match(text, colon + 1) if colon >= 0 else None
            if match:
                hits.append(match)
            at = text.find(anchor, at + len(anchor))
    return hits


def _is_variable(secret: str) -> bool:
    return secret[0] in "$%{<[*(" and not looks_random(secret, least=12)


def find_jwts(text: str) -> list[Span]:
    """Return JSON Web Tokens."""
    found: list[Span] = []
    at = text.find("ey")
    while at >= 0:
        end = at + 2
        if not at or not (text[at - 1].isalnum() or text[at - 1] in "_-"):
            dot = text.find(".", at, at + 4096)
            match = None
            if dot > 0 and (text.startswith(("ey", "."), dot + 1) or at + 20 < dot):
                match = _JWT.match(text, at) or _JWE.match(text, at)
            if match:
                found.append((at, match.end(), "jwt"))
                end = match.end()
        at = text.find("ey", end)
    return found


def find_headers(text: str, lower: str) -> list[Span]:
    """Return credentials of `Authorization` headers and bearer tokens, and the values of cookies."""
    found: list[Span] = []
    at = lower.find("authorization")
    while at >= 0:
        match = _AUTHORIZATION.match(text, at + 13)
        if match and _is_credential(match):
            found.append((*match.span("secret"), "authorization"))
        at = lower.find("authorization", match.end() if match else at + 13)
    at = lower.find("bearer")
    while at >= 0:
        match = _BEARER.match(text, at + 6)
        if match and looks_random(match["secret"], least=12) and not is_placeholder(match["secret"]):
            found.append((*match.span("secret"), "bearer-token"))
        at = lower.find("bearer", match.end() if match else at + 6)
    at = lower.find("cookie")
    while at >= 0:
        match = _COOKIE.match(text, at + 6)
        if match:
            only_first = lower[max(0, at - 4) : at] == "set-"
            for pair in _PAIR.finditer(text, *match.span("pairs")):
                if not is_placeholder(pair["value"]) and not is_reference(pair["value"]):
                    found.append((*pair.span("value"), "cookie"))
                if only_first:
                    break
        at = lower.find("cookie", match.end() if match else at + 6)
    return found


def _is_credential(match: re.Match[str]) -> bool:
    scheme, secret = (match["scheme"] or "").lower(), match["secret"]
    if is_placeholder(secret) or secret.lower() in _SCHEMES:
        return False
    if scheme in _SCHEMES:
        return (len(secret) >= 8 and not is_reference(secret)) or looks_random(secret)
    return not scheme and looks_random(secret)


def find_commands(text: str, lower: str) -> list[Span]:
    """Return passwords given to commands: `curl -u`, `mysql -p`, `docker login -p` and their like."""
    found: list[Span] = []
    for flag in ("-u", "--user", "--proxy-user"):
        at = text.find(flag)
        while at >= 0:
            match = _USER_FLAG.match(text, at)
            if match:
                group = "secret" if match["secret"] else "user"
                secret = match[group].strip("{}")
                if (
                    len(secret) >= 4
                    and not is_placeholder(secret)
                    and not _is_variable(match[group])
                    and "/" not in match["user"]
                ):
                    found.append((*match.span(group), "basic-auth"))
            at = text.find(flag, at + 2)
    for command, pattern in _COMMANDS.items():
        at = lower.find(command)
        while at >= 0:
            _command(text, at, command, pattern, found)
            at = lower.find(command, at + len(command))
    at = lower.find("identified")
    while at >= 0:
        match = _STATEMENT.match(text, at)
        if match and not is_placeholder(match["secret"]):
            found.append((*match.span("secret"), "password"))
        at = lower.find("identified", at + 10)
    return found


def _command(text: str, at: int, command: str, pattern: str, found: list[Span]) -> None:
    stop = text.find("\n", at, at + 400)
    stop = min(len(text), at + 400) if stop < 0 else stop
    compiled = _compiled.get(pattern)
    if compiled is None:
        compiled = _compiled[pattern] = re.compile(r"(?<=\s)(?:" + pattern + ")")
    match = compiled.search(text, at + len(command), stop)
    if match:
        group = "quoted" if "quoted" in match.re.groupindex and match["quoted"] else "secret"
        secret = match[group]
        if not is_placeholder(secret) and not _is_variable(secret) and secret[0] not in "-=":
            found.append((*match.span(group), "password"))


def find_hashes(text: str) -> list[Span]:
    """Return password hashes in the forms of crypt, as kept in shadow and htpasswd files."""
    found: list[Span] = []
    at = text.find("$")
    while at >= 0:
        match = _HASH.match(text, at)
        if match:
            found.append((*match.span(), "password-hash"))
        at = text.find("$", match.end() if match else at + 1)
    return found
